//! R20: an army in its places.

use super::market::List;
use crate::barrage::BarrageKind;
use crate::command::Command;
use crate::unit::{Kind, Quality};
use field::grid::Square;
use kernel::prelude::*;
use kernel::scenario::SideCard;
use serde::{Deserialize, Serialize};

/// An army in its places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmyList {
    /// What it is called: '5th Division'.
    pub name: String,
    /// Whose it is, for its colours; one of [`kernel::scenario::ARMIES`].
    pub army: &'static str,
    /// What its player should know before he begins.
    pub briefing: String,
    /// The quality of its higher command (R16).
    pub command: Command,
    /// The quality of its guns, for barrages (22:deviation).
    pub guns: Command,
    /// Its assets (R15).
    pub assets: Vec<Asset>,
    /// Its units.
    pub units: Vec<Listed>,
    /// Where its commander stands.
    pub commander: Square,
}

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

/// An army before all of it has places.
pub(super) struct Draft {
    pub(super) card: SideCard,
    pub(super) command: Command,
    pub(super) guns: Command,
    pub(super) assets: Vec<Asset>,
    pub(super) units: Vec<Listed<Option<Start>>>,
    pub(super) commander: Option<Square>,
    /// The points that it may cost, and the list that it must be of.
    pub(super) budget: Option<(u16, Option<List>)>,
    /// What chance decides of its places.
    pub(super) seed: u64,
}

impl Draft {
    /// The names of its units.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.units.iter().map(|unit| unit.name.clone())
    }
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

    /// What is told of it.
    pub(super) fn card(&self) -> SideCard {
        SideCard { name: self.name.clone(), army: self.army, briefing: self.briefing.clone() }
    }
}
