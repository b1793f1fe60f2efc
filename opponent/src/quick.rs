//! A player that does not think.

use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Judged, Player, View};

/// Gives the book's quick order; so many times in a hundred any other.
#[derive(Clone, Debug)]
pub struct Quick {
    /// How often in a hundred it takes any legal order instead.
    pub slips: u32,
    /// What it weighs.
    pub weights: Vec<i64>,
}

impl Quick {
    /// By the weights that matches have found.
    pub fn of<G: Judged>(slips: u32) -> Quick {
        Quick { slips, weights: weights::<G>() }
    }
}

/// The weights of a book's quick play that matches have found.
pub fn weights<G: Judged>() -> Vec<i64> {
    G::WEIGHTS.iter().map(|(_, weight)| *weight).collect()
}

impl<G: Judged> Player<G> for Quick {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        if self.slips > 0 && random.below(100) < self.slips {
            return <G as Game>::sample(view, ask, random);
        }
        G::quick(view, ask, &self.weights, random)
    }
}
