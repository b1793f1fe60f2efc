//! The book `figures`. The folder reads like the play sheet: one file a section.

pub mod artillery;
pub mod bombardment;
pub mod burst;
pub mod casualties;
pub mod charge;
pub mod charts;
pub mod cover;
pub mod crew;
pub mod deviation;
pub mod fire;
pub mod fire_modifiers;
pub mod game;
pub mod gas;
pub mod grenades;
pub mod gun_hit;
pub mod guns;
pub mod initiative;
pub mod joint_morale;
pub mod melee;
pub mod morale;
pub mod scenario;
pub mod seats;
pub mod shelling;
pub mod snipers;
pub mod troops;
pub mod vehicles;
pub mod weapons;
pub mod wind;

use kernel::book::Book;
use kernel::procedure::AnyProcedure;

/// The book as the shelf has it.
pub static BOOK: Book = Book {
    id: "figures",
    title: "Figures",
    about: "Platoons of the Great War where one figure is one man: plotted shells, gas, charges and bayonets.",
    scale: "platoon, 1914-1918; a measured table in inches",
    dice: "d6, d10 and average dice",
    charts: charts::ALL,
    procedures,
    page: include_str!("../../../docs/rules/figures.md"),
};

fn procedures() -> Vec<Box<dyn AnyProcedure>> {
    vec![
        Box::new(charge::procedure()),
        Box::new(melee::round::procedure()),
        Box::new(snipers::procedure()),
        Box::new(morale::procedure()),
        Box::new(joint_morale::procedure()),
        Box::new(fire::procedure()),
        Box::new(grenades::procedure()),
        Box::new(artillery::procedure()),
        Box::new(gas::procedure()),
        Box::new(wind::procedure()),
        Box::new(vehicles::procedure()),
        Box::new(gun_hit::procedure()),
        Box::new(crew::procedure()),
        Box::new(crew::survivors_procedure()),
        Box::new(bombardment::procedure()),
        Box::new(initiative::procedure()),
    ]
}
