//! `drill` as a shelf holds it, for tests of the edges.

use super::Drill;
use kernel::book::Book;
use kernel::game::{AtRandom, Machine, Playable};

/// The book, which has no charts desk.
pub static BOOK: Book = Book {
    id: "drill",
    title: "Drill",
    about: "A tiny book for tests in which everything happens that strains the interface of whole games.",
    scale: "a section, at no time",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "# Drill\n\n<a id=\"d1\"></a>**D1** The rules stand in the book's source.\n",
};

/// Its game, with a machine that takes any legal order.
pub static GAME: Playable<Drill> =
    Playable { machines: &[Machine { name: "random", about: "takes any legal order", make: || Box::new(AtRandom) }] };
