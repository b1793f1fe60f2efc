//! The lab: many games at once, to measure players, scenarios and rules, and to teach machine players.

mod balance;
mod job;
mod kept;
mod matches;
pub mod plot;
mod rating;
mod score;
mod sweep;
mod training;
mod tuning;

pub use balance::{Balance, Found};
pub use job::{Battle, Job, Played, play};
pub use kept::OnDisk;
pub use matches::{Kept, Match, Outcome, Watched};
pub use rating::{Rating, RoundRobin, rate};
pub use score::Score;
pub use sweep::{Sweep, Vary};
pub use training::{Lesson, Measured, Training};
pub use tuning::{Tuned, Tuning};

use kernel::procedure::Refusal;
use shelf::Shelf;

/// The battles that players of a book are measured in: all scenarios but those for learning.
pub fn battles(book: &str) -> Result<Vec<Battle>, Refusal> {
    let cards = Shelf::five().game(book)?.scenarios();
    let battle = |scenario: String| Battle { scenario, ..Battle::default() };
    Ok(cards.into_iter().filter(|card| !card.learning).map(|card| battle(card.id)).collect())
}
