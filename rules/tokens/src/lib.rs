//! The book `tokens`. The folder reads like the play sheet: one file a section.

pub mod charts;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;

/// The book as the shelf has it.
pub static BOOK: Book = Book {
    id: "tokens",
    title: "Tokens",
    about: "Brigades in the open in 1914: command tokens, initiative that can be seized, and nerve that breaks.",
    scale: "brigade, 1914; a measured table in inches",
    dice: "d6",
    charts: charts::ALL,
    procedures,
    page: include_str!("../../../docs/rules/tokens.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    Vec::new()
}
