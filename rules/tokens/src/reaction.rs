//! Activating: reactions of the reactive player (R5, R6).

use crate::activation::{REACTION, check_reachable, looked_up, number_needed};
use crate::charts;
use crate::seats::REACTIVE;
use kernel::prelude::*;

/// A unit of the reactive player that is to answer an enemy activation.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Reaction {
    /// What it does if it succeeds.
    #[field(rule = "R6")]
    pub reply: Reply,
    /// Command tokens that already lie on the unit; the one now spent is not counted.
    #[field(rule = "Activating:command-token", max = 3)]
    pub tokens: u8,
    /// Morale markers on the unit; any number counts once.
    #[field(rule = "Activating:morale-markers", max = 6)]
    pub markers: u8,
}

/// What a reaction is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Reply {
    /// Fire, by the fire column of the chart.
    #[default]
    Fire,
    /// A move of up to 4 inches.
    Move,
}

kernel::outcomes! {
    /// Does the unit react?
    pub enum Reacted {
        /// The token stays on the unit and nothing else happens.
        TooLate = "does not react",
        /// It fires or moves.
        Reacts = "reacts",
    }
}

/// Activating:reaction 3 or more, and 1 more for each token and for any markers on the unit.
pub fn resolve_reaction(reaction: &Reaction, dice: &mut dyn Dice) -> Resolved<Reacted> {
    let needed = reaction_number(reaction.tokens, reaction.markers);
    let roll = dice.d6(Why::high("reaction", REACTIVE));
    let outcome = if roll.value() >= needed.total() { Reacted::Reacts } else { Reacted::TooLate };
    let told = match (outcome, reaction.reply) {
        (Reacted::TooLate, _) => Phrase::of("too late; {} or more was needed").number(needed.total()),
        (Reacted::Reacts, Reply::Fire) => Phrase::of("it fires"),
        (Reacted::Reacts, Reply::Move) => Phrase::of("it moves up to {} inches").number(REACTION_MOVE),
    };
    Explanation::of(Rule("Activating:reaction"), "reaction")
        .cell(reaction_cell())
        .throw(roll)
        .tally(needed)
        .gives(outcome, told)
}

/// The number needed to react, and to seize the initiative (R3).
pub(crate) fn reaction_number(tokens: u8, markers: u8) -> Tally {
    number_needed(REACTION, tokens, markers)
}

/// The same as a number alone.
pub(crate) fn needed(tokens: u8, markers: u8) -> i32 {
    looked_up(REACTION, tokens, markers)
}

/// The cell of the chart that says so.
pub(crate) fn reaction_cell() -> Cell {
    charts::ACTIVATION.cell(REACTION, "needs")
}

/// Refuses a reaction that cannot succeed.
pub(crate) fn check_reaction(tokens: u8, markers: u8) -> Result<(), Refusal> {
    if needed(tokens, markers) <= 6 {
        return Ok(());
    }
    check_reachable(&reaction_number(tokens, markers))
}

/// A reaction of a unit.
pub fn procedure() -> impl Procedure<Situation = Reaction> {
    let card = Card {
        name: "reaction",
        title: "Reaction",
        rule: Rule("R5"),
        about: "Does a unit answer an enemy move, fire or assault in time?",
        seat: REACTIVE,
    };
    Step::new(card, resolve_reaction).checked(|reaction| check_reaction(reaction.tokens, reaction.markers))
}

/// R6 A reaction move goes up to 4 inches.
pub(crate) const REACTION_MOVE: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    fn reacts(tokens: u8, markers: u8) -> Ratio {
        let reaction = Reaction { tokens, markers, ..Reaction::default() };
        odds(|dice| resolve_reaction(&reaction, dice).outcome)[&Reacted::Reacts].clone()
    }

    #[test]
    fn activating_reaction_needs_3() {
        let roll = |face| resolve_reaction(&Reaction::default(), &mut Scripted::of([face])).outcome;
        assert_eq!((roll(2), roll(3)), (Reacted::TooLate, Reacted::Reacts));
    }

    #[test]
    fn activating_command_token_each_makes_a_reaction_harder() {
        assert_eq!([0, 1, 2, 3].map(|tokens| reacts(tokens, 0)), [4, 3, 2, 1].map(|faces| ratio(faces, 6)));
    }

    #[test]
    fn activating_morale_markers_make_a_reaction_harder_once() {
        assert_eq!((reacts(0, 1), reacts(0, 4)), (ratio(3, 6), ratio(3, 6)));
    }

    #[test]
    fn r2_a_reaction_that_cannot_succeed_is_refused() {
        assert!(check_reaction(3, 0).is_ok());
        assert!(check_reaction(3, 1).unwrap_err().sentence.contains("need 7"));
    }

    #[test]
    fn r6_a_reaction_move_is_of_4_inches() {
        let told = resolve_reaction(&Reaction { reply: Reply::Move, ..Reaction::default() }, &mut Scripted::of([6]));
        assert_eq!(told.because.result.to_string(), "it moves up to 4 inches");
    }
}
