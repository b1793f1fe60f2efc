//! What is pending within a step. The last frame is what the game is at; the others wait for it.

use super::fight::Fight;
use super::way_back::WayBack;
use super::{Side, Square, SquareSet, Units, Wounds};
use crate::barrage::BarrageKind;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Something pending.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Frame {
    /// Hits are being placed and saved.
    Hits(Wounds),
    /// A barrage has come and is to be laid.
    Lay(Laying),
    /// A barrage falls on its squares one after the other; the next of those that are left is the last.
    Barrage { laying: Laying, left: SmallVec<[Square; 15]> },
    /// Gas hits its squares one after the other (19:gas-hits).
    Gas { left: SquareSet },
    /// A square retires or runs (28).
    Retreat(Retreat),
    /// An assault (26).
    Assault(Fight),
    /// Reinforcements that have come and are to be put on the table (29).
    Arrivals { units: Units, by_road: bool },
}

impl Frame {
    /// The hits that are to be placed next; in an assault those on the target come first.
    pub(super) fn wounds(&self) -> Option<&Wounds> {
        let both = match self {
            Frame::Hits(wounds) | Frame::Retreat(Retreat { wounds, .. }) => [Some(wounds), None],
            Frame::Assault(fight) => [fight.on_target.as_ref(), fight.on_assaulter.as_ref()],
            _ => [None, None],
        };
        both.into_iter().flatten().find(|wounds| wounds.placing().is_some())
    }

    /// All hits in it, to be placed.
    pub(super) fn all_wounds(&mut self) -> impl Iterator<Item = &mut Wounds> {
        let both = match self {
            Frame::Hits(wounds) | Frame::Retreat(Retreat { wounds, .. }) => [Some(wounds), None],
            Frame::Assault(fight) => [fight.on_target.as_mut(), fight.on_assaulter.as_mut()],
            _ => [None, None],
        };
        both.into_iter().flatten()
    }
}

/// A barrage that has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Laying {
    pub kind: BarrageKind,
    pub side: Side,
    /// It is the preliminary barrage of R6, whose markers do not stay.
    pub preliminary: bool,
}

/// A square that falls back after a morale test.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Retreat {
    pub from: Square,
    /// The units that tested there.
    pub units: Units,
    pub to: WayBack,
    /// The 6 hits of a barred way are being taken.
    pub cornered: bool,
    /// The hit that comes first, or those 6.
    pub wounds: Wounds,
}
