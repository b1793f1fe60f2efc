//! Picks of shooting (27).

use super::super::say::names;
use super::super::shooting_step::{check, default_shot, in_range, shooters, small_arms, targets};
use super::super::{Order, Side, Square, State, Units};
use super::{Told, offer_square, offer_units, pass, several, several_of, square_of};
use kernel::game::{Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

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
    let (small_arms, guns, least) = choice(state, side, from, target);
    let told = Told::of("which guns shoot with them?", Rule("R13")).picked(from.to_string()).picked(format!("at {target}"));
    let order = |guns: Units| Order::Shoot { from, target, units: small_arms | guns };
    Ok(match rest.first() {
        Some(pick) => {
            let chosen = several_of(pick, guns)?;
            told.picked(names(state, small_arms | chosen)).done(order(chosen))
        }
        None if guns.len() > u32::from(least) => {
            let offers = Offers::Several { of: offer_units(state, guns), least, most: guns.len() as u8 };
            told.or_more(order(guns), offers)
        }
        None => told.done(order(guns)),
    })
}

/// The targets that a square has a shot at.
fn shots(state: &State, side: Side, from: Square) -> Vec<Square> {
    let all = targets(state, side, from).into_iter();
    all.filter(|&target| default_shot(state, side, from, target).is_some()).map(|(target, _)| target).collect()
}

/// Those who shoot in any case, the guns to choose from, and how many of them there must be.
fn choice(state: &State, side: Side, from: Square, target: Square) -> (Units, Units, u8) {
    let all = in_range(state, from, from.steps_to(target));
    let small_arms = small_arms(state, all);
    let alone = check(state, side, &Order::Shoot { from, target, units: small_arms }).is_ok();
    (small_arms, all & !small_arms, u8::from(!alone))
}

pub(super) fn picks(state: &State, side: Side, from: Square, target: Square, units: Units) -> Vec<Pick> {
    let mut picks = vec![Pick::Place(from.place()), Pick::Place(target.place())];
    let (_, guns, least) = choice(state, side, from, target);
    if guns.len() > u32::from(least) {
        picks.push(several(units & guns, guns));
    }
    picks
}
