//! 26: assaults, from both pools through hit placement, saves, outcome, after-hits and withdrawal.

pub mod chain;
pub mod dice;
mod odds;
mod procedure;

pub use chain::{AssaultChain, Ending, Stage};
pub use odds::verdict_odds;
pub use procedure::{Assaults, procedure};

use crate::hits::Placing;
use crate::unit::{Defences, Ground, Kind, Unit, check_square, check_units};
use kernel::prelude::*;

/// A square that assaults another.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Assault {
    /// The units that assault from the main square: infantry, mounted cavalry, tanks and armoured cars.
    #[field(rule = "26:assaulter", min = 1, max = 6, default = vec![Unit::default(); 3])]
    pub assaulters: Vec<Unit>,
    /// Other units of the main square, each worth its 1 die: machine guns and guns.
    #[field(rule = "26:other-unit", max = 4)]
    pub present: Vec<Unit>,
    /// Additional assaulting units from other squares, at most 2 a face.
    #[field(rule = "26:additional-unit", max = 6)]
    pub additional: Vec<Unit>,
    /// Where the main square lies, seen from the target.
    #[field(rule = "R9")]
    pub from: Face,
    /// Squares that support the assaulter.
    #[field(rule = "R8", max = 4)]
    pub supports: u8,
    /// The assaulting square lies under a barrage, gas included: it cannot claim its supports.
    #[field(rule = "22:no-support")]
    pub from_barrage: bool,
    /// A winning-the-fight marker in the assaulting square.
    #[field(rule = "26:winning-the-fight")]
    pub winning_the_fight: bool,
    /// A fighting-bonus marker in the assaulting square.
    #[field(rule = "26:fighting-bonus")]
    pub fighting_bonus: bool,
    /// A shock assault asset is used.
    #[field(rule = "26:shock-assault")]
    pub shock_assault: bool,
    /// The assaulting square is on a hill.
    #[field(rule = "26:hill")]
    pub from_hill: bool,
    /// The units of the target square.
    #[field(rule = "26:target", min = 1, max = 6, default = vec![Unit::default(); 2])]
    pub target: Vec<Unit>,
    /// The scenery of the target square.
    #[field(rule = "R1")]
    pub ground: Ground,
    /// The defences of the target square.
    #[field(rule = "R1")]
    pub defences: Defences,
    /// Squares that support the target.
    #[field(rule = "R8", max = 4)]
    pub target_supports: u8,
    /// A winning-the-fight marker in the target square.
    #[field(rule = "26:target-winning-the-fight")]
    pub target_winning: bool,
    /// Barrage markers in the target square, gas included. With any of them it cannot claim its supports.
    #[field(rule = "26:target-barrage-marker", max = 6)]
    pub barrage_markers: u8,
    /// The square behind the target is held by the enemy or closed by a barrage, so it can neither withdraw nor retire.
    #[field(rule = "26:cannot-withdraw")]
    pub cut_off: bool,
    /// What the target does.
    #[field(rule = "26:retire")]
    pub answer: TargetAnswer,
    /// How the target's owner places hits: the first 2 on his own units, and the later ones on the assaulter's.
    #[field(rule = "26:place-first")]
    pub target_places: OwnAndOther,
    /// How the assaulter places hits: the first 2 on his own units, and the later ones on the target's.
    #[field(rule = "26:place-rest")]
    pub assaulter_places: OwnAndOther,
}

/// Where an assault comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Face {
    /// Across the face towards the enemy base edge.
    #[default]
    Front,
    /// Across a side face.
    Flank,
    /// Across the face towards the target's own base edge.
    Rear,
}

/// What a target does when it is assaulted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum TargetAnswer {
    /// It stands and fights.
    #[default]
    Stand,
    /// It retires before the assault.
    Retire,
}

/// How a player places hits on his own units and on the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum OwnAndOther {
    /// His own first hits on the units that save best, the others' on those that save worst.
    #[default]
    Shrewd,
    /// All hits in the order the units are listed.
    Listed,
}

impl OwnAndOther {
    fn own(self) -> Placing {
        match self {
            OwnAndOther::Shrewd => Placing::Toughest,
            OwnAndOther::Listed => Placing::Listed,
        }
    }

    fn other(self) -> Placing {
        match self {
            OwnAndOther::Shrewd => Placing::Weakest,
            OwnAndOther::Listed => Placing::Listed,
        }
    }
}

impl Assault {
    /// Does mounted cavalry have only 1 die here (26:mounted-cavalry-limit)? In or against woods, buildings, defences
    /// and rough hills; a fort counts as trenches (R1).
    fn hampers_cavalry(&self) -> bool {
        self.ground.is_woods_or_buildings() || self.ground == Ground::RoughHill || self.defences != Defences::None
    }

    /// 22:no-support The support squares that each side can claim, the assaulter's first: none from a barrage square.
    pub fn claimed_supports(&self) -> (u8, u8) {
        let claimed = |supports, barraged| if barraged { 0 } else { supports };
        (claimed(self.supports, self.from_barrage), claimed(self.target_supports, self.barrage_markers > 0))
    }

    fn main_square(&self) -> Vec<Unit> {
        self.assaulters.iter().chain(&self.present).cloned().collect()
    }

    /// Refuses what cannot assault, and a square with too much in it (R4, R7).
    fn check(&self) -> Result<(), Refusal> {
        check_square("assaulters", &self.main_square())?;
        check_units("additional", &self.additional)?;
        check_square("target", &self.target)?;
        for (field, units) in [("assaulters", &self.assaulters), ("additional", &self.additional)] {
            if let Some(unit) = units.iter().find(|unit| !can_assault(unit.kind)) {
                let kinds = "infantry, mounted cavalry, tanks and armoured cars assault (R7)";
                return Err(Refusal::field(field, format!("{field} has a {}, but only {kinds}", unit.kind)));
            }
        }
        if self.cut_off && self.answer == TargetAnswer::Retire {
            return Err(Refusal::field(
                "answer",
                "answer is given as 'retire', but a target that is cut-off cannot retire",
            ));
        }
        Ok(())
    }
}

/// R7: infantry, mounted cavalry, tanks and armoured cars assault.
pub fn can_assault(kind: Kind) -> bool {
    matches!(kind, Kind::Infantry | Kind::MountedCavalry) || kind.is_tank() || kind.is_armoured_car()
}

#[cfg(test)]
mod tests;
