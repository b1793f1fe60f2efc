//! Units on the table, and the blocks that they are (R13, R23).

use super::{Battle, Side};
use crate::units::{Kind, Quality, Unit};
use field::{Circle, Facing, Footprint, Formation, INCH, Point, Rectangle};
use serde::{Deserialize, Serialize};

/// A unit by its place in the army lists, the attacker's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// A unit as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is; cavalry mounts and dismounts (R16).
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// The bases it has left.
    pub bases: u8,
    /// Morale markers on it.
    pub markers: u8,
    /// Command tokens on it, until the turn ends (R1).
    pub tokens: u8,
    /// Where its middle is.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
    /// Is it in column (R23)? Guns in column are limbered (R16).
    pub column: bool,
    /// Has it completed a move of an inch or more this turn (R6)?
    pub moved: bool,
    /// Has the active player activated it this turn (R2)?
    pub activated: bool,
    /// Has it tried to rally this turn (R10)?
    pub rallied: bool,
    /// Firings that a battery has left (R20).
    pub firings: u8,
    /// Has the battery laid its smoke (R8)?
    pub smoked: bool,
    /// Is it on the table?
    pub place: Place,
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On the table.
    Table,
    /// It has left by the scenario's exit (R26).
    Left,
    /// It has no base left, or was driven off the table.
    Lost,
}

/// A commander (R17).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Whose he is.
    pub side: Side,
    /// Where he is.
    pub at: Point,
    /// Has he moved this turn?
    pub moved: bool,
    /// Is he lost?
    pub lost: bool,
}

/// R13 A base is 2 inches wide and 1 inch deep.
pub(super) const BASE: (i64, i64) = (2 * INCH, INCH);
/// The base of a commander.
pub(super) const LEADER: i64 = INCH;

/// R23 The block of a unit: its bases side by side, or one behind the other.
pub fn block(middle: Point, facing: Facing, bases: u8, column: bool) -> Rectangle {
    let bases = i64::from(bases.max(1));
    let (width, depth) = if column { (BASE.0, BASE.1 * bases) } else { (BASE.0 * bases, BASE.1) };
    Rectangle { middle, width, depth, facing }
}

impl Piece {
    /// A unit as its scenario has it.
    pub(super) fn of(side: Side, battle: &Battle, id: UnitId) -> Piece {
        let listed = battle.unit(id);
        Piece {
            side,
            kind: listed.kind,
            quality: listed.quality,
            bases: listed.bases,
            markers: 0,
            tokens: 0,
            at: listed.at,
            facing: listed.facing,
            column: listed.column,
            moved: false,
            activated: false,
            rallied: false,
            firings: listed.firings,
            smoked: !listed.kind.is_artillery(),
            place: Place::Table,
        }
    }

    /// Is it on the table?
    pub fn is_here(&self) -> bool {
        self.place == Place::Table
    }

    /// R23 The block that it is.
    pub fn block(&self) -> Rectangle {
        block(self.at, self.facing, self.bases, self.column)
    }

    /// The ground that it covers.
    pub fn base(&self) -> Footprint {
        self.block().into()
    }

    /// The unit as the dice see it.
    pub fn unit(&self) -> Unit {
        Unit { kind: self.kind, quality: self.quality, bases: self.bases, markers: self.markers }
    }

    /// The unit as it fires: a column with its leading base only (R23).
    pub fn firer(&self) -> Unit {
        let leads = self.column && !self.kind.is_artillery();
        Unit { bases: if leads { 1 } else { self.bases }, ..self.unit() }
    }

    /// R16 Are its guns limbered?
    pub fn is_limbered(&self) -> bool {
        self.kind.is_artillery() && self.column
    }

    /// The middles of its bases, were its block here.
    pub(super) fn bases_of(&self, block: &Rectangle) -> Vec<Point> {
        let count = self.bases.into();
        let formation = if self.column { Formation::column(count, BASE.1) } else { Formation::line(count, BASE.0) };
        formation.places(block.middle, block.facing)
    }
}

impl Leader {
    /// The ground that he covers.
    pub fn base(&self) -> Footprint {
        Circle { middle: self.at, diameter: LEADER }.into()
    }
}
