//! The book `tokens`. The folder reads like the play sheet: one file a section.

pub mod activation;
pub mod army_morale;
pub mod assault;
mod casualties;
pub mod charts;
pub mod commanders;
pub mod fall_back;
pub mod fire;
pub mod game;
pub mod initiative;
pub mod nerve;
pub mod rally;
pub mod reaction;
pub mod scenario;
pub mod seats;
pub mod seizing;
pub mod terrain;
mod to_hit;
pub mod units;
pub mod volley;

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
    vec![
        Box::new(initiative::procedure()),
        Box::new(activation::procedure()),
        Box::new(reaction::procedure()),
        Box::new(seizing::procedure()),
        Box::new(terrain::procedure()),
        Box::new(fire::procedure()),
        Box::new(rally::procedure()),
        Box::new(assault::procedure()),
        Box::new(commanders::procedure()),
        Box::new(army_morale::procedure()),
    ]
}
