//! Assaults that could be made now, and what they promise.

use super::super::assaults_step::{able, additional_units, senders, targets};
use super::super::fight::{Fight, Named};
use super::super::{Order, Side, Square, SquareSet, State, Units, objectives};
use super::chance::{Chance, chance, fails};
use super::end::{care, half_base};
use super::value::OBJECTIVE;
use super::weights::HABIT;
use crate::assault::dice::{assaulter_pool, target_pool};
use crate::assault::{Assault, can_assault};
use crate::saves::Shelter;

/// An assault and what it promises.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    pub(super) order: Order,
    pub(super) chance: Chance,
    /// What it is worth on average.
    pub(super) gain: i64,
}

/// The assaults that a side could name from these squares: with all that can join.
pub(super) fn ideas(state: &State, side: Side, from: SquareSet) -> Vec<Idea> {
    let targets = targets(state, side);
    let mut ideas = Vec::new();
    for from in (targets.neighbours() & senders(state, side) & from).iter() {
        let units = able(state, from);
        if units.is_empty() {
            continue;
        }
        for target in (SquareSet::from(from).neighbours() & targets).iter() {
            let joining = two_a_face(state, target, additional_units(state, side, from, target));
            for additional in [joining, Units::NONE] {
                ideas.push(idea(state, side, Named { from, target, units, additional, shock: state.shock }));
                if joining.is_empty() {
                    break;
                }
            }
        }
    }
    ideas
}

fn idea(state: &State, side: Side, named: Named) -> Idea {
    let Named { from, target, units, additional, shock } = named;
    let assault = Fight::of(state, side, &named).situation(state);
    let chance = chance_of(&assault);
    let gain = gain(state, side, target, &assault, chance);
    Idea { order: Order::Assault { from, target, units, additional, shock }, chance, gain }
}

/// The chance of an assault, with each side's saves taken as alike.
pub(super) fn chance_of(assault: &Assault) -> Chance {
    let sheltered = Shelter::Assaulted(assault.ground, assault.defences);
    let main = assault.assaulters.iter().chain(&assault.present);
    chance(
        assaulter_pool(assault, false).total(),
        fails(assault.target.iter().cloned(), sheltered),
        target_pool(assault, false).total(),
        fails(main.cloned(), Shelter::Assaulting),
    )
}

/// What an assault is worth to the one who makes it: the square, what both lose, and the markers.
pub(super) fn gain(state: &State, side: Side, target: Square, assault: &Assault, chance: Chance) -> i64 {
    let sheltered = Shelter::Assaulted(assault.ground, assault.defences);
    let target_fails = i64::from(fails(assault.target.iter().cloned(), sheltered));
    let main = assault.assaulters.iter().chain(&assault.present);
    let own_fails = i64::from(fails(main.cloned(), Shelter::Assaulting));
    let guns: i64 =
        assault.target.iter().filter(|unit| unit.kind.is_artillery()).map(|unit| i64::from(unit.left())).sum();
    let further = if assault.cut_off { 6 } else { 3 } * target_fails * 1000 / 12;
    let (own, other) = (half_base(state, side), half_base(state, side.other()));
    let if_won = square_value(state, side, target) + (guns * 1000 + further) * other / 1000 + HABIT.winning_marker;
    let if_lost = 3 * own_fails * own / 12 + HABIT.losing_marker;
    let suffered = chance.on_assaulter * own / 1000 + (1000 - chance.win) * if_lost / 1000;
    let inflicted = chance.on_target * other / 1000;
    inflicted + chance.win * if_won / 1000 - suffered * care(state, side) / 1000
}

/// What a square is worth to the one who would take it.
pub(super) fn square_value(state: &State, side: Side, square: Square) -> i64 {
    let objective = objectives(state).find(|(at, _)| *at == square);
    let base_row = square.is_in_base_row_of(Side::Defender);
    let near = objectives(state).filter(|(_, holder)| *holder != side).map(|(at, _)| at.steps_to(square)).min();
    let on_the_way = near.map_or(0, |steps| HABIT.on_the_way / (1 + i64::from(steps)));
    let held = match objective {
        Some((_, holder)) if holder != side => OBJECTIVE,
        Some(_) => HABIT.objective_kept,
        None => 0,
    };
    held + on_the_way + if base_row { HABIT.base_row } else { 0 }
}

/// The best two of each face.
fn two_a_face(state: &State, target: Square, mut units: Units) -> Units {
    for (_, square) in target.neighbours() {
        while (units & state.at[square]).len() > 2 {
            let weakest = (units & state.at[square]).iter().min_by_key(|&unit| state.unit(unit).left);
            units.remove(weakest.expect("there are more than two"));
        }
    }
    units
}

/// What better fight units could start from another square than from where they are.
pub(super) fn after_move(state: &State, side: Side, units: Units, to: Square) -> i64 {
    let from = units.first().and_then(|unit| state.unit(unit).square());
    let before = from.map_or(0, |from| best_from(state, side, from));
    best_from(&moved(state, units, to), side, to) - before
}

/// What a side can fight from a square, less the worst that the enemy can do to it there.
pub(super) fn outlook(state: &State, side: Side, at: Square) -> i64 {
    (best_from(state, side, at) * HABIT.fights[side] - worst_at(state, side, at) * HABIT.danger[side]) / 1000
}

/// The same after these units have gone there.
pub(super) fn outlook_after(state: &State, side: Side, units: Units, to: Square) -> i64 {
    outlook(&moved(state, units, to), side, to)
}

fn moved(state: &State, units: Units, to: Square) -> State {
    let mut moved = state.clone();
    for unit in units.iter() {
        moved.put(unit, to);
    }
    moved
}

fn best_from(state: &State, side: Side, from: Square) -> i64 {
    ideas(state, side, from.into()).iter().map(|idea| idea.gain).max().unwrap_or(0).max(0)
}

/// The best assault that the enemy has on a square, where it stands now.
fn worst_at(state: &State, side: Side, at: Square) -> i64 {
    let enemy = side.other();
    let mut worst = 0;
    for from in (SquareSet::from(at).neighbours() & state.held[enemy]).iter() {
        let units = state.those(state.at[from], |unit| can_assault(unit.kind));
        if units.is_empty() {
            continue;
        }
        let beside = SquareSet::from(at).neighbours() & state.held[enemy];
        let others = beside.iter().filter(|&square| square != from);
        let joining =
            others.flat_map(|square| state.those(state.at[square], |unit| can_assault(unit.kind)).iter()).collect();
        let additional = two_a_face(state, at, joining);
        worst = worst.max(idea(state, enemy, Named { from, target: at, units, additional, shock: false }).gain);
    }
    worst
}
