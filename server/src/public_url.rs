//! The address that browsers see.

use axum::http::Uri;
use std::fmt;
use std::str::FromStr;

/// The address that browsers see: `https://play.example.org`, without a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    encrypted: bool,
    host: String,
    /// The whole of it, as a browser names it as an origin.
    origin: String,
}

impl PublicUrl {
    /// Do browsers speak HTTPS with it?
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// The name of the machine, without a port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The whole of it, as a browser names it as an origin.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = |why: &str| {
            format!("'{text}' is no address that browsers could see ({why}); https://play.example.org is one")
        };
        let (scheme, rest) =
            text.trim().split_once("://").ok_or_else(|| wrong("it begins with http:// or https://"))?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme != "http" && scheme != "https" {
            return Err(wrong("it begins with http:// or https://"));
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        if rest.contains(['/', '?', '#']) {
            return Err(wrong("it has no path: the server has a name to itself"));
        }
        if rest.contains('@') {
            return Err(wrong("it has no user and no password"));
        }
        let url: Uri = format!("{scheme}://{rest}/").parse().map_err(|_| wrong("that is no name of a machine"))?;
        let host = url.host().filter(|host| !host.is_empty()).ok_or_else(|| wrong("that is no name of a machine"))?;
        let named = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        if !host.chars().all(named) || rest.ends_with(':') {
            return Err(wrong("that is no name of a machine"));
        }
        if rest.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']') && port.parse::<u16>().is_err()) {
            return Err(wrong("its port is a number up to 65535"));
        }
        // Browsers leave out the port that a scheme has anyway.
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let place = rest.strip_suffix(usual).unwrap_or(&rest);
        Ok(PublicUrl { encrypted: scheme == "https", host: host.to_owned(), origin: format!("{scheme}://{place}") })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_and_a_name_and_nothing_else() {
        let origin = |text: &str| text.parse::<PublicUrl>().map(|url| url.origin);
        assert_eq!(origin("https://Play.Example.org/"), Ok("https://play.example.org".to_owned()));
        assert_eq!(origin("https://play.example.org:443"), Ok("https://play.example.org".to_owned()));
        assert_eq!(origin("http://house:7878"), Ok("http://house:7878".to_owned()));
        assert_eq!(origin("http://[fd00::1]:7878"), Ok("http://[fd00::1]:7878".to_owned()));
        for wrong in [
            "play.example.org",
            "ftp://x",
            "https://",
            "https://x/games",
            "https://u:p@x",
            "https://x:",
            "https://x:99999",
            "https://a b",
            "https://x?y",
            "javascript:alert(1)",
        ] {
            let sentence = origin(wrong).unwrap_err();
            assert!(sentence.contains("is no address that browsers could see"), "{sentence}");
        }
    }
}
