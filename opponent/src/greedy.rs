//! A player without a plan.

use kernel::dice::Seeded;
use kernel::game::{Ask, Judged, Player, View};

/// Takes the order with the best exact odds now, and thinks no further.
pub struct Greedy;

impl<G: Judged> Player<G> for Greedy {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        let candidates = G::candidates(view, ask, random);
        let best = (0..candidates.len()).rev().max_by_key(|&at| G::prospect(view, ask, &candidates[at]));
        candidates.into_iter().nth(best.expect("there is always an order")).expect("it is one of them")
    }
}
