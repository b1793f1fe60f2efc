//! How near the end of a battle is (R18), and what that changes.

use super::super::victory::leader;
use super::super::{Side, State};
use super::weights::HABIT;

/// The chance that the battle ends with the next countdown, in thousandths.
pub(super) fn ends(state: &State) -> i64 {
    i64::from(7 - state.countdown.clamp(1, 7)) * 1000 / 6
}

/// How much losses of its own count for a side, in thousandths: nothing for one that loses anyway if the battle ends.
pub(super) fn care(state: &State, side: Side) -> i64 {
    if leader(state) == side { 1000 } else { 1000 - ends(state) }
}

/// What half a base of a side is worth. An army near collapse has none to spare (R19).
pub(super) fn half_base(state: &State, side: Side) -> i64 {
    let (lost, all) = (i64::from(state.lost[side]), i64::from(state.battle.half_bases[side]).max(1));
    // Half of them are a collapse.
    let worn = (lost * 2000 / all).min(1000);
    HABIT.half_base + HABIT.near_collapse[side] * (worn - HABIT.worn).max(0) / 1000
}
