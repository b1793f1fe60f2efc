//! 19, step 10: reinforcements by way A, B or C (29, R17).

use super::set_up::no_room;
use super::{
    Event, Frame, Order, Question, Side, Square, SquareSet, Squares, State, Station, UnitId, Units, movement_step, turn,
};
use crate::reinforcements::{Way, resolve_arrival};
use kernel::dice::Seeded;
use kernel::game::Act;
use kernel::prelude::*;
use smallvec::SmallVec;

/// Does anybody wait who could come?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    let waiting = state.waiting(side);
    !waiting.is_empty() && waiting.iter().any(|unit| !squares(state, side, unit, false).is_empty())
}

/// R17 The squares of row 1 where a unit can arrive: with room, not held by the enemy, not closed; by road those with
/// a road.
pub(super) fn squares(state: &State, side: Side, unit: UnitId, by_road: bool) -> SquareSet {
    let free = !(state.held[side.other()] | state.closed());
    let row = (0..8).map(|column| Square::in_row_of(side, 1, column));
    row.filter(|&square| {
        free.has(square) && (!by_road || !state.battle.roads(square).is_empty()) && state.has_room(square, unit.into())
    })
    .collect()
}

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::RollForAll => Ok(()),
        Order::BringOn { unit, to } => check_arrival(state, side, *unit, *to, false),
        Order::BringByRoad { unit, to, attempts } => {
            check_arrival(state, side, *unit, *to, true)?;
            check_attempts(state, side, *unit, attempts)
        }
        Order::Pass => {
            Err(Refusal::by(Rule("19:10"), "one of the three ways is chosen while a unit waits that can come"))
        }
        _ => Err(Question::Reinforce.refuse("choose one of the three ways to bring units on")),
    }
}

fn check_arrival(state: &State, side: Side, unit: UnitId, to: Square, by_road: bool) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    if state.unit(unit).at != Station::Waiting {
        return Err(Refusal::by(Rule("29"), format!("{} does not wait off the table", state.name(unit))));
    }
    check_square(state, side, unit, to, by_road)
}

fn check_square(state: &State, side: Side, unit: UnitId, to: Square, by_road: bool) -> Result<(), Refusal> {
    if squares(state, side, unit, by_road).has(to) {
        return Ok(());
    }
    let sentence = if to.row_of(side) != 1 {
        format!("{to} is not in your row 1, where units arrive")
    } else if state.held[side.other()].has(to) {
        format!("the enemy holds {to}, so nobody arrives there")
    } else if state.closed().has(to) {
        format!("{to} lies under a suppression barrage: nobody enters it")
    } else if by_road && state.battle.roads(to).is_empty() {
        format!("there is no road in {to}, and way C brings units on by road")
    } else {
        return Err(no_room(to));
    };
    Err(Refusal::by(Rule("R17"), sentence))
}

/// 29:c Two rolls on chosen units that still wait; fewer only where nobody else does.
fn check_attempts(state: &State, side: Side, unit: UnitId, attempts: &[UnitId]) -> Result<(), Refusal> {
    let mut others = state.waiting(side);
    others.remove(unit);
    for &other in attempts {
        state.check_own(side, other)?;
        if !others.has(other) {
            let sentence =
                format!("{} cannot be rolled for; the two rolls are for units that still wait", state.name(other));
            return Err(Refusal::by(Rule("29:c"), sentence));
        }
    }
    let rolls = if others.is_empty() { 0 } else { 2 };
    if attempts.len() == rolls {
        return Ok(());
    }
    Err(Refusal::by(
        Rule("29:c"),
        format!("{} units are named to be rolled for, but there are {rolls} rolls", attempts.len()),
    ))
}

pub(super) fn sample(state: &State, side: Side, random: &mut Seeded) -> Order {
    let waiting = state.waiting(side);
    let way = random.below(3);
    let unit = waiting.nth(random.below(waiting.len())).expect("somebody waits");
    let squares = squares(state, side, unit, way == 2);
    if way == 0 || squares.is_empty() {
        return Order::RollForAll;
    }
    let to = squares.nth(random.below(squares.len())).expect("there is a square");
    if way == 1 {
        return Order::BringOn { unit, to };
    }
    let mut others = waiting;
    others.remove(unit);
    let rolls = if others.is_empty() { 0 } else { 2 };
    let attempts = (0..rolls).filter_map(|_| others.nth(random.below(others.len()))).collect();
    Order::BringByRoad { unit, to, attempts }
}

pub(super) fn apply(act: &mut Act<'_, Squares>, side: Side, order: &Order) {
    turn::next_step(act);
    match order {
        Order::RollForAll => {
            let waiting = act.state.waiting(side);
            let units = waiting.iter().filter(|_| act.roll(|dice| resolve_arrival(Way::A, dice))).collect();
            arrivals(act, side, units, false);
        }
        Order::BringOn { unit, to } => arrive(act, *unit, *to, Rule("29:b")),
        Order::BringByRoad { unit, to, attempts } => {
            arrive(act, *unit, *to, Rule("29:c"));
            let mut units = Units::NONE;
            for &other in attempts {
                if !units.has(other) && act.roll(|dice| resolve_arrival(Way::C, dice)) {
                    units.add(other);
                }
            }
            arrivals(act, side, units, true);
        }
        _ => unreachable!("a checked order of reinforcements"),
    }
}

/// Units that have come are put on the table one after the other; those that find no room wait on (R17).
fn arrivals(act: &mut Act<'_, Squares>, side: Side, mut units: Units, by_road: bool) {
    let places: SmallVec<[(UnitId, SquareSet); 4]> =
        units.iter().map(|unit| (unit, squares(act.state, side, unit, by_road))).collect();
    for &(unit, free) in &places {
        if free.is_empty() {
            units.remove(unit);
            act.happens(Event::NoRoom { unit });
        }
    }
    let rule = if by_road { Rule("29:c") } else { Rule("29:a") };
    match (units.first(), units.len()) {
        (None, _) => {}
        (Some(unit), 1) => {
            let free = squares(act.state, side, unit, by_road);
            match (free.nth(0), free.len()) {
                (Some(to), 1) => arrive(act, unit, to, rule),
                _ => act.state.frames.push(Frame::Arrivals { units, by_road }),
            }
        }
        _ => act.state.frames.push(Frame::Arrivals { units, by_road }),
    }
}

fn arrive(act: &mut Act<'_, Squares>, unit: UnitId, to: Square, rule: Rule) {
    act.happens(Event::Arrived { unit, to, rule });
    movement_step::enter(act, unit, to);
}

pub(super) fn check_arrive(
    state: &State,
    side: Side,
    units: Units,
    by_road: bool,
    order: &Order,
) -> Result<(), Refusal> {
    let Order::Arrive { unit, to } = *order else {
        return Err(Question::Arrive.refuse("put a unit that has come into a square"));
    };
    state.check_own(side, unit)?;
    if !units.has(unit) {
        let sentence =
            format!("{} has not come; only units that have rolled their 6 are put on the table", state.name(unit));
        return Err(Refusal::by(Rule("29"), sentence));
    }
    check_square(state, side, unit, to, by_road)
}

pub(super) fn sample_arrive(state: &State, side: Side, units: Units, by_road: bool, random: &mut Seeded) -> Order {
    let unit = units.nth(random.below(units.len())).expect("somebody has come");
    let free = squares(state, side, unit, by_road);
    let to = free.nth(random.below(free.len())).expect("those without room were sent back");
    Order::Arrive { unit, to }
}

pub(super) fn apply_arrive(act: &mut Act<'_, Squares>, side: Side, unit: UnitId, to: Square) {
    let Some(Frame::Arrivals { mut units, by_road }) = act.state.frames.pop() else {
        unreachable!("a checked arrival has its frame")
    };
    units.remove(unit);
    arrive(act, unit, to, if by_road { Rule("29:c") } else { Rule("29:a") });
    arrivals(act, side, units, by_road);
}
