//! Moves as they go on: up to a reaction, to their end, into contact (R5, R6, R22).

use super::assault::fight;
use super::course::{arrives, settle};
use super::event::Event;
use super::react::{can_react, reacts};
use super::state::Frame;
use super::{Act, Asking, Course, Place, State, UnitId, block, deeds};
use field::{Facing, Footprint, INCH, Point};

/// The next thing of a move that needs no decision.
pub(super) fn go_on(act: &mut Act<'_>) {
    let Some(Frame::Move(mut course)) = act.state.frames.pop() else { unreachable!("a move is under way") };
    if course.asking == Asking::Anew {
        course.asking = Asking::Nobody;
        act.state.frames.push(Frame::Move(course));
        let asks = can_react(act.state);
        if asks && let Some(Frame::Move(course)) = act.state.frames.last_mut() {
            course.asking = Asking::Reactor;
        }
        return;
    }
    if let Some(pending) = course.pending.take() {
        let distance = course.distance(act.state, pending.inch);
        if !arrives(act, &mut course, distance) {
            // R14 It never came so far: no token is spent, and others may react to where it stands.
            course.asking = Asking::Anew;
            act.state.frames.push(Frame::Move(course));
            return;
        }
        act.happens(Event::Interrupted { unit: course.unit, at: act.state.unit(course.unit).at });
        let over = course.length(act.state) == 0;
        course.asking = if over { Asking::Anew } else { Asking::Mover };
        act.state.frames.push(Frame::Move(course));
        let driven_back = reacts(act, &pending);
        if driven_back {
            end_activation(act);
        }
        return;
    }
    if let Some(target) = course.target {
        assault(act, course, target);
    } else {
        let rest = course.length(act.state);
        arrives(act, &mut course, rest);
        finish(act, &course);
    }
}

/// R24 The activation is over, whatever was still under way.
pub(super) fn end_activation(act: &mut Act<'_>) {
    if let Some(Frame::Move(course)) = act.state.frames.first() {
        let (unit, gone) = (course.unit, course.gone);
        act.state.unit_mut(unit).moved |= gone >= INCH;
    }
    act.state.frames.clear();
    let unit = act.state.acting();
    if act.state.unit(unit).is_here() {
        act.happens(Event::Ends { unit });
    }
}

/// The end of a move: the unit stands, faces, and may fire.
pub(super) fn finish(act: &mut Act<'_>, course: &Course) {
    let id = course.unit;
    // It may stand there only as it is to face: so it turns before it is found to stand too near to somebody.
    turn_at_the_end(act.state, id, course.facing);
    settle(act.state, course);
    let unit = act.state.unit_mut(id);
    unit.moved |= course.gone >= INCH;
    if course.leaves {
        unit.place = Place::Left;
        act.happens(Event::Leaves { unit: id });
        return;
    }
    turn_at_the_end(act.state, id, course.facing);
    let unit = act.state.unit(id);
    let (at, facing) = (unit.at, unit.facing.degrees() as u16);
    act.happens(Event::Went { unit: id, to: at, facing });
    super::leaders::flee(act);
    if course.fire && act.state.has_target(id) {
        act.state.frames.push(Frame::Shoot);
    }
}

/// Takes the facing at the end, where the unit can stand so.
fn turn_at_the_end(state: &mut State, id: UnitId, facing: u16) {
    let facing = Facing::of(facing.into());
    if deeds::stands(state, id, facing, state.unit(id).column).is_ok() {
        state.unit_mut(id).facing = facing;
    }
}

/// R12 The last inch of an assault: contact, or a target that got away.
fn assault(act: &mut Act<'_>, mut course: Course, target: UnitId) {
    let near = course.total(act.state) - course.gone;
    if !arrives(act, &mut course, near) {
        // R28 No contact: the unit stops and has moved.
        return finish(act, &course);
    }
    let Some(at) = contact(act.state, &course, target) else {
        act.happens(Event::GotAway { unit: course.unit, target });
        let rest = course.length(act.state);
        arrives(act, &mut course, rest);
        course.shorten(act.state, 0);
        return finish(act, &course);
    };
    course.path = if at == act.state.unit(course.unit).at { Vec::new() } else { vec![at] };
    let rest = course.length(act.state);
    if !arrives(act, &mut course, rest) {
        return finish(act, &course);
    }
    let unit = act.state.unit_mut(course.unit);
    unit.moved |= course.gone >= INCH;
    unit.facing = Facing::of(course.facing.into());
    fight(act, &course, target);
}

/// Where the attacker touches its target, facing as it was declared: at the end of its path, or further on the same line as
/// far as it can go.
fn contact(state: &State, course: &Course, target: UnitId) -> Option<Point> {
    let theirs = state.here(target)?.base();
    let unit = state.unit(course.unit);
    let base = |at: Point| Footprint::from(block(at, Facing::of(course.facing.into()), unit.bases, unit.column));
    let touches = |at: &Point| base(*at).touches(&theirs);
    let end = *course.path.last()?;
    if let Some(at) = [unit.at, end].into_iter().find(touches) {
        return Some(at);
    }
    // The target has moved: the attacker keeps its direction, and must come to stand on nobody.
    let whole = unit.at.distance(end);
    let further = (0..=whole + course.spare).step_by(5).map(|along| unit.at.towards(end, along));
    let at = { further }.find(touches)?;
    let others = state.all().filter(|(id, _)| ![course.unit, target].contains(id));
    let taken = { others }.any(|(_, other)| other.base().overlaps(&base(at)));
    let passage = state.land().passage(unit.kind, unit.column);
    (!taken && passage.leg(unit.at, at).is_ok() && passage.rests(&base(at), &[]).is_ok()).then_some(at)
}
