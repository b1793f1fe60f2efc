//! Which assaults quick play makes, and with what.

use super::weights::{ASSAULT, ATTACKER, FIRE, HEADQUARTERS, HELPED, LEAST_ASSAULT, LIFT};
use super::worth::{boldness, step, value};
use crate::assault;
use crate::assault_chain::MOST_CLOSE;
use crate::game::fight::{Fight, Occasion, Stage};
use crate::game::victory::expects_assaults;
use crate::game::{
    Marks, Order, Resource, State, UnitId, Units, advance_step, again_step, assault_step, commit_step, support_step,
};
use crate::results::Verdict;
use crate::scenario::{Side, Square};
use crate::units::Nation;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// In how many of 36 ways an assault takes its square, after commitment and fire as they are on average.
pub(super) fn win(state: &State, fight: &Fight, w: &[i64]) -> i64 {
    let mut terms = fight.terms(state, false);
    if fight.stage == Stage::Declared {
        let going: i64 = fight
            .units
            .iter()
            .map(|&unit| {
                let nerve = commit_step::nerve(state, unit);
                let worse = i64::from(nerve.suppressed) + i64::from(nerve.unsupplied) + i64::from(nerve.out_of_command);
                let morale = i64::from(nerve.morale) + i64::from(nerve.trained) - worse + i64::from(nerve.with_tank);
                let attack = if state.is(unit, Marks::WENT) { 6 } else { morale.clamp(1, 5) };
                attack * i64::from(state.rated(unit, |ratings| ratings.attack))
            })
            .sum();
        terms.attack = ((going + 3) / 6).clamp(0, 60) as u8;
    }
    let plain = i64::from(assault::ways(&terms, Verdict::DefenderRetreats));
    let counter = i64::from(assault::ways(&terms, Verdict::Counterattack)) - plain;
    // R36 Where nobody can counterattack, C is won like DR.
    let mut ways = plain + if fight.counterattackers(state).is_empty() { counter } else { counter / 2 };
    if fight.stage < Stage::Fired {
        let factors = i64::from(state.fire_factors(fight.target)) + i64::from(fight.neighbour_fire(state) / 2);
        let squares = fight.squares(state).len().max(1) as i64;
        ways -= ways * (factors * w[FIRE] / squares).min(90) / 100;
    }
    ways
}

/// What an assault gains on average, in hundredths of a point.
pub(super) fn gain(state: &State, fight: &Fight, w: &[i64]) -> i64 {
    let side = fight.side;
    // Resources come to assaults that have command support, most of them to the first.
    let mut helped = fight.clone();
    let supported = fight.support(state).support != crate::headquarters::Support::None;
    if fight.stage == Stage::Declared && supported && fight.occasion == Occasion::First {
        let before = state.fights.len() as i64;
        let help: &[Resource] = match before {
            before if before < w[HELPED] => &[Resource::Creeping, Resource::Gas],
            0..4 => &[Resource::Lift],
            _ => &[],
        };
        helped.resources.extend_from_slice(help);
    }
    let ways = (win(state, &helped, w) * w[LIFT] + win(state, fight, w)) / (w[LIFT] + 1);
    let defenders: i64 = state.units_in(fight.target).map(|unit| i64::from(state.unit(unit).left)).sum();
    let factors = i64::from(state.fire_factors(fight.target)) + i64::from(fight.neighbour_fire(state) / 2);
    let attackers = fight.units.len() as i64;
    // R45 A turn with fewer than four assaults costs the Allies points.
    let wanted = side == Side::Allied && state.fights.len() < 4 && expects_assaults(state);
    let won = value(state, fight.target, w) + defenders.min(3) * step(side.other(), w);
    let due = if wanted { w[ASSAULT] } else { 0 };
    let lost = step(side, w) * (attackers + factors / 3);
    (ways * won - (36 - ways) * lost) / 36 + due
}

/// The assaults that could be declared, the best first. British and French seldom arrive together (11.3), so each assault is
/// one nation's.
pub(super) fn assaults(state: &State, side: Side, w: &[i64]) -> Vec<(i64, Order)> {
    let mut all = Vec::new();
    for target in commit_step::targets(state, side) {
        let able = commit_step::able(state, side, target, false);
        for nation in [Nation::British, Nation::French, Nation::German] {
            let own: Units = able.iter().copied().filter(|&unit| state.nation(unit) == nation).collect();
            let mut units = Units::new();
            for count in 1..=own.len().min(commit_step::MOST_ATTACKERS) {
                let (gain, fight) = with_one_more(state, target, &own, &units, w);
                let bold = boldness(state, fight.units.first().copied(), w);
                units.clone_from(&fight.units);
                // Whoever goes here goes nowhere else.
                let gain = gain * bold / 100 - w[ATTACKER] * count as i64;
                all.push((gain, Order::Assault { target, units: fight.units, close: fight.close }));
            }
        }
    }
    all.sort_by_key(|(gain, _)| Reverse(*gain));
    all
}

/// Some attackers and one more of their side, the one with whom the assault gains most. Those who are alike are tried once.
fn with_one_more(state: &State, target: Square, own: &[UnitId], units: &Units, w: &[i64]) -> (i64, Fight) {
    let sort = |unit: UnitId| {
        let fielded = state.unit(unit);
        (fielded.square(), state.kind(unit), fielded.left, state.listed(unit).morale, fielded.marks)
    };
    let mut tried: SmallVec<[_; 8]> = SmallVec::new();
    let mut best: Option<(i64, Fight)> = None;
    for &unit in own.iter().filter(|unit| !units.contains(unit)) {
        if tried.contains(&sort(unit)) {
            continue;
        }
        tried.push(sort(unit));
        let mut with: Units = units.iter().copied().chain([unit]).collect();
        with.sort_unstable();
        let fight = planned(state, state.side(unit), target, with, Occasion::First);
        let gain = gain(state, &fight, w);
        if best.as_ref().is_none_or(|(most, _)| gain > *most) {
            best = Some((gain, fight));
        }
    }
    best.expect("somebody is left to join")
}

/// An assault as it would be declared. Where nobody can fire at it, close assault costs nothing (R15).
fn planned(state: &State, side: Side, target: Square, units: Units, occasion: Occasion) -> Fight {
    let mut fight = Fight::of(side, target, units, Units::new(), occasion);
    if !fight.is_fired_at(state) {
        let squares = fight.squares(state);
        let first = squares.iter().filter_map(|&from| fight.from(state, from).first().copied());
        let mut close: Units = first.take(MOST_CLOSE).collect();
        close.sort_unstable();
        fight.close = if close.len() > 1 { close } else { Units::new() };
    }
    fight
}

/// The best assault, where it gains enough.
pub(super) fn best_assault(state: &State, side: Side, w: &[i64]) -> Order {
    let best = assaults(state, side, w).into_iter().next();
    best.filter(|(gain, _)| *gain > w[LEAST_ASSAULT]).map_or(Order::Pass, |(_, order)| order)
}

/// A second attack where it promises as much as a first one must.
pub(super) fn again(state: &State, side: Side, w: &[i64]) -> Order {
    let second = |target: Square| {
        let able = again_step::supported(state, side, target);
        let units = commit_step::strongest(state, &able, commit_step::MOST_ATTACKERS);
        let fight = planned(state, side, target, units, Occasion::Again);
        (gain(state, &fight, w), Order::AttackAgain { target, units: fight.units, close: fight.close })
    };
    let best = again_step::targets(state, side).into_iter().map(second).max_by_key(|(gain, _)| *gain);
    best.filter(|(gain, _)| *gain > w[LEAST_ASSAULT]).map_or(Order::Pass, |(_, order)| order)
}

/// R34 The strongest advance, but nobody leaves an objective empty for a square that is none.
pub(super) fn advance(state: &State) -> Order {
    let goals = &state.battle.scenario().objectives;
    let is_goal = |at: Square| goals.iter().any(|goal| goal.at == at);
    let taken = is_goal(assault_step::aimed(state).target);
    let holds = |unit: UnitId| state.square(unit).is_some_and(|at| is_goal(at) && state.units_in(at).count() == 1);
    let free: Units = advance_step::eligible(state).into_iter().filter(|&unit| taken || !holds(unit)).collect();
    Order::Advance { units: commit_step::strongest(state, &free, advance_step::room(state)) }
}

/// R21 After a breakthrough all go on, each where it takes most.
pub(super) fn exploit(state: &State, side: Side, w: &[i64]) -> Order {
    let fight = assault_step::aimed(state);
    let prize = |at: Square| match state.side_at(at) {
        // Nobody but a headquarters is left in a square that can be entered.
        Some(there) if there != side => value(state, at, w) + w[HEADQUARTERS],
        _ if state.holder(at) != side => value(state, at, w),
        _ => 0,
    };
    let mut best = (0, Order::Pass);
    for unit in advance_step::eligible(state) {
        for path in advance_step::ways(state, fight, unit) {
            let end = *path.last().expect("a path has an end");
            if state.may_stop(unit, end) {
                // Who can gain nothing more stands where the others have been.
                let gain = path.iter().map(|&at| prize(at)).sum::<i64>() + prize(end) + 10 - path.len() as i64;
                if gain > best.0 {
                    best = (gain, Order::Exploit { unit, path });
                }
            }
        }
    }
    best.1
}

/// R21 An assault by those who have broken through, where it gains enough.
pub(super) fn pursue(state: &State, side: Side, w: &[i64]) -> Order {
    let assault = |(target, units): (Square, Units)| {
        let fight = Fight::of(side, target, units, Units::new(), Occasion::Pursuit);
        (gain(state, &fight, w), Order::Pursue { target, units: fight.units })
    };
    let all = advance_step::pursuit(state, side, advance_step::pursuers(state)).into_iter().map(assault);
    let best = all.max_by_key(|(gain, _)| *gain);
    best.filter(|(gain, _)| *gain > w[LEAST_ASSAULT]).map_or(Order::Pass, |(_, order)| order)
}

/// The resource that raises the chances of an assault by most.
pub(super) fn support(state: &State, w: &[i64]) -> Order {
    let mut best = (0, Order::Pass);
    for fight in state.fights.iter().filter(|fight| fight.stage == Stage::Committed) {
        let (now, worth) = (win(state, fight, w), value(state, fight.target, w));
        for resource in Resource::ALL {
            if !support_step::may_have(state, fight, resource) {
                continue;
            }
            let mut with = fight.clone();
            with.resources.push(resource);
            let gain = match resource {
                Resource::Consolidate => worth / 20,
                Resource::Smoke => worth / 4,
                _ => (win(state, &with, w) - now) * worth / 36 + 1,
            };
            if gain > best.0 {
                best = (gain, Order::Support { target: fight.target, resource });
            }
        }
    }
    best.1
}
