//! Picks of the set-up (R6).

use super::super::set_up::{check, rows};
use super::super::{Order, Piece, Side, Square, SquareSet, State, UnitId};
use super::{Told, offer_square, offer_unit, square_of, strange, unit_of};
use kernel::game::{Offer, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

const READY: &str = "ready";
const RESERVE: &str = "reserve";

pub(super) fn build(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let told = Told::of("which piece do you place?", Rule("R6"));
    let commander = Pick::Piece(Piece::Commander(side).id());
    match picks {
        [] => {
            let placeable =
                state.units_of(side).map(|(id, _)| id).filter(|&unit| !squares(state, side, unit).is_empty());
            let mut offers: Vec<Offer> = placeable.map(|unit| offer_unit(state, unit)).collect();
            if !state.commanders_deployed[side] {
                offers.push(Offer::of(commander, format!("the {side}'s commander")));
            }
            if check(state, side, &Order::Ready).is_ok() {
                offers.push(Offer::option(READY, "all is in its place"));
            }
            Ok(told.one_of(offers))
        }
        [Pick::Option(word)] if word == READY => Ok(told.picked("ready").done(Order::Ready)),
        [first] if *first == commander => {
            let offers =
                SquareSet::rows_of(side, rows(side)).iter().map(|square| offer_square(state, square)).collect();
            Ok(Told::of("where is the commander?", Rule("R6")).picked("the commander").one_of(offers))
        }
        [first, to] if *first == commander => {
            let to = square_of(to)?;
            Ok(told.picked("the commander").picked(to.to_string()).done(Order::DeployCommander { to }))
        }
        [first] => {
            let unit = unit_of(first)?;
            let mut offers: Vec<Offer> =
                squares(state, side, unit).into_iter().flatten().map(|to| offer_square(state, to)).collect();
            if squares(state, side, unit).contains(&None) {
                offers.push(Offer::option(RESERVE, "in reserve"));
            }
            Ok(Told::of("where is it placed?", Rule("R6")).picked(state.name(unit)).one_of(offers))
        }
        [first, to] => {
            let unit = unit_of(first)?;
            let to = match to {
                Pick::Option(word) if word == RESERVE => None,
                place => Some(square_of(place)?),
            };
            let at = to.map_or_else(|| "in reserve".to_owned(), |to| to.to_string());
            Ok(told.picked(state.name(unit)).picked(at).done(Order::Deploy { unit, to }))
        }
        _ => Err(strange()),
    }
}

/// Where a unit can be placed; `None` is the reserve.
fn squares(state: &State, side: Side, unit: UnitId) -> Vec<Option<Square>> {
    let all = SquareSet::rows_of(side, rows(side)).iter().map(Some).chain([None]);
    all.filter(|&to| check(state, side, &Order::Deploy { unit, to }).is_ok()).collect()
}

pub(super) fn picks(side: Side, order: &Order) -> Vec<Pick> {
    match *order {
        Order::Deploy { unit, to } => {
            let to = to.map_or_else(|| Pick::option(RESERVE), |to| Pick::Place(to.place()));
            vec![Pick::Piece(Piece::Unit(unit).id()), to]
        }
        Order::DeployCommander { to } => vec![Pick::Piece(Piece::Commander(side).id()), Pick::Place(to.place())],
        _ => vec![Pick::option(READY)],
    }
}
