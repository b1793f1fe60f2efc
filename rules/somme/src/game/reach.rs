//! How far units come (7.0), and how far squares are from a goal: the rules of `moving.rs`, for many squares at once.

use super::state::State;
use super::units::{Path, UnitId};
use crate::scenario::{SQUARES, Side, Square, SquareSet};
use field::grid::Way;
use smallvec::SmallVec;

/// A square that a unit can reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) square: Square,
    /// Half movement points spent.
    pub(super) cost: u8,
    pub(super) from: Square,
    /// It lies in an enemy zone of control.
    pub(super) in_zoc: bool,
}

/// What stands in the way of a side. Its own moves change nothing of it.
struct Obstacles {
    /// R37 Engaged squares, where movement ends.
    engaged: SquareSet,
    /// Squares that cannot be entered by movement: enemies but for headquarters alone (R12), outposts (R31), what is not
    /// played on.
    barred: SquareSet,
    /// R5 Enemy zones of control.
    zones: SquareSet,
    /// R8 Interdicted squares.
    interdicted: SquareSet,
}

/// How far units of a side come, found once for all who start together.
pub(super) struct Reaches {
    obstacles: Obstacles,
    known: Vec<(Square, u8, Vec<Reached>)>,
}

impl State {
    /// R5 All squares in zones of control of a side.
    pub(super) fn zones(&self, of: Side) -> SquareSet {
        let controlling = self.on_map(of).filter(|&unit| self.controls(unit));
        controlling.filter_map(|unit| self.square(unit)).flat_map(|at| self.open_neighbours(at)).collect()
    }

    /// The neighbours of a square that are not beyond the Somme.
    fn open_neighbours(&self, at: Square) -> impl Iterator<Item = Square> {
        let map = self.battle.map();
        let open = move |(way, next): (Way, Square)| map.is_open(next, way.back()).then_some(next);
        at.neighbours().filter_map(open)
    }

    fn obstacles(&self, side: Side) -> Obstacles {
        let mut zones = SquareSet::default();
        let mut barred = !*self.battle.open(self.turn);
        for unit in self.on_map(side.other()) {
            let Some(at) = self.square(unit) else { continue };
            if !self.is_hq(unit) {
                barred.add(at);
            }
            if !self.controls(unit) {
                continue;
            }
            // Who covers trenches controls them too.
            let covers = self.covers(unit);
            for next in self.open_neighbours(at) {
                zones.add(next);
                if covers && self.is_outpost_if_covered(next, side.other()) {
                    barred.add(next);
                }
            }
        }
        let interdicted = self.interdicted.allied | self.interdicted.german;
        Obstacles { engaged: self.engaged_squares(), barred, zones, interdicted }
    }

    /// All squares that a unit can reach, the cheapest first; where it may stop is for the caller to ask.
    pub(super) fn reach(&self, unit: UnitId) -> Vec<Reached> {
        let Some(start) = self.square(unit) else { return Vec::new() };
        reach(self, &self.obstacles(self.side(unit)), start, self.points(unit))
    }

    /// The way to a square, however much it costs; none where enemies bar it.
    pub(super) fn way_beyond(&self, unit: UnitId, to: Square) -> Option<Path> {
        let reached = reach(self, &self.obstacles(self.side(unit)), self.square(unit)?, FAR);
        Some(State::way(&reached, to)).filter(|way| !way.is_empty())
    }

    /// The way to a square that was reached.
    pub(super) fn way(reached: &[Reached], to: Square) -> Path {
        let mut path = Path::new();
        let mut here = reached.iter().find(|one| one.square == to);
        while let Some(one) = here.filter(|one| one.from != one.square) {
            path.push(one.square);
            here = reached.iter().find(|before| before.square == one.from);
        }
        path.reverse();
        path
    }
}

impl Reaches {
    /// Those of a side.
    pub(super) fn of(state: &State, side: Side) -> Reaches {
        Reaches { obstacles: state.obstacles(side), known: Vec::new() }
    }

    /// All squares that a unit can reach, the cheapest first.
    pub(super) fn reach(&mut self, state: &State, unit: UnitId) -> &[Reached] {
        let Some(start) = state.square(unit) else { return &[] };
        let points = state.points(unit);
        let known = self.known.iter().position(|(from, with, _)| (*from, *with) == (start, points));
        let place = known.unwrap_or_else(|| {
            self.known.push((start, points, reach(state, &self.obstacles, start, points)));
            self.known.len() - 1
        });
        &self.known[place].2
    }

    /// How far squares are from a goal, in half points: by roads, and through the enemy where the way round is longer than
    /// his squares are worth ([`THROUGH`]). As far out as the farthest of these.
    pub(super) fn distances(&self, state: &State, to: Square, starts: impl Iterator<Item = Square>) -> Vec<u16> {
        let mut far = vec![u16::MAX; SQUARES];
        let wanted: SquareSet = starts.collect();
        let mut missing = wanted.iter().count();
        let (map, open) = (state.battle.map(), state.battle.open(state.turn));
        let (mut queue, mut settled) = (Queue::default(), SquareSet::default());
        far[to.index()] = 0;
        queue.push(0, to);
        while let Some((cost, square)) = queue.pop() {
            if settled.has(square) {
                continue;
            }
            settled.add(square);
            missing -= usize::from(wanted.has(square));
            if missing == 0 {
                break;
            }
            // A square that has to be assaulted takes its time, but it is no reason to march away from it.
            let held = if self.obstacles.barred.has(square) { THROUGH } else { 0 };
            for (way, next) in square.neighbours() {
                // The step is taken from there to here.
                let Some(price) = map.cost(next, way.back()) else { continue };
                let cost = cost + held + u16::from(price);
                if cost < far[next.index()] && open.has(next) {
                    far[next.index()] = cost;
                    queue.push(cost, next);
                }
            }
        }
        far
    }
}

fn reach(state: &State, obstacles: &Obstacles, start: Square, points: u8) -> Vec<Reached> {
    let map = state.battle.map();
    // The cheapest cost and, of several ways, the first square to come from.
    let mut cheapest = [(u8::MAX, start); SQUARES];
    let (mut queue, mut settled) = (Queue::default(), SquareSet::default());
    let mut reached: Vec<Reached> = Vec::with_capacity(32);
    cheapest[start.index()] = (0, start);
    queue.push(0, start);
    while let Some((_, square)) = queue.pop() {
        if settled.has(square) {
            continue;
        }
        settled.add(square);
        let (cost, from) = cheapest[square.index()];
        let zoc = obstacles.zones.has(square);
        reached.push(Reached { square, cost, from, in_zoc: zoc });
        if square != start && (zoc || obstacles.engaged.has(square)) {
            continue;
        }
        for (way, next) in square.neighbours() {
            let Some(base) = map.cost(square, way) else { continue };
            if obstacles.barred.has(next) || (zoc && obstacles.zones.has(next)) {
                continue;
            }
            let extra = if obstacles.interdicted.has(next) { 2 } else { 0 };
            let step = (cost + base + extra + if zoc { 2 } else { 0 }, square);
            if step.0 <= points && step < cheapest[next.index()] {
                cheapest[next.index()] = step;
                queue.push(step.0.into(), next);
            }
        }
    }
    reached.sort_unstable_by_key(|one| (one.cost, one.square));
    reached
}

/// What a square that the enemy holds adds to a way, in half points: as much as a brigade marches in a turn.
const THROUGH: u16 = 8;

/// More than any unit has, in half points: as far as a way is looked for to say what it would cost.
const FAR: u8 = 120;

/// More than any step costs, in half points.
const RINGS: usize = 32;

/// Squares that are still to be looked at, the cheapest first.
#[derive(Default)]
struct Queue {
    /// The squares of each cost. No step costs as much as there are rings, so they are used again and again.
    rings: [SmallVec<[Square; 64]>; RINGS],
    cost: u16,
    waiting: usize,
}

impl Queue {
    fn push(&mut self, cost: u16, square: Square) {
        self.rings[usize::from(cost) % RINGS].push(square);
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<(u16, Square)> {
        self.waiting = self.waiting.checked_sub(1)?;
        loop {
            match self.rings[usize::from(self.cost) % RINGS].pop() {
                Some(square) => return Some((self.cost, square)),
                None => self.cost += 1,
            }
        }
    }
}
