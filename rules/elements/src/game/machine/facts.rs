//! A position as a learned judgement reads it: elements, objectives, and the battle as a whole.

use crate::game::{Mark, Side, State, victory};
use field::INCH;
use kernel::game::{Facts, Group};

/// What is told of each thing.
pub(super) const GROUPS: &[Group] = &[
    Group::of("what", 3),
    Group::of("side", 2),
    Group::of("class", 13),
    Group::of("quality", 5),
    Group::of("suppressed", 2),
    Group::of("dug in", 2),
    Group::of("inches to the nearest enemy", 9),
    Group::of("inches to the nearest objective", 9),
    Group::of("holder", 3),
    Group::of("value", 6),
    Group::of("attackers near", 5),
    Group::of("defenders near", 5),
    Group::of("turns left", 12),
    Group::of("margin", 41),
    Group::of("attackers lost", 16),
    Group::of("defenders lost", 16),
];

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for (id, piece) in state.all().chain(state.hidden()) {
        let base = piece.base();
        let enemy = state.nearest_enemy(piece.side, &base).map_or(99, |(gap, _)| gap / (4 * INCH));
        let goal = scenario.objectives.iter().map(|goal| base.gap(&goal.at.into()) / (4 * INCH)).min().unwrap_or(99);
        facts
            .thing()
            .is(0, 0_u8)
            .is(1, piece.side as u8)
            .is(2, state.element(id).figures.class as u8)
            .is(3, state.quality(id) as u8)
            .is(4, u8::from(piece.is_suppressed()))
            .is(5, u8::from(piece.is(Mark::DUG_IN)))
            .is(6, enemy)
            .is(7, goal);
    }
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let near = |side: Side| state.of_side(side).filter(|(_, piece)| piece.base().within(&goal.at.into(), 6 * INCH));
        let held = match holder {
            None => 0_u8,
            Some(Side::Attacker) => 1,
            Some(Side::Defender) => 2,
        };
        facts
            .thing()
            .is(0, 1_u8)
            .is(8, held)
            .is(9, goal.value)
            .is(10, near(Side::Attacker).count())
            .is(11, near(Side::Defender).count());
    }
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(0, 2_u8)
        .is(12, left)
        .is(13, (victory::margin(state) + 20).max(0))
        .is(14, state.strength(Side::Attacker).1)
        .is(15, state.strength(Side::Defender).1);
}
