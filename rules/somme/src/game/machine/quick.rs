//! Quick play: a sensible order at once for every question. It plans by corps: guns on few squares, marches towards a goal
//! for each corps, assaults only where the bombardment has told.

use super::weights::{
    ANSWER, ASSAULT, CORPS_1, CORPS_2, CORPS_3, CORPS_4, CORPS_5, CORPS_6, COUNTERATTACK, DRAW, FIRE, GOAL,
    LEAST_ASSAULT, LEAST_BOMBARDMENT, LIFT, NEAR, OWN_STEP, SQUARE, STEP, WAY,
};
use crate::assault;
use crate::bombardment::{Effect, ways};
use crate::game::fight::{Fight, Occasion, Stage};
use crate::game::reach::Reaches;
use crate::game::victory::expects_assaults;
use crate::game::{
    Group, Marks, Order, Resource, State, UnitId, Units, assault_step, bombard_step, commit_step, movement_step,
    support_step,
};
use crate::guns::MOST_GUNS;
use crate::results::Verdict;
use crate::scenario::{Goal, Side, Square, SquareSet};
use std::cmp::Reverse;

/// The quick order to a question.
pub(super) fn order(state: &State, side: Side, question: &str, w: &[i64]) -> Option<Order> {
    match question {
        "buy operations" => Some(Order::Buy { operations: smallvec::SmallVec::new() }),
        "dig defences" => Some(Order::Pass),
        "lay mines" => {
            let mines = &state.battle.scenario().mines;
            let free = mines.iter().find(|at| !state.mined.contains(at));
            Some(free.map_or(Order::Pass, |&at| Order::Mine { at }))
        }
        "bombard" => Some(bombard(state, side, w)),
        "answer the guns" => Some(answer(state, side, w)),
        "move" => Some(movement(state, side, w)),
        "commit assaults" => Some(best_assault(state, side, w).map_or(Order::Pass, |(_, order)| order)),
        "attack again" => Some(again(state, side, w)),
        "support assaults" => Some(support(state, w)),
        "name a target for the fire" => {
            let fight = assault_step::aimed(state);
            let strength = |at: &Square| -> u8 {
                fight.from(state, *at).iter().map(|&unit| state.rated(unit, |ratings| ratings.attack)).sum()
            };
            fight.squares(state).into_iter().max_by_key(strength).map(|at| Order::Aim { at })
        }
        "resolve an assault" => {
            let ready = assault_step::ready(state).into_iter().map(|place| &state.fights[usize::from(place)]);
            ready.max_by_key(|fight| win(state, fight, w)).map(|fight| Order::Resolve { target: fight.target })
        }
        "counterattack or give way" => {
            let fight = assault_step::aimed(state);
            let ways = |on: &Square| assault::ways(&fight.counter_terms(state, *on), Verdict::DefenderRetreats);
            let best = fight.squares(state).into_iter().max_by_key(ways)?;
            let fights = i64::from(ways(&best)) >= w[COUNTERATTACK];
            Some(if fights { Order::Counterattack { on: best } } else { Order::GiveWay })
        }
        _ => None,
    }
}

/// Orders worth a thought beside the quick one.
pub(super) fn hints(state: &State, side: Side, question: &str, w: &[i64]) -> Vec<Order> {
    let first = order(state, side, question, w);
    let mut hints: Vec<Order> = first.into_iter().collect();
    match question {
        "commit assaults" => hints.extend(assaults(state, side, w, false).into_iter().take(3).map(|(_, order)| order)),
        "bombard" => hints.extend(barrages(state, side, w).into_iter().take(3).map(|(_, order)| order)),
        _ => {}
    }
    if matches!(
        question,
        "commit assaults" | "bombard" | "move" | "answer the guns" | "support assaults" | "attack again"
    ) {
        hints.push(Order::Pass);
    }
    hints
}

/// What a square is worth to the side that wants it, in hundredths of a point.
fn value(state: &State, square: Square, w: &[i64]) -> i64 {
    let scenario = state.battle.scenario();
    let known = |number: usize| match &state.drawn {
        None => true,
        Some(drawn) => drawn.known().is_none_or(|drawn| drawn.goals.contains(&(number as u8))),
    };
    let goal = scenario.objectives.iter().enumerate().find(|(number, goal)| goal.at == square && known(*number));
    // A square near an objective of the same holder is on the way to it.
    let holder = state.holder(square);
    let ahead = |(number, goal): (usize, &Goal)| {
        (state.holder(goal.at) == holder && goal.at != square && known(number)).then(|| goal.at.steps_to(square))
    };
    let near = scenario.objectives.iter().enumerate().filter_map(ahead).min().unwrap_or(9);
    let way = w[WAY] * (5 - i64::from(near)).max(0);
    w[SQUARE] + goal.map_or(0, |(_, goal)| i64::from(goal.value) * w[GOAL]) + way
}

/// What a step of a unit of a side costs it.
fn step(side: Side, w: &[i64]) -> i64 {
    if side == Side::German { w[STEP] } else { w[OWN_STEP] }
}

/// In how many of 36 ways an assault takes its square, after commitment and fire as they are on average.
fn win(state: &State, fight: &Fight, w: &[i64]) -> i64 {
    let mut terms = fight.terms(state, false);
    if fight.stage == Stage::Declared {
        let going: i64 = fight
            .units
            .iter()
            .map(|&unit| {
                let nerve = commit_step::nerve(state, unit);
                let worse = i64::from(nerve.suppressed) + i64::from(nerve.unsupplied) + i64::from(nerve.out_of_command);
                let morale = i64::from(nerve.morale) + i64::from(nerve.trained) - worse + i64::from(nerve.with_tank);
                let attack = if state.is(unit, Marks::WENT) { 6 } else { morale.clamp(1, 5) };
                attack * i64::from(state.rated(unit, |ratings| ratings.attack))
            })
            .sum();
        terms.attack = ((going + 3) / 6).clamp(0, 60) as u8;
    }
    let plain = i64::from(assault::ways(&terms, Verdict::DefenderRetreats));
    let counter = i64::from(assault::ways(&terms, Verdict::Counterattack)) - plain;
    let mut ways = plain + counter / 2;
    if fight.stage < Stage::Fired {
        let factors = i64::from(state.fire_factors(fight.target)) + i64::from(fight.neighbour_fire(state) / 2);
        let squares = fight.squares(state).len().max(1) as i64;
        ways -= ways * (factors * w[FIRE] / squares).min(90) / 100;
    }
    ways
}

/// How bold the corps of a unit is by this plan, in hundredths: plans of a turn differ in who attacks.
fn boldness(state: &State, unit: Option<UnitId>, w: &[i64]) -> i64 {
    const PLANNED: [usize; 6] = [CORPS_1, CORPS_2, CORPS_3, CORPS_4, CORPS_5, CORPS_6];
    unit.map_or(100, |unit| w[PLANNED[usize::from(state.unit(unit).corps) % PLANNED.len()]])
}

/// What an assault gains on average, in hundredths of a point.
fn gain(state: &State, fight: &Fight, w: &[i64]) -> i64 {
    let side = fight.side;
    // Resources come to most assaults that have command support.
    let mut helped = fight.clone();
    let supported = fight.support(state).support != crate::headquarters::Support::None;
    if fight.stage == Stage::Declared && supported && fight.occasion == Occasion::First && state.fights.len() < 4 {
        helped.resources.push(Resource::Lift);
    }
    let ways = (win(state, &helped, w) * w[LIFT] + win(state, fight, w)) / (w[LIFT] + 1);
    let defenders: i64 = state.units_in(fight.target).map(|unit| i64::from(state.unit(unit).left)).sum();
    let factors = i64::from(state.fire_factors(fight.target)) + i64::from(fight.neighbour_fire(state) / 2);
    let attackers = fight.units.len() as i64;
    // R45 A turn with fewer than four assaults costs the Allies points.
    let wanted = side == Side::Allied && state.fights.len() < 4 && expects_assaults(state);
    let won = value(state, fight.target, w) + defenders.min(3) * step(side.other(), w);
    let due = if wanted { w[ASSAULT] } else { 0 };
    let lost = step(side, w) * (attackers + factors / 3);
    (ways * won - (36 - ways) * lost) / 36 + due
}

/// The assaults that could be declared, the best first.
fn assaults(state: &State, side: Side, w: &[i64], again: bool) -> Vec<(i64, Order)> {
    let mut all = Vec::new();
    for target in commit_step::targets(state, side) {
        let able = commit_step::able(state, side, target, again);
        for most in [3, commit_step::MOST_ATTACKERS] {
            let units = commit_step::strongest(state, &able, most);
            if units.is_empty() || (most > 3 && units.len() <= 3) {
                continue;
            }
            let fight = Fight::of(side, target, units.clone(), Units::new(), Occasion::First);
            let gain = gain(state, &fight, w) * boldness(state, units.first().copied(), w) / 100;
            all.push((gain, Order::Assault { target, units, close: Units::new() }));
        }
    }
    all.sort_by_key(|(gain, _)| Reverse(*gain));
    all
}

fn best_assault(state: &State, side: Side, w: &[i64]) -> Option<(i64, Order)> {
    assaults(state, side, w, false).into_iter().next().filter(|(gain, _)| *gain > w[LEAST_ASSAULT])
}

/// A second attack where it promises as much as a first one must.
fn again(state: &State, side: Side, w: &[i64]) -> Order {
    let mut best = (w[LEAST_ASSAULT], Order::Pass);
    for fight in state.fights.iter().filter(|fight| fight.stage == Stage::Done && fight.occasion == Occasion::First) {
        let target = fight.target;
        if !commit_step::is_target(state, side, target) {
            continue;
        }
        let able = commit_step::able(state, side, target, true);
        let units = commit_step::strongest(state, &able, commit_step::MOST_ATTACKERS);
        if units.is_empty() {
            continue;
        }
        let second = Fight::of(side, target, units.clone(), Units::new(), Occasion::Again);
        let gain = gain(state, &second, w);
        if gain > best.0 {
            best = (gain, Order::AttackAgain { target, units, close: Units::new() });
        }
    }
    best.1
}

/// The resource that raises the chances of an assault by most.
fn support(state: &State, w: &[i64]) -> Order {
    let mut best = (0, Order::Pass);
    for fight in state.fights.iter().filter(|fight| fight.stage == Stage::Committed) {
        let (now, worth) = (win(state, fight, w), value(state, fight.target, w));
        for resource in Resource::ALL {
            if !support_step::may_have(state, fight, resource) {
                continue;
            }
            let mut with = fight.clone();
            with.resources.push(resource);
            let gain = match resource {
                Resource::Consolidate => worth / 20,
                Resource::Smoke => worth / 4,
                _ => (win(state, &with, w) - now) * worth / 36 + 1,
            };
            if gain > best.0 {
                best = (gain, Order::Support { target: fight.target, resource });
            }
        }
    }
    best.1
}

/// Attackers of a side that stand beside a square or could come there.
fn at_hand(state: &State, side: Side, target: Square) -> i64 {
    let fit = |unit: &UnitId| {
        !state.is_gun(*unit) && !state.is_hq(*unit) && state.side(*unit) == side && !state.is(*unit, Marks::DISRUPTED)
    };
    let near = target.neighbours().flat_map(|(_, next)| state.units_in(next).filter(fit).collect::<Units>());
    (near.count() as i64).min(6)
}

/// The first of those who would attack a square.
fn attacker(state: &State, side: Side, target: Square) -> Option<UnitId> {
    let own = |unit: &UnitId| state.side(*unit) == side && !state.is_gun(*unit) && !state.is_hq(*unit);
    target.neighbours().find_map(|(_, next)| state.units_in(next).find(own))
}

/// Bombardments that could be declared, the best first.
fn barrages(state: &State, side: Side, w: &[i64]) -> Vec<(i64, Order)> {
    let mut all = Vec::new();
    let enemies: SquareSet = state.on_map(side.other()).filter_map(|unit| state.square(unit)).collect();
    for target in enemies.iter() {
        if state.bombardments.iter().any(|barrage| barrage.target == target) || state.is_engaged(target) {
            continue;
        }
        let hand = at_hand(state, side, target);
        let guns = bombard_step::in_range(state, side, target);
        if guns.is_empty() || (side == Side::Allied && hand < 2) {
            continue;
        }
        let best = bombard_step::best(state, &guns, target);
        let (salvo, shot) = bombard_step::shot(state, side, target, &best);
        let faces = i64::from(ways(salvo, shot, Effect::Suppress));
        let steps = i64::from(ways(salvo, shot, Effect::Step));
        let units = state.units_in(target).count() as i64;
        let told = match side {
            Side::Allied => (value(state, target, w) / 2 + w[NEAR] * hand) * faces,
            Side::German => w[NEAR] * units * faces,
        };
        // The guns of one corps fire for another: whose attack they prepare is what counts.
        let worth =
            (told + steps * step(side.other(), w)) / 6 * boldness(state, attacker(state, side, target), w) / 100;
        if faces > 0 && best.len() <= MOST_GUNS {
            all.push((worth, Order::Bombard { target, guns: best }));
        }
    }
    all.sort_by_key(|(worth, _)| Reverse(*worth));
    all
}

fn bombard(state: &State, side: Side, w: &[i64]) -> Order {
    let all = barrages(state, side, w);
    if let Some((worth, order)) = all.first()
        && *worth > w[LEAST_BOMBARDMENT]
    {
        return order.clone();
    }
    // Aircraft go where an assault is likeliest and no guns fire.
    if side == Side::Allied && bombard_step::flights_left(state, side) > 0 {
        let enemies: SquareSet = state.on_map(Side::German).filter_map(|unit| state.square(unit)).collect();
        let open = enemies.iter().filter(|&at| {
            at_hand(state, side, at) >= 2 && !state.bombardments.iter().any(|barrage| barrage.target == at)
        });
        if let Some(target) = open.max_by_key(|&at| value(state, at, w) + w[NEAR] * at_hand(state, side, at)) {
            return Order::Fly { target };
        }
    }
    Order::Pass
}

/// Guns answer where they are likely to silence something.
fn answer(state: &State, side: Side, w: &[i64]) -> Order {
    let mut best = (0, Order::Pass);
    let mut squares: Vec<Square> =
        state.bombardments.iter().flat_map(|barrage| &barrage.guns).filter_map(|&gun| state.square(gun)).collect();
    squares.sort_unstable();
    squares.dedup();
    for target in squares {
        if state.answers.iter().any(|answer| answer.target == target) {
            continue;
        }
        let guns = bombard_step::in_range(state, side, target);
        if guns.is_empty() {
            continue;
        }
        let guns = bombard_step::best(state, &guns, target);
        let (salvo, shot) = bombard_step::shot(state, side, target, &guns);
        let faces = i64::from(ways(salvo, shot, Effect::Suppress));
        let firing = state.units_in(target).filter(|&unit| state.is_gun(unit)).count() as i64;
        if faces >= w[ANSWER] && faces * firing > best.0 {
            best = (faces * firing, Order::Answer { target, guns });
        }
    }
    best.1
}

/// An objective where nobody stands is entered by whoever comes there most cheaply: one of the enemy's at once, an own one
/// where the enemy could come. Who alone holds another stays there, and who is in the line leaves it only for the enemy's.
fn occupy(state: &State, side: Side, enemy: &SquareSet, w: &[i64]) -> Option<Order> {
    const COMES: u8 = 5;
    let goals = &state.battle.scenario().objectives;
    let holds_alone = |at: Square| goals.iter().any(|goal| goal.at == at) && state.units_in(at).count() == 1;
    let near = |at: Square, steps: u8| enemy.iter().any(|other| other.steps_to(at) <= steps);
    let wanted = |goal: &&Goal| {
        let bare = state.units_in(goal.at).next().is_none() && near(goal.at, COMES);
        if state.holder(goal.at) == side { bare } else { state.can_enter(side, goal.at) }
    };
    let mut open: Vec<&Goal> = goals.iter().filter(wanted).collect();
    open.sort_by_key(|goal| Reverse((state.holder(goal.at) != side, value(state, goal.at, w))));
    let mut reaches = Reaches::of(state, side);
    open.into_iter().find_map(|goal| {
        let own = state.holder(goal.at) == side;
        let bound = |at: Square| holds_alone(at) || (own && near(at, 1));
        let fit = |unit: &UnitId| {
            let at = state.square(*unit).filter(|at| at.steps_to(goal.at) <= state.points(*unit));
            at.is_some_and(|at| !bound(at)) && !state.is_gun(*unit) && !state.is_hq(*unit) && state.may_move(*unit)
        };
        let cost = |unit: UnitId| {
            let reached = reaches.reach(state, unit).iter().find(|one| one.square == goal.at)?;
            Some((reached.cost, unit))
        };
        let (_, unit) = state.on_map(side).filter(fit).filter_map(cost).min()?;
        Some(Order::Move { unit, path: State::way(reaches.reach(state, unit), goal.at) })
    })
}

/// Corps by corps: who is not in the line marches towards the goal of the corps; headquarters follow.
fn movement(state: &State, side: Side, w: &[i64]) -> Order {
    let enemy: SquareSet = state.on_map(side.other()).filter_map(|unit| state.square(unit)).collect();
    if let Some(order) = occupy(state, side, &enemy, w) {
        return order;
    }
    let touches = |square: Square| square.neighbours().any(|(_, next)| enemy.has(next));
    for corps in 0..state.battle.scenario().corps.len() as u8 {
        let group = Group::Corps(corps);
        let all = movement_step::movable(state, side, group);
        if all.len() < 2 {
            continue;
        }
        let idle = |unit: &UnitId| {
            let guns = state.is_gun(*unit);
            let at = state.square(*unit);
            // Guns stay while they reach something; those in the line hold it.
            let busy = at.is_some_and(|at| {
                if guns { reaches(state, *unit, at, &enemy) } else { touches(at) || holds(state, side, at) }
            });
            !busy && movement_step::can_act(state, *unit)
        };
        let units: smallvec::SmallVec<[UnitId; 16]> = all.iter().copied().filter(idle).collect();
        let Some(&first) = units.first() else { continue };
        let Some(from) = state.square(first) else { continue };
        let Some(goal) = goal(state, side, from, w) else { continue };
        // Those who are drawn elsewhere go by themselves.
        let along = |unit: &UnitId| state.square(*unit).and_then(|at| self::goal(state, side, at, w)) == Some(goal);
        let units: smallvec::SmallVec<[UnitId; 16]> = units.iter().copied().filter(along).collect();
        let reach = state.reach(first);
        let nearest = reach
            .iter()
            .map(|one| one.square)
            .filter(|&square| {
                square != from && state.may_stop(first, square) && square.steps_to(goal) < from.steps_to(goal)
            })
            .min_by_key(|square| (square.steps_to(goal), *square));
        if let Some(to) = nearest {
            let units = movement_step::nearer(state, side, &units, to);
            return Order::March { group, units, to };
        }
    }
    headquarters(state, side, &enemy).unwrap_or(Order::Pass)
}

/// Do guns reach enemies from where they stand?
fn reaches(state: &State, gun: UnitId, at: Square, enemy: &SquareSet) -> bool {
    let range = bombard_step::range(state.kind(gun));
    enemy.iter().any(|square| square.steps_to(at) <= range.saturating_sub(1))
}

/// Germans who stand alone in a trench near the enemy, or on an objective, hold it.
fn holds(state: &State, side: Side, at: Square) -> bool {
    let alone = state.units_in(at).filter(|&unit| !state.is_gun(unit)).count() <= 1;
    let objective = state.battle.scenario().objectives.iter().any(|goal| goal.at == at);
    let front = at.neighbours().any(|(_, next)| state.holder(next) != side);
    side == Side::German && alone && (objective || (front && state.trench(at, side).is_some()))
}

/// Where a corps goes: the objective that is worth most for its distance. The Allies look at those they do not hold, the
/// Germans at those that are in danger.
fn goal(state: &State, side: Side, from: Square, w: &[i64]) -> Option<Square> {
    let scenario = state.battle.scenario();
    let wanted =
        scenario.objectives.iter().filter(|goal| side == Side::German || state.holder(goal.at) == Side::German);
    let worth = |goal: &&Goal| {
        let near = value(state, goal.at, w) / 20 - w[DRAW] * i64::from(goal.at.steps_to(from));
        let crowded = state.units_in(goal.at).count() as i64;
        let danger = goal.at.neighbours().any(|(_, next)| state.holder(next) != side);
        match side {
            Side::Allied => near,
            Side::German => near - 15 * crowded + if danger { 20 } else { 0 },
        }
    };
    wanted.max_by_key(worth).map(|goal| goal.at)
}

/// A headquarters that is more than four squares behind its corps comes up, but not into the line.
fn headquarters(state: &State, side: Side, enemy: &SquareSet) -> Option<Order> {
    for hq in state.on_map(side).filter(|&unit| state.is_hq(unit) && state.may_move(unit)) {
        let at = state.square(hq)?;
        let near = |square: Square| enemy.iter().map(|other| other.steps_to(square)).min().unwrap_or(0);
        if near(at) <= 4 {
            continue;
        }
        let reach = state.reach(hq);
        let best = reach
            .iter()
            .filter(|one| one.square != at && near(one.square) >= 3)
            .min_by_key(|one| (near(one.square), one.square));
        if let Some(best) = best.filter(|best| near(best.square) < near(at)) {
            return Some(Order::Move { unit: hq, path: State::way(&reach, best.square) });
        }
    }
    None
}
