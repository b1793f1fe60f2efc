//! The books with the games that can be played of them.

use crate::{books, unknown};
use kernel::book::Book;
use kernel::game::{AnyGame, Counsel, Judged, Machine, Playable, Player};
use kernel::procedure::Refusal;
use opponent::{Afterwards, Limit, Search, player};
use std::time::Duration;

/// A book on the shelf.
#[derive(Clone, Copy)]
pub struct Shelved {
    /// The book.
    pub book: &'static Book,
    /// Its game, where it can be played whole.
    pub game: Option<&'static dyn AnyGame>,
}

/// Books to play. The edges take one, so that tests can put a book of their own beside the five.
#[derive(Clone)]
pub struct Shelf {
    books: Vec<Shelved>,
}

impl Shelf {
    /// The five books.
    pub fn five() -> Shelf {
        Shelf { books: books().into_iter().map(|book| Shelved { book, game: game_of(book) }).collect() }
    }

    /// With one more book.
    #[must_use]
    pub fn with(mut self, book: &'static Book, game: &'static dyn AnyGame) -> Shelf {
        self.books.push(Shelved { book, game: Some(game) });
        self
    }

    /// All books.
    pub fn books(&self) -> &[Shelved] {
        &self.books
    }

    /// The book of this name.
    pub fn book(&self, id: &str) -> Result<Shelved, Refusal> {
        let found = self.books.iter().find(|shelved| shelved.book.id == id).copied();
        found.ok_or_else(|| unknown("book", id, self.books.iter().map(|shelved| shelved.book.id)))
    }

    /// The game of the book of this name.
    pub fn game(&self, id: &str) -> Result<&'static dyn AnyGame, Refusal> {
        self.book(id)?.game.ok_or_else(|| {
            let playable: Vec<_> =
                self.books.iter().filter(|shelved| shelved.game.is_some()).map(|shelved| shelved.book.id).collect();
            let sentence =
                format!("{id} cannot be played whole yet; it has a charts desk; played can be {}", playable.join(", "));
            Refusal::field("book", sentence)
        })
    }
}

/// Puts the games on the shelf: each with the name of its book, and nowhere else.
macro_rules! games {
    ($($book:literal => $game:ty,)*) => {
        /// The game of a book, where it can be played whole.
        fn game_of(book: &Book) -> Option<&'static dyn AnyGame> {
            match book.id {
                $($book => {
                    static GAME: Playable<$game> = playable();
                    Some(&GAME)
                })*
                _ => None,
            }
        }

        /// Does something with the game of the book of this name, with its own types.
        pub fn with_game<V: WithGame>(book: &str, work: V) -> Result<V::Answer, Refusal> {
            match book {
                $($book => Ok(work.with::<$game>()),)*
                _ => Shelf::five().game(book).map(|_| unreachable!("a book that can be played is named here")),
            }
        }
    };
}

games! {
    "somme" => somme::game::Somme,
    "squares" => squares::game::Squares,
    "tokens" => tokens::game::Tokens,
    "elements" => elements::game::Elements,
    "figures" => figures::game::Figures,
}

/// A book with its machines, and those whom people ask for advice: the adviser thinks as long as the hardest machine, and the
/// games of an analysis are played out so often that chance leaves about a hundredth.
const fn playable<G: Judged>() -> Playable<G> {
    let counsel = Counsel {
        adviser: || Box::new(Search::adviser::<G>(Limit::Time(Duration::from_secs(1)))),
        analyst: || Box::new(Afterwards::of::<G>(200)),
    };
    Playable { machines: &const { machines::<G>() }, counsel: Some(counsel) }
}

/// The levels that people choose from, the easiest first. The other machines are measures of the lab.
pub const LEVELS: [&str; 3] = ["easy", "fair", "hard"];

/// The levels of a book that people choose from, the one for most games first, and then the measures of the lab.
const fn machines<G: Judged>() -> [Machine<G>; 6] {
    let strength = G::STRENGTH;
    [
        Machine::of("fair", "plays its orders out in thought for a moment", || seated("fair")).as_strong(strength.fair),
        Machine::of("easy", "plays at once, and slips now and then", || seated("easy")).as_strong(strength.easy),
        Machine {
            formerly: &["thinker"],
            ..Machine::of("hard", "thinks for up to a second about an order", || seated("hard"))
                .as_strong(strength.hard)
        },
        Machine::of("quick", "plays at once", || seated("quick")),
        Machine::of("greedy", "takes what puts it ahead by most just now", || seated("greedy")),
        Machine::of("random", "takes any legal order", || seated("random")),
    ]
}

fn seated<G: Judged>(name: &str) -> Box<dyn Player<G>> {
    player::<G>(name).expect("a player of the shelf")
}

/// Something that is done with the game of a book, whichever it is.
pub trait WithGame {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn with<G: Judged>(self) -> Self::Answer;
}
