//! Networks: an address, or a range of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// An address (`10.0.0.7`) or a range of them (`10.0.0.0/8`, `fd00::/8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Is an address one of it?
    pub fn has(&self, other: IpAddr) -> bool {
        let same = |one: u128, other: u128, width: u8| {
            let shift = u32::from(width - self.bits);
            one.checked_shr(shift).unwrap_or(0) == other.checked_shr(shift).unwrap_or(0)
        };
        match (self.address, other.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => same(one.to_bits().into(), other.to_bits().into(), 32),
            (IpAddr::V6(one), IpAddr::V6(other)) => same(one.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("'{text}' is neither an address (10.0.0.7) nor a range of them (10.0.0.0/8)");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(network: &str, address: &str) -> bool {
        network.parse::<Network>().unwrap().has(address.parse().unwrap())
    }

    #[test]
    fn a_range_has_the_addresses_that_begin_as_it_does() {
        assert!(has("10.0.0.0/8", "10.9.8.7") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("127.0.0.1", "127.0.0.1") && !has("127.0.0.1", "127.0.0.2"));
        assert!(has("0.0.0.0/0", "8.8.8.8") && has("::/0", "fe80::1") && !has("::/0", "8.8.8.8"));
        assert!(has("fd00::/8", "fd12::1") && has("127.0.0.1", "::ffff:127.0.0.1"));
        for wrong in ["", "here", "10.0.0.0/33", "10.0.0.0/x", "::/129"] {
            assert!(wrong.parse::<Network>().unwrap_err().contains("is neither an address"), "{wrong}");
        }
    }
}
