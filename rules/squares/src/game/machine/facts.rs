//! A position as the learned judgement reads it: the squares that matter, the objectives, and the battle as a whole.

use super::super::victory::margin;
use super::super::{Side, Square, SquareSet, State, objectives};
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
    for side in Side::BOTH {
        state.held[side].iter().for_each(|square| tell_square(state, side, square, facts));
    }
    for (at, holder) in objectives(state) {
        facts.thing().is(WHAT, 1_u8).is(ACTIVE, state.active as u8).is(WHOSE, holder as u8);
        for (side, [at_hand, near]) in [(Side::Attacker, [19, 21]), (Side::Defender, [20, 22])] {
            let within = |steps| strength(state, side, SquareSet::within_reach(at, steps));
            facts.is(at_hand, within(1).div_ceil(3)).is(near, within(3).div_ceil(6));
        }
        facts.is(23, state.countdown).is(3, at.row());
    }
    tell_battle(state, facts);
}

fn tell_square(state: &State, side: Side, square: Square, facts: &mut Facts) {
    facts.thing().is(WHAT, 0_u8).is(ACTIVE, state.active as u8).is(WHOSE, side as u8);
    facts.is(3, square.row()).is(4, state.battle.ground(square) as u8).is(5, state.battle.defences(square) as u8);
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
    (6..).zip(left).for_each(|(group, left)| _ = facts.is(group, left));
    facts.is(10, quality.clamp(0, 6)).is(11, casualties).is(12, state.barrage_markers(square));
    let beside = |side| strength(state, side, SquareSet::from(square).neighbours()).div_ceil(2);
    facts.is(13, beside(side.other())).is(14, beside(side));
    let behind = square.towards(side.back()).is_some_and(|back| state.held[side.other()].has(back));
    facts.is(15, u8::from(behind)).is(18, u8::from(state.is_winning(square)));
    let to_take = objectives(state).filter(|(_, holder)| *holder != side).map(|(at, _)| at.steps_to(square));
    facts.is(16, to_take.min().unwrap_or(u8::MAX));
    let objective = objectives(state).find(|(at, _)| *at == square).map_or(0, |(_, holder)| 1 + holder as u8);
    facts.is(17, objective);
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
    facts.thing().is(WHAT, 2_u8).is(ACTIVE, state.active as u8).is(23, state.countdown);
    facts.is(24, (margin(state) - state.battle.scenario().par + 30).max(0));
    for (side, first) in [(Side::Attacker, 25), (Side::Defender, 26)] {
        // In tenths of what it takes to collapse (R19).
        facts.is(first, state.lost[side] * 20 / state.battle.half_bases[side].max(1));
        facts.is(first + 2, state.waiting(side).len()).is(first + 4, state.assets[side].count_ones());
        facts.is(first + 6, (state.battle.half_bases[side] - state.lost[side]) / 12);
    }
}
