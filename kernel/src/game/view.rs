//! Who sees what.

use super::{Ask, Game, Legal};
use crate::procedure::Refusal;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// Whose eyes look at a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Eyes {
    /// Those of a seat.
    Seat(Seat),
    /// Those of somebody who sits at no seat and sees only what no seat hides.
    Spectator,
}

impl Eyes {
    /// Are these the eyes of this seat?
    pub fn are(self, seat: Seat) -> bool {
        self == Eyes::Seat(seat)
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eyes::Seat(seat) => write!(f, "{seat}"),
            Eyes::Spectator => f.write_str("spectator"),
        }
    }
}

/// Something that only some eyes see. A masked state has [`Secret::Hidden`] where its eyes see nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Secret<T> {
    /// It is known.
    Known(T),
    /// It is not for these eyes.
    Hidden,
}

impl<T> Secret<T> {
    /// What it is, where that is known.
    pub fn known(&self) -> Option<&T> {
        match self {
            Secret::Known(it) => Some(it),
            Secret::Hidden => None,
        }
    }

    /// What it is, in a whole state.
    pub fn whole(&self) -> &T {
        self.known().expect("a whole state has no hidden part")
    }

    /// The same, or hidden from those who may not see it.
    #[must_use]
    pub fn masked(self, visible: bool) -> Secret<T> {
        if visible { self } else { Secret::Hidden }
    }
}

/// A state as some eyes see it. It can only be made by masking a state.
pub struct View<'a, G: Game> {
    state: Cow<'a, G::State>,
    eyes: Eyes,
}

impl<'a, G: Game> View<'a, G> {
    /// What these eyes see.
    pub fn of(state: &'a G::State, eyes: Eyes) -> View<'a, G> {
        View { state: G::mask(state, eyes), eyes }
    }

    /// What the seat of an ask sees.
    pub fn of_seat(state: &'a G::State, seat: Seat) -> View<'a, G> {
        View::of(state, Eyes::Seat(seat))
    }

    /// Whose eyes these are.
    pub fn eyes(&self) -> Eyes {
        self.eyes
    }

    /// The masked state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Finds an order legal, or says which rule refuses it.
    pub fn check(&self, ask: &Ask, order: G::Order) -> Result<Legal<G>, Refusal> {
        if !self.eyes.are(ask.seat) {
            return Err(Refusal::of(format!("it is the {} who has to {}", ask.seat, ask.question)));
        }
        G::check(self, ask, &order)?;
        Ok(Legal::found(*ask, order))
    }

    /// A view that can be kept.
    pub fn into_owned(self) -> View<'static, G> {
        View { state: Cow::Owned(self.state.into_owned()), eyes: self.eyes }
    }
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        View { state: self.state.clone(), eyes: self.eyes }
    }
}

impl<G: Game> Deref for View<'_, G> {
    type Target = G::State;

    fn deref(&self) -> &G::State {
        &self.state
    }
}
