//! What squares, steps and corps are worth to quick play.

use super::weights::{CORPS_1, CORPS_2, CORPS_3, CORPS_4, CORPS_5, CORPS_6, GOAL, LAST, OWN_STEP, SQUARE, STEP, WAY};
use crate::game::{State, UnitId};
use crate::scenario::{Goal, Side, Square};

/// What a square is worth to the side that wants it, in hundredths of a point.
pub(super) fn value(state: &State, square: Square, w: &[i64]) -> i64 {
    let scenario = state.battle.scenario();
    let known = |number: usize| match &state.drawn {
        None => true,
        Some(drawn) => drawn.known().is_none_or(|drawn| drawn.goals.contains(&(number as u8))),
    };
    let goal = scenario.objectives.iter().enumerate().find(|(number, goal)| goal.at == square && known(*number));
    // A square near an objective of the same holder is on the way to it.
    let holder = state.holder(square);
    let ahead = |(number, goal): (usize, &Goal)| {
        (state.holder(goal.at) == holder && goal.at != square && known(number)).then(|| goal.at.steps_to(square))
    };
    let near = scenario.objectives.iter().enumerate().filter_map(ahead).min().unwrap_or(9);
    let way = w[WAY] * (5 - i64::from(near)).max(0);
    // What is taken in the last turn is not lost again so soon.
    let last = if state.turn == scenario.turns { w[LAST] } else { 0 };
    w[SQUARE] + goal.map_or(0, |(_, goal)| i64::from(goal.value) * w[GOAL] * (100 + last) / 100) + way
}

/// What a step of a unit of a side costs it.
pub(super) fn step(side: Side, w: &[i64]) -> i64 {
    if side == Side::German { w[STEP] } else { w[OWN_STEP] }
}

/// How bold the corps of a unit is by this plan, in hundredths: plans of a turn differ in who attacks.
pub(super) fn boldness(state: &State, unit: Option<UnitId>, w: &[i64]) -> i64 {
    const PLANNED: [usize; 6] = [CORPS_1, CORPS_2, CORPS_3, CORPS_4, CORPS_5, CORPS_6];
    unit.map_or(100, |unit| w[PLANNED[usize::from(state.unit(unit).corps) % PLANNED.len()]])
}
