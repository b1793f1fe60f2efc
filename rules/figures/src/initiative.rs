//! The move: initiative in phase c (R1).

use crate::seats::{ENEMY, OWNER};
use kernel::prelude::*;

/// The throw for initiative.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Phase {
    /// Who had the initiative in the move before.
    #[field(rule = "Sequence:c")]
    pub last: Last,
}

/// Who had the initiative last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Last {
    /// Nobody: it is the first move, and equal dice are thrown again.
    #[default]
    Nobody,
    /// We had it.
    We,
    /// They had it.
    They,
}

kernel::outcomes! {
    /// Who has the initiative.
    pub enum Initiative {
        /// The enemy chooses who moves first.
        Lost = "the enemy has the initiative",
        /// We choose who moves first.
        Won = "we have the initiative",
    }
}

/// R1: a D6 each, the higher chooses to move first or second. Equal dice go to the side that did not have it in the
/// move before; in the first move they are thrown again.
pub fn resolve_initiative(phase: &Phase, dice: &mut dyn Dice) -> Resolved<Initiative> {
    let explained = Explanation::of(Rule("R1"), "initiative");
    let (won, explained) = match phase.last {
        Last::Nobody => {
            let thrown = dice.throw(Law::Opposed { die: Die::D6, edge: 0 }, Why::high("initiative", OWNER));
            (thrown.reading == 1, explained.throw(thrown))
        }
        Last::We | Last::They => {
            let ours = dice.d6(Why::high("our initiative", OWNER));
            let theirs = dice.d6(Why::high("their initiative", ENEMY));
            let won = match ours.value().cmp(&theirs.value()) {
                std::cmp::Ordering::Equal => phase.last == Last::They,
                unequal => unequal.is_gt(),
            };
            (won, explained.throw(ours).throw(theirs))
        }
    };
    let outcome = if won { Initiative::Won } else { Initiative::Lost };
    let words = if won { "we choose to move first or second" } else { "the enemy chooses to move first or second" };
    explained.gives(outcome, Phrase::of(words))
}

/// Initiative.
pub fn procedure() -> impl Procedure<Situation = Phase> {
    let card = Card {
        name: "initiative",
        title: "Initiative",
        rule: Rule("R1"),
        about: "Who chooses to move first or second?",
        seat: OWNER,
    };
    Step::new(card, resolve_initiative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    fn wins(last: Last) -> kernel::odds::Ratio {
        odds(|dice| resolve_initiative(&Phase { last }, dice).outcome)[&Initiative::Won].clone()
    }

    #[test]
    fn r1_in_the_first_move_equal_dice_are_thrown_again() {
        assert_eq!(wins(Last::Nobody), ratio(1, 2));
        let again = resolve_initiative(&Phase::default(), &mut Scripted::of([3, 3, 5, 2]));
        assert_eq!(again.outcome, Initiative::Won);
    }

    #[test]
    fn r1_later_equal_dice_go_to_the_side_that_did_not_have_it() {
        assert_eq!((wins(Last::They), wins(Last::We)), (ratio(21, 36), ratio(15, 36)));
    }
}
