//! The book `somme`. The folder reads like the play sheet: one file a section.

pub mod charts;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;

/// The book as the shelf has it.
pub static BOOK: Book = Book {
    id: "somme",
    title: "The Somme",
    about: "The Battle of the Somme, July to November 1916: brigades, corps headquarters, mines, barrages and mud.",
    scale: "army, 1916; brigades and corps headquarters on a square map",
    dice: "d6 and 2d6",
    charts: charts::ALL,
    procedures,
    page: include_str!("../../../docs/rules/somme.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    Vec::new()
}
