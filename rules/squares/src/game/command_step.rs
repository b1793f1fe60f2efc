//! 19, step 3: the orders of the higher command (R16).

use super::{Event, Marker, Order, Question, Side, Square, SquareSet, Squares, State};
use crate::command::resolve_attempt;
use kernel::dice::Seeded;
use kernel::game::Act;
use kernel::prelude::*;

/// Are there attempts left, and squares to try for?
pub(super) fn is_open(state: &State) -> bool {
    state.orders.attempts > 0 && !squares(state, state.active).is_empty()
}

/// R16 The squares that an order can be tried for: own ones within 3 squares of the commander, each once a turn.
pub(super) fn squares(state: &State, side: Side) -> SquareSet {
    let Some(commander) = state.commanders[side] else { return SquareSet::NONE };
    let mut within = SquareSet::from(commander);
    for _ in 0..REACH {
        within = within | within.neighbours();
    }
    within & state.held[side] & !state.orders.tried
}

/// How far the commander's orders reach, in squares.
const REACH: u8 = 3;

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Order::Command { square, .. } = *order else {
        return match order {
            Order::Pass => Ok(()),
            _ => Err(Question::Command.refuse("try to give a square an order, or pass")),
        };
    };
    if squares(state, side).has(square) {
        return Ok(());
    }
    let refuse = |sentence: String| Err(Refusal::by(Rule("R16"), sentence));
    if state.orders.tried.has(square) {
        return refuse(format!("{square} has had its attempt this turn; there is one a square"));
    }
    if !state.held[side].has(square) {
        return refuse(format!("you have no units in {square}; orders go to own squares"));
    }
    let far = state.commanders[side].map_or(0, |commander| commander.steps_to(square));
    refuse(format!("{square} is {far} squares from your commander; his orders reach 3"))
}

pub(super) fn sample(state: &State, side: Side, random: &mut Seeded) -> Order {
    let open = squares(state, side);
    match open.nth(random.below(open.len() + 2)) {
        Some(square) => Order::Command { square, marker: Marker::ALL[random.below(3) as usize] },
        None => Order::Pass,
    }
}

/// 19:attempts One attempt.
pub(super) fn apply(act: &mut Act<'_, Squares>, side: Side, square: Square, marker: Marker) {
    act.state.orders.attempts -= 1;
    act.state.orders.tried.add(square);
    let through = act.roll(resolve_attempt);
    if through {
        let orders = &mut act.state.orders;
        match marker {
            Marker::FightingBonus => orders.fighting_bonus.add(square),
            Marker::MoraleBonus => orders.morale_bonus.add(square),
            Marker::HoldTheLine => orders.hold_the_line.add(square),
        }
    }
    act.happens(Event::Commanded { side, square, marker, through });
}
