//! Points and distances in whole hundredths of an inch, on the axes of a scene: `x` to the right, `y` down the table.

use crate::angle::{UNIT, sine_and_cosine};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Hundredths of an inch in an inch. Every length of this crate is in hundredths of an inch.
pub const INCH: i64 = 100;

/// A place on the table, or the way from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    #[serde(deserialize_with = "coordinate")]
    pub x: i64,
    /// Down the table, towards the viewer.
    #[serde(deserialize_with = "coordinate")]
    pub y: i64,
}

/// No table is larger than this. Whatever is read from outside lies within, so that nothing that is measured runs over.
const FARTHEST: i64 = 10_000 * INCH;

/// Reads a coordinate from outside.
fn coordinate<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let at = i64::deserialize(from)?;
    if (-FARTHEST..=FARTHEST).contains(&at) {
        return Ok(at);
    }
    Err(D::Error::custom(format_args!("{at} is no coordinate of a table; they go from {} to {FARTHEST}", -FARTHEST)))
}

impl Point {
    /// A point given in hundredths of an inch.
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// A point given in whole inches.
    pub const fn inches(x: i64, y: i64) -> Point {
        Point { x: x * INCH, y: y * INCH }
    }

    /// The point so far to the right and so far down.
    #[must_use]
    pub const fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    /// The way from `other` to here.
    #[must_use]
    pub const fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    /// The distance between two points, rounded up to the hundredth of an inch, which keeps the triangle inequality.
    pub fn distance(self, other: Point) -> i64 {
        root_up(self.minus(other).squared())
    }

    /// Is the other point no further than this? Exact, without the root.
    pub const fn within(self, other: Point, range: i64) -> bool {
        self.minus(other).squared() <= range * range
    }

    /// Is it no further than this from a straight leg? Exact, without the root.
    pub const fn is_near(self, (from, to): (Point, Point), range: i64) -> bool {
        let (way, off) = (to.minus(from), self.minus(from));
        let along = dot(off, way);
        if along <= 0 {
            return self.within(from, range);
        }
        if along >= way.squared() {
            return self.within(to, range);
        }
        let aside = off.x * way.y - off.y * way.x;
        aside * aside <= range * range * way.squared()
    }

    /// The point so far along the straight way to another, or with less than 0 straight away from it; rounded towards
    /// here, so that it is never further than was asked. Where the two are one, one stays.
    #[must_use]
    pub fn towards(self, other: Point, length: i64) -> Point {
        let (way, whole) = (other.minus(self), self.distance(other).max(1));
        self.plus(Point { x: way.x * length / whole, y: way.y * length / whole })
    }

    /// Turned about the origin by whole degrees, clockwise as seen from above, to the nearest hundredth of an inch.
    #[must_use]
    pub fn turned(self, degrees: i64) -> Point {
        let (sine, cosine) = sine_and_cosine(degrees);
        Point { x: rounded(self.x * cosine - self.y * sine, UNIT), y: rounded(self.x * sine + self.y * cosine, UNIT) }
    }

    /// The length of this way, squared.
    pub(crate) const fn squared(self) -> i64 {
        dot(self, self)
    }

    /// The same place in half hundredths, in which the corners of a base 75 wide are whole numbers.
    pub(crate) const fn doubled(self) -> Point {
        Point { x: 2 * self.x, y: 2 * self.y }
    }

    /// A place given in half hundredths, to the nearest hundredth.
    pub(crate) fn halved(self) -> Point {
        Point { x: rounded(self.x, 2), y: rounded(self.y, 2) }
    }
}

/// Positive where `b` is clockwise of `a`.
pub(crate) const fn cross(a: Point, b: Point) -> i64 {
    a.x * b.y - a.y * b.x
}

pub(crate) const fn dot(a: Point, b: Point) -> i64 {
    a.x * b.x + a.y * b.y
}

/// The square root of a whole number, rounded up.
pub fn root_up(number: i64) -> i64 {
    let root = number.isqrt();
    if root * root == number { root } else { root + 1 }
}

/// Divided and rounded to the nearest; halves go away from 0, so that left and right are alike.
pub(crate) const fn rounded(number: i64, by: i64) -> i64 {
    (number.abs() + by / 2) / by * number.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_from_outside_lies_where_it_can_be_measured() {
        let read = |text: &str| serde_json::from_str::<Point>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"x":1000000,"y":-1000000}"#), Ok(Point::inches(10_000, -10_000)));
        let refused = read(r#"{"x":9223372036854775807,"y":0}"#).unwrap_err();
        assert!(
            refused.starts_with("9223372036854775807 is no coordinate of a table; they go from -1000000 to 1000000")
        );
    }

    #[test]
    fn a_distance_is_rounded_up() {
        assert_eq!(Point::inches(0, 0).distance(Point::inches(3, 4)), 500);
        assert_eq!(Point::default().distance(Point { x: 1, y: 1 }), 2, "1.41 hundredths are 2");
        assert!(
            Point::default().within(Point::inches(3, 4), 500) && !Point::default().within(Point::new(301, 400), 500)
        );
    }

    #[test]
    fn a_point_along_the_way_is_never_further_than_was_asked() {
        let (here, there) = (Point::inches(1, 1), Point::inches(4, 5));
        assert_eq!(here.towards(there, 250), Point::new(250, 300));
        assert_eq!(here.towards(there, -250), Point::new(-50, -100));
        assert_eq!(here.towards(here, 250), here);
        for length in 0..400 {
            assert!(here.within(here.towards(Point::new(777, 123), length), length));
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_as_seen_from_above() {
        assert_eq!(Point::inches(0, -5).turned(90), Point::inches(5, 0), "from up to right");
        assert_eq!(Point::inches(5, 0).turned(90), Point::inches(0, 5), "from right to down");
    }

    #[test]
    fn turning_keeps_lengths_to_the_hundredth() {
        for degrees in 0..360 {
            let length = Point::inches(3, 4).turned(degrees).distance(Point::default());
            assert!((499..=502).contains(&length), "{degrees}: {length}");
        }
    }
}
