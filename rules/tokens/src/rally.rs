//! R10: rallying.

use crate::charts;
use crate::seats::OWNER;
use crate::units::Quality;
use kernel::prelude::*;

kernel::modifiers! { Modifiers, MODIFIERS of charts::RALLY { commander, elite_or_trained, poor, enemy_near } }

/// A unit that spends its activation on rallying.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Rally {
    /// How good its men are.
    #[field(rule = "R10")]
    pub quality: Quality,
    /// A commander is within 6 inches.
    #[field(rule = "R10")]
    pub commander: bool,
    /// Inches to the nearest enemy; within 4 the unit may not rally, within 8 it is harder.
    #[field(rule = "R10", max = 24, default = 12)]
    pub enemy: u8,
}

kernel::outcomes! {
    /// Does it pull itself together?
    pub enum Rallied {
        /// Its markers stay.
        Shaken = "keeps its markers",
        /// One marker is taken off.
        Rallies = "takes one marker off",
    }
}

/// R10 Rally: 4 or more takes one marker off.
pub fn resolve_rally(rally: &Rally, dice: &mut dyn Dice) -> Resolved<Rallied> {
    let roll = dice.d6(Why::high("rally", OWNER));
    let total = modified(rally, Tally::base("roll", Rule("R10"), "1d6", roll.value()));
    let needed = charts::RALLY.number(ROW, NEEDS);
    let outcome = if total.total() >= needed { Rallied::Rallies } else { Rallied::Shaken };
    Explanation::of(Rule("R10"), "rally")
        .cell(charts::RALLY.cell(ROW, NEEDS))
        .throw(roll)
        .tally(total)
        .gives(outcome, Phrase::of("{}; a total of {} or more was needed").word(outcome.name()).number(needed))
}

/// The number that the die itself must come to.
pub(crate) fn number(rally: &Rally) -> i32 {
    charts::RALLY.number(ROW, NEEDS) - modified(rally, Tally::base("modifiers", Rule("R10"), "none", 0)).total()
}

fn modified(rally: &Rally, roll: Tally) -> Tally {
    roll.when(rally.commander, &MODIFIERS.commander)
        .when(rally.quality.is_elite_or_trained(), &MODIFIERS.elite_or_trained)
        .when(rally.quality == Quality::Poor, &MODIFIERS.poor)
        .when(rally.enemy <= ENEMY_NEAR, &MODIFIERS.enemy_near)
}

/// The rally of a unit.
pub fn procedure() -> impl Procedure<Situation = Rally> {
    let card = Card {
        name: "rally",
        title: "Rally",
        rule: Rule("R10"),
        about: "Does a unit take a morale marker off?",
        seat: OWNER,
    };
    Step::new(card, resolve_rally).checked(check)
}

pub(crate) fn check(rally: &Rally) -> Result<(), Refusal> {
    if rally.enemy > TOO_CLOSE {
        return Ok(());
    }
    Err(Refusal::field("enemy", format!("a unit may not rally within {TOO_CLOSE} inches of the enemy (R10)")))
}

/// R10 Inches to the enemy within which a unit may not rally.
const TOO_CLOSE: u8 = 4;
/// R10 Inches to the enemy within which rallying is harder.
const ENEMY_NEAR: u8 = 8;
const ROW: &str = "one marker is off";
const NEEDS: &str = "needs";

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn rallies(rally: &Rally) -> Ratio {
        odds(|dice| resolve_rally(rally, dice).outcome)[&Rallied::Rallies].clone()
    }

    fn of(quality: Quality) -> Rally {
        Rally { quality, ..Rally::default() }
    }

    #[test]
    fn r10_a_unit_rallies_on_4() {
        assert_eq!(rallies(&Rally::default()), ratio(3, 6));
    }

    #[test]
    fn r10_a_commander_within_6_helps() {
        assert_eq!(rallies(&Rally { commander: true, ..Rally::default() }), ratio(4, 6));
    }

    #[test]
    fn r10_elite_and_trained_units_rally_more_easily() {
        assert_eq!((rallies(&of(Quality::Trained)), rallies(&of(Quality::Elite))), (ratio(4, 6), ratio(4, 6)));
    }

    #[test]
    fn r10_poor_units_rally_less_easily() {
        assert_eq!(rallies(&of(Quality::Poor)), ratio(2, 6));
    }

    #[test]
    fn r10_an_enemy_within_8_hinders() {
        let near = |enemy| rallies(&Rally { enemy, ..Rally::default() });
        assert_eq!((near(8), near(9)), (ratio(2, 6), ratio(3, 6)));
    }

    #[test]
    fn r10_no_unit_rallies_within_4_of_the_enemy() {
        let told = |enemy| check(&Rally { enemy, ..Rally::default() });
        assert!(told(4).unwrap_err().sentence.contains("within 4 inches"));
        assert!(told(5).is_ok());
    }
}
