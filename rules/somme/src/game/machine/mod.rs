//! The book's own judgement, for machine players: quick play, and a position told in facts.

mod assaults;
mod barrages;
mod facts;
mod marches;
mod quick;
mod weights;
mod worth;

use super::victory::lead;
use super::{Order, Somme, State, Step};
use crate::scenario::Side;
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Game, Group, Judged, LevelStrength, View, usual};
use kernel::seat::Seat;

impl Judged for Somme {
    const BOOK: &'static str = "somme";
    const FACTS: &'static [Group] = facts::GROUPS;
    const SEARCHES_BY_JUDGEMENT: bool = false;
    const STRENGTH: LevelStrength = LevelStrength {
        easy: "",
        fair: "won 78 of 100 learning games against easy",
        hard: "with 200 games in thought won 37 of 60 learning games against quick play",
    };
    const QUIET_A_TURN: u32 = 2;
    const WEIGHTS: &'static [(&'static str, i64)] = weights::WEIGHTS;

    fn quick(view: &View<'_, Somme>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Order {
        let order = quick::order(view.state(), Side::of(ask.seat), ask.question, weights);
        // Where quick play knows nothing that is allowed, what is usual will do.
        order.filter(|order| Somme::check(view, ask, order).is_ok()).unwrap_or_else(|| usual(view, ask, random))
    }

    fn hints(view: &View<'_, Somme>, ask: &Ask, weights: &[i64], _: &mut Seeded) -> Vec<Order> {
        quick::hints(view.state(), Side::of(ask.seat), ask.question, weights)
    }

    /// Where guns fire and who attacks is thought about; marches and what follows from both is done by the plan.
    fn weighty(_: &View<'_, Somme>, ask: &Ask) -> bool {
        matches!(ask.question, "bombard" | "commit assaults" | "attack again" | "counterattack or give way")
    }

    fn quiet(state: &State) -> u32 {
        if state.step < Step::Weather {
            return 0;
        }
        let second = state.active != state.battle.scenario().first && state.step < Step::VictoryPoints;
        u32::from(state.turn) * 2 + u32::from(second)
    }

    /// R27 A tie is German, so half a point less than none.
    fn margin(state: &State, seat: Seat) -> i32 {
        let lead = 2 * lead(state) - 1;
        if Side::of(seat) == Side::Allied { lead } else { -lead }
    }

    fn lead(state: &State, seat: Seat) -> i32 {
        // It is counted in halves.
        let lead = lead(state) / 2;
        if Side::of(seat) == Side::Allied { lead } else { -lead }
    }

    fn facts(state: &State, facts: &mut Facts) {
        facts::facts(state, facts);
    }

    fn learned() -> &'static str {
        include_str!("../../../learned.txt")
    }
}
