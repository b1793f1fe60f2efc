//! Matches of the machine player against simpler ones, and of its levels with one another.

use lab::{Match, Outcome, Watched, battles};

/// A match, and what its first player had to reach.
pub(crate) struct Measured {
    players: [&'static str; 2],
    outcome: Outcome,
    /// The share of games that must be won.
    least: f64,
}

/// Who meets whom, and the share that the first must win.
const MEETINGS: [(&str, &str, f64); 4] =
    [("fair", "random", 0.99), ("fair", "greedy", 0.60), ("fair", "easy", 0.60), ("search:60ms", "quick", 0.60)];

/// The matches of a book over all its scenarios but the one for learning, which a few dice decide.
pub(crate) fn matches(book: &str, games: u32) -> Vec<Measured> {
    let battles = battles(book).expect("a book that can be played");
    let play = |(first, second, least): (&'static str, &'static str, f64)| {
        let players = [first.to_owned(), second.to_owned()];
        let of =
            Match { book: book.to_owned(), battles: battles.clone(), players, games, seed: 20_000, better_than: None };
        let outcome = of.play(&Watched(&|| ())).expect("players of the book");
        Measured { players: [first, second], outcome, least }
    };
    MEETINGS.into_iter().map(play).collect()
}

impl Measured {
    /// Does the interval reach the mark?
    pub(crate) fn is_met(&self) -> bool {
        self.outcome.all.interval().1 >= self.least
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.is_met() { "  " } else { "! " };
        let what = format!("{} against {}", self.players[0], self.players[1]);
        let (all, thought, least) = (self.outcome.all, self.outcome.thought[0], self.least * 100.0);
        write!(f, "{mark}{what:45} {all}   limit {least:.0} %;   {thought:.0} ms a decision")
    }
}
