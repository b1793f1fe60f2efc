//! A sensible order at once.

use super::weights::{
    COVER, EXPOSED, FIGHT, FIGHT_FLOOR, FIRE, HOLD, LEAST, NEARER, RALLY, REACT, SAVE, SEIZE, SHAKEN, TAKE,
};
use crate::activation::Action;
use crate::assault::Charge;
use crate::game::react::{aim_at, reactors, stations};
use crate::game::route::{allowance, route as route_of};
use crate::game::{Frame, Order, Piece, Reply, Side, Standing, State, UnitId, deeds};
use crate::game::{activate, continuing, pursuit, react, seize, shoot};
use crate::reaction::reaction_number;
use crate::scenario::Lie;
use crate::units::{Ground, Kind};
use crate::volley::Mode;
use field::{Facing, INCH, Point, Shape};
use kernel::dice::Seeded;

/// An order with what it is worth.
type Valued = (i64, Order);

/// The best order that quick play knows for a question.
pub(super) fn order(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Option<Order> {
    let pass = Order::Pass { then: Standing::Ask };
    match question {
        react::QUESTION => Some(best(reactions(state, weights), weights[REACT]).unwrap_or(pass)),
        continuing::QUESTION => Some(Order::GoOn { stop: None }),
        shoot::QUESTION => {
            let unit = state.acting();
            Some(best(shots(state, unit, Mode::MoveAndFire, weights), 1).map_or(Order::Hold, |order| match order {
                Order::Fire { target, .. } => Order::Shoot { target },
                order => order,
            }))
        }
        seize::QUESTION => Some(seizing(state, side, weights).unwrap_or(pass)),
        pursuit::QUESTION => Some(Order::Stay),
        _ => {
            let valued = activations(state, side, weights, random);
            if let Some(order) = best(valued, weights[LEAST]) {
                return Some(order);
            }
            if state.spent && state.seized_with.is_none() && state.tokens[side.other()] > 0 {
                return Some(Order::Surrender);
            }
            let idle = state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok());
            let idle = idle.min_by_key(|(_, unit)| (unit.activated, unit.tokens, unit.markers))?.0;
            let unit = state.unit(idle);
            if deeds::check_rally(state, idle).is_ok() {
                return Some(Order::Rally { unit: idle });
            }
            Some(Order::Turn { unit: idle, facing: unit.facing.degrees() as u16, form: false })
        }
    }
}

/// Orders worth a thought: the best few of each kind.
pub(super) fn hints(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
    let mut valued = match question {
        react::QUESTION => reactions(state, weights),
        activate::QUESTION => activations(state, side, weights, random),
        _ => Vec::new(),
    };
    valued.sort_by_key(|(value, _)| -value);
    valued.into_iter().take(6).map(|(_, order)| order).collect()
}

fn best(valued: Vec<Valued>, least: i64) -> Option<Order> {
    valued.into_iter().filter(|(value, _)| *value >= least).max_by_key(|(value, _)| *value).map(|(_, order)| order)
}

/// A value by the chance that a number comes up on a D6.
fn by_chance(value: i64, needed: i32) -> i64 {
    value * i64::from((7 - needed).clamp(0, 6)) / 6
}

/// What a unit could fire at, by the hits to be expected.
fn shots(state: &State, id: UnitId, mode: Mode, weights: &[i64]) -> Vec<Valued> {
    let enemies = state.of_side(state.unit(id).side.other());
    let shot = |(target, _): (UnitId, &Piece)| {
        let aim = state.aims(id, target, mode).ok()?;
        Some((hits_worth(state, id, target, &aim, weights), Order::Fire { unit: id, target }))
    };
    enemies.filter_map(shot).collect()
}

fn hits_worth(state: &State, id: UnitId, target: UnitId, aim: &crate::game::firing::Aim, weights: &[i64]) -> i64 {
    let (shot, _) = state.shot(aim, id, target);
    let unit = state.unit(target);
    let near = i64::from(unit.markers) * weights[SHAKEN] / i64::from(unit.quality.nerve().max(1));
    shot.expected() * (weights[FIRE] + near) / 1000
}

/// Fire at the mover: each unit at the inch where it fires best.
fn reactions(state: &State, weights: &[i64]) -> Vec<Valued> {
    let target = state.acting();
    let last = *stations(state).end();
    let mut valued = Vec::new();
    for unit in reactors(state) {
        let piece = state.unit(unit);
        let needed = reaction_number(piece.tokens, piece.markers).total();
        // Where it comes nearest is mostly where it stops, or half-way for one that passes by.
        for inch in [last, last / 2] {
            if stations(state).contains(&inch)
                && let Ok(aim) = aim_at(state, unit, inch)
            {
                let value = by_chance(hits_worth(state, unit, target, &aim, weights), needed);
                valued.push((value, Order::React { unit, inch, reply: Reply::Fire }));
            }
        }
    }
    // An assault is worth answering with less.
    if let Some(Frame::Move(course)) = state.frames.last()
        && let Some(assaulted) = course.target
    {
        for (value, order) in &mut valued {
            if matches!(order, Order::React { unit, .. } if *unit == assaulted) {
                *value *= 2;
            }
        }
    }
    valued
}

/// The unit that would do most if it could act at once.
fn seizing(state: &State, side: Side, weights: &[i64]) -> Option<Order> {
    let own = state.of_side(side).filter(|(id, _)| state.seizes(*id).is_ok());
    let worth = |(id, unit): (UnitId, &Piece)| {
        let shot = shots(state, id, Mode::Fire, weights).into_iter().map(|(value, _)| value).max().unwrap_or(0);
        let fight = fights(state, id, weights).into_iter().map(|(value, _)| value).max().unwrap_or(0);
        (by_chance(shot.max(fight), reaction_number(unit.tokens, unit.markers).total()), id)
    };
    let (value, unit) = own.map(worth).max()?;
    (value >= weights[SEIZE]).then_some(Order::Seize { unit })
}

/// What each unit could do, by what it is worth and how likely it listens.
fn activations(state: &State, side: Side, weights: &[i64], random: &mut Seeded) -> Vec<Valued> {
    let mut valued = Vec::new();
    for (id, unit) in state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok()) {
        let free = !unit.activated || state.seized_with == Some(id);
        let needed = if free { 1 } else { deeds::number(unit) };
        let mut own = shots(state, id, Mode::Fire, weights);
        own.extend(fights(state, id, weights));
        if deeds::check_rally(state, id).is_ok() {
            own.push((i64::from(unit.markers) * weights[RALLY], Order::Rally { unit: id }));
        }
        own.extend(moves(state, id, weights, random));
        valued.extend(own.into_iter().map(|(value, order)| (by_chance(value, needed), order)));
    }
    valued
}

/// Whom a unit could assault, by the hits that it makes more than it takes.
fn fights(state: &State, id: UnitId, weights: &[i64]) -> Vec<Valued> {
    let unit = state.unit(id);
    let Some(reach) = allowance(unit, Action::Assault) else { return Vec::new() };
    let base = unit.base();
    let near = state.of_side(unit.side.other()).filter(|(_, enemy)| enemy.base().within(&base, reach));
    let fight = |(target, _): (UnitId, &Piece)| {
        let course = state.charge(id, &[], target).ok()?;
        let mut attacker = unit.clone();
        (attacker.at, attacker.facing) = (*course.path.last()?, Facing::of(course.facing.into()));
        let (assault, _) = state.contact(&attacker, id, target, false);
        let (makes, takes) = Charge::of(&assault).expected();
        let edge = makes - takes - weights[FIGHT_FLOOR];
        Some((
            edge * weights[FIGHT] / 1000 + held_near(state, target, weights),
            Order::Assault { unit: id, target, by: Vec::new() },
        ))
    };
    near.filter_map(fight).filter(|(value, _)| *value > 0).collect()
}

/// What it is worth to drive an enemy from the objectives near it.
fn held_near(state: &State, target: UnitId, weights: &[i64]) -> i64 {
    let base = state.unit(target).base();
    let goals = state.battle.scenario().objectives.iter();
    let near = goals.filter(|goal| base.within(&goal.at.into(), 3 * INCH));
    near.map(|goal| i64::from(goal.value) * weights[TAKE] / 4).sum()
}

/// Moves towards what is to be taken or held, or to the exit: straight on, as far as it can stand.
fn moves(state: &State, id: UnitId, weights: &[i64], random: &mut Seeded) -> Vec<Valued> {
    let unit = state.unit(id);
    let side = unit.side;
    let scenario = state.battle.scenario();
    let army = scenario.army(side);
    let mut valued = Vec::new();
    if unit.kind.is_artillery() {
        if let Some(exit) = army.exit.filter(|_| army.saved > 0 && 2 * state.turn > scenario.turns) {
            let to = unit.at.plus(exit.facing().way(4 * INCH));
            let clamp = |at: i64, size: i64| at.clamp(0, size);
            let to = Point::new(clamp(to.x, scenario.table.plan.width), clamp(to.y, scenario.table.plan.depth));
            let value = 4 * weights[SAVE] * i64::from(army.saved) / 2;
            if unit.is_limbered() {
                valued.extend(way(state, id, to).map(|order| (value, order)));
            } else {
                valued.push((value / 2, Order::Change { unit: id }));
            }
        }
        return valued;
    }
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let away = unit.at.distance(goal.at);
        let worth = i64::from(goal.value) * if *holder == Some(side) { weights[HOLD] } else { weights[TAKE] };
        if *holder == Some(side) && (away <= 4 * INCH || unit.kind == Kind::MachineGuns) {
            continue;
        }
        if crosses_water(state, unit.at, goal.at) {
            valued.extend(over_a_bridge(state, id, goal.at).map(|order| (worth / 3, order)));
            continue;
        }
        if unit.column && unit.bases > 1 && danger(state, side, unit.at) > 0 {
            let facing = unit.facing.degrees() as u16;
            valued.push((weights[COVER], Order::Turn { unit: id, facing, form: true }));
        }
        let aside = Point::new(i64::from(random.below(400)) - 200, i64::from(random.below(400)) - 200);
        let Some(order) = way(state, id, goal.at.plus(aside)) else { continue };
        let Order::Move { path, .. } = &order else { continue };
        let end = *path.last().expect("a move has an end");
        let nearer = (away - end.distance(goal.at)) / INCH;
        let arrives = end.distance(goal.at) <= 4 * INCH;
        let mut value = nearer * weights[NEARER] * worth / weights[TAKE].max(1);
        value = if arrives { value + worth / 2 } else { value };
        value -= danger(state, side, end) * weights[EXPOSED] / 100;
        let there = crate::game::block(end, unit.facing, unit.bases, unit.column);
        if state.ground_of(unit, &there, goal.at) != Ground::Open {
            value += weights[COVER];
        }
        valued.push((value, order));
    }
    valued
}

/// Does deep water lie between two points?
fn crosses_water(state: &State, from: Point, to: Point) -> bool {
    let crossings = state.land().ground().crossings(from, to);
    crossings.iter().any(|crossing| state.land().lie(crossing.piece) == Lie::Water)
}

/// The next step to the far bank: up to a bridge, into column, and over.
fn over_a_bridge(state: &State, id: UnitId, goal: Point) -> Option<Order> {
    let unit = state.unit(id);
    let scenario = state.battle.scenario();
    let bridges = scenario.table.kinds.iter().zip(&scenario.table.plan.terrain).filter(|(lie, _)| **lie == Lie::Bridge);
    let ends = bridges.filter_map(|(_, terrain)| match &terrain.shape {
        Shape::Rectangle(bridge) => {
            let along = bridge.facing.way(bridge.depth / 2 + INCH);
            let [one, other] = [bridge.middle.plus(along), bridge.middle.minus(along)];
            Some(if unit.at.distance(one) < unit.at.distance(other) { (one, other) } else { (other, one) })
        }
        _ => None,
    });
    let (near, far) = { ends }.min_by_key(|(near, far)| unit.at.distance(*near) + far.distance(goal))?;
    if !unit.column && unit.bases > 1 {
        if unit.at.within(near, 8 * INCH) {
            return Some(Order::Turn { unit: id, facing: unit.facing.degrees() as u16, form: true });
        }
        return way(state, id, near);
    }
    let reach = deeds::reach(unit, false, false);
    for path in [vec![far], vec![near, far]] {
        let mut route = route_of(state, id, reach, unit.column, None);
        if path.iter().try_for_each(|point| route.leg(*point)).is_ok() && route.ends(route.faces()).is_ok() {
            let facing = route.faces().degrees() as u16;
            return Some(Order::Move { unit: id, path, facing, form: false, fire: false });
        }
    }
    way(state, id, near)
}

/// A move straight towards a point, as far as the unit can go and stand.
fn way(state: &State, id: UnitId, to: Point) -> Option<Order> {
    let unit = state.unit(id);
    let reach = deeds::reach(unit, false, false);
    let whole = unit.at.distance(to);
    let far = whole.min(reach);
    [far, far - INCH, far * 2 / 3, far / 3].into_iter().filter(|far| *far >= INCH).find_map(|far| {
        let end = unit.at.towards(to, far);
        let mut route = route_of(state, id, reach, unit.column, None);
        route.leg(end).ok()?;
        route.ends(route.faces()).ok()?;
        let facing = route.faces().degrees() as u16;
        Some(Order::Move { unit: id, path: vec![end], facing, form: false, fire: false })
    })
}

/// How many enemies could fire at a point, in hundredths of a battalion's two dice.
fn danger(state: &State, side: Side, at: Point) -> i64 {
    let base = at.into();
    let near = |unit: &Piece| {
        let (range, dice) = match unit.kind {
            Kind::Infantry => (12, 100),
            Kind::MountedCavalry | Kind::DismountedCavalry => (12, 50),
            Kind::MachineGuns => (24, 120),
            Kind::FieldGuns if !unit.is_limbered() => (24, 150),
            _ => (0, 0),
        };
        if unit.base().within(&base, range * INCH) { dice } else { 0 }
    };
    state.of_side(side.other()).map(|(_, unit)| near(unit)).sum()
}
