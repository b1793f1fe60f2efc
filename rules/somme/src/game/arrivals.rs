//! R3, R40: reinforcements, and headquarters that come back.

use super::event::Event;
use super::state::State;
use super::units::{Marks, Station, UnitId};
use super::{Somme, losses};
use crate::scenario::{Side, Square};
use crate::units::Kind;
use kernel::game::Act;
use smallvec::SmallVec;

/// R48 When closed rows open, those of both sides who stood there are there.
pub(super) fn open(act: &mut Act<'_, Somme>) {
    let scenario = act.state.battle.scenario();
    if scenario.opens == Some(act.state.turn) {
        let closed = scenario.closed;
        act.happens(Event::Opened);
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
    // R40 A headquarters that was lost comes back disrupted.
    let is_back = |&unit: &UnitId| act.state.is_hq(unit) && act.state.is(unit, Marks::DISRUPTED);
    let (back, fresh): (Vec<UnitId>, Vec<UnitId>) = came.iter().partition(|unit| is_back(unit));
    for hq in back {
        let at = act.state.square(hq).expect("who has come is on the map");
        act.happens(Event::CameBack { hq, at });
    }
    if !fresh.is_empty() || waiting > 0 {
        act.happens(Event::Arrived { side, units: fresh, waiting });
    }
    for unit in came {
        losses::interdict(act, unit);
    }
}

/// R3 The road square of the own edge that a unit enters at: the one named, or the nearest with room. R48 Tanks came by rail
/// and by night: they stand by the headquarters of their corps.
fn gate(state: &State, side: Side, unit: UnitId, at: Square) -> Option<Square> {
    let free = |square: &Square| {
        state.side_at(*square) != Some(side.other()) && state.may_stop(unit, *square) && state.is_open(*square)
    };
    let hqs = state.battle.hqs(state.nation(unit)).iter();
    let own = hqs.copied().find(|&hq| state.unit(hq).corps == state.unit(unit).corps);
    let railhead = own.filter(|_| state.kind(unit) == Some(Kind::Tanks)).and_then(|hq| state.square(hq));
    if let Some(named) = [railhead, Some(at)].into_iter().flatten().find(free) {
        return Some(named);
    }
    state.battle.gates(side).iter().copied().filter(free).min_by_key(|gate| (gate.steps_to(at), *gate))
}
