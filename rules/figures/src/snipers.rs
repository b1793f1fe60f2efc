//! Snipers: fire with a sniper's factors.

use crate::fire::{Fire, Firing, Stage, check_keeping_down};
use crate::seats::FIRER;
use crate::troops::{Cover, Formation, Quality};
use crate::weapons::Weapon;
use kernel::prelude::*;

/// A sniper who fires.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Sniper {
    /// Inches to the nearest figure of the target.
    #[field(rule = "Firing:figures-sniper", max = 60, default = 30)]
    pub range: u8,
    /// How good he is.
    #[field(rule = "Fire modifiers:sniper", default = Quality::Crack)]
    pub quality: Quality,
    /// Inches between him and his unit; nearer than 6 he fires as a lone rifleman.
    #[field(rule = "Snipers 1", max = 24, default = 6)]
    pub from_unit: u8,
    /// He is of the British Expeditionary Force.
    #[field(rule = "Fire modifiers:bef")]
    pub bef: bool,
    /// His fire comes within 30 degrees of the target's own line; it counts against a line or a trench.
    #[field(rule = "R6")]
    pub enfilade: bool,
    /// The target's cover, the best of what it has.
    #[field(rule = "R6")]
    pub cover: Cover,
    /// The target keeps down, which it can only in a trench.
    #[field(rule = "R15")]
    pub keeping_down: bool,
    /// The target's formation.
    #[field(rule = "R6")]
    pub formation: Formation,
    /// The target is prone.
    #[field(rule = "Fire modifiers:prone")]
    pub prone: bool,
    /// Figures of the target that can be hit, specialists included.
    #[field(rule = "Firing:casualties", min = 1, max = 20, default = 3)]
    pub target: u8,
    /// Specialists among them: officers, gunners and the like.
    #[field(rule = "Firing:specialists", max = 6, default = 1)]
    pub specialists: u8,
}

impl Sniper {
    /// Snipers 1: at least 6 inches from his unit he counts as a sniper, otherwise as a lone rifleman (R4).
    ///
    /// He must have been at rest for a move, so his fire is aimed.
    pub fn fire(&self) -> Fire {
        let weapon = if self.from_unit >= FROM_UNIT { Weapon::Sniper } else { Weapon::Rifle };
        Fire {
            weapon,
            figures: 1,
            range: self.range,
            quality: self.quality,
            aimed: true,
            bef: self.bef,
            belt_fed: false,
            crew_lost: 0,
            enfilade: self.enfilade,
            cover: self.cover,
            keeping_down: self.keeping_down,
            formation: self.formation,
            prone: self.prone,
            target: self.target,
            specialists: self.specialists,
        }
    }

    fn begin(&self) -> (Firing, Stage) {
        Firing::begin(&self.fire())
    }
}

/// Inches from his unit at which a man counts as a sniper.
const FROM_UNIT: u8 = 6;

/// A sniper's fire.
pub fn procedure() -> impl Procedure<Situation = Sniper> {
    let card = Card {
        name: "sniper",
        title: "Sniper",
        rule: Rule("Snipers"),
        about: "What does a sniper hit who has been at rest for a move?",
        seat: FIRER,
    };
    Chained::new(card, Sniper::begin).checked(|sniper| check_keeping_down(sniper.keeping_down, sniper.cover))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn chance_to_hit(sniper: &Sniper) -> Ratio {
        let (firing, stage) = sniper.begin();
        of_chain(&Budget::default(), &firing, &Dist::certain(stage)).dist.chance_that(|lost| lost.casualties > 0)
    }

    #[test]
    fn snipers_1_a_sniper_fires_as_4_figures_two_tables_up() {
        // Average at 48 inches: 1 + 1 aimed + 2 sniper is table 4; under 4 figures it hits on 1 to 3.
        let sniper = Sniper { range: 48, quality: Quality::Average, ..Sniper::default() };
        assert_eq!(chance_to_hit(&sniper), ratio(1, 2));
    }

    #[test]
    fn snipers_1_within_6_inches_of_his_unit_he_is_a_lone_rifleman() {
        let beside = Sniper { from_unit: 5, ..Sniper::default() };
        assert_eq!(chance_to_hit(&beside), ratio(1, 6));
        assert!(chance_to_hit(&Sniper { from_unit: 6, ..beside }) > ratio(1, 6));
    }

    #[test]
    fn r15_his_target_keeps_down_only_in_a_trench() {
        let down = Sniper { cover: Cover::Trench, keeping_down: true, ..Sniper::default() };
        assert_eq!(chance_to_hit(&down), ratio(0, 1));
        let check = |sniper: &Sniper| Procedure::check(&procedure(), sniper);
        assert!(check(&down).is_ok());
        assert!(check(&Sniper { cover: Cover::HardCover, ..down }).is_err());
    }
}
