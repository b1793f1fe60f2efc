//! The books with the games that can be played of them.

use crate::{books, unknown};
use kernel::book::Book;
use kernel::game::AnyGame;
use kernel::procedure::Refusal;

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

/// The games of the books that can be played whole.
fn game_of(_book: &Book) -> Option<&'static dyn AnyGame> {
    None
}
