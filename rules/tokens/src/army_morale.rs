//! R18: does a side that has lost half its bases lose the battle?

use crate::seats::OWNER;
use kernel::prelude::*;

/// A side at the start of a turn.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Army {
    /// Bases it has lost.
    #[field(rule = "R18", max = 60, default = 12)]
    pub bases_lost: u8,
    /// Bases it has left.
    #[field(rule = "R18", min = 1, max = 60, default = 12)]
    pub bases_left: u8,
    /// Units it has lost.
    #[field(rule = "R18", max = 20, default = 5)]
    pub units_lost: u8,
    /// Units it has left.
    #[field(rule = "R18", min = 1, max = 20, default = 4)]
    pub units_left: u8,
}

kernel::outcomes! {
    /// Does it fight on?
    pub enum ArmyMorale {
        /// It loses the battle.
        Loses = "loses the battle",
        /// It fights on.
        FightsOn = "fights on",
    }
}

/// R18 Army morale: from half its bases on, a roll not above 1 plus the units lost beyond half loses the battle.
pub fn resolve_army_morale(army: &Army, dice: &mut dyn Dice) -> Resolved<ArmyMorale> {
    let explained = Explanation::of(Rule("R18"), "army morale");
    if army.bases_lost < army.bases_left {
        return explained.gives(ArmyMorale::FightsOn, Phrase::of("no roll: it has not lost half its bases"));
    }
    let limit = Tally::base("to beat", Rule("R18"), "half its bases are lost", 1).each(
        army.units_lost_beyond_half(),
        Rule("R18"),
        "each unit lost beyond half",
        1,
    );
    let roll = dice.d6(Why::high("army morale", OWNER));
    let outcome = if roll.value() > limit.total() { ArmyMorale::FightsOn } else { ArmyMorale::Loses };
    let told = Phrase::of("{}; the roll had to be above {}").word(outcome.name()).number(limit.total());
    explained.throw(roll).tally(limit).gives(outcome, told)
}

/// The roll of a side for its army morale.
pub fn procedure() -> impl Procedure<Situation = Army> {
    let card = Card {
        name: "army-morale",
        title: "Army morale",
        rule: Rule("R18"),
        about: "Does a side that has lost half its bases lose the battle?",
        seat: OWNER,
    };
    Step::new(card, resolve_army_morale)
}

impl Army {
    /// The units lost less half the starting units, that half rounded down, and never below 0.
    fn units_lost_beyond_half(&self) -> u16 {
        let half = u8::midpoint(self.units_lost, self.units_left);
        self.units_lost.saturating_sub(half).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    fn loses(army: &Army) -> Ratio {
        odds(|dice| resolve_army_morale(army, dice).outcome)[&ArmyMorale::Loses].clone()
    }

    #[test]
    fn r18_below_half_its_bases_a_side_does_not_roll() {
        let army = Army { bases_lost: 11, bases_left: 13, ..Army::default() };
        assert_eq!(resolve_army_morale(&army, &mut Scripted::of([])).outcome, ArmyMorale::FightsOn);
    }

    #[test]
    fn r18_at_half_its_bases_a_1_loses_the_battle() {
        assert_eq!(loses(&Army { units_lost: 4, units_left: 4, ..Army::default() }), ratio(1, 6));
        assert_eq!(loses(&Army { units_lost: 0, units_left: 8, ..Army::default() }), ratio(1, 6));
    }

    #[test]
    fn r18_each_unit_lost_beyond_half_adds_one() {
        assert_eq!(loses(&Army { units_lost: 6, units_left: 2, ..Army::default() }), ratio(3, 6));
    }

    #[test]
    fn r18_half_an_odd_number_of_units_is_rounded_down() {
        assert_eq!(loses(&Army { units_lost: 5, units_left: 4, ..Army::default() }), ratio(2, 6), "5 less 4");
    }

    #[test]
    fn r18_a_side_without_hope_is_lost_on_any_roll() {
        assert_eq!(loses(&Army { units_lost: 12, units_left: 1, ..Army::default() }), ratio(1, 1));
    }
}
