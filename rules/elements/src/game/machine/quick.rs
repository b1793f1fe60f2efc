//! A sensible order at once.

use super::weights::{
    ALIGHT, ARMOUR, BARRAGE, CHARGE, COVER, EXPOSED, HALT, KILL, LATE, LEAST_AMBUSH, LEAST_SHOT, NEARER, PARK, SUPPRESS,
};
use crate::catalogue::Class;
use crate::contact::{defence_in_contact, value_in_contact};
use crate::game::aim::Aim;
use crate::game::desk::Shot;
use crate::game::route::nearest;
use crate::game::{HIDING, Mark, Order, Phase, Place, Side, State, UnitId, Weapon};
use crate::game::{advance, command, dismount, fire, go_on, movement, reserve, retreat, set_up};
use crate::he_sa;
use crate::results::{FireResult, Hit};
use field::{Facing, INCH, Point};
use kernel::dice::Seeded;

/// The best order that quick play knows for a question.
pub(super) fn order(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Option<Order> {
    match question {
        set_up::QUESTION => Some(sets_up(state, side, random).unwrap_or(Order::Done)),
        command::QUESTION => Some(commands(state, side, weights).unwrap_or(Order::Done)),
        fire::QUESTION => {
            let best = shots(state, side, weights).into_iter().max_by_key(|(value, _)| *value);
            Some(best.map_or(Order::Done, |(_, order)| order))
        }
        advance::QUESTION => Some(advances(state).unwrap_or(Order::Done)),
        movement::QUESTION => Some(moves(state, side, weights, random).unwrap_or(Order::Done)),
        go_on::QUESTION => Some(Order::GoOn { stop: Some(0) }),
        dismount::QUESTION => Some(Order::Dismount { yes: true }),
        // Which close combat comes first, and whose place a commander takes, is as is usual.
        _ => None,
    }
}

/// Orders worth a thought: the best shots, or what several elements could do.
pub(super) fn hints(state: &State, side: Side, question: &str, weights: &[i64], random: &mut Seeded) -> Vec<Order> {
    match question {
        fire::QUESTION => {
            let mut valued = shots(state, side, weights);
            valued.sort_by_key(|(value, _)| -value);
            valued.into_iter().take(6).map(|(_, order)| order).chain([Order::Done]).collect()
        }
        movement::QUESTION => {
            let own: Vec<UnitId> = state.own(side).map(|(id, _)| id).collect();
            let drawn = (0..6).filter_map(|_| own.get(random.below(own.len().max(1) as u32) as usize).copied());
            let drawn: Vec<UnitId> = drawn.collect();
            drawn.into_iter().filter_map(|id| goes(state, side, id, weights, random)).collect()
        }
        _ => Vec::new(),
    }
}

/// Who may hide does, near what is to be held.
fn sets_up(state: &State, side: Side, random: &mut Seeded) -> Option<Order> {
    let army = state.battle.army(side);
    if side != Side::Defender || state.ambush().len() >= usize::from(army.hides) {
        return None;
    }
    let hidden = |slot: &u8| state.ambush().iter().any(|piece| piece.listed == *slot);
    let free: Vec<u8> = (0..army.ambush.len() as u8).filter(|slot| !hidden(slot)).collect();
    let slot = *free.get(random.below(free.len().max(1) as u32) as usize)?;
    let goals = &state.battle.scenario().objectives;
    let far = |at: Point| goals.iter().map(|goal| goal.at.distance(at)).min().unwrap_or(0);
    let spots = (0..4).filter_map(|_| state.somewhere_to_hide(slot, random));
    let (at, facing) = { spots }.min_by_key(|(at, _)| far(*at))?;
    Some(Order::Hide { slot, at, facing: facing.degrees() as u16 })
}

/// Tests first, then calls on where most enemies stand together.
fn commands(state: &State, side: Side, weights: &[i64]) -> Option<Order> {
    let suppressed = |id: &UnitId| {
        let piece = state.unit(*id);
        piece.side == side && piece.place == Place::Table && piece.is_suppressed() && !piece.is(Mark::TESTED)
    };
    if state.phase == Phase::Command
        && let Some(unit) = state.ids().find(suppressed)
    {
        return Some(Order::Test { unit });
    }
    if !state.battle.scenario().expansion {
        return None;
    }
    let mut best: Option<(i64, Order)> = None;
    for (caller, piece) in state.of_side(side).filter(|(id, _)| state.is_caller(*id)) {
        let telephone = !state.element(caller).figures.radio;
        if piece.is_suppressed() || piece.is(Mark::CALLED) || telephone && piece.is(Mark::STRAYED) {
            continue;
        }
        for (number, _) in state.assets[side].iter().enumerate().filter(|(_, asset)| asset.is_open()) {
            let aircraft = state.battle.army(side).support[number].element.is_aircraft();
            for (enemy, target) in state.of_side(side.other()) {
                if aircraft != state.element(enemy).is_armoured() || state.sees(caller, &target.at.into()).is_none() {
                    continue;
                }
                let near = |of: Side| {
                    let under = state.of_side(of).filter(|(_, other)| other.base().within(&target.at.into(), 3 * INCH));
                    under.count() as i64
                };
                let value = weights[BARRAGE] * (near(side.other()) - 2 * near(side));
                if value > 0 && best.as_ref().is_none_or(|(known, _)| value > *known) {
                    let order = Order::Call { caller, asset: number as u8, at: target.at, smoke: None };
                    best = Some((value, order));
                }
            }
        }
    }
    best.map(|(_, order)| order)
}

/// All shots worth taking, by what they are to be expected to do.
fn shots(state: &State, side: Side, weights: &[i64]) -> Vec<(i64, Order)> {
    if state.phase == Phase::Smoke && state.awaits_support() {
        return Vec::new();
    }
    let mut valued = Vec::new();
    for (unit, _) in state.own(side).filter(|(id, _)| state.may_fire(side, *id).is_ok()) {
        let reach = i64::from(state.element(unit).values.range + 2) * INCH;
        let at = state.unit(unit).at;
        for (target, enemy) in state.of_side(side.other()) {
            if !enemy.at.within(at, reach) {
                continue;
            }
            let Some(weapon) = state.weapons(unit, target).next() else { continue };
            let Ok(aim) = state.aimed(unit, target, weapon, false) else { continue };
            let value = worth(state, target, weights) * expected(&aim, enemy.is_suppressed(), weights) / 1000;
            // Who hides holds his fire until it pays.
            let least = if unit.0 >= HIDING { weights[LEAST_AMBUSH] } else { weights[LEAST_SHOT] };
            if value >= least {
                valued.push((value, Order::Fire { unit, target, weapon }));
            }
        }
    }
    valued
}

/// What an element is worth, in thousandths of a squad.
fn worth(state: &State, id: UnitId, weights: &[i64]) -> i64 {
    let element = state.element(id);
    let own = if element.is_afv() { weights[ARMOUR] } else { 1000 };
    own + 700 * state.carried(id).count() as i64
}

/// What a shot is to be expected to do, in thousandths of an element.
fn expected(aim: &Aim, suppressed: bool, weights: &[i64]) -> i64 {
    // S on the suppressed is a K.
    let s = if suppressed { weights[KILL] } else { weights[SUPPRESS] };
    let of = |result: FireResult| match result {
        FireResult::Nothing => 0,
        FireResult::F => weights[SUPPRESS] / 2,
        FireResult::S => s,
        FireResult::K => weights[KILL],
    };
    match &aim.form.shot() {
        Shot::HeSa(shot) => {
            // Those who ride are worth less than what they ride on.
            let parts = if shot.struck.hit == Hit::Rider { 30 } else { 20 };
            shot.fire.map_or(0, |fire| (1..=20).map(|face| of(he_sa::result(&fire, face))).sum::<i64>() / parts)
        }
        Shot::Ap(shot) => {
            let hits = shot.aim.map_or(20, |aim| crate::ap_hit::faces(&aim));
            let Ok(strike) = shot.strike else { return 0 };
            let harm: i64 = (1..=20).map(|face| of(crate::ap_penetration::result(&strike, face))).sum();
            hits * harm / 400
        }
        Shot::Hunt(_) => weights[KILL] / 5,
    }
}

/// Winners go on towards the nearest objective that is not theirs.
fn advances(state: &State) -> Option<Order> {
    let winner = state.winners.first()?;
    let piece = state.unit(winner.unit);
    let goal = goal(state, piece.side, piece.at)?;
    let far = piece.at.distance(goal).min(winner.reach);
    if far < INCH {
        return None;
    }
    let to = piece.at.towards(goal, far);
    let facing = Facing::along(to.minus(piece.at))?.degrees() as u16;
    Some(Order::Move { unit: winner.unit, path: vec![to], facing })
}

/// The nearest objective that the other side holds, or nobody.
fn goal(state: &State, side: Side, at: Point) -> Option<Point> {
    let goals = state.battle.scenario().objectives.iter().zip(&state.holders);
    let open = goals.filter(|(_, holder)| **holder != Some(side));
    // What is worth more may be farther away.
    open.min_by_key(|(goal, _)| goal.at.distance(at) - 5 * INCH * i64::from(goal.value)).map(|(goal, _)| goal.at)
}

/// The first element with something to do.
fn moves(state: &State, side: Side, weights: &[i64], random: &mut Seeded) -> Option<Order> {
    let ids: Vec<UnitId> = state.ids().filter(|id| state.unit(*id).side == side).collect();
    ids.into_iter().find_map(|id| goes(state, side, id, weights, random))
}

/// What an element does in its movement phase.
fn goes(state: &State, side: Side, id: UnitId, weights: &[i64], random: &mut Seeded) -> Option<Order> {
    let piece = state.unit(id);
    if piece.place == Place::Reserve {
        return comes_on(state, side, id, random);
    }
    if piece.place != Place::Table || piece.is(Mark::MOVED) || id.0 >= HIDING {
        return None;
    }
    let base = piece.base();
    let enemy = state.nearest_enemy(side, &base).map_or(99 * INCH, |(gap, _)| gap);
    if let Some(vehicle) = piece.aboard {
        return leaves(state, side, id, vehicle, enemy, weights);
    }
    if movement::may_move(state, side, id).is_err() {
        return makes_way(state, side, id);
    }
    if let Some(order) = charges(state, side, id, weights) {
        return Some(order);
    }
    let element = state.element(id);
    if element.is_csw() && !piece.is(Mark::PACKED) {
        return turns(state, id);
    }
    if piece.is(Mark::PACKED) && sets_up_here(state, id) {
        return Some(Order::Pack { unit: id });
    }
    // What is towed or carried in pieces gets down where it can fire, and that takes the vehicle's turn too.
    if state.carried(id).any(|one| state.element(one).is_csw() && can_serve(state, one, &base)) {
        return None;
    }
    let defends = side == Side::Defender && state.holders.contains(&Some(Side::Defender));
    let to = goal(state, side, piece.at)?;
    let away = piece.at.distance(to);
    if defends && away > 14 * INCH || away < INCH {
        return None;
    }
    // Trucks stop short of where the fight is, and leave the bridges to others.
    if element.figures.class == Class::SoftVehicle && (away < weights[PARK] * INCH || enemy < weights[PARK] * INCH) {
        return None;
    }
    // R53 Who has a telephone is of no use elsewhere.
    let called_for = state.assets[side].iter().any(|asset| asset.left > 0);
    if state.is_caller(id) && (enemy < 10 * INCH || away < 8 * INCH || !element.figures.radio && called_for) {
        return None;
    }
    // Vehicles halt where they can fire, and leave the last inches to infantry, as long as there is time.
    let late = i64::from(state.battle.scenario().turns.saturating_sub(state.turn)) < weights[LATE];
    let halts = piece.is(Mark::VEHICLE) && !late && enemy < weights[HALT] * INCH;
    if halts && fire::targets(state, id).next().is_some() {
        return None;
    }
    best_way(state, id, to, late, weights, random)
}

/// Empty transports fall back, so that nobody is held up behind them.
fn makes_way(state: &State, side: Side, id: UnitId) -> Option<Order> {
    let empty = state.element(id).is_transport() && state.carried(id).next().is_none();
    let about = retreat::ways_back(state, side, id, true).next().filter(|_| empty)?;
    Some(Order::FallBack { unit: id, home: true, about })
}

/// Could a gun or crewed weapon fire at somebody from there?
fn can_serve(state: &State, id: UnitId, base: &field::Footprint) -> bool {
    let element = state.element(id);
    let range = i64::from(element.values.range) * INCH;
    let mut enemies = state.of_side(state.unit(id).side.other());
    enemies.any(|(enemy, other)| {
        other.is_about(base.middle(), range)
            && (element.is_mortar() || state.land().line(base, &other.base()).is_some())
            && Weapon::ALL.iter().any(|weapon| state.is_harmful(id, enemy, *weapon))
    })
}

/// What is broken down is set up where it can fire.
fn sets_up_here(state: &State, id: UnitId) -> bool {
    let piece = state.unit(id);
    can_serve(state, id, &piece.base()) && crate::game::boarding::check_pack(state, piece.side, id).is_ok()
}

/// Crewed weapons stay where they are, and turn to what they could fire at.
fn turns(state: &State, id: UnitId) -> Option<Order> {
    let piece = state.unit(id);
    if !can_serve(state, id, &piece.base()) || fire::targets(state, id).next().is_some() {
        return None;
    }
    let along = watching(state, id, piece.at).filter(|facing| *facing != piece.facing);
    let turned = along.filter(|facing| state.rests(id, &piece.block_at(piece.at, *facing).into()).is_ok());
    turned.map(|facing| Order::Turn { unit: id, facing: facing.degrees() as u16 })
}

/// The enemies who could harm an element that stood there, as far as they see and reach.
fn threats(state: &State, id: UnitId, base: &field::Footprint) -> usize {
    let enemies = state.of_side(state.unit(id).side.other()).filter(|(enemy, other)| {
        let reach = i64::from(state.element(*enemy).values.range) * INCH;
        !other.is_suppressed()
            && other.at.within(base.middle(), reach)
            && [Weapon::HeSa, Weapon::Ap].iter().any(|weapon| state.is_harmful(*enemy, id, *weapon))
            && state.land().line(&other.base(), base).is_some()
    });
    enemies.count()
}

/// The best of a few straight moves on the way to a point.
fn best_way(state: &State, id: UnitId, goal: Point, late: bool, weights: &[i64], random: &mut Seeded) -> Option<Order> {
    let piece = state.unit(id);
    let (left, ways) = (state.left(id), state.land().ways(state.row(id), goal));
    let whole = ways.left(piece.at, goal);
    let ahead = Facing::along(goal.minus(piece.at))?;
    let aside = 15 * (i64::from(random.below(3)) - 1);
    let turns = [0, 30, -30, 60, -60, 90, -90, 120, -120].map(|turn| if turn == 0 { 0 } else { turn + aside });
    let spots =
        turns.iter().flat_map(|turn| [4, 2].map(|part| (*turn, (left * part / 4).min(piece.at.distance(goal)))));
    let spots = spots.filter(|(_, far)| *far >= INCH).map(|(turn, far)| piece.at.plus(ahead.turned(turn).way(far)));
    let passage = state.land().passage(state.row(id));
    let gains = spots.map(|to| (whole - ways.left(to, goal), vec![to]));
    let gains = gains.filter(|(gain, path)| *gain > 0 && passage.leg(piece.at, path[0]).is_ok_and(|cost| cost <= left));
    let mut gains: Vec<(i64, Vec<Point>)> = gains.collect();
    gains.sort_unstable_by_key(|(gain, _)| -gain);
    gains.truncate(7);
    // Where straight on does not lead far, the way goes round what bars it.
    if gains.first().is_none_or(|(gain, _)| 4 * gain < 3 * left.min(whole)) {
        let round = ways.on(passage, piece.at, left);
        for legs in 1..=round.len() {
            let (before, end) = (if legs == 1 { piece.at } else { round[legs - 2] }, round[legs - 1]);
            for to in [end, Point::new(i64::midpoint(before.x, end.x), i64::midpoint(before.y, end.y))] {
                let path = round[..legs - 1].iter().copied().chain([to]).collect();
                gains.push((whole - ways.left(to, goal), path));
            }
        }
    }
    let mut best: Option<(i64, Order)> = None;
    for (gain, path) in gains {
        let mut route = state.route(id);
        let to = path[path.len() - 1];
        if !state.land().ground().holds(to) || route.along(&path).is_err() {
            continue;
        }
        let faces = watching(state, id, to).filter(|facing| route.ends(*facing).is_ok()).unwrap_or(route.faces());
        if route.ends(faces).is_err() {
            continue;
        }
        let mut there = piece.clone();
        (there.at, there.facing) = (to, faces);
        let shelter = state.shelter(&there, &there.base(), goal);
        let sheltered = shelter.cover.shelter() != crate::ground::Shelter::None;
        let exposed =
            if sheltered || late { 0 } else { weights[EXPOSED] * threats(state, id, &there.base()) as i64 / 4 };
        let value = weights[NEARER] * gain / INCH + weights[COVER] * i64::from(sheltered) - exposed;
        if value > 0 && best.as_ref().is_none_or(|(known, _)| value > *known) {
            best = Some((value, Order::Move { unit: id, path, facing: faces.degrees() as u16 }));
        }
    }
    best.map(|(_, order)| order)
}

/// Where an element that comes to stand there should look: armour and guns turn their fronts to the nearest enemy.
fn watching(state: &State, id: UnitId, at: Point) -> Option<Facing> {
    let piece = state.unit(id);
    let base = piece.block_at(at, piece.facing).into();
    let fronts = state.element(id).is_armoured() || state.element(id).is_csw();
    let (gap, enemy) = state.nearest_enemy(piece.side, &base).filter(|_| fronts)?;
    let along = Facing::along(state.unit(enemy).at.minus(at)).filter(|_| gap < 32 * INCH)?;
    Some(Facing::of(nearest(along).into()))
}

/// Infantry and tanks go in against what is weak: suppressed, or worse at close quarters.
fn charges(state: &State, side: Side, id: UnitId, weights: &[i64]) -> Option<Order> {
    let (piece, element) = (state.unit(id), state.element(id));
    let fights = element.is_infantry() || element.is_afv() || element.figures.class == Class::Cavalry;
    if !fights || id.0 >= HIDING {
        return None;
    }
    let reach = 2 * state.left(id);
    let near = state.of_side(side.other()).filter(|(_, enemy)| enemy.at.within(piece.at, reach + 2 * INCH));
    let edge = |target: UnitId| {
        let (enemy, theirs) = (state.unit(target), state.element(target));
        if element.is_armoured() && theirs.is_armoured() {
            return -1000;
        }
        let cover = state.shelter(enemy, &enemy.base(), piece.at).cover;
        let held = match cover.shelter() {
            crate::ground::Shelter::None if element.is_afv() => -4,
            crate::ground::Shelter::None => 0,
            crate::ground::Shelter::Soft => 2,
            crate::ground::Shelter::Hard => 4,
        };
        let own = value_in_contact(element) - defence_in_contact(theirs) - held;
        let other = if enemy.is_suppressed() { -8 } else { value_in_contact(theirs) - defence_in_contact(element) };
        i64::from(own - other) * 100
    };
    let mut weak: Vec<_> = near.map(|(target, _)| (edge(target), target)).collect();
    weak.retain(|(edge, _)| *edge >= weights[CHARGE]);
    weak.sort_unstable_by_key(|(edge, target)| (-edge, *target));
    let target = weak.into_iter().map(|(_, target)| target).find(|target| state.charge(id, *target, None).is_ok())?;
    Some(Order::Contact { unit: id, target })
}

/// Riders get down when the enemy is near.
fn leaves(state: &State, side: Side, id: UnitId, vehicle: UnitId, enemy: i64, weights: &[i64]) -> Option<Order> {
    let carrier = state.unit(vehicle);
    let crewed = state.element(id).is_csw();
    let parked = state.element(vehicle).figures.class == Class::SoftVehicle
        && goal(state, side, carrier.at).is_some_and(|to| carrier.at.within(to, weights[PARK] * INCH));
    let close = if parked { weights[PARK] } else { weights[ALIGHT] };
    let near = if crewed { can_serve(state, id, &carrier.base()) } else { parked || enemy <= close * INCH };
    if !near || carrier.place != Place::Table || state.unit(id).is_suppressed() {
        return None;
    }
    let (at, usual) = state.room_beside(id, vehicle)?;
    // A gun looks where it is to fire.
    let facings = [watching(state, id, at).filter(|_| crewed), Some(usual)].into_iter().flatten();
    let allowed = |facing: &Facing| crate::game::boarding::check_alight(state, side, id, at, *facing).is_ok();
    { facings }.find(allowed).map(|facing| Order::Alight { unit: id, at, facing: facing.degrees() as u16 })
}

/// The reserve comes on at a place at random.
fn comes_on(state: &State, side: Side, id: UnitId, random: &mut Seeded) -> Option<Order> {
    let facing = state.battle.army(side).edge.facing().turned(180);
    let spots: Vec<Point> = state.points_at_edge(side).collect();
    let drawn = (0..12).map(|_| spots[random.below(spots.len() as u32) as usize]);
    let free = |at: &Point| reserve::check_enter(state, side, id, *at, facing).is_ok();
    { drawn }.find(free).map(|at| Order::Enter { unit: id, at, facing: facing.degrees() as u16 })
}
