//! A move under way: where it stands at each inch, and the terrain rolls at the edges it meets (R14, R22).

use super::event::Event;
use super::{Act, Reply, State, UnitId, block};
use crate::scenario::Lie;
use crate::terrain::{self, Crossing, Terrain};
use field::{Facing, INCH, Point, Rectangle};
use kernel::procedure::OnDesk;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A move that was declared, and how far it has come.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Course {
    /// Who moves.
    pub unit: UnitId,
    /// The ends of the legs that are still to come.
    pub path: Vec<Point>,
    /// The facing at the end.
    pub facing: u16,
    /// Does it fire afterwards?
    pub fire: bool,
    /// Whom it assaults.
    pub target: Option<UnitId>,
    /// What its allowance has left beyond the path, to catch a target that moves away.
    pub spare: i64,
    /// Does it leave the table at the end (R26)?
    pub leaves: bool,
    /// How far it has come.
    pub gone: i64,
    /// Where it has been, for a unit that must step back.
    pub trail: Vec<Point>,
    /// R14 The features that it has tested for.
    pub entered: SmallVec<[u16; 4]>,
    /// Who is asked now.
    pub asking: Asking,
    /// A reaction that was declared for an inch that is still to come.
    pub pending: Option<Pending>,
}

/// Who decides while a move is under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// It is to be found out whether somebody may react to the rest.
    #[default]
    Anew,
    /// The other side: which unit reacts, and at which inch.
    Reactor,
    /// The mover: whether to go on.
    Mover,
    /// Nobody: it goes on.
    Nobody,
}

/// R22 A reaction that was declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// Who reacts.
    pub unit: UnitId,
    /// When the mover has gone so many inches.
    pub inch: u8,
    /// What it does.
    pub reply: Reply,
}

impl Course {
    /// A move from where the unit stands.
    pub(super) fn of(unit: UnitId, path: Vec<Point>, facing: u16) -> Course {
        Course { unit, path, facing, ..Course::default() }
    }

    /// What is still to go, from where the unit stands.
    pub(super) fn length(&self, state: &State) -> i64 {
        let from = std::iter::once(&state.unit(self.unit).at).chain(&self.path);
        from.zip(&self.path).map(|(from, to)| from.distance(*to)).sum()
    }

    /// How far it goes before contact, or at all, counted from its beginning.
    pub(super) fn total(&self, state: &State) -> i64 {
        let whole = self.gone + self.length(state);
        // R5 (c) The last moment to react to an assault is an inch before contact.
        if self.target.is_some() { (whole - INCH).max(self.gone) } else { whole }
    }

    /// R5, R22 The inches at which others may react to the rest of it: each full inch, and the end.
    pub(super) fn stations(&self, state: &State) -> std::ops::RangeInclusive<u8> {
        let last = ceil(self.total(state));
        ceil(self.gone).max(last.min(1))..=last
    }

    /// How far from here a station is.
    pub(super) fn distance(&self, state: &State, inch: u8) -> i64 {
        ((i64::from(inch) * INCH).min(self.total(state)) - self.gone).max(0)
    }

    /// The block of the mover when it has gone so far from here, facing along its leg.
    pub(super) fn block(&self, state: &State, distance: i64) -> Rectangle {
        let unit = state.unit(self.unit);
        let (_, at, facing) = self.walk(state, distance);
        block(at, facing, unit.bases, unit.column)
    }

    /// How many whole legs it has gone when it has gone so far from here, where it is then, and how it faces.
    fn walk(&self, state: &State, distance: i64) -> (usize, Point, Facing) {
        let unit = state.unit(self.unit);
        let (mut at, mut facing, mut left) = (unit.at, unit.facing, distance);
        for (legs, point) in self.path.iter().enumerate() {
            if left == 0 {
                return (legs, at, facing);
            }
            let length = at.distance(*point);
            facing = Facing::along(point.minus(at)).unwrap_or(facing);
            if left < length {
                return (legs, at.towards(*point, left), facing);
            }
            (at, left) = (*point, left - length);
        }
        (self.path.len(), at, facing)
    }

    /// The rest of the path, were it at a distance from here.
    pub(super) fn rest(&self, state: &State, distance: i64) -> Vec<Point> {
        let (legs, at, _) = self.walk(state, distance);
        std::iter::once(at).chain(self.path[legs..].iter().copied()).collect()
    }

    /// Common:interruption It goes only so far from here, facing as it goes, and assaults nobody.
    pub(super) fn shorten(&mut self, state: &State, distance: i64) {
        let (legs, at, facing) = self.walk(state, distance);
        self.path.truncate(legs);
        if at != *self.path.last().unwrap_or(&state.unit(self.unit).at) {
            self.path.push(at);
        }
        (self.target, self.leaves, self.facing) = (None, false, facing.degrees() as u16);
    }
}

/// Goes so far along a course, rolling for each feature at its edge. Does it arrive, and not stop at one (R14)?
pub(super) fn arrives(act: &mut Act<'_>, course: &mut Course, distance: i64) -> bool {
    let mut left = distance;
    while left > 0 && !course.path.is_empty() {
        let to = course.path[0];
        let unit = act.state.unit_mut(course.unit);
        let (from, column) = (unit.at, unit.column);
        let length = from.distance(to);
        unit.facing = Facing::along(to.minus(from)).unwrap_or(unit.facing);
        let whole = left >= length;
        let end = if whole { to } else { from.towards(to, left) };
        let crossed = if from == end { Vec::new() } else { act.state.land().tests(from, end, column) };
        for crossing in crossed {
            let piece = crossing.piece as u16;
            if course.entered.contains(&piece) {
                continue;
            }
            course.entered.push(piece);
            if !test(act, course.unit, crossing.piece) {
                let edge = act.state.land().ground().edge(&crossing, from, end);
                course.gone += from.distance(edge);
                course.trail.push(from);
                act.state.unit_mut(course.unit).at = edge;
                course.shorten(act.state, 0);
                act.happens(Event::StopsBefore { unit: course.unit, piece });
                return false;
            }
        }
        act.state.unit_mut(course.unit).at = end;
        if whole {
            course.trail.push(from);
            course.path.remove(0);
        }
        let went = length.min(left);
        course.gone += went;
        left -= went;
    }
    true
}

/// R14 Does a unit get into a feature? Only what can fail is rolled for.
fn test(act: &mut Act<'_>, id: UnitId, piece: usize) -> bool {
    let unit = act.state.unit(id);
    let (kind, markers, side) = (unit.kind, unit.markers, unit.side);
    let terrain = terrain_of(act.state.land().lie(piece));
    if !terrain::is_rolled(kind, markers, terrain) {
        return true;
    }
    act.state.roller = side;
    act.throwing_for(|state| state.name(id).to_owned()).roll_as(
        |_| OnDesk::of(&terrain::procedure(), &Crossing::of(kind, markers, terrain)),
        |dice| terrain::enter(kind, markers, terrain, dice),
    )
}

/// What the charts call a piece of ground that is tested for.
pub(super) fn terrain_of(lie: Lie) -> Terrain {
    match lie {
        Lie::Wood => Terrain::Woods,
        Lie::Stream => Terrain::Stream,
        Lie::Village => Terrain::Village,
        Lie::Hedge => Terrain::Hedge,
        Lie::Wire => Terrain::Wire,
        _ => Terrain::Free,
    }
}

/// Steps a unit back along its trail until it stands on nobody and an inch from enemies.
pub(super) fn settle(state: &mut State, course: &Course) {
    let id = course.unit;
    let stands = |state: &State| state.stands(id, state.unit(id)).is_ok();
    if stands(state) {
        return;
    }
    for back in course.trail.iter().rev() {
        let from = state.unit(id).at;
        let length = from.distance(*back);
        for along in (0..=length).step_by(25).chain([length]) {
            state.unit_mut(id).at = from.towards(*back, along);
            if stands(state) {
                return;
            }
        }
        state.unit_mut(id).at = *back;
    }
}

/// Whole inches, rounded up.
fn ceil(hundredths: i64) -> u8 {
    ((hundredths + INCH - 1) / INCH).clamp(0, 250) as u8
}
