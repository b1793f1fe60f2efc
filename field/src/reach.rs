//! Where a move can lead, and by which way.
//!
//! [`Move`] is the one question that a book's check and its offers share: `price` answers for a path that is given,
//! `reach` finds the points of the half-inch lattice that some path leads to, priced leg by leg by the same function,
//! and `draw` takes one at random without working out the others.
//!
//! What is promised: every point of a reach has a way that `price` accepts, and no path that `price` accepts ends further
//! outside than 3 % of the allowance and one step of the lattice.

use crate::angle::Facing;
use crate::footprint::Footprint;
use crate::lattice::{BARRED, Lattice, STEP};
use crate::point::Point;
use crate::price::{Hindrance, Passage};
use crate::turning;

/// A move to be made.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The ground as the mover meets it.
    pub passage: &'a Passage,
    /// Where it begins.
    pub from: Point,
    /// Where the mover faces; it matters only where turns are paid for.
    pub facing: Facing,
    /// What it may cost.
    pub allowance: i64,
    /// What the mover keeps away from. Leave out what it begins too near to, if it may leave.
    pub keeps_from: &'a [Zone],
}

/// Something that is not passed nearer than this, from its edge to the middle of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// What is kept away from.
    pub footprint: Footprint,
    /// The least distance; with 0 it is merely not crossed.
    pub range: i64,
}

/// The points of the half-inch lattice that a move leads to.
#[derive(Clone, Debug)]
pub struct Reach<'a> {
    question: Move<'a>,
    /// The points in the order in which they were found, the cheapest first.
    pub(crate) spots: Vec<Spot>,
}

/// A point that can be reached, or a bend on the way to one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) point: Point,
    pub(crate) cost: i64,
    /// The spot before it, by its place in the list; nothing where that is the beginning of the move.
    pub(crate) before: Option<u32>,
    /// A bend is on the way to somewhere, but nothing that is offered.
    pub(crate) is_offered: bool,
}

/// A way to a point and what it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where it bends, and at last the point itself.
    pub path: Vec<Point>,
    /// What it costs, turns included.
    pub cost: i64,
}

impl<'a> Move<'a> {
    /// A move that keeps away from nothing, by a mover that faces up.
    pub fn new(passage: &'a Passage, from: Point, allowance: i64) -> Move<'a> {
        Move { passage, from, facing: Facing::UP, allowance, keeps_from: &[] }
    }

    /// What a straight leg costs, without turning.
    pub fn leg(&self, from: Point, to: Point) -> Result<i64, Hindrance> {
        let cost = self.passage.leg(from, to)?;
        match self.keeps_from.iter().position(|zone| zone.is_entered(from, to)) {
            Some(zone) => Err(Hindrance::TooNear(zone)),
            None => Ok(cost),
        }
    }

    /// What a path costs, with its turns, and with one more for a facing at the end that its last leg does not give.
    pub fn price(&self, path: &[Point], end: Option<Facing>) -> Result<i64, Hindrance> {
        let mut cost = 0;
        let mut at = self.from;
        for &next in path {
            cost += self.leg(at, next)?;
            at = next;
        }
        cost += self.passage.turns(self.from, self.facing, path, end);
        if cost > self.allowance {
            return Err(Hindrance::TooDear { cost, allowance: self.allowance });
        }
        Ok(cost)
    }

    /// All points that can be reached.
    pub fn reach(&self) -> Reach<'a> {
        let can_begin = self.passage.ground.holds(self.from);
        let spots = match () {
            () if !can_begin => Vec::new(),
            () if self.passage.turn > 0 => turning::spots(self),
            () => self.spots(),
        };
        Reach { question: *self, spots }
    }

    /// A straight move to a point of the lattice, drawn at random among those within the allowance: a few are tried, and
    /// only they are priced. `below` draws a number below the one that it is given.
    pub fn draw(&self, mut below: impl FnMut(u32) -> u32) -> Option<Way> {
        let steps = self.allowance / STEP + 1;
        let mut draw = |middle: i64| {
            let first = (middle - self.allowance).div_euclid(STEP);
            (first + i64::from(below(2 * steps as u32 + 1))) * STEP
        };
        (0..TRIES).find_map(|_| {
            let point = Point { x: draw(self.from.x), y: draw(self.from.y) };
            if point == self.from || !self.passage.ground.holds(point) || !point.within(self.from, self.allowance) {
                return None;
            }
            let cost = self.price(&[point], None).ok()?;
            Some(Way { path: vec![point], cost })
        })
    }

    /// The points that can be reached by a mover that turns freely.
    fn spots(&self) -> Vec<Spot> {
        // The lattice makes ways longer by 3 % at most. So what costs so much more may still be near enough straight.
        let limit = (self.allowance + self.allowance * 3 / 100 + 2).clamp(0, i64::from(BARRED) - 1) as usize;
        let mut search = Search::new(self, self.passage.lattice(), limit);
        search.begin();
        search.spread();
        search.spots()
    }
}

impl Zone {
    /// Does a leg come nearer than it may?
    pub fn is_entered(&self, from: Point, to: Point) -> bool {
        self.footprint.is_neared(from, to, self.range)
    }
}

impl Reach<'_> {
    /// The points that can be reached, the cheapest first, each with what it costs at most: the way itself, drawn as
    /// straight as it can be, may cost less.
    pub fn points(&self) -> impl Iterator<Item = (Point, i64)> {
        self.spots.iter().filter(|spot| spot.is_offered).map(|spot| (spot.point, spot.cost))
    }

    /// The way to a point: one straight leg where nothing cheaper is known, otherwise the cheapest, drawn as straight as
    /// it can be. A point that is not offered has a way, too, if a straight leg leads to it.
    pub fn way(&self, to: Point) -> Option<Way> {
        let at = self.spots.iter().position(|spot| spot.is_offered && spot.point == to);
        let most = at.map_or(self.question.allowance, |at| self.spots[at].cost);
        if to != self.question.from
            && let Ok(cost) = self.question.price(&[to], None)
            && cost <= most
        {
            return Some(Way { path: vec![to], cost });
        }
        let at = at?;
        let mut points = vec![self.spots[at].point];
        let mut before = self.spots[at].before;
        while let Some(at) = before {
            points.push(self.spots[at as usize].point);
            before = self.spots[at as usize].before;
        }
        points.push(self.question.from);
        points.reverse();
        let priced = |path: Vec<Point>| Some(Way { cost: self.question.price(&path, None).ok()?, path });
        // Fewer bends may, seldom, mean more turns than were found to be needed.
        priced(self.straightened(&points)).or_else(|| priced(points[1..].to_vec()))
    }

    /// A chain of points with bends left out where that costs no more.
    fn straightened(&self, points: &[Point]) -> Vec<Point> {
        let leg = |from: usize, to: usize| self.question.leg(points[from], points[to]).ok();
        let steps: Vec<i64> = (1..points.len()).map(|i| leg(i - 1, i).unwrap_or(0)).collect();
        let mut path = Vec::new();
        let mut here = 0;
        while here + 1 < points.len() {
            let costs_no_more =
                |to: &usize| leg(here, *to).is_some_and(|cost| cost <= steps[here..*to].iter().sum::<i64>());
            here = (here + 2..points.len()).rev().find(costs_no_more).unwrap_or(here + 1);
            path.push(points[here]);
        }
        path
    }
}

/// A search over the lattice, the cheapest nodes first. Costs are small whole numbers, so that a row of lists, one for
/// each cost, serves as the queue.
struct Search<'a, 'b> {
    question: &'a Move<'b>,
    lattice: &'a Lattice,
    limit: usize,
    /// What is known to lead to each node; 0 for nodes that are not to be entered.
    best: Vec<u16>,
    before: Vec<u32>,
    /// The last entry of each cost,
    heads: Vec<u32>,
    /// and each entry's node and the one before it of the same cost.
    entries: Vec<(u32, u32)>,
    /// Nodes from which a step might enter a zone, where there are zones.
    careful: Vec<bool>,
    /// Nodes in the order in which they were reached.
    reached: Vec<u32>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(question: &'a Move<'b>, lattice: &'a Lattice, limit: usize) -> Search<'a, 'b> {
        let nodes = lattice.nodes();
        let careful = if question.keeps_from.is_empty() { Vec::new() } else { vec![false; nodes] };
        Search {
            question,
            lattice,
            limit,
            best: vec![BARRED; nodes],
            before: vec![NONE; nodes],
            heads: vec![NONE; limit + 1],
            entries: Vec::with_capacity(4096),
            careful,
            reached: Vec::with_capacity(1024),
        }
    }

    /// Marks the zones, and takes the first legs: to the points around, and to every bend that can be paid for.
    fn begin(&mut self) {
        let from = self.question.from;
        for zone in self.question.keeps_from {
            let (low, high) = zone.footprint.hull().bounds();
            let size = (high.x - low.x).max(high.y - low.y) / 4 + zone.range;
            let steps = (size + LONGEST) / STEP + 2;
            let points = self.lattice.around(zone.footprint.middle(), steps);
            let bends = self.lattice.points()..self.lattice.nodes();
            for node in points.chain(bends) {
                let point = self.lattice.point(node);
                let longest = if node < self.lattice.points() { LONGEST } else { FARTHEST };
                self.careful[node] |= zone.footprint.is_passed_within(point, point, zone.range + longest);
            }
        }
        for node in self.lattice.around(from, FIRST) {
            self.first_leg(node);
        }
        for (i, bend) in self.lattice.bends.iter().enumerate() {
            if bend.within(from, self.question.allowance) {
                self.first_leg(self.lattice.points() + i);
            }
        }
    }

    fn first_leg(&mut self, node: usize) {
        if let Ok(cost) = self.question.leg(self.question.from, self.lattice.point(node)) {
            self.offer(node, cost, NONE);
        }
    }

    fn offer(&mut self, node: usize, cost: i64, before: u32) {
        if cost <= self.limit as i64 && cost < i64::from(self.best[node]) {
            self.best[node] = cost as u16;
            self.before[node] = before;
            let head = &mut self.heads[cost as usize];
            self.entries.push((node as u32, *head));
            *head = self.entries.len() as u32 - 1;
        }
    }

    fn spread(&mut self) {
        let offsets = self.lattice.offsets();
        for cost in 0..=self.limit {
            while self.heads[cost] != NONE {
                let (node, next) = self.entries[self.heads[cost] as usize];
                self.heads[cost] = next;
                let node = node as usize;
                if usize::from(self.best[node]) < cost {
                    continue;
                }
                self.reached.push(node as u32);
                if self.careful.get(node).copied().unwrap_or(false) {
                    self.spread_carefully(node, cost as i64, &offsets);
                } else {
                    self.spread_from(node, cost, &offsets);
                }
            }
        }
    }

    fn spread_from(&mut self, node: usize, cost: usize, offsets: &[isize; 16]) {
        let lattice = self.lattice;
        if let Some(steps) = lattice.steps.get(node) {
            for (step, offset) in steps.iter().zip(offsets) {
                let cost = cost + usize::from(*step);
                if cost <= self.limit {
                    self.offer(node.wrapping_add_signed(*offset), cost as i64, node as u32);
                }
            }
        }
        for link in lattice.links(node) {
            self.offer(link.to as usize, cost as i64 + i64::from(link.cost), node as u32);
        }
    }

    /// The same where a step might come too near to something.
    fn spread_carefully(&mut self, node: usize, cost: i64, offsets: &[isize; 16]) {
        let lattice = self.lattice;
        let from = lattice.point(node);
        let steps = lattice.steps.get(node).into_iter().flat_map(|steps| steps.iter().zip(offsets));
        let steps = steps.filter(|(step, _)| **step < BARRED);
        let steps = steps.map(|(step, offset)| (node.wrapping_add_signed(*offset), *step));
        let links = lattice.links(node).iter().map(|link| (link.to as usize, link.cost));
        for (to, step) in steps.chain(links) {
            let at = lattice.point(to);
            if !self.question.keeps_from.iter().any(|zone| zone.is_entered(from, at)) {
                self.offer(to, cost + i64::from(step), node as u32);
            }
        }
    }

    /// What was reached within the allowance, and what is a little dearer by the lattice but not by a straight leg.
    fn spots(&self) -> Vec<Spot> {
        let Move { from, allowance, .. } = *self.question;
        let mut places = vec![NONE; self.lattice.nodes()];
        let mut spots: Vec<Spot> = Vec::with_capacity(self.reached.len());
        for &node in &self.reached {
            let node = node as usize;
            let (point, cost) = (self.lattice.point(node), i64::from(self.best[node]));
            if places[node] != NONE || point == from {
                continue;
            }
            let is_offered = node < self.lattice.points();
            if cost <= allowance {
                let before = places.get(self.before[node] as usize).copied().filter(|place| *place != NONE);
                places[node] = spots.len() as u32;
                spots.push(Spot { point, cost, before, is_offered });
            } else if is_offered
                && let Ok(cost) = self.question.leg(from, point)
                && cost <= allowance
            {
                places[node] = spots.len() as u32;
                spots.push(Spot { point, cost, before: None, is_offered });
            }
        }
        spots
    }
}

/// No node, and no entry.
const NONE: u32 = u32::MAX;
/// How many draws are tried before a mover is said to stay where it is.
const TRIES: usize = 24;
/// The first leg of a move leads to the points of the lattice within so many steps.
const FIRST: i64 = 3;
/// No leg from a point of the lattice is longer,
const LONGEST: i64 = 230;
/// and no leg from a bend.
const FARTHEST: i64 = 620;
