//! Picks of shooting (27).

use super::super::say::names;
use super::super::shooting_step::{check, default_shot, in_range, shooters, small_arms, targets};
use super::super::{Order, Piece, Side, Square, State, Units};
use super::{Told, offer_square, offer_unit, pass, square_of, unit_of};
use kernel::game::{Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

const NO_GUNS: &str = "no-guns";

pub(super) fn build(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let [first, rest @ ..] = picks else {
        let can = |from: &Square| !shots(state, side, *from).is_empty();
        let from = shooters(state, side).in_order(side).filter(can);
        let mut offers: Vec<Offer> = from.map(|square| offer_square(state, square)).collect();
        offers.push(pass("no more shooting"));
        return Ok(Told::of("which square shoots?", Rule("19:7")).one_of(offers));
    };
    let from = square_of(first)?;
    let [target, rest @ ..] = rest else {
        let offers = shots(state, side, from).into_iter().map(|target| offer_square(state, target)).collect();
        return Ok(Told::of("at which square?", Rule("R13")).picked(from.to_string()).one_of(offers));
    };
    let target = square_of(target)?;
    let told = Told::of("which guns shoot?", Rule("R13")).picked(from.to_string()).picked(format!("at {target}"));
    let Shot { small_arms, guns } = Shot::of(state, from, target);
    let order = |guns: Units| Order::Shoot { from, target, units: small_arms | guns };
    let is_legal = |guns: Units| check(state, side, &order(guns)).is_ok();
    if rest.first() == Some(&Pick::option(NO_GUNS)) {
        return Ok(told.picked(names(state, small_arms)).done(order(Units::NONE)));
    }
    let chosen: Units = rest.iter().map(unit_of).collect::<Result<_, _>>()?;
    let last = chosen.iter().last();
    let later: Units = guns.iter().filter(|&gun| Some(gun) > last).collect();
    // A gun is offered where it, and those after it, can make up a shot.
    let mut offers: Vec<Offer> = Vec::new();
    for gun in later.iter() {
        let rest: Units = later.iter().filter(|&other| other >= gun).collect();
        if (chosen.is_empty() && guns.len() == 1 && small_arms.is_empty()) || !is_legal(chosen | rest) {
            continue;
        }
        offers.push(offer_unit(state, gun));
    }
    if chosen.is_empty() {
        if !guns.is_empty() && is_legal(Units::NONE) {
            offers.push(Offer::option(NO_GUNS, "no guns"));
        }
        let offers = if offers.is_empty() { Offers::Nothing } else { Offers::OneOf(offers) };
        return Ok(told.or_more(order(guns), offers));
    }
    let told = told.picked(names(state, small_arms | chosen));
    let more = if offers.is_empty() { Offers::Nothing } else { Offers::OneOf(offers) };
    Ok(if is_legal(chosen) { told.or_more(order(chosen), more) } else { told.offers(more) })
}

/// Who can shoot at a target: those who shoot together, and the guns to choose from.
struct Shot {
    small_arms: Units,
    guns: Units,
}

impl Shot {
    fn of(state: &State, from: Square, target: Square) -> Shot {
        let all = in_range(state, from, from.steps_to(target));
        let small_arms = small_arms(state, all);
        Shot { small_arms, guns: all & !small_arms }
    }
}

/// The targets that a square has a shot at.
fn shots(state: &State, side: Side, from: Square) -> Vec<Square> {
    let all = targets(state, side, from).into_iter();
    all.filter(|&target| default_shot(state, side, from, target).is_some()).map(|(target, _)| target).collect()
}

pub(super) fn picks(state: &State, from: Square, target: Square, units: Units) -> Vec<Pick> {
    let mut picks = vec![Pick::Place(from.place()), Pick::Place(target.place())];
    let Shot { guns, .. } = Shot::of(state, from, target);
    if units & guns == guns {
        return picks;
    }
    if (units & guns).is_empty() {
        picks.push(Pick::option(NO_GUNS));
    }
    picks.extend((units & guns).iter().map(|gun| Pick::Piece(Piece::Unit(gun).id())));
    picks
}
