//! Entries of a log.

use super::{AskId, Line, LoggedEntry, Snapshot};
use crate::dice::Die;
use crate::procedure::Value;
use crate::seat::Seat;
use serde::Serialize;

/// One entry of a log.
pub struct Entry<O> {
    /// Its number, never used again.
    pub number: u32,
    /// What was done.
    pub what: What<O>,
    /// What happened.
    pub lines: Vec<Line>,
    /// The faces that fell, in each stream.
    pub dice: Vec<Thrown>,
    /// Something hidden became known.
    pub revealed: bool,
    /// The hash of the whole state after it, under the game's key; none where another release played it.
    pub hash: Option<[u8; 32]>,
    /// The entry that it was played after.
    pub(super) after: u32,
    /// How many orders lie between it and the last state that is kept.
    pub(super) since_kept: u8,
    /// An entry that another release has played and these rules cannot play again, as the log has it.
    pub(super) foreign: Option<Box<LoggedEntry>>,
}

impl<O> Entry<O> {
    /// The seat whose answer it is.
    pub(super) fn answered_by(&self) -> Option<Seat> {
        match &self.what {
            What::Orders { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// Faces as they fell in one stream of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown<S = Seat> {
    /// The seat that alone sees them; all do where there is none.
    pub only: Option<S>,
    /// Each die and its face.
    pub faces: Vec<(Die, u8)>,
}

impl Thrown {
    /// Does a seat see them?
    pub(super) fn is_seen_by(&self, seat: Seat) -> bool {
        self.only.is_none_or(|only| only == seat)
    }
}

/// What an entry does. In a log that was only read, seats are still names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What<O, S = Seat> {
    /// The game begins.
    Setup,
    /// A seat answers an ask; several orders of a batch are one answer.
    Orders {
        /// Who.
        seat: S,
        /// Which ask.
        ask: AskId,
        /// The orders.
        orders: Vec<O>,
    },
    /// A seat takes back: all is as it was after entry `to`.
    Undo {
        /// Who.
        seat: S,
        /// The entry that play goes back to.
        to: u32,
        /// The others agreed, as they must past a roll, a reveal or another seat's answer.
        agreed: bool,
    },
    /// A seat gives the game up.
    Resign {
        /// Who.
        seat: S,
    },
    /// The game is left off: nobody wins.
    Abandon,
    /// The game goes on under another release of the rules, from the state as it stood.
    Release {
        /// The release.
        release: String,
        /// The state that it goes on from.
        from: Box<Snapshot>,
    },
}

impl Thrown {
    /// The same with the name of its seat.
    pub(super) fn named(&self) -> Thrown<String> {
        Thrown { only: self.only.map(|seat| seat.0.to_owned()), faces: self.faces.clone() }
    }
}

impl<O: Serialize> What<O> {
    /// The same as a log has it: seats are names, and orders are JSON.
    pub(super) fn named(&self) -> What<Value, String> {
        let name = |seat: &Seat| seat.0.to_owned();
        match self {
            What::Setup => What::Setup,
            What::Orders { seat, ask, orders } => {
                let json = |order: &O| serde_json::to_value(order).expect("an order is plain data");
                What::Orders { seat: name(seat), ask: *ask, orders: orders.iter().map(json).collect() }
            }
            What::Undo { seat, to, agreed } => What::Undo { seat: name(seat), to: *to, agreed: *agreed },
            What::Resign { seat } => What::Resign { seat: name(seat) },
            What::Abandon => What::Abandon,
            What::Release { release, from } => What::Release { release: release.clone(), from: from.clone() },
        }
    }
}
