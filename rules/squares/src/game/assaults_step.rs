//! 19, step 6: assaults from right to left; naming the main square, the target and the additional units (R7).

use super::assault;
use super::fight::{Fight, Named};
use super::movement_step::check_turn;
use super::{Marks, Order, Question, Side, Square, SquareSet, Squares, State, UnitId, Units};
use crate::assault::can_assault;
use kernel::dice::Seeded;
use kernel::game::Act;
use kernel::prelude::*;

/// Can the active player still assault anything?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    let targets = targets(state, side);
    let from = targets.neighbours() & senders(state, side);
    from.iter().any(|square| square.rank(side) >= state.cursor && !able(state, square).is_empty())
}

/// The squares that can be assaulted: enemy ones that have not been this turn, and lie under no suppression (R14).
pub(super) fn targets(state: &State, side: Side) -> SquareSet {
    state.held[side.other()] & !state.assaulted & !state.closed()
}

/// The squares that assaults can start from, and that can give additional units: not steady, not holding the line,
/// not under suppression.
pub(super) fn senders(state: &State, side: Side) -> SquareSet {
    state.held[side] & !state.steady & !state.orders.hold_the_line & !state.closed()
}

/// The units of a square that can still assault: a unit fights once a turn (R7).
pub(super) fn able(state: &State, square: Square) -> Units {
    state.those(state.at[square], |unit| {
        can_assault(unit.kind) && !unit.marks.has(Marks::FOUGHT) && !unit.marks.has(Marks::RETIRED)
    })
}

/// The units of other squares that could join an assault on a target.
pub(super) fn additional(state: &State, side: Side, from: Square, target: Square) -> Units {
    let beside = SquareSet::from(target).neighbours() & senders(state, side);
    beside.iter().filter(|&square| square != from).flat_map(|square| able(state, square).iter()).collect()
}

/// 26:additional-unit At most 2 units a face.
const A_FACE: u32 = 2;

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Order::Assault { from, target, units, additional, shock } = *order else {
        return match order {
            Order::Pass => Ok(()),
            _ => Err(Question::Assault.refuse("assault a square, or pass")),
        };
    };
    check_turn(state, side, from)?;
    if from.way_to(target).is_none() {
        let sentence = format!("{target} shares no face with {from}; a square assaults its neighbours");
        return Err(Refusal::by(Rule("R1"), sentence));
    }
    if !state.held[side.other()].has(target) {
        return Err(Refusal::by(Rule("R7"), format!("there are no enemies in {target} to assault")));
    }
    if state.assaulted.has(target) {
        let sentence = format!("{target} has been assaulted this turn; a target square fights once a turn");
        return Err(Refusal::by(Rule("R7"), sentence));
    }
    if state.closed().has(target) {
        let sentence = format!("{target} lies under a suppression barrage: nobody assaults into it");
        return Err(Refusal::by(Rule("R14"), sentence));
    }
    if units.is_empty() {
        return Err(Refusal::by(Rule("R7"), format!("name at least one unit of {from} that assaults")));
    }
    for unit in units.iter() {
        check_unit(state, side, unit)?;
        if state.unit(unit).square() != Some(from) {
            let sentence = format!("{} is not in {from}; name it as an additional unit", state.name(unit));
            return Err(Refusal::by(Rule("R7"), sentence));
        }
    }
    check_additional(state, side, from, target, additional)?;
    if shock && !state.shock {
        return Err(Refusal::by(Rule("26:shock-assault"), "no shock assault is at hand this turn"));
    }
    Ok(())
}

fn check_additional(state: &State, side: Side, from: Square, target: Square, units: Units) -> Result<(), Refusal> {
    for unit in units.iter() {
        check_unit(state, side, unit)?;
        let (name, square) = (state.name(unit), state.unit(unit).square().expect("it stands somewhere"));
        if square == from {
            let sentence = format!("{name} is in the main square {from}; additional units come from other squares");
            return Err(Refusal::by(Rule("26:additional-unit"), sentence));
        }
        if square.way_to(target).is_none() {
            let sentence = format!("{name} in {square} is not next to {target}");
            return Err(Refusal::by(Rule("26:additional-unit"), sentence));
        }
        if (units & state.at[square]).len() > A_FACE {
            let sentence = format!("more than 2 additional units come from {square}; at most 2 count for a face");
            return Err(Refusal::by(Rule("26:additional-unit"), sentence));
        }
    }
    Ok(())
}

/// Can this unit assault now, from where it stands?
fn check_unit(state: &State, side: Side, unit: UnitId) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    let (fielded, name) = (state.unit(unit), state.name(unit));
    let Some(square) = fielded.square() else {
        return Err(Refusal::by(Rule("R7"), format!("{name} is not on the table")));
    };
    if !can_assault(fielded.kind) {
        let kinds = "infantry, mounted cavalry, tanks and armoured cars assault";
        return Err(Refusal::by(Rule("R7"), format!("{name} is a {}; only {kinds}", fielded.kind)));
    }
    if fielded.marks.has(Marks::FOUGHT) {
        let sentence = format!("{name} has assaulted this turn; a unit fights once a turn");
        return Err(Refusal::by(Rule("R7"), sentence));
    }
    if fielded.marks.has(Marks::RETIRED) {
        let sentence = format!("{name} has fallen back this turn, which has used it up");
        return Err(Refusal::by(Rule("28:whole-turn"), sentence));
    }
    if state.steady.has(square) {
        return Err(Refusal::by(Rule("28:steady"), format!("{square} is steady this turn: no assault starts from it")));
    }
    if state.orders.hold_the_line.has(square) {
        let sentence = format!("{square} holds the line this turn: nobody moves from it or assaults");
        return Err(Refusal::by(Rule("R16"), sentence));
    }
    if state.closed().has(square) {
        let sentence = format!("{square} lies under a suppression barrage: nobody assaults out of it");
        return Err(Refusal::by(Rule("R14"), sentence));
    }
    Ok(())
}

pub(super) fn sample(state: &State, side: Side, random: &mut Seeded) -> Order {
    let targets = targets(state, side);
    let senders = targets.neighbours() & senders(state, side);
    for from in senders.in_order(side).filter(|square| square.rank(side) >= state.cursor) {
        let able = able(state, from);
        if able.is_empty() || random.below(3) == 0 {
            continue;
        }
        let near = SquareSet::from(from).neighbours() & targets;
        let target = near.nth(random.below(near.len())).expect("a sender is next to a target");
        let mut units = any_of(able, random);
        if units.is_empty() || random.below(2) == 0 {
            units = able;
        }
        let mut joining = any_of(additional(state, side, from, target), random);
        for (_, square) in target.neighbours() {
            while let Some(unit) = (joining & state.at[square]).first()
                && (joining & state.at[square]).len() > A_FACE
            {
                joining.remove(unit);
            }
        }
        let shock = state.shock && random.below(2) == 0;
        return Order::Assault { from, target, units, additional: joining, shock };
    }
    Order::Pass
}

/// Some of some units.
pub(super) fn any_of(units: Units, random: &mut Seeded) -> Units {
    if units.is_empty() {
        return units;
    }
    let bits = random.below(1 << units.len().min(16));
    units.iter().enumerate().filter(|(place, _)| bits & (1 << place) != 0).map(|(_, unit)| unit).collect()
}

pub(super) fn apply(act: &mut Act<'_, Squares>, side: Side, order: &Order) {
    let Order::Assault { from, target, units, additional, shock } = *order else {
        unreachable!("a checked order of assaults")
    };
    let state = &mut *act.state;
    state.cursor = from.rank(side);
    state.shock &= !shock;
    state.assaulted.add(target);
    for unit in (units | additional).iter() {
        state.unit_mut(unit).marks.put(Marks::FOUGHT);
    }
    let fight = Fight::of(state, side, &Named { from, target, units, additional, shock });
    assault::begin(act, fight);
}
