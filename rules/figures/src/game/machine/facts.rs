//! A position as a learned judgement reads it: squads, objectives, and the action as a whole.

use crate::game::{Side, State, victory};
use field::INCH;
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 3 "what",
    SIDE 2 "side",
    KIND 26 "kind",
    QUALITY 4 "quality",
    MEN 13 "men",
    MEN_LOST 9 "men lost",
    ENEMY 9 "inches to the nearest enemy",
    OBJECTIVE 9 "inches to the nearest objective",
    COVER 5 "cover",
    NERVE 4 "nerve",
    HOLDER 3 "holder",
    VALUE 6 "value",
    ATTACKERS_NEAR 6 "attackers near",
    DEFENDERS_NEAR 6 "defenders near",
    MOVES_LEFT 13 "moves left",
    MARGIN 61 "margin",
}

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
            .is(WHAT, 0_u8)
            .is(SIDE, squad.side as u8)
            .is(KIND, squad.kind as u8)
            .is(QUALITY, squad.quality as u8)
            .is(MEN, state.strength(id))
            .is(MEN_LOST, squad.count.saturating_sub(state.strength(id)))
            .is(ENEMY, enemy)
            .is(OBJECTIVE, goal)
            .is(COVER, state.cover_of(id, None) as u8)
            .is(NERVE, nerve);
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
            .is(WHAT, 1_u8)
            .is(HOLDER, held)
            .is(VALUE, goal.value / 5)
            .is(ATTACKERS_NEAR, near(Side::Attacker))
            .is(DEFENDERS_NEAR, near(Side::Defender));
    }
    let left = scenario.moves.saturating_sub(state.turn);
    facts.thing().is(WHAT, 2_u8).is(MOVES_LEFT, left).is(MARGIN, (victory::margin(state) + 30).max(0));
}
