//! Elements as they are offered.

use super::{State, UnitId};
use kernel::game::{Offer, Pick, PieceId};

/// The handle of an element.
pub(super) fn handle(id: UnitId) -> PieceId {
    id.0.into()
}

/// An element.
pub(super) fn unit(state: &State, id: UnitId) -> Offer {
    Offer::of(Pick::Piece(handle(id)), state.name(id))
}
