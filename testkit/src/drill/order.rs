//! What a seat answers.

use super::state::{Stance, UnitId};
use field::Point;
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// D2 Hide all scouts. It is one order, however many there are, so that nobody can count.
    Hide {
        /// Where each of them hides.
        at: Vec<Point>,
    },
    /// D3 Plot a stance.
    Plot {
        /// Which.
        stance: Stance,
    },
    /// D4 Move a unit.
    Move {
        /// Which.
        unit: UnitId,
        /// The ends of its legs.
        path: Vec<Point>,
        /// The facing at the end, in degrees: that of the last leg, or one of the eight for an inch more.
        facing: u16,
    },
    /// D6 Fire with a unit that acts.
    Fire {
        /// Which.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// D11 Throw a burst with a mortar.
    Burst {
        /// Which.
        unit: UnitId,
        /// Where to.
        at: Point,
    },
    /// D11 Lay smoke with a mortar.
    Smoke {
        /// Which.
        unit: UnitId,
        /// Where to.
        at: Point,
    },
    /// D7 Look out for scouts.
    LookOut {
        /// With which unit.
        unit: UnitId,
    },
    /// D4 Act no more this turn.
    Pass,
    /// D5 Fire at the mover.
    React {
        /// With which unit, or which scout in hiding.
        unit: UnitId,
    },
    /// D5 Hold fire.
    Hold,
    /// D6 Place the first hit.
    TakeHit {
        /// Upon whom.
        unit: UnitId,
    },
    /// D6 Share out the other hits.
    ShareHits {
        /// How many fall upon each of those who may be hit.
        shares: Vec<u8>,
    },
}
