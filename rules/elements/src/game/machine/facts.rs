//! A position as a learned judgement reads it: elements, objectives, and the battle as a whole.

use crate::game::{Mark, Side, State, victory};
use field::{INCH, Point};
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 3 "what",
    ACTIVE 2 "active",
    SIDE 2 "side",
    CLASS 13 "class",
    QUALITY 5 "quality",
    SUPPRESSED 2 "suppressed",
    COVER 3 "cover",
    ENEMY 9 "inches to the nearest enemy",
    OBJECTIVE 9 "inches to the nearest objective",
    ENEMIES_NEAR 6 "enemies within 12 inches",
    FRIENDS_NEAR 6 "friends within 12 inches",
    HOLDER 3 "holder",
    VALUE 6 "value",
    ATTACKERS_NEAR 5 "attackers near",
    DEFENDERS_NEAR 5 "defenders near",
    TURNS_LEFT 12 "turns left",
    MARGIN 41 "margin",
    ATTACKERS_SPARE 16 "attackers to lose before they break",
    DEFENDERS_SPARE 16 "defenders to lose before they break",
    ATTACKERS_LOST 16 "attackers lost",
    DEFENDERS_LOST 16 "defenders lost",
}

/// Describes a whole state.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let scenario = state.battle.scenario();
    // Whose half-turn it is tells a threat from a chance.
    let active = state.side as u8;
    let near = |side: Side, at: Point| state.of_side(side).filter(|(_, piece)| piece.at.within(at, 12 * INCH)).count();
    for (id, piece) in state.all().chain(state.hidden()) {
        let base = piece.base();
        let enemy = state.nearest_enemy(piece.side, &base).map_or(99, |(gap, _)| gap / (4 * INCH));
        let goal = scenario.objectives.iter().map(|goal| base.gap(&goal.at.into()) / (4 * INCH)).min().unwrap_or(99);
        let cover = match () {
            () if piece.is(Mark::DUG_IN) => 2_u8,
            () if state.is_in_cover(piece) => 1,
            () => 0,
        };
        facts
            .thing()
            .is(WHAT, 0_u8)
            .is(ACTIVE, active)
            .is(SIDE, piece.side as u8)
            .is(CLASS, state.element(id).figures.class as u8)
            .is(QUALITY, state.quality(id) as u8)
            .is(SUPPRESSED, u8::from(piece.is_suppressed()))
            .is(COVER, cover)
            .is(ENEMY, enemy)
            .is(OBJECTIVE, goal)
            .is(ENEMIES_NEAR, near(piece.side.other(), piece.at))
            .is(FRIENDS_NEAR, near(piece.side, piece.at).saturating_sub(1));
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
            .is(ACTIVE, active)
            .is(HOLDER, held)
            .is(VALUE, goal.value)
            .is(ATTACKERS_NEAR, near(Side::Attacker).count())
            .is(DEFENDERS_NEAR, near(Side::Defender).count());
    }
    let spare = |side: Side| {
        let (all, gone) = state.strength(side);
        all.div_ceil(2).saturating_sub(gone)
    };
    let left = scenario.turns.saturating_sub(state.turn);
    facts
        .thing()
        .is(WHAT, 2_u8)
        .is(ACTIVE, active)
        .is(TURNS_LEFT, left)
        .is(MARGIN, (victory::margin(state) + 20).max(0))
        .is(ATTACKERS_SPARE, spare(Side::Attacker))
        .is(DEFENDERS_SPARE, spare(Side::Defender))
        .is(ATTACKERS_LOST, state.strength(Side::Attacker).1)
        .is(DEFENDERS_LOST, state.strength(Side::Defender).1);
}
