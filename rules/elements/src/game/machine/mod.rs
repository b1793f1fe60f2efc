//! The book's own judgement, for machine players: quick play, and a position told in facts.

mod facts;
mod quick;
mod ways;
mod weights;

pub(crate) use ways::Ways;

use super::{Elements, Order, Side, State, victory};
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Game, Group, Judged, LevelStrength, View, usual};
use kernel::seat::Seat;

impl Judged for Elements {
    const BOOK: &'static str = "elements";
    const FACTS: &'static [Group] = facts::GROUPS;
    // With 24 it was no better than quick play.
    const FAIR: u32 = 60;
    const SEARCHES_BY_JUDGEMENT: bool = false;
    const STRENGTH: LevelStrength = LevelStrength {
        easy: "",
        fair: "won 24 of 32 games against easy",
        hard: "with 60 games in thought won 16 of 24 games against quick play",
    };
    const QUIET_A_TURN: u32 = 2;
    const WEIGHTS: &'static [(&'static str, i64)] = weights::WEIGHTS;

    fn quick(view: &View<'_, Elements>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Order {
        let order = quick::order(view.state(), Side::of(ask.seat), ask.question, weights, random);
        // Where quick play knows nothing that is allowed, what is usual will do.
        order.filter(|order| Elements::check(view, ask, order).is_ok()).unwrap_or_else(|| usual(view, ask, random))
    }

    fn hints(view: &View<'_, Elements>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
        quick::hints(view.state(), Side::of(ask.seat), ask.question, weights, random)
    }

    fn quiet(state: &State) -> u32 {
        2 * u32::from(state.turn) + u32::from(state.side == Side::Defender)
    }

    /// Points weigh most, and elements lost tell apart what is even. A tie is the defender's; a side that has lost half
    /// of its combat elements has lost whatever it holds.
    fn margin(state: &State, seat: Seat) -> i32 {
        let lost = |side: Side| {
            let (all, gone) = state.strength(side);
            // Each loss weighs more the nearer the side is to breaking.
            let (all, gone) = (all.max(1) as i32, gone as i32);
            (80 * gone / all).min(40) + if 2 * gone >= all { 100 } else { 0 }
        };
        let margin = 20 * victory::margin(state) - 10 + lost(Side::Defender) - lost(Side::Attacker);
        if Side::of(seat) == Side::Attacker { margin } else { -margin }
    }

    fn lead(state: &State, seat: Seat) -> i32 {
        let lead = victory::margin(state);
        if Side::of(seat) == Side::Attacker { lead } else { -lead }
    }

    fn facts(state: &State, facts: &mut Facts) {
        facts::facts(state, facts);
    }

    fn learned() -> &'static str {
        include_str!("../../../learned.txt")
    }
}
