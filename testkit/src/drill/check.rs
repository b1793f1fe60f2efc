//! What may be ordered.

use super::order::Order;
use super::paths::{FACINGS, Path, inches, towards};
use super::scenario::in_zone;
use super::state::{Asked, Frame, REACTION, Side, State, Unit, UnitId};
use field::measured::Point;
use field::reach::{in_front, passes_within};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// D6 How far fire reaches.
const RANGE: i64 = 600;

/// D2 How far apart scouts hide.
const APART: i64 = 100;

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Some(asked) = state.asked(side) else {
        return Err(Refusal::of(format!("{} has nothing to decide now", side.name())));
    };
    match (asked, order) {
        (Asked::Hide, Order::Hide { at }) => hide(state, side, at),
        (Asked::Plot, Order::Plot { .. }) | (Asked::Act, Order::Pass) | (Asked::React, Order::Hold) => Ok(()),
        (Asked::Act, Order::Move { unit, path, facing }) => moves(state, side, *unit, path, *facing),
        (Asked::Act, Order::Fire { unit, target }) => fires(state, side, *unit, *target),
        (Asked::Act, Order::LookOut { unit }) => acting(state, side, *unit).map(|_| ()),
        (Asked::React, Order::React { unit }) => reacts(state, side, *unit),
        (Asked::TakeHit, Order::TakeHit { unit }) => takes_hit(state, *unit),
        (Asked::ShareHits, Order::ShareHits { shares }) => shares_hits(state, shares),
        _ => {
            let sentence = format!("{} has to {} now, and nothing else", side.name(), asked.question());
            Err(Refusal::by(asked.rule(), sentence))
        }
    }
}

fn hide(state: &State, side: Side, at: &[Point]) -> Result<(), Refusal> {
    let due = usize::from(state.party(side).hidden);
    if at.len() != due {
        return Err(Refusal::by(Rule("D2"), format!("{} scouts are to hide, and {} places are given", due, at.len())));
    }
    at.iter().enumerate().try_for_each(|(i, place)| hides(state, side, &at[..i], *place))
}

/// D2 May a scout hide here, when others hide there already?
pub(super) fn hides(state: &State, side: Side, others: &[Point], at: Point) -> Result<(), Refusal> {
    if !in_zone(side, at) {
        return Err(Refusal::by(Rule("D2"), "a scout hides on the table, within 10 inches of its own edge"));
    }
    if !state.ground().stands(at) {
        return Err(Refusal::by(Rule("D2"), "a scout does not hide inside the wall"));
    }
    if others.iter().any(|other| other.distance(at) < APART) {
        return Err(Refusal::by(Rule("D2"), "scouts hide an inch or more apart"));
    }
    Ok(())
}

/// D4 A unit of this side that can still act.
fn acting(state: &State, side: Side, id: UnitId) -> Result<&Unit, Refusal> {
    match state.units.get(id as usize) {
        Some(unit) if unit.side != side => {
            Err(Refusal::by(Rule("D4"), format!("{} is not a unit of {}", unit.name(), side.name())))
        }
        Some(unit) if unit.strength == 0 => Err(Refusal::by(Rule("D4"), format!("{} is destroyed", unit.name()))),
        Some(unit) if unit.spent => {
            Err(Refusal::by(Rule("D4"), format!("{} is spent until the next turn", unit.name())))
        }
        Some(unit) => Ok(unit),
        None => Err(Refusal::by(Rule("D4"), "there is no such unit on the table; scouts in hiding do not act")),
    }
}

fn moves(state: &State, side: Side, id: UnitId, path: &[Point], facing: u16) -> Result<(), Refusal> {
    acting(state, side, id)?;
    if path.is_empty() {
        return Err(Refusal::by(Rule("D4"), "a move has at least one leg"));
    }
    if !FACINGS.contains(&facing) {
        return Err(Refusal::by(Rule("D4"), format!("a unit faces one of eight ways, 0, 45 ... 315, not {facing}")));
    }
    let mut priced = Path::of(state, id, state.stance(side));
    path.iter().try_for_each(|end| priced.leg(*end))
}

fn fires(state: &State, side: Side, id: UnitId, target: UnitId) -> Result<(), Refusal> {
    let unit = acting(state, side, id)?;
    let Some(target) = state.units.get(target as usize).filter(|unit| unit.side != side && unit.strength > 0) else {
        return Err(Refusal::by(Rule("D6"), "only an enemy unit that is on the table can be fired at"));
    };
    let distance = unit.at.distance(target.at);
    if distance > RANGE {
        let sentence = format!("{} is {} inches away, and fire reaches 6", target.name(), inches(distance));
        return Err(Refusal::by(Rule("D6"), sentence));
    }
    if !in_front(unit.at, towards(unit.facing), target.at) {
        let sentence = format!("{} is not within 45 degrees of where {} faces", target.name(), unit.name());
        return Err(Refusal::by(Rule("D6"), sentence));
    }
    Ok(())
}

fn reacts(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let Some(Frame::Move { unit: mover, from, .. }) = state.frames.last() else {
        unreachable!("a reaction answers a move")
    };
    if reactors(state, side, *mover, *from).any(|reactor| reactor == id) {
        return Ok(());
    }
    let sentence = "only a unit that is not spent, or a scout of one's own, within 4 inches of the last leg can fire";
    Err(Refusal::by(Rule("D5"), sentence))
}

/// D5 Those who may fire at a mover, as far as these eyes see.
pub(super) fn reactors(state: &State, side: Side, mover: UnitId, from: Point) -> impl Iterator<Item = UnitId> {
    let to = state.unit(mover).at;
    let scouts = state.scouts(side).iter().filter(move |scout| passes_within(from, to, scout.at, REACTION));
    state.can_react(mover, from).chain(scouts.map(|scout| scout.id))
}

fn takes_hit(state: &State, id: UnitId) -> Result<(), Refusal> {
    let Some(Frame::Hits { among, .. }) = state.frames.last() else { unreachable!("hits are being placed") };
    if among.contains(&id) {
        return Ok(());
    }
    let names: Vec<_> = among.iter().map(|id| state.unit(*id).name()).collect();
    Err(Refusal::by(Rule("D6"), format!("the hit falls upon one of {}", names.join(", "))))
}

fn shares_hits(state: &State, shares: &[u8]) -> Result<(), Refusal> {
    let Some(Frame::Hits { among, placed, left, .. }) = state.frames.last() else {
        unreachable!("hits are being placed")
    };
    let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
    if shares.len() != among.len() || sum != u32::from(*left) {
        let sentence = format!("{left} hits are to be shared among {} units", among.len());
        return Err(Refusal::by(Rule("D6"), sentence));
    }
    for ((id, placed), share) in among.iter().zip(placed).zip(shares) {
        let unit = state.unit(*id);
        if *share > unit.strength - placed {
            let most = unit.strength - placed;
            let sentence = format!("{} takes no more than its strength, so {most} hits at most", unit.name());
            return Err(Refusal::by(Rule("D6"), sentence));
        }
    }
    Ok(())
}

/// D6 The enemies that a unit may fire at.
pub(super) fn targets(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = UnitId> {
    state.alive(side.other()).map(|(target, _)| target).filter(move |target| fires(state, side, id, *target).is_ok())
}
