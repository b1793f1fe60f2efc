//! 19, step 1: the active player's gas drifts and hits.

use super::say::place_name;
use super::{Cause, Event, Frame, SquareSet, Squares, Wounds, turn};
use crate::gas::{Drift, GasSquare, resolve_gas};
use kernel::game::Act;
use kernel::procedure::OnDesk;

/// 19:1 Rolls for each own gas square, right to left; then the gas hits.
pub(super) fn drift(act: &mut Act<'_, Squares>) {
    let side = act.state.active;
    let gas = act.state.barrages[side].gas;
    if gas.is_empty() {
        return turn::next_step(act);
    }
    let mut lies = SquareSet::NONE;
    for from in gas.in_order(side) {
        let drift = act
            .throwing_for(|state| place_name(state, from))
            .roll_as(|_| OnDesk::of(&crate::gas::procedure(), &GasSquare {}), |dice| resolve_gas(&GasSquare {}, dice));
        // Off the table it disperses (R14).
        let to = match drift {
            Drift::Disperses => None,
            Drift::Stays => Some(from),
            Drift::Forward => from.towards(side.forward()),
            Drift::Back => from.towards(side.back()),
        };
        if let Some(to) = to {
            lies.add(to);
        }
        act.happens(Event::GasDrifted { from, to, drift });
    }
    act.state.barrages[side].gas = lies;
    turn::next_step(act);
    act.state.frames.push(Frame::Gas { left: lies });
}

/// 19:gas-hits Each square with the gas in it takes 2 hits.
pub(super) fn hit(act: &mut Act<'_, Squares>, mut left: SquareSet) {
    let side = act.state.active;
    let Some(square) = left.in_order(side).next() else { return };
    left.remove(square);
    act.state.frames.push(Frame::Gas { left });
    if let Some(owner) = act.state.holder(square) {
        let wounds = Wounds::on(act.state, owner, Cause::Gas, square, act.state.at[square], GAS_HITS);
        act.happens(Event::SquareHit { at: square, hits: GAS_HITS, rule: Cause::Gas.rule() });
        turn::push(act, Frame::Hits(wounds));
    }
}

/// The hits on each gas square.
const GAS_HITS: u16 = 2;
