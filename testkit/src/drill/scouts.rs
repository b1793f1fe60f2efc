//! D7 Scouts are seen, and looked out for.

use super::combat;
use super::event::Event;
use super::scenario;
use super::state::{Kind, Report, Scout, Side, State, UnitId, Word};
use super::{DrillOf, Rules};
use field::{Footprint, Point};
use kernel::game::{Act, Secret};

/// D7 How near a scout is seen.
const SIGHT: i64 = 300;
/// D7 How far a look-out sees.
const LOOK_OUT: i64 = 800;

/// D7 The scouts that are seen because a unit has gone a leg. Did it run into one?
pub(super) fn see<R: Rules>(act: &mut Act<'_, DrillOf<R>>, unit: UnitId, from: Point) -> bool {
    let (side, to) = (act.state.unit(unit).side, act.state.unit(unit).at);
    let near = |state: &State, of: Side, from: Point, to: Point| {
        let seen = state.scouts(of).iter().find(|scout| Footprint::from(scout.at).is_passed_within(from, to, SIGHT));
        seen.map(|scout| scout.id)
    };
    let mut ran_into = false;
    while let Some(scout) = near(act.state, side.other(), from, to) {
        ran_into = true;
        show(act, side.other(), scout);
    }
    ran_into
}

/// D7 A scout becomes a unit with the next number, and may itself see others.
pub(super) fn show<R: Rules>(act: &mut Act<'_, DrillOf<R>>, side: Side, scout: UnitId) -> UnitId {
    let unit = act.state.units.len() as UnitId;
    let number = 1 + act.state.units.iter().filter(|unit| unit.side == side && unit.kind == Kind::Scout).count() as u8;
    let party = act.state.party_mut(side);
    let Some(Secret::Known(scouts)) = &mut party.scouts else { unreachable!("a whole state knows the scouts") };
    let place = scouts.iter().position(|hiding| hiding.id == scout).expect("the scout hides");
    let Scout { at, .. } = scouts.remove(place);
    party.hidden -= 1;
    act.state.units.push(scenario::fresh(side, Kind::Scout, number, at));
    act.reveals();
    act.happens(Event::Seen { unit, at });
    see(act, unit, at);
    unit
}

/// D7 A unit looks out, and only its seat learns what it saw.
pub(super) fn look_out<R: Rules>(act: &mut Act<'_, DrillOf<R>>, side: Side, unit: UnitId) {
    act.state.unit_mut(unit).spent = R::LOOKING_OUT_SPENDS;
    act.happens(Event::LooksOut { unit });
    let from = act.state.unit(unit).at;
    let near = act.state.scouts(side.other()).iter().any(|scout| scout.at.distance(from) <= LOOK_OUT);
    let word = act.roll_unseen(side.seat(), |dice| combat::look_out(side, near, dice));
    if word != Word::Fog {
        act.reveals();
    }
    let hidden = act.state.party(side.other()).hidden;
    act.state.party_mut(side).reports.push(Report { from, hidden, word: Secret::Known(word) });
    act.happens(Event::Told { side, word });
}
