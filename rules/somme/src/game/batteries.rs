//! R7, R9: which guns can fire at a square, and what they bring there.

use super::Somme;
use super::checks;
use super::event::Event;
use super::offers::{are, count, offer_unit};
use super::order::Order;
use super::preview::Previewed;
use super::state::State;
use super::units::{Marks, Station, UnitId, Units};
use crate::bombardment::{self, Bombardment, Target, effects, least};
use crate::guns::{Gun, GunKind, MOST_GUNS, MOST_HEAVY, Salvo};
use crate::scenario::{Side, Square};
use crate::terrain::Cover;
use crate::units::{Kind, MOST_STACKED};
use kernel::game::{Act, Picked, Picks, Preview};
use kernel::prelude::{Refusal, Rule, bail, ensure};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::cmp::Reverse;

/// Artillery of a side that may still fire this turn: on the map or hidden, neither disrupted nor engaged.
pub(super) fn free_guns(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let free = move |gun: &UnitId| {
        let barred = Marks::FIRED.and(Marks::DISRUPTED);
        stands(state, *gun).is_some_and(|at| !state.is(*gun, barred) && !state.is_engaged(at))
    };
    state.battle.guns(side).iter().copied().filter(free)
}

/// Where guns stand, on the map or hidden, as far as it is known.
pub(super) fn stands(state: &State, gun: UnitId) -> Option<Square> {
    match state.unit(gun).at {
        Station::On(square) => Some(square),
        Station::Concealed(hidden) => hidden.known().copied(),
        _ => None,
    }
}

/// R7 The range of guns.
pub(super) fn range(kind: Option<Kind>) -> u8 {
    if kind == Some(Kind::HeavyArtillery) { 10 } else { 6 }
}

/// The free guns of a side that reach a square.
pub(super) fn in_range(state: &State, side: Side, target: Square) -> Units {
    let reaches = |gun: &UnitId| stands(state, *gun).is_some_and(|at| at.steps_to(target) <= range(state.kind(*gun)));
    free_guns(state, side).filter(reaches).collect()
}

pub(super) fn check_guns(state: &State, side: Side, target: Square, guns: &[UnitId]) -> Result<(), Refusal> {
    checks::rising(guns)?;
    if guns.is_empty() {
        let free = free_guns(state, side).next().is_some();
        ensure!(
            free,
            Rule("R7"),
            "none of your artillery is free to fire any more: it has fired, is disrupted or engaged"
        );
        ensure!(!in_range(state, side, target).is_empty(), Rule("R7"), "none of your free artillery reaches {target}");
        bail!(Rule("R7"), "no artillery unit is named");
    }
    for &gun in guns {
        ensure!(state.knows(gun), Rule("R3"), "there is no unit of number {}", gun.0);
        ensure!(state.side(gun) == side && state.is_gun(gun), Rule("R7"), "only your own artillery fires");
        let Some(at) = stands(state, gun) else {
            bail!(Rule("R7"), "{} is not on the map", state.name(gun));
        };
        let name = state.name(gun);
        ensure!(!state.is(gun, Marks::FIRED), Rule("R7"), "{name} has fired already this turn");
        ensure!(!state.is(gun, Marks::DISRUPTED), Rule("R9"), "{name} is disrupted and cannot fire");
        ensure!(!state.is_engaged(at), Rule("R21"), "{name} is engaged and cannot fire");
        let (steps, range) = (at.steps_to(target), range(state.kind(gun)));
        ensure!(steps <= range, Rule("R7"), "{name} reaches {range} squares, and {target} is {steps} away");
    }
    let heavy = guns.iter().filter(|&&gun| state.kind(gun) == Some(Kind::HeavyArtillery)).count();
    ensure!(
        guns.len() <= MOST_GUNS,
        Rule("R7"),
        "{} units fire, but a square is bombarded by {MOST_GUNS} at most",
        guns.len()
    );
    ensure!(heavy <= MOST_HEAVY, Rule("R7"), "{heavy} heavy units fire, but at most {MOST_HEAVY} may");
    Ok(())
}

/// The guns whose fire on a square is best, and no more of them than that takes: others can fire elsewhere, and who is
/// unsupplied would make it worse. Where all are too few for an attack, as many as may fire.
pub(super) fn best(state: &State, guns: &[UnitId], target: Square) -> Units {
    let Some(&first) = guns.first() else { return Units::new() };
    let at = target_of(state, state.side(first), target);
    let worth = |salvo: Salvo| {
        let does: u8 = effects(salvo, at).into_iter().map(|effect| effect as u8).sum();
        let factors = i16::from(salvo.factors);
        Some((does, if does > 0 { -factors } else { factors }))
    };
    best_lot(state, guns, target, worth).map_or_else(Units::new, |(_, guns)| guns)
}

/// The lot of some guns that is worth most on a square. Of heavy and field guns each, the supplied, the strongest and the
/// nearest come first.
pub(super) fn best_lot<W: PartialOrd>(
    state: &State,
    guns: &[UnitId],
    target: Square,
    worth: impl Fn(Salvo) -> Option<W>,
) -> Option<(W, Units)> {
    let far = |unit: UnitId| stands(state, unit).map_or(0, |at| at.steps_to(target));
    let mut guns: SmallVec<[(UnitId, Gun); 16]> = guns.iter().map(|&unit| (unit, gun(state, unit))).collect();
    guns.sort_by_key(|(unit, gun)| (gun.unsupplied, Reverse(gun.factors()), far(*unit)));
    let (heavy, field): (Vec<_>, Vec<_>) = guns.into_iter().partition(|(_, gun)| gun.kind == GunKind::Heavy);
    let mut best: Option<(W, usize, usize)> = None;
    for heavies in 0..=heavy.len().min(MOST_HEAVY) {
        let mut salvo = Salvo::of(heavy[..heavies].iter().map(|(_, gun)| gun));
        for fields in 0..=field.len().min(MOST_GUNS - heavies) {
            if let Some((_, gun)) = fields.checked_sub(1).map(|last| &field[last]) {
                salvo = salvo.and(gun, gun.factors());
            }
            let found = worth(salvo).filter(|found| best.as_ref().is_none_or(|(most, ..)| found > most));
            best = found.map(|found| (found, heavies, fields)).or(best);
        }
    }
    let (worth, heavies, fields) = best?;
    let mut units: Units = heavy[..heavies].iter().chain(&field[..fields]).map(|(unit, _)| *unit).collect();
    units.sort_unstable();
    Some((worth, units))
}

/// Some guns, the best of them offered as picked: the heavy ones first, of which there are two at most.
pub(super) fn several_guns(
    state: &State,
    picks: &mut Picks<'_, Order>,
    guns: &[UnitId],
    target: Square,
    question: &str,
    rule: Rule,
) -> Picked<Units> {
    // The best are found only where somebody is shown them.
    let found = OnceCell::new();
    let usual = |gun: &UnitId| found.get_or_init(|| best(state, guns, target)).contains(gun);
    let offer = |gun: &UnitId| {
        let factors = state.rated(*gun, |ratings| ratings.bombardment);
        offer_unit(state, *gun).noted(Some(format!("{factors} factors"))).tagged(Some(factors.to_string()))
    };
    let is_heavy = |gun: &UnitId| state.kind(*gun) == Some(Kind::HeavyArtillery);
    let (heavy, field): (Units, Units) = guns.iter().copied().partition(is_heavy);
    let mut chosen = Units::new();
    if !heavy.is_empty() {
        let least = usize::from(field.is_empty());
        let limits = (least, MOST_HEAVY);
        let question = format_args!("{question} First the heavy ones");
        chosen.extend(picks.ask(question, rule).several(heavy, limits, usual, offer)?);
    }
    if !field.is_empty() {
        let limits = (usize::from(chosen.is_empty()), MOST_GUNS - chosen.len());
        chosen.extend(picks.ask(question, rule).several(field, limits, usual, offer)?);
    }
    picks.only_if(!chosen.is_empty())?;
    chosen.sort_unstable();
    Ok(chosen)
}

/// A gun as the charts take it.
pub(super) fn gun(state: &State, unit: UnitId) -> Gun {
    let kind = if state.kind(unit) == Some(Kind::HeavyArtillery) { GunKind::Heavy } else { GunKind::Field };
    let reduced = state.unit(unit).left < state.ratings(unit).steps;
    Gun { kind, reduced, unsupplied: !state.is_supplied(unit), halved: state.halved.contains(&unit) }
}

/// What is fired at.
pub(super) fn target_of(state: &State, firer: Side, target: Square) -> Target {
    let owner = state.side_at(target).unwrap_or_else(|| state.holder(target));
    Target {
        cover: Cover::of(&state.ground(target, owner)),
        units: state.units_in(target).count().max(usize::from(state.side_at(target).is_some())).min(6) as u8,
        cavalry: state.units_in(target).any(|unit| state.kind(unit) == Some(Kind::Cavalry)),
        observation: state.observation[firer],
        weather: state.weather,
    }
}

/// The bombardment as the desk takes it.
pub(super) fn on_desk(state: &State, side: Side, target: Square, guns: &[UnitId]) -> Bombardment {
    of_guns(state, side, target, guns.iter().map(|&unit| gun(state, unit)).collect())
}

/// The same with guns that may be on no map.
pub(super) fn of_guns(state: &State, side: Side, target: Square, guns: Vec<Gun>) -> Bombardment {
    let owner = state.side_at(target).unwrap_or_else(|| state.holder(target));
    let Target { units, cavalry, observation, weather, .. } = target_of(state, side, target);
    let ground = state.ground(target, owner).into_iter().take(3).collect();
    Bombardment { guns, ground, units, cavalry, observation, weather }
}

/// What each further group would change, and that the guns are too few where they are.
pub(super) fn further(preview: &mut Preview, state: &State, side: Side, target: Square, guns: &[UnitId]) {
    let all: SmallVec<[Gun; 6]> = guns.iter().map(|&unit| gun(state, unit)).collect();
    let (factors, least) = (Salvo::of(&all).factors, least(target_of(state, side, target).cover));
    if factors < least {
        let text = format!("{} {} no attack: it takes {least} there.", count(factors, "factor"), are(factors));
        preview.add_note(text, Rule("6.0:below-first"));
    }
    let others = in_range(state, side, target).into_iter().filter(|gun| !guns.contains(gun));
    let mut shown: SmallVec<[(Option<Kind>, u8); 2]> = SmallVec::new();
    for other in others {
        let sort = (state.kind(other), state.unit(other).left);
        let mut more: Units = guns.iter().copied().chain([other]).collect();
        more.sort_unstable();
        if shown.contains(&sort) || check_guns(state, side, target, &more).is_err() {
            continue;
        }
        shown.push(sort);
        preview.beside(
            format!("with {}", state.name(other)),
            &bombardment::procedure(),
            &on_desk(state, side, target, &more),
        );
    }
}

/// R28 Concealed guns that fire are seen.
pub(super) fn uncover(act: &mut Act<'_, Somme>, gun: UnitId) {
    if let Station::Concealed(hidden) = act.state.unit(gun).at {
        let at = *hidden.whole();
        act.state.put(gun, at);
        act.reveals();
        act.happens(Event::Uncovered { gun, at, found: false });
        // R39 Hidden they counted for no stack.
        if act.state.units_in(at).count() > MOST_STACKED {
            act.state.mark(gun).put(Marks::CROWDED);
        }
    }
}

pub(super) fn has_concealed(state: &State, side: Side) -> bool {
    state.battle.guns(side).iter().any(|&gun| matches!(state.unit(gun).at, Station::Concealed(_)))
}
