//! Tanks and armoured cars on the move (Vehicles, R17, R33).

use super::event::Event;
use super::losses::score_prize;
use super::squad::BASE;
use super::{Act, Gap, SquadId};
use crate::scenario::Lie;
use crate::vehicles::{Going, Progress, resolve_breakdown};
use field::{Facing, Footprint, INCH, Point, Rectangle};

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
            let progress = act.roll(|dice| resolve_breakdown(&going, dice));
            if let Some(hull) = &mut act.state.squad_mut(id).hull {
                hull.stuck = matches!(progress, Progress::BreaksDown | Progress::StaysStuck);
            }
            act.happens(Event::Progress { squad: id, progress });
        }
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

/// R43 A vehicle whose crew is gone, or that is shot to pieces, is lost.
pub(super) fn wrecked(act: &mut Act<'_>, id: SquadId) {
    let squad = act.state.squad(id);
    let (Some(hull), Some(vehicle)) = (squad.hull, squad.kind.vehicle()) else { return };
    if hull.crew == 0 || hull.worn >= vehicle.value() {
        score_prize(act, id);
    }
}
