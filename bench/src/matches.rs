//! Matches of the machine players of all books against simpler ones, and of their levels with one another.

use lab::{Battle, Match, Outcome, Watched, battles};

/// Who meets whom in a book, how often, and the share that the first must win.
pub(crate) struct Meeting {
    book: &'static str,
    players: [&'static str; 2],
    games: u32,
    least: f64,
}

/// A match that was played.
pub(crate) struct Measured<'a> {
    of: &'a Meeting,
    outcome: Outcome,
}

const fn meets(book: &'static str, players: [&'static str; 2], games: u32, least: f64) -> Meeting {
    Meeting { book, players, games, least }
}

/// Levels that people meet, and search counted in games where it is measured against its own quick play, so that a busy
/// machine does not make it weaker.
pub(crate) const MEETINGS: &[Meeting] = &[
    meets("squares", ["fair", "random"], 32, 0.99),
    meets("squares", ["fair", "greedy"], 32, 0.60),
    meets("squares", ["fair", "easy"], 32, 0.60),
    meets("squares", ["search:60ms", "quick"], 32, 0.60),
    meets("tokens", ["fair", "random"], 16, 0.99),
    meets("tokens", ["fair", "greedy"], 16, 0.65),
    meets("somme", ["fair", "random"], 32, 0.99),
    meets("somme", ["fair", "greedy"], 32, 0.65),
    meets("elements", ["fair", "random"], 24, 0.99),
    meets("elements", ["fair", "greedy"], 24, 0.65),
    meets("elements", ["search:60", "quick"], 24, 0.60),
    meets("figures", ["fair", "random"], 16, 0.99),
    meets("figures", ["fair", "greedy"], 16, 0.65),
    meets("figures", ["search:60", "quick"], 16, 0.60),
];

/// The battles of a book that count: all but the one for learning, which a few dice decide. Of the Somme they are the learning
/// game and the first day; the others take minutes each.
fn counted(book: &str) -> Vec<Battle> {
    if book == "somme" {
        return ["montauban", "big-push"].map(|id| Battle { scenario: id.to_owned(), ..Battle::default() }).into();
    }
    battles(book).expect("a book that can be played")
}

impl Meeting {
    /// Plays it, both sides of every battle.
    pub(crate) fn play(&self) -> Measured<'_> {
        let (book, players) = (self.book.to_owned(), self.players.map(str::to_owned));
        let of =
            Match { book, battles: counted(self.book), players, games: self.games, seed: 20_000, better_than: None };
        Measured { of: self, outcome: of.play(&Watched(&|| ())).expect("players of the book") }
    }
}

impl Measured<'_> {
    /// Does the interval reach the mark?
    fn is_met(&self) -> bool {
        self.outcome.all.interval().1 >= self.of.least
    }
}

impl std::fmt::Display for Measured<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.is_met() { "  " } else { "! " };
        let Meeting { book, players: [first, second], least, .. } = self.of;
        let what = format!("{book}: {first} against {second}");
        let (all, thought) = (self.outcome.all, self.outcome.thought[0]);
        write!(f, "{mark}{what:45} {all}   limit {:.0} %;   {thought:.0} ms a decision", least * 100.0)
    }
}
