//! A sensible order at once.

use super::weights::{
    CHARGE, CHARGE_FLOOR, COVER, CROWD, EXPOSED, FIRE, GAS, GRENADE, HOLD, HURRY, LEAST, NEARER, PRONE, SHELL,
    SPECIALIST, TAKE,
};
use crate::casualties;
use crate::game::aim::{Shot, in_inches};
use crate::game::land::{Gait, allowance};
use crate::game::offers::expected;
use crate::game::squad::HIDDEN;
use crate::game::walk::Walk;
use crate::game::{
    Besides, Cloud, Frame, Kind, Layer, Load, Mark, Order, Posture, Role, Side, Squad, SquadId, State, Volley, allot,
    questions,
};
use crate::melee::{Side as Fighters, table_number};
use crate::troops::{Cover, Quality};
use crate::weapons::Weapon;
use field::{Facing, INCH, Point};
use kernel::dice::Seeded;
use smallvec::SmallVec;

/// An order with what it is worth.
type Valued = (i64, Order);

/// The orders that quick play knows for a question, the best first. Not all need be legal: what they are made of is
/// looked at only roughly.
pub(super) fn orders(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
    match question {
        questions::PREPARE => prepare(state, side, random).into_iter().collect(),
        questions::PLOT => ranked(plots(state, side, weights, random), 1),
        questions::CHOOSE => {
            vec![Order::Choose { first: !state.plan(side).charges.is_empty() || random.below(2) == 0 }]
        }
        questions::MOVE => ranked(moves(state, side, weights, random), weights[LEAST]),
        questions::ANSWER => vec![Order::Shoot],
        questions::FIRE => ranked(shots(state, side, weights), 1),
        questions::NAME => name(state, side).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Orders worth a thought: the best few of each kind.
pub(super) fn hints(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
    let valued = match question {
        questions::PLOT => plots(state, side, weights, random),
        questions::MOVE => moves(state, side, weights, random),
        questions::FIRE => shots(state, side, weights),
        _ => Vec::new(),
    };
    let mut best = ranked(valued, i64::MIN);
    best.truncate(6);
    best
}

fn ranked(mut valued: Vec<Valued>, least: i64) -> Vec<Order> {
    valued.retain(|(value, _)| *value >= least);
    valued.sort_by_key(|(value, _)| -value);
    valued.into_iter().map(|(_, order)| order).collect()
}

/// Snipers in the front of their zone, and a first shell for each gun.
fn prepare(state: &State, side: Side, random: &mut Seeded) -> Option<Order> {
    if state.snipers(side).len() < usize::from(state.unseen[side]) {
        let army = state.battle.army(side);
        let plan = &state.battle.scenario().table.plan;
        let hides =
            (0..24).map(|_| state.hiding_place(side, random)).filter(|at| army.edge.inside(plan, *at) <= army.zone);
        let apart =
            |at: Point| state.of_side(side).map(|(id, _)| state.distance_to(id, at)).min().unwrap_or(0) >= 6 * INCH;
        return hides.max_by_key(|at| (apart(*at), army.edge.inside(plan, *at))).map(|at| Order::Hide { at });
    }
    plotted(state, side, 1, random).map(|(_, order)| order)
}

/// A shell for each gun that has none written for the first move it can fire in.
fn plotted(state: &State, side: Side, worth: i64, random: &mut Seeded) -> Option<Valued> {
    let before = state.turn == 0;
    let guns =
        state.of_side(side).filter(|(_, squad)| squad.kind == Kind::Mortar || before && squad.kind == Kind::Howitzer);
    let mut layers: Vec<Layer> = guns.map(|(id, _)| Layer::Gun(id)).collect();
    if state.batteries[side].guns > 0 {
        layers.push(Layer::Section(0));
    }
    for piece in layers {
        let soonest = match piece {
            _ if before => 1,
            Layer::Gun(_) => state.turn + 2,
            Layer::Section(_) => state.turn + 5,
        };
        let last = match piece {
            Layer::Section(_) => soonest + state.batteries[side].moves.min(5).saturating_sub(1),
            Layer::Gun(_) if before => soonest + 2,
            Layer::Gun(_) => soonest,
        };
        let last = last.min(state.battle.scenario().moves);
        if last < soonest || state.plan(side).shots.iter().any(|shot| shot.piece == piece && shot.turn >= soonest) {
            continue;
        }
        let Some(at) = worth_shelling(state, side, random) else { continue };
        let (from, (_, origin)) =
            (0..).zip(&state.battle.scenario().references).min_by_key(|(_, (_, origin))| origin.distance(at))?;
        let inch = |off: i64| ((off + (off.signum() * INCH / 2)) / INCH) as i16;
        let (right, up) = (inch(at.x - origin.x), inch(origin.y - at.y));
        let load = Load::HighExplosive;
        let order = Order::Shell { piece, from, up, right, load, first: soonest, last };
        return Some((worth, order));
    }
    None
}

/// Where a shell may do something: among enemies who are likely to stay, and no friends.
fn worth_shelling(state: &State, side: Side, random: &mut Seeded) -> Option<Point> {
    let mut value = |(id, squad): (SquadId, &Squad)| {
        let stays = if squad.kind == Kind::Infantry { 1 } else { 3 };
        let dug_in = if state.land().inside(squad.at).is_some() { 2 } else { 1 };
        (i64::from(state.strength(id)) * stays * dug_in * (50 + i64::from(random.below(50))), squad.at)
    };
    let enemies = state.of_side(side.other());
    let apart = enemies.filter(|(_, squad)| !state.is_near(side, squad.at, 8 * INCH) && !squad.is_vehicle());
    apart.map(&mut value).max().map(|(_, at)| at)
}

/// Charges, shells and gas.
fn plots(state: &State, side: Side, weights: &[i64], random: &mut Seeded) -> Vec<Valued> {
    let mut valued: Vec<Valued> = plotted(state, side, weights[SHELL], random).into_iter().collect();
    if gas_reaches(state, side) && !state.released[side] && !state.plan(side).release {
        valued.push((weights[SHELL], Order::Release));
    }
    for (id, squad) in state.of_side(side).filter(|(_, squad)| squad.kind.charges()) {
        if squad.fights() || state.plan(side).charges.iter().any(|(other, _)| *other == id) {
            continue;
        }
        let far = allowance(squad, Gait::Charge);
        for (target, enemy) in state.of_side(side.other()) {
            if !enemy.at.within(squad.at, far + 12 * INCH) || state.distance(id, target) > far {
                continue;
            }
            if state.contact(id, target, &state.going(id, Gait::Charge)).is_none() {
                continue;
            }
            let value = edge(state, id, target) * weights[CHARGE] / 1000 - weights[CHARGE_FLOOR]
                + held_near(state, side, enemy.at, weights);
            if value > 0 {
                valued.push((value, Order::Charge { squad: id, at: Mark::Squad(target) }));
            }
        }
    }
    valued
}

/// Would the gas of a side's cylinders come to enemies where it has drifted to in the end?
fn gas_reaches(state: &State, side: Side) -> bool {
    let Some((from, to)) = state.battle.army(side).cylinders else { return false };
    let way = state.wind.towards.step(2 * i64::from(state.wind.inches) * INCH);
    let ends = (from.plus(way), to.plus(way));
    state.of_side(side.other()).any(|(_, enemy)| enemy.at.is_near(ends, 4 * INCH))
}

/// What a charge makes more than it takes, in thousandths of a casualty.
fn edge(state: &State, id: SquadId, target: SquadId) -> i64 {
    let (enemy, attacker) = (state.squad(target), state.squad(id).at);
    let fired: i64 = state.point_blank(target, id).map(|fire| expected(&fire)).sum();
    let own = (i64::from(state.strength(id)) - fired / 1000).max(0) as u16;
    let theirs = u16::from(state.strength(target));
    let side = |id: SquadId, charging: bool, figures: u16| {
        let squad = state.squad(id);
        let cover = if charging { Cover::NoCover } else { state.cover_of(id, Some(attacker)) };
        Fighters {
            troops: squad.kind.troops(),
            quality: squad.quality,
            formation: state.formation_of(id, cover),
            prone: squad.posture == Posture::Prone,
            charging,
            cover,
            figures,
            ..Fighters::default()
        }
    };
    let makes = mean(table_number(&side(id, true, own), theirs.max(1)).total(), own);
    let takes = mean(table_number(&side(target, false, theirs), own.max(1)).total(), theirs);
    let shaken = if enemy.blooded { i64::from(enemy.count.saturating_sub(state.strength(target))) * 200 } else { 0 };
    2 * (makes - takes) - fired + shaken + 1000 * (i64::from(own) - i64::from(theirs)) / 3
}

fn mean(table: i32, figures: u16) -> i64 {
    let sum: i64 = (1..=6).map(|die| i64::from(casualties::read(table, figures.min(40), die).casualties)).sum();
    1000 * sum / 6
}

/// What it is worth to drive enemies from the objectives near them: the more, the fewer moves are left for it.
fn held_near(state: &State, side: Side, at: Point, weights: &[i64]) -> i64 {
    let goals = state.battle.scenario().objectives.iter().zip(&state.holders);
    let near = goals.filter(|(goal, holder)| goal.at.within(at, 8 * INCH) && **holder != Some(side));
    let left = i64::from(state.battle.scenario().moves.saturating_sub(state.turn)) + 1;
    near.map(|(goal, _)| i64::from(goal.value) * weights[TAKE] / 20).sum::<i64>() * (left + 2) / left
}

/// Moves towards what is to be taken or held, into cover, or none where fire from here is better.
fn moves(state: &State, side: Side, weights: &[i64], random: &mut Seeded) -> Vec<Valued> {
    let mut valued = Vec::new();
    let fear = Fear::of(state, side);
    for id in state.ids().filter(|id| state.moves(side, *id)) {
        let squad = state.squad(id);
        if state.declared(id).is_some() {
            valued.push((1_000_000, Order::Run { squad: id }));
            continue;
        }
        if squad.kind.gun().is_some() || matches!(squad.kind, Kind::Hmg | Kind::Wagon | Kind::Sniper) {
            valued.extend(turn_to_enemies(state, id, weights));
            continue;
        }
        if squad.hull.is_some_and(|hull| hull.stuck) {
            continue;
        }
        let stays = fire_from_here(state, id, weights);
        if squad.posture == Posture::Up && is_better_prone(state, id, squad.at) {
            valued.push((weights[PRONE] + stays / 2, Order::LieDown { squad: id }));
        }
        valued.extend(goals(state, id, &fear, weights, stays, random));
        if stays == 0 {
            valued.extend(turn_to_enemies(state, id, weights));
        }
    }
    valued
}

/// What a squad could do by firing from where it stands.
fn fire_from_here(state: &State, id: SquadId, weights: &[i64]) -> i64 {
    let enemies = state.of_side(state.squad(id).side.other()).map(|(enemy, _)| enemy);
    let weapons = state.weapons(id);
    let at = |target: SquadId| {
        weapons
            .iter()
            .filter_map(|(weapon, _)| state.fire_at(id, *weapon, target))
            .map(|fire| expected(&fire))
            .sum::<i64>()
    };
    enemies.map(at).max().unwrap_or(0) * weights[FIRE] / 1000
}

fn turn_to_enemies(state: &State, id: SquadId, weights: &[i64]) -> Option<Valued> {
    let squad = state.squad(id);
    let facing = to_the_nearest(state, squad.side, squad.at)?;
    if squad.facing.between(facing) < 45 || squad.kind.is_field_piece() && squad.limbered {
        return None;
    }
    Some((2 * weights[LEAST], Order::Turn { squad: id, facing: facing.degrees() as u16 }))
}

/// From a point towards the nearest enemy of a side, of the facings that a squad may take.
fn to_the_nearest(state: &State, side: Side, from: Point) -> Option<Facing> {
    let enemies = state.of_side(side.other());
    let (_, nearest) = enemies.min_by_key(|(_, enemy)| enemy.at.distance(from))?;
    let facing = Facing::along(nearest.at.minus(from))?;
    Some(Facing::of((facing.degrees() + 7) / 15 * 15))
}

fn goals(state: &State, id: SquadId, fear: &Fear, weights: &[i64], stays: i64, random: &mut Seeded) -> Vec<Valued> {
    let squad = state.squad(id);
    let here = fear.at(state, squad.at, squad.posture == Posture::Prone);
    let side = squad.side;
    let mut valued = Vec::new();
    let scenario = state.battle.scenario();
    let held =
        |at: Point| state.of_side(side).any(|(other, _)| other != id && state.distance_to(other, at) <= 3 * INCH);
    for (goal, holder) in scenario.objectives.iter().zip(&state.holders) {
        let away = state.distance_to(id, goal.at);
        let own = *holder == Some(side);
        // A place that is held is guarded by who is nearest; the others go on.
        if own && (away <= 3 * INCH || held(goal.at) || away > 16 * INCH) {
            continue;
        }
        let nearer = state.of_side(side).filter(|(other, _)| state.distance_to(*other, goal.at) < away).count();
        let enough = (nearer as i64 - 1).clamp(0, 4) * weights[CROWD];
        let worth = if own { weights[HOLD] } else { weights[TAKE] } * i64::from(goal.value) / 10;
        let worth = worth * (100 - enough).max(20) / 100;
        let aside = Point::new(i64::from(random.below(301)) - 150, i64::from(random.below(301)) - 150);
        let Some((end, order)) = way(state, id, goal.at.plus(aside)) else { continue };
        let nearer = (squad.at.distance(goal.at) - end.distance(goal.at)) / INCH;
        let arrives = end.distance(goal.at) <= 4 * INCH;
        let mut value = nearer * weights[NEARER] * worth / weights[TAKE].max(1) + if arrives { worth } else { 0 };
        let prone = matches!(order, Order::March { besides: Besides::LiesDown, .. });
        value -= fear.at(state, end, prone) * weights[EXPOSED] / 1000;
        value -= if in_gas(state, id, end) { weights[GAS] } else { 0 };
        value += here * weights[EXPOSED] / 2000;
        if state.cover_at(end, None) != Cover::NoCover {
            value += weights[COVER] / 2;
        }
        // Late in the game what is not taken counts for nothing.
        let left = i64::from(scenario.moves.saturating_sub(state.turn)) + 1;
        value += worth / left;
        let needed = away / allowance(squad, Gait::March).max(INCH);
        if !own && needed + 3 >= left && left + 2 >= needed {
            value += worth * weights[HURRY] / 100;
        }
        valued.push((value - stays / 2, order));
    }
    let covered = state.cover_of(id, None) != Cover::NoCover;
    if !covered && !squad.is_vehicle() && squad.kind.charges() {
        let pieces = (0..state.land().ground().terrain().len() as u16)
            .filter(|piece| state.land().lie((*piece).into()).is_manned());
        let near = pieces.filter(|piece| {
            state.nearest_in((*piece).into(), squad.at).is_some_and(|at| at.within(squad.at, 6 * INCH))
        });
        valued.extend(near.map(|piece| (weights[COVER] + here / 4 - stays / 2, Order::Man { squad: id, piece })));
    }
    valued
}

/// A move straight towards a point, as far as the squad can go and stand.
fn way(state: &State, id: SquadId, to: Point) -> Option<(Point, Order)> {
    let squad = state.squad(id);
    let (formation, at) = (squad.formation, squad.at);
    let walk = Walk { state, squad: id, formation, gait: Gait::March };
    let far = allowance(squad, Gait::March).min(at.distance(to));
    // Half of a move is what shelled ground leaves of it.
    [6, 5, 4, 3, 2, 1].map(|sixths| far * sixths / 6).into_iter().filter(|far| *far >= INCH / 2).find_map(|far| {
        let end = at.towards(to, far);
        let mut route = walk.route();
        route.leg(end).ok()?;
        // Who comes up to enemies faces them, or he could not fire at a charge.
        let facing = to_the_nearest(state, squad.side, end).unwrap_or(route.faces()).degrees() as u16;
        route.check_facing(facing).ok()?;
        let besides = if is_better_prone(state, id, end) { Besides::LiesDown } else { Besides::Nothing };
        Some((end, Order::March { squad: id, path: vec![end], facing, formation, besides }))
    })
}

/// Are men in the open better off lying down? Not where they may be charged: then they fight at -3.
fn is_better_prone(state: &State, id: SquadId, at: Point) -> bool {
    let squad = state.squad(id);
    let foot = squad.kind.charges() && squad.kind != Kind::Cavalry;
    let side = squad.side.other();
    foot && matches!(state.cover_at(at, None), Cover::NoCover | Cover::SoftCover)
        && !state.is_near(side, at, 14 * INCH)
        && state.is_near(side, at, 40 * INCH)
        && !state.battle.scenario().night
}

/// Would a squad stand in gas there, as the clouds are or as they drift next?
fn in_gas(state: &State, id: SquadId, at: Point) -> bool {
    let wind = state.wind.towards.step(i64::from(state.wind.inches) * INCH);
    let wide = 4 * INCH;
    let reaches = |cloud: &Cloud| {
        let next = if cloud.age < 3 { cloud.at.plus(wind) } else { cloud.at };
        let near = cloud.diameter + wide;
        cloud.gas && (at.within(cloud.at, near / 2) || at.within(next, near / 2))
    };
    !state.squad(id).masked && state.clouds.iter().any(reaches)
}

/// What enemies may do by fire, looked at once for a decision.
struct Fear {
    enemies: Vec<Threat>,
    night: bool,
}

/// An enemy who may fire.
struct Threat {
    at: Point,
    /// How much better than average its men are.
    better: i32,
    /// Its weapons, with the figures they count as.
    weapons: SmallVec<[(Weapon, u8); 4]>,
}

impl Fear {
    fn of(state: &State, side: Side) -> Fear {
        let enemies = state.of_side(side.other()).filter(|(id, enemy)| !enemy.fights() && state.fires(*id));
        let threat = |(id, enemy): (SquadId, &Squad)| {
            let better = match enemy.quality {
                Quality::Elite => 2,
                Quality::Crack => 1,
                Quality::Average => 0,
                Quality::Green => -1,
            };
            let mut weapons = state.weapons(id);
            for (weapon, number) in &mut weapons {
                let each = weapon.figures(1, state.crew_lost(id, *weapon)).total().clamp(0, 15) as u8;
                *number = number.saturating_mul(each);
            }
            weapons.extend(enemy.kind.gun().map(|gun| (gun.weapon(), LAID)));
            Threat { at: enemy.at, better, weapons }
        };
        Fear { enemies: enemies.map(threat).collect(), night: state.battle.scenario().night }
    }

    /// Casualties to be feared at a point, in thousandths, roughly: as if all fired there, and each table gave a
    /// thirtieth of the figures more.
    fn at(&self, state: &State, at: Point, prone: bool) -> i64 {
        let Some(nearest) = self.enemies.iter().min_by_key(|enemy| enemy.at.distance(at)) else { return 0 };
        let shelter = match state.cover_at(at, Some(nearest.at)) {
            Cover::NoCover => 0,
            Cover::SoftCover => 1,
            Cover::HardCover | Cover::Trench => 2,
            Cover::Bunker => 4,
        };
        let shelter = if prone { shelter + 2 } else { shelter };
        let by = |enemy: &Threat| {
            let far = enemy.at.distance(at);
            if self.night && far > NIGHT {
                return 0;
            }
            let table =
                |weapon: Weapon| (weapon.factor(in_inches(far)).unwrap_or(0) + 1 + enemy.better - shelter).max(0);
            let fire = |(weapon, figures): &(Weapon, u8)| i64::from(table(*weapon)) * i64::from(*figures) * 33;
            enemy.weapons.iter().map(fire).sum()
        };
        self.enemies.iter().map(by).sum()
    }
}

/// What a gun that fires directly counts as, since most of its shells go astray.
const LAID: u8 = 2;
/// R5 How far men see by night.
const NIGHT: i64 = 12 * INCH;

/// Who fires at whom.
fn shots(state: &State, side: Side, weights: &[i64]) -> Vec<Valued> {
    let mut valued = Vec::new();
    let plan = state.plan(side);
    let written = |squad: SquadId, weapon: Weapon| {
        plan.fire.iter().any(
            |volley| matches!(volley, Volley::Fire { squad: of, weapon: with, .. } if *of == squad && *with == weapon),
        )
    };
    let own: Vec<SquadId> = state.of_side(side).map(|(id, _)| id).collect();
    for id in own {
        if !state.fires(id) {
            continue;
        }
        let squad = state.squad(id);
        for (weapon, number) in state.weapons(id) {
            if written(id, weapon) {
                continue;
            }
            for (target, mark) in state.of_side(side.other()) {
                let figures = if squad.is_vehicle() { number } else { 0 };
                let Some(aim) = state.aims(id, weapon, target, figures) else { continue };
                let value = match state.shot(&aim) {
                    Shot::Men(fire) if expected(&fire) == 0 => continue,
                    Shot::Men(fire) => expected(&fire) * i64::from(if squad.is_vehicle() { number } else { 1 }),
                    Shot::Crew(_) if state.battle.army(side).armour_piercing => 900,
                    Shot::Crew(_) => 300,
                    Shot::Shell => 900,
                };
                let prize = if mark.kind == Kind::Infantry { 0 } else { weights[SPECIALIST] };
                let value = value * weights[FIRE] / 1000 + prize + 1;
                valued.push((value, Order::Fire { squad: id, weapon, target, figures }));
            }
        }
        if squad.kind.is_field_piece() && !plan.fire.iter().any(|volley| volley.squad() == id) {
            for (target, mark) in state.of_side(side.other()) {
                if state.check_lay(id, Mark::Squad(target)).is_ok() {
                    let value = if mark.is_vehicle() {
                        4 * weights[FIRE]
                    } else {
                        i64::from(state.strength(target)) * weights[FIRE] / 5
                    };
                    valued.push((value, Order::Lay { squad: id, at: Mark::Squad(target) }));
                }
            }
        }
        let thrown = plan.fire.iter().any(|volley| matches!(volley, Volley::Throw { squad: of, .. } if *of == id));
        if !thrown
            && !squad.is_vehicle()
            && state.is_near(side.other(), squad.at, 10 * INCH)
            && let Some(at) = allot::somewhere_to_throw(state, id)
            && !state.is_near(side, at, 3 * INCH / 2)
        {
            let able = state.throwers(id, at).len().min(3) as u8;
            valued.push((i64::from(able) * weights[GRENADE], Order::Throw { squad: id, at, grenades: able }));
        }
    }
    for number in 0..state.snipers(side).len() {
        let id = SquadId(HIDDEN + number as u8);
        if written(id, Weapon::Sniper) {
            continue;
        }
        for (target, mark) in state.of_side(side.other()) {
            if let Ok(fire) = state.sniper_fire(side, number, target) {
                let prize = if mark.kind == Kind::Infantry { 0 } else { 2 * weights[SPECIALIST] };
                // He is seen when he fires, so it must be worth it.
                let value = expected(&fire) * weights[FIRE] / 1000 + prize - 200;
                valued.push((value, Order::Fire { squad: id, weapon: Weapon::Sniper, target, figures: 0 }));
            }
        }
    }
    valued
}

/// One's own least useful specialist, or the enemy's most useful one.
fn name(state: &State, side: Side) -> Option<Order> {
    let Some(Frame::Losses(losses)) = state.frames.last() else { return None };
    let loss = losses.last()?;
    let (specialists, _) = state.may_fall(loss);
    let first = usize::from(state.squad(loss.squad).first);
    let worth = |man: usize| match state.figures[man].role {
        Role::Officer => 4,
        Role::LmgGunner | Role::Gunner => 3,
        Role::Nco => 2,
        _ => 1,
    };
    let own = state.squad(loss.squad).side == side;
    let named = specialists.into_iter().min_by_key(|man| if own { worth(*man) } else { -worth(*man) })?;
    Some(Order::Name { man: (named - first) as u8 })
}
