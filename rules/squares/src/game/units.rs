//! R2: the units of a battle, by number, and sets of them.

use super::{Side, Square};
use crate::scenario::MOST_UNITS;
use crate::unit::{Kind, Quality, Unit};
use kernel::game::PieceId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{BitAnd, BitOr, Not};

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
pub struct Fielded {
    /// What it is; cavalry changes (R17).
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// Whose it is.
    pub side: Side,
    /// Half bases left (R2).
    pub left: u8,
    /// Where it is.
    pub at: Station,
    /// Casualty markers on it (R3).
    pub casualties: u8,
    /// What it has done this turn, and whether it is winning the fight.
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

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Units(u64);

impl Units {
    /// No unit.
    pub const NONE: Units = Units(0);

    /// Is the unit in it?
    pub const fn has(self, unit: UnitId) -> bool {
        self.0 & (1 << unit.0) != 0
    }

    /// Puts a unit in.
    pub fn add(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit out.
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Is there none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Are all of these in the other set?
    pub const fn within(self, other: Units) -> bool {
        self.0 & !other.0 == 0
    }

    /// The units in it, by number.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| UnitId(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The first of them.
    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }

    /// One of them, counted from 0.
    pub fn nth(self, place: u32) -> Option<UnitId> {
        self.iter().nth(place as usize)
    }
}

impl FromIterator<UnitId> for Units {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Units {
        Units(units.into_iter().fold(0, |set, unit| set | 1 << unit.0))
    }
}

impl From<UnitId> for Units {
    fn from(unit: UnitId) -> Units {
        Units(1 << unit.0)
    }
}

impl BitOr for Units {
    type Output = Units;

    fn bitor(self, other: Units) -> Units {
        Units(self.0 | other.0)
    }
}

impl BitAnd for Units {
    type Output = Units;

    fn bitand(self, other: Units) -> Units {
        Units(self.0 & other.0)
    }
}

impl Not for Units {
    type Output = Units;

    fn not(self) -> Units {
        Units(!self.0)
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_seq(self.iter()) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Units, D::Error> {
        Ok(Vec::<UnitId>::deserialize(deserializer)?.into_iter().collect())
    }
}

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
