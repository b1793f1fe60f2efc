//! Computer players, one interface for every book. They see their seat's view, and nothing else.

mod greedy;
mod match_play;
mod thinker;

pub use greedy::Greedy;
pub use match_play::{Score, match_play, play_out, play_watched};
pub use thinker::{Thinker, Thought};
