//! Where quick play sends its units.

use super::assaults::gain;
use super::weights::{CROWD, DRAW, GUARD, LEAST_ASSAULT};
use super::worth::value;
use crate::game::fight::{Fight, Occasion};
use crate::game::reach::Reaches;
use crate::game::{Group, Marks, Order, State, UnitId, Units, batteries, commit_step, march, movement_step};
use crate::scenario::{Goal, Side, Square, SquareSet};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Objectives that stand open are entered first; then the Allies gather where the guns have told and march on, and the
/// Germans fall back and close up; headquarters follow.
pub(super) fn movement(state: &State, side: Side, w: &[i64]) -> Order {
    let enemy: SquareSet = state.on_map(side.other()).filter_map(|unit| state.square(unit)).collect();
    let first = occupy(state, side, &enemy, w);
    let order = first.or_else(|| match side {
        Side::Allied => gather(state, side, &enemy, w).or_else(|| march(state, side, &enemy, w)),
        Side::German => {
            let back = || fall_back(state, side, &enemy);
            strike(state, side, w).or_else(back).or_else(|| close_up(state, side, &enemy, w))
        }
    });
    order.or_else(|| headquarters(state, side, &enemy)).unwrap_or(Order::Pass)
}

/// Units that have nothing to do where they are: guns that reach nobody, and who neither is in the line nor holds anything.
fn idle<'a>(state: &'a State, side: Side, enemy: &'a SquareSet) -> impl Iterator<Item = (UnitId, Square)> + 'a {
    let at = |unit: UnitId| Some((unit, state.square(unit)?));
    let free = move |&(unit, at): &(UnitId, Square)| {
        let busy = if state.is_gun(unit) {
            reaches(state, unit, at, enemy)
        } else {
            touches(at, enemy) || holds(state, side, at, enemy)
        };
        !busy && !state.is_hq(unit) && movement_step::can_act(state, unit)
    };
    state.on_map(side).filter_map(at).filter(free)
}

fn touches(square: Square, enemy: &SquareSet) -> bool {
    square.neighbours().any(|(_, next)| enemy.has(next))
}

/// An objective where nobody stands is entered by whoever comes there most cheaply: one of the enemy's at once, an own one
/// where the enemy could come. Who alone holds another stays there, and who is in the line leaves it only for the enemy's.
fn occupy(state: &State, side: Side, enemy: &SquareSet, w: &[i64]) -> Option<Order> {
    let goals = &state.battle.scenario().objectives;
    // Who is shaken holds nothing for long, and guns hold nothing at all.
    let firm = |unit: &UnitId| !state.is_gun(*unit) && !state.is(*unit, Marks::DISRUPTED);
    let holds_alone =
        |at: Square| goals.iter().any(|goal| goal.at == at) && state.units_in(at).filter(firm).count() == 1;
    let near = |at: Square, steps: u8| enemy.iter().any(|other| other.steps_to(at) <= steps);
    let wanted = |goal: &&Goal| {
        let bare = !state.units_in(goal.at).any(|unit| firm(&unit)) && state.has_room(goal.at);
        if state.holder(goal.at) == side {
            bare && near(goal.at, w[GUARD] as u8)
        } else {
            state.can_enter(side, goal.at)
        }
    };
    let mut open: Vec<&Goal> = goals.iter().filter(wanted).collect();
    open.sort_by_key(|goal| Reverse((state.holder(goal.at) != side, near(goal.at, 2), value(state, goal.at, w))));
    let mut reaches = Reaches::of(state, side);
    open.into_iter().find_map(|goal| {
        let own = state.holder(goal.at) == side;
        let bound = |at: Square| holds_alone(at) || (own && near(at, 1));
        let fit = |unit: &UnitId| {
            let at = state.square(*unit).filter(|at| at.steps_to(goal.at) <= state.points(*unit));
            at.is_some_and(|at| at != goal.at && !bound(at))
                && !state.is_gun(*unit)
                && !state.is_hq(*unit)
                && state.may_move(*unit)
        };
        let cost = |unit: UnitId| {
            let reached = reaches.reach(state, unit).iter().find(|one| one.square == goal.at)?;
            Some((reached.cost, unit))
        };
        let (_, unit) = state.on_map(side).filter(fit).filter_map(cost).min()?;
        Some(Order::Move { unit, path: State::way(reaches.reach(state, unit), goal.at) })
    })
}

/// Who is free comes up to where enemies lie suppressed or disrupted, as long as there is room for more attackers.
fn gather(state: &State, side: Side, enemy: &SquareSet, w: &[i64]) -> Option<Order> {
    let shaken = |at: &Square| {
        let mut units = state.units_in(*at).peekable();
        units.peek().is_some() && units.all(|unit| state.is(unit, Marks::SUPPRESSED.and(Marks::DISRUPTED)))
    };
    let mut targets: SmallVec<[Square; 8]> = enemy.iter().filter(shaken).collect();
    targets.retain(|at| commit_step::able(state, side, *at, false).len() < commit_step::MOST_ATTACKERS);
    targets.sort_by_key(|at| Reverse(value(state, *at, w)));
    let free: SmallVec<[(UnitId, Square); 32]> =
        idle(state, side, enemy).filter(|(unit, _)| !state.is_gun(*unit)).collect();
    let mut reaches = Reaches::of(state, side);
    targets.into_iter().find_map(|target| {
        let near = free
            .iter()
            .filter(|(unit, at)| at.steps_to(target) <= state.points(*unit) + 1 && !state.is(*unit, Marks::DISRUPTED));
        let coming = near.filter_map(|&(unit, _)| comes_beside(state, &mut reaches, unit, target));
        let (_, unit, to) = coming.min()?;
        Some(Order::Move { unit, path: State::way(reaches.reach(state, unit), to) })
    })
}

/// Corps by corps: who is free marches towards the goal of the corps.
fn march(state: &State, side: Side, enemy: &SquareSet, w: &[i64]) -> Option<Order> {
    let free: SmallVec<[(UnitId, Square); 64]> = idle(state, side, enemy).collect();
    free.iter().find_map(|&(first, from)| {
        let goal = goal(state, side, from, w)?;
        let reach = state.reach(first);
        let nearer = |square: &Square| state.may_stop(first, *square) && square.steps_to(goal) < from.steps_to(goal);
        let to =
            reach.iter().map(|one| one.square).filter(nearer).min_by_key(|square| (square.steps_to(goal), *square))?;
        // Those who are drawn elsewhere go by themselves.
        let corps = state.unit(first).corps;
        let group = Group::Corps(corps);
        let along = free
            .iter()
            .filter(|(unit, at)| state.unit(*unit).corps == corps && self::goal(state, side, *at, w) == Some(goal));
        let movable = march::movable(state, side, group);
        let along: SmallVec<[UnitId; 16]> =
            along.map(|(unit, _)| *unit).filter(|unit| movable.contains(unit)).collect();
        let units = march::nearer(state, side, &along, to);
        let alone = units.len() < 2 || movable.len() < 2;
        Some(if alone {
            Order::Move { unit: first, path: State::way(&reach, to) }
        } else {
            Order::March { group, units, to }
        })
    })
}

/// Who can come beside an objective that was lost does so, where all of them together would gain enough by an assault.
fn strike(state: &State, side: Side, w: &[i64]) -> Option<Order> {
    let goals = &state.battle.scenario().objectives;
    let mut lost: SmallVec<[Square; 12]> = goals.iter().map(|goal| goal.at).collect();
    lost.retain(|at| state.holder(*at) != side && commit_step::is_target(state, side, *at));
    lost.sort_by_key(|at| Reverse(value(state, *at, w)));
    let held = |at: Square| goals.iter().any(|goal| goal.at == at) && state.units_in(at).count() == 1;
    let fit = |unit: &UnitId| {
        let never = state.is_hq(*unit) || state.is_gun(*unit) || state.is(*unit, Marks::DISRUPTED);
        !never && state.may_move(*unit) && state.square(*unit).is_some_and(|at| !held(at))
    };
    let free: SmallVec<[UnitId; 64]> = state.on_map(side).filter(fit).collect();
    let mut reaches = Reaches::of(state, side);
    lost.into_iter().find_map(|target| {
        let here = commit_step::able(state, side, target, false);
        let near = free.iter().filter(|unit| !here.contains(unit));
        let near =
            near.filter(|&&unit| state.square(unit).is_some_and(|at| at.steps_to(target) <= state.points(unit) + 1));
        let mut coming: Vec<(u8, UnitId, Square)> =
            near.filter_map(|&unit| comes_beside(state, &mut reaches, unit, target)).collect();
        coming.sort_unstable();
        let all: Units = here.iter().copied().chain(coming.iter().map(|(_, unit, _)| *unit)).collect();
        let units = commit_step::strongest(state, &all, commit_step::MOST_ATTACKERS);
        let &(_, unit, to) = coming.iter().find(|(_, unit, _)| units.contains(unit))?;
        let fight = Fight::of(side, target, units, Units::new(), Occasion::First);
        if gain(state, &fight, w) <= w[LEAST_ASSAULT] {
            return None;
        }
        Some(Order::Move { unit, path: State::way(reaches.reach(state, unit), to) })
    })
}

/// What it costs a unit to come beside a square, and where to.
fn comes_beside(state: &State, reaches: &mut Reaches, unit: UnitId, target: Square) -> Option<(u8, UnitId, Square)> {
    let map = state.battle.map();
    let beside = |at: Square| at.way_to(target).is_some_and(|way| map.is_open(at, way));
    let reached = reaches.reach(state, unit).iter();
    let best =
        reached.filter(|one| beside(one.square) && state.may_stop(unit, one.square)).min_by_key(|one| one.cost)?;
    Some((best.cost, unit, best.square))
}

/// R8 A regiment that is disrupted and holds no objective, and guns that the enemy is near to, go back out of his reach.
fn fall_back(state: &State, side: Side, enemy: &SquareSet) -> Option<Order> {
    const FAR: u8 = 3;
    let near = |at: Square| enemy.iter().map(|other| other.steps_to(at)).min().unwrap_or(FAR).min(FAR);
    let objective = |at: Square| state.battle.scenario().objectives.iter().any(|goal| goal.at == at);
    let mut reaches = Reaches::of(state, side);
    state.on_map(side).filter(|&unit| state.may_move(unit)).find_map(|unit| {
        let at = state.square(unit)?;
        let weak = state.is_gun(unit) || (state.is(unit, Marks::DISRUPTED) && !objective(at));
        let close = if state.is_hq(unit) { near(at) < FAR } else { weak && near(at) < 2 };
        if !close {
            return None;
        }
        let reached = reaches.reach(state, unit);
        let safe = reached.iter().filter(|one| state.may_stop(unit, one.square) && near(one.square) > near(at));
        let best = safe.max_by_key(|one| {
            (near(one.square), Reverse(state.units_in(one.square).count()), Reverse((one.cost, one.square)))
        })?;
        Some(Order::Move { unit, path: State::way(reached, best.square) })
    })
}

/// Who is free goes where he covers an objective, each to a square of his own: guns tell more on stacks.
fn close_up(state: &State, side: Side, enemy: &SquareSet, w: &[i64]) -> Option<Order> {
    let mut reaches = Reaches::of(state, side);
    idle(state, side, enemy).find_map(|(unit, from)| {
        let goal = goal(state, side, from, w)?;
        let worth = |at: Square| {
            let others = state.units_in(at).filter(|&other| other != unit).count() as i64;
            let trench = i64::from(state.trench(at, side).is_some());
            -w[DRAW] * i64::from(at.steps_to(goal)) - w[CROWD] * others + w[DRAW] / 2 * trench
        };
        let reached = reaches.reach(state, unit);
        let stops = reached.iter().map(|one| one.square).filter(|&at| at != from && state.may_stop(unit, at));
        let to = stops.max_by_key(|&at| (worth(at), Reverse(at))).filter(|&at| worth(at) > worth(from))?;
        Some(Order::Move { unit, path: State::way(reached, to) })
    })
}

/// Do guns reach enemies from where they stand?
fn reaches(state: &State, gun: UnitId, at: Square, enemy: &SquareSet) -> bool {
    let range = batteries::range(state.kind(gun));
    enemy.iter().any(|square| square.steps_to(at) <= range.saturating_sub(1))
}

/// Who stands alone on an objective, or Germans in a trench near the enemy, hold it; the Allies leave an objective once the
/// enemy is far.
fn holds(state: &State, side: Side, at: Square, enemy: &SquareSet) -> bool {
    const FAR: u8 = 4;
    let alone = state.units_in(at).filter(|&unit| !state.is_gun(unit)).count() <= 1;
    let objective = state.battle.scenario().objectives.iter().any(|goal| goal.at == at);
    let front = || at.neighbours().any(|(_, next)| state.holder(next) != side);
    alone
        && match side {
            Side::Allied => objective && enemy.iter().any(|other| other.steps_to(at) <= FAR),
            Side::German => objective || (front() && state.trench(at, side).is_some()),
        }
}

/// Where a corps goes: the objective that is worth most for its distance. The Allies look at those they do not hold, the
/// Germans at those that are in danger.
fn goal(state: &State, side: Side, from: Square, w: &[i64]) -> Option<Square> {
    let scenario = state.battle.scenario();
    let wanted =
        scenario.objectives.iter().filter(|goal| side == Side::German || state.holder(goal.at) == Side::German);
    let worth = |goal: &&Goal| {
        let near = value(state, goal.at, w) / 20 - w[DRAW] * i64::from(goal.at.steps_to(from));
        let crowded = state.units_in(goal.at).count() as i64;
        let danger = goal.at.neighbours().any(|(_, next)| state.holder(next) != side);
        match side {
            Side::Allied => near,
            Side::German => near - w[CROWD] * crowded + if danger { 20 } else { 0 },
        }
    };
    wanted.max_by_key(worth).map(|goal| goal.at)
}

/// A headquarters that is more than four squares behind its corps comes up, but not into the line.
fn headquarters(state: &State, side: Side, enemy: &SquareSet) -> Option<Order> {
    for hq in state.on_map(side).filter(|&unit| state.is_hq(unit) && state.may_move(unit)) {
        let at = state.square(hq)?;
        let near = |square: Square| enemy.iter().map(|other| other.steps_to(square)).min().unwrap_or(0);
        if near(at) <= 4 {
            continue;
        }
        let reach = state.reach(hq);
        let best = reach
            .iter()
            .filter(|one| one.square != at && near(one.square) >= 3)
            .min_by_key(|one| (near(one.square), one.square));
        if let Some(best) = best.filter(|best| near(best.square) < near(at)) {
            return Some(Order::Move { unit: hq, path: State::way(&reach, best.square) });
        }
    }
    None
}
