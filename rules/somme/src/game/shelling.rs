//! R8, R9, R26, R37: what was declared is resolved, and what falls on squares (2A).

use super::batteries::{gun, of_guns, target_of};
use super::bombard_step::mission;
use super::event::Event;
use super::frame::Cause;
use super::state::{Barrage, State};
use super::units::{Marks, UnitId, Units};
use super::{Somme, losses, turn};
use crate::air_bombardment::{resolve_aim, resolve_mission};
use crate::bombardment::{self, Effect, least, resolve_bombardment};
use crate::counter_battery::factors_left;
use crate::guns::{Gun, GunKind, Salvo};
use crate::mines::{Blast, Mines, resolve_mine};
use crate::scenario::{Side, Square};
use crate::seats::{ANSWERER, FIRER};
use kernel::game::Act;
use kernel::prelude::{Rule, Seat};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 2A Resolves what was declared: the answers first, then each bombardment, then missions. One thing at a time, since losses
/// may have to be placed between.
pub(super) fn resolve(act: &mut Act<'_, Somme>) {
    let side = act.state.active;
    if let Some(answer) = pop_first(&mut act.state.answers) {
        return resolve_answer(act, side.other(), &answer);
    }
    if let Some(barrage) = pop_first(&mut act.state.bombardments) {
        return resolve_barrage(act, side, &barrage);
    }
    if let Some(target) = act.state.flights.pop() {
        return fly(act, target);
    }
    if side == Side::German
        && let Some(target) = act.state.off_map.take()
    {
        if let Some(effect) = bombard(act, side, target, vec![Gun::of(GunKind::OffMap)], FIRER) {
            fall(act, side, target, effect);
        }
        return;
    }
    turn::next_step(act);
}

fn pop_first(barrages: &mut Vec<Barrage>) -> Option<Barrage> {
    (!barrages.is_empty()).then(|| barrages.remove(0))
}

/// The roll of some guns on a square; none where they have too few factors for an attack.
fn bombard(act: &mut Act<'_, Somme>, side: Side, target: Square, guns: Vec<Gun>, seat: Seat) -> Option<Effect> {
    let (salvo, at) = (Salvo::of(&guns), target_of(act.state, side, target));
    let (factors, least) = (salvo.factors, least(at.cover));
    if factors < least {
        act.happens(Event::TooWeak { target, factors, least });
        return None;
    }
    Some(act.roll_as(
        |state| OnDesk::of(&bombardment::procedure(), &of_guns(state, side, target, guns)),
        |dice| {
            let mut resolved = resolve_bombardment(salvo, at, seat, dice);
            if seat == ANSWERER {
                resolved.because.rule = Rule("6.4");
                resolved.because.title = "counter-battery fire";
            }
            resolved
        },
    ))
}

fn resolve_answer(act: &mut Act<'_, Somme>, side: Side, answer: &Barrage) {
    let guns = answer.guns.iter().map(|&unit| gun(act.state, unit)).collect();
    let Some(effect) = bombard(act, side, answer.target, guns, ANSWERER) else { return };
    let hit: Units = act.state.units_in(answer.target).filter(|&unit| act.state.is_gun(unit)).collect();
    let firing = |state: &State, unit: &UnitId| state.bombardments.iter().any(|barrage| barrage.guns.contains(unit));
    let mut stilled: Units = hit.into_iter().filter(|unit| firing(act.state, unit)).collect();
    stilled.sort_unstable();
    fall(act, side, answer.target, effect);
    match factors_left(2, effect) {
        _ if stilled.is_empty() => {}
        Some(2) => {}
        Some(_) => {
            act.state.halved.extend(stilled.iter().copied());
            act.happens(Event::Stilled { guns: stilled, halved: true });
        }
        None => {
            for &unit in &stilled {
                act.state.mark(unit).put(Marks::SILENCED);
            }
            act.happens(Event::Stilled { guns: stilled, halved: false });
        }
    }
}

fn resolve_barrage(act: &mut Act<'_, Somme>, side: Side, barrage: &Barrage) {
    let state = &*act.state;
    let fires = |unit: &&UnitId| state.square(**unit).is_some() && !state.is(**unit, Marks::SILENCED);
    let guns: Vec<Gun> = barrage.guns.iter().filter(fires).map(|&unit| gun(state, unit)).collect();
    if Salvo::of(&guns).factors == 0 {
        act.happens(Event::Silent { target: barrage.target });
        return;
    }
    if let Some(effect) = bombard(act, side, barrage.target, guns, FIRER) {
        fall(act, side, barrage.target, effect);
    }
}

fn fly(act: &mut Act<'_, Somme>, target: Square) {
    let situation = mission(act.state, target);
    let desk = |_: &State| OnDesk::of(&crate::air_bombardment::procedure(), &situation);
    let Some(column) = act.roll_as(desk, resolve_aim) else {
        return act.happens(Event::Shelled { target, effect: Effect::None });
    };
    let effect = act.roll_as(desk, |dice| resolve_mission(&situation, column, dice));
    fall(act, Side::Allied, target, effect);
}

/// R8, R37 What a bombardment does to a square; to engaged squares of both sides alike.
fn fall(act: &mut Act<'_, Somme>, firer: Side, target: Square, effect: Effect) {
    act.happens(Event::Shelled { target, effect });
    if effect == Effect::None {
        return;
    }
    if act.state.side_at(target).is_none() {
        // R8 An interdict lies on a vacant square to the end of the other player's next phase.
        act.state.interdicted[firer.other()].add(target);
        return;
    }
    let joined = |pair: &(Square, Square)| match *pair {
        (one, other) if one == target => Some(other),
        (one, other) if other == target => Some(one),
        _ => None,
    };
    let squares: SmallVec<[Square; 4]> =
        std::iter::once(target).chain(act.state.engaged.iter().filter_map(joined)).collect();
    for square in squares.into_iter().rev() {
        hit(act, square, effect);
    }
}

/// I, S and D fall on every unit; a step result disrupts all, and the owner takes the steps where he likes.
fn hit(act: &mut Act<'_, Somme>, square: Square, effect: Effect) {
    let Some(side) = act.state.side_at(square) else { return };
    let all: SmallVec<[UnitId; 6]> = act.state.stack(square).collect();
    for &unit in &all {
        match effect {
            Effect::None => {}
            Effect::Interdict => losses::mark(act, unit, Marks::INTERDICTED),
            Effect::Suppress => losses::mark(act, unit, Marks::SUPPRESSED),
            _ => losses::disrupt(act, unit),
        }
    }
    let steps = (effect as u8).saturating_sub(Effect::Disrupt as u8);
    losses::of_square(act, side, square, steps, Cause::Bombardment);
}

/// R26 A mine goes up.
pub(super) fn blow(act: &mut Act<'_, Somme>, at: Square) {
    act.state.mined.push(at);
    let blast = act.roll_as(|_| OnDesk::of(&crate::mines::procedure(), &Mines { mines: 1 }), resolve_mine);
    act.happens(Event::Mined { at, blast });
    let units: SmallVec<[UnitId; 6]> = act.state.stack(at).collect();
    if blast != Blast::Nothing {
        for unit in units {
            losses::disrupt(act, unit);
        }
    }
    if blast == Blast::StepLoss {
        losses::of_square(act, Side::German, at, 1, Cause::Mine);
    }
}
