//! 2a: smoke (Turn sequence:2a, R25).

use super::event::Event;
use super::route::{FACINGS, nearest};
use super::state::Smoke;
use super::strike::Firer;
use super::{Act, Side, State, UnitId, Weapon};
use field::{Facing, Footprint, Point};
use kernel::ensure;
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// Can somebody of the side whose turn it is, whom all see, lay smoke?
pub(super) fn can_smoke(state: &State) -> bool {
    let able = |id: UnitId| State::has_smoke(state.element(id)) && state.may_fire(state.side, id).is_ok();
    state.battle.scenario().expansion && state.of_side(state.side).any(|(id, _)| able(id))
}

/// R25 May an element lay smoke there: as its fire for the turn, in range, arc and sight?
pub(super) fn check_smoke(state: &State, side: Side, id: UnitId, at: Point) -> Result<(), Refusal> {
    state.may_fire(side, id)?;
    let name = state.name(id);
    ensure!(
        state.battle.scenario().expansion && State::has_smoke(state.element(id)),
        Rule("R25"),
        "{name} has no smoke; mortars and guns of 75 mm or more have, with the expansion rules"
    );
    check_spot(state, id, at)
}

/// R29 May an element fire at a point: on the table, in range, arc and sight, and not in contact itself?
pub(super) fn check_spot(state: &State, id: UnitId, at: Point) -> Result<(), Refusal> {
    let name = state.name(id);
    state.check_on_table(at)?;
    ensure!(!state.is_in_contact(id), Rule("R6"), "{name} is in contact and fires only at an enemy that it touches");
    let spot = Footprint::from(at);
    state.check_reach(id, &spot, Weapon::HeSa)?;
    ensure!(state.is_in_arc(id, &spot), Rule("R7"), "that is not in the arc of {name}");
    ensure!(state.sees(id, &spot).is_some(), Rule("R29"), "{name} does not see that point");
    Ok(())
}

/// How a screen usually lies: across the line from who lays it or calls for it, to the nearest facing of the round.
pub(super) fn facing(state: &State, from: UnitId, at: Point) -> u16 {
    state.get(from).and_then(|piece| Facing::along(at.minus(piece.at))).map_or(0, nearest)
}

/// A screen lies across one of the facings of the round.
pub(super) fn check_screen(facing: u16) -> Result<(), Refusal> {
    ensure!(FACINGS.contains(&facing), Rule("R25"), "a screen lies across 0, 15 ... 345 degrees");
    Ok(())
}

/// A screen is laid, by an element or by guns that were called.
pub(super) fn lay(act: &mut Act<'_>, by: Firer, at: Point, facing: u16) {
    let side = act.state.side;
    let until = act.state.turn + 1;
    act.state.smoke.push(Smoke { at, facing, side, until });
    act.happens(Event::Smokes { by, at });
}

/// R12, R25 Screens go at the end of their owner's fire phase of his next turn.
pub(super) fn clear(act: &mut Act<'_>) {
    let (side, turn, screens) = (act.state.side, act.state.turn, act.state.smoke.len());
    act.state.smoke.retain(|smoke| smoke.side != side || smoke.until > turn);
    if act.state.smoke.len() < screens {
        act.happens(Event::SmokeClears);
    }
}
