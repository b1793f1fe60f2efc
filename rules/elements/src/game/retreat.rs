//! Falling back (Movement:fall-back, R14, R40, R48, R54).

use super::event::Event;
use super::land::full_move;
use super::state::TOUCH;
use super::{Act, Mark, State, UnitId};
use crate::results::WayBack;
use field::{Facing, Point, STEP};
use smallvec::SmallVec;

/// Where an element would fall back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Retreat {
    pub(super) way: WayBack,
    /// The end of each move.
    pub(super) to: SmallVec<[Point; 2]>,
}

/// The furthest that anything moves in a turn.
const FURTHEST: i64 = 10 * field::INCH;

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

    /// R54 One move: away from the nearest enemy; where that is barred, towards the home edge.
    pub(super) fn one_move(&self, id: UnitId, from: Point) -> (WayBack, Point) {
        let away = self.away(id, from).map(|way| self.straight_back(id, from, way));
        let home = || self.straight_back(id, from, self.home(id));
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
        let enemies = self.of_side(piece.side.other()).map(|(enemy, other)| (other.base().gap(&base), enemy));
        let mut enemies: SmallVec<[(i64, UnitId); 32]> = enemies.collect();
        enemies.sort_unstable();
        let sees = |(_, enemy): &&(i64, UnitId)| self.land().line(&self.unit(*enemy).base(), &base).is_some();
        let (_, enemy) = enemies.iter().find(sees).or(enemies.first()).copied()?;
        Facing::along(from.minus(self.unit(enemy).at))
    }

    /// The direction of the home edge.
    pub(super) fn home(&self, id: UnitId) -> Facing {
        self.battle.army(self.unit(id).side).edge.facing()
    }

    /// R14 A full move in a straight line, as far as ground and friends let it. The enemy in the way bars it, and beyond
    /// the table's edge the element is lost.
    pub(super) fn straight_back(&self, id: UnitId, from: Point, way: Facing) -> (WayBack, Point) {
        let piece = self.unit(id);
        let (ground, passage) = (self.land().ground(), self.land().passage(self.row(id)));
        let allowance = full_move(self.row(id));
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
        goes_back(act, id, to);
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
        WayBack::Free | WayBack::Stopped => retreat.to.into_iter().for_each(|to| goes_back(act, id, to)),
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
