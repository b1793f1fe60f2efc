//! What a later release needs to go on with a game whose rules have changed.

use crate::procedure::Value;
use serde::{Deserialize, Serialize};

/// A game as it stood after an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot<S = Value> {
    /// The entry.
    pub entry: u32,
    /// How many asks each seat was given, so that no number comes twice.
    pub given: Vec<u32>,
    /// The whole state, as JSON: what a later release adds to it must have a default.
    pub state: S,
}
