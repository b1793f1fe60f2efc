//! Mounting and dismounting, limbering and unlimbering, breaking down and setting up (Movement, R14, R23, R32, R33).

use super::event::Event;
use super::land::full_move;
use super::movement::own;
use super::strike::set_down;
use super::{Act, Mark, Place, Side, State, UnitId};
use crate::catalogue::Class;
use field::{Facing, INCH, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// May an element board a vehicle?
pub(super) fn check_board(state: &State, side: Side, id: UnitId, vehicle: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    if own(state, side, vehicle).is_err() || !state.element(vehicle).is_vehicle() {
        return Err(Refusal::by(Rule("R23"), "only a vehicle of one's own on the table can be boarded"));
    }
    let (piece, carrier) = (state.unit(id), state.unit(vehicle));
    let (name, carrier_name) = (state.name(id), state.name(vehicle));
    let (element, transport) = (state.element(id), state.element(vehicle));
    if element.is_vehicle() || element.figures.class == Class::Cavalry || id.0 >= super::HIDING {
        return Err(Refusal::by(Rule("R23"), format!("{name} does not ride")));
    }
    if piece.is_suppressed() || carrier.is_suppressed() || state.is_in_contact(id) || state.is_in_contact(vehicle) {
        return Err(Refusal::by(Rule("R33"), "nobody boards while suppressed or in contact"));
    }
    if !piece.base().within(&carrier.base(), INCH) {
        return Err(Refusal::by(Rule("R23"), format!("{name} is not within 1 of {carrier_name}")));
    }
    if element.figures.class == Class::Gun {
        if !transport.is_transport() || state.tow(vehicle).is_some() {
            return Err(Refusal::by(Rule("R23"), format!("{carrier_name} cannot tow {name}")));
        }
        return check_whole_turn(state, &[id, vehicle]);
    }
    let crowd = state.riders(vehicle).len() >= usize::from(transport.figures.capacity);
    if crowd || !transport.is_transport() && !element.is_infantry() {
        return Err(Refusal::by(Rule("R23"), format!("{carrier_name} has no room for {name}")));
    }
    if element.figures.class == Class::Csw {
        return check_whole_turn(state, &[id, vehicle]);
    }
    check_once(state, id)
}

/// May a rider leave its vehicle for that place?
pub(super) fn check_alight(state: &State, side: Side, id: UnitId, at: Point, facing: Facing) -> Result<(), Refusal> {
    let aboard = state.get(id).filter(|piece| piece.side == side && piece.place == Place::Table);
    let Some(vehicle) = aboard.and_then(|piece| piece.aboard) else {
        return Err(Refusal::by(
            Rule("Movement:infantry-mounting"),
            "only an element of one's own that rides can dismount",
        ));
    };
    let name = state.name(id);
    if state.unit(id).is_suppressed() {
        return Err(Refusal::by(
            Rule("Results:suppressed-move"),
            format!("{name} is suppressed and may only fall back"),
        ));
    }
    if state.element(id).is_csw() {
        check_whole_turn(state, &[id, vehicle])?;
    } else {
        check_once(state, id)?;
    }
    state.check_beside(id, vehicle, at, facing)
}

/// May a weapon be broken down, or set up again?
pub(super) fn check_pack(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    let (piece, element, name) = (state.unit(id), state.element(id), state.name(id));
    if element.figures.class != Class::Csw || !element.figures.man_portable && !piece.is(Mark::PACKED) {
        let sentence = format!("{name} is no man-portable weapon, which alone is broken down");
        return Err(Refusal::by(Rule("Movement:man-portable"), sentence));
    }
    if piece.is_suppressed() || state.is_in_contact(id) {
        return Err(Refusal::by(Rule("R33"), format!("{name} cannot do that while suppressed or in contact")));
    }
    check_whole_turn(state, &[id])
}

/// R33 It takes a whole turn: neither has fired or moved.
fn check_whole_turn(state: &State, all: &[UnitId]) -> Result<(), Refusal> {
    let busy = |id: &&UnitId| {
        let piece = state.unit(**id);
        piece.is(Mark::FIRED) || piece.is(Mark::MOVED) || piece.is(Mark::CHANGED)
    };
    match all.iter().find(busy) {
        Some(id) => {
            let sentence = format!("that takes a whole turn, and {} has fired or moved already", state.name(*id));
            Err(Refusal::by(Rule("Movement:CSW-limber"), sentence))
        }
        None => Ok(()),
    }
}

/// Movement:infantry-mounting Not both in one turn.
fn check_once(state: &State, id: UnitId) -> Result<(), Refusal> {
    if state.unit(id).is(Mark::CHANGED) {
        let sentence = format!("{} has mounted or dismounted already this turn", state.name(id));
        return Err(Refusal::by(Rule("Movement:infantry-mounting"), sentence));
    }
    Ok(())
}

/// An element boards a vehicle.
pub(super) fn board(act: &mut Act<'_>, id: UnitId, vehicle: UnitId) {
    let (at, whole_turn) = (act.state.unit(vehicle).at, act.state.element(id).is_csw());
    let gun = act.state.element(id).figures.class == Class::Gun;
    let piece = act.state.unit_mut(id);
    (piece.at, piece.aboard) = (at, Some(vehicle));
    piece.marks.add(Mark::CHANGED);
    piece.marks.add(Mark::STRAYED);
    piece.marks.remove(Mark::DUG_IN);
    if gun {
        piece.marks.add(Mark::TOWED);
    }
    if whole_turn {
        if !gun {
            piece.marks.add(Mark::PACKED);
        }
        piece.marks.add(Mark::MOVED);
        act.state.mark(vehicle, Mark::MOVED);
    }
    act.happens(Event::Boards { unit: id, vehicle });
}

/// A rider leaves its vehicle. R32 Infantry has spent the same part of its move as the vehicle.
pub(super) fn alight(act: &mut Act<'_>, id: UnitId, at: Point, facing: u16) {
    let vehicle = act.state.unit(id).aboard.expect("check has found it aboard");
    let whole_turn = act.state.element(id).is_csw();
    let (own, theirs) = (full_move(act.state.row(id)), full_move(act.state.row(vehicle)).max(1));
    let spent = (act.state.unit(vehicle).spent * own + theirs - 1) / theirs;
    set_down(act.state, id, at, Facing::of(facing.into()));
    let piece = act.state.unit_mut(id);
    piece.marks.add(Mark::CHANGED);
    piece.marks.add(Mark::STRAYED);
    piece.spent = piece.spent.max(spent);
    if whole_turn {
        piece.marks.add(Mark::MOVED);
        // It is set up where it stands: that was the work of the turn.
        piece.marks.remove(Mark::PACKED);
        act.state.mark(vehicle, Mark::MOVED);
    }
    act.happens(Event::Dismounts { unit: id, vehicle, at });
}

/// A weapon is broken down or set up.
pub(super) fn pack(act: &mut Act<'_>, id: UnitId) {
    let piece = act.state.unit_mut(id);
    let packed = !piece.is(Mark::PACKED);
    if packed {
        piece.marks.add(Mark::PACKED);
        piece.marks.remove(Mark::DUG_IN);
    } else {
        piece.marks.remove(Mark::PACKED);
    }
    piece.marks.add(Mark::MOVED);
    act.happens(Event::Packs { unit: id, packed });
}
