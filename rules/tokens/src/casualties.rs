//! Casualty rolls: a D6 for each hit, and one further marker if any succeeds.

use crate::charts;
use crate::units::{Ground, Kind};
use kernel::prelude::*;

/// Hits on a unit, by which weapon, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Casualties {
    pub(crate) hits: u8,
    pub(crate) by: Kind,
    pub(crate) ground: Ground,
}

/// The rolls as they fell: did any succeed?
pub(crate) struct CasualtyRolls {
    pub(crate) further: bool,
    pub(crate) explained: Explanation,
}

impl Casualties {
    /// Casualty rolls: a D6 for each hit; 3+, 4+, 5+ or 6 succeeds, by ground and weapon.
    pub(crate) fn roll(self, why: Why, dice: &mut dyn Dice) -> CasualtyRolls {
        let (row, rule) = self.row();
        let throw = dice.hits(self.hits.into(), charts::CASUALTIES.number(row, NEEDS) as u8, why);
        let further = throw.reading > 0;
        let cell = charts::CASUALTIES.cell(row, NEEDS);
        CasualtyRolls { further, explained: Explanation::of(rule, "casualty rolls").cell(cell).throw(throw) }
    }

    /// The row of the chart; the 3+ of machine guns and artillery is for the open only.
    fn row(self) -> (&'static str, Rule) {
        match self.ground {
            Ground::Open if self.by.is_machine_guns_or_artillery() => {
                ("in the open, hit by MG or artillery", Rule("Casualty rolls:open-mg-artillery"))
            }
            Ground::Open => ("in the open", Rule("Casualty rolls:open")),
            Ground::Cover => ("in cover, ruins or buildings", Rule("Casualty rolls:cover")),
            Ground::Fortifications => ("in fortifications or trenches", Rule("Casualty rolls:fortifications")),
        }
    }
}

const NEEDS: &str = "needs";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::FIRER;
    use kernel::odds::{Ratio, odds, ratio};

    fn further(hits: u8, by: Kind, ground: Ground) -> Ratio {
        let why = Why::high("casualty rolls", FIRER);
        odds(|dice| Casualties { hits, by, ground }.roll(why, dice).further)[&true].clone()
    }

    #[test]
    fn casualty_rolls_open_succeed_on_4() {
        assert_eq!(further(1, Kind::Infantry, Ground::Open), ratio(3, 6));
        assert_eq!(further(1, Kind::MountedCavalry, Ground::Open), ratio(3, 6));
    }

    #[test]
    fn casualty_rolls_open_mg_artillery_is_of_the_weapon_that_hit() {
        for weapon in [Kind::MachineGuns, Kind::FieldGuns, Kind::HeavyGuns] {
            assert_eq!(further(1, weapon, Ground::Open), ratio(4, 6), "{weapon}");
        }
    }

    #[test]
    fn casualty_rolls_cover_succeed_on_5_whatever_the_weapon() {
        assert_eq!(further(1, Kind::Infantry, Ground::Cover), ratio(2, 6));
        assert_eq!(further(1, Kind::HeavyGuns, Ground::Cover), ratio(2, 6));
    }

    #[test]
    fn casualty_rolls_fortifications_succeed_on_a_6() {
        assert_eq!(further(1, Kind::MachineGuns, Ground::Fortifications), ratio(1, 6));
    }

    #[test]
    fn morale_markers_further_marker_needs_one_success_of_all_rolls() {
        assert_eq!(further(3, Kind::Infantry, Ground::Open), ratio(7, 8));
    }

    #[test]
    fn better_ground_never_costs_more() {
        for by in [Kind::Infantry, Kind::MachineGuns] {
            let odds: Vec<_> = Ground::ALL.iter().map(|&ground| further(2, by, ground)).collect();
            assert!(odds.is_sorted_by(|a, b| a >= b), "{by}");
        }
    }
}
