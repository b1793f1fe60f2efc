//! What a machine tells people: what it would do, and how a game went.

use super::analysis::{Analysis, Analyst, Watch};
use super::{Game, Player};
use serde::Serialize;
use serde_json::Value;

/// Those of a book whom people ask for advice.
pub struct Counsel<G: Game> {
    /// Says what it would order, and what it thinks of other orders.
    pub adviser: fn() -> Box<dyn Player<G>>,
    /// Says afterwards how a game went.
    pub analyst: fn() -> Box<dyn Analyst<G>>,
}

impl<G: Game> Clone for Counsel<G> {
    fn clone(&self) -> Counsel<G> {
        *self
    }
}

impl<G: Game> Copy for Counsel<G> {}

/// An order that was considered, and what is thought of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Advice {
    /// What it is, in words.
    pub words: String,
    /// The order, as it is given.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub order: Value,
    /// How many games were played out with it in thought.
    pub games: u32,
    /// The mean chance to win of where they led.
    pub win: f64,
    /// By how many points the seat leads where they led, on average.
    pub lead: f64,
}

/// Advice being thought of, from a seed: it holds its seat's view and nothing else. The first is what it would order.
pub type Advising = Box<dyn FnOnce(u64) -> Vec<Advice> + Send>;

/// An analysis being worked out; nothing where whoever watches has called it off.
pub type Analysing = Box<dyn FnOnce(Watch<'_>) -> Option<Analysis> + Send>;
