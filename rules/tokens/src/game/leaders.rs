//! Commanders: with whom they are, what endangers them, and their own moves (R17, R25).

use super::event::Event;
use super::route::hindered;
use super::{Act, Leader, Side, State, UnitId};
use crate::commanders::{Commander, WithTheUnit, resolve_commander};
use field::{Footprint, INCH, Move, Point, Zone};
use kernel::ensure;
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use tabletop::LEGS;

/// R17 How far a commander moves, and R25 how far he flees.
pub(super) const RIDE: i64 = 12 * INCH;

/// R17 Commanders who are with a unit that loses bases roll for their lives.
pub(super) fn risk(act: &mut Act<'_>, id: UnitId, bases: u8) {
    let unit = act.state.unit(id);
    let (side, base) = (unit.side, unit.base());
    for number in 0..act.state.leaders.len() {
        let leader = &act.state.leaders[number];
        if leader.lost || leader.side != side || !leader.base().touches(&base) {
            continue;
        }
        act.state.roller = side;
        if act.throwing_for(|state| state.leader_name(number).to_owned()).roll_as(
            |_| OnDesk::of(&crate::commanders::procedure(), &WithTheUnit { bases }),
            |dice| resolve_commander(&WithTheUnit { bases }, dice),
        ) == Commander::Lost
        {
            lose(act, number);
        }
    }
}

/// A commander who is with a unit that falls back goes with it.
pub(super) fn go_with(state: &mut State, id: UnitId, from: Point) {
    let unit = state.unit(id);
    let (side, was, way) = (unit.side, unit.base().at(from), unit.at.minus(from));
    let land = state.battle.land();
    for leader in state.leaders.iter_mut().filter(|leader| leader.side == side && !leader.lost) {
        if leader.base().touches(&was) {
            leader.at = land.nearest(leader.at.plus(way));
        }
    }
}

/// R25 Commanders whom an enemy touches flee to the nearest friendly unit, or are lost.
pub(super) fn flee(act: &mut Act<'_>) {
    for number in 0..act.state.leaders.len() {
        let Leader { side, lost, .. } = act.state.leaders[number];
        let base = act.state.leaders[number].base();
        if lost || !act.state.of_side(side.other()).any(|(_, enemy)| enemy.base().touches(&base)) {
            continue;
        }
        let friends = act.state.of_side(side).map(|(id, friend)| (friend.base().gap(&base), id));
        match friends.min().filter(|(gap, _)| *gap <= RIDE) {
            Some((_, friend)) => {
                let unit = act.state.unit(friend);
                // He stops behind its middle.
                let behind = unit.block().depth / 2 + super::piece::LEADER / 2;
                let to = act.state.land().nearest(unit.at.plus(unit.facing.way(-behind)));
                act.state.leaders[number].at = to;
                act.happens(Event::Flees { leader: number as u8, to: friend });
            }
            None => lose(act, number),
        }
    }
}

fn lose(act: &mut Act<'_>, number: usize) {
    act.state.leaders[number].lost = true;
    act.happens(Event::LeaderLost { leader: number as u8 });
}

impl State {
    /// R17 The move of a commander of this side, if he may make one: once a turn, not within an inch of the enemy.
    pub(super) fn ride<'a>(&'a self, side: Side, number: u8, zones: &'a [Zone]) -> Result<Move<'a>, Refusal> {
        let leader = self.leaders.get(usize::from(number)).filter(|leader| leader.side == side && !leader.lost);
        let leader = leader.ok_or_else(|| Refusal::by(Rule("R17"), "there is no such commander of this side"))?;
        ensure!(!leader.moved, Rule("R17"), "this commander has moved already this turn");
        Ok(Move { keeps_from: zones, ..Move::new(self.land().commander(), leader.at, RIDE) })
    }

    /// The ground around enemies where a commander of this side does not ride.
    pub(super) fn unsafe_for(&self, side: Side) -> Vec<Zone> {
        let zone = |footprint: Footprint| Zone { footprint, range: INCH + super::piece::LEADER / 2 };
        self.of_side(side.other()).map(|(_, enemy)| zone(enemy.base())).collect()
    }

    /// R17 Refuses a commander's move.
    pub(super) fn check_ride(&self, side: Side, number: u8, path: &[Point]) -> Result<(), Refusal> {
        ensure!((1..=LEGS).contains(&path.len()), Rule("R17"), "a commander's path has 1 to {LEGS} legs");
        let zones = self.unsafe_for(side);
        let ride = self.ride(side, number, &zones)?;
        ride.price(path, None).map(|_| ()).map_err(|hindrance| hindered(self, hindrance))
    }
}
