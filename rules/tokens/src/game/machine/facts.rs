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
    Group::of("inches to the nearest objective", 9),
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

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for (_, unit) in state.all() {
        let base = unit.base();
        let enemy = state.nearest_enemy(unit.side, &base).map_or(99, |(gap, _)| gap / (3 * INCH));
        let goal = scenario.objectives.iter().map(|goal| base.gap(&goal.at.into()) / (3 * INCH)).min().unwrap_or(99);
        facts
            .thing()
            .is(0, 0_u8)
            .is(1, unit.side as u8)
            .is(2, unit.kind as u8)
            .is(3, unit.quality as u8)
            .is(4, unit.bases)
            .is(5, unit.markers)
            .is(6, enemy)
            .is(7, goal)
            .is(8, unit.firings);
    }
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let near = |side: Side| state.of_side(side).filter(|(_, unit)| unit.base().within(&goal.at.into(), 8 * INCH));
        let held = match holder {
            None => 0_u8,
            Some(Side::Attacker) => 1,
            Some(Side::Defender) => 2,
        };
        facts
            .thing()
            .is(0, 1_u8)
            .is(9, held)
            .is(10, goal.value)
            .is(11, near(Side::Attacker).count())
            .is(12, near(Side::Defender).count());
    }
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(0, 2_u8)
        .is(13, left)
        .is(14, (victory::margin(state) + 20).max(0))
        .is(15, state.strength(Side::Attacker).bases_lost)
        .is(16, state.strength(Side::Defender).bases_lost);
}
