//! A position as a learned judgement reads it: squads, objectives, and the action as a whole.

use crate::game::{Side, State, victory};
use field::INCH;
use kernel::game::{Facts, Group};

/// What is told of each thing.
pub(super) const GROUPS: &[Group] = &[
    Group::of("what", 3),
    Group::of("side", 2),
    Group::of("kind", 26),
    Group::of("quality", 4),
    Group::of("men", 13),
    Group::of("men lost", 9),
    Group::of("inches to the nearest enemy", 9),
    Group::of("inches to the nearest objective", 9),
    Group::of("cover", 5),
    Group::of("nerve", 4),
    Group::of("holder", 3),
    Group::of("value", 6),
    Group::of("attackers near", 6),
    Group::of("defenders near", 6),
    Group::of("moves left", 13),
    Group::of("margin", 61),
];

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for (id, squad) in state.all() {
        let enemies = state.of_side(squad.side.other());
        let enemy = enemies.map(|(enemy, _)| state.distance_to(enemy, squad.at) / (4 * INCH)).min().unwrap_or(99);
        let goal = scenario.objectives.iter().map(|goal| squad.at.distance(goal.at) / (4 * INCH)).min().unwrap_or(99);
        let nerve = match () {
            () if squad.routed => 3_u8,
            () if squad.fights() => 2,
            () if state.holds(id) => 1,
            () => 0,
        };
        facts
            .thing()
            .is(0, 0_u8)
            .is(1, squad.side as u8)
            .is(2, squad.kind as u8)
            .is(3, squad.quality as u8)
            .is(4, state.strength(id))
            .is(5, squad.count.saturating_sub(state.strength(id)))
            .is(6, enemy)
            .is(7, goal)
            .is(8, state.cover_of(id, None) as u8)
            .is(9, nerve);
    }
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let near = |side: Side| state.of_side(side).filter(|(_, squad)| squad.at.within(goal.at, 10 * INCH)).count();
        let held = match holder {
            None => 0_u8,
            Some(Side::Attacker) => 1,
            Some(Side::Defender) => 2,
        };
        facts
            .thing()
            .is(0, 1_u8)
            .is(10, held)
            .is(11, goal.value / 5)
            .is(12, near(Side::Attacker))
            .is(13, near(Side::Defender));
    }
    let left = scenario.moves.saturating_sub(state.turn);
    facts.thing().is(0, 2_u8).is(14, left).is(15, (victory::margin(state) + 30).max(0));
}
