//! A tiny book, whole: a page, a chart, a procedure, a scenario and a game. `docs/sixth-book.md` walks through it.

pub mod attempt;
pub mod game;
pub mod scenario;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;
use kernel::seat::Seat;

/// Who has the first turn.
pub const FIRST: Seat = Seat("first");
/// Who has the second.
pub const SECOND: Seat = Seat("second");

/// Whose turn it is, on the charts desk.
pub const PATROL: Seat = Seat("patrol");

/// The charts, laid out as printed in `charts/`.
pub mod charts {
    kernel::charts! {
        ATTEMPT = "attempt",
    }
}

/// The book as a shelf has it.
pub static BOOK: Book = Book {
    id: "outposts",
    title: "Outposts",
    about: "Two patrols and three outposts.",
    scale: "a patrol",
    dice: "d6",
    charts: charts::ALL,
    procedures,
    page: include_str!("../page.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    vec![Box::new(attempt::procedure())]
}
