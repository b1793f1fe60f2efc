//! The shelf: the only crate that names all five books.

mod games;

pub use games::{LEVELS, Shelf, Shelved, WithGame, with_game};

use kernel::book::Book;
use kernel::procedure::{AnyProcedure, Refusal, suggestion};

/// The books, in the order of the sheets.
pub fn books() -> [&'static Book; 5] {
    [&somme::BOOK, &squares::BOOK, &tokens::BOOK, &elements::BOOK, &figures::BOOK]
}

/// The book of this name.
pub fn book(id: &str) -> Result<&'static Book, Refusal> {
    let found = books().into_iter().find(|book| book.id == id);
    found.ok_or_else(|| unknown("book", id, books().iter().map(|book| book.id)))
}

/// The procedure of this name.
pub fn procedure(book: &Book, name: &str) -> Result<Box<dyn AnyProcedure>, Refusal> {
    let all = (book.procedures)();
    let names: Vec<_> = all.iter().map(|procedure| procedure.card().name).collect();
    let found = all.into_iter().find(|procedure| procedure.card().name == name);
    found.ok_or_else(|| unknown("procedure", name, names))
}

/// The chart of this name.
pub fn chart(book: &Book, name: &str) -> Result<&'static kernel::chart::Chart, Refusal> {
    book.chart(name).ok_or_else(|| unknown("chart", name, book.charts.iter().map(|chart| chart.name)))
}

pub(crate) fn unknown<'a>(what: &str, given: &str, names: impl IntoIterator<Item = &'a str>) -> Refusal {
    let names: Vec<_> = names.into_iter().collect();
    let hint = suggestion(given, names.iter().copied());
    Refusal::field(what, format!("there is no {what} '{given}'{hint}; the {what}s are {}", names.join(", ")))
}
