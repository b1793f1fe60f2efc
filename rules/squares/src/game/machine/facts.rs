//! A position as the learned judgement reads it: the squares that matter, the objectives, and the battle as a whole.

use super::super::victory::margin;
use super::super::{Side, Square, SquareSet, State, Station, objectives};
use crate::unit::{Kind, Quality};
use kernel::game::{Facts, Group};

/// What is told, and how finely.
pub(super) const GROUPS: &[Group] = &[
    Group::of("what", 3),
    Group::of("active", 2),
    Group::of("whose", 3),
    Group::of("row", 6),
    Group::of("ground", 5),
    Group::of("defences", 4),
    Group::of("foot and horse", 14),
    Group::of("machine guns", 3),
    Group::of("guns", 6),
    Group::of("armour", 6),
    Group::of("quality", 7),
    Group::of("casualties", 6),
    Group::of("barrage", 5),
    Group::of("enemies beside", 10),
    Group::of("friends beside", 10),
    Group::of("enemy behind", 2),
    Group::of("steps to take", 9),
    Group::of("objective", 3),
    Group::of("winning", 2),
    Group::of("attackers at hand", 12),
    Group::of("defenders at hand", 12),
    Group::of("attackers near", 12),
    Group::of("defenders near", 12),
    Group::of("countdown", 24),
    Group::of("margin", 61),
    Group::of("attackers lost", 12),
    Group::of("defenders lost", 12),
    Group::of("attackers waiting", 6),
    Group::of("defenders waiting", 6),
    Group::of("attackers' assets", 4),
    Group::of("defenders' assets", 4),
    Group::of("attackers in all", 12),
    Group::of("defenders in all", 12),
];

const WHAT: usize = 0;
const ACTIVE: usize = 1;
const WHOSE: usize = 2;

/// Tells all of it.
pub(super) fn facts(state: &State, facts: &mut Facts) {
    let to_take = |side: Side| -> Vec<Square> {
        objectives(state).filter(|(_, holder)| *holder != side).map(|(at, _)| at).collect()
    };
    let to_take = [to_take(Side::Attacker), to_take(Side::Defender)];
    for side in Side::BOTH {
        for square in state.held[side].iter() {
            tell_square(state, side, square, &to_take[side as usize], facts);
        }
    }
    for (at, holder) in objectives(state) {
        facts.thing().is(WHAT, 1_u8).is(ACTIVE, state.active as u8).is(WHOSE, holder as u8);
        for (side, groups) in [(Side::Attacker, [19, 21]), (Side::Defender, [20, 22])] {
            let (at_hand, near) = strength_near(state, side, at);
            facts.is(groups[0], at_hand.div_ceil(3)).is(groups[1], near.div_ceil(6));
        }
        facts.is(23, state.countdown).is(3, at.row());
    }
    tell_battle(state, facts);
}

fn tell_square(state: &State, side: Side, square: Square, to_take: &[Square], facts: &mut Facts) {
    facts.thing().is(WHAT, 0_u8).is(ACTIVE, state.active as u8).is(WHOSE, side as u8);
    facts.is(3, square.row()).is(4, state.battle.ground(square) as u8).is(5, state.battle.defences(square) as u8);
    let (mut foot, mut machine_guns, mut guns, mut armour, mut quality, mut casualties) = (0, 0, 0, 0, 3, 0);
    for unit in state.at[square].iter().map(|unit| state.unit(unit)) {
        casualties += unit.casualties;
        quality += match unit.quality {
            Quality::Professional => 1,
            Quality::Regular => 0,
            Quality::Reservist => -1,
        };
        match unit.kind {
            kind if kind.is_infantry_or_cavalry() => foot += unit.left,
            Kind::MachineGun => machine_guns += unit.left,
            kind if kind.is_artillery() => guns += unit.left,
            _ => armour += unit.left,
        }
    }
    facts.is(6, foot).is(7, machine_guns).is(8, guns).is(9, armour).is(10, quality.clamp(0, 6)).is(11, casualties);
    facts.is(12, state.barrage_markers(square));
    let beside = SquareSet::from(square).neighbours();
    let strength = |side: Side| -> u16 {
        let squares = (beside & state.held[side]).iter();
        squares.flat_map(|square| state.at[square].iter()).map(|unit| power(state, unit)).sum()
    };
    facts.is(13, strength(side.other()).div_ceil(2)).is(14, strength(side).div_ceil(2));
    let behind = square.towards(side.back()).is_some_and(|back| state.held[side.other()].has(back));
    facts.is(15, u8::from(behind)).is(18, u8::from(state.is_winning(square)));
    facts.is(16, to_take.iter().map(|at| at.steps_to(square)).min().unwrap_or(u8::MAX));
    let objective = objectives(state).find(|(at, _)| *at == square).map_or(0, |(_, holder)| 1 + holder as u8);
    facts.is(17, objective);
}

/// Strength of a unit in half bases of infantry.
fn power(state: &State, unit: super::super::UnitId) -> u16 {
    let unit = state.unit(unit);
    let each = match unit.kind {
        kind if kind.is_infantry_or_cavalry() => 1,
        Kind::MachineGun | Kind::HeavyTank => 3,
        _ => 2,
    };
    u16::from(unit.left) * each
}

/// Strength of a side within a step of a square, and within three.
fn strength_near(state: &State, side: Side, at: Square) -> (u16, u16) {
    let mut near = (0, 0);
    for square in state.held[side].iter() {
        let steps = square.steps_to(at);
        if steps <= 3 {
            let all: u16 = state.at[square].iter().map(|unit| power(state, unit)).sum();
            near.1 += all;
            near.0 += if steps <= 1 { all } else { 0 };
        }
    }
    near
}

fn tell_battle(state: &State, facts: &mut Facts) {
    facts.thing().is(WHAT, 2_u8).is(ACTIVE, state.active as u8).is(23, state.countdown);
    facts.is(24, (margin(state) - state.battle.scenario().par + 30).max(0));
    for (side, [lost, waiting, assets, all]) in [(Side::Attacker, [25, 27, 29, 31]), (Side::Defender, [26, 28, 30, 32])]
    {
        // In tenths of what it takes to collapse (R19).
        facts.is(lost, state.lost[side] * 20 / state.battle.half_bases[side].max(1));
        facts.is(waiting, state.units_of(side).filter(|(_, unit)| unit.at == Station::Waiting).count() as u16);
        facts.is(assets, state.assets[side].count_ones());
        facts.is(all, (state.battle.half_bases[side] - state.lost[side]) / 12);
    }
}
