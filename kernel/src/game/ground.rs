//! The ground of a game: all that is drawn and never changes while it is played.

use super::scene::{Area, Feature, Shape, Spot};
use super::{PlaceId, hex};
use serde::Serialize;

/// What never changes on a table, and what everybody sees: it is sent once and known by its digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ground {
    /// What is being played.
    pub title: String,
    /// Width and height in table units.
    pub size: Spot,
    /// Does it lie on a board of squares? Then the size of one, in table units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub square: Option<i64>,
    /// Pieces of ground, from the bottom up.
    pub areas: Vec<Area>,
    /// Roads, streams, wire: what runs over the ground.
    pub features: Vec<Feature>,
    /// Named places that can be picked and spoken of.
    pub sites: Vec<Site>,
}

/// A named place, as far as it never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Site {
    /// Its handle.
    pub id: PlaceId,
    /// What it is called: 'C4'.
    pub name: String,
    /// What is always there, in words, for those who hear the table read out.
    pub about: String,
    /// Where.
    pub shape: Shape,
}

impl Ground {
    /// As JSON: what is sent, and what the digest is taken of.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a ground is plain data")
    }

    /// The digest of its text, in hexadecimal.
    pub fn digest(&self) -> String {
        digest(&self.text())
    }
}

/// The digest by which a text is known that is sent once, in 32 hexadecimal digits.
pub(super) fn digest(text: &str) -> String {
    hex(&blake3::hash(text.as_bytes()).as_bytes()[..16])
}
