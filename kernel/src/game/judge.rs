//! A book's own judgement, for machine players.

use super::{Ask, Game, View};
use crate::dice::Seeded;
use crate::seat::Seat;

/// What a machine player needs to know of a book beyond its rules. A book has it in its `machine.rs`.
pub trait Judged: Game {
    /// What a whole state is worth to a seat, in thousandths of a victory point. What one seat gains, the others lose.
    fn worth(state: &Self::State, seat: Seat) -> i64;

    /// Legal orders that are worth thinking about, that of [`Judged::habit`] first; at least one.
    fn candidates(view: &View<'_, Self>, ask: &Ask, random: &mut Seeded) -> Vec<Self::Order>;

    /// Is this a decision that is worth playing out in thought? Elsewhere habit will do.
    fn is_weighty(view: &View<'_, Self>, ask: &Ask) -> bool;

    /// What an order is worth by the exact odds of its own dice and no further, in the same measure.
    fn prospect(view: &View<'_, Self>, ask: &Ask, order: &Self::Order) -> i64;

    /// What a player of habit orders at once: quick and sensible, for games played out in thought.
    fn habit(view: &View<'_, Self>, ask: &Ask, random: &mut Seeded) -> Self::Order;

    /// Is this a place to stop and judge, when play is followed `turns` turns on from `from`?
    fn is_far_enough(from: &Self::State, now: &Self::State, turns: u8) -> bool;
}
