//! Moves of quick play: to the best place in reach, over bridges in column, off the table with guns that are to be saved.

use super::quick::Valued;
use super::stand::Lookout;
use super::weights::{FIRE, LEAST, SAVE, TURN};
use crate::game::leaders::RIDE;
use crate::game::route::Route;
use crate::game::{Order, Piece, UnitId, deeds};
use field::{Facing, INCH, Point};

/// How many places are tried at most, the best first.
const TRIES: usize = 6;

/// Where a unit could go, by how much better it would stand.
pub(super) fn moves(look: &Lookout<'_>, id: UnitId) -> Vec<Valued> {
    let unit = look.state.unit(id);
    if unit.kind.is_artillery() {
        return guns(look, id, unit);
    }
    let mut valued: Vec<Valued> = best_place(look, id, unit, false, false).into_iter().collect();
    let stays = valued.iter().all(|(value, _)| *value < look.weights[LEAST]);
    if stays && !unit.column && unit.bases > 1 {
        // In column it may come over a bridge.
        valued.extend(best_place(look, id, unit, true, false));
    }
    if deeds::reach(unit, false, true) > 0 {
        valued.extend(best_place(look, id, unit, false, true));
    }
    valued
}

/// The best place that a unit can go to and stand on; with fire, the hits of it count.
fn best_place(look: &Lookout<'_>, id: UnitId, unit: &Piece, form: bool, fire: bool) -> Option<Valued> {
    let reach = deeds::reach(unit, form, fire);
    let now = look.worth(unit, unit.at);
    let plan = &look.state.battle.scenario().plan;
    let mut places: Vec<(i64, Point)> = Vec::with_capacity(64);
    for far in [reach, reach * 5 / 8, reach / 4] {
        for bearing in 0..24 {
            let at = unit.at.plus(Facing::of(15 * bearing).way(far - 2));
            if at.x < 0 || at.y < 0 || at.x > plan.width || at.y > plan.depth {
                continue;
            }
            let mut value = look.worth(unit, at) - now + look.takes(unit, at);
            if fire {
                value += look.volley(unit, at) * look.weights[FIRE] / 1000;
            }
            places.push((value, at));
        }
    }
    places.sort_unstable_by_key(|(value, at)| (-value, *at));
    let good = places.into_iter().filter(|(value, _)| *value > 0);
    good.take(TRIES).find_map(|(value, at)| Some((value, to(look, id, unit, at, form, fire)?)))
}

/// The order to go straight to a point, facing the enemy that is nearest there.
fn to(look: &Lookout<'_>, id: UnitId, unit: &Piece, at: Point, form: bool, fire: bool) -> Option<Order> {
    let mut route = Route::of(look.state, id, deeds::reach(unit, form, fire), unit.column != form, None);
    route.leg(at).ok()?;
    let wanted = towards_enemy(look, at).filter(|facing| facing.between(route.faces()) > 45);
    let facing = match wanted.map(|facing| facing.degrees() as u16).filter(|facing| route.check_facing(*facing).is_ok()) {
        Some(facing) => facing,
        None => {
            route.ends(route.faces()).ok()?;
            route.faces().degrees() as u16
        }
    };
    Some(Order::Move { unit: id, path: vec![at], facing, form, fire })
}

/// The facing, to 15 degrees, towards the nearest enemy.
fn towards_enemy(look: &Lookout<'_>, at: Point) -> Option<Facing> {
    let nearest = look.enemies.iter().map(|(_, enemy)| enemy.at).min_by_key(|enemy| at.distance(*enemy))?;
    let facing = Facing::along(nearest.minus(at))?;
    Some(Facing::of((facing.degrees() + 7) / 15 * 15))
}

/// Turning towards the enemy, for a unit that has nobody before it.
pub(super) fn turn(look: &Lookout<'_>, id: UnitId) -> Option<Valued> {
    let unit = look.state.unit(id);
    let hoped = look.enemies.iter().map(|(_, enemy)| (super::stand::hits(unit, unit.at, enemy.at), enemy.at));
    let (hits, at) = { hoped }.max_by_key(|(hits, at)| (*hits, -unit.at.distance(*at))).filter(|(hits, _)| *hits > 0)?;
    let facing = Facing::of((Facing::along(at.minus(unit.at))?.degrees() + 7) / 15 * 15);
    let turns = facing.between(unit.facing) > 30 && deeds::stands(look.state, id, facing, unit.column).is_ok();
    let order = Order::Turn { unit: id, facing: facing.degrees() as u16, form: false };
    turns.then_some((hits * look.weights[TURN] / 1000, order))
}

/// Guns go forward where they see more, and away in time where they are to be saved.
fn guns(look: &Lookout<'_>, id: UnitId, unit: &Piece) -> Vec<Valued> {
    let scenario = look.state.battle.scenario();
    let army = scenario.army(look.side);
    let reach = deeds::reach(unit, false, false);
    let saved = army.exit.filter(|_| army.saved > 0).and_then(|exit| {
        let (width, depth) = (scenario.plan.width, scenario.plan.depth);
        let far = [unit.at.y, width - unit.at.x, depth - unit.at.y, unit.at.x][exit as usize];
        // Each activation brings it on by its move, the first of a turn for certain and another now and then.
        let needs = far / reach + 1 + i64::from(!unit.is_limbered());
        let left = i64::from(scenario.turns.saturating_sub(look.state.turn)) + 1;
        let value = look.weights[SAVE] * i64::from(army.saved);
        if 2 * needs < 3 * left && unit.firings > 0 && unit.markers == 0 {
            return None;
        }
        if !unit.is_limbered() {
            return Some((value, Order::Change { unit: id }));
        }
        let to = unit.at.plus(exit.facing().way(far.min(reach)));
        let aside = [0, 15, -15, 40, -40].map(|degrees| to.minus(unit.at).turned(degrees).plus(unit.at));
        let order = { aside }.into_iter().find_map(|at| {
            let at = Point::new(at.x.clamp(0, width), at.y.clamp(0, depth));
            let mut route = Route::of(look.state, id, reach, true, None);
            route.leg(at).ok()?;
            route.ends(route.faces()).ok()?;
            let facing = route.faces().degrees() as u16;
            Some(Order::Move { unit: id, path: vec![at], facing, form: false, fire: false })
        })?;
        Some((value, order))
    });
    if saved.is_some() {
        return saved.into_iter().collect();
    }
    if unit.is_limbered() {
        return vec![(look.weights[LEAST] * 2, Order::Change { unit: id })];
    }
    let ahead = unit.at.plus(unit.facing.way(reach - 2));
    let value = look.worth(unit, ahead) - look.worth(unit, unit.at);
    let order = if value > 0 { to(look, id, unit, ahead, false, false) } else { None };
    order.map(|order| (value, order)).into_iter().collect()
}

/// A commander rides to the unit that has most to rally from.
pub(super) fn ride(look: &Lookout<'_>) -> Option<Order> {
    let state = look.state;
    let shaken = state.of_side(look.side).filter(|(_, unit)| unit.markers > 0 && !unit.rallied);
    let shaken = shaken.max_by_key(|(_, unit)| (unit.markers, unit.quality))?.1;
    let base = shaken.base();
    if state.leaders_of(look.side).any(|leader| leader.base().within(&base, 6 * INCH)) {
        return None;
    }
    let plan = &state.battle.scenario().plan;
    let behind = shaken.at.plus(state.battle.army(look.side).edge.facing().way(5 * INCH));
    let behind = Point::new(behind.x.clamp(0, plan.width), behind.y.clamp(0, plan.depth));
    (0..state.leaders.len() as u8).find_map(|commander| {
        let leader = &state.leaders[usize::from(commander)];
        let far = leader.at.distance(behind);
        let path = vec![leader.at.towards(behind, far.min(RIDE))];
        let useful = !leader.lost && leader.side == look.side && far > INCH;
        (useful && state.check_ride(look.side, commander, &path).is_ok()).then_some(Order::Command { commander, path })
    })
}
