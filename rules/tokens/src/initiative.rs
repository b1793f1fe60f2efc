//! Turn order, step 2: who has the initiative (R1).

use crate::seats::FIRST;
use kernel::prelude::*;

/// The start of a turn.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct StartOfTurn {
    /// How the initiative is found: by dice, unless the scenario names a side.
    #[field(rule = "Turn order:scenario-rules")]
    pub scenario: Scenario,
}

/// What the scenario says of the initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Scenario {
    /// Nothing: both sides roll.
    #[default]
    Rolled,
    /// The first side has it.
    FirstSide,
    /// The second side has it.
    SecondSide,
}

kernel::outcomes! {
    /// Who has the initiative, seen from the first side.
    pub enum Initiative {
        /// The second side is active.
        Second = "the second side has the initiative",
        /// The first side is active.
        First = "the first side has the initiative",
    }
}

/// R1 Initiative: a D6 each, ties again, unless the scenario gives it to a side.
pub fn resolve_initiative(turn: &StartOfTurn, dice: &mut dyn Dice) -> Resolved<Initiative> {
    let given = match turn.scenario {
        Scenario::Rolled => {
            let throw = dice.throw(Law::Opposed { die: Die::D6, edge: 0 }, Why::high("initiative", FIRST));
            let side = if throw.reading == 1 { Initiative::First } else { Initiative::Second };
            return Explanation::of(Rule("R1"), "initiative").throw(throw).gives(side, Phrase::of(side.name()));
        }
        Scenario::FirstSide => Initiative::First,
        Scenario::SecondSide => Initiative::Second,
    };
    Explanation::of(Rule("Turn order:scenario-rules"), "initiative")
        .gives(given, Phrase::of("by the scenario {}").word(given.name()))
}

/// The roll for the initiative.
pub fn procedure() -> impl Procedure<Situation = StartOfTurn> {
    let card = Card {
        name: "initiative",
        title: "Initiative",
        rule: Rule("Turn order:2"),
        about: "Which side is active first this turn?",
        seat: FIRST,
    };
    Step::new(card, resolve_initiative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    #[test]
    fn r1_initiative_is_a_die_each_and_ties_are_thrown_again() {
        let rolled = StartOfTurn::default();
        let first = resolve_initiative(&rolled, &mut Scripted::of([4, 4, 2, 2, 5, 3]));
        assert_eq!(first.outcome, Initiative::First, "5 beats 3 after two ties");
        assert_eq!(resolve_initiative(&rolled, &mut Scripted::of([1, 6])).outcome, Initiative::Second);
        assert_eq!(odds(|dice| resolve_initiative(&rolled, dice).outcome)[&Initiative::First], ratio(1, 2));
    }

    #[test]
    fn turn_order_scenario_rules_may_name_the_active_side() {
        for (scenario, side) in [(Scenario::FirstSide, Initiative::First), (Scenario::SecondSide, Initiative::Second)] {
            assert_eq!(resolve_initiative(&StartOfTurn { scenario }, &mut Scripted::of([])).outcome, side);
        }
    }
}
