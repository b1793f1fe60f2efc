//! Convex outlines, on which all else is built: bases, parts of terrain, templates, and the legs between points.
//!
//! A hull is kept in half hundredths of an inch, in which the corners of every base are whole numbers.

use crate::fraction::Fraction;
use crate::point::{Point, cross, dot};
use smallvec::SmallVec;

/// A point, a straight line or a convex outline, clockwise as seen from above, in half hundredths of an inch, and all
/// that lies within a radius of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hull {
    pub(crate) corners: SmallVec<[Point; 4]>,
    pub(crate) radius: i64,
}

/// The distance between two hulls: the root of a fraction less their radii, all in half hundredths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    squared: i64,
    of: i64,
    radii: i64,
}

impl Hull {
    /// A round hull.
    pub(crate) fn round(middle: Point, radius: i64) -> Hull {
        Hull { corners: SmallVec::from_slice(&[middle]), radius }
    }

    /// A straight line.
    pub(crate) fn line(from: Point, to: Point) -> Hull {
        Hull { corners: SmallVec::from_slice(&[from, to]), radius: 0 }
    }

    /// A convex outline, given clockwise.
    pub(crate) fn of(corners: impl IntoIterator<Item = Point>) -> Hull {
        Hull { corners: corners.into_iter().collect(), radius: 0 }
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        let (corners, last) = (&self.corners[..], self.corners.len() - 1);
        corners.iter().enumerate().map(move |(i, corner)| (*corner, corners[if i == last { 0 } else { i + 1 }]))
    }

    /// The least and the greatest of its coordinates.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        let (mut low, mut high) = (self.corners[0], self.corners[0]);
        for corner in &self.corners[1..] {
            low = Point { x: low.x.min(corner.x), y: low.y.min(corner.y) };
            high = Point { x: high.x.max(corner.x), y: high.y.max(corner.y) };
        }
        let rim = Point { x: self.radius, y: self.radius };
        (low.minus(rim), high.plus(rim))
    }

    /// Is the point inside an outline without a radius, not merely on its rim?
    pub(crate) fn holds(&self, point: Point) -> bool {
        self.corners.len() > 2 && self.edges().all(|(a, b)| cross(b.minus(a), point.minus(a)) > 0)
    }

    /// Does the outline without a radius hold the point, its rim included?
    pub(crate) fn covers(&self, point: Point) -> bool {
        self.edges().all(|(a, b)| cross(b.minus(a), point.minus(a)) >= 0)
    }

    /// The part of a leg that lies inside an outline; nothing where it only touches the rim.
    pub(crate) fn part_inside(&self, from: Point, to: Point) -> Option<(Fraction, Fraction)> {
        let (mut comes_in, mut goes_out) = (Fraction::ZERO, Fraction::ONE);
        for (a, b) in self.edges() {
            let edge = b.minus(a);
            let (start, end) = (cross(edge, from.minus(a)), cross(edge, to.minus(a)));
            match (start > 0, end > 0) {
                (true, true) => {}
                (false, false) => return None,
                (false, true) => comes_in = comes_in.max(Fraction::new(-start, end - start)),
                (true, false) => goes_out = goes_out.min(Fraction::new(start, start - end)),
            }
        }
        (comes_in < goes_out).then_some((comes_in, goes_out))
    }

    /// How far apart two hulls are.
    pub(crate) fn apart(&self, other: &Hull) -> Apart {
        let radii = self.radius + other.radius;
        if self.crosses(other) {
            return Apart { squared: 0, of: 1, radii };
        }
        let nearest = |from: &Hull, to: &Hull| {
            let pairs = from.corners.iter().flat_map(|corner| to.edges().map(|(a, b)| from_edge(*corner, a, b)));
            pairs.reduce(lesser).expect("a hull has a corner")
        };
        let (squared, of) = lesser(nearest(self, other), nearest(other, self));
        Apart { squared, of, radii }
    }

    /// Do the two have some inside in common? To touch is not to overlap.
    pub(crate) fn overlaps(&self, other: &Hull) -> bool {
        match (self.radius, other.radius) {
            (0, 0) => {
                !self.is_parted_from(other, |apart| apart >= 0) && !other.is_parted_from(self, |apart| apart >= 0)
            }
            _ => self.apart(other).is_less_than(0),
        }
    }

    /// Do the cores have a point in common, without regard to radii?
    fn crosses(&self, other: &Hull) -> bool {
        if self.corners.len() <= 2 && other.corners.len() <= 2 {
            // Two lines that merely touch are found to be no distance apart by their ends.
            let ((a, b), (c, d)) = (self.first_edge(), other.first_edge());
            let sides = |a: Point, b: Point, c: Point, d: Point| {
                cross(b.minus(a), c.minus(a)).signum() * cross(b.minus(a), d.minus(a)).signum()
            };
            return sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0;
        }
        !self.is_parted_from(other, |apart| apart > 0) && !other.is_parted_from(self, |apart| apart > 0)
    }

    fn first_edge(&self) -> (Point, Point) {
        (self.corners[0], self.corners[self.corners.len() - 1])
    }

    /// Does one of the own edges part the two? All corners of the other lie outside it, as far as `parts` asks.
    fn is_parted_from(&self, other: &Hull, parts: fn(i64) -> bool) -> bool {
        // A line parts on both of its sides: its edge is met there and back. A point has no side at all.
        self.corners.len() > 1
            && self.edges().any(|(a, b)| {
                let edge = b.minus(a);
                other.corners.iter().all(|corner| parts(-cross(edge, corner.minus(a))))
            })
    }
}

impl Apart {
    /// Is the gap no more than this? Exact, without the root.
    pub(crate) fn is_within(self, range: i64) -> bool {
        let reach = 2 * range.min(FARTHEST) + self.radii;
        reach >= 0 && i128::from(self.squared) <= i128::from(reach) * i128::from(reach) * i128::from(self.of)
    }

    /// Is the gap less than this? Less than 0 where round things overlap.
    pub(crate) fn is_less_than(self, range: i64) -> bool {
        let reach = 2 * range.min(FARTHEST) + self.radii;
        reach > 0 && i128::from(self.squared) < i128::from(reach) * i128::from(reach) * i128::from(self.of)
    }

    /// The gap in hundredths of an inch, rounded up: the least that it is within.
    pub(crate) fn gap(self) -> i64 {
        let mut gap = (((self.squared / self.of).isqrt() - self.radii) / 2).max(0);
        while !self.is_within(gap) {
            gap += 1;
        }
        gap
    }
}

/// Nothing is measured further than this, in hundredths of an inch.
const FARTHEST: i64 = 1_000_000;

/// The lesser of two fractions.
fn lesser(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    let is_less = i128::from(other.0) * i128::from(one.1) < i128::from(one.0) * i128::from(other.1);
    if is_less { other } else { one }
}

/// The square of the distance from a point to an edge, as a fraction.
fn from_edge(point: Point, a: Point, b: Point) -> (i64, i64) {
    let (edge, way) = (b.minus(a), point.minus(a));
    let (along, length) = (dot(edge, way), edge.squared());
    if along <= 0 {
        return (way.squared(), 1);
    }
    if along >= length {
        return (point.minus(b).squared(), 1);
    }
    let aside = cross(edge, way);
    (aside * aside, length)
}
