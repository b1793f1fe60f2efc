//! Footprints: the ground that a base, a block of bases or a template covers.

use crate::angle::{Facing, UNIT};
use crate::hull::{Apart, Hull};
use crate::point::{Point, cross, dot};
use crate::sector::Sector;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The ground that something covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footprint {
    /// A base, a block of bases, a screen of smoke.
    Rectangle(Rectangle),
    /// A round base, a burst, a cloud.
    Circle(Circle),
}

/// A turned rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rectangle {
    /// Its middle.
    pub middle: Point,
    /// Its size along the front.
    pub width: i64,
    /// Its size from the front to the back.
    pub depth: i64,
    /// Where its front faces.
    #[serde(default)]
    pub facing: Facing,
}

/// A circle, given by its diameter so that half hundredths do not arise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Circle {
    /// Its middle.
    pub middle: Point,
    /// Its diameter.
    pub diameter: i64,
}

/// From which side something is met, seen from its middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Quarter {
    /// Within 45 degrees of where it faces.
    Front,
    /// From its right.
    Right,
    /// Within 45 degrees of its back.
    Rear,
    /// From its left.
    Left,
}

impl Footprint {
    /// Its middle.
    pub const fn middle(&self) -> Point {
        match self {
            Footprint::Rectangle(rectangle) => rectangle.middle,
            Footprint::Circle(circle) => circle.middle,
        }
    }

    /// The same somewhere else.
    #[must_use]
    pub const fn at(self, middle: Point) -> Footprint {
        match self {
            Footprint::Rectangle(rectangle) => Footprint::Rectangle(Rectangle { middle, ..rectangle }),
            Footprint::Circle(circle) => Footprint::Circle(Circle { middle, ..circle }),
        }
    }

    /// The same facing another way; a circle is the same from all sides.
    #[must_use]
    pub const fn facing(self, facing: Facing) -> Footprint {
        match self {
            Footprint::Rectangle(rectangle) => Footprint::Rectangle(Rectangle { facing, ..rectangle }),
            Footprint::Circle(_) => self,
        }
    }

    /// The four corners, clockwise from the left of the front, or eight points of the rim of a circle, each to the
    /// nearest hundredth of an inch.
    pub fn corners(&self) -> SmallVec<[Point; 8]> {
        match self {
            Footprint::Rectangle(rectangle) => rectangle.doubled_corners().iter().map(|p| p.halved()).collect(),
            Footprint::Circle(circle) => {
                let rim = (0..8).map(|eighth| Facing::of(45 * eighth).way(circle.diameter));
                rim.map(|way| circle.middle.doubled().plus(way).halved()).collect()
            }
        }
    }

    /// The gap from edge to edge, rounded up to the hundredth of an inch; 0 where the two touch or overlap.
    pub fn gap(&self, other: &Footprint) -> i64 {
        self.apart(other).gap()
    }

    /// Is the gap from edge to edge no more than this? Exact, without the root.
    pub fn within(&self, other: &Footprint, range: i64) -> bool {
        let between = self.middle().minus(other.middle()).squared();
        let far = self.radius() + other.radius() + range;
        // Most of what lies on a table is surely too far off, and whose middles are so near is near enough.
        between <= far * far && (range >= 0 && between <= range * range || self.apart(other).is_within(range))
    }

    /// Do the two touch or overlap?
    pub fn touches(&self, other: &Footprint) -> bool {
        self.within(other, 0)
    }

    /// Do the two share ground? Those that only touch do not.
    pub fn overlaps(&self, other: &Footprint) -> bool {
        !self.is_far(other, 0) && self.hull().overlaps(&other.hull())
    }

    /// Does it cover the point, its rim included?
    pub fn holds(&self, point: Point) -> bool {
        self.hull().apart(&Hull::round(point.doubled(), 0)).is_within(0)
    }

    /// Does it cover the other wholly?
    pub fn covers(&self, other: &Footprint) -> bool {
        match (self, other) {
            (Footprint::Rectangle(mine), Footprint::Rectangle(theirs)) => {
                theirs.doubled_corners().iter().all(|corner| mine.hull().covers(*corner))
            }
            (Footprint::Circle(mine), Footprint::Rectangle(theirs)) => {
                let rim = |corner: &Point| corner.minus(mine.middle.doubled()).squared() <= mine.diameter.pow(2);
                theirs.doubled_corners().iter().all(rim)
            }
            (Footprint::Circle(mine), Footprint::Circle(theirs)) => {
                let spare = mine.diameter - theirs.diameter;
                spare >= 0 && mine.middle.doubled().minus(theirs.middle.doubled()).squared() <= spare * spare
            }
            (Footprint::Rectangle(mine), Footprint::Circle(theirs)) => {
                let (hull, middle) = (mine.hull(), theirs.hull());
                let clear = |(a, b)| !Hull::line(a, b).apart(&middle).is_less_than(0);
                hull.covers(theirs.middle.doubled()) && hull.edges().all(clear)
            }
        }
    }

    /// Does a straight leg come within this of it? So it does where it crosses it.
    pub fn is_passed_within(&self, from: Point, to: Point, range: i64) -> bool {
        !self.is_far_from_leg(from, to, range)
            && Hull::line(from.doubled(), to.doubled()).apart(&self.hull()).is_within(range)
    }

    /// Does a straight leg come nearer to it than this, or, with 0, cross it?
    pub fn is_neared(&self, from: Point, to: Point, range: i64) -> bool {
        if self.is_far_from_leg(from, to, range) {
            return false;
        }
        let leg = Hull::line(from.doubled(), to.doubled());
        if range > 0 { leg.apart(&self.hull()).is_less_than(range) } else { leg.overlaps(&self.hull()) }
    }

    /// No point of it is further from its middle than this.
    fn radius(&self) -> i64 {
        match self {
            Footprint::Rectangle(Rectangle { width, depth, .. }) => (width + depth) / 2 + 1,
            Footprint::Circle(circle) => circle.diameter / 2 + 1,
        }
    }

    /// Is the other surely further away than this? Quick: most of what lies on a table is.
    fn is_far(&self, other: &Footprint, range: i64) -> bool {
        !self.middle().within(other.middle(), self.radius() + other.radius() + range)
    }

    /// Is a leg surely further away than this?
    fn is_far_from_leg(&self, from: Point, to: Point, range: i64) -> bool {
        let beside = |at: i64, one: i64, other: i64| (one.min(other) - at).max(at - one.max(other)).max(0);
        let middle = self.middle();
        let way = Point { x: beside(middle.x, from.x, to.x), y: beside(middle.y, from.y, to.y) };
        let near = self.radius() + range;
        way.squared() > near * near
    }

    pub(crate) fn hull(&self) -> Hull {
        match self {
            Footprint::Rectangle(rectangle) => rectangle.hull(),
            Footprint::Circle(circle) => circle.hull(),
        }
    }

    /// Its outline with straight edges, a circle as a polygon of 24 sides: for what can be crossed for a length.
    pub(crate) fn outline(&self) -> Hull {
        match self {
            Footprint::Rectangle(rectangle) => rectangle.hull(),
            Footprint::Circle(circle) => circle.outline(),
        }
    }

    /// May a line, given in half hundredths, cross it? Quick: no is sure.
    pub(crate) fn is_about(&self, from: Point, to: Point) -> bool {
        // The corners of a turned rectangle are laid to the half hundredth, so they may lie a little further out.
        let radius_squared = match self {
            Footprint::Rectangle(Rectangle { width, depth, .. }) => (width + 1).pow(2) + (depth + 1).pow(2),
            Footprint::Circle(circle) => (circle.diameter + 1).pow(2),
        };
        let (way, there) = (to.minus(from), self.middle().doubled().minus(from));
        let along = dot(way, there);
        if along <= 0 {
            return there.squared() <= radius_squared;
        }
        if along >= way.squared() {
            return self.middle().doubled().minus(to).squared() <= radius_squared;
        }
        let aside = i128::from(cross(way, there));
        aside * aside <= i128::from(radius_squared) * i128::from(way.squared())
    }

    fn apart(&self, other: &Footprint) -> Apart {
        self.hull().apart(&other.hull())
    }
}

impl Rectangle {
    /// A square that faces up the table.
    pub const fn square(middle: Point, size: i64) -> Rectangle {
        Rectangle { middle, width: size, depth: size, facing: Facing::UP }
    }

    /// Does a point lie behind the line of its front? That is flank or rear for most books.
    pub fn has_behind_front(&self, point: Point) -> bool {
        2 * dot(self.facing.unit(), point.minus(self.middle)) < self.depth * UNIT
    }

    /// From which side a point meets it; a diagonal belongs to front and rear.
    pub fn quarter(&self, point: Point) -> Quarter {
        if Sector::front(self.facing).holds(self.middle, point) {
            Quarter::Front
        } else if Sector::front(self.facing.turned(180)).holds(self.middle, point) {
            Quarter::Rear
        } else if Sector::front(self.facing.turned(90)).holds(self.middle, point) {
            Quarter::Right
        } else {
            Quarter::Left
        }
    }

    /// Its corners in half hundredths, clockwise from the left of the front.
    fn doubled_corners(&self) -> [Point; 4] {
        let middle = self.middle.doubled();
        // Turning rounds both ways alike, so what lies opposite is as far off.
        let turned = |x: i64| Point { x, y: -self.depth }.turned(self.facing.degrees());
        let (left, right) = (turned(-self.width), turned(self.width));
        [middle.plus(left), middle.plus(right), middle.minus(left), middle.minus(right)]
    }

    fn hull(&self) -> Hull {
        let corners = self.doubled_corners();
        match (self.width, self.depth) {
            (0, 0) => Hull::round(corners[0], 0),
            (0, _) | (_, 0) => Hull::line(corners[0], corners[2]),
            _ => Hull { corners: corners.into(), radius: 0 },
        }
    }
}

impl Circle {
    /// Does it touch or cover some part of the other?
    pub fn touches(self, other: impl Into<Footprint>) -> bool {
        Footprint::Circle(self).touches(&other.into())
    }

    /// Does it cover the point, its rim included?
    pub fn holds(self, point: Point) -> bool {
        Footprint::Circle(self).holds(point)
    }

    fn hull(self) -> Hull {
        Hull::round(self.middle.doubled(), self.diameter)
    }

    fn outline(self) -> Hull {
        let rim = (0..24).map(|side| Facing::of(15 * side).way(self.diameter));
        Hull::of(rim.map(|way| self.middle.doubled().plus(way)))
    }
}

impl From<Point> for Footprint {
    fn from(middle: Point) -> Footprint {
        Footprint::Circle(Circle { middle, diameter: 0 })
    }
}

impl From<Rectangle> for Footprint {
    fn from(rectangle: Rectangle) -> Footprint {
        Footprint::Rectangle(rectangle)
    }
}

impl From<Circle> for Footprint {
    fn from(circle: Circle) -> Footprint {
        Footprint::Circle(circle)
    }
}
