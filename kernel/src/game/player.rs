//! Machine players, as a book seats them.

use super::{Ask, Game, View};
use crate::dice::Seeded;

/// A player that a machine is: it sees its seat's view and nothing else.
pub trait Player<G: Game>: Send {
    /// What it orders.
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order;
}

/// A player that takes any legal order.
pub struct AtRandom;

impl<G: Game> Player<G> for AtRandom {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        G::sample(view, ask, random)
    }
}

/// A machine player by name.
pub struct Machine<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it was called in games that earlier releases have kept.
    pub formerly: &'static [&'static str],
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Sits it down.
    pub make: fn() -> Box<dyn Player<G>>,
}

impl<G: Game> Machine<G> {
    /// A machine that has always been called so.
    pub const fn of(name: &'static str, about: &'static str, make: fn() -> Box<dyn Player<G>>) -> Machine<G> {
        Machine { name, formerly: &[], about, make }
    }
}
