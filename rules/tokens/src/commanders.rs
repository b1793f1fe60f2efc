//! R17: the loss of a commander.

use crate::seats::OWNER;
use kernel::prelude::*;

/// A commander whose unit loses bases.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct WithTheUnit {
    /// Bases that the unit he is with loses in one event; a roll for each.
    #[field(rule = "R17", min = 1, max = 3, default = 1)]
    pub bases: u8,
}

kernel::outcomes! {
    /// What becomes of him.
    pub enum Commander {
        /// He is lost.
        Lost = "the commander is lost",
        /// He is unhurt.
        Unhurt = "the commander is unhurt",
    }
}

/// R17 A commander is lost on a 6 for a base that the unit he is with loses.
pub fn resolve_commander(unit: &WithTheUnit, dice: &mut dyn Dice) -> Resolved<Commander> {
    let throw = dice.hits(unit.bases.into(), LOST_ON, Why::low("loss of the commander", OWNER));
    let outcome = if throw.reading > 0 { Commander::Lost } else { Commander::Unhurt };
    Explanation::of(Rule("R17"), "commander").throw(throw).gives(outcome, Phrase::of(outcome.name()))
}

/// The roll for a commander.
pub fn procedure() -> impl Procedure<Situation = WithTheUnit> {
    let card = Card {
        name: "commander-loss",
        title: "Loss of a commander",
        rule: Rule("R17"),
        about: "Is a commander lost when the unit he is with loses a base?",
        seat: OWNER,
    };
    Step::new(card, resolve_commander)
}

/// R17 The face that takes him.
const LOST_ON: u8 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn lost(bases: u8) -> Ratio {
        odds(|dice| resolve_commander(&WithTheUnit { bases }, dice).outcome)[&Commander::Lost].clone()
    }

    #[test]
    fn r17_a_commander_is_lost_on_a_6() {
        assert_eq!(lost(1), ratio(1, 6));
    }

    #[test]
    fn r17_each_base_lost_is_a_roll() {
        assert_eq!(lost(2), ratio(11, 36));
    }
}
