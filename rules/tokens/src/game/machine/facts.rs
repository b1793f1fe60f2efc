//! A position as a learned judgement reads it: units, objectives, and the battle as a whole.

use crate::game::{Side, State, victory};
use field::INCH;
use kernel::game::{Facts, Group};

/// What is told of each thing.
pub(super) const GROUPS: &[Group] = &[
    Group::of("what", 3),
    Group::of("side", 2),
    Group::of("kind", 6),
    Group::of("quality", 4),
    Group::of("bases", 4),
    Group::of("markers", 7),
    Group::of("inches to the nearest enemy", 9),
    Group::of("inches to the nearest objective of the enemy", 9),
    Group::of("inches to the nearest objective of its own", 9),
    Group::of("cover", 2),
    Group::of("firings", 9),
    Group::of("holder", 3),
    Group::of("value", 6),
    Group::of("attackers near", 5),
    Group::of("defenders near", 5),
    Group::of("turns left", 9),
    Group::of("margin", 41),
    Group::of("attacker's bases lost", 24),
    Group::of("defender's bases lost", 24),
];

/// Describes a whole state. Distances are by threes of inches.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let (scenario, atlas) = (state.battle.scenario(), state.battle.atlas());
    for (_, unit) in state.all() {
        let place = atlas.place(unit.at);
        let enemies = state.of_side(unit.side.other()).map(|(_, enemy)| enemy.at.distance(unit.at));
        let goal = |own: bool| {
            let goals = (0..state.holders.len()).filter(|goal| (state.holders[*goal] == Some(unit.side)) == own);
            goals.map(|goal| atlas.way(goal, place, unit.column)).min().unwrap_or(99 * INCH) / (3 * INCH)
        };
        facts
            .thing()
            .is(0, 0_u8)
            .is(1, unit.side as u8)
            .is(2, unit.kind as u8)
            .is(3, unit.quality as u8)
            .is(4, unit.bases)
            .is(5, unit.markers)
            .is(6, enemies.min().unwrap_or(99 * INCH) / (3 * INCH))
            .is(7, goal(false))
            .is(8, goal(true))
            .is(9, u8::from(atlas.hides(place)))
            .is(10, unit.firings);
    }
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let near = |side: Side| state.of_side(side).filter(|(_, unit)| unit.at.within(goal.at, 9 * INCH)).count();
        let held = match holder {
            None => 0_u8,
            Some(Side::Attacker) => 1,
            Some(Side::Defender) => 2,
        };
        facts
            .thing()
            .is(0, 1_u8)
            .is(11, held)
            .is(12, goal.value)
            .is(13, near(Side::Attacker))
            .is(14, near(Side::Defender));
    }
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(0, 2_u8)
        .is(15, left)
        .is(16, (victory::margin(state) + 20).max(0))
        .is(17, state.strength(Side::Attacker).bases_lost)
        .is(18, state.strength(Side::Defender).bases_lost);
}
