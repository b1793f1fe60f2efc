//! Random names and secrets, and the hashes that are kept of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a game: 100 random bits, so that it cannot be guessed by those who were not told.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(String);

impl GameId {
    /// A new name.
    pub fn random() -> GameId {
        GameId(random_word(20))
    }

    /// A name from the first of some bytes.
    pub(crate) fn of_bytes(bytes: &[u8; 32]) -> GameId {
        GameId(word(&bytes[..20]))
    }

    /// A name that was given; `None` where it cannot be one.
    pub fn read(text: &str) -> Option<GameId> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        ((8..=40).contains(&text.len()) && text.chars().all(plain)).then(|| GameId(text.to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A secret that a browser holds: of a seat's link, or of its cookie. It is never written to a log or a store.
pub(crate) struct Secret(String);

impl Secret {
    /// A new secret of 160 bits.
    pub(crate) fn random() -> Secret {
        Secret(random_word(32))
    }

    /// A secret that was sent; `None` where it cannot be one.
    pub(crate) fn read(text: &str) -> Option<Secret> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        ((26..=64).contains(&text.len()) && text.chars().all(plain)).then(|| Secret(text.to_owned()))
    }

    /// A code that is typed in as a secret: it is short, so it holds for minutes only and behind a rate.
    pub(crate) fn of_code(code: &str) -> Secret {
        Secret(format!("code {code}"))
    }

    /// The secret itself, to be handed to whom it belongs.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// What is kept of it. The secret is random and long, so a plain hash is enough.
    pub(crate) fn kept(&self) -> Kept {
        Kept(
            blake3::Hasher::new_derive_key("sandtable 2026-11 kept hash of a secret")
                .update(self.0.as_bytes())
                .finalize()
                .to_hex()
                .to_string(),
        )
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The hash of a secret.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kept(String);

impl Kept {
    /// As text, for the store.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Thirty-two bytes from the system.
pub(crate) fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

/// A random number from the system.
pub(crate) fn random_number() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hexadecimal digits as bytes.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let value = |digit: u8| (digit as char).to_digit(16).map(|value| value as u8);
    let pair = |pair: &[u8]| Some(value(pair[0])? << 4 | value(pair[1])?);
    if digits.len().is_multiple_of(2) { digits.chunks(2).map(pair).collect() } else { None }
}

/// Letters of five random bits each: no vowels that make words, no figures that look like letters.
pub(crate) fn random_word(letters: usize) -> String {
    let mut bytes = vec![0_u8; letters];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    word(&bytes)
}

pub(crate) fn word(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789bcdfghjkmnpqrstvwxyzae";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_secret_does_not_hold_it() {
        let secret = Secret::random();
        assert!(!secret.kept().as_str().contains(secret.expose()));
        assert!(!format!("{secret:?}").contains(secret.expose()));
        assert_eq!(Secret::read(secret.expose()).unwrap().kept(), secret.kept());
    }

    #[test]
    fn hexadecimal_digits_come_back_as_the_bytes_they_were() {
        assert_eq!(hex(&[0, 15, 255]), "000fff");
        assert_eq!(unhex("000fff"), Some(vec![0, 15, 255]));
        assert_eq!((unhex("0"), unhex("zz"), unhex("")), (None, None, Some(vec![])));
    }

    #[test]
    fn a_name_with_other_letters_is_no_game() {
        assert!(GameId::read(GameId::random().as_str()).is_some());
        assert!(GameId::read("../../etc").is_none() && GameId::read("short").is_none());
    }
}
