//! Procedures: what a play sheet is for, with inputs that describe themselves.
//!
//! A [`Procedure`] is typed; [`AnyProcedure`] is the same thing for the edges, which speak JSON.

mod any;
mod desk;
mod kinds;
mod refusal;
mod report;
mod schema;
pub mod text;

pub use any::{AnyProcedure, Rolled};
pub use desk::OnDesk;
pub use kinds::{Chained, Step};
pub use refusal::{Refusal, suggestion};
pub use report::{Beside, Measure, OutcomeLine, Report, decimal, percent};
pub use schema::{Choice, Field, Input, Kind, Limits, MANY, Situation, Variant, known_names, search};

/// The JSON value of an input.
pub type Value = serde_json::Value;
/// The JSON inputs of a situation.
pub type Inputs = serde_json::Map<String, Value>;

use crate::dice::Dice;
use crate::explain::Told;
use crate::odds::{Budget, Dist, Odds};
use crate::rule::Rule;
use crate::seat::Seat;
use serde::Serialize;
use std::fmt;
use std::hash::Hash;

/// What a procedure is called and where it stands in the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its rule.
    pub rule: Rule,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// The seat that acts: outcomes are ordered from its worst to its best.
    pub seat: Seat,
}

/// A way a procedure can end; ordered from the worst for the acting seat to the best, and shown by its name.
///
/// Outcomes with the same name and different measures are one line in a report, so names stay few and measures rich.
pub trait Outcome: Clone + Eq + Hash + Ord + fmt::Display {
    /// Numbers that players ask about, by name: 'steps lost by the attacker'. The same names for every outcome.
    fn measures(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Is it the least that the one who acts hopes for, or better? The chance of that stands beside an offer.
    fn is_hoped_for(&self) -> bool {
        false
    }
}

/// Makes an enum of plain outcomes with their names, from the worst for the acting seat to the best.
///
/// `outcomes! { /// What becomes of it. pub enum Drift { /// Gone. Gone = "is gone", /// There. Stays = "stays" } }`
///
/// `pub enum Drift hoping for Stays` says which of them is the least that one hopes for.
#[macro_export]
macro_rules! outcomes {
    ($(#[$about:meta])* pub enum $kind:ident $(hoping for $hoped:ident)? {
        $($(#[$help:meta])* $variant:ident = $name:literal),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $kind { $($(#[$help])* $variant),* }

        impl $kind {
            /// Every outcome, from the worst for the acting seat to the best.
            pub const ALL: &'static [$kind] = &[$($kind::$variant),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $($kind::$variant => $name),* }
            }

            /// The outcome of this name, as charts have it in their cells.
            pub fn read(name: &str) -> Option<$kind> {
                $kind::ALL.iter().copied().find(|outcome| outcome.name() == name)
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl $crate::procedure::Outcome for $kind {
            $(
                fn is_hoped_for(&self) -> bool {
                    *self >= $kind::$hoped
                }
            )?
        }
    };
}

/// A decision and the policy that took it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Policy {
    /// Who decides.
    pub seat: Seat,
    /// What.
    pub decision: &'static str,
    /// The rule that gives him the decision.
    pub rule: Rule,
    /// How.
    pub policy: String,
}

/// The odds of a procedure.
#[derive(Clone, Debug)]
pub struct Answer<O> {
    /// The outcomes.
    pub odds: Odds<O>,
    /// The policies that decisions were taken by.
    pub policies: Vec<Policy>,
    /// Numbers found apart from the outcomes, where sides were factored.
    pub measures: Vec<(String, Dist<i64>)>,
}

impl<O> From<Odds<O>> for Answer<O> {
    fn from(odds: Odds<O>) -> Answer<O> {
        Answer { odds, policies: Vec::new(), measures: Vec::new() }
    }
}

/// A resolution of a book, ready for the charts desk.
pub trait Procedure: Send + Sync {
    /// What it asks for.
    type Situation: Situation;
    /// How it ends.
    type Outcome: Outcome;

    /// What it is called.
    fn card(&self) -> Card;

    /// Refuses inputs that are each allowed but do not go together.
    fn check(&self, _situation: &Self::Situation) -> Result<(), Refusal> {
        Ok(())
    }

    /// Throws the dice and says why it came out so.
    fn roll(&self, situation: &Self::Situation, dice: &mut dyn Dice) -> Told<Self::Outcome>;

    /// The odds before the dice are thrown.
    fn odds(&self, situation: &Self::Situation, budget: &Budget) -> Answer<Self::Outcome>;

    /// Situations whose odds a player wants to see beside these: the other option of a decision.
    fn beside(&self, _situation: &Self::Situation) -> Vec<(String, Self::Situation)> {
        Vec::new()
    }
}
