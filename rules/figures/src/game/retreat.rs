//! Falling back and running (R12, R13): towards the own edge, the shortest way round what blocks.

use super::event::Event;
use super::land::{Gait, allowance};
use super::losses::{leave, surrender};
use super::moving::come_to;
use super::places::{Spots, middle};
use super::{Act, SquadId, State};
use field::{Facing, INCH, Point};

/// R12 An enemy so near takes men who cannot get away.
const TAKEN: i64 = 3 * INCH;
/// The ways that are tried, in degrees off the straight one.
const ROUND: [i64; 7] = [0, 30, -30, 60, -60, 90, -90];

/// What a way back comes to.
#[allow(clippy::large_enum_variant, reason = "it is looked at where it is made, and never kept")]
pub(super) enum WayBack {
    /// Here the men come to stand.
    To(Spots),
    /// Off the table.
    Off,
    /// Nowhere.
    Blocked,
}

impl State {
    /// The way of a squad so far in a direction, or round what blocks it.
    pub(super) fn way_back(&self, id: SquadId, towards: Facing, far: i64) -> WayBack {
        let squad = self.squad(id);
        let plan = &self.battle.scenario().table.plan;
        let edge = self.battle.army(squad.side).edge;
        let from = squad.at;
        let homewards = towards == edge.facing();
        // R12 Who runs leaves the table; who falls back in order stops at its edge.
        if squad.routed && homewards && edge.inside(plan, from) <= INCH {
            return WayBack::Off;
        }
        for off in ROUND {
            let spots = self.gone_back(id, self.on_table(from.plus(towards.turned(off).way(far))), far);
            let moved: i64 = spots.iter().map(|(man, at)| at.distance(self.figures[*man].at())).sum();
            let count = spots.len().max(1) as i64;
            let nearer = |at: Point| edge.inside(plan, at);
            let gains: i64 = spots.iter().map(|(man, at)| nearer(self.figures[*man].at()) - nearer(*at)).sum();
            // Sliding along the edge leads nobody home: a quarter of the way at least goes there.
            let away = !homewards || 4 * gains >= moved.max(INCH * count);
            if away && 4 * moved / count >= far.min(3 * INCH) && !self.is_against_enemies(id, &spots) {
                return WayBack::To(spots);
            }
        }
        WayBack::Blocked
    }

    /// R14 The way of a squad that was beaten, so far straight back or a little aside; the edge, impassable ground and the
    /// enemy bar it.
    pub(super) fn pushed_back(&self, id: SquadId, away: Facing, far: i64) -> WayBack {
        let from = self.squad(id).at;
        let behind = from.plus(away.way(100 * INCH));
        for off in &ROUND[..3] {
            let spots = self.gone_back(id, from.plus(away.turned(*off).way(far)), far);
            let gains = |(man, at): &(usize, Point)| self.figures[*man].at().distance(behind) - at.distance(behind);
            let gained: i64 = spots.iter().map(gains).sum();
            let count = spots.len().max(1) as i64;
            if 4 * gained / count >= 3 * far && !self.is_against_enemies(id, &spots) {
                return WayBack::To(spots);
            }
        }
        WayBack::Blocked
    }

    /// Where men come to stand who go back so far, as they stand to one another.
    fn gone_back(&self, id: SquadId, to: Point, far: i64) -> Spots {
        let squad = self.squad(id);
        let mut going = self.going(id, Gait::Charge);
        going.allowance = going.allowance.min(far.max(INCH) * 2);
        going.charges = false;
        let places: Vec<Point> =
            self.spots(id).iter().map(|spot| self.on_table(spot.plus(to.minus(squad.at)))).collect();
        self.march(id, &[self.on_table(to)], &places, squad.facing, &going).spots
    }

    /// Would a squad come up against enemies there?
    fn is_against_enemies(&self, id: SquadId, spots: &Spots) -> bool {
        let side = self.squad(id).side.other();
        let count = spots.iter().filter(|(_, at)| self.is_near(side, *at, INCH)).count();
        2 * count > spots.len()
    }
}

/// Men who fall back or are pushed back come to stand elsewhere, and a gun goes with its crew.
pub(super) fn go_back(act: &mut Act<'_>, id: SquadId, spots: &Spots) {
    let crew = |state: &State| middle(state.each_spot(id)).unwrap_or_default();
    let from = crew(act.state);
    come_to(act, id, spots);
    if act.state.squad(id).kind.is_field_piece() {
        let to = act.state.squad(id).at.plus(crew(act.state).minus(from));
        act.state.squad_mut(id).at = act.state.on_table(to);
    }
}

/// R12 A squad makes a retreat move towards its own edge, at once.
pub(super) fn fall_back(act: &mut Act<'_>, id: SquadId) {
    let squad = act.state.squad(id);
    if squad.is_vehicle() || !act.state.is_here(id) {
        return;
    }
    let edge = act.state.battle.army(squad.side).edge;
    let far = allowance(squad, Gait::Charge);
    let way = act.state.way_back(id, edge.facing(), far);
    let squad = act.state.squad_mut(id);
    squad.deeds.fell_back = true;
    squad.deeds.moved = true;
    squad.brawl = None;
    squad.posture = super::Posture::Up;
    let side = squad.side.other();
    match way {
        WayBack::To(spots) => {
            go_back(act, id, &spots);
            let at = act.state.squad(id).at;
            act.happens(Event::FallsBack { squad: id, to: at });
        }
        WayBack::Off => leave(act, id),
        WayBack::Blocked => {
            let near =
                act.state.of_side(side).any(|(enemy, other)| !other.routed && act.state.are_within(id, enemy, TAKEN));
            if near { surrender(act, id) } else { act.happens(Event::Blocked { squad: id }) }
        }
    }
}
