//! A sensible order at once.

use super::moves::{self, Places};
use super::stand::{Fire, Lookout};
use super::weights::{ASSAULTED, FIGHT, FIGHT_FLOOR, FIRE, HELD, LEAST, RALLY, REACT, SEIZE, SHAKEN, WIN};
use crate::activation::Action;
use crate::assault::Charge;
use crate::fall_back::WayBack;
use crate::game::firing::Aim;
use crate::game::react::{aim_at, reactors, stations};
use crate::game::route::allowance;
use crate::game::{Frame, Order, Piece, Reply, Side, Standing, State, UnitId, deeds};
use crate::game::{activate, continuing, pursuit, react, seize, shoot};
use crate::reaction;
use crate::volley::Mode;
use field::{Facing, INCH};
use smallvec::SmallVec;

/// An order with what it is worth.
pub(super) type Valued = (i64, Order);

/// Something that a unit could do, with the most that it could be worth: what it is worth is worked out only where that is
/// more than the best that is known.
pub(super) struct Idea {
    pub(super) most: i64,
    pub(super) unit: UnitId,
    pub(super) what: What,
}

/// What a unit could do.
pub(super) enum What {
    Fire(UnitId),
    Assault(UnitId),
    Go { places: Places, form: bool, fire: bool },
    Order(Order),
}

/// The best order that quick play knows for a question.
pub(super) fn order(state: &State, side: Side, question: &str, weights: &[i64]) -> Option<Order> {
    let pass = Order::Pass { then: Standing::Ask };
    let look = || Lookout::of(state, side, weights);
    match question {
        react::QUESTION => Some(best(reactions(&look()), weights[REACT]).unwrap_or(pass)),
        continuing::QUESTION => Some(Order::GoOn { stop: None }),
        shoot::QUESTION => {
            let (look, unit) = (look(), state.acting());
            let shots = look.enemies.iter().filter_map(|(target, _)| shot(&look, unit, *target, Mode::MoveAndFire));
            Some(best(shots.collect(), 1).map_or(Order::Hold, |order| match order {
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
        activate::QUESTION => {
            let ideas = activations(&look).into_iter().take(24);
            ideas.filter_map(|idea| work_out(&look, &idea)).collect()
        }
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
    let mut best: Option<Valued> = None;
    for idea in activations(look) {
        let least = best.as_ref().map_or(look.weights[LEAST] - 1, |(value, _)| *value);
        if idea.most <= least {
            break;
        }
        best = work_out(look, &idea).filter(|(value, _)| *value > least).or(best);
    }
    if let Some((_, order)) = best {
        return Some(order);
    }
    if state.spent && state.seized_with.is_none() && state.tokens[side.other()] > 0 {
        return Some(Order::Surrender);
    }
    let idle = state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok());
    let (unit, piece) = idle.min_by_key(|(_, unit)| (unit.activated, unit.tokens, unit.markers))?;
    Some(Order::Turn { unit, facing: piece.facing.degrees() as u16, form: false })
}

/// What each unit could do, what could be worth most first.
fn activations(look: &Lookout<'_>) -> Vec<Idea> {
    let Lookout { state, side, weights, .. } = *look;
    let worths = hit_worths(look);
    let mut ideas = Vec::new();
    for (id, unit) in state.of_side(side).filter(|(id, _)| state.may_activate(side, *id).is_ok()) {
        let first = ideas.len();
        let fire = Fire::of(unit);
        let reach = allowance(unit, Action::Assault).unwrap_or(0);
        for ((target, enemy), worth) in look.enemies.iter().zip(&worths) {
            let most = fire.at(unit.at, enemy.at) * worth / 1000;
            ideas.push(Idea { most, unit: id, what: What::Fire(*target) });
            if reach > 0 && unit.at.within(enemy.at, reach + 6 * INCH) {
                let most = 2 * i64::from(unit.bases) * weights[FIGHT] + look.value_near(enemy) * weights[WIN];
                ideas.push(Idea { most, unit: id, what: What::Assault(*target) });
            }
        }
        ideas.extend(moves::turn(look, id));
        ideas.extend(rally(look, id, unit));
        ideas.extend(moves::moves(look, id));
        let free = !unit.activated || state.seized_with == Some(id);
        if !free {
            let needed = deeds::number(unit);
            ideas[first..].iter_mut().for_each(|idea| idea.most = by_chance(idea.most, needed));
        }
    }
    ideas.retain(|idea| idea.most > 0);
    ideas.sort_by_key(|idea| -idea.most);
    ideas
}

/// What an idea is worth, and its order, where there is one.
fn work_out(look: &Lookout<'_>, idea: &Idea) -> Option<Valued> {
    let (state, id) = (look.state, idea.unit);
    let (value, order) = match &idea.what {
        What::Fire(target) => shot(look, id, *target, Mode::Fire)?,
        What::Assault(target) => fight(look, id, *target)?,
        What::Go { places, form, fire } => moves::go(look, id, places, *form, *fire)?,
        // What it is worth is known already.
        What::Order(order) => return Some((idea.most, order.clone())),
    };
    let unit = state.unit(id);
    let free = !unit.activated || state.seized_with == Some(id);
    Some((if free { value } else { by_chance(value, deeds::number(unit)) }, order))
}

/// R10 A marker off, the more worth the nearer the unit is to breaking.
fn rally(look: &Lookout<'_>, id: UnitId, unit: &Piece) -> Option<Idea> {
    deeds::check_rally(look.state, id).ok()?;
    let needed = crate::rally::number(&deeds::rally(look.state, id));
    let most = by_chance(i64::from(unit.markers + 1) * look.weights[RALLY], needed);
    Some(Idea { most, unit: id, what: What::Order(Order::Rally { unit: id }) })
}

/// What a hit on a unit is worth: more on who is near its nerve, and on who stands where points are.
fn hit_worth(look: &Lookout<'_>, unit: &Piece) -> i64 {
    let near = i64::from(unit.markers) * look.weights[SHAKEN] / i64::from(unit.quality.nerve().max(1));
    look.weights[FIRE] + near + look.value_near(unit) * look.weights[HELD]
}

/// What a hit on each enemy is worth.
fn hit_worths(look: &Lookout<'_>) -> SmallVec<[i64; 16]> {
    look.enemies.iter().map(|(_, enemy)| hit_worth(look, enemy)).collect()
}

/// Fire of a unit at another, by the hits to be expected.
fn shot(look: &Lookout<'_>, id: UnitId, target: UnitId, mode: Mode) -> Option<Valued> {
    let aim = look.state.aims(id, target, mode).ok()?;
    Some((hits_worth(look, target, &aim), Order::Fire { unit: id, target }))
}

fn hits_worth(look: &Lookout<'_>, target: UnitId, aim: &Aim) -> i64 {
    look.state.expected_hits(aim, target) * hit_worth(look, look.state.unit(target)) / 1000
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
        let needed = reaction::needed(piece.tokens, piece.markers);
        // An assault is worth answering with less.
        let more = if assaulted == Some(unit) { look.weights[ASSAULTED] } else { 1000 };
        // Where it comes nearest is mostly where it stops, or half-way for one that passes by.
        for inch in [last, last / 2] {
            if stations(state).contains(&inch)
                && let Ok(aim) = aim_at(state, unit, inch)
            {
                let value = by_chance(hits_worth(look, target, &aim), needed) * more / 1000;
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
    let worths = hit_worths(look);
    let mut best = (look.weights[SEIZE] - 1, None);
    for (id, unit) in own {
        let needed = reaction::needed(unit.tokens, unit.markers);
        let fire = Fire::of(unit);
        let reach = allowance(unit, Action::Assault).unwrap_or(0);
        for ((target, enemy), worth) in look.enemies.iter().zip(&worths) {
            let most = by_chance(fire.at(unit.at, enemy.at) * worth / 1000, needed);
            let value = if most > best.0 { shot(look, id, *target, Mode::Fire) } else { None };
            let near = reach > 0 && unit.at.within(enemy.at, reach + 6 * INCH);
            let fight = if near { fight(look, id, *target) } else { None };
            for (value, _) in value.into_iter().chain(fight) {
                best = best.max((by_chance(value, needed), Some(id)));
            }
        }
    }
    best.1.map(|unit| Order::Seize { unit })
}

/// An assault: by the hits that it makes more than it takes, and by what is won with the ground.
fn fight(look: &Lookout<'_>, id: UnitId, target: UnitId) -> Option<Valued> {
    let (state, weights) = (look.state, look.weights);
    let course = state.charge(id, &[], target).ok()?;
    let mut attacker = state.unit(id).clone();
    (attacker.at, attacker.facing) = (*course.path.last()?, Facing::of(course.facing.into()));
    // The ways back change nothing of the hits.
    let assault = state.contact(&attacker, target, false, [WayBack::Free; 2]);
    let (makes, takes) = Charge::of(&assault).expected();
    let edge = makes - takes;
    // With some six dice a side the difference spreads by one and a half hits.
    let wins = (450 + edge / 4).clamp(50, 950);
    let ground = look.value_near(state.unit(target)) * weights[WIN] * wins / 1000;
    let value = (edge - weights[FIGHT_FLOOR]) * weights[FIGHT] / 1000 + ground;
    Some((value, Order::Assault { unit: id, target, by: Vec::new() }))
}
