//! Pieces as they are offered.

use super::{State, UnitId};
use kernel::game::{Offer, Pick, PieceId};

/// A unit.
pub(super) fn unit(state: &State, id: UnitId) -> Offer {
    Offer::of(Pick::Piece(id.0.into()), state.name(id))
}

/// The handle of a commander: they come after the units.
pub(super) fn handle(state: &State, leader: usize) -> PieceId {
    (state.units.len() + leader) as PieceId
}

/// A commander.
pub(super) fn leader(state: &State, number: usize) -> Offer {
    Offer::of(Pick::Piece(handle(state, number)), state.leader_name(number))
}
