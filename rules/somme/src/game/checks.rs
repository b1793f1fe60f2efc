//! What several decisions ask of an order alike.

use super::state::State;
use super::units::UnitId;
use crate::scenario::{Side, Square};
use kernel::prelude::{Refusal, Rule, bail, ensure};

/// Refuses a unit that is not the player's own, or not on the map.
pub(super) fn own(state: &State, side: Side, unit: UnitId) -> Result<Square, Refusal> {
    ensure!(state.knows(unit), Rule("R3"), "there is no unit of number {}", unit.0);
    // Nothing of an enemy unit that is not on the map is told.
    ensure!(state.side(unit) == side, Rule("R3"), "that unit is not one of {}'s", side.player());
    let Some(square) = state.square(unit) else {
        bail!(Rule("R3"), "{} is not on the map", state.name(unit));
    };
    Ok(square)
}

/// Refuses units that do not stand in rising order, each once.
pub(super) fn rising(units: &[UnitId]) -> Result<(), Refusal> {
    let rising = units.windows(2).all(|pair| pair[0] < pair[1]);
    ensure!(rising, Rule("R3"), "the units must be named in the order of their numbers, each once");
    Ok(())
}

/// Refuses a square that is not played on.
pub(super) fn on_map(state: &State, square: Square) -> Result<(), Refusal> {
    ensure!(
        state.battle.scenario().window.holds(square),
        Rule("R1"),
        "{square} is not on the part of the map that is played on"
    );
    ensure!(state.is_open(square), Rule("R48"), "{square} is closed to both sides for now");
    Ok(())
}
