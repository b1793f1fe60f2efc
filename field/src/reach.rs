//! Moving over a measured table: what a path costs, and what can be reached.
//!
//! A path is priced exactly, leg by leg: the length of a leg is rounded up to the hundredth of an inch, and so is what
//! each piece of terrain on it adds. [`Ground::reach`] finds what can be reached on a lattice by paths that are priced
//! by the very same function, so that every point of it has a path that may be taken.

use crate::measured::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A table with terrain on it, from the origin to its far corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    far: Point,
    pieces: Vec<Terrain>,
}

/// A piece of terrain with a convex outline. Its rim does not belong to it: one may pass along a wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    outline: Vec<Point>,
    low: Point,
    high: Point,
    going: Going,
}

/// How terrain is passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Going {
    /// Each inch costs so many.
    Times(u8),
    /// Not at all.
    Barred,
}

/// Why a leg cannot be gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hindrance {
    /// It leaves the table.
    OffTable,
    /// This piece of terrain, by its place in the list, bars it.
    Barred(usize),
}

/// What can be reached from a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Where all paths begin.
    pub from: Point,
    spots: Vec<Spot>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    point: Point,
    cost: i64,
    /// The spot before it, by its place in the list; the start is before itself.
    before: usize,
}

impl Terrain {
    /// A piece of terrain; its outline must be convex and have an inside.
    pub fn new(mut outline: Vec<Point>, going: Going) -> Terrain {
        let corner = |i: usize| outline[i % outline.len()];
        let turns: Vec<i64> =
            (0..outline.len()).map(|i| cross(corner(i + 1).minus(corner(i)), corner(i + 2).minus(corner(i)))).collect();
        assert!(outline.len() > 2 && turns.iter().any(|&turn| turn != 0), "terrain has an inside");
        let convex = turns.iter().all(|&turn| turn >= 0) || turns.iter().all(|&turn| turn <= 0);
        assert!(convex, "the outline of a piece of terrain is convex");
        if turns.iter().any(|&turn| turn < 0) {
            outline.reverse();
        }
        let least = |of: fn(&Point) -> i64| outline.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Point) -> i64| outline.iter().map(of).max().unwrap_or(0);
        let low = Point { x: least(|p| p.x), y: least(|p| p.y) };
        let high = Point { x: most(|p| p.x), y: most(|p| p.y) };
        Terrain { outline, low, high, going }
    }

    /// A rectangle between two opposite corners.
    pub fn rectangle(low: Point, high: Point, going: Going) -> Terrain {
        let outline = vec![low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }];
        Terrain::new(outline, going)
    }

    /// Its corners.
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    /// How it is passed.
    pub fn going(&self) -> Going {
        self.going
    }

    /// Is the point inside, not merely on the rim?
    pub fn holds(&self, point: Point) -> bool {
        self.edges().all(|(a, b)| cross(b.minus(a), point.minus(a)) > 0)
    }

    /// The part of a leg that lies inside, as a fraction of it; nothing where it only touches the rim.
    fn part(&self, from: Point, to: Point) -> Option<(i128, i128)> {
        let apart = |a: i64, b: i64, low: i64, high: i64| a.max(b) <= low || a.min(b) >= high;
        if apart(from.x, to.x, self.low.x, self.high.x) || apart(from.y, to.y, self.low.y, self.high.y) {
            return None;
        }
        // Where the leg comes in and goes out, each as a fraction of its length.
        let (mut comes_in, mut goes_out) = ((0_i128, 1_i128), (1_i128, 1_i128));
        for (a, b) in self.edges() {
            let edge = b.minus(a);
            let start = i128::from(cross(edge, from.minus(a)));
            let end = i128::from(cross(edge, to.minus(a)));
            match (start > 0, end > 0) {
                (true, true) => {}
                (false, false) => return None,
                (false, true) => {
                    let here = (-start, end - start);
                    if here.0 * comes_in.1 > comes_in.0 * here.1 {
                        comes_in = here;
                    }
                }
                (true, false) => {
                    let here = (start, start - end);
                    if here.0 * goes_out.1 < goes_out.0 * here.1 {
                        goes_out = here;
                    }
                }
            }
        }
        let inside = goes_out.0 * comes_in.1 - comes_in.0 * goes_out.1;
        (inside > 0).then_some((inside, comes_in.1 * goes_out.1))
    }

    fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        let next = self.outline.iter().cycle().skip(1);
        self.outline.iter().copied().zip(next.copied())
    }
}

impl Ground {
    /// A table of this size. Where pieces of terrain lie upon one another, each adds its own.
    pub fn new(width: i64, depth: i64, pieces: Vec<Terrain>) -> Ground {
        Ground { far: Point { x: width, y: depth }, pieces }
    }

    /// The pieces of terrain.
    pub fn pieces(&self) -> &[Terrain] {
        &self.pieces
    }

    /// Is the point on the table, its rim included?
    pub fn holds(&self, point: Point) -> bool {
        (0..=self.far.x).contains(&point.x) && (0..=self.far.y).contains(&point.y)
    }

    /// Can something stand there: on the table, and not inside what bars?
    pub fn stands(&self, point: Point) -> bool {
        self.holds(point) && !self.pieces.iter().any(|piece| piece.going == Going::Barred && piece.holds(point))
    }

    /// What a straight leg costs, in hundredths of an inch.
    pub fn leg(&self, from: Point, to: Point) -> Result<i64, Hindrance> {
        if !self.holds(from) || !self.holds(to) {
            return Err(Hindrance::OffTable);
        }
        let length = from.distance(to);
        let mut cost = length;
        for (i, piece) in self.pieces.iter().enumerate() {
            let Some((part, whole)) = piece.part(from, to) else { continue };
            match piece.going {
                Going::Barred => return Err(Hindrance::Barred(i)),
                Going::Times(times) => {
                    let more = i128::from(length) * (i128::from(times) - 1) * part;
                    cost += (more + whole - 1).div_euclid(whole) as i64;
                }
            }
        }
        Ok(cost)
    }

    /// What a path costs: its legs together.
    pub fn price(&self, from: Point, path: &[Point]) -> Result<i64, Hindrance> {
        let mut at = from;
        let mut cost = 0;
        for &next in path {
            cost += self.leg(at, next)?;
            at = next;
        }
        Ok(cost)
    }

    /// What can be reached within an allowance, on a lattice of this step around the start.
    ///
    /// Paths go from lattice point to lattice point in sixteen directions, which lengthens none by more than 2.8 %, and
    /// are then drawn straight wherever that costs no more.
    pub fn reach(&self, from: Point, allowance: i64, step: i64) -> Reach {
        let radius = allowance / step;
        let across = 2 * radius + 1;
        let index = |column: i64, row: i64| ((row + radius) * across + column + radius) as usize;
        let mut closed = vec![false; (across * across) as usize];
        let mut spots: Vec<Spot> = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0_i64, 0_i64, 0_i64, 0_usize))]);
        while let Some(Reverse((cost, row, column, before))) = open.pop() {
            if std::mem::replace(&mut closed[index(column, row)], true) {
                continue;
            }
            let point = Point { x: from.x + column * step, y: from.y + row * step };
            let here = spots.len();
            spots.push(self.straightened(&spots, Spot { point, cost, before }));
            let cost = spots[here].cost;
            for (columns, rows) in DIRECTIONS {
                let (column, row) = (column + columns, row + rows);
                if column.abs() > radius || row.abs() > radius || closed[index(column, row)] {
                    continue;
                }
                let next = Point { x: from.x + column * step, y: from.y + row * step };
                if let Ok(leg) = self.leg(point, next)
                    && cost + leg <= allowance
                {
                    open.push(Reverse((cost + leg, row, column, here)));
                }
            }
        }
        Reach { from, spots }
    }

    /// The same spot with the bends of its path left out where that costs no more.
    fn straightened(&self, spots: &[Spot], mut spot: Spot) -> Spot {
        let Some(start) = spots.first() else { return spot };
        if let Ok(cost) = self.leg(start.point, spot.point)
            && cost <= spot.cost
        {
            return Spot { cost, before: 0, ..spot };
        }
        while spot.before != 0 {
            let before = spots[spot.before].before;
            match self.leg(spots[before].point, spot.point) {
                Ok(leg) if spots[before].cost + leg <= spot.cost => {
                    spot = Spot { cost: spots[before].cost + leg, before, ..spot };
                }
                _ => break,
            }
        }
        spot
    }
}

impl Reach {
    /// The points that can be reached, the start left out, each with its cost, the nearest first.
    pub fn points(&self) -> impl Iterator<Item = (Point, i64)> {
        self.spots.iter().skip(1).map(|spot| (spot.point, spot.cost))
    }

    /// The way to a point: where it bends, and the point itself.
    pub fn path(&self, to: Point) -> Option<Vec<Point>> {
        let at = self.spots.iter().skip(1).position(|spot| spot.point == to)?;
        Some(self.way(at + 1))
    }

    /// All points with their costs and ways, the nearest first.
    pub fn ways(&self) -> impl Iterator<Item = (Point, i64, Vec<Point>)> {
        self.spots.iter().enumerate().skip(1).map(|(i, spot)| (spot.point, spot.cost, self.way(i)))
    }

    fn way(&self, mut at: usize) -> Vec<Point> {
        let mut way = Vec::new();
        while at != 0 {
            way.push(self.spots[at].point);
            at = self.spots[at].before;
        }
        way.reverse();
        way
    }
}

/// Does a straight leg come within a range of a point?
pub fn passes_within(from: Point, to: Point, point: Point, range: i64) -> bool {
    let (way, aside) = (to.minus(from), point.minus(from));
    let length = dot(way, way);
    let along = dot(way, aside);
    let near = |p: Point| dot(point.minus(p), point.minus(p)) <= range * range;
    if along <= 0 || length == 0 {
        return near(from);
    }
    if along >= length {
        return near(to);
    }
    let off = i128::from(cross(way, aside));
    off * off <= i128::from(range) * i128::from(range) * i128::from(length)
}

/// Is a point within 45 degrees of a facing, given as a way in any length? One's own place is.
pub fn in_front(at: Point, facing: Point, point: Point) -> bool {
    let way = point.minus(at);
    cross(facing, way).abs() <= dot(facing, way)
}

/// The sixteen directions of a lattice: along its lines, over its corners, and between.
const DIRECTIONS: [(i64, i64); 16] = [
    (1, 0),
    (2, 1),
    (1, 1),
    (1, 2),
    (0, 1),
    (-1, 2),
    (-1, 1),
    (-2, 1),
    (-1, 0),
    (-2, -1),
    (-1, -1),
    (-1, -2),
    (0, -1),
    (1, -2),
    (1, -1),
    (2, -1),
];

fn cross(a: Point, b: Point) -> i64 {
    a.x * b.y - a.y * b.x
}

fn dot(a: Point, b: Point) -> i64 {
    a.x * b.x + a.y * b.y
}

#[cfg(test)]
mod tests;
