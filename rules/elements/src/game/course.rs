//! A move under way, and what it finds on its way (R16, R31, Common:interruption).

use super::event::Event;
use super::hidden::{FOUND, STUMBLED, discover, reveal};
use super::state::{Frame, TOUCH};
use super::{Act, Mark, State, UnitId};
use field::{Facing, Footprint, INCH, Point};
use serde::{Deserialize, Serialize};

/// A move that was ordered, and how far it has come.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Who moves.
    pub unit: UnitId,
    /// The ends of the legs that are still to come.
    pub path: Vec<Point>,
    /// The facing at the end.
    pub facing: u16,
    /// Whom it moves into contact with.
    pub target: Option<UnitId>,
    /// Is the mover asked whether to go on?
    pub asking: bool,
    /// Has it been interrupted, so that somebody new may stand in the way?
    pub careful: bool,
}

/// How finely a path is gone along where somebody may hide.
const PACE: i64 = INCH / 5;

/// What stops a mover.
enum Stop {
    /// R31 Somebody in hiding right before him.
    At(UnitId),
    /// R16 Somebody in hiding whom he sees.
    Sees(UnitId),
    /// Somebody who was revealed on the way.
    Barred,
}

impl Course {
    /// What is still to go.
    pub(super) fn length(&self, state: &State) -> i64 {
        let begin = std::iter::once(&state.unit(self.unit).at);
        begin.chain(&self.path).zip(&self.path).map(|(from, to)| from.distance(*to)).sum()
    }
}

/// Begins a move.
pub(super) fn begin(act: &mut Act<'_>, unit: UnitId, path: Vec<Point>, facing: u16, target: Option<UnitId>) {
    act.state.mark(unit, Mark::MOVED);
    act.state.frames.push(Frame::Move(Course { unit, path, facing, target, asking: false, careful: false }));
    go_on(act);
}

/// Goes on with a move: to its end, or to what interrupts it.
pub(super) fn go_on(act: &mut Act<'_>) {
    let Some(Frame::Move(mut course)) = act.state.frames.pop() else { unreachable!("a move is under way") };
    let id = course.unit;
    let side = act.state.unit(id).side;
    // Nobody is found by his own side, nor by those who hide themselves.
    let searches = id.0 < super::HIDING && act.state.hidden().any(|(_, piece)| piece.side != side);
    while let Some(to) = course.path.first().copied() {
        if !searches && !course.careful {
            step(act.state, id, to);
            course.path.remove(0);
            continue;
        }
        let from = act.state.unit(id).at;
        let length = from.distance(to);
        let facing = Facing::along(to.minus(from)).unwrap_or(act.state.unit(id).facing);
        let mut reached = from;
        let mut stop = None;
        for along in (PACE..length).step_by(PACE as usize).chain([length]) {
            let next = from.towards(to, along);
            let base = act.state.unit(id).block_at(next, facing).into();
            stop = act.state.stop(id, &base, &course);
            if matches!(stop, Some(Stop::At(_) | Stop::Barred)) {
                break;
            }
            reached = next;
            if stop.is_some() {
                break;
            }
        }
        if reached != from {
            step(act.state, id, reached);
        }
        if reached == to {
            course.path.remove(0);
        }
        match stop {
            None => {}
            Some(Stop::Barred) => {
                course.path.clear();
                course.target = None;
            }
            Some(Stop::At(hidden)) => {
                reveal(act, hidden);
                course.path.clear();
                course.target = None;
                act.happens(Event::StopsShort { unit: id });
            }
            Some(Stop::Sees(hidden)) => {
                reveal(act, hidden);
                if course.length(act.state) > 0 {
                    (course.asking, course.careful) = (true, true);
                    act.state.frames.push(Frame::Move(course));
                    return;
                }
            }
        }
    }
    finish(act, &course);
}

/// Goes a straight leg, and pays for it.
fn step(state: &mut State, id: UnitId, to: Point) {
    let from = state.unit(id).at;
    let cost = state.land().passage(state.row(id)).leg(from, to).unwrap_or_else(|_| from.distance(to));
    let facing = Facing::along(to.minus(from));
    state.put(id, to);
    state.spend(id, cost);
    let piece = state.unit_mut(id);
    piece.facing = facing.unwrap_or(piece.facing);
}

/// The end of a move.
fn finish(act: &mut Act<'_>, course: &Course) {
    let id = course.unit;
    back_off(act.state, id);
    let facing = Facing::of(course.facing.into());
    let piece = act.state.unit(id);
    let turned = piece.block_at(piece.at, facing).into();
    if course.target.is_some() || act.state.rests(id, &turned).is_ok() {
        act.state.unit_mut(id).facing = facing;
    }
    let to = act.state.unit(id).at;
    act.happens(Event::Went { unit: id, to });
    if let Some(target) = course.target
        && act.state.touch(id, target)
    {
        act.state.mark(id, Mark::CHARGED);
        act.happens(Event::Touches { unit: id, target });
    }
    discover(act);
}

/// Who was stopped among friends steps back until he stands on nobody.
fn back_off(state: &mut State, id: UnitId) {
    for _ in 0..60 {
        let piece = state.unit(id);
        let base = piece.base();
        if !state
            .all()
            .any(|(other, theirs)| other != id && theirs.is_about(base.middle(), 0) && theirs.base().overlaps(&base))
        {
            return;
        }
        let back = piece.at.plus(piece.facing.turned(180).way(PACE));
        if !state.land().ground().holds(back) {
            return;
        }
        state.unit_mut(id).at = back;
    }
}

impl State {
    /// What stops a mover whose base comes to stand there. Only one who goes on after somebody was revealed is careful: were
    /// all who search so, where they end would tell whether somebody hides.
    fn stop(&self, id: UnitId, base: &Footprint, course: &Course) -> Option<Stop> {
        let side = self.unit(id).side;
        let about = |(_, piece): &(UnitId, &super::Piece)| piece.side != side && piece.is_about(base.middle(), FOUND);
        for (hidden, piece) in self.hidden().filter(about) {
            let theirs = piece.base();
            let gap = theirs.gap(base);
            if gap < STUMBLED {
                return Some(Stop::At(hidden));
            }
            if gap <= FOUND && self.land().line(base, &theirs).is_some() {
                return Some(Stop::Sees(hidden));
            }
        }
        if !course.careful {
            return None;
        }
        let bars = |(other, piece): (UnitId, &super::Piece)| {
            Some(other) != course.target && piece.is_about(base.middle(), TOUCH) && piece.base().within(base, TOUCH)
        };
        let was_free = !self.is_in_contact(id);
        (was_free && self.of_side(side.other()).any(bars)).then_some(Stop::Barred)
    }
}
