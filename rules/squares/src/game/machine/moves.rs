//! Where units should go.

use super::super::going::Going;
use super::super::movement_step::{check, free_squares, movable_in};
use super::super::{Order, Path, PerSquare, Side, Square, SquareSet, State, Units, objectives};
use super::end::ends;
use super::fights;
use super::reserve::Keeping;
use super::value::pressure;
use super::weights::HABIT;
use crate::unit::{Defences, Ground, Kind};

/// How much a side wants to be in each square, in thousandths of a point for each infantry unit.
pub(super) struct Wishes {
    pub(super) of: PerSquare<i64>,
    side: Side,
    /// What one more square of the defender's base row is worth to the attacker.
    base_row: i64,
    keeping: Keeping,
}

impl Wishes {
    /// What a side wishes for now.
    pub(super) fn of(state: &State, side: Side) -> Wishes {
        let mut of = PerSquare::default();
        let enemies = state.held[side.other()];
        let beside = enemies.neighbours();
        for (at, holder) in objectives(state) {
            let pressure = pressure(state, at);
            let (own, other) = (pressure[side] + 1, pressure[side.other()] + 1);
            // An objective that is to be taken draws all; one that is held draws as much as it is threatened.
            let pull =
                if holder == side { HABIT.objective_held * other / (own + other) } else { HABIT.objective_to_take };
            for square in Square::all() {
                of[square] += HABIT.draw(pull, at.steps_to(square));
            }
        }
        for square in Square::all() {
            if side == Side::Attacker {
                of[square] += i64::from(square.row_of(side)) * HABIT.row;
            }
            of[square] += match state.battle.ground(square) {
                Ground::Woods | Ground::Buildings => HABIT.woods_or_buildings,
                Ground::Hill => HABIT.hill,
                Ground::Open | Ground::RoughHill => 0,
            };
            of[square] += match state.battle.defences(square) {
                Defences::None => 0,
                Defences::Hasty => HABIT.hasty_defences,
                Defences::Trenches | Defences::Fort => HABIT.trenches,
            };
            if beside.has(square) {
                of[square] -= HABIT.beside_enemy[side];
            }
            of[square] -= i64::from(state.barrage_markers(square)) * HABIT.barrage_marker;
            let friends = (SquareSet::from(square).neighbours() & state.held[side]).len();
            of[square] += i64::from(friends.min(3)) * HABIT.friends[side];
        }
        let base_row = HABIT.base_row_early + (HABIT.base_row_late - HABIT.base_row_early) * ends(state) / 1000;
        Wishes { of, side, base_row, keeping: Keeping::of(state, side) }
    }

    /// What it is worth to have these units in a square rather than where they are.
    pub(super) fn gain(&self, state: &State, units: Units, from: Square, to: Square) -> i64 {
        let count = i64::from(units.len());
        let mut gain = (self.of[to] - self.of[from]) * count - self.keeping.cost(state, units, from, to);
        let left_empty = state.at[from] == units;
        if let Some((_, holder)) = objectives(state).find(|(at, _)| *at == from)
            && holder == self.side
            && left_empty
        {
            gain -= HABIT.objective_left;
        }
        if let Some((_, holder)) = objectives(state).find(|(at, _)| *at == to)
            && holder != self.side
        {
            gain += HABIT.objective_entered;
        }
        if self.side == Side::Attacker {
            let more = i64::from(to.is_in_base_row_of(Side::Defender) && state.at[to].is_empty());
            let fewer = i64::from(from.is_in_base_row_of(Side::Defender) && left_empty);
            gain += (more - fewer) * self.base_row;
        }
        gain
    }
}

/// A move and what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) order: Order,
    pub(super) gain: i64,
}

/// Good moves of the units of one square, the best first.
pub(super) fn ways(state: &State, side: Side, wishes: &Wishes, from: Square) -> Vec<Way> {
    let (movable, beside) = (movable_in(state, side, from), state.beside_enemy(side));
    let (mut ways, mut outlook_now) = (Vec::new(), None);
    for units in groups(state, movable) {
        let slowest =
            units.iter().filter_map(|unit| Going::unit(state, unit)).min_by_key(|going| (going.basic, going.most));
        let Some(going) = slowest else { continue };
        let heavy = units.iter().any(|unit| is_heavy(state.unit(unit).kind));
        for (to, path) in reach(state, going, units) {
            let mut gain = wishes.gain(state, units, from, to);
            if heavy {
                // Guns and machine guns stay where they can shoot, and out of the front line.
                gain = gain * HABIT.heavy_move / 1000
                    - HABIT.heavy_cost
                    - if beside.has(to) { HABIT.heavy_beside_enemy } else { 0 };
            }
            if !heavy && (beside.has(to) || beside.has(from)) {
                let now = *outlook_now.get_or_insert_with(|| fights::outlook(state, side, from));
                gain += fights::outlook_after(state, side, units, to) - now;
            }
            let order = Order::Move { units, path, press: true };
            if check(state, side, &order).is_ok() {
                ways.push(Way { order, gain });
            }
        }
    }
    ways.sort_by_key(|way| std::cmp::Reverse(way.gain));
    ways
}

fn is_heavy(kind: Kind) -> bool {
    kind.is_artillery() || kind == Kind::MachineGun
}

/// The groups that move together: all that fights on foot or horse, each unit alone, all but one, the heavy ones.
fn groups(state: &State, movable: Units) -> Vec<Units> {
    let light = state.those(movable, |unit| !is_heavy(unit.kind));
    let mut groups = vec![light];
    for unit in movable.iter() {
        groups.push(unit.into());
        if light.has(unit) && light.len() > 2 {
            let mut rest = light;
            rest.remove(unit);
            groups.push(rest);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups.dedup();
    groups
}

/// The squares that a group can reach, each with the first path found to it.
fn reach(state: &State, going: Going, units: Units) -> Vec<(Square, Path)> {
    let shut = state.closed() | state.held[going.side.other()];
    let (gas, beside) = (state.gas(), state.beside_enemy(going.side));
    let mut seen = SquareSet::from(going.from);
    let mut found: Vec<(Square, Path)> = Vec::new();
    if shut.has(going.from) {
        return found;
    }
    let mut next = 0_usize;
    loop {
        let (from, path) = match next.checked_sub(1) {
            None => (going.from, Path::new()),
            Some(at) if at < found.len() => found[at].clone(),
            Some(_) => break,
        };
        next += 1;
        if path.len() >= usize::from(going.most) || (!path.is_empty() && (gas.has(going.from) || gas.has(from))) {
            continue;
        }
        let mut open = SquareSet::from(from).neighbours() & !shut & !seen;
        if !path.is_empty() {
            open = open & !gas;
        }
        if path.len() >= usize::from(going.basic) {
            open = open & !beside;
        }
        for to in open.iter().filter(|&to| state.has_room(to, units)) {
            seen.add(to);
            let mut longer = path.clone();
            longer.push(to);
            found.push((to, longer));
        }
    }
    found
}

/// The squares that can still move anybody, in order.
pub(super) fn movers(state: &State, side: Side) -> Vec<Square> {
    let free = free_squares(state, side);
    free.in_order(side).filter(|&square| !movable_in(state, side, square).is_empty()).collect()
}
