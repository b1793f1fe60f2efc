//! What it is worth to stand somewhere: nearer to what is to be taken, out of fire, with something to fire at.

use super::weights::{COVER, EXPOSED, HOLD, PROSPECT, TAKE};
use crate::game::{Piece, Side, State, UnitId};
use crate::units::{Kind, Quality};
use field::{INCH, Point};
use smallvec::SmallVec;

/// How far the pull of an objective has fallen to a half, in inches.
const HALF: i64 = 12;
/// R25 How near an objective is held from, and how much a unit's own width adds to that.
const HOLDS: i64 = 3 * INCH;

/// A side's look at the table, made once for a decision.
pub(super) struct Lookout<'a> {
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) weights: &'a [i64],
    pub(super) enemies: SmallVec<[(UnitId, &'a Piece); 16]>,
    goals: SmallVec<[Aim; 8]>,
    /// How much danger counts, in hundredths: less when the battle is nearly over.
    care: i64,
}

/// An objective as a side sees it.
struct Aim {
    at: Point,
    value: i64,
    is_held: bool,
    friends: usize,
    enemies: usize,
}

impl<'a> Lookout<'a> {
    pub(super) fn of(state: &'a State, side: Side, weights: &'a [i64]) -> Lookout<'a> {
        let scenario = state.battle.scenario();
        let near = |side: Side, at: Point| {
            let base = at.into();
            state.of_side(side).filter(|(_, unit)| unit.at.within(at, 6 * INCH) && unit.base().within(&base, HOLDS)).count()
        };
        let goal = |(goal, holder): (&crate::scenario::Goal, &Option<Side>)| Aim {
            at: goal.at,
            value: goal.value.into(),
            is_held: *holder == Some(side),
            friends: near(side, goal.at),
            enemies: near(side.other(), goal.at),
        };
        let left = i64::from(scenario.turns.saturating_sub(state.turn));
        Lookout {
            state,
            side,
            weights,
            enemies: state.of_side(side.other()).collect(),
            goals: scenario.objectives.iter().zip(&state.holders).map(goal).collect(),
            care: (left * 25 + 25).min(100),
        }
    }

    /// What a place is worth to a unit that stands at `now`.
    pub(super) fn worth(&self, unit: &Piece, at: Point) -> i64 {
        let dangers = self.danger(at) * self.weights[EXPOSED] / 1000 * self.care / 100;
        self.pull(unit, at) - dangers + self.prospect(unit, at) * self.weights[PROSPECT] / 1000
    }

    /// How an objective draws a unit: the nearer, the more.
    fn pull(&self, unit: &Piece, at: Point) -> i64 {
        if unit.kind.is_artillery() {
            return 0;
        }
        let atlas = self.state.battle.atlas();
        let pulls = self.goals.iter().enumerate().map(|(number, goal)| {
            // One who holds it already is enough, where nobody threatens it.
            let others = goal.friends - usize::from(unit.base().within(&goal.at.into(), HOLDS)).min(goal.friends);
            let weight = match (goal.is_held, others) {
                (false, _) => self.weights[TAKE],
                (true, 0) => self.weights[HOLD],
                (true, _) => self.weights[HOLD] / 4,
            };
            let inches = (atlas.way(number, at) - HOLDS).max(0) / INCH;
            goal.value * weight * HALF / (HALF + inches)
        });
        pulls.max().unwrap_or(0)
    }

    /// What it would bring at once to end an activation at a place: objectives that nobody defends.
    pub(super) fn takes(&self, unit: &Piece, at: Point) -> i64 {
        if unit.kind.is_artillery() {
            return 0;
        }
        let free = self.goals.iter().filter(|goal| !goal.is_held && goal.enemies == 0 && goal.at.within(at, HOLDS));
        free.map(|goal| goal.value * self.weights[TAKE] / 2).sum()
    }

    /// Points of the objectives that stand or fall with a unit near them.
    pub(super) fn value_near(&self, unit: &Piece) -> i64 {
        let base = unit.base();
        let near = self.goals.iter().filter(|goal| goal.at.within(unit.at, 6 * INCH) && base.within(&goal.at.into(), HOLDS));
        near.map(|goal| goal.value).sum()
    }

    /// The hits to be feared at a place, in thousandths.
    fn danger(&self, at: Point) -> i64 {
        let hits: i64 = self.enemies.iter().map(|(_, enemy)| hits(enemy, enemy.at, at)).sum();
        if self.state.battle.atlas().hides(at) { hits * self.weights[COVER] / 1000 } else { hits }
    }

    /// The hits to be hoped for from a place, in thousandths.
    fn prospect(&self, unit: &Piece, at: Point) -> i64 {
        self.enemies.iter().map(|(_, enemy)| hits(unit, at, enemy.at)).max().unwrap_or(0)
    }

    /// The hits to be hoped for by a unit that moves to a place and fires.
    pub(super) fn volley(&self, unit: &Piece, at: Point) -> i64 {
        let atlas = self.state.battle.atlas();
        let near = self.enemies.iter().filter(|(_, enemy)| enemy.at.within(at, 8 * INCH));
        let worth = |enemy: &Piece| hits(unit, at, enemy.at) / if atlas.hides(enemy.at) { 2 } else { 1 };
        near.map(|(_, enemy)| worth(enemy)).max().unwrap_or(0)
    }
}

/// The hits of a unit's fire from one place to another in the open, in thousandths; whether it sees so far is not asked.
pub(super) fn hits(unit: &Piece, from: Point, to: Point) -> i64 {
    // Blocks reach some way to each other.
    let within = |inches: i64| from.within(to, (inches + 2) * INCH);
    let bases = i64::from(unit.bases);
    let mut better = i64::from(unit.quality.is_elite_or_trained())
        - i64::from(unit.quality == Quality::Poor)
        - i64::from(unit.markers > 0);
    let dice = match unit.kind {
        Kind::Infantry | Kind::MountedCavalry | Kind::DismountedCavalry => {
            let close = within(4) && bases > 1;
            better += i64::from(within(4));
            match (unit.kind, within(12)) {
                (_, false) => 0,
                (Kind::Infantry, _) if bases > 1 => 2 + i64::from(close),
                _ => 1 + i64::from(close),
            }
        }
        Kind::MachineGuns => {
            better += i64::from(within(4));
            if within(24) { 2 + i64::from(within(12)) } else { 0 }
        }
        _ if unit.is_limbered() || unit.firings == 0 => 0,
        Kind::FieldGuns => bases * if within(24) { 2 } else { 1 },
        Kind::HeavyGuns => bases * 2,
    };
    let of_36 = match better {
        ..=-2 => 2,
        -1 => 3,
        better => 6 * (1 + better),
    };
    dice * of_36 * 1000 / 36
}
