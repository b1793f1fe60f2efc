//! Where a move can lead, and by which way.
//!
//! [`Move`] is the one question that a book's check and its offers share: `price` answers for a path that is given,
//! `reach` finds the points of the half-inch lattice that some path leads to, priced leg by leg by the same function,
//! and `draw` takes one at random without working out the others.
//!
//! What is promised: every point of a reach has a way that `price` accepts, and no path that `price` accepts ends further
//! outside than 3 % of the allowance and one step of the lattice. The second is for movers that turn freely; who pays for
//! turns is offered all that one straight leg leads to, and ways with few bends round what stands between.

use crate::angle::Facing;
use crate::footprint::Footprint;
use crate::lattice::STEP;
use crate::point::Point;
use crate::price::{Hindrance, Passage};
use crate::search::Found;
use crate::terrain::Plan;
use crate::turning::{self, Spot};

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

/// The points that a move leads to: of the half-inch lattice, and straight ahead where turns are paid for.
#[derive(Clone, Debug)]
pub struct Reach<'a> {
    question: Move<'a>,
    found: Spots,
}

/// How the points were found.
#[derive(Clone, Debug)]
enum Spots {
    /// From node to node of the lattice.
    Lattice(Found),
    /// By few straight legs, for a mover that pays for its turns.
    Legs(Vec<Spot>),
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
        let found = if !self.passage.ground.holds(self.from) {
            Spots::Legs(Vec::new())
        } else if self.passage.turn > 0 {
            Spots::Legs(turning::spots(self))
        } else {
            Spots::Lattice(Found::of(self))
        };
        Reach { question: *self, found }
    }

    /// A straight move to a point of the lattice, drawn at random among those within the allowance: a few are tried, and
    /// only they are priced. `below` draws a number below the one that it is given.
    pub fn draw(&self, mut below: impl FnMut(u32) -> u32) -> Option<Way> {
        let far = self.allowance.clamp(0, 2 * Plan::LARGEST);
        let mut draw = |middle: i64| {
            let first = (middle - far).div_euclid(STEP);
            (first + i64::from(below(2 * (far / STEP + 1) as u32 + 1))) * STEP
        };
        (0..TRIES).find_map(|_| {
            let point = Point { x: draw(self.from.x), y: draw(self.from.y) };
            if point == self.from || !self.passage.ground.holds(point) || !point.within(self.from, far) {
                return None;
            }
            let cost = self.price(&[point], None).ok()?;
            Some(Way { path: vec![point], cost })
        })
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
        let (lattice, legs) = match &self.found {
            Spots::Lattice(found) => (Some(found), &[][..]),
            Spots::Legs(spots) => (None, &spots[..]),
        };
        let Move { passage, allowance, .. } = self.question;
        let lattice = lattice.into_iter().flat_map(move |found| found.points(passage.lattice(), allowance));
        lattice.chain(legs.iter().filter(|spot| spot.is_offered).map(|spot| (spot.point, spot.cost)))
    }

    /// The way to a point: one straight leg where nothing cheaper is known, otherwise the cheapest, drawn as straight as
    /// it can be. A point that is not offered has a way, too, if a straight leg leads to it.
    pub fn way(&self, to: Point) -> Option<Way> {
        let known = self.cost(to);
        let most = known.unwrap_or(self.question.allowance);
        if to != self.question.from
            && let Ok(cost) = self.question.price(&[to], None)
            && cost <= most
        {
            return Some(Way { path: vec![to], cost });
        }
        known?;
        let mut points = match &self.found {
            Spots::Lattice(found) => found.back(self.question.passage.lattice(), to),
            Spots::Legs(spots) => turning::back(spots, to),
        };
        points.push(self.question.from);
        points.reverse();
        points.dedup();
        let priced = |path: Vec<Point>| Some(Way { cost: self.question.price(&path, None).ok()?, path });
        // Fewer bends may, seldom, mean more turns than were found to be needed.
        priced(self.straightened(&points)).or_else(|| priced(points[1..].to_vec()))
    }

    /// What a point costs at most that is offered.
    fn cost(&self, to: Point) -> Option<i64> {
        let cost = match &self.found {
            Spots::Lattice(found) => found.cost(self.question.passage.lattice(), to)?,
            Spots::Legs(spots) => turning::spot(spots, to)?.cost,
        };
        (to != self.question.from && cost <= self.question.allowance).then_some(cost)
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

/// How many draws are tried before a mover is said to stay where it is.
const TRIES: usize = 24;
