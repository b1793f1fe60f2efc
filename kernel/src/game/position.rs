//! Positions: what is on the ground of a table, as some eyes see it.

use super::scene::{Counter, Feature, Mark, PanelLine};
use super::{PieceId, PlaceId};
use serde::Serialize;

/// All that may change on a table. Places and pieces stand in the order of their handles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Position {
    /// What lies in places; those are left out of which there is nothing to say.
    pub places: Vec<AtPlace>,
    /// What runs over the ground for a while, or changes hands: barrages, smoke, trenches.
    pub overlays: Vec<Feature>,
    /// The pieces.
    pub pieces: Vec<Counter>,
    /// What stands beside the table: turn, phase, countdown, points, each with its rule.
    pub panel: Vec<PanelLine>,
}

/// What lies in a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AtPlace {
    /// The place.
    pub id: PlaceId,
    /// What is there now, in words.
    pub about: String,
    /// Markers that lie there.
    pub marks: Vec<Mark>,
}

impl AtPlace {
    /// Is there anything to say?
    pub fn is_something(&self) -> bool {
        !self.about.is_empty() || !self.marks.is_empty()
    }
}

impl Position {
    /// As JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a position is plain data")
    }

    /// The version of a position: the digest of its text. It tells those who see the position nothing that they do not
    /// see, and changes whenever it does.
    pub fn version(&self) -> String {
        super::ground::digest(&self.text())
    }

    /// The piece of this handle.
    pub fn piece(&self, id: PieceId) -> Option<&Counter> {
        self.pieces.binary_search_by_key(&id, |piece| piece.id).ok().map(|at| &self.pieces[at])
    }
}
