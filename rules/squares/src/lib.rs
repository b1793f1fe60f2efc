//! The book `squares`. The folder reads like the play sheet: one file a section.

pub mod assault;
pub mod barrage;
pub mod charts;
pub mod command;
pub mod countdown;
pub mod game;
pub mod gas;
pub mod hits;
pub mod morale;
pub mod movement;
pub mod reinforcements;
pub mod retire;
pub mod saves;
pub mod saving;
pub mod scenario;
pub mod seats;
pub mod shooting;
pub mod unit;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;

/// The book as the shelf has it.
pub static BOOK: Book = Book {
    id: "squares",
    title: "Squares",
    about: "Divisional battles on a table of 8 by 6 squares: barrages, assaults by the pool of dice, and a countdown.",
    scale: "division, 1900-1928; 8 x 6 squares",
    dice: "pools of d6",
    charts: charts::ALL,
    procedures,
    page: include_str!("../../../docs/rules/squares.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    vec![
        Box::new(gas::procedure()),
        Box::new(command::asset_procedure()),
        Box::new(command::orders_procedure()),
        Box::new(morale::procedure()),
        Box::new(movement::procedure()),
        Box::new(assault::procedure()),
        Box::new(shooting::procedure()),
        Box::new(saving::procedure()),
        Box::new(barrage::procedure()),
        Box::new(reinforcements::procedure()),
        Box::new(countdown::procedure()),
    ]
}
