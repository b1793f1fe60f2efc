//! Tanks and armoured cars on the move (Vehicles, R17, R33).

use super::event::Event;
use super::squad::BASE;
use super::{Act, Frame, Gap, SquadId, State};
use crate::scenario::Lie;
use crate::vehicles::{self, Going, Progress, resolve_breakdown};
use crate::weapons::Weapon;
use field::{Facing, Footprint, INCH, Point, Rectangle};
use kernel::procedure::OnDesk;

/// R2 The gap that a tank clears in wire.
const CLEARED: i64 = 2 * INCH;

/// Vehicles:breakdown Each tank throws before the moves of phase c.
pub(super) fn break_down(act: &mut Act<'_>) {
    let ids: Vec<SquadId> = act.state.all().filter(|(_, squad)| squad.is_vehicle()).map(|(id, _)| id).collect();
    for id in ids {
        let squad = act.state.squad(id);
        let (Some(hull), Some(vehicle)) = (squad.hull, squad.kind.vehicle()) else { continue };
        if vehicle.is_tank() {
            act.state.roller = squad.side;
            let going = Going { vehicle, stuck: hull.stuck, under_fire: hull.shelled };
            let progress =
                act.roll_as(|_| OnDesk::of(&vehicles::procedure(), &going), |dice| resolve_breakdown(&going, dice));
            if let Some(hull) = &mut act.state.squad_mut(id).hull {
                hull.stuck = matches!(progress, Progress::BreaksDown | Progress::StaysStuck);
            }
            act.happens(Event::Progress { squad: id, progress });
        }
    }
}

impl State {
    /// The weapons of a vehicle that are not knocked out.
    pub(super) fn mounted(&self, id: SquadId) -> impl Iterator<Item = (usize, Weapon, u8)> + '_ {
        let out = self.squad(id).hull.map_or([0; 3], |hull| hull.knocked_out);
        let armament = self.squad(id).kind.armament().into_iter().enumerate();
        armament.map(move |(place, (weapon, number))| (place, weapon, number - out[place])).filter(|left| left.2 > 0)
    }

    /// R17 The vehicle whose owner has to name the gun that is knocked out.
    pub(super) fn to_lose_a_gun(&self) -> Option<SquadId> {
        match self.frames.last() {
            Some(Frame::GunOut(id)) if self.is_here(*id) && self.mounted(*id).nth(1).is_some() => Some(*id),
            _ => None,
        }
    }
}

/// A gun is knocked out where there is nothing to choose, or nothing left.
pub(super) fn lose_gun(act: &mut Act<'_>) {
    let Some(Frame::GunOut(id)) = act.state.frames.pop() else { unreachable!("a gun is to be lost") };
    let only = act.state.mounted(id).next().filter(|_| act.state.is_here(id));
    if let Some((_, weapon, _)) = only {
        knock_out(act, id, weapon);
    }
}

/// R17 A gun of a vehicle is knocked out.
pub(super) fn knock_out(act: &mut Act<'_>, id: SquadId, weapon: Weapon) {
    let place = act.state.mounted(id).find(|(_, known, _)| *known == weapon).map(|(place, ..)| place);
    if let (Some(place), Some(hull)) = (place, &mut act.state.squad_mut(id).hull) {
        hull.knocked_out[place] += 1;
        act.happens(Event::KnockedOut { squad: id, weapon });
    }
}

/// A vehicle drives along a path: it clears wire, and men get out of its way.
pub(super) fn drive(act: &mut Act<'_>, id: SquadId, path: &[Point], facing: Facing) {
    let mut from = act.state.squad(id).at;
    let tank = act.state.squad(id).kind.vehicle().is_some_and(crate::vehicles::Vehicle::is_tank);
    for to in path {
        let land = act.state.land();
        let ground = land.ground();
        let crossed = ground.crossings(from, *to);
        let wires = crossed.iter().filter(|crossing| tank && land.lie(crossing.piece) == Lie::Wire);
        let gaps: Vec<(usize, Point)> =
            wires.map(|crossing| (crossing.piece, ground.edge(crossing, from, *to))).collect();
        for (piece, at) in gaps {
            act.state.gaps.push(Gap { at, width: CLEARED });
            act.happens(Event::WireCut { piece: piece as u16, width: CLEARED });
        }
        from = *to;
    }
    let squad = act.state.squad_mut(id);
    squad.deeds.moved = true;
    (squad.at, squad.facing) = (from, facing);
    act.happens(Event::Drives { squad: id, to: from });
    make_way(act, id);
}

/// R33 Men in the path of a vehicle step out of it the shortest way.
fn make_way(act: &mut Act<'_>, id: SquadId) {
    let plan = act.state.squad(id).hull_plan();
    let hull = Footprint::from(plan);
    let others: Vec<SquadId> =
        act.state.all().filter(|(other, squad)| *other != id && !squad.is_vehicle()).map(|(other, _)| other).collect();
    for other in others {
        let mut stepped = 0;
        for man in act.state.men_at(other).collect::<Vec<_>>() {
            let at = act.state.figures[man].at();
            if !hull.overlaps(&Rectangle::square(at, BASE).into()) {
                continue;
            }
            let everybody: Vec<Point> = (0..act.state.figures.len())
                .filter(|any| *any != man && act.state.figures[*any].alive)
                .map(|any| act.state.figures[any].at())
                .collect();
            let free = |to: &Point| {
                act.state.on_table(*to) == *to
                    && act.state.land().foot().stands(*to)
                    && !hull.overlaps(&Rectangle::square(*to, BASE).into())
                    && everybody.iter().all(|spot| !super::squad::overlap(*spot, *to))
            };
            let rings = (1..=40).flat_map(|ring| (0..16).map(move |part| (ring, part)));
            let places = rings.map(|(ring, part)| at.plus(Facing::of(part * 45 / 2).way(ring * 25)));
            if let Some(to) = { places }.find(|to| free(to)) {
                act.state.figures[man].stand(to);
                stepped += 1;
            }
        }
        if stepped > 0 {
            act.happens(Event::StepsAside { squad: other, men: stepped });
        }
    }
}
