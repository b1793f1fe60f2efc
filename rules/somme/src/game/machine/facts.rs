//! A position as a learned judgement reads it: objectives with what stands round them, and the battle as a whole.

use crate::game::victory::lead;
use crate::game::{Marks, State};
use crate::scenario::{Side, Square};
use kernel::game::{Facts, Group};

/// What is told of each thing.
pub(super) const GROUPS: &[Group] = &[
    Group::of("what", 2),
    Group::of("active", 2),
    Group::of("holder", 2),
    Group::of("value", 16),
    Group::of("Allied steps near", 12),
    Group::of("German steps near", 12),
    Group::of("German steps fit", 12),
    Group::of("turns left", 19),
    Group::of("lead", 81),
    Group::of("Allied steps", 24),
    Group::of("German steps", 24),
    Group::of("weather", 4),
];

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for goal in &scenario.objectives {
        facts.thing().is(0, 0_u8).is(1, state.active as u8).is(2, state.holder(goal.at) as u8).is(3, goal.value / 2);
        facts
            .is(4, steps(state, Side::Allied, goal.at, false) / 3)
            .is(5, steps(state, Side::German, goal.at, false) / 3);
        facts.is(6, steps(state, Side::German, goal.at, true) / 3);
    }
    let all = |side: Side| -> u16 { state.on_map(side).map(|unit| u16::from(state.unit(unit).left)).sum() };
    facts.thing().is(0, 1_u8).is(1, state.active as u8).is(7, scenario.turns.saturating_sub(state.turn));
    facts.is(8, (lead(state) / 4 + 40).max(0)).is(9, all(Side::Allied) / 25).is(10, all(Side::German) / 12);
    facts.is(11, state.weather as u8);
}

/// Steps of a side within two squares of a place; those that are neither suppressed nor disrupted, if only they count.
fn steps(state: &State, side: Side, at: Square, fit: bool) -> u16 {
    let near = at.column().saturating_sub(2)..=(at.column() + 2).min(29);
    let mut steps = 0;
    for row in at.row().saturating_sub(2)..=(at.row() + 2).min(41) {
        for column in near.clone() {
            for unit in state.units_in(Square::new(column, row)).filter(|&unit| state.side(unit) == side) {
                let counts = !fit || !state.is(unit, Marks::SUPPRESSED.and(Marks::DISRUPTED));
                steps += if counts { u16::from(state.unit(unit).left) } else { 0 };
            }
        }
    }
    steps
}
