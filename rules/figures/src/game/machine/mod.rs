//! The book's own judgement, for machine players: quick play, and a position told in facts.

mod facts;
mod quick;
mod weights;

use super::{Figures, Order, Phase, Side, State, allot, plot, victory};
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Game, Group, Judged, LevelStrength, View, usual};
use kernel::seat::Seat;

impl Judged for Figures {
    const BOOK: &'static str = "figures";
    const FACTS: &'static [Group] = facts::GROUPS;
    const STRENGTH: LevelStrength = LevelStrength {
        easy: "",
        fair: "won 30 of 32 games against easy",
        hard: "with 60 games in thought won 33 of 40 games against quick play",
    };
    const WEIGHTS: &'static [(&'static str, i64)] = weights::WEIGHTS;

    fn quick(view: &View<'_, Figures>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Order {
        let mut orders = quick::orders(view.state(), Side::of(ask.seat), ask.question, weights, random).into_iter();
        // Where quick play knows nothing that is allowed, what is usual will do.
        orders.find(|order| Figures::check(view, ask, order).is_ok()).unwrap_or_else(|| fallback(view, ask, random))
    }

    fn hints(view: &View<'_, Figures>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
        quick::hints(view.state(), Side::of(ask.seat), ask.question, weights, random)
    }

    fn quiet(state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn writing(state: &State) -> Option<u32> {
        let papers = matches!(state.phase, Phase::Prepare | Phase::Plot | Phase::Fire);
        papers.then(|| 2 * u32::from(state.turn) + u32::from(state.phase == Phase::Fire))
    }

    /// Points weigh most; a margin of 10 wins (R19).
    fn margin(state: &State, seat: Seat) -> i32 {
        let margin = victory::margin(state);
        if Side::of(seat) == Side::Attacker { margin } else { -margin }
    }

    fn facts(state: &State, facts: &mut Facts) {
        facts::facts(state, facts);
    }

    fn learned() -> &'static str {
        include_str!("../../../learned.txt")
    }
}

/// What is always allowed, so that quick play never dawdles over secret papers.
fn fallback(view: &View<'_, Figures>, ask: &Ask, random: &mut Seeded) -> Order {
    let done = [Order::Ready, Order::Pass].into_iter().find(|order| Figures::check(view, ask, order).is_ok());
    done.unwrap_or_else(|| usual(view, ask, random))
}

/// Writes for a side whose plan is not seen what it could have written.
pub(super) fn imagine_plan(state: &mut State, side: Side, random: &mut Seeded) {
    let phase =
        if matches!(state.phase, Phase::Prepare | Phase::Plot | Phase::Fire) { state.phase } else { Phase::Plot };
    let mut asked = state.clone();
    (asked.phase, asked.ready[side]) = (phase, false);
    asked.frames.clear();
    for _ in 0..=random.below(4) {
        let Some(ask) = Figures::asks(&asked).into_iter().find(|ask| ask.seat == side.seat()) else { return };
        let order = Figures::sample(&View::of_seat(&asked, side.seat()), &ask, random);
        match order {
            Order::Shell { .. } => {
                plot::write(&mut asked, side, &order);
                plot::write(state, side, &order);
            }
            Order::Charge { .. } | Order::Mask { .. } if state.phase == Phase::Plot => {
                plot::write(&mut asked, side, &order);
                plot::write(state, side, &order);
            }
            Order::Fire { .. } | Order::Throw { .. } | Order::Lay { .. } if state.phase == Phase::Fire => {
                allot::write(&mut asked, side, &order);
                allot::write(state, side, &order);
            }
            _ => {}
        }
    }
}
