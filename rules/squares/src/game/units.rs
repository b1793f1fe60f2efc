//! R2: the units of a battle, by number, and sets of them.

use super::{Side, Square};
use crate::scenario::MOST_UNITS;
use crate::unit::{Kind, Quality, Unit};
use kernel::game::PieceId;
use serde::{Deserialize, Serialize};

/// A unit by its number: the attacker's first, in the order of the army lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct UnitId(pub u8);

/// The most units that both armies have together.
pub(super) const MOST_FIELDED: usize = 2 * MOST_UNITS;

impl From<UnitId> for u8 {
    fn from(unit: UnitId) -> u8 {
        unit.0
    }
}

impl TryFrom<u8> for UnitId {
    type Error = String;

    fn try_from(number: u8) -> Result<UnitId, String> {
        let known = usize::from(number) < MOST_FIELDED;
        known.then_some(UnitId(number)).ok_or_else(|| format!("there is no unit {number}"))
    }
}

/// A unit of the battle as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct Fielded {
    /// Cavalry changes (R17).
    pub kind: Kind,
    pub quality: Quality,
    pub side: Side,
    /// Half bases left (R2).
    pub left: u8,
    pub at: Station,
    /// Casualty markers on it (R3).
    pub casualties: u8,
    pub marks: Marks,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Station {
    /// In a square.
    On(Square),
    /// Off the table, waiting to arrive (29).
    Waiting,
    /// Lost for the game.
    Lost,
}

/// Marks of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(u8);

impl Marks {
    /// It has moved, or mounted, or dismounted this turn.
    pub const MOVED: Marks = Marks(1);
    /// It has assaulted this turn (R7).
    pub const FOUGHT: Marks = Marks(2);
    /// It has retired, run or withdrawn this turn.
    pub const RETIRED: Marks = Marks(4);
    /// It has shot this turn.
    pub const SHOT: Marks = Marks(8);
    /// It is winning the fight (R12).
    pub const WINNING: Marks = Marks(16);
    /// It has been marked so in its owner's current turn, so that the marker stays until the end of his next (R12).
    pub const FRESH: Marks = Marks(32);

    const OF_THE_TURN: u8 = 15;

    /// Is it marked so?
    pub const fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    /// Puts a mark on.
    pub fn put(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }

    /// Takes a mark off.
    pub fn take(&mut self, mark: Marks) {
        self.0 &= !mark.0;
    }

    /// R12 It is not winning any more.
    pub fn stop_winning(&mut self) {
        self.take(Marks::WINNING);
        self.take(Marks::FRESH);
    }

    /// Forgets what was done this turn.
    pub fn end_turn(&mut self) {
        self.0 &= !Marks::OF_THE_TURN;
    }
}

impl Fielded {
    /// The unit as situations have it.
    pub fn unit(&self) -> Unit {
        Unit { kind: self.kind, quality: self.quality, lost: self.kind.half_bases() - self.left }
    }

    /// The square it stands in.
    pub fn square(&self) -> Option<Square> {
        match self.at {
            Station::On(square) => Some(square),
            Station::Waiting | Station::Lost => None,
        }
    }
}

kernel::set_of!(
    /// A set of units.
    pub struct Units of UnitId, MOST_FIELDED
);

/// Something that stands on the table: a unit, or a commander.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A unit.
    Unit(UnitId),
    /// The higher command of a side.
    Commander(Side),
}

/// Commanders have handles beyond those of all units.
const COMMANDERS: PieceId = 1000;

impl Piece {
    /// Its handle.
    pub fn id(self) -> PieceId {
        match self {
            Piece::Unit(unit) => unit.0.into(),
            Piece::Commander(side) => COMMANDERS + side as PieceId,
        }
    }

    /// The piece of a handle.
    pub fn of(id: PieceId) -> Option<Piece> {
        match id {
            0..64 => Some(Piece::Unit(UnitId(id as u8))),
            COMMANDERS => Some(Piece::Commander(Side::Attacker)),
            _ if id == COMMANDERS + 1 => Some(Piece::Commander(Side::Defender)),
            _ => None,
        }
    }
}
