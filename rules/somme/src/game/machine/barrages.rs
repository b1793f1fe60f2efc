//! Where quick play fires its guns: so many on a square as it takes, and the others elsewhere.

use super::weights::{LEAST_BOMBARDMENT, NEAR, OPENS, SHELL, SILENCE, SPARE};
use super::worth::{boldness, step, value};
use crate::bombardment::{Effect, Target, effects};
use crate::game::{Marks, Order, State, UnitId, Units, batteries, bombard_step};
use crate::guns::Salvo;
use crate::scenario::{Side, Square, SquareSet};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The bombardment that is worth most, or an air mission, or what is left of the guns, or no more.
pub(super) fn bombard(state: &State, side: Side, w: &[i64]) -> Order {
    let best = barrages(state, side, w).into_iter().next();
    if let Some((_, order)) = best.filter(|(worth, _)| *worth > w[LEAST_BOMBARDMENT]) {
        return order;
    }
    // Aircraft go where an assault is likeliest and no guns fire.
    if bombard_step::flights_left(state, side) > 0 {
        let open = enemies(state, side).into_iter().filter(|&at| at_hand(state, side, at) >= 2);
        let likely = |at: &Square| {
            value(state, *at, w) + w[NEAR] * at_hand(state, side, *at) + opens(state, side, *at, w) * w[OPENS] / 100
        };
        if let Some(target) = open.max_by_key(likely) {
            return Order::Fly { target };
        }
    }
    let mut spare: SmallVec<[i64; 32]> = w.into();
    spare[SHELL] = w[SPARE];
    let rest = barrages(state, side, &spare).into_iter().next().filter(|(worth, _)| *worth > 0);
    rest.map_or(Order::Pass, |(_, order)| order)
}

/// Bombardments that could be declared, the best first.
pub(super) fn barrages(state: &State, side: Side, w: &[i64]) -> Vec<(i64, Order)> {
    let best = |target: Square| {
        let hand = at_hand(state, side, target);
        if side == Side::Allied && hand < 2 {
            return None;
        }
        let units = state.units_in(target).count() as i64;
        // Guns fire for their own assaults; those of the Germans also at whoever is to assault them.
        let told = match hand {
            0 | 1 => w[NEAR] * units,
            _ => value(state, target, w) / 2 + w[NEAR] * hand,
        };
        let guns = state.units_in(target).filter(|&unit| state.is_gun(unit));
        let silence = w[SILENCE] * guns.map(|gun| weight(state, gun)).sum::<i64>();
        let opens = opens(state, side, target, w) * w[OPENS] / 100;
        // The guns of one corps fire for another: whose attack they prepare is what counts.
        let bold = boldness(state, attacker(state, side, target), w);
        let worth = |fire: Fire| {
            (told * fire.suppresses + (silence + opens) * fire.disrupts + fire.steps * step(side.other(), w)) / 6
        };
        let (worth, guns) = best_lot(state, side, target, w, |fire| worth(fire) * bold / 100)?;
        Some((worth, Order::Bombard { target, guns }))
    };
    let mut all: Vec<(i64, Order)> = enemies(state, side).into_iter().filter_map(best).collect();
    all.sort_by_key(|(worth, _)| Reverse(*worth));
    all
}

/// R5 What objectives are worth that nobody holds with a unit, and that could be walked into if those in a square were
/// disrupted: then they control nothing any more.
fn opens(state: &State, side: Side, target: Square, w: &[i64]) -> i64 {
    let (enemy, map) = (side.other(), state.battle.map());
    if !state.stack(target).any(|unit| state.controls(unit)) {
        return 0;
    }
    let controlled = |at: Square, but: Option<Square>| {
        at.neighbours().any(|(way, next)| {
            Some(next) != but
                && state.side_at(next) == Some(enemy)
                && map.is_open(at, way)
                && state.stack(next).any(|unit| state.controls(unit))
        })
    };
    let goals = state.battle.scenario().objectives.iter().map(|goal| goal.at);
    let empty = goals.filter(|&goal| {
        let near = goal.steps_to(target) <= 2 && state.holder(goal) == enemy && state.units_in(goal).next().is_none();
        near && state.can_enter(side, goal)
    });
    let walks = |goal: Square, but: Option<Square>| {
        let into_zone = controlled(goal, but);
        goal.neighbours().any(|(way, from)| {
            let fit = |unit: &UnitId| !state.is_gun(*unit) && !state.is_hq(*unit) && state.may_move(*unit);
            state.side_at(from) == Some(side)
                && map.cost(from, way.back()).is_some()
                && !(into_zone && controlled(from, but))
                && state.units_in(from).any(|unit| fit(&unit))
        })
    };
    empty.filter(|&goal| !walks(goal, None) && walks(goal, Some(target))).map(|goal| value(state, goal, w)).sum()
}

/// Guns answer where they silence most for what they are.
pub(super) fn answer(state: &State, side: Side, w: &[i64]) -> Order {
    let firing = state.bombardments.iter().flat_map(|barrage| &barrage.guns).copied();
    let squares: SquareSet = firing.clone().filter_map(|gun| state.square(gun)).collect();
    let answered = |target: Square| state.answers.iter().any(|answer| answer.target == target);
    let best = |target: Square| {
        let there = firing.clone().filter(|&gun| state.square(gun) == Some(target));
        let silence = w[SILENCE] * there.map(|gun| weight(state, gun)).sum::<i64>();
        let worth = |fire: Fire| (silence * (fire.suppresses + fire.disrupts) + fire.steps * step(side.other(), w)) / 6;
        let (worth, guns) = best_lot(state, side, target, w, worth)?;
        Some((worth, Order::Answer { target, guns }))
    };
    let open = squares.into_iter().filter(|&target| !answered(target)).filter_map(best);
    open.max_by_key(|(worth, _)| *worth).filter(|(worth, _)| *worth > 0).map_or(Order::Pass, |(_, order)| order)
}

/// Squares of the enemy that could be bombarded and are not yet.
fn enemies(state: &State, side: Side) -> SquareSet {
    let mut open: SquareSet = state.on_map(side.other()).filter_map(|unit| state.square(unit)).collect();
    state.bombardments.iter().for_each(|barrage| open.remove(barrage.target));
    state.engaged.iter().for_each(|&(one, other)| [one, other].into_iter().for_each(|at| open.remove(at)));
    open
}

/// What fire does to a square, in faces of the die: how many suppress or do worse, how many disrupt or do worse, and the steps
/// they all cost.
#[derive(Clone, Copy)]
struct Fire {
    suppresses: i64,
    disrupts: i64,
    steps: i64,
}

impl Fire {
    fn of(salvo: Salvo, target: Target, there: u8) -> Fire {
        let falls = effects(salvo, target);
        let at_least = |least: Effect| falls.iter().filter(|&&effect| effect >= least).count() as i64;
        let steps = |effect: &Effect| i64::from((*effect as u8).saturating_sub(Effect::Disrupt as u8).min(there));
        Fire {
            suppresses: at_least(Effect::Suppress),
            disrupts: at_least(Effect::Disrupt),
            steps: falls.iter().map(steps).sum(),
        }
    }
}

/// The lot of free guns whose fire on a square is worth most beyond what the guns themselves are worth elsewhere.
fn best_lot(state: &State, side: Side, target: Square, w: &[i64], worth: impl Fn(Fire) -> i64) -> Option<(i64, Units)> {
    let there = state.units_in(target).map(|unit| state.unit(unit).left).sum();
    let at = batteries::target_of(state, side, target);
    batteries::best_lot(state, &batteries::in_range(state, side, target), target, |salvo| {
        let fire = Fire::of(salvo, at, there);
        (fire.suppresses > 0).then(|| worth(fire) - w[SHELL] * i64::from(salvo.factors))
    })
}

/// What guns weigh for those who want them silent: their factors, and a heavy group makes the fire of the others worse.
fn weight(state: &State, gun: UnitId) -> i64 {
    let heavy = state.kind(gun) == Some(crate::units::Kind::HeavyArtillery);
    i64::from(state.rated(gun, |ratings| ratings.bombardment)) + if heavy { 3 } else { 0 }
}

/// Attackers of a side that stand beside a square, and half of those who could come there.
fn at_hand(state: &State, side: Side, target: Square) -> i64 {
    let fit = |unit: &UnitId| {
        !state.is_gun(*unit) && !state.is_hq(*unit) && state.side(*unit) == side && !state.is(*unit, Marks::DISRUPTED)
    };
    let count = |steps: u8| -> i64 {
        target.within(steps).into_iter().map(|at| state.units_in(at).filter(fit).count() as i64).sum()
    };
    let (beside, near) = (count(1), count(2));
    (beside + (near - beside) / 2).min(6)
}

/// The first of those who would attack a square.
fn attacker(state: &State, side: Side, target: Square) -> Option<UnitId> {
    let own = |unit: &UnitId| state.side(*unit) == side && !state.is_gun(*unit) && !state.is_hq(*unit);
    target.neighbours().find_map(|(_, next)| state.units_in(next).find(own))
}
