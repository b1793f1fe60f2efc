//! What is offered to be picked, in words.

use super::say::{names, place_name, unit_at};
use super::{Piece, Square, State, UnitId};
use kernel::game::{Offer, Pick};

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
