//! A position as a learned judgement reads it: elements, objectives, and the battle as a whole.

use crate::game::{Mark, Side, State, victory};
use field::INCH;
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 3 "what",
    SIDE 2 "side",
    CLASS 13 "class",
    QUALITY 5 "quality",
    SUPPRESSED 2 "suppressed",
    DUG_IN 2 "dug in",
    ENEMY 9 "inches to the nearest enemy",
    OBJECTIVE 9 "inches to the nearest objective",
    HOLDER 3 "holder",
    VALUE 6 "value",
    ATTACKERS_NEAR 5 "attackers near",
    DEFENDERS_NEAR 5 "defenders near",
    TURNS_LEFT 12 "turns left",
    MARGIN 41 "margin",
    ATTACKERS_LOST 16 "attackers lost",
    DEFENDERS_LOST 16 "defenders lost",
}

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    for (id, piece) in state.all().chain(state.hidden()) {
        let base = piece.base();
        let enemy = state.nearest_enemy(piece.side, &base).map_or(99, |(gap, _)| gap / (4 * INCH));
        let goal = scenario.objectives.iter().map(|goal| base.gap(&goal.at.into()) / (4 * INCH)).min().unwrap_or(99);
        facts
            .thing()
            .is(WHAT, 0_u8)
            .is(SIDE, piece.side as u8)
            .is(CLASS, state.element(id).figures.class as u8)
            .is(QUALITY, state.quality(id) as u8)
            .is(SUPPRESSED, u8::from(piece.is_suppressed()))
            .is(DUG_IN, u8::from(piece.is(Mark::DUG_IN)))
            .is(ENEMY, enemy)
            .is(OBJECTIVE, goal);
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
            .is(WHAT, 1_u8)
            .is(HOLDER, held)
            .is(VALUE, goal.value)
            .is(ATTACKERS_NEAR, near(Side::Attacker).count())
            .is(DEFENDERS_NEAR, near(Side::Defender).count());
    }
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(WHAT, 2_u8)
        .is(TURNS_LEFT, left)
        .is(MARGIN, (victory::margin(state) + 20).max(0))
        .is(ATTACKERS_LOST, state.strength(Side::Attacker).1)
        .is(DEFENDERS_LOST, state.strength(Side::Defender).1);
}
