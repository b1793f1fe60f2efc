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
    threats: SmallVec<[Fire; 16]>,
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
            state
                .of_side(side)
                .filter(|(_, unit)| unit.at.within(at, 6 * INCH) && unit.base().within(&base, HOLDS))
                .count()
        };
        let goal = |(goal, holder): (&crate::scenario::Goal, &Option<Side>)| Aim {
            at: goal.at,
            value: goal.value.into(),
            is_held: *holder == Some(side),
            friends: near(side, goal.at),
            enemies: near(side.other(), goal.at),
        };
        let left = i64::from(scenario.turns.saturating_sub(state.turn));
        let enemies = state.of_side(side.other());
        Lookout {
            state,
            side,
            weights,
            threats: enemies.clone().map(|(_, enemy)| Fire::of(enemy)).collect(),
            enemies: enemies.collect(),
            goals: scenario.objectives.iter().zip(&state.holders).map(goal).collect(),
            care: (left * 25 + 25).min(100),
        }
    }

    /// What places are worth to a unit.
    pub(super) fn worth(&self, unit: &Piece) -> impl Fn(Point) -> i64 {
        let fire = Fire::of(unit);
        let stands_at = self.goals.iter().map(|goal| unit.base().within(&goal.at.into(), HOLDS)).collect();
        move |at| {
            let (danger, prospect) = self.fire(&fire, at);
            let atlas = self.state.battle.atlas();
            let place = atlas.place(at);
            let danger = if atlas.hides(place) { danger * self.weights[COVER] / 1000 } else { danger };
            self.pull(unit, &stands_at, place) - danger * self.weights[EXPOSED] / 1000 * self.care / 100
                + prospect * self.weights[PROSPECT] / 1000
        }
    }

    /// The hits to be feared at a place, and the most to be hoped for, in thousandths.
    fn fire(&self, own: &Fire, at: Point) -> (i64, i64) {
        let (mut danger, mut prospect) = (0, 0);
        for threat in &self.threats {
            let way = threat.at.minus(at);
            let squared = way.x * way.x + way.y * way.y;
            danger += threat.hits(squared);
            prospect = prospect.max(own.hits(squared));
        }
        (danger, prospect)
    }

    /// How an objective draws a unit: the nearer, the more.
    fn pull(&self, unit: &Piece, stands_at: &SmallVec<[bool; 8]>, place: usize) -> i64 {
        if unit.kind.is_artillery() {
            return 0;
        }
        let atlas = self.state.battle.atlas();
        let pulls = self.goals.iter().enumerate().map(|(number, goal)| {
            // One who holds it already is enough, where nobody threatens it.
            let others = goal.friends - usize::from(stands_at[number]).min(goal.friends);
            let weight = match (goal.is_held, others) {
                (false, _) => self.weights[TAKE],
                (true, 0) => self.weights[HOLD],
                (true, _) => self.weights[HOLD] / 4,
            };
            let inches = (atlas.way(number, place, unit.column) - HOLDS).max(0) / INCH;
            goal.value * weight * HALF / (HALF + inches)
        });
        pulls.max().unwrap_or(0)
    }

    /// What it would bring at once to end an activation at a place: objectives that nobody defends.
    pub(super) fn takes(&self, unit: &Piece, at: Point) -> i64 {
        if unit.kind.is_artillery() {
            return 0;
        }
        let near = |goal: &&Aim| goal.at.within(at, 6 * INCH) && unit.base().at(at).within(&goal.at.into(), HOLDS);
        let free = self.goals.iter().filter(|goal| !goal.is_held && goal.enemies == 0).filter(near);
        free.map(|goal| goal.value * self.weights[TAKE] / 2).sum()
    }

    /// Points of the objectives that stand or fall with a unit near them.
    pub(super) fn value_near(&self, unit: &Piece) -> i64 {
        let base = unit.base();
        let near =
            self.goals.iter().filter(|goal| goal.at.within(unit.at, 6 * INCH) && base.within(&goal.at.into(), HOLDS));
        near.map(|goal| goal.value).sum()
    }

    /// The most hits to be hoped for by a unit that fires from a place, within some inches, in thousandths.
    pub(super) fn volley(&self, unit: &Piece, at: Point, inches: i64) -> i64 {
        let (atlas, fire) = (self.state.battle.atlas(), Fire::of(unit));
        let near = self.enemies.iter().filter(|(_, enemy)| enemy.at.within(at, inches * INCH));
        let hits = |enemy: &Piece| fire.at(at, enemy.at) / if atlas.hides(atlas.place(enemy.at)) { 2 } else { 1 };
        near.map(|(_, enemy)| hits(enemy)).max().unwrap_or(0)
    }
}

/// A unit's fire in the open, at a glance: the hits, in thousandths, within each of three ranges, the nearest first. Whether
/// it sees so far is not asked.
pub(super) struct Fire {
    at: Point,
    bands: [(i64, i64); 3],
}

impl Fire {
    pub(super) fn of(unit: &Piece) -> Fire {
        let bases = i64::from(unit.firer().bases);
        let more = i64::from(bases > 1);
        let dice = match unit.kind {
            Kind::Infantry => [(4, 1 + 2 * more), (12, 1 + more), (12, 0)],
            Kind::MountedCavalry | Kind::DismountedCavalry => [(4, 1 + more), (12, 1), (12, 0)],
            Kind::MachineGuns if unit.column => [(0, 0); 3],
            Kind::MachineGuns => [(4, 3), (12, 3), (24, 2)],
            _ if unit.is_limbered() || unit.firings == 0 => [(0, 0); 3],
            Kind::FieldGuns => [(4, 2 * bases), (24, 2 * bases), (ANYWHERE, bases)],
            Kind::HeavyGuns => [(4, 2 * bases), (24, 2 * bases), (ANYWHERE, 2 * bases)],
        };
        let better = i64::from(unit.quality.is_elite_or_trained())
            - i64::from(unit.quality == Quality::Poor)
            - i64::from(unit.markers > 0);
        let hits = |dice: i64, close: bool| {
            let of_36 = match better + i64::from(close) {
                ..=-2 => 2,
                -1 => 3,
                better => 6 * (1 + better),
            };
            dice * of_36 * 1000 / 36
        };
        // Blocks reach some way to each other, so that their middles may be two inches further apart.
        let band = |(inches, dice): (i64, i64)| (((inches + 2) * INCH).pow(2), hits(dice, inches == 4));
        Fire { at: unit.at, bands: dice.map(band) }
    }

    /// The hits from its place to another.
    pub(super) fn at(&self, from: Point, to: Point) -> i64 {
        let way = to.minus(from);
        self.hits(way.x * way.x + way.y * way.y)
    }

    fn hits(&self, squared: i64) -> i64 {
        self.bands.iter().find(|(range, _)| squared <= *range).map_or(0, |(_, hits)| *hits)
    }
}

/// A range in inches that covers any table.
const ANYWHERE: i64 = 250;
