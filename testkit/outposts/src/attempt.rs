//! 1.2, 1.3 The roll for an outpost.

use crate::{PATROL, charts};
use kernel::prelude::*;

kernel::modifiers! { Modifiers, MODIFIERS of charts::ATTEMPT { neighbour } }

/// An attempt on an outpost.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Attempt {
    /// The patrol holds an outpost beside it.
    #[field(rule = "1.3")]
    pub neighbour: bool,
}

kernel::outcomes! {
    /// Is the outpost taken?
    pub enum Taken {
        /// It stays as it is.
        No = "stays as it is",
        /// The patrol holds it now.
        Yes = "is taken",
    }
}

/// 1.2 A D6 must reach the number on the chart.
pub fn resolve(attempt: &Attempt, dice: &mut dyn Dice) -> Resolved<Taken> {
    let needed = Tally::base("number needed", Rule("1.2"), "on the chart", charts::ATTEMPT.number("outpost", "needs"))
        .when(attempt.neighbour, &MODIFIERS.neighbour);
    let roll = dice.d6(Why::high("outpost", PATROL));
    let taken = if roll.value() >= needed.total() { Taken::Yes } else { Taken::No };
    let told = Phrase::of("it {}; {} or more was needed").word(taken.name()).number(needed.total());
    let explained = Explanation::of(Rule("1.2"), "outpost").cell(charts::ATTEMPT.cell("outpost", "needs"));
    explained.throw(roll).tally(needed).gives(taken, told)
}

/// The roll for an outpost, for the charts desk.
pub fn procedure() -> impl Procedure<Situation = Attempt> {
    let card = Card {
        name: "attempt",
        title: "Taking an outpost",
        rule: Rule("1.2"),
        about: "Does a patrol take an outpost?",
        seat: PATROL,
    };
    Step::new(card, resolve)
}
