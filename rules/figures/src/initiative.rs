//! The move: initiative in phase c (R1).

use crate::seats::{ATTACKER, DEFENDER};
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
    /// The attacker had it.
    Attacker,
    /// The defender had it.
    Defender,
}

kernel::outcomes! {
    /// Who has the initiative.
    pub enum Initiative {
        /// The defender chooses who moves first.
        Defender = "the defender has the initiative",
        /// The attacker chooses who moves first.
        Attacker = "the attacker has the initiative",
    }
}

/// R1: a D6 each, the higher chooses to move first or second. Equal dice go to the side that did not have it in the
/// move before; in the first move they are thrown again.
pub fn resolve_initiative(phase: &Phase, dice: &mut dyn Dice) -> Resolved<Initiative> {
    let explained = Explanation::of(Rule("R1"), "initiative");
    let (attacker, explained) = match phase.last {
        Last::Nobody => {
            let thrown = dice.throw(Law::Opposed { die: Die::D6, edge: 0 }, Why::high("initiative", ATTACKER));
            (thrown.reading == 1, explained.throw(thrown))
        }
        Last::Attacker | Last::Defender => {
            let attackers = dice.d6(Why::high("the attacker's initiative", ATTACKER));
            let defenders = dice.d6(Why::high("the defender's initiative", DEFENDER));
            let attacker = match attackers.value().cmp(&defenders.value()) {
                std::cmp::Ordering::Equal => phase.last == Last::Defender,
                unequal => unequal.is_gt(),
            };
            (attacker, explained.throw(attackers).throw(defenders))
        }
    };
    let outcome = if attacker { Initiative::Attacker } else { Initiative::Defender };
    explained.gives(outcome, Phrase::of("{}, and chooses to move first or second").word(outcome.name()))
}

/// Initiative.
pub fn procedure() -> impl Procedure<Situation = Phase> {
    let card = Card {
        name: "initiative",
        title: "Initiative",
        rule: Rule("R1"),
        about: "Who chooses to move first or second?",
        seat: ATTACKER,
    };
    Step::new(card, resolve_initiative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    fn wins(last: Last) -> kernel::odds::Ratio {
        odds(|dice| resolve_initiative(&Phase { last }, dice).outcome)[&Initiative::Attacker].clone()
    }

    #[test]
    fn r1_in_the_first_move_equal_dice_are_thrown_again() {
        assert_eq!(wins(Last::Nobody), ratio(1, 2));
        let again = resolve_initiative(&Phase::default(), &mut Scripted::of([3, 3, 5, 2]));
        assert_eq!(again.outcome, Initiative::Attacker);
    }

    #[test]
    fn r1_later_equal_dice_go_to_the_side_that_did_not_have_it() {
        assert_eq!((wins(Last::Defender), wins(Last::Attacker)), (ratio(21, 36), ratio(15, 36)));
    }
}
