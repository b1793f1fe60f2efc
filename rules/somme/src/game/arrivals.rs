//! R3, R40: reinforcements, and headquarters that come back.

use super::event::Event;
use super::state::State;
use super::units::{Station, UnitId};
use super::{Somme, losses};
use crate::scenario::{Side, Square};
use kernel::game::Act;
use smallvec::SmallVec;

/// R48 When closed rows open, those of both sides who stood there are there.
pub(super) fn open(act: &mut Act<'_, Somme>) {
    let scenario = act.state.battle.scenario();
    if scenario.opens == Some(act.state.turn) {
        let closed = scenario.closed;
        for side in Side::BOTH {
            come(act, side, |at| at.row_number() <= closed);
        }
    }
}

/// Who has come and stands at the edge when the movement begins (R3, R40). What finds no room waits.
pub(super) fn arrive(act: &mut Act<'_, Somme>) {
    come(act, act.state.active, |_| true);
}

fn come(act: &mut Act<'_, Somme>, side: Side, those: impl Fn(Square) -> bool) {
    let turn = act.state.turn;
    let due: SmallVec<[UnitId; 16]> = act
        .state
        .battle
        .side(side)
        .iter()
        .copied()
        .filter(
            |&unit| matches!(act.state.unit(unit).at, Station::Waiting { turn: due, at } if due <= turn && those(at)),
        )
        .collect();
    let (mut came, mut waiting) = (Vec::new(), 0);
    for unit in due {
        let Station::Waiting { at, .. } = act.state.unit(unit).at else { continue };
        if let Some(gate) = gate(act.state, side, unit, at) {
            act.state.put(unit, gate);
            came.push(unit);
        } else {
            waiting += 1;
        }
    }
    if !came.is_empty() || waiting > 0 {
        act.happens(Event::Arrived { side, units: came.clone(), waiting });
    }
    for unit in came {
        losses::interdict(act, unit);
    }
}

/// R3 The road square of the own edge that a unit enters at: the one named, or the nearest with room.
fn gate(state: &State, side: Side, unit: UnitId, at: Square) -> Option<Square> {
    let free = |square: &Square| {
        state.side_at(*square) != Some(side.other()) && state.may_stop(unit, *square) && state.is_open(*square)
    };
    if free(&at) {
        return Some(at);
    }
    state.battle.gates(side).iter().copied().filter(free).min_by_key(|gate| (gate.steps_to(at), *gate))
}
