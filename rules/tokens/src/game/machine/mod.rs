//! The book's own judgement, for machine players: quick play, and a position told in facts.

mod atlas;
mod facts;
mod moves;
mod quick;
mod stand;
mod weights;

pub(super) use atlas::Atlas;

use super::{Order, Side, State, Tokens, victory};
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Game, Group, Judged, LevelStrength, View, usual};
use kernel::seat::Seat;

impl Judged for Tokens {
    const BOOK: &'static str = "tokens";
    const FACTS: &'static [Group] = facts::GROUPS;
    const SEARCHES_BY_JUDGEMENT: bool = false;
    /// Of 92 and 40 learning games. A judgement taught by 2,500 games was tried and is not shown to be better than the margin:
    /// 30 of the same 40 against quick play, but 51 of 67 against easy, and 1 of 6 against search by the margin.
    const STRENGTH: LevelStrength = LevelStrength {
        easy: "",
        fair: "won 84 of 100 learning games against easy",
        hard: "with 60 games in thought won 62 of 100 learning games against quick play",
    };
    const WEIGHTS: &'static [(&'static str, i64)] = weights::WEIGHTS;

    fn quick(view: &View<'_, Tokens>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Order {
        let order = quick::order(view.state(), Side::of(ask.seat), ask.question, weights);
        // Where quick play knows nothing that is allowed, what is usual will do.
        order.filter(|order| Tokens::check(view, ask, order).is_ok()).unwrap_or_else(|| usual(view, ask, random))
    }

    fn hints(view: &View<'_, Tokens>, ask: &Ask, weights: &[i64], _: &mut Seeded) -> Vec<Order> {
        quick::hints(view.state(), Side::of(ask.seat), ask.question, weights)
    }

    fn quiet(state: &State) -> u32 {
        u32::from(state.turn)
    }

    /// Points weigh most, and bases lost tell apart what is even. R18 A tie is the defender's.
    fn margin(state: &State, seat: Seat) -> i32 {
        let lost = |side: Side| i32::from(state.strength(side).bases_lost);
        let bases = (lost(Side::Defender) - lost(Side::Attacker)).clamp(-9, 9);
        let margin = 20 * victory::margin(state) - 10 + bases;
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
