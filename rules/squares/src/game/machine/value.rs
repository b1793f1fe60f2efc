//! What a position is worth.

use super::super::victory::margin;
use super::super::{Marks, PerSide, Side, Square, State, Station, TurnStep, has_collapsed, objectives};
use crate::unit::{Defences, Kind};

/// Thousandths of a victory point.
pub(super) const POINT: i64 = 1000;

/// What an objective is worth (R19).
pub(super) const OBJECTIVE: i64 = 10 * POINT;

/// What a state is worth to the attacker.
pub(super) fn worth(state: &State) -> i64 {
    let over = state.step == TurnStep::Over;
    let margin = i64::from(margin(state) - state.battle.scenario().par) * POINT;
    if over {
        // A win is a win; its height matters little.
        return if margin > 0 { 60 * POINT + margin / 4 } else { -60 * POINT + margin / 4 };
    }
    let turns_left = i64::from(state.countdown) * 2 / 7;
    let mut worth = margin;
    for (at, holder) in objectives(state) {
        worth += prospect_of(state, at, holder) * turns_left.min(4) / 6;
    }
    for side in Side::BOTH {
        let sign = if side == Side::Attacker { 1 } else { -1 };
        worth += sign * (strength(state, side) - nerves(state, side));
    }
    worth
}

/// How likely an objective is to change hands, as points for the attacker.
fn prospect_of(state: &State, at: Square, holder: Side) -> i64 {
    let pressure = pressure(state, at);
    let (held, other) = (pressure[holder] * 5 / 4 + 1, pressure[holder.other()]);
    let shift = OBJECTIVE * other / (held + other);
    if holder == Side::Defender { shift } else { -shift }
}

/// How much each side has near a square.
pub(super) fn pressure(state: &State, at: Square) -> PerSide<i64> {
    let mut pressure = PerSide::default();
    for unit in &state.units {
        let Station::On(square) = unit.at else { continue };
        let far = i64::from(square.steps_to(at));
        let power = power(unit.kind, unit.left);
        let dug_in = if unit.side == Side::Defender && state.battle.defences(square) != Defences::None { 5 } else { 4 };
        pressure[unit.side] += power * dug_in * NEAR[far.min(12) as usize] / 4;
    }
    pressure
}

/// How much a unit so many steps away counts.
const NEAR: [i64; 13] = [100, 90, 55, 30, 16, 9, 5, 3, 2, 1, 1, 1, 1];

/// What a unit brings to a fight.
fn power(kind: Kind, left: u8) -> i64 {
    let left = i64::from(left);
    match kind {
        Kind::Infantry | Kind::MountedCavalry => left * 3,
        Kind::DismountedCavalry => left * 2,
        Kind::MachineGun => left * 10,
        Kind::HeavyTank => left * 11,
        Kind::Gun | Kind::Mortar | Kind::MountainGun => left * 5,
        Kind::LightTank | Kind::ArmouredCar | Kind::LightArmouredCar => left * 8,
    }
}

/// What is left of an army that points do not tell: units at the table's edge wait, and near collapse each base counts
/// for more (R19).
fn strength(state: &State, side: Side) -> i64 {
    let waiting: i64 = state.units_of(side).filter(|(_, unit)| unit.at == Station::Waiting).count() as i64;
    let (lost, all) = (i64::from(state.lost[side]), i64::from(state.battle.half_bases[side]).max(1));
    let share = lost * 1000 / all;
    let worn = if has_collapsed(state, side) { 12 * POINT } else { (share - 250).max(0).pow(2) * 12 / 62 };
    let commander = if state.commanders[side].is_some() { 0 } else { 2 * POINT };
    -worn - waiting * 250 - commander
}

/// What morale has to fear, and what fresh success brings.
fn nerves(state: &State, side: Side) -> i64 {
    let mut nerves = 0;
    for unit in state.units.iter().filter(|unit| unit.side == side) {
        if let Station::On(square) = unit.at {
            nerves += i64::from(unit.casualties) * 160;
            nerves -= if unit.marks.has(Marks::WINNING) { 300 } else { 0 };
            // An enemy behind a square turns every setback into a disaster (28:enemy-behind).
            let behind = square.towards(side.back());
            nerves += if behind.is_some_and(|back| state.held[side.other()].has(back)) { 350 } else { 0 };
        }
    }
    nerves
}
