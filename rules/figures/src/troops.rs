//! Men: how good they are, how they stand, and what covers them (R2, R13).

use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// How good men are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Green troops.
    Green,
    /// Ordinary troops.
    #[default]
    Average,
    /// Crack troops.
    Crack,
    /// Elite troops.
    Elite,
}

/// How a squad stands. It says how far apart its figures are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// In line, figures 1 inch apart.
    #[default]
    Line,
    /// In open order, figures 2 inches apart.
    OpenOrder,
    /// In skirmish order, figures 3 inches apart.
    Skirmish,
}

impl Formation {
    /// In a sentence: 'forms open order'.
    pub const fn words(self) -> &'static str {
        match self {
            Formation::Line => "line",
            Formation::OpenOrder => "open order",
            Formation::Skirmish => "skirmish order",
        }
    }
}

/// What covers men: the best of what there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Cover {
    /// Nothing.
    #[default]
    NoCover,
    /// Soft cover: hedges, woods, shelled ground.
    SoftCover,
    /// Hard cover: walls, buildings, dugouts.
    HardCover,
    /// A trench, which is hard cover and can be enfiladed.
    Trench,
    /// A bunker; for morale and in melee it is hard cover.
    Bunker,
}

/// Enemy armour that weighs on morale: in sight within 20 inches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Armour {
    /// None.
    #[default]
    NoArmour,
    /// A tank or an armoured car.
    TankOrCar,
    /// A tank in 1916, when nobody had seen one.
    #[allow(clippy::enum_variant_names, reason = "the word a player types")]
    TankIn1916,
}

impl Formation {
    /// Inches from figure to figure (R2).
    pub fn spacing(self) -> i64 {
        match self {
            Formation::Line => 1,
            Formation::OpenOrder => 2,
            Formation::Skirmish => 3,
        }
    }
}

impl Cover {
    /// Soft cover, and nothing better.
    pub fn is_soft(self) -> bool {
        self == Cover::SoftCover
    }

    /// Hard cover as fire sees it: a trench is (R13), a bunker is better still.
    pub fn is_hard(self) -> bool {
        matches!(self, Cover::HardCover | Cover::Trench)
    }

    /// Hard cover as morale and melee see it, which have no line for bunkers.
    pub fn is_hard_or_better(self) -> bool {
        self.is_hard() || self == Cover::Bunker
    }

    /// Melee 6 Is it a fixed defence, which holds winners back? Hard cover is where it is a dugout or was prepared.
    pub fn is_fixed(self, prepared: bool) -> bool {
        matches!(self, Cover::Trench | Cover::Bunker) || (self == Cover::HardCover && prepared)
    }
}
