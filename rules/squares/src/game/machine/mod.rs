//! The book's own judgement, for machine players: quick play, and a position told in facts.

mod facts;
mod fights;
mod moves;
mod quick;
mod weights;

use super::victory::margin;
use super::{Order, Side, Squares, State, TurnStep};
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Game, Group, Judged, LevelStrength, View, usual};
use kernel::seat::Seat;

impl Judged for Squares {
    const BOOK: &'static str = "squares";
    const FACTS: &'static [Group] = facts::GROUPS;
    /// Fair of 128 games; hard of 64 with 1,000 games in thought a decision, some eighth of its time.
    const STRENGTH: LevelStrength =
        LevelStrength { easy: "", fair: "won 77 of 100 games against easy", hard: "won 67 of 100 games against fair" };
    const QUIET_A_TURN: u32 = 2;
    const WEIGHTS: &'static [(&'static str, i64)] = weights::WEIGHTS;

    fn quick(view: &View<'_, Squares>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Order {
        let order = quick::orders(view.state(), Side::of(ask.seat), false, weights).into_iter().next();
        // Where quick play knows nothing that is allowed, what is usual will do.
        order.filter(|order| Squares::check(view, ask, order).is_ok()).unwrap_or_else(|| usual(view, ask, random))
    }

    fn hints(view: &View<'_, Squares>, ask: &Ask, weights: &[i64], _: &mut Seeded) -> Vec<Order> {
        quick::orders(view.state(), Side::of(ask.seat), true, weights)
    }

    fn quiet(state: &State) -> u32 {
        let half_turns = u32::from(state.turn) * 2 + u32::from(state.active == Side::Defender);
        if state.step < TurnStep::Gas { 0 } else { half_turns }
    }

    /// R19 Par itself is the defender's.
    fn margin(state: &State, seat: Seat) -> i32 {
        let margin = margin(state) - state.battle.scenario().par;
        if Side::of(seat) == Side::Attacker { margin } else { -margin }
    }

    fn facts(state: &State, facts: &mut Facts) {
        facts::facts(state, facts);
    }

    fn learned() -> &'static str {
        include_str!("../../../learned.txt")
    }
}
