//! Assaults that could be made now, and what they promise.

use super::super::assaults_step::{able, additional_units, senders, targets};
use super::super::{AssaultOrder, Fight, Side, Square, SquareSet, State, Units, objectives};
use super::weights::{BASE_ROW, HALF_BASE, LOSING, NEAR_COLLAPSE, WINNING};
use crate::assault::Assault;
use crate::assault::dice::{assaulter_pool, target_pool};
use crate::saves::{Shelter, saves_on};
use crate::unit::Unit;

/// An assault, how likely it is to be won and what it is worth, in thousandths.
pub(super) struct Idea {
    pub(super) named: AssaultOrder,
    pub(super) win: i64,
    pub(super) gain: i64,
}

/// The assaults that a side could name from these squares: with all that can join, and with nobody else.
pub(super) fn ideas(state: &State, side: Side, from: SquareSet, w: &[i64]) -> Vec<Idea> {
    let targets = targets(state, side);
    let mut ideas = Vec::new();
    for from in (targets.neighbours() & senders(state, side) & from).iter() {
        let units = able(state, from);
        for target in (SquareSet::from(from).neighbours() & targets).iter().filter(|_| !units.is_empty()) {
            let joining = two_a_face(state, target, additional_units(state, side, from, target));
            let both = [joining, Units::NONE];
            for &additional in if joining.is_empty() { &both[..1] } else { &both[..] } {
                ideas.push(idea(state, side, AssaultOrder { from, target, units, additional, shock: state.shock }, w));
            }
        }
    }
    ideas
}

fn idea(state: &State, side: Side, named: AssaultOrder, w: &[i64]) -> Idea {
    let assault = Fight::of(state, side, named).situation(state);
    let (win, gain) = promise(state, side, named.target, &assault, w);
    Idea { named, win, gain }
}

/// How likely an assault is to be won, and what it is worth: the square, what both lose, and the markers.
pub(super) fn promise(state: &State, side: Side, target: Square, assault: &Assault, w: &[i64]) -> (i64, i64) {
    let target_fails = fails(&assault.target, Shelter::Assaulted(assault.ground, assault.defences));
    let own: Vec<Unit> = assault.assaulters.iter().chain(&assault.present).cloned().collect();
    let own_fails = fails(&own, Shelter::Assaulting);
    let (dice, target_dice) = (assaulter_pool(assault, false).total(), target_pool(assault, false).total());
    let win = win([dice, target_dice], [target_fails, own_fails]);
    let lost = |dice: i32, fails: i64| i64::from(dice) * fails * 1000 / 36;
    let guns: i64 =
        assault.target.iter().filter(|unit| unit.kind.is_artillery()).map(|unit| i64::from(unit.left())).sum();
    let (own, other) = (half_base(state, side, w), half_base(state, side.other(), w));
    let further = if assault.cut_off { 6 } else { 3 } * target_fails * 1000 / 12;
    let if_won = square_value(state, side, target, w) + (guns * 1000 + further) * other / 1000 + w[WINNING];
    let if_lost = 3 * own_fails * own / 12 + w[LOSING];
    let exchanged = (lost(dice, target_fails) * other - lost(target_dice, own_fails) * own) / 1000;
    (win, exchanged + (win * if_won - (1000 - win) * if_lost) / 1000)
}

/// How many of twelve saves units fail on average.
pub(super) fn fails(units: &[Unit], shelter: Shelter) -> i64 {
    let sum: i64 = units.iter().map(|unit| i64::from(saves_on(unit, shelter) - 1) * 2).sum();
    if units.is_empty() { 6 } else { (sum + units.len() as i64 / 2) / units.len() as i64 }
}

/// The chance of more casualties on the target than on the assaulter, in thousandths: nearly, by the normal law. A die hits
/// on 5 or 6, and the save then fails so many times in twelve.
fn win(dice: [i32; 2], fails: [i64; 2]) -> i64 {
    let [(mean, spread), (other_mean, other_spread)] = [0, 1].map(|side| {
        let (dice, chance) = (f64::from(dice[side]), fails[side] as f64 / 36.0);
        (dice * chance, dice * chance * (1.0 - chance))
    });
    let z = (mean - other_mean - 0.5) / (spread + other_spread).max(0.01).sqrt();
    (500.0 * (1.0 + z / (z * z + 1.57).sqrt())) as i64
}

/// What half a base of a side is worth. An army near collapse has none to spare (R19).
pub(super) fn half_base(state: &State, side: Side, w: &[i64]) -> i64 {
    let worn = i64::from(state.lost[side]) * 2000 / i64::from(state.battle.half_bases[side]).max(1);
    w[HALF_BASE] + w[NEAR_COLLAPSE] * (worn.min(1000) - 500).max(0) / 1000
}

/// What a square is worth to the one who would take it.
pub(super) fn square_value(state: &State, side: Side, square: Square, w: &[i64]) -> i64 {
    let is_to_take = objectives(state).any(|(at, holder)| at == square && holder != side);
    let row = if square.is_in_base_row_of(Side::Defender) { w[BASE_ROW] } else { 0 };
    row + if is_to_take { 10_000 } else { 0 }
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

/// The best assault that a side could start from a square.
pub(super) fn best_from(state: &State, side: Side, from: Square, w: &[i64]) -> i64 {
    ideas(state, side, from.into(), w).iter().map(|idea| idea.gain).max().unwrap_or(0).max(0)
}
