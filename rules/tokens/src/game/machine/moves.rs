//! Moves of quick play: to the best place in reach, over bridges in column, off the table with guns that are to be saved.

use super::quick::{Idea, Valued, What};
use super::stand::{Fire, Lookout};
use super::weights::{FIRE, LEAST, SAVE, TURN};
use crate::game::leaders::RIDE;
use crate::game::{Order, Piece, UnitId, deeds};
use field::{Facing, INCH, Point};
use smallvec::SmallVec;

/// How many places are tried at most, the best first.
const TRIES: usize = 8;
/// How many ways are looked at.
const BEARINGS: i64 = 16;

/// Places with what they are worth, the best first, and a point by which each may be reached where the straight way is barred.
pub(super) type Places = Vec<(i64, Point, Option<Point>)>;

/// Where a unit could go, the best place of each kind of move first tried.
pub(super) fn moves(look: &Lookout<'_>, id: UnitId) -> Vec<Idea> {
    let unit = look.state.unit(id);
    if unit.kind.is_artillery() {
        return guns(look, id, unit);
    }
    let formed = Piece { column: !unit.column, ..unit.clone() };
    let now = look.worth(unit)(unit.at);
    let mut ideas = vec![Idea { most: look.takes(unit, unit.at), unit: id, what: What::Order(stay(id, unit, false)) }];
    let forming = look.worth(&formed)(unit.at) - now;
    if forming > 0 && deeds::stands(look.state, id, unit.facing, formed.column).is_ok() {
        ideas.push(Idea { most: forming, unit: id, what: What::Order(stay(id, unit, true)) });
    }
    let mut go = |form: bool, fire: bool| {
        let places = places(look, unit, if form { &formed } else { unit }, now, deeds::reach(unit, form, fire), fire);
        if let Some((most, ..)) = places.first() {
            ideas.push(Idea { most: *most, unit: id, what: What::Go { places, form, fire } });
        }
    };
    go(false, false);
    // In column it may come over a bridge, and beyond it in line to its fire.
    go(true, false);
    if deeds::reach(unit, false, true) > 0 {
        go(false, true);
    }
    ideas
}

/// The order to stand still, or to form up where it stands.
fn stay(id: UnitId, unit: &Piece, form: bool) -> Order {
    Order::Turn { unit: id, facing: unit.facing.degrees() as u16, form }
}

/// The places around a unit that are worth more than where it is now, were it formed so.
fn places(look: &Lookout<'_>, unit: &Piece, formed: &Piece, now: i64, reach: i64, fire: bool) -> Places {
    let (worth, atlas, ground) = (look.worth(formed), look.state.battle.atlas(), look.state.land().ground());
    let mut places = Places::new();
    let mut consider = |at: Point, by: Option<Point>| {
        if !ground.holds(at) {
            return;
        }
        let volley = if fire { look.volley(unit, at, 8) * look.weights[FIRE] / 1000 } else { 0 };
        let value = worth(at) - now + look.takes(formed, at) + volley;
        if value > 0 {
            places.push((value, at, by));
        }
    };
    for (far, turned) in [(reach, 0), (reach * 5 / 8, 11)].into_iter().filter(|(far, _)| *far >= INCH) {
        for bearing in 0..BEARINGS {
            consider(unit.at.plus(Facing::of(turned + 360 / BEARINGS * bearing).way(far - 2)), None);
        }
    }
    // A bridge is narrow: the way to each objective itself is among the places, round a corner of it.
    for goal in 0..look.state.holders.len() {
        let mut way: SmallVec<[Point; 16]> = SmallVec::new();
        for at in atlas.towards(goal, unit.at, reach) {
            consider(at, corner(unit.at, &way, at));
            way.push(at);
        }
    }
    places.sort_unstable_by_key(|(value, at, _)| (-value, *at));
    places.truncate(TRIES);
    places
}

/// The point of a way that lies furthest off the straight line to its end.
fn corner(from: Point, way: &[Point], to: Point) -> Option<Point> {
    let line = to.minus(from);
    let off = |at: Point| (at.minus(from).x * line.y - at.minus(from).y * line.x).abs();
    way.iter().copied().max_by_key(|at| off(*at)).filter(|at| off(*at) > 0)
}

/// The move to the first of some places that a unit can go to and stand on.
pub(super) fn go(look: &Lookout<'_>, id: UnitId, places: &Places, form: bool, fire: bool) -> Option<Valued> {
    places.iter().find_map(|(value, at, by)| {
        let order = to(look, id, vec![*at], form, fire);
        Some((*value, order.or_else(|| to(look, id, vec![(*by)?, *at], form, fire))?))
    })
}

/// The order to go by a path, facing at its end the enemy that is nearest there.
fn to(look: &Lookout<'_>, id: UnitId, path: Vec<Point>, form: bool, fire: bool) -> Option<Order> {
    let mut route = deeds::march(look.state, id, form, fire);
    route.along(&path).ok()?;
    let wanted = towards_enemy(look, *path.last()?).filter(|facing| facing.between(route.faces()) > 45);
    let wanted = wanted.map(|facing| facing.degrees() as u16).filter(|facing| route.check_facing(*facing).is_ok());
    let facing = if let Some(facing) = wanted {
        facing
    } else {
        route.ends(route.faces()).ok()?;
        route.faces().degrees() as u16
    };
    Some(Order::Move { unit: id, path, facing, form, fire })
}

/// The facing, to 15 degrees, towards the nearest enemy.
fn towards_enemy(look: &Lookout<'_>, at: Point) -> Option<Facing> {
    let nearest = look.enemies.iter().map(|(_, enemy)| enemy.at).min_by_key(|enemy| at.distance(*enemy))?;
    let facing = Facing::along(nearest.minus(at))?;
    Some(fifteenth(facing))
}

/// The nearest facing that a unit may take.
fn fifteenth(facing: Facing) -> Facing {
    Facing::of((facing.degrees() + 7) / 15 * 15)
}

/// Turning towards the enemy that a unit could hit best, if he is not before it.
pub(super) fn turn(look: &Lookout<'_>, id: UnitId) -> Option<Idea> {
    let unit = look.state.unit(id);
    let fire = Fire::of(unit);
    let hoped = look.enemies.iter().map(|(_, enemy)| (fire.at(unit.at, enemy.at), enemy.at));
    let (hits, at) =
        { hoped }.max_by_key(|(hits, at)| (*hits, -unit.at.distance(*at))).filter(|(hits, _)| *hits > 0)?;
    let facing = fifteenth(Facing::along(at.minus(unit.at))?);
    let order = Order::Turn { unit: id, facing: facing.degrees() as u16, form: false };
    let most = hits * look.weights[TURN] / 1000;
    (facing.between(unit.facing) > 45).then_some(Idea { most, unit: id, what: What::Order(order) })
}

/// Guns go forward where they see more, and away in time where they are to be saved.
fn guns(look: &Lookout<'_>, id: UnitId, unit: &Piece) -> Vec<Idea> {
    let idea = |(most, order): Valued| Idea { most, unit: id, what: What::Order(order) };
    let scenario = look.state.battle.scenario();
    let army = scenario.army(look.side);
    let reach = deeds::reach(unit, false, false);
    let saved = army.exit.filter(|_| army.saved > 0).and_then(|exit| {
        let (width, depth) = (scenario.table.plan.width, scenario.table.plan.depth);
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
            let at = look.state.land().nearest(at);
            let mut route = deeds::march(look.state, id, false, false);
            route.leg(at).ok()?;
            route.ends(route.faces()).ok()?;
            let facing = route.faces().degrees() as u16;
            Some(Order::Move { unit: id, path: vec![at], facing, form: false, fire: false })
        })?;
        Some((value, order))
    });
    if saved.is_some() {
        return saved.map(idea).into_iter().collect();
    }
    if unit.is_limbered() {
        return vec![idea((look.weights[LEAST] * 2, Order::Change { unit: id }))];
    }
    let (ahead, worth) = (unit.at.plus(unit.facing.way(reach - 2)), look.worth(unit));
    let most = worth(ahead) - worth(unit.at);
    let places = vec![(most, ahead, None)];
    if most <= 0 || !look.state.land().ground().holds(ahead) {
        return Vec::new();
    }
    vec![Idea { most, unit: id, what: What::Go { places, form: false, fire: false } }]
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
    let behind = shaken.at.plus(state.battle.army(look.side).edge.facing().way(5 * INCH));
    let behind = state.land().nearest(behind);
    (0..state.leaders.len() as u8).find_map(|commander| {
        let leader = &state.leaders[usize::from(commander)];
        let far = leader.at.distance(behind);
        let path = vec![leader.at.towards(behind, far.min(RIDE))];
        let useful = !leader.lost && leader.side == look.side && far > INCH;
        (useful && state.check_ride(look.side, commander, &path).is_ok()).then_some(Order::Command { commander, path })
    })
}
