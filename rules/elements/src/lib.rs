//! The book `elements`. The folder reads like the play sheet: one file a section.

pub mod ap_fire;
pub mod ap_hit;
pub mod ap_penetration;
pub mod catalogue;
pub mod charts;
pub mod grade;
pub mod ground;
pub mod he_sa;
pub mod listed;
pub mod quality;
pub mod results;
mod rolls;
pub mod seats;
pub mod special_weapons;
pub mod suppression;

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
        Box::new(he_sa::procedure()),
        Box::new(ap_fire::procedure()),
    ]
}
