//! 19, step 3: the orders of the higher command (R16).

use super::morale_step::{situation as morale, testing};
use super::offers::{PASS, one_square};
use super::say::place_name;
use super::{Event, Marker, Order, Side, Square, SquareSet, Squares, State, WayBack, turn};
use crate::command::{Orders, resolve_attempt};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::prelude::*;
use kernel::procedure::OnDesk;

/// 19:3 Which square is given which order?
pub(super) struct Commanding;

impl Decide<Squares> for Commanding {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("give orders", Rule("19:3"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let asked =
            picks.ask("which square is given an order?", Rule("R16")).or(PASS, "give no more orders", Order::Pass);
        let square = one_square(asked, state, squares(state, Side::of(seat)))?;
        picks.tell(|| square.to_string());
        let marker = picks
            .ask(format_args!("which order for {square}?"), Rule("R16"))
            .one_of(Marker::ALL.iter().copied(), |marker| {
                Offer::option(marker.name(), format!("{}: {}", marker.words(), marker.help()))
            })?;
        Ok(Order::Command { square, marker })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::Command { square, .. } = *order else {
            return match order {
                Order::Pass => Ok(()),
                _ => Err(refuse(self, state, "try to give a square an order, or pass")),
            };
        };
        let (tried, own) = (state.orders.tried.has(square), state.held[side].has(square));
        let far = state.commanders[side].map_or(0, |commander| commander.steps_to(square));
        ensure!(!tried, Rule("R16"), "{square} has had its attempt this turn; there is one a square");
        ensure!(own, Rule("R16"), "you have no units in {square}; orders go to own squares");
        let reached = squares(state, side).has(square);
        ensure!(reached, Rule("R16"), "{square} is {far} squares from your commander; his orders reach 3");
        Ok(())
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let mut preview = Preview::called("Give no more orders");
        match *order {
            Order::Command { square, marker } => {
                preview.verb = Some("Give the order".to_owned());
                foresee(&mut preview, state, side, square, marker);
            }
            _ => tests_to_come(&mut preview, state, side),
        }
        preview
    }

    /// 19:attempts One attempt.
    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        let Order::Command { square, marker } = *order else { return turn::pass(act, side) };
        act.state.orders.attempts -= 1;
        act.state.orders.tried.add(square);
        let through = act.throwing_for(|state| format!("{} at {}", marker.words(), place_name(state, square))).roll_as(
            |state| {
                let quality = state.battle.army(side).command;
                let untried = squares(state, side).len() + 1;
                OnDesk::of(&crate::command::orders_procedure(), &Orders { quality, squares: untried.min(8) as u8 })
            },
            resolve_attempt,
        );
        if through {
            act.state.orders.marked(marker).add(square);
        }
        act.happens(Event::Commanded { side, square, marker, through });
    }
}

/// Are there attempts left, and squares to try for?
pub(super) fn is_open(state: &State) -> bool {
    state.orders.attempts > 0 && !squares(state, state.active).is_empty()
}

/// R16 The squares that an order can be tried for: own ones within 3 squares of the commander, each once a turn.
pub(super) fn squares(state: &State, side: Side) -> SquareSet {
    let Some(commander) = state.commanders[side] else { return SquareSet::NONE };
    SquareSet::within_reach(commander, REACH) & state.held[side] & !state.orders.tried
}

/// How far the commander's orders reach, in squares.
const REACH: u8 = 3;

/// An attempt at an order, and what a morale marker would be worth.
fn foresee(preview: &mut Preview, state: &State, side: Side, square: Square, marker: Marker) {
    let orders = Orders { quality: state.battle.army(side).command, squares: 1 };
    preview.add_test(format!("{} for {square}", marker.words()), &crate::command::orders_procedure(), &orders);
    if marker == Marker::FightingBonus {
        return;
    }
    let units = testing(state, square);
    if units.is_empty() {
        return;
    }
    let way = WayBack::of(state, side, square, units);
    let without = morale(state, square, units, way);
    let mut with = without.clone();
    match marker {
        Marker::HoldTheLine => with.hold_the_line = true,
        _ => with.morale_bonus = true,
    }
    let procedure = crate::morale::procedure();
    preview.add_test(format!("morale of {square} without it"), &procedure, &without);
    preview.add_test(format!("morale of {square} with it"), &procedure, &with);
}

/// What comes by itself when the step is ended: the morale tests after the orders of higher command.
fn tests_to_come(preview: &mut Preview, state: &State, side: Side) {
    for square in state.held[side].in_order(side) {
        let units = testing(state, square);
        let test = morale(state, square, units, WayBack::of(state, side, square, units));
        if crate::morale::morale_dice(&test).total() > 0 {
            preview.add_test(format!("morale of {square}"), &crate::morale::procedure(), &test);
        }
    }
}
