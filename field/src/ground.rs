//! The ground: a table with its terrain laid out, and an index of squares that says quickly what lies near a leg.

use crate::crossing::{Crossing, Crossings};
use crate::footprint::Footprint;
use crate::hull::Hull;
use crate::piece::Piece;
use crate::point::Point;
use crate::terrain::{Fault, Plan, Terrain};
use serde::{Deserialize, Serialize};

/// A table with its terrain laid out. It is made once for a game and shared; what changes (smoke, units) lies beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Plan", into = "Plan")]
pub struct Ground {
    plan: Plan,
    pieces: Vec<Piece>,
    columns: usize,
    rows: usize,
    /// For each square of the index, row by row from the top left, the pieces that reach into it.
    squares: Vec<Set>,
}

/// A set of pieces of terrain.
pub(crate) type Set = [u64; Plan::MOST / 64];

impl Ground {
    /// Lays out a plan.
    pub fn new(plan: Plan) -> Result<Ground, Fault> {
        plan.check()?;
        let pieces: Vec<Piece> = plan.terrain.iter().map(|terrain| Piece::new(&terrain.shape)).collect();
        let columns = (plan.width / SQUARE + 1) as usize;
        let rows = (plan.depth / SQUARE + 1) as usize;
        let mut squares = vec![Set::default(); columns * rows];
        for (i, piece) in pieces.iter().enumerate() {
            for part in piece.parts() {
                let (low, high) = part.bounds();
                for row in index(low.y / 2, rows)..=index(high.y / 2, rows) {
                    for column in index(low.x / 2, columns)..=index(high.x / 2, columns) {
                        if part.apart(&square(column, row)).is_within(0) {
                            squares[row * columns + column][i / 64] |= 1 << (i % 64);
                        }
                    }
                }
            }
        }
        Ok(Ground { plan, pieces, columns, rows, squares })
    }

    /// The plan it was laid out by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The pieces of terrain, from the bottom up.
    pub fn terrain(&self) -> &[Terrain] {
        &self.plan.terrain
    }

    /// Is the point on the table, its rim included?
    pub fn holds(&self, point: Point) -> bool {
        (0..=self.plan.width).contains(&point.x) && (0..=self.plan.depth).contains(&point.y)
    }

    /// Is all of the footprint on the table?
    pub fn holds_all(&self, footprint: &Footprint) -> bool {
        let (low, high) = footprint.hull().bounds();
        low.x >= 0 && low.y >= 0 && high.x <= 2 * self.plan.width && high.y <= 2 * self.plan.depth
    }

    /// The pieces of terrain that a point stands in, from the bottom up; a rim does not belong to its piece.
    pub fn at(&self, point: Point) -> impl Iterator<Item = usize> {
        let near = self.squares[index(point.y, self.rows) * self.columns + index(point.x, self.columns)];
        members(near).filter(move |piece| self.pieces[*piece].holds(point))
    }

    /// The pieces of terrain that a footprint stands in with some part of it.
    pub fn under(&self, footprint: &Footprint) -> impl Iterator<Item = usize> {
        let footprint = *footprint;
        members(self.around(&footprint)).filter(move |piece| self.pieces[*piece].is_under(&footprint))
    }

    /// Does the footprint stand wholly in this piece? A line that bends must hold it between two bends.
    pub fn covers(&self, piece: usize, footprint: &Footprint) -> bool {
        self.pieces[piece].covers(footprint)
    }

    /// Is the footprint within a range of this piece, from edge to edge?
    pub fn is_within(&self, piece: usize, footprint: &Footprint, range: i64) -> bool {
        self.pieces[piece].is_within(footprint, range)
    }

    /// The least and the greatest coordinates of a piece, rounded outwards.
    pub fn bounds(&self, piece: usize) -> (Point, Point) {
        let (low, high) = self.pieces[piece].bounds();
        let outwards = |at: i64| at.div_euclid(2) + at.rem_euclid(2);
        (Point { x: low.x.div_euclid(2), y: low.y.div_euclid(2) }, Point { x: outwards(high.x), y: outwards(high.y) })
    }

    /// What a straight leg crosses, and for how long. Both its ends are on the table.
    pub fn crossings(&self, from: Point, to: Point) -> Crossings {
        self.crossings_of(&[u64::MAX; 4], from, to)
    }

    /// The last point of a leg before it comes into what it crosses: where a mover stops that does not get in.
    pub fn edge(&self, crossing: &Crossing, from: Point, to: Point) -> Point {
        let (way, length) = (to.minus(from), from.distance(to).max(1));
        let point = |along: i64| from.plus(Point { x: way.x * along / length, y: way.y * along / length });
        let before = crossing.from.of_length(length);
        let outside = |point: &Point| !self.pieces[crossing.piece].holds(*point);
        (0..=before).rev().map(point).find(outside).unwrap_or(from)
    }

    /// What a leg crosses of the pieces that matter to somebody.
    pub(crate) fn crossings_of(&self, matters: &Set, from: Point, to: Point) -> Crossings {
        let mut near = self.along(from, to);
        near.iter_mut().zip(matters).for_each(|(near, matters)| *near &= matters);
        let mut found = Crossings::new();
        let (from, to) = (from.doubled(), to.doubled());
        for piece in members(near) {
            self.pieces[piece].cross(piece, from, to, &mut found);
        }
        found
    }

    /// Is there a crossing of a leg with a piece that matters of which this holds? It is asked no further than it must.
    pub(crate) fn has_crossing(
        &self,
        matters: &Set,
        from: Point,
        to: Point,
        mut holds: impl FnMut(Crossing) -> bool,
    ) -> bool {
        let mut near = self.along(from, to);
        near.iter_mut().zip(matters).for_each(|(near, matters)| *near &= matters);
        let (from, to) = (from.doubled(), to.doubled());
        let mut found = Crossings::new();
        members(near).any(|piece| {
            found.clear();
            self.pieces[piece].cross(piece, from, to, &mut found);
            found.iter().any(|crossing| holds(*crossing))
        })
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces near a leg: for each row of squares those between where the leg comes in and where it goes out.
    fn along(&self, from: Point, to: Point) -> Set {
        let (top, bottom) = if from.y <= to.y { (from, to) } else { (to, from) };
        let (across, down) = (bottom.x - top.x, bottom.y - top.y);
        let x_at = |y: i64| if down == 0 { bottom.x } else { top.x + across * (y - top.y) / down };
        let mut near = Set::default();
        let rows = index(top.y, self.rows)..=index(bottom.y, self.rows);
        for row in rows {
            let (begins, ends) = (row as i64 * SQUARE, (row as i64 + 1) * SQUARE);
            let one = if begins <= top.y { top.x } else { x_at(begins) };
            let other = if ends >= bottom.y { bottom.x } else { x_at(ends) };
            // One more on each side makes up for the division.
            let (left, right) = (index(one.min(other) - 1, self.columns), index(one.max(other) + 1, self.columns));
            for square in &self.squares[row * self.columns + left..=row * self.columns + right] {
                join(&mut near, square);
            }
        }
        near
    }

    fn around(&self, footprint: &Footprint) -> Set {
        let (low, high) = footprint.hull().bounds();
        let mut near = Set::default();
        for row in index(low.y / 2 - 1, self.rows)..=index(high.y / 2 + 1, self.rows) {
            let row = row * self.columns;
            let (left, right) = (index(low.x / 2 - 1, self.columns), index(high.x / 2 + 1, self.columns));
            for square in &self.squares[row + left..=row + right] {
                join(&mut near, square);
            }
        }
        near
    }
}

impl TryFrom<Plan> for Ground {
    type Error = Fault;

    fn try_from(plan: Plan) -> Result<Ground, Fault> {
        Ground::new(plan)
    }
}

impl From<Ground> for Plan {
    fn from(ground: Ground) -> Plan {
        ground.plan
    }
}

/// Adds the members of another set. It is done for every square that a leg crosses.
fn join(set: &mut Set, other: &Set) {
    for i in 0..set.len() {
        set[i] |= other[i];
    }
}

/// The members of a set, the lowest first.
pub(crate) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while *set.get(at)? == 0 {
            at += 1;
        }
        let lowest = set[at].trailing_zeros() as usize;
        set[at] &= set[at] - 1;
        Some(64 * at + lowest)
    })
}

/// The side of a square of the index.
const SQUARE: i64 = 400;

/// The square of the index that a coordinate lies in; terrain over the edge of the table belongs to the last one.
fn index(at: i64, count: usize) -> usize {
    at.div_euclid(SQUARE).clamp(0, count as i64 - 1) as usize
}

/// A square of the index as a hull, in half hundredths.
fn square(column: usize, row: usize) -> Hull {
    let (x, y) = (column as i64 * SQUARE, row as i64 * SQUARE);
    let corners = [(x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE)];
    Hull::of(corners.map(|(x, y)| Point { x, y }.doubled()))
}
