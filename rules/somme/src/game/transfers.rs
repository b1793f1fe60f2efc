//! R30: divisions come under another corps.

use super::state::State;
use super::units::{Marks, UnitId};
use crate::headquarters::{Mode, command_range};
use crate::scenario::Side;
use crate::units::Nation;
use kernel::prelude::{Refusal, Rule, bail, ensure};
use smallvec::SmallVec;

/// R30 Divisions that another corps in range could take over.
pub(super) fn transferable(state: &State, side: Side) -> Vec<u16> {
    let all = 0..state.battle.scenario().divisions.len() as u16;
    all.filter(|&division| !takers(state, side, division).is_empty()).collect()
}

/// R30 The corps that could take over a division.
pub(super) fn takers(state: &State, side: Side, division: u16) -> SmallVec<[u8; 4]> {
    let units = state.battle.division(division);
    let Some(&first) = units.iter().find(|&&unit| state.square(unit).is_some()) else { return SmallVec::new() };
    if state.side(first) != side || state.is_hq(first) {
        return SmallVec::new();
    }
    let own = state.unit(first).corps;
    let hqs = state.battle.hqs(state.nation(first)).iter().filter(|&&hq| state.square(hq).is_some());
    let corps = hqs.map(|&hq| state.unit(hq).corps).filter(|&corps| corps != own);
    corps.filter(|&corps| check_transfer(state, side, division, corps).is_ok()).collect()
}

pub(super) fn check_transfer(state: &State, side: Side, division: u16, corps: u8) -> Result<(), Refusal> {
    let units = state.battle.division(division);
    let there: SmallVec<[UnitId; 8]> = units.iter().copied().filter(|&unit| state.square(unit).is_some()).collect();
    let Some(&first) = there.first() else {
        bail!(Rule("R30"), "no unit of that division is on the map");
    };
    ensure!(
        state.side(first) == side && !state.is_hq(first),
        Rule("R30"),
        "that division is not one of {}'s",
        side.player()
    );
    let nation = state.nation(first);
    let hq = state
        .battle
        .hqs(nation)
        .iter()
        .copied()
        .find(|&hq| state.unit(hq).corps == corps && state.square(hq).is_some());
    let Some(hq) = hq else {
        bail!(Rule("R30"), "no headquarters of that corps and nation is on the map");
    };
    ensure!(state.unit(first).corps != corps, Rule("R30"), "the division is of that corps already");
    let seat = state.seats(nation, Mode::Command).find(|seat| seat.unit == Some(hq));
    let range = seat.and_then(|seat| command_range(seat.hq, nation == Nation::British, false));
    let reach = range.map_or(-1, |range| range.total());
    let at = state.square(hq).expect("it is on the map");
    for &unit in &there {
        let near = state.square(unit).is_some_and(|square| i32::from(square.steps_to(at)) <= reach);
        ensure!(near, Rule("R30"), "{} is not within range of that headquarters", state.name(unit));
        ensure!(
            !state.is(unit, Marks::MOVED),
            Rule("R30"),
            "{} has moved; a division that is transferred does not move",
            state.name(unit)
        );
    }
    Ok(())
}
