//! What is being played, and where its dice come from.

use super::{DiceRoot, EntryDice, Numbering, Throws};
use crate::procedure::Inputs;

/// What is being played.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The book.
    pub book: String,
    /// The release of the rules that it was begun with. A table that is started without one has that at hand.
    pub release: String,
    /// The scenario.
    pub scenario: String,
    /// The whole text of the scenario. A table that is started without one finds it by the scenario's name.
    pub text: Option<String>,
    /// The options that were set.
    pub options: Inputs,
    /// Who sits where, where that is known: the seat, and 'person' or the name of a machine player.
    pub seats: Vec<(String, String)>,
    /// Is it practice? Then throws may be taken back, and the log says how many were.
    pub practice: bool,
    /// Where the dice come from.
    pub dice: DiceKind,
}

impl Header {
    /// A game of a book's own scenario.
    pub fn of(book: &str, scenario: &str, options: Inputs, dice: DiceKind) -> Header {
        let (book, scenario) = (book.to_owned(), scenario.to_owned());
        Header { book, release: String::new(), scenario, text: None, options, seats: Vec::new(), practice: false, dice }
    }
}

/// Where the dice of a game come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiceKind {
    /// A plain seed.
    Seed(u64),
    /// Thrown on a real table and typed in: nobody can prove them.
    Typed,
    /// A committed secret and the players' own bytes.
    Proved {
        /// The game's name, which the commitment is bound to.
        game: String,
        /// The commitment.
        commitment: [u8; 32],
        /// The bytes that players opened, by seat.
        openings: Vec<(String, Vec<u8>)>,
        /// The secret, opened when the game is over.
        secret: Option<[u8; 32]>,
        /// What the dice are numbered by.
        by: Numbering,
    },
}

impl DiceKind {
    /// The key that all dice come from, where it is known.
    pub fn root(&self) -> Option<DiceRoot> {
        match self {
            DiceKind::Seed(seed) => Some(DiceRoot::of_seed(*seed)),
            DiceKind::Proved { commitment, openings, secret: Some(secret), .. } => {
                Some(DiceRoot::of_secret(secret, commitment, openings))
            }
            DiceKind::Typed | DiceKind::Proved { .. } => None,
        }
    }
    /// What the dice are numbered by.
    pub fn numbering(&self) -> Numbering {
        match self {
            DiceKind::Proved { by, .. } => *by,
            DiceKind::Seed(_) | DiceKind::Typed => Numbering::Entries,
        }
    }

    /// The dice of the entry of this number, after so many throws.
    pub fn next(&self, root: &DiceRoot, entry: u32, throws: &Throws) -> EntryDice {
        match self.numbering() {
            Numbering::Entries => root.entry(entry),
            Numbering::Throws => root.after(throws),
        }
    }

    /// The dice of the set-up.
    pub fn first(&self, root: &DiceRoot) -> EntryDice {
        self.next(root, 0, &Throws::default())
    }
}
