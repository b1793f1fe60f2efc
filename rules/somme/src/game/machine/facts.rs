//! A position as a learned judgement reads it: objectives with what stands round them, and the battle as a whole.

use crate::game::victory::lead;
use crate::game::{Marks, State};
use crate::scenario::{Side, Square};
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 2 "what",
    ACTIVE 2 "active",
    HOLDER 2 "holder",
    VALUE 16 "value",
    ALLIED_STEPS_NEAR 12 "Allied steps near",
    GERMAN_STEPS_NEAR 12 "German steps near",
    GERMAN_STEPS_FIT 12 "German steps fit",
    TURNS_LEFT 19 "turns left",
    LEAD 81 "lead",
    ALLIED_STEPS 24 "Allied steps",
    GERMAN_STEPS 24 "German steps",
    WEATHER 4 "weather",
}

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for goal in &scenario.objectives {
        facts
            .thing()
            .is(WHAT, 0_u8)
            .is(ACTIVE, state.active as u8)
            .is(HOLDER, state.holder(goal.at) as u8)
            .is(VALUE, goal.value / 2);
        facts
            .is(ALLIED_STEPS_NEAR, steps(state, Side::Allied, goal.at, false) / 3)
            .is(GERMAN_STEPS_NEAR, steps(state, Side::German, goal.at, false) / 3);
        facts.is(GERMAN_STEPS_FIT, steps(state, Side::German, goal.at, true) / 3);
    }
    let all = |side: Side| -> u16 { state.on_map(side).map(|unit| u16::from(state.unit(unit).left)).sum() };
    facts
        .thing()
        .is(WHAT, 1_u8)
        .is(ACTIVE, state.active as u8)
        .is(TURNS_LEFT, scenario.turns.saturating_sub(state.turn));
    facts
        .is(LEAD, (lead(state) / 4 + 40).max(0))
        .is(ALLIED_STEPS, all(Side::Allied) / 25)
        .is(GERMAN_STEPS, all(Side::German) / 12);
    facts.is(WEATHER, state.weather as u8);
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
