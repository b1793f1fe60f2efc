//! A player without a plan.

use kernel::dice::Seeded;
use kernel::game::{Ask, Judged, Player, View};

/// Takes the order with the best exact odds now, and thinks no further: among orders that are even by them it takes any.
pub struct Greedy;

impl<G: Judged> Player<G> for Greedy {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        let candidates = G::candidates(view, ask, random);
        let prospects: Vec<i64> = candidates.iter().map(|order| G::prospect(view, ask, order)).collect();
        let best = prospects.iter().copied().max().expect("there is always an order");
        let mut even: Vec<G::Order> = candidates
            .into_iter()
            .zip(prospects)
            .filter(|(_, prospect)| *prospect == best)
            .map(|(order, _)| order)
            .collect();
        even.swap_remove(random.below(even.len() as u32) as usize)
    }
}
