//! A sensible order at once.

use super::moves;
use super::stand::Lookout;
use super::weights::{ASSAULTED, FIGHT, FIGHT_FLOOR, FIRE, HELD, LEAST, RALLY, REACT, SEIZE, SHAKEN, WIN};
use crate::activation::Action;
use crate::assault::Charge;
use crate::game::firing::Aim;
use crate::game::react::{aim_at, reactors, stations};
use crate::game::route::allowance;
use crate::game::{Frame, Order, Piece, Reply, Side, Standing, State, UnitId, deeds};
use crate::game::{activate, continuing, pursuit, react, seize, shoot};
use crate::reaction::reaction_number;
use crate::volley::Mode;
use field::Facing;

/// An order with what it is worth.
pub(super) type Valued = (i64, Order);

/// The best order that quick play knows for a question.
pub(super) fn order(state: &State, side: Side, question: &str, weights: &[i64]) -> Option<Order> {
    let pass = Order::Pass { then: Standing::Ask };
    let look = || Lookout::of(state, side, weights);
    match question {
        react::QUESTION => Some(best(reactions(&look()), weights[REACT]).unwrap_or(pass)),
        continuing::QUESTION => Some(Order::GoOn { stop: None }),
        shoot::QUESTION => {
            let shots = shots(&look(), state.acting(), Mode::MoveAndFire);
            Some(best(shots, 1).map_or(Order::Hold, |order| match order {
                Order::Fire { target, .. } => Order::Shoot { target },
                order => order,
            }))
        }
        seize::QUESTION => Some(seizing(&look()).unwrap_or(pass)),
        pursuit::QUESTION => Some(Order::Stay),
        _ => activating(&look()),
    }
}

/// Orders worth a thought: the best few.
pub(super) fn hints(state: &State, side: Side, question: &str, weights: &[i64]) -> Vec<Order> {
    let look = Lookout::of(state, side, weights);
    let mut valued = match question {
        react::QUESTION => reactions(&look),
        activate::QUESTION => activations(&look),
        _ => Vec::new(),
    };
    valued.sort_by_key(|(value, _)| -value);
    let mut orders: Vec<Order> = valued.into_iter().map(|(_, order)| order).take(8).collect();
    if question == activate::QUESTION {
        orders.insert(0, Order::Surrender);
    }
    orders
}

fn best(valued: Vec<Valued>, least: i64) -> Option<Order> {
    valued.into_iter().filter(|(value, _)| *value >= least).max_by_key(|(value, _)| *value).map(|(_, order)| order)
}

/// A value by the chance that a number comes up on a D6.
fn by_chance(value: i64, needed: i32) -> i64 {
    value * i64::from((7 - needed).clamp(0, 6)) / 6
}

/// What the active side does with its next token.
fn activating(look: &Lookout<'_>) -> Option<Order> {
    let Lookout { state, side, .. } = *look;
    if state.seized_with.is_none()
        && let Some(order) = moves::ride(look)
    {
        return Some(order);
    }
    if let Some(order) = best(activations(look), look.weights[LEAST]) {
        return Some(order);
    }
    if state.spent && state.seized_with.is_none() && state.tokens[side.other()] > 0 {
        return Some(Order::Surrender);
    }
    let idle = state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok());
    let (unit, piece) = idle.min_by_key(|(_, unit)| (unit.activated, unit.tokens, unit.markers))?;
    Some(Order::Turn { unit, facing: piece.facing.degrees() as u16, form: false })
}

/// What each unit could do, by what it is worth and how likely it listens.
fn activations(look: &Lookout<'_>) -> Vec<Valued> {
    let Lookout { state, side, .. } = *look;
    let mut valued = Vec::new();
    for (id, unit) in state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok()) {
        let free = !unit.activated || state.seized_with == Some(id);
        let needed = if free { 1 } else { deeds::number(unit) };
        let mut own = shots(look, id, Mode::Fire);
        if own.is_empty() {
            own.extend(moves::turn(look, id));
        }
        own.extend(fights(look, id));
        own.extend(rally(look, id, unit));
        own.extend(moves::moves(look, id));
        valued.extend(own.into_iter().map(|(value, order)| (by_chance(value, needed), order)));
    }
    valued
}

/// R10 A marker off, the more worth the nearer the unit is to breaking.
fn rally(look: &Lookout<'_>, id: UnitId, unit: &Piece) -> Option<Valued> {
    deeds::check_rally(look.state, id).ok()?;
    let needed = crate::rally::number(&deeds::rally(look.state, id));
    let worth = i64::from(unit.markers + 1) * look.weights[RALLY];
    Some((by_chance(worth, needed), Order::Rally { unit: id }))
}

/// What a unit could fire at, by the hits to be expected.
fn shots(look: &Lookout<'_>, id: UnitId, mode: Mode) -> Vec<Valued> {
    let shot = |(target, _): &(UnitId, &Piece)| {
        let aim = look.state.aims(id, *target, mode).ok()?;
        Some((hits_worth(look, id, *target, &aim), Order::Fire { unit: id, target: *target }))
    };
    look.enemies.iter().filter_map(shot).collect()
}

/// What the hits of a shot are worth: more on who is near its nerve, and on who stands where points are.
fn hits_worth(look: &Lookout<'_>, id: UnitId, target: UnitId, aim: &Aim) -> i64 {
    let (shot, _) = look.state.shot(aim, id, target);
    let unit = look.state.unit(target);
    let near = i64::from(unit.markers) * look.weights[SHAKEN] / i64::from(unit.quality.nerve().max(1));
    let held = look.value_near(unit) * look.weights[HELD];
    shot.expected() * (look.weights[FIRE] + near + held) / 1000
}

/// Fire at the mover: each unit at the inch where it fires best.
fn reactions(look: &Lookout<'_>) -> Vec<Valued> {
    let state = look.state;
    let target = state.acting();
    let last = *stations(state).end();
    let assaulted = match state.frames.last() {
        Some(Frame::Move(course)) => course.target,
        _ => None,
    };
    let mut valued = Vec::new();
    for unit in reactors(state) {
        let piece = state.unit(unit);
        let needed = reaction_number(piece.tokens, piece.markers).total();
        // An assault is worth answering with less.
        let more = if assaulted == Some(unit) { look.weights[ASSAULTED] } else { 1000 };
        // Where it comes nearest is mostly where it stops, or half-way for one that passes by.
        for inch in [last, last / 2] {
            if stations(state).contains(&inch)
                && let Ok(aim) = aim_at(state, unit, inch)
            {
                let value = by_chance(hits_worth(look, unit, target, &aim), needed) * more / 1000;
                valued.push((value, Order::React { unit, inch, reply: Reply::Fire }));
            }
        }
    }
    valued
}

/// The unit that would do most if it could act at once.
fn seizing(look: &Lookout<'_>) -> Option<Order> {
    let state = look.state;
    let own = state.of_side(look.side).filter(|(id, _)| state.seizes(*id).is_ok());
    let worth = |(id, unit): (UnitId, &Piece)| {
        let most = |valued: Vec<Valued>| valued.into_iter().map(|(value, _)| value).max().unwrap_or(0);
        let value = most(shots(look, id, Mode::Fire)).max(most(fights(look, id)));
        (by_chance(value, reaction_number(unit.tokens, unit.markers).total()), id)
    };
    let (value, unit) = own.map(worth).max()?;
    (value >= look.weights[SEIZE]).then_some(Order::Seize { unit })
}

/// Whom a unit could assault: by the hits that it makes more than it takes, and by what it wins with the ground.
fn fights(look: &Lookout<'_>, id: UnitId) -> Vec<Valued> {
    let (state, weights) = (look.state, look.weights);
    let unit = state.unit(id);
    let Some(reach) = allowance(unit, Action::Assault) else { return Vec::new() };
    let base = unit.base();
    let near = look.enemies.iter().filter(|(_, enemy)| enemy.base().within(&base, reach));
    let fight = |(target, enemy): &(UnitId, &Piece)| {
        let course = state.charge(id, &[], *target).ok()?;
        let mut attacker = unit.clone();
        (attacker.at, attacker.facing) = (*course.path.last()?, Facing::of(course.facing.into()));
        let (assault, _) = state.contact(&attacker, id, *target, false);
        let (makes, takes) = Charge::of(&assault).expected();
        let edge = makes - takes;
        // With some six dice a side the difference spreads by one and a half hits.
        let wins = (450 + edge / 4).clamp(50, 950);
        let ground = look.value_near(enemy) * weights[WIN] * wins / 1000;
        let value = (edge - weights[FIGHT_FLOOR]) * weights[FIGHT] / 1000 + ground;
        Some((value, Order::Assault { unit: id, target: *target, by: Vec::new() }))
    };
    near.filter_map(fight).filter(|(value, _)| *value > 0).collect()
}
