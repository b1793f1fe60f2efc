//! Quick play: a sensible order at once for every question, and others that are worth a thought.

use super::super::movement_step::free_squares;
use super::super::{
    Aim, Fight, Frame, Laying, Marker, Order, Side, Square, SquareSet, Stage, State, TurnStep, Turned, UnitId, Units,
    WayBack, arrivals_step, assets_step, barrage_step, command_step, hits_step, morale_step, shooting_step,
};
use super::fights::{fails, half_base, ideas, promise, square_value};
use super::moves::{ways, wishes};
use super::weights::{BONUS, LEAST_FIGHT, LEAST_MOVE, MARKER, MORALE_DIE, RETIRING};
use crate::barrage::BarrageKind;
use crate::morale;
use crate::retire::retire_hits;
use crate::saves::Shelter;
use crate::scenario::AssetKind;
use crate::shooting;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Orders worth a thought, the quick one first; no more than that where others are not asked for.
pub(super) fn orders(state: &State, side: Side, others: bool, w: &[i64]) -> Vec<Order> {
    match (state.frames.last(), state.step) {
        (Some(Frame::Lay(laying)), _) => best(aims(state, *laying, w), 6),
        (Some(Frame::Arrivals { units, by_road }), _) => arrivals(state, side, *units, *by_road, w),
        (Some(Frame::Assault(fight)), _) if fight.stage == Stage::Answer => answers(state, fight, w),
        (Some(frame), _) if frame.wounds().is_some() => vec![hits_step::usual(state)],
        (None, TurnStep::SetUp) => vec![Order::Ready],
        (None, TurnStep::Assets) => assets(state, side, w),
        (None, TurnStep::HigherCommand) => commands(state, side, w),
        (None, TurnStep::Movement) => moves(state, side, others, w),
        (None, TurnStep::Assaults) => assaults(state, side, w),
        (None, TurnStep::Shooting) => shots(state, side, w),
        (None, TurnStep::Reinforcements) => reinforcements(state, side, w),
        _ => Vec::new(),
    }
}

fn best(mut worth: Vec<(i64, Order)>, most: usize) -> Vec<Order> {
    worth.sort_by_key(|(worth, _)| Reverse(*worth));
    worth.into_iter().take(most).map(|(_, order)| order).collect()
}

/// Step 2: the assets, the most useful now first; a pass where none would be.
fn assets(state: &State, side: Side, w: &[i64]) -> Vec<Order> {
    let worth = |kind: AssetKind| match kind.barrage() {
        Some(kind) => aims(state, Laying { kind, side, preliminary: false }, w).iter().map(|(worth, _)| *worth).max(),
        // A shock assault is for a turn in which there is something to assault.
        None => ideas(state, side, state.held[side], w).iter().map(|idea| idea.gain / 2).max(),
    };
    let left = assets_step::left(state, side).map(|(asset, listed)| {
        (worth(listed.kind).unwrap_or(0) * i64::from(7 - listed.on), Order::RollAsset { asset })
    });
    best(left.filter(|(worth, _)| *worth > 0).collect(), 8).into_iter().chain([Order::Pass]).collect()
}

/// Where a barrage could lie, and what it is worth there.
fn aims(state: &State, laying: Laying, w: &[i64]) -> Vec<(i64, Order)> {
    let Laying { kind, side, .. } = laying;
    let on: SmallVec<[i64; 48]> = Square::all().map(|square| shelled(state, laying, square, w)).collect();
    let at = |square: Option<Square>| square.map_or(0, |square| on[square.index()]);
    let rows = barrage_step::rows(kind);
    let aims: Vec<Aim> = if kind == BarrageKind::PointEffect {
        Square::all().flat_map(|at| Turned::ALL.iter().map(move |&turn| Aim::Corner { at, turn })).collect()
    } else {
        rows.flat_map(|row| (0..4).map(move |column| Aim::Row(Square::in_row_of(side, row, column)))).collect()
    };
    let worth = |aim: Aim| {
        // It may fall short or over, and a rolling one goes on.
        let beyond = if kind == BarrageKind::Rolling { 2 } else { 1 };
        let of = |square: Square| {
            4 * at(Some(square)) + at(square.towards(side.back())) + beyond * at(square.towards(side.forward()))
        };
        Some((barrage_step::squares(aim)?.into_iter().map(of).sum::<i64>() / 6, Order::LayBarrage { aim }))
    };
    aims.into_iter().filter_map(worth).collect()
}

/// What a barrage is worth on a square.
fn shelled(state: &State, laying: Laying, square: Square, w: &[i64]) -> i64 {
    let Some(owner) = state.holder(square) else { return 0 };
    let shelter = match laying.kind {
        BarrageKind::Gas => Shelter::Gassed,
        _ => Shelter::UnderFire(state.battle.ground(square), state.battle.defences(square)),
    };
    let (hits, markers) = match laying.kind {
        BarrageKind::Suppression => (2, 1),
        BarrageKind::PointEffect => (7, 3),
        BarrageKind::Rolling => (4, 2),
        BarrageKind::Gas => (5, 1),
    };
    let losses = hits * fails(&state.as_units(state.at[square]), shelter) * half_base(state, owner, w) / 24;
    // Markers shake what must test, more so in the line; suppression keeps the defender's enemies from assaulting.
    let close = 1 + i64::from(state.beside_enemy(owner).has(square));
    let shut = match (laying.kind, laying.side) {
        (BarrageKind::Suppression, Side::Defender) => 500,
        (BarrageKind::Suppression, Side::Attacker) => -500 * (close - 1),
        _ => 0,
    };
    (losses + markers * w[MARKER] * close + shut) * if owner == laying.side { -1 } else { 1 }
}

/// Step 3: orders worth trying; a pass where none is.
fn commands(state: &State, side: Side, w: &[i64]) -> Vec<Order> {
    let mut orders: Vec<(i64, Order)> = Vec::new();
    for square in command_step::squares(state, side).iter() {
        let mut put = |worth: i64, marker| orders.push((worth, Order::Command { square, marker }));
        let win = ideas(state, side, square.into(), w).into_iter().map(|idea| idea.win).max();
        if let Some(win) = win {
            // Two dice more help most where the fight is even.
            put((500 - (win - 500).abs()) * w[BONUS] / 1000, Marker::FightingBonus);
        }
        let units = morale_step::testing(state, square);
        if !units.is_empty() {
            let way = WayBack::of(state, side, square, units);
            let dice = morale::pool(&morale_step::situation(state, square, units, way), false).total();
            // Two fails send a square back; an order takes two dice away.
            let danger = i64::from(dice - 1).max(0) * w[MORALE_DIE];
            put(danger, Marker::MoraleBonus);
            put(if win.is_none() && dice >= 3 { danger + 200 } else { danger / 2 }, Marker::HoldTheLine);
        }
    }
    orders.retain(|(worth, _)| *worth > 0);
    best(orders, 8).into_iter().chain([Order::Pass]).collect()
}

/// Step 5: the best move of the first square that has a good one, and others.
fn moves(state: &State, side: Side, others: bool, w: &[i64]) -> Vec<Order> {
    let wishes = wishes(state, side, w);
    let (mut first, mut rest) = (None, Vec::new());
    for from in free_squares(state, side).in_order(side) {
        let ways = ways(state, side, &wishes, from, w);
        let good = ways.iter().any(|(gain, _)| *gain > w[LEAST_MOVE]);
        let mut found = best(ways, 3).into_iter();
        if first.is_none() && good {
            first = found.next();
        }
        if first.is_some() && (!others || rest.len() >= 8) {
            break;
        }
        rest.extend(found);
    }
    first.into_iter().chain([Order::Pass]).chain(rest).collect()
}

/// Step 6: the first good assault in the order of the squares, unless a later one is far better; then the others.
fn assaults(state: &State, side: Side, w: &[i64]) -> Vec<Order> {
    let open: SquareSet = state.held[side].iter().filter(|square| square.rank(side) >= state.cursor).collect();
    let mut ideas = ideas(state, side, open, w);
    ideas.sort_by_key(|idea| (idea.named.from.rank(side), Reverse(idea.gain)));
    let most = ideas.iter().map(|idea| idea.gain).max().unwrap_or(0);
    let quick = ideas.iter().find(|idea| idea.gain > w[LEAST_FIGHT] && idea.gain * 2 > most);
    let quick = quick.map(|idea| Order::Assault(idea.named));
    let others = ideas.into_iter().map(|idea| Order::Assault(idea.named));
    quick.into_iter().chain([Order::Pass]).chain(others).collect()
}

/// A target stands, unless retiring costs it less.
fn answers(state: &State, fight: &Fight, w: &[i64]) -> Vec<Order> {
    let assault = fight.situation(state);
    let stands = -promise(state, fight.side, fight.target, &assault, w).1;
    let fails = fails(&assault.target, Shelter::Assaulted(assault.ground, assault.defences));
    let hits = i64::from(retire_hits(&assault.target, assault.ground).total());
    let lost = hits * fails * half_base(state, fight.side.other(), w) / 12;
    let retires = -lost - square_value(state, fight.side, fight.target, w) - w[RETIRING];
    best(vec![(stands, Order::Stand), (retires, Order::Retire)], 2)
}

/// Step 7: shots of the first square that has any, the best first: by the half bases they cost.
fn shots(state: &State, side: Side, w: &[i64]) -> Vec<Order> {
    let worth = |from: Square, target: Square, order: Order| {
        let Order::Shoot { units, .. } = order else { return (0, order) };
        let situation = shooting_step::situation(state, from, target, from.steps_to(target), units);
        let fails = fails(&situation.target, Shelter::UnderFire(situation.ground, situation.defences));
        (i64::from(shooting::pool(&situation, false).total()) * fails * half_base(state, side.other(), w), order)
    };
    let shots = shooting_step::shooters(state, side).in_order(side).map(|from| {
        let targets = shooting_step::targets(state, side, from).into_iter();
        targets
            .filter_map(|target| Some(worth(from, target.0, shooting_step::default_shot(state, side, from, target)?)))
            .collect()
    });
    let first = shots.map(|shots: Vec<_>| best(shots, 4)).find(|shots| !shots.is_empty());
    first.unwrap_or_default().into_iter().chain([Order::Pass]).collect()
}

/// Step 10: the way that brings most, to where it is needed most.
fn reinforcements(state: &State, side: Side, w: &[i64]) -> Vec<Order> {
    let waiting = state.waiting(side);
    let Some(unit) = waiting.iter().max_by_key(|&unit| state.unit(unit).left) else { return Vec::new() };
    let mut others = waiting;
    others.remove(unit);
    let mut attempts: SmallVec<[UnitId; 2]> = others.iter().take(2).collect();
    if attempts.len() == 1 {
        attempts.push(attempts[0]);
    }
    let wanted = |by_road| most_wanted(state, side, arrivals_step::squares(state, side, unit, by_road), w);
    let by_road = wanted(true).map(|to| Order::BringByRoad { unit, to, attempts });
    let on = wanted(false).map(|to| Order::BringOn { unit, to });
    let all = [by_road, on, Some(Order::RollForAll)].into_iter().flatten();
    // With many that wait, a roll for each brings more.
    if waiting.len() > 7 { [Order::RollForAll].into_iter().chain(all).collect() } else { all.collect() }
}

fn arrivals(state: &State, side: Side, units: Units, by_road: bool, w: &[i64]) -> Vec<Order> {
    let arrive = |unit| {
        let to = most_wanted(state, side, arrivals_step::squares(state, side, unit, by_road), w)?;
        Some(Order::Arrive { unit, to })
    };
    units.first().and_then(arrive).into_iter().collect()
}

fn most_wanted(state: &State, side: Side, squares: SquareSet, w: &[i64]) -> Option<Square> {
    let wishes = wishes(state, side, w);
    squares.iter().max_by_key(|&square| wishes[square])
}
