//! What is offered to be picked, in words.

use super::say::{names, place_name, unit_at};
use super::{Order, Piece, Square, SquareSet, State, UnitId, Units};
use kernel::game::{Asking, Offer, Pick, Picked, Picks};
use kernel::rule::Rule;
use std::fmt::Display;

/// The word that ends a step.
pub(super) const PASS: &str = "pass";

pub(super) fn offer_unit(state: &State, unit: UnitId) -> Offer {
    Offer::of(Pick::Piece(Piece::Unit(unit).id()), unit_at(state, unit))
}

/// A square, with who is there.
pub(super) fn offer_square(state: &State, square: Square) -> Offer {
    let there = state.at[square];
    let name = place_name(state, square);
    let label = if there.is_empty() { name } else { format!("{name}: {}", names(state, there)) };
    Offer::of(Pick::Place(square.place()), label)
}

/// All units of the game, for picks that the rules refuse.
pub(super) fn all_units(state: &State) -> impl Iterator<Item = UnitId> {
    (0..state.units.len() as u8).map(UnitId)
}

/// A question of this game.
type Asked<'p, 'a, Q> = Asking<'p, 'a, Order, Q>;

/// One of these units; the rules say why not any other.
pub(super) fn one_unit<Q: Display>(asked: Asked<'_, '_, Q>, state: &State, of: Units) -> Picked<UnitId> {
    asked.one_of_wider(of.iter(), || all_units(state), |unit| offer_unit(state, *unit))
}

/// One of these squares; the rules say why not any other.
pub(super) fn one_square<Q: Display>(asked: Asked<'_, '_, Q>, state: &State, of: SquareSet) -> Picked<Square> {
    asked.one_of_wider(of.iter(), Square::all, |square| offer_square(state, *square))
}

/// So many of these units; those that are usual are offered as picked.
pub(super) fn some_units(
    picks: &mut Picks<'_, Order>,
    (question, rule): (impl Display, Rule),
    state: &State,
    of: Units,
    (least, most): (u32, u32),
    usual: Units,
) -> Picked<Units> {
    let numbers = (least as usize, most as usize);
    let asked = picks.ask(question, rule);
    let chosen = asked.several(of.iter(), numbers, |unit| usual.has(*unit), |unit| offer_unit(state, *unit))?;
    Ok(chosen.into_iter().collect())
}
