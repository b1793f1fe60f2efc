//! Units, their quality and the ground they stand on (R9, R13).

use crate::charts;
use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An infantry battalion.
    #[default]
    Infantry,
    /// A cavalry regiment on horseback.
    MountedCavalry,
    /// A cavalry regiment on foot: it moves as infantry and fires as cavalry.
    DismountedCavalry,
    /// A company of machine guns.
    MachineGuns,
    /// A battery of field guns.
    FieldGuns,
    /// A battery of heavy guns, which fires indirectly only.
    HeavyGuns,
}

/// How good a unit's men are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Poor troops: nerve 3.
    Poor,
    /// Regular troops: nerve 4.
    #[default]
    Regular,
    /// Trained troops: nerve 5.
    Trained,
    /// Elite troops: nerve 6.
    Elite,
}

/// Where a unit stands, as fire and casualty rolls ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Ground {
    /// In the open.
    #[default]
    Open,
    /// In cover: bushes, hedges, walls, ruins, buildings and the like.
    Cover,
    /// In fortifications or trenches; they are cover too.
    Fortifications,
}

/// A unit as the dice see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// The bases it has left.
    pub bases: u8,
    /// The morale markers on it.
    pub markers: u8,
}

impl Kind {
    /// Field or heavy guns: 'artillery' on the sheet.
    pub fn is_artillery(self) -> bool {
        matches!(self, Kind::FieldGuns | Kind::HeavyGuns)
    }

    /// Cavalry, mounted or dismounted.
    pub fn is_cavalry(self) -> bool {
        matches!(self, Kind::MountedCavalry | Kind::DismountedCavalry)
    }

    /// Machine guns or artillery, whose hits are the deadlier in the open.
    pub fn is_machine_guns_or_artillery(self) -> bool {
        self == Kind::MachineGuns || self.is_artillery()
    }

    /// Its row on the charts of what a unit is.
    pub fn row(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry battalion",
            Kind::MountedCavalry | Kind::DismountedCavalry => "cavalry",
            Kind::MachineGuns => "machine guns",
            Kind::FieldGuns | Kind::HeavyGuns => "artillery",
        }
    }

    /// Its row on the charts of how a unit moves, where dismounted cavalry is infantry (Moving:dismounted).
    pub fn moving_row(self) -> &'static str {
        if self == Kind::DismountedCavalry { Kind::Infantry.row() } else { self.row() }
    }

    /// What a player calls several of it.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::MountedCavalry => "mounted cavalry",
            Kind::DismountedCavalry => "dismounted cavalry",
            Kind::MachineGuns => "machine guns",
            Kind::FieldGuns => "field guns",
            Kind::HeavyGuns => "heavy guns",
        }
    }

    /// R9, R20 The bases it has at full strength, unless a scenario says otherwise.
    pub fn full_strength(self) -> u8 {
        charts::BASES.number(self.row(), "bases") as u8
    }

    /// R9 The most bases that a scenario may give it.
    pub fn most_bases(self) -> u8 {
        charts::BASES.number(self.row(), "most") as u8
    }

    /// A full move in inches, which is also how far it falls back (R9, R12).
    pub fn full_move(self) -> i32 {
        charts::MOVEMENT.number(self.moving_row(), "move")
    }
}

impl Quality {
    /// R9 The number of markers at which a unit of this quality breaks.
    pub fn nerve(self) -> i32 {
        charts::NERVE.number(self.name(), "nerve")
    }

    /// Elite or trained, which the modifiers do not tell apart.
    pub fn is_elite_or_trained(self) -> bool {
        matches!(self, Quality::Trained | Quality::Elite)
    }
}

impl Unit {
    /// R9 A unit of this kind, which has no more bases than its kind may have.
    pub fn of(kind: Kind, quality: Quality, bases: u8, markers: u8) -> Unit {
        Unit { kind, quality, bases: bases.min(kind.most_bases()), markers }
    }

    /// Does any morale marker lie on it? Where one modifies a roll, any number counts once.
    pub fn is_marked(&self) -> bool {
        self.markers > 0
    }
}
