//! Asks: what a seat must decide now.

use crate::rule::Rule;
use crate::seat::Seat;
use serde::Serialize;
use smallvec::SmallVec;

/// A decision that a seat has to make.
///
/// Two asks that are equal are the same ask: it stays open, with the same [`AskId`], whatever other seats do meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ask {
    /// Who decides.
    pub seat: Seat,
    /// What, as a player would say it: 'move a unit', 'place the hits'.
    pub question: &'static str,
    /// The rule that gives him the decision.
    pub rule: Rule,
    /// What tells this ask from another with the same question, where the book needs it.
    pub about: u32,
    /// Does everybody know that he has to decide? A seat's secret option is not announced.
    pub public: bool,
    /// Shows nothing on the table now that is hidden from anybody? Then two at one screen need not cover it for this.
    pub open: bool,
}

impl Ask {
    /// An ask that everybody knows of.
    pub const fn of(seat: Seat, question: &'static str, rule: Rule) -> Ask {
        Ask { seat, question, rule, about: 0, public: true, open: false }
    }

    /// Told apart from others with the same question.
    #[must_use]
    pub const fn about(self, about: u32) -> Ask {
        Ask { about, ..self }
    }

    /// Known to its seat only.
    #[must_use]
    pub const fn secret(self) -> Ask {
        Ask { public: false, ..self }
    }
}

/// The open asks of a state.
pub type Asks = SmallVec<[Ask; 2]>;

/// What an order answers: the number of the ask among those its seat was ever given.
///
/// Numbers are kept for each seat, so that they tell nothing of what other seats were asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct AskId(pub u32);

/// An ask and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenAsk {
    /// Its number.
    pub id: AskId,
    /// The ask.
    pub ask: Ask,
}
