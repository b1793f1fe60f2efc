//! The book `somme`. The folder reads like the play sheet: one file a section.

pub mod air_bombardment;
pub mod assault;
pub mod assault_chain;
pub mod bombardment;
pub mod charts;
pub mod command_center;
pub mod commitment;
pub mod coordination;
pub mod counter_battery;
pub mod defensive_fire;
pub mod game;
pub mod guns;
pub mod headquarters;
pub mod hq_replacement;
pub mod mines;
pub mod movement;
pub mod rally;
pub mod replacements;
pub mod results;
pub mod scenario;
pub mod seats;
pub mod tanks;
pub mod terrain;
pub mod turns;
pub mod units;
pub mod weather;

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
    vec![
        Box::new(mines::procedure()),
        Box::new(weather::procedure()),
        Box::new(bombardment::procedure()),
        Box::new(counter_battery::procedure()),
        Box::new(air_bombardment::procedure()),
        Box::new(tanks::breakdown()),
        Box::new(commitment::procedure()),
        Box::new(coordination::procedure()),
        Box::new(command_center::procedure()),
        Box::new(defensive_fire::procedure()),
        Box::new(assault::procedure()),
        Box::new(assault_chain::procedure()),
        Box::new(hq_replacement::procedure()),
        Box::new(replacements::procedure()),
        Box::new(rally::procedure()),
        Box::new(tanks::recovery()),
    ]
}
