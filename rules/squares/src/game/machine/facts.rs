//! A position as the learned judgement reads it: the squares that matter, the objectives, and the battle as a whole.

use super::super::victory::margin;
use super::super::{Side, Square, SquareSet, State, objectives};
use crate::unit::{Kind, Quality};
use kernel::game::Facts;

kernel::fact_groups! {
    WHAT 3 "what",
    ACTIVE 2 "active",
    WHOSE 3 "whose",
    ROW 6 "row",
    GROUND 5 "ground",
    DEFENCES 4 "defences",
    FOOT_AND_HORSE 14 "foot and horse",
    MACHINE_GUNS 3 "machine guns",
    GUNS 6 "guns",
    ARMOUR 6 "armour",
    QUALITY 7 "quality",
    CASUALTIES 6 "casualties",
    BARRAGE 5 "barrage",
    ENEMIES_BESIDE 10 "enemies beside",
    FRIENDS_BESIDE 10 "friends beside",
    ENEMY_BEHIND 2 "enemy behind",
    STEPS_TO_TAKE 9 "steps to take",
    OBJECTIVE 3 "objective",
    WINNING 2 "winning",
    ATTACKERS_AT_HAND 12 "attackers at hand",
    DEFENDERS_AT_HAND 12 "defenders at hand",
    ATTACKERS_NEAR 12 "attackers near",
    DEFENDERS_NEAR 12 "defenders near",
    COUNTDOWN 24 "countdown",
    MARGIN 61 "margin",
    ATTACKERS_LOST 12 "attackers lost",
    DEFENDERS_LOST 12 "defenders lost",
    ATTACKERS_WAITING 6 "attackers waiting",
    DEFENDERS_WAITING 6 "defenders waiting",
    ATTACKERS_ASSETS 4 "attackers' assets",
    DEFENDERS_ASSETS 4 "defenders' assets",
    ATTACKERS_IN_ALL 12 "attackers in all",
    DEFENDERS_IN_ALL 12 "defenders in all",
}

/// Tells all of it.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    for side in Side::BOTH {
        state.held[side].iter().for_each(|square| tell_square(state, side, square, facts));
    }
    for (at, holder) in objectives(state) {
        facts.thing().is(WHAT, 1_u8).is(ACTIVE, state.active as u8).is(WHOSE, holder as u8);
        for (side, [at_hand, near]) in [
            (Side::Attacker, [ATTACKERS_AT_HAND, ATTACKERS_NEAR]),
            (Side::Defender, [DEFENDERS_AT_HAND, DEFENDERS_NEAR]),
        ] {
            let within = |steps| strength(state, side, SquareSet::within_reach(at, steps));
            facts.is(at_hand, within(1).div_ceil(3)).is(near, within(3).div_ceil(6));
        }
        facts.is(COUNTDOWN, state.countdown).is(ROW, at.row());
    }
    tell_battle(state, facts);
}

fn tell_square(state: &State, side: Side, square: Square, facts: &mut Facts) {
    facts.thing().is(WHAT, 0_u8).is(ACTIVE, state.active as u8).is(WHOSE, side as u8);
    facts
        .is(ROW, square.row())
        .is(GROUND, state.battle.ground(square) as u8)
        .is(DEFENCES, state.battle.defences(square) as u8);
    // Half bases of foot and horse, machine guns, guns and armour.
    let (mut left, mut quality, mut casualties) = ([0; 4], 3, 0);
    for unit in state.at[square].iter().map(|unit| state.unit(unit)) {
        casualties += unit.casualties;
        quality += i32::from(unit.quality == Quality::Professional) - i32::from(unit.quality == Quality::Reservist);
        left[match unit.kind {
            kind if kind.is_infantry_or_cavalry() => 0,
            Kind::MachineGun => 1,
            kind if kind.is_artillery() => 2,
            _ => 3,
        }] += unit.left;
    }
    (FOOT_AND_HORSE..).zip(left).for_each(|(group, left)| _ = facts.is(group, left));
    facts.is(QUALITY, quality.clamp(0, 6)).is(CASUALTIES, casualties).is(BARRAGE, state.barrage_markers(square));
    let beside = |side| strength(state, side, SquareSet::from(square).neighbours()).div_ceil(2);
    facts.is(ENEMIES_BESIDE, beside(side.other())).is(FRIENDS_BESIDE, beside(side));
    let behind = square.towards(side.back()).is_some_and(|back| state.held[side.other()].has(back));
    facts.is(ENEMY_BEHIND, u8::from(behind)).is(WINNING, u8::from(state.is_winning(square)));
    let to_take = objectives(state).filter(|(_, holder)| *holder != side).map(|(at, _)| at.steps_to(square));
    facts.is(STEPS_TO_TAKE, to_take.min().unwrap_or(u8::MAX));
    let objective = objectives(state).find(|(at, _)| *at == square).map_or(0, |(_, holder)| 1 + holder as u8);
    facts.is(OBJECTIVE, objective);
}

/// What a side has in some squares, in half bases of infantry.
fn strength(state: &State, side: Side, squares: SquareSet) -> u16 {
    let units = (squares & state.held[side]).iter().flat_map(|square| state.at[square].iter());
    let each = |kind: Kind| match kind {
        kind if kind.is_infantry_or_cavalry() => 1,
        Kind::MachineGun | Kind::HeavyTank => 3,
        _ => 2,
    };
    units.map(|unit| state.unit(unit)).map(|unit| u16::from(unit.left) * each(unit.kind)).sum()
}

fn tell_battle(state: &State, facts: &mut Facts) {
    facts.thing().is(WHAT, 2_u8).is(ACTIVE, state.active as u8).is(COUNTDOWN, state.countdown);
    facts.is(MARGIN, (margin(state) - state.battle.scenario().par + 30).max(0));
    let told = [
        (Side::Attacker, [ATTACKERS_LOST, ATTACKERS_WAITING, ATTACKERS_ASSETS, ATTACKERS_IN_ALL]),
        (Side::Defender, [DEFENDERS_LOST, DEFENDERS_WAITING, DEFENDERS_ASSETS, DEFENDERS_IN_ALL]),
    ];
    for (side, [lost, waiting, assets, in_all]) in told {
        // In tenths of what it takes to collapse (R19).
        facts.is(lost, state.lost[side] * 20 / state.battle.half_bases[side].max(1));
        facts.is(waiting, state.waiting(side).len()).is(assets, state.assets[side].count_ones());
        facts.is(in_all, (state.battle.half_bases[side] - state.lost[side]) / 12);
    }
}
