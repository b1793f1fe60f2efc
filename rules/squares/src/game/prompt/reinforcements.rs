//! Picks of reinforcements (29).

use super::super::arrivals_step::squares;
use super::super::{Frame, Order, Piece, Side, State, UnitId, Units};
use super::{Told, offer_square, offer_units, square_of, strange, unit_of};
use kernel::game::{Offer, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};
use smallvec::SmallVec;

const A: &str = "a";
const B: &str = "b";
const C: &str = "c";

pub(super) fn build(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let [Pick::Option(way), rest @ ..] = picks else {
        let mut offers = vec![Offer::option(A, "A: roll for every waiting unit, a 6 arrives").under(Rule("29:a"))];
        if !coming(state, side, false).is_empty() {
            offers.push(Offer::option(B, "B: one unit arrives").under(Rule("29:b")));
        }
        if !coming(state, side, true).is_empty() {
            let label = "C: one unit arrives by road, and two rolls on chosen units, a 6 arrives too";
            offers.push(Offer::option(C, label).under(Rule("29:c")));
        }
        return Ok(Told::of("how do reinforcements come?", Rule("29")).one_of(offers));
    };
    if way == A {
        return Ok(Told::of("A", Rule("29:a")).picked("a roll for every unit").done(Order::RollForAll));
    }
    let by_road = way == C;
    let rule = if by_road { Rule("29:c") } else { Rule("29:b") };
    let told = |question: &str| Told::of(question, rule).picked(way.to_uppercase());
    let [unit, rest @ ..] = rest else {
        return Ok(told("which unit arrives?").one_of(offer_units(state, coming(state, side, by_road))));
    };
    let unit = unit_of(unit)?;
    let told = |question: &str| told(question).picked(state.name(unit));
    let [to, rest @ ..] = rest else {
        let offers = squares(state, side, unit, by_road).iter().map(|to| offer_square(state, to)).collect();
        return Ok(told("where does it arrive?").one_of(offers));
    };
    let to = square_of(to)?;
    let mut others = state.waiting(side);
    others.remove(unit);
    if !by_road {
        return Ok(told("it arrives").picked(to.to_string()).done(Order::BringOn { unit, to }));
    }
    let attempts: SmallVec<[UnitId; 2]> = rest.iter().map(unit_of).collect::<Result<_, _>>()?;
    let told = |question: &str| {
        let named = attempts.iter().map(|&unit| format!("a roll for {}", state.name(unit)));
        let mut told = told(question).picked(to.to_string());
        told.picked.extend(named);
        told
    };
    match attempts.len() {
        0 | 1 if !others.is_empty() => Ok(told("which unit is rolled for?").one_of(offer_units(state, others))),
        0..=2 => Ok(told("they arrive by road").done(Order::BringByRoad { unit, to, attempts: attempts.clone() })),
        _ => Err(strange()),
    }
}

/// The waiting units that have a square to come to.
fn coming(state: &State, side: Side, by_road: bool) -> Units {
    state.waiting(side).iter().filter(|&unit| !squares(state, side, unit, by_road).is_empty()).collect()
}

/// R17 Where do those come who have rolled their 6?
pub(super) fn arrive(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let Some(&Frame::Arrivals { units, by_road }) = state.frames.last() else { return Err(strange()) };
    match picks {
        [] => Ok(Told::of("which unit arrives first?", Rule("R17")).one_of(offer_units(state, units))),
        [unit] => {
            let unit = unit_of(unit)?;
            let offers = squares(state, side, unit, by_road).iter().map(|to| offer_square(state, to)).collect();
            Ok(Told::of("where does it arrive?", Rule("R17")).picked(state.name(unit)).one_of(offers))
        }
        [unit, to] => {
            let (unit, to) = (unit_of(unit)?, square_of(to)?);
            let told = Told::of("it arrives", Rule("R17")).picked(state.name(unit)).picked(to.to_string());
            Ok(told.done(Order::Arrive { unit, to }))
        }
        _ => Err(strange()),
    }
}

pub(super) fn picks(order: &Order) -> Vec<Pick> {
    let piece = |unit: UnitId| Pick::Piece(Piece::Unit(unit).id());
    match order {
        Order::BringOn { unit, to } => vec![Pick::option(B), piece(*unit), Pick::Place(to.place())],
        Order::BringByRoad { unit, to, attempts } => {
            let mut picks = vec![Pick::option(C), piece(*unit), Pick::Place(to.place())];
            picks.extend(attempts.iter().map(|&unit| piece(unit)));
            picks
        }
        Order::Arrive { unit, to } => vec![piece(*unit), Pick::Place(to.place())],
        _ => vec![Pick::option(A)],
    }
}
