//! Mounting and dismounting, limbering and unlimbering, breaking down and setting up (Movement, R14, R23, R32, R33).

use super::event::Event;
use super::movement::own;
use super::strike::set_down;
use super::{Act, Mark, Place, Side, State, UnitId};
use crate::catalogue::Class;
use field::{Facing, INCH, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};

/// May an element board a vehicle?
pub(super) fn check_board(state: &State, side: Side, id: UnitId, vehicle: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    ensure!(
        own(state, side, vehicle).is_ok() && state.element(vehicle).is_vehicle(),
        Rule("R23"),
        "only a vehicle of one's own on the table can be boarded"
    );
    let (piece, carrier) = (state.unit(id), state.unit(vehicle));
    let (name, carrier_name) = (state.name(id), state.name(vehicle));
    let (element, transport) = (state.element(id), state.element(vehicle));
    let rides = !element.is_vehicle() && element.figures.class != Class::Cavalry && id.0 < super::HIDING;
    ensure!(rides, Rule("R23"), "{name} does not ride");
    let free = |id: UnitId| !state.unit(id).is_suppressed() && !state.is_in_contact(id);
    ensure!(free(id) && free(vehicle), Rule("R33"), "nobody boards while suppressed or in contact");
    ensure!(piece.base().within(&carrier.base(), INCH), Rule("R23"), "{name} is not within 1 of {carrier_name}");
    if element.figures.class == Class::Gun {
        ensure!(
            transport.is_transport() && state.tow(vehicle).is_none(),
            Rule("R23"),
            "{carrier_name} cannot tow {name}"
        );
        return check_whole_turn(state, &[id, vehicle]);
    }
    let crowd = state.riders(vehicle).len() >= usize::from(transport.figures.capacity);
    ensure!(
        !crowd && (transport.is_transport() || element.is_infantry()),
        Rule("R23"),
        "{carrier_name} has no room for {name}"
    );
    if element.figures.class == Class::Csw {
        return check_whole_turn(state, &[id, vehicle]);
    }
    check_once(state, id)
}

/// May a rider leave its vehicle for that place?
pub(super) fn check_alight(state: &State, side: Side, id: UnitId, at: Point, facing: Facing) -> Result<(), Refusal> {
    let aboard = state.get(id).filter(|piece| piece.side == side && piece.place == Place::Table);
    let Some(vehicle) = aboard.and_then(|piece| piece.aboard) else {
        bail!(Rule("Movement:infantry-mounting"), "only an element of one's own that rides can dismount");
    };
    let name = state.name(id);
    ensure!(
        !state.unit(id).is_suppressed(),
        Rule("Results:suppressed-move"),
        "{name} is suppressed and may only fall back"
    );
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
    let able = element.figures.class == Class::Csw && (element.figures.man_portable || piece.is(Mark::PACKED));
    ensure!(able, Rule("Movement:man-portable"), "{name} is no man-portable weapon, which alone is broken down");
    check_whole_turn(state, &[id])
}

/// R33 It takes a whole turn, tow and gun doing nothing else, and is not done while suppressed or in contact.
fn check_whole_turn(state: &State, all: &[UnitId]) -> Result<(), Refusal> {
    for id in all {
        let (piece, name) = (state.unit(*id), state.name(*id));
        let busy = piece.is(Mark::FIRED) || piece.is(Mark::MOVED) || piece.is(Mark::CHANGED);
        let rule = Rule("Movement:CSW-limber");
        ensure!(!busy, rule, "that takes a whole turn, and {name} has fired or moved already");
        let held = piece.is_suppressed() || piece.stands() && state.is_in_contact(*id);
        ensure!(!held, Rule("R33"), "{name} cannot do that while suppressed or in contact");
    }
    Ok(())
}

/// Movement:infantry-mounting Not both in one turn.
fn check_once(state: &State, id: UnitId) -> Result<(), Refusal> {
    ensure!(
        !state.unit(id).is(Mark::CHANGED),
        Rule("Movement:infantry-mounting"),
        "{} has mounted or dismounted already this turn",
        state.name(id)
    );
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

/// A rider leaves its vehicle.
pub(super) fn alight(act: &mut Act<'_>, id: UnitId, at: Point, facing: u16) {
    let vehicle = act.state.unit(id).aboard.expect("check has found it aboard");
    let whole_turn = act.state.element(id).is_csw();
    set_down(act.state, id, at, Facing::of(facing.into()));
    let piece = act.state.unit_mut(id);
    piece.marks.add(Mark::CHANGED);
    piece.marks.add(Mark::STRAYED);
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
    } else {
        piece.marks.remove(Mark::PACKED);
    }
    piece.marks.add(Mark::MOVED);
    act.happens(Event::Packs { unit: id, packed });
}
