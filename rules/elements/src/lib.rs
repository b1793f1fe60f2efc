//! The book `elements`. The folder reads like the play sheet: one file a section.

pub mod air_support;
pub mod ap_fire;
pub mod ap_hit;
pub mod ap_penetration;
pub mod catalogue;
pub mod catalogue_entry;
pub mod charts;
pub mod choices;
pub mod close_combat;
mod contact;
pub mod game;
pub mod grade;
pub mod ground;
pub mod he_sa;
pub mod non_combat;
pub mod overrun;
pub mod quality;
pub mod results;
mod rolls;
pub mod scenario;
pub mod seats;
pub mod special_weapons;
pub mod speculative_fire;
pub mod support_fire;
pub mod suppression;
pub mod tank_hunting;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;

/// The book as the shelf has it.
pub static BOOK: Book = Book {
    id: "elements",
    title: "Elements",
    about: "Battalion actions of the Second World War: suppression, armour against guns, and support on call.",
    scale: "battalion, 1930s-1940s; a measured table, an inch is about 50 m",
    dice: "d20",
    charts: charts::ALL,
    procedures,
    page: include_str!("../../../docs/rules/elements.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    vec![
        Box::new(suppression::procedure()),
        Box::new(support_fire::procedure()),
        Box::new(air_support::procedure()),
        Box::new(speculative_fire::procedure()),
        Box::new(he_sa::procedure()),
        Box::new(ap_fire::procedure()),
        Box::new(tank_hunting::procedure()),
        Box::new(close_combat::procedure()),
        Box::new(overrun::procedure()),
        Box::new(non_combat::procedure()),
        Box::new(catalogue_entry::Catalogue),
    ]
}
