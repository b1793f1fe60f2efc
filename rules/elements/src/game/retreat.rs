//! Falling back (Movement:fall-back, R14, R40, R48, R54).

use super::event::Event;
use super::land::full_move;
use super::movement::{may_move, own};
use super::state::TOUCH;
use super::{Act, Mark, Side, State, UnitId};
use crate::results::WayBack;
use field::{Facing, INCH, Point, STEP};
use kernel::game::Offer;
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};
use smallvec::SmallVec;

/// Where an element would fall back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Retreat {
    pub(super) way: WayBack,
    /// The end of each move.
    pub(super) to: SmallVec<[Point; 2]>,
}

/// The furthest that anything moves in a turn.
const FURTHEST: i64 = 10 * INCH;

impl State {
    /// Results:F Two fall-back moves.
    pub(super) fn falls_back(&self, id: UnitId) -> Retreat {
        let at = self.unit(id).at;
        let (way, first) = self.one_move(id, at);
        let mut to: SmallVec<[Point; 2]> = SmallVec::from_slice(&[first]);
        if !matches!(way, WayBack::Free | WayBack::Stopped) {
            return Retreat { way, to };
        }
        let (second_way, second) = self.one_move(id, first);
        match second_way {
            WayBack::OffTable => return Retreat { way: WayBack::OffTable, to },
            WayBack::EnemyBlocks => {}
            WayBack::Free | WayBack::Stopped => to.push(second),
        }
        Retreat { way, to }
    }

    /// R54 One move: away from the nearest enemy; where that is barred, towards the home edge. Who is forced to it goes
    /// the full move, and vehicles turn about for it.
    pub(super) fn one_move(&self, id: UnitId, from: Point) -> (WayBack, Point) {
        let full = full_move(self.row(id));
        let away = self.away(id, from).map(|way| self.straight_back(id, from, way, full));
        let home = || self.straight_back(id, from, self.home(id), full);
        match away {
            Some((WayBack::Free, to)) => (WayBack::Free, to),
            Some((WayBack::Stopped, to)) if to != from => (WayBack::Stopped, to),
            None => home(),
            Some(away) => match home() {
                (WayBack::EnemyBlocks, _) if away.0 != WayBack::EnemyBlocks => away,
                home => home,
            },
        }
    }

    /// The direction away from the nearest enemy in sight, or the nearest at all.
    pub(super) fn away(&self, id: UnitId, from: Point) -> Option<Facing> {
        let piece = self.unit(id);
        let base = piece.base().at(from);
        let in_sight = |theirs: &field::Footprint| self.land().line(theirs, &base).is_some();
        let seen = self.nearest_enemy_that(piece.side, &base, in_sight);
        let (_, enemy) = seen.or_else(|| self.nearest_enemy(piece.side, &base))?;
        Facing::along(from.minus(self.unit(enemy).at))
    }

    /// Movement:fall-back The direction in which an element falls back: towards its home edge, or away from the enemy.
    pub(super) fn back(&self, id: UnitId, home: bool) -> Option<Facing> {
        if home { Some(self.home(id)) } else { self.away(id, self.unit(id).at) }
    }

    /// The direction of the home edge.
    pub(super) fn home(&self, id: UnitId) -> Facing {
        self.battle.army(self.unit(id).side).edge.facing()
    }

    /// Movement:side-or-rear, R14 What an element may spend on a fall-back move: all of its move, but half where a vehicle
    /// reverses.
    pub(super) fn back_move(&self, id: UnitId, way: Facing, about: bool) -> i64 {
        let full = full_move(self.row(id));
        if self.unit(id).is(Mark::VEHICLE) && self.is_to_its_rear(id, way) != about { full / 2 } else { full }
    }

    /// Does a way lead to the rear of an element?
    pub(super) fn is_to_its_rear(&self, id: UnitId, way: Facing) -> bool {
        let (front, way) = (self.unit(id).facing.way(INCH), way.way(INCH));
        front.x * way.x + front.y * way.y < 0
    }

    /// R14 A move in a straight line, as far as ground and friends let it. The enemy in the way bars it, and beyond the
    /// table's edge the element is lost.
    pub(super) fn straight_back(&self, id: UnitId, from: Point, way: Facing, allowance: i64) -> (WayBack, Point) {
        let piece = self.unit(id);
        let (ground, passage) = (self.land().ground(), self.land().passage(self.row(id)));
        let held: SmallVec<[UnitId; 4]> = self.touched(id).collect();
        let (mut end, mut leaves) = (from, false);
        for far in (STEP..=FURTHEST).step_by(STEP as usize) {
            let to = from.plus(way.way(far));
            let base = piece.base().at(to);
            if leaves && !ground.holds(to) {
                return (WayBack::OffTable, end);
            }
            match passage.leg(from, to) {
                // A point laid to the hundredth may be one further than it should.
                Ok(cost) if cost <= allowance + 1 => {}
                // Whose move ends over the edge leaves the table; who could not get so far stands before it.
                Ok(_) if leaves => return (WayBack::OffTable, end),
                Ok(_) => return (WayBack::Free, end),
                Err(_) => return (WayBack::Stopped, end),
            }
            leaves = !ground.holds_all(&base);
            if leaves {
                continue;
            }
            for (other, theirs) in self.all().filter(|(other, theirs)| *other != id && theirs.is_about(to, TOUCH)) {
                let theirs_base = theirs.base();
                if theirs.side == piece.side && theirs_base.overlaps(&base) {
                    return (WayBack::Stopped, end);
                }
                let near =
                    if held.contains(&other) { theirs_base.overlaps(&base) } else { theirs_base.within(&base, TOUCH) };
                if theirs.side != piece.side && near {
                    return (WayBack::EnemyBlocks, end);
                }
            }
            if passage.rests(&base, &[]).is_err() {
                return (WayBack::Stopped, end);
            }
            end = to;
        }
        (if leaves { WayBack::OffTable } else { WayBack::Free }, end)
    }
}

/// Results:F An element makes two fall-back moves; what bars them was settled before.
pub(super) fn fall_back(act: &mut Act<'_>, id: UnitId) {
    let retreat = act.state.falls_back(id);
    for to in retreat.to {
        is_driven(act, id, to);
    }
}

/// R40 Who goes by F in a close combat makes two moves.
pub(super) fn goes_by_f(act: &mut Act<'_>, id: UnitId) {
    let retreat = act.state.falls_back(id);
    leaves(act, id, retreat);
}

/// R40 The loser of a close combat makes one move.
pub(super) fn give_way(act: &mut Act<'_>, id: UnitId) {
    act.happens(Event::GivesWay { unit: id });
    let (way, to) = act.state.one_move(id, act.state.unit(id).at);
    leaves(act, id, Retreat { way, to: SmallVec::from_slice(&[to]) });
}

/// R14, R48 An element leaves a close combat; who cannot get out of contact is suppressed, or removed if he was.
fn leaves(act: &mut Act<'_>, id: UnitId, retreat: Retreat) {
    match retreat.way {
        WayBack::OffTable => {
            act.happens(Event::DrivenOff { unit: id });
            return super::strike::remove(act, id);
        }
        WayBack::Free | WayBack::Stopped => retreat.to.into_iter().for_each(|to| is_driven(act, id, to)),
        WayBack::EnemyBlocks => {}
    }
    if act.state.unit(id).stands() && act.state.is_in_contact(id) {
        act.happens(Event::Blocked { unit: id });
        if act.state.unit(id).is_suppressed() {
            super::strike::remove(act, id);
        } else {
            super::strike::suppress(act, id);
        }
    }
}

/// One fall-back move that an element is forced to: a vehicle turns about for it (Movement:fall-back-vehicles).
fn is_driven(act: &mut Act<'_>, id: UnitId, to: Point) {
    let piece = act.state.unit(id);
    if let Some(way) = Facing::along(to.minus(piece.at))
        && piece.is(Mark::VEHICLE)
        && act.state.is_to_its_rear(id, way)
    {
        act.state.unit_mut(id).facing = piece.facing.turned(180);
    }
    goes_back(act, id, to);
}

/// One fall-back move to where it ends.
pub(super) fn goes_back(act: &mut Act<'_>, id: UnitId, to: Point) {
    if act.state.unit(id).at == to {
        return;
    }
    act.state.put(id, to);
    act.happens(Event::FallsBack { unit: id, to });
    super::hidden::discover(act);
}

impl State {
    /// Puts an element somewhere else, with all that it carries. R21 Who leaves his place is dug in no more.
    pub(super) fn put(&mut self, id: UnitId, to: Point) {
        let carried: SmallVec<[UnitId; 4]> = self.carried(id).collect();
        for one in std::iter::once(id).chain(carried) {
            let piece = self.unit_mut(one);
            piece.at = to;
            piece.marks.remove(Mark::DUG_IN);
            piece.marks.add(Mark::STRAYED);
        }
    }
}

/// The ways to face in which an element may fall back, the usual first: whoever shows armour keeps its front to the enemy.
pub(super) fn ways_back(state: &State, side: Side, id: UnitId, home: bool) -> impl Iterator<Item = bool> {
    let able = may_only_fall_back(state, side, id).is_ok();
    let turns = able && state.get(id).is_some_and(|piece| piece.is(Mark::VEHICLE)) && !state.element(id).is_armoured();
    let turns = turns && state.back(id, home).is_some_and(|way| state.is_to_its_rear(id, way));
    [turns, !turns].into_iter().filter(move |about| able && check_fall_back(state, side, id, home, *about).is_ok())
}

/// How an element faces that falls back. Movement:side-or-rear A vehicle that reverses goes half as far.
pub(super) fn faced(state: &State, id: UnitId, home: bool, about: bool) -> Offer {
    let vehicle = state.unit(id).is(Mark::VEHICLE);
    let word = if about { "about" } else { "as-before" };
    let (label, rule) = match state.back(id, home) {
        Some(way) if vehicle && state.is_to_its_rear(id, way) != about => {
            ("in reverse, half a move", Rule("Movement:side-or-rear"))
        }
        _ if about => ("turned about", Rule("R50")),
        _ => ("as before", Rule("R50")),
    };
    Offer::option(word, label).under(rule)
}

/// Movement:fall-back-only Is falling back all that an element may do?
fn may_only_fall_back(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    let name = state.name(id);
    ensure!(!state.unit(id).is(Mark::MOVED), Rule("Turn sequence:4a"), "{name} has moved already this turn");
    ensure!(
        may_move(state, side, id).is_err(),
        Rule("Movement:fall-back-only"),
        "{name} may move as it likes, and backwards too"
    );
    Ok(())
}

/// May an element fall back, and where to does that lead?
pub(super) fn check_fall_back(
    state: &State,
    side: Side,
    id: UnitId,
    home: bool,
    about: bool,
) -> Result<Point, Refusal> {
    may_only_fall_back(state, side, id)?;
    let (piece, name) = (state.unit(id), state.name(id));
    let Some(way) = state.back(id, home) else {
        bail!(Rule("R54"), "there is no enemy to fall back from for {name}");
    };
    match state.straight_back(id, piece.at, way, state.back_move(id, way, about)) {
        (WayBack::Free | WayBack::Stopped, to) if to != piece.at => Ok(to),
        (WayBack::OffTable, _) => bail!(Rule("R14"), "{name} would leave the table that way"),
        _ => bail!(Rule("R14"), "the way back of {name} is barred"),
    }
}
