//! Machine players, as a book seats them.

use super::{Ask, Game, View};
use crate::dice::Seeded;

/// A player that a machine is: it sees its seat's view and nothing else.
pub trait Player<G: Game>: Send {
    /// What it orders.
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order;

    /// What it thinks of the orders that it considered, the one it would give first; nothing where it does not weigh any.
    fn consider(&mut self, _view: &View<'_, G>, _ask: &Ask, _random: &mut Seeded) -> Vec<Considered<G::Order>> {
        Vec::new()
    }
}

/// What a player thinks of an order.
#[derive(Clone, Debug)]
pub struct Considered<O> {
    /// The order.
    pub order: O,
    /// How many games were played out with it in thought.
    pub games: u32,
    /// The mean chance to win of where they led, for the seat that decides.
    pub win: f64,
    /// By how many points the seat that decides leads where they led, on average.
    pub lead: f64,
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
    /// How strong matches have found it, in a sentence; nothing where none were played.
    pub strength: &'static str,
    /// Sits it down.
    pub make: fn() -> Box<dyn Player<G>>,
}

impl<G: Game> Machine<G> {
    /// How it plays, and how strong it is where that was measured.
    pub fn in_words(&self) -> String {
        if self.strength.is_empty() { self.about.to_owned() } else { format!("{}; {}", self.about, self.strength) }
    }

    /// With what matches have found of it.
    #[must_use]
    pub const fn as_strong(self, strength: &'static str) -> Machine<G> {
        Machine { strength, ..self }
    }

    /// A machine that has always been called so.
    pub const fn of(name: &'static str, about: &'static str, make: fn() -> Box<dyn Player<G>>) -> Machine<G> {
        Machine { name, formerly: &[], about, strength: "", make }
    }
}
