//! R3: seizing the initiative.

use crate::reaction::{check_reaction, reaction_cell, reaction_number};
use crate::seats::REACTIVE;
use kernel::prelude::*;

/// A unit with which the reactive player tries to seize the initiative, after an enemy activation.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Seizing {
    /// Command tokens that already lie on the unit, of a reaction to this activation too.
    #[field(rule = "Activating:command-token", max = 3)]
    pub tokens: u8,
    /// Morale markers on the unit; any number counts once.
    #[field(rule = "Activating:morale-markers", max = 6)]
    pub markers: u8,
}

kernel::outcomes! {
    /// Who is active now?
    pub enum Seized {
        /// The token is spent, and the roles stay as they are.
        Stays = "the initiative stays where it is",
        /// The roles change, and the same token activates the unit at once.
        Seized = "the initiative is seized",
    }
}

/// R3 Seizing: the unit's reaction number; success changes the roles and activates the unit.
pub fn resolve_seizing(seizing: &Seizing, dice: &mut dyn Dice) -> Resolved<Seized> {
    let needed = reaction_number(seizing.tokens, seizing.markers);
    let roll = dice.d6(Why::high("seizing the initiative", REACTIVE));
    let outcome = if roll.value() >= needed.total() { Seized::Seized } else { Seized::Stays };
    let told = match outcome {
        Seized::Seized => Phrase::of("the roles change, and the unit is activated at once"),
        Seized::Stays => Phrase::of("the roles stay; {} or more was needed").number(needed.total()),
    };
    Explanation::of(Rule("R3"), "seizing").cell(reaction_cell()).throw(roll).tally(needed).gives(outcome, told)
}

/// An attempt to seize the initiative.
pub fn procedure() -> impl Procedure<Situation = Seizing> {
    let card = Card {
        name: "seizing",
        title: "Seizing the initiative",
        rule: Rule("Turn order:4"),
        about: "Does the reactive player become the active one?",
        seat: REACTIVE,
    };
    Step::new(card, resolve_seizing).checked(|seizing| check_reaction(seizing.tokens, seizing.markers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn seized(tokens: u8, markers: u8) -> Ratio {
        odds(|dice| resolve_seizing(&Seizing { tokens, markers }, dice).outcome)[&Seized::Seized].clone()
    }

    #[test]
    fn r3_seizing_rolls_the_reaction_number_of_the_unit() {
        assert_eq!((seized(0, 0), seized(0, 2), seized(1, 2)), (ratio(4, 6), ratio(3, 6), ratio(2, 6)));
    }

    #[test]
    fn r3_a_unit_that_has_reacted_seizes_at_its_raised_number() {
        assert!(seized(1, 0) < seized(0, 0));
    }
}
