//! What would be rolled between two squares, legal now or not: for whoever wonders.

use super::fight::Fight;
use super::{AssaultOrder, Order, Piece, Side, Square, State, Units, assaults_step, shooting_step};
use crate::assault::can_assault;
use crate::shooting::{pool, range};
use kernel::game::{Pick, PieceId, Preview};
use kernel::prelude::*;

/// The rolls of the square that a piece stands in against another: shooting, and an assault.
pub(super) fn what_if(state: &State, piece: PieceId, on: &Pick) -> Option<Preview> {
    let (side, from) = side_and_square(state, piece)?;
    let target = match on {
        Pick::Place(place) => Square::of_place(*place)?,
        Pick::Piece(other) => side_and_square(state, *other)?.1,
        _ => return None,
    };
    let mut preview = Preview { path: vec![from.middle(), target.middle()], ..Preview::default() };
    if from == target || !state.held[side.other()].has(target) {
        preview.add_note(format!("No enemy of {from} stands in {target}."), Rule("R7"));
        return Some(preview);
    }
    shooting(state, side, from, target, &mut preview);
    assault(state, side, from, target, &mut preview);
    Some(preview)
}

fn side_and_square(state: &State, piece: PieceId) -> Option<(Side, Square)> {
    match Piece::of(piece)? {
        Piece::Unit(unit) if usize::from(unit.0) < state.units.len() => {
            let fielded = state.unit(unit);
            Some((fielded.side, fielded.square()?))
        }
        _ => None,
    }
}

fn shooting(state: &State, side: Side, from: Square, target: Square, preview: &mut Preview) {
    let distance = from.steps_to(target);
    let units = state.those(state.at[from], |unit| range(unit.kind) >= distance);
    if units.is_empty() || distance == 0 {
        return;
    }
    let situation = shooting_step::situation(state, from, target, distance, units);
    if pool(&situation, false).total() < 1 {
        return;
    }
    preview.add_test(format!("{from} shoots at {target}"), &crate::shooting::procedure(), &situation);
    not_now(shooting_step::check(state, side, &Order::Shoot { from, target, units }), preview);
}

fn assault(state: &State, side: Side, from: Square, target: Square, preview: &mut Preview) {
    let units = state.those(state.at[from], |unit| can_assault(unit.kind));
    if units.is_empty() {
        return;
    }
    let named = AssaultOrder { from, target, units, additional: Units::NONE, shock: false };
    let assault = Fight::of(state, side, named).situation(state);
    preview.add_test(format!("{from} assaults {target}"), &crate::assault::procedure(), &assault);
    not_now(assaults_step::check(state, side, &Order::Assault(named)), preview);
}

/// What stands against it now.
fn not_now(allowed: Result<(), Refusal>, preview: &mut Preview) {
    if let Err(Refusal { sentence, rule, .. }) = allowed {
        preview.add_note(format!("Not now: {sentence}."), rule.unwrap_or(Rule("R7")));
    }
}
