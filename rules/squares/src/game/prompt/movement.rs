//! Picks of movement (24).

use super::super::movement_step::{check, commander_can_move, free_squares, movable_in};
use super::super::say::names;
use super::super::{Order, Path, Piece, Side, Square, State, UnitId, Units};
use super::{Told, offer_square, offer_unit, pass, square_of, strange, unit_of};
use crate::unit::Kind;
use kernel::game::{Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};

const MOUNT: &str = "mount";
const DISMOUNT: &str = "dismount";
const CAREFUL: &str = "stop-on-a-failed-roll";

/// Who moves.
#[derive(Clone, Copy)]
enum Mover {
    Units(Units),
    Commander,
}

impl Mover {
    fn order(self, path: Path, press: bool) -> Order {
        match self {
            Mover::Units(units) => Order::Move { units, path, press },
            Mover::Commander => Order::MoveCommander { path, press },
        }
    }
}

pub(super) fn build(state: &State, side: Side, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let (mover, rest) = match picks {
        [] => return Ok(Told::of("who moves?", Rule("19:5")).one_of(movers(state, side))),
        [Pick::Place(_), rest @ ..] => (Mover::Units(movable_in(state, side, square_of(&picks[0])?)), rest),
        _ => together(picks)?,
    };
    let who = match mover {
        Mover::Units(units) => names(state, units),
        Mover::Commander => "the commander".to_owned(),
    };
    if let (Mover::Units(units), [Pick::Option(word)]) = (mover, rest)
        && let Some(order) = changed(units, word)
    {
        return Ok(Told::of("does it change over?", Rule("R17")).picked(who).picked(word.clone()).done(order));
    }
    let (steps, careful) = match rest {
        [steps @ .., Pick::Option(word)] if word == CAREFUL => (steps, true),
        steps => (steps, false),
    };
    let path: Path = steps.iter().map(square_of).collect::<Result<_, _>>()?;
    let mut told = Told::of("where to?", Rule("24")).picked(who);
    told.picked.extend(path.iter().map(ToString::to_string));
    if careful {
        return Ok(told.picked("stops where a roll fails").done(mover.order(path, false)));
    }
    let mut offers = onward(state, side, mover, &path);
    if path.is_empty() {
        offers.extend(joining(state, side, mover));
        offers.extend(change(state, mover));
        return Ok(told.one_of(offers));
    }
    if check(state, side, &mover.order(path.clone(), false)).is_ok() {
        let label = "stop where a roll to leave scenery fails, instead of using the extra square";
        offers.push(Offer::option(CAREFUL, label));
    }
    let order = mover.order(path, true);
    Ok(if offers.is_empty() { told.done(order) } else { told.or_more(order, Offers::OneOf(offers)) })
}

/// The pieces that were picked one after the other, and what was picked after them.
fn together(picks: &[Pick]) -> Result<(Mover, &[Pick]), Refusal> {
    let pieces = picks.iter().take_while(|pick| matches!(pick, Pick::Piece(_))).count();
    let (pieces, rest) = picks.split_at(pieces);
    let mut units = Units::NONE;
    for pick in pieces {
        match pick {
            Pick::Piece(id) if matches!(Piece::of(*id), Some(Piece::Commander(_))) => {
                return Ok((Mover::Commander, rest));
            }
            unit => units.add(unit_of(unit)?),
        }
    }
    if units.is_empty() { Err(strange()) } else { Ok((Mover::Units(units), rest)) }
}

/// Squares whose units can all move together, single units, and the commander.
fn movers(state: &State, side: Side) -> Vec<Offer> {
    let mut offers = Vec::new();
    for square in free_squares(state, side).in_order(side) {
        let units = movable_in(state, side, square);
        if units.len() > 1 && can_go(state, side, units) {
            let label = match units.len() {
                2 => format!("both units of {square} together"),
                count => format!("all {count} units of {square} together"),
            };
            offers.push(Offer::of(Pick::Place(square.place()), label).under(Rule("24:one-by-one")));
        }
        offers.extend(units.iter().map(|unit| offer_unit(state, unit)));
    }
    if commander_can_move(state, side) {
        offers.push(Offer::of(Pick::Piece(Piece::Commander(side).id()), "the commander"));
    }
    offers.push(pass("end the movement"));
    offers
}

/// Units of the same square that can go along. They are picked in the order of their numbers.
fn joining(state: &State, side: Side, mover: Mover) -> Vec<Offer> {
    let Mover::Units(units) = mover else { return Vec::new() };
    let Some(square) = units.first().and_then(|unit| state.unit(unit).square()) else { return Vec::new() };
    let last = units.iter().last();
    let later = movable_in(state, side, square).iter().filter(|&unit| Some(unit) > last);
    let along = later.filter(|&unit| can_go(state, side, units | unit.into()));
    along.map(|unit| Offer::of(Pick::Piece(Piece::Unit(unit).id()), format!("with {}", state.name(unit)))).collect()
}

fn can_go(state: &State, side: Side, units: Units) -> bool {
    !onward(state, side, Mover::Units(units), &Path::new()).is_empty()
}

/// The squares that the path can go on to.
fn onward(state: &State, side: Side, mover: Mover, path: &Path) -> Vec<Offer> {
    let start = match mover {
        Mover::Units(units) => units.first().and_then(|unit| state.unit(unit).square()),
        Mover::Commander => state.commanders[side],
    };
    let Some(from) = path.last().copied().or(start) else { return Vec::new() };
    let longer = |next: Square| {
        let mut path = path.clone();
        path.push(next);
        mover.order(path, true)
    };
    let open = from.neighbours().map(|(_, next)| next).filter(|&next| check(state, side, &longer(next)).is_ok());
    open.map(|next| offer_square(state, next)).collect()
}

/// Mounting and dismounting, for a single unit of cavalry.
fn change(state: &State, mover: Mover) -> Option<Offer> {
    let Mover::Units(units) = mover else { return None };
    let unit = units.first().filter(|_| units.len() == 1)?;
    match state.unit(unit).kind {
        Kind::MountedCavalry => Some(Offer::option(DISMOUNT, "dismount instead of moving").under(Rule("R17"))),
        Kind::DismountedCavalry => Some(Offer::option(MOUNT, "mount instead of moving").under(Rule("R17"))),
        _ => None,
    }
}

fn changed(units: Units, word: &str) -> Option<Order> {
    let unit = units.first()?;
    match word {
        MOUNT => Some(Order::Mount { unit }),
        DISMOUNT => Some(Order::Dismount { unit }),
        _ => None,
    }
}

pub(super) fn picks(state: &State, side: Side, order: &Order) -> Vec<Pick> {
    let piece = |unit: UnitId| Pick::Piece(Piece::Unit(unit).id());
    let (mut picks, path, press) = match order {
        Order::Mount { unit } => return vec![piece(*unit), Pick::option(MOUNT)],
        Order::Dismount { unit } => return vec![piece(*unit), Pick::option(DISMOUNT)],
        Order::MoveCommander { path, press } => (vec![Pick::Piece(Piece::Commander(side).id())], path, *press),
        Order::Move { units, path, press } => {
            let first = units.first().expect("a legal move names units");
            let square = state.unit(first).square().expect("a legal move is on the table");
            let all = units.len() > 1 && *units == movable_in(state, side, square);
            let start = if all { vec![Pick::Place(square.place())] } else { units.iter().map(piece).collect() };
            (start, path, *press)
        }
        _ => unreachable!("an order of movement"),
    };
    picks.extend(path.iter().map(|square| Pick::Place(square.place())));
    if !press {
        picks.push(Pick::option(CAREFUL));
    }
    picks
}
