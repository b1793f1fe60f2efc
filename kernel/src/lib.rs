//! The kernel of Sandtable: dice laws, exact odds, tallies, charts, explanations and procedures. It knows no game.
//!
//! Every printed step is written once, as a function of a *situation* (plain inputs) and a source of dice. Real dice
//! make it play, scripted dice a test, typed-in dice a table aid, and the walker of all branches makes it exact odds.

#[allow(unused_extern_crates, reason = "the derives name this crate as others see it")]
extern crate self as kernel;

pub mod book;
pub mod chart;
pub mod dice;
pub mod explain;
mod fx;
pub mod game;
pub mod odds;
pub mod procedure;
pub mod rule;
pub mod scenario;
pub mod seat;
mod set;
mod sides;
pub mod tally;
mod weights;

/// What a book's rule files need.
pub mod prelude {
    pub use crate::chart::{Cell, Chart, Table};
    pub use crate::dice::{Bands, Dice, Die, Law, Throw, Why};
    pub use crate::explain::{Explanation, Phrase, Resolved, Told};
    pub use crate::odds::{Budget, Chain, Decision, Dist, Pick, Turn};
    pub use crate::procedure::{
        Answer, AnyProcedure, Card, Chained, Choice, Outcome, Policy, Procedure, Refusal, Situation, Step,
    };
    pub use crate::rule::Rule;
    pub use crate::seat::Seat;
    pub use crate::tally::{Modifier, Tally};
    pub use crate::{bail, ensure};
}
