//! A player without a plan.

use crate::search::{Limit, Search};
use kernel::dice::Seeded;
use kernel::game::{Ask, Judged, Player, View};

/// Takes the order after which it would be ahead by most, on average over its own dice, and thinks no further: among orders
/// that are even by that it takes any.
pub struct Greedy;

impl<G: Judged> Player<G> for Greedy {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        let thoughts = Search { far: 0, ..Search::by_margin(Limit::PlayOuts(120)) }.try_all(view, ask, random);
        let best = thoughts.iter().map(|(_, margin)| *margin).fold(f64::MIN, f64::max);
        let mut even: Vec<G::Order> =
            thoughts.into_iter().filter(|(_, margin)| *margin >= best).map(|(order, _)| order).collect();
        even.swap_remove(random.below(even.len() as u32) as usize)
    }
}
