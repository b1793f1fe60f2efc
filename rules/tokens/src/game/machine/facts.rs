//! A position as a learned judgement reads it: units, objectives, and the battle as a whole.

use crate::game::{Side, State, victory};
use field::INCH;
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 3 "what",
    SIDE 2 "side",
    KIND 6 "kind",
    QUALITY 4 "quality",
    BASES 4 "bases",
    MARKERS 7 "markers",
    ENEMY 9 "inches to the nearest enemy",
    OBJECTIVE_OF_THE_ENEMY 9 "inches to the nearest objective of the enemy",
    OBJECTIVE_OF_ITS_OWN 9 "inches to the nearest objective of its own",
    COVER 2 "cover",
    FIRINGS 9 "firings",
    HOLDER 3 "holder",
    VALUE 6 "value",
    ATTACKERS_NEAR 5 "attackers near",
    DEFENDERS_NEAR 5 "defenders near",
    TURNS_LEFT 9 "turns left",
    MARGIN 41 "margin",
    ATTACKERS_BASES_LOST 24 "attacker's bases lost",
    DEFENDERS_BASES_LOST 24 "defender's bases lost",
}

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
            .is(WHAT, 0_u8)
            .is(SIDE, unit.side as u8)
            .is(KIND, unit.kind as u8)
            .is(QUALITY, unit.quality as u8)
            .is(BASES, unit.bases)
            .is(MARKERS, unit.markers)
            .is(ENEMY, enemies.min().unwrap_or(99 * INCH) / (3 * INCH))
            .is(OBJECTIVE_OF_THE_ENEMY, goal(false))
            .is(OBJECTIVE_OF_ITS_OWN, goal(true))
            .is(COVER, u8::from(atlas.hides(place)))
            .is(FIRINGS, unit.firings);
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
            .is(WHAT, 1_u8)
            .is(HOLDER, held)
            .is(VALUE, goal.value)
            .is(ATTACKERS_NEAR, near(Side::Attacker))
            .is(DEFENDERS_NEAR, near(Side::Defender));
    }
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(WHAT, 2_u8)
        .is(TURNS_LEFT, left)
        .is(MARGIN, (victory::margin(state) + 20).max(0))
        .is(ATTACKERS_BASES_LOST, state.strength(Side::Attacker).bases_lost)
        .is(DEFENDERS_BASES_LOST, state.strength(Side::Defender).bases_lost);
}
