//! Units as they stand in a game.

use crate::scenario::Square;
use kernel::game::Secret;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A unit or a headquarters, by its place in the order of battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct UnitId(pub u16);

impl UnitId {
    /// Its place in lists of units.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Some units, in rising order.
pub type Units = SmallVec<[UnitId; 6]>;

/// Squares that are entered one after the other.
pub type Path = SmallVec<[Square; 6]>;

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Station {
    /// In a square.
    On(Square),
    /// It comes in a turn, at a road square of its own edge (R3, R40).
    Waiting { turn: u8, at: Square },
    /// Guns that are hidden until they fire (R28).
    Concealed(Secret<Square>),
    /// It has to be bought, and was not (R28).
    NotBought,
    /// Eliminated.
    Lost,
}

/// A unit in the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct Fielded {
    pub at: Station,
    /// Steps left.
    pub left: u8,
    pub marks: Marks,
    /// R30 Its corps now.
    pub corps: u8,
    /// The handle that eyes know it by, from 1; 0 as long as it has not been on the map.
    pub piece: u16,
    /// The next unit in its square.
    pub(super) next: Option<UnitId>,
    /// R22 Where it was when the movement of this phase began, if it has moved since.
    pub began: Option<Square>,
}

impl Fielded {
    /// The square it stands in.
    pub fn square(&self) -> Option<Square> {
        match self.at {
            Station::On(square) => Some(square),
            _ => None,
        }
    }
}

/// What lies on a unit: marks of the rules, and what it has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks(u16);

impl Marks {
    /// Interdicted (6.0).
    pub const INTERDICTED: Marks = Marks(1);
    /// Suppressed (6.0).
    pub const SUPPRESSED: Marks = Marks(1 << 1);
    /// Disrupted (6.0).
    pub const DISRUPTED: Marks = Marks(1 << 2);
    /// R8 Interdicted in a phase of its owner, so that the mark stays over the end of that phase.
    pub const FRESH_INTERDICTED: Marks = Marks(1 << 3);
    /// R8 Suppressed in a phase of its owner.
    pub const FRESH_SUPPRESSED: Marks = Marks(1 << 4);
    /// Tanks that are broken down (7.8).
    pub const BROKEN: Marks = Marks(1 << 5);
    /// It has moved, or changed its mode, in this phase.
    pub const MOVED: Marks = Marks(1 << 6);
    /// Guns that have fired this turn (R7).
    pub const FIRED: Marks = Marks(1 << 7);
    /// Tanks that have rolled for breakdown in this phase (R24).
    pub const ROLLED: Marks = Marks(1 << 8);
    /// It went over the top in this phase (8.7).
    pub const WENT: Marks = Marks(1 << 9);
    /// It did not go over the top, and does nothing more in this phase (R44).
    pub const STAYED: Marks = Marks(1 << 10);
    /// Guns whose fire was cancelled by counter-battery fire in this phase (R9).
    pub const SILENCED: Marks = Marks(1 << 11);
    /// A headquarters in supply mode (R11).
    pub const SUPPLY_MODE: Marks = Marks(1 << 12);
    /// It is named for an assault in this phase (R13).
    pub const COMMITTED: Marks = Marks(1 << 13);
    /// R39 It was driven into a full square and has to leave it.
    pub const CROWDED: Marks = Marks(1 << 14);

    /// Does it lie there?
    pub fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    /// Puts marks down.
    pub fn put(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }

    /// Takes marks away.
    pub fn take(&mut self, mark: Marks) {
        self.0 &= !mark.0;
    }

    /// All of both.
    #[must_use]
    pub const fn and(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}
