//! R20: an army in its places.

use crate::barrage::BarrageKind;
use crate::command::Command;
use crate::unit::{Kind, Quality};
use field::grid::Square;
use kernel::prelude::*;
use kernel::scenario::SideCard;
use serde::{Deserialize, Serialize};

/// An army in its places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmyList<A = Start, C = Square> {
    /// What is told of it.
    pub card: SideCard,
    /// The quality of its higher command (R16).
    pub command: Command,
    /// The quality of its guns, for barrages (22:deviation).
    pub guns: Command,
    /// Its assets (R15).
    pub assets: Vec<Asset>,
    /// Its units.
    pub units: Vec<Listed<A>>,
    /// Where its commander stands.
    pub commander: C,
}

/// An army before all of it has places.
pub(super) type Draft = ArmyList<Option<Start>, Option<Square>>;

/// An asset of an army (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Asset {
    /// What it is.
    pub kind: AssetKind,
    /// It comes on this or more.
    pub on: u8,
}

/// What an asset can be (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetKind {
    /// A suppression barrage.
    #[default]
    Suppression,
    /// A point effect barrage.
    PointEffect,
    /// A rolling barrage; the attacker's only.
    Rolling,
    /// A gas barrage.
    Gas,
    /// A shock assault: 3 dice more in one assault.
    ShockAssault,
}

/// A unit of an army; one that is to be placed may have no start yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Listed<A = Start> {
    /// Its name: '2nd Suffolks'.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// Where it begins.
    pub at: A,
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Start {
    /// In a square.
    Square(Square),
    /// In reserve; it comes as a reinforcement.
    Reserve,
}

impl AssetKind {
    /// The barrage that it is, where it is one.
    pub const fn barrage(self) -> Option<BarrageKind> {
        match self {
            AssetKind::Suppression => Some(BarrageKind::Suppression),
            AssetKind::PointEffect => Some(BarrageKind::PointEffect),
            AssetKind::Rolling => Some(BarrageKind::Rolling),
            AssetKind::Gas => Some(BarrageKind::Gas),
            AssetKind::ShockAssault => None,
        }
    }
}

impl ArmyList {
    /// Bases at full strength (R2): 4 for infantry and cavalry, 1 for all others.
    pub fn bases(&self) -> u16 {
        self.units.iter().map(|unit| u16::from(unit.kind.half_bases() / 2)).sum()
    }

    /// The units that begin in this square.
    pub fn at(&self, square: Square) -> impl Iterator<Item = &Listed> {
        self.units.iter().filter(move |unit| unit.at == Start::Square(square))
    }

    /// How many units begin in reserve.
    pub fn reserve(&self) -> usize {
        self.units.iter().filter(|unit| unit.at == Start::Reserve).count()
    }
}
