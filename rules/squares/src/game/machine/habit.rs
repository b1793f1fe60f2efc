//! What a player of habit does in each step, and the orders worth a thought beside it.

use super::super::question::{Question, fight, laying, wounds};
use super::super::victory::margin;
use super::super::{
    Aim, Fielded, Frame, Laying, Marker, Order, Side, Square, SquareSet, State, Turned, UnitId, Units, Wounds,
    arrivals_step, assets_step, barrage_step, command_step, morale_step, shooting_step, turn, way_back::WayBack,
};
use super::chance::fails;
use super::end::half_base;
use super::fights::{self, chance_of, gain, ideas, square_value};
use super::moves::{Wishes, movers, ways};
use super::value::POINT;
use super::weights::HABIT;
use crate::assault::verdict_odds;
use crate::barrage::BarrageKind;
use crate::morale;
use crate::retire::retire_hits;
use crate::saves::{Shelter, saves_on};
use crate::scenario::AssetKind;
use crate::shooting;
use kernel::odds::Budget;
use smallvec::SmallVec;

/// What habit orders; nothing where it has no habit.
pub(super) fn order(state: &State, side: Side, question: Question) -> Option<Order> {
    match question {
        Question::SetUp => Some(Order::Ready),
        Question::Assets => assets(state, side).into_iter().next(),
        Question::LayBarrage => aims(state, laying(state)).into_iter().next(),
        Question::Command => commands(state, side).into_iter().next(),
        Question::Move => Some(movement(state, side)),
        Question::Assault => Some(assault(state, side)),
        Question::Answer => Some(answer(state)),
        Question::PlaceHits => Some(place(state, side, wounds(state)?)),
        Question::MoveIn => Some(move_in(state)),
        Question::GiveMarker => marker(state, side),
        Question::Shoot => shots(state, side).into_iter().next(),
        Question::Reinforce => reinforce(state, side),
        Question::Arrive => arrive(state, side),
    }
}

/// The squares that have not been passed over in this step.
pub(super) fn not_passed_over(state: &State, side: Side) -> SquareSet {
    state.held[side].iter().filter(|square| square.rank(side) >= state.cursor).collect()
}

/// Step 2: the assets, the most useful now first; a pass where none would be.
pub(super) fn assets(state: &State, side: Side) -> Vec<Order> {
    let worth = |kind: AssetKind| match barrage_of(kind) {
        Some(kind) => best_aim(state, Laying { kind, side, preliminary: false }).0,
        // A shock assault is for a turn in which there is something to assault.
        None => {
            ideas(state, side, state.held[side]).iter().map(|idea| HABIT.shock * idea.gain / 1000).max().unwrap_or(0)
        }
    };
    let mut assets: Vec<(i64, u8)> = assets_step::left(state, side)
        .map(|(place, asset)| (worth(asset.kind) * i64::from(7 - asset.on), place))
        .collect();
    assets.retain(|(worth, _)| *worth > 0);
    assets.sort_by_key(|(worth, place)| (std::cmp::Reverse(*worth), *place));
    assets.into_iter().map(|(_, asset)| Order::RollAsset { asset }).chain([Order::Pass]).collect()
}

fn barrage_of(asset: AssetKind) -> Option<BarrageKind> {
    match asset {
        AssetKind::Suppression => Some(BarrageKind::Suppression),
        AssetKind::PointEffect => Some(BarrageKind::PointEffect),
        AssetKind::Rolling => Some(BarrageKind::Rolling),
        AssetKind::Gas => Some(BarrageKind::Gas),
        AssetKind::ShockAssault => None,
    }
}

/// Where a barrage could lie, the best first.
pub(super) fn aims(state: &State, laying: Laying) -> Vec<Order> {
    let mut aims = all_aims(state, laying);
    aims.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    aims.truncate(6);
    aims.into_iter().map(|(_, aim)| Order::LayBarrage { aim }).collect()
}

fn best_aim(state: &State, laying: Laying) -> (i64, Option<Aim>) {
    let best = all_aims(state, laying).into_iter().max_by_key(|(worth, _)| *worth);
    best.map_or((0, None), |(worth, aim)| (worth, Some(aim)))
}

fn all_aims(state: &State, laying: Laying) -> Vec<(i64, Aim)> {
    let on: SmallVec<[i64; 48]> = Square::all().map(|square| shelled(state, laying, square)).collect();
    let rows = barrage_step::rows(laying.kind);
    let row_aims = rows.flat_map(|row| (0..4).map(move |column| Aim::Row(Square::in_row_of(laying.side, row, column))));
    let corner = |at| Turned::ALL.into_iter().map(move |turn| Aim::Corner { at, turn });
    let aims: Vec<Aim> = match laying.kind {
        BarrageKind::PointEffect => Square::all().flat_map(corner).collect(),
        _ => row_aims.collect(),
    };
    let worth = |aim: Aim| {
        let squares = barrage_step::squares(aim)?;
        let mut worth = 0;
        for square in squares {
            worth += on[square.index()] * 2;
            // It may fall short or over, and a rolling one goes on.
            let (before, behind) = (square.towards(laying.side.back()), square.towards(laying.side.forward()));
            worth += before.map_or(0, |square| on[square.index()]) / 2;
            worth +=
                behind.map_or(0, |square| on[square.index()]) / if laying.kind == BarrageKind::Rolling { 1 } else { 2 };
        }
        Some((worth / 3, aim))
    };
    aims.into_iter().filter_map(worth).collect()
}

/// What a barrage is worth on a square.
fn shelled(state: &State, laying: Laying, square: Square) -> i64 {
    let Some(owner) = state.holder(square) else { return 0 };
    let sign = if owner == laying.side { -1 } else { 1 };
    let shelter = match laying.kind {
        BarrageKind::Gas => Shelter::Gassed,
        _ => Shelter::UnderFire(state.battle.ground(square), state.battle.defences(square)),
    };
    let units = state.as_units(state.at[square]);
    let fails = i64::from(fails(units.iter().cloned(), shelter));
    let (hits, markers) = match laying.kind {
        BarrageKind::Suppression => (2, 1),
        BarrageKind::PointEffect => (7, 3),
        BarrageKind::Rolling => (4, 2),
        BarrageKind::Gas => (5, 1),
    };
    let losses = hits * fails * HABIT.half_base / 24;
    // Markers weaken what will be assaulted and shake what must test; suppression shuts a square off from assault.
    let close = i64::from(state.beside_enemy(owner).has(square));
    let shaken = markers * (HABIT.shaken + HABIT.shaken_close * close);
    let shut = if laying.kind != BarrageKind::Suppression {
        0
    } else if laying.side == Side::Attacker {
        -500 * close
    } else {
        500
    };
    sign * (losses + shaken + shut)
}

/// Step 3: orders worth trying, the best first; a pass where none is.
pub(super) fn commands(state: &State, side: Side) -> Vec<Order> {
    let mut orders: Vec<(i64, Order)> = Vec::new();
    for square in command_step::squares(state, side).iter() {
        let best = ideas(state, side, square.into()).into_iter().map(|idea| idea.chance.win).max();
        if let Some(win) = best {
            // Two dice more help most where the fight is even.
            let help = (500 - (win - 500).abs()).max(0) * HABIT.fighting_bonus / 1000;
            orders.push((help, Order::Command { square, marker: Marker::FightingBonus }));
        }
        let units = morale_step::testing(state, square);
        if !units.is_empty() {
            let way = WayBack::of(state, side, square, units);
            let dice = i64::from(morale::pool(&morale_step::situation(state, square, units, way), false).total());
            // Two fails send a square back; an order takes two dice away.
            let danger = if dice >= 2 { (dice - 1) * HABIT.morale_die } else { 0 };
            let hold = if best.is_none() && dice >= 3 { danger + 200 } else { danger / 2 };
            orders.push((danger, Order::Command { square, marker: Marker::MoraleBonus }));
            orders.push((hold, Order::Command { square, marker: Marker::HoldTheLine }));
        }
    }
    orders.retain(|(worth, _)| *worth > 0);
    orders.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    orders.truncate(8);
    orders.into_iter().map(|(_, order)| order).chain([Order::Pass]).collect()
}

/// Step 5: the best move of the first square that has one.
fn movement(state: &State, side: Side) -> Order {
    let wishes = Wishes::of(state, side);
    for from in movers(state, side) {
        if let Some(way) = ways(state, side, &wishes, from).into_iter().next()
            && way.gain > HABIT.least_move
        {
            return way.order;
        }
    }
    Order::Pass
}

/// Step 5: moves worth a thought, square by square.
pub(super) fn moves(state: &State, side: Side) -> Vec<Order> {
    let wishes = Wishes::of(state, side);
    let mut orders = Vec::new();
    for (place, from) in movers(state, side).into_iter().take(4).enumerate() {
        let most = if place == 0 { 5 } else { 2 };
        orders.extend(ways(state, side, &wishes, from).into_iter().take(most).map(|way| way.order));
    }
    orders.push(Order::Pass);
    orders
}

/// Step 6: the first good assault in the order of the squares, unless a later one is far better.
fn assault(state: &State, side: Side) -> Order {
    let mut good: Vec<fights::Idea> = ideas(state, side, not_passed_over(state, side));
    good.retain(|idea| idea.gain > HABIT.least_fight[side]);
    let rank = |order: &Order| match order {
        Order::Assault { from, .. } => from.rank(side),
        _ => u8::MAX,
    };
    good.sort_by_key(|idea| (rank(&idea.order), std::cmp::Reverse(idea.gain)));
    let best = good.iter().map(|idea| idea.gain).max().unwrap_or(0);
    good.into_iter().find(|idea| idea.gain * 2 > best).map_or(Order::Pass, |idea| idea.order)
}

/// A target stands, unless retiring costs it less.
fn answer(state: &State) -> Order {
    let fight = fight(state);
    let assault = fight.situation(state);
    let chance = chance_of(&assault);
    let stands = -gain(state, fight.side, fight.target, &assault, chance);
    let shelter = Shelter::Assaulted(assault.ground, assault.defences);
    let fails = i64::from(fails(assault.target.iter().cloned(), shelter));
    let hits = i64::from(retire_hits(&assault.target, assault.ground).total());
    let own = half_base(state, fight.side.other());
    let retires = -(hits * fails * own / 12) - square_value(state, fight.side, fight.target) - HABIT.retiring;
    if retires > stands { Order::Retire } else { Order::Stand }
}

/// Places hits where they hurt least, on one's own units, or most.
fn place(state: &State, side: Side, wounds: &Wounds) -> Order {
    let mut share = wounds.share();
    let own = wounds.owner == side;
    let body: SmallVec<[&Fielded; 12]> = wounds.units.iter().map(|&unit| state.unit(unit)).collect();
    let shelter = Shelter::UnderFire(state.battle.ground(wounds.at), state.battle.defences(wounds.at));
    for _ in 0..share.free {
        let hurt = |place: usize| {
            let unit = body[place];
            let on = i64::from(saves_on(&unit.unit(), shelter));
            let taken = wounds.placed[place] + share.forced[place];
            let left = i64::from(unit.left.saturating_sub(taken));
            // The last half bases of a machine gun or gun are dear; a unit that is gone needs no more hits.
            let dear = if unit.kind.half_bases() == 2 { 160 } else { 100 };
            if left == 0 { 1 } else { (on - 1) * dear + 40 / left }
        };
        let open = (0..body.len()).filter(|&place| share.most[place] > 0);
        let chosen = if own { open.min_by_key(|&place| hurt(place)) } else { open.max_by_key(|&place| hurt(place)) };
        let Some(chosen) = chosen else { break };
        share.most[chosen] -= 1;
        share.forced[chosen] += 1;
    }
    Order::PlaceHits { shares: SmallVec::from_slice(&share.forced[..wounds.units.len()]) }
}

/// All infantry and cavalry that have room move in, the strongest first, then what else fought.
fn move_in(state: &State) -> Order {
    let fight = fight(state);
    let mut may: Vec<UnitId> = fight.may_move_in(state).iter().collect();
    may.sort_by_key(|&unit| {
        let fielded = state.unit(unit);
        (!fielded.kind.is_infantry_or_cavalry(), std::cmp::Reverse(fielded.left))
    });
    let mut units = Units::NONE;
    for unit in may {
        if state.has_room(fight.target, units | unit.into()) {
            units.add(unit);
        }
    }
    Order::Advance { units }
}

/// The marker goes to the strongest unit, in the taken square where there is one.
fn marker(state: &State, side: Side) -> Option<Order> {
    let fight = fight(state);
    let unit = fight.may_be_marked(state, side).iter().max_by_key(|&unit| {
        let fielded = state.unit(unit);
        (fielded.square() == Some(fight.target), fielded.left)
    })?;
    Some(Order::GiveMarker { unit })
}

/// Step 7: shots of the first square that has any, the best first.
pub(super) fn shots(state: &State, side: Side) -> Vec<Order> {
    for from in shooting_step::shooters(state, side).in_order(side) {
        let mut shots: Vec<(i64, Order)> = Vec::new();
        for target in shooting_step::targets(state, side, from) {
            if let Some(order) = shooting_step::default_shot(state, side, from, target) {
                shots.push((shot(state, &order), order));
            }
        }
        if !shots.is_empty() {
            shots.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
            return shots.into_iter().map(|(_, order)| order).collect();
        }
    }
    vec![Order::Pass]
}

/// What a shot is worth: the half bases it costs on average.
fn shot(state: &State, order: &Order) -> i64 {
    let Order::Shoot { from, target, units } = *order else { return 0 };
    let situation = shooting_step::situation(state, from, target, from.steps_to(target), units);
    let shelter = Shelter::UnderFire(situation.ground, situation.defences);
    let fails = i64::from(fails(situation.target.iter().cloned(), shelter));
    i64::from(shooting::pool(&situation, false).total()) * fails * HABIT.half_base / 72
}

/// Step 10: the way that brings most, to where it is needed most.
fn reinforce(state: &State, side: Side) -> Option<Order> {
    let waiting = state.waiting(side);
    if waiting.len() > 7 {
        return Some(Order::RollForAll);
    }
    let unit = waiting.iter().max_by_key(|&unit| state.unit(unit).left)?;
    let by_road = arrivals_step::squares(state, side, unit, true);
    if let Some(to) = most_wanted(state, side, by_road) {
        let mut others = waiting;
        others.remove(unit);
        let mut attempts: SmallVec<[UnitId; 2]> = others.iter().take(2).collect();
        if attempts.len() == 1 {
            attempts.push(attempts[0]);
        }
        return Some(Order::BringByRoad { unit, to, attempts });
    }
    let to = most_wanted(state, side, arrivals_step::squares(state, side, unit, false));
    Some(to.map_or(Order::RollForAll, |to| Order::BringOn { unit, to }))
}

fn arrive(state: &State, side: Side) -> Option<Order> {
    let Some(Frame::Arrivals { units, by_road }) = state.frames.last() else { return None };
    let unit = units.first()?;
    let to = most_wanted(state, side, arrivals_step::squares(state, side, unit, *by_road))?;
    Some(Order::Arrive { unit, to })
}

fn most_wanted(state: &State, side: Side, squares: SquareSet) -> Option<Square> {
    let wishes = Wishes::of(state, side);
    squares.iter().max_by_key(|&square| wishes.of[square])
}

/// What an order is worth by the exact odds of its own dice, and no further: the player without a plan goes by this.
pub(super) fn prospect(state: &State, order: &Order) -> i64 {
    let Some((side, question)) = turn::question(state) else { return 0 };
    match order {
        Order::Assault { .. } => {
            let named = super::super::fight::Named::of(order).expect("an assault is named");
            let assault = super::super::fight::Fight::of(state, side, &named).situation(state);
            gain(state, side, named.target, &assault, exactly(&assault))
        }
        Order::Stand | Order::Retire => {
            let fight = fight(state);
            let assault = fight.situation(state);
            let stands = -gain(state, fight.side, fight.target, &assault, exactly(&assault));
            let hits = i64::from(retire_hits(&assault.target, assault.ground).total());
            let shelter = Shelter::Assaulted(assault.ground, assault.defences);
            let fails = i64::from(fails(assault.target.iter().cloned(), shelter));
            match order {
                Order::Stand => stands,
                _ => -(hits * fails * HABIT.half_base / 12) - square_value(state, fight.side, fight.target),
            }
        }
        Order::Shoot { .. } => shot(state, order),
        Order::LayBarrage { aim } => {
            let aims = all_aims(state, laying(state));
            aims.into_iter().find(|(_, other)| other == aim).map_or(0, |(worth, _)| worth)
        }
        Order::Move { units, path, .. } => after_move(state, side, *units, path),
        Order::Pass if question == Question::Assault => 0,
        Order::Pass => -1,
        _ => 0,
    }
}

/// The chance of an assault by the exact odds of both pools and all saves.
fn exactly(assault: &crate::assault::Assault) -> super::chance::Chance {
    let odds = verdict_odds(assault, &Budget::default());
    let win = (odds.dist.chance_that(|won| *won).to_f64().value() * 1000.0).round() as i64;
    super::chance::Chance { win, ..chance_of(assault) }
}

/// The best fight that units could start at once from where they go, and what they take by going there.
fn after_move(state: &State, side: Side, units: Units, path: &[Square]) -> i64 {
    let Some(&to) = path.last() else { return 0 };
    let mut moved = state.clone();
    for unit in units.iter() {
        moved.put(unit, to);
    }
    let points = |state: &State| {
        let margin = i64::from(margin(state)) * POINT;
        if side == Side::Attacker { margin } else { -margin }
    };
    points(&moved) - points(state) + fights::after_move(state, side, units, to)
}
