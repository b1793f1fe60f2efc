//! The measured table: points in whole hundredths of an inch, and predicates that are exact in whole numbers.
//!
//! Nothing here uses floating point. A distance is rounded up, which keeps the triangle inequality; a rotation uses a
//! committed table of sines and is rounded to the nearest hundredth.

use serde::{Deserialize, Serialize};

/// Hundredths of an inch in an inch.
pub const INCH: i64 = 100;

/// A place on the table in hundredths of an inch: `x` to the right, `y` away from the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: i64,
    /// Away from the viewer.
    pub y: i64,
}

/// The eight directions of a grid, clockwise from straight away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Straight away from the viewer.
    Away,
    /// Away and to the right.
    AwayRight,
    /// To the right.
    Right,
    /// Towards the viewer and to the right.
    TowardsRight,
    /// Straight towards the viewer.
    Towards,
    /// Towards the viewer and to the left.
    TowardsLeft,
    /// To the left.
    Left,
    /// Away and to the left.
    AwayLeft,
}

/// A circle, given by its diameter so that half hundredths do not arise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// Its middle.
    pub middle: Point,
    /// Its diameter in hundredths of an inch.
    pub diameter: i64,
}

/// A rectangle whose sides lie along the axes: a base, or the ground plan of a building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rectangle {
    /// Its middle.
    pub middle: Point,
    /// Its size from left to right.
    pub width: i64,
    /// Its size away from the viewer.
    pub depth: i64,
}

impl Point {
    /// A point given in whole inches.
    pub fn inches(x: i64, y: i64) -> Point {
        Point { x: x * INCH, y: y * INCH }
    }

    /// The point so far to the right and so far away.
    #[must_use]
    pub fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    /// The way from `other` to here.
    #[must_use]
    pub fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    /// The distance between two points, rounded up to the hundredth of an inch.
    pub fn distance(self, other: Point) -> i64 {
        let way = self.minus(other);
        root_up(way.x * way.x + way.y * way.y)
    }

    /// Turned about the origin by whole degrees, clockwise as seen from above, to the nearest hundredth of an inch.
    #[must_use]
    pub fn turned(self, degrees: i64) -> Point {
        let (sine, cosine) = (sine(degrees), sine(degrees + 90));
        Point { x: rounded(self.x * cosine + self.y * sine, UNIT), y: rounded(self.y * cosine - self.x * sine, UNIT) }
    }
}

impl Direction {
    /// All of them, clockwise from straight away.
    pub const ALL: [Direction; 8] = [
        Direction::Away,
        Direction::AwayRight,
        Direction::Right,
        Direction::TowardsRight,
        Direction::Towards,
        Direction::TowardsLeft,
        Direction::Left,
        Direction::AwayLeft,
    ];

    /// Clockwise degrees from straight away.
    pub fn degrees(self) -> i64 {
        45 * self as i64
    }

    /// Where one comes to from the origin after so many hundredths of an inch.
    pub fn step(self, length: i64) -> Point {
        Point { x: 0, y: length }.turned(self.degrees())
    }
}

impl Circle {
    /// Does it touch or cover some part of the rectangle? Exact: all is compared in doubled hundredths.
    pub fn touches(self, rectangle: Rectangle) -> bool {
        let way = self.middle.minus(rectangle.middle);
        let outside = |along: i64, size: i64| (2 * along.abs() - size).max(0);
        let (x, y) = (outside(way.x, rectangle.width), outside(way.y, rectangle.depth));
        x * x + y * y <= self.diameter * self.diameter
    }

    /// Does it hold the point, its rim included?
    pub fn holds(self, point: Point) -> bool {
        self.touches(Rectangle { middle: point, width: 0, depth: 0 })
    }
}

impl Rectangle {
    /// A square base.
    pub fn square(middle: Point, size: i64) -> Rectangle {
        Rectangle { middle, width: size, depth: size }
    }
}

/// The sine of whole degrees in hundred-thousandths, from a committed table.
pub fn sine(degrees: i64) -> i64 {
    let degrees = degrees.rem_euclid(360);
    let quarter = |degrees: i64| SINES[degrees as usize];
    match degrees {
        0..=90 => quarter(degrees),
        91..=180 => quarter(180 - degrees),
        181..=270 => -quarter(degrees - 180),
        _ => -quarter(360 - degrees),
    }
}

/// The square root of a whole number, rounded up.
pub fn root_up(number: i64) -> i64 {
    let root = number.isqrt();
    if root * root == number { root } else { root + 1 }
}

/// What the table of sines calls 1.
const UNIT: i64 = 100_000;

/// The sines of 0 to 90 degrees in hundred-thousandths.
#[rustfmt::skip]
const SINES: [i64; 91] = [
    0, 1_745, 3_490, 5_234, 6_976, 8_716, 10_453, 12_187, 13_917, 15_643,
    17_365, 19_081, 20_791, 22_495, 24_192, 25_882, 27_564, 29_237, 30_902, 32_557,
    34_202, 35_837, 37_461, 39_073, 40_674, 42_262, 43_837, 45_399, 46_947, 48_481,
    50_000, 51_504, 52_992, 54_464, 55_919, 57_358, 58_779, 60_182, 61_566, 62_932,
    64_279, 65_606, 66_913, 68_200, 69_466, 70_711, 71_934, 73_135, 74_314, 75_471,
    76_604, 77_715, 78_801, 79_864, 80_902, 81_915, 82_904, 83_867, 84_805, 85_717,
    86_603, 87_462, 88_295, 89_101, 89_879, 90_631, 91_355, 92_050, 92_718, 93_358,
    93_969, 94_552, 95_106, 95_630, 96_126, 96_593, 97_030, 97_437, 97_815, 98_163,
    98_481, 98_769, 99_027, 99_255, 99_452, 99_619, 99_756, 99_863, 99_939, 99_985,
    100_000,
];

/// Divided and rounded to the nearest; halves go away from 0, so that left and right are alike.
fn rounded(number: i64, by: i64) -> i64 {
    (number.abs() + by / 2) / by * number.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_sines_are_the_sines() {
        for degrees in -360..=720 {
            let true_sine = (degrees as f64).to_radians().sin() * 1e5;
            assert!((sine(degrees) as f64 - true_sine).abs() <= 0.5 + 1e-6, "{degrees}");
        }
    }

    #[test]
    fn a_distance_is_rounded_up_and_keeps_the_triangle_inequality() {
        assert_eq!(Point::inches(0, 0).distance(Point::inches(3, 4)), 500);
        assert_eq!(Point::default().distance(Point { x: 1, y: 1 }), 2, "1.41 hundredths are 2");
        let points: Vec<Point> = (0..7).flat_map(|x| (0..7).map(move |y| Point { x: x * 37, y: y * y * 11 })).collect();
        for a in &points {
            for b in &points {
                for c in &points {
                    assert!(a.distance(*c) <= a.distance(*b) + b.distance(*c), "{a:?} {b:?} {c:?}");
                }
            }
        }
    }

    #[test]
    fn the_eight_directions_go_round_clockwise() {
        use Direction::{Away, AwayLeft, AwayRight, Left, Right, Towards, TowardsLeft, TowardsRight};
        let steps = [Away, AwayRight, Right, TowardsRight, Towards, TowardsLeft, Left, AwayLeft].map(|d| d.step(200));
        // 2 inches along a diagonal are 1.41421... inches each way.
        let expected = [(0, 200), (141, 141), (200, 0), (141, -141), (0, -200), (-141, -141), (-200, 0), (-141, 141)];
        assert_eq!(steps.map(|point| (point.x, point.y)), expected);
    }

    #[test]
    fn turning_keeps_lengths_to_the_hundredth() {
        for degrees in 0..360 {
            let length = Point::inches(3, 4).turned(degrees).distance(Point::default());
            assert!((499..=502).contains(&length), "{degrees}: {length}");
        }
        assert_eq!(Point::inches(0, 5).turned(90), Point::inches(5, 0), "a quarter turn clockwise");
    }

    #[test]
    fn a_circle_touches_a_base_at_its_rim() {
        // Diameter 200, so radius 100; a base of 75 reaches 37.5 from its middle: contact at 137.5.
        let burst = |x| Circle { middle: Point { x, y: 0 }, diameter: 200 };
        let base = Rectangle::square(Point::default(), 75);
        assert!(burst(137).touches(base) && burst(-137).touches(base));
        assert!(!burst(138).touches(base));
    }

    #[test]
    fn a_circle_touches_a_corner_by_pythagoras() {
        // The corner is at (50, 50); a circle around (80, 90) is 50 from it.
        let house = Rectangle { middle: Point::default(), width: 100, depth: 100 };
        let burst = |diameter| Circle { middle: Point { x: 80, y: 90 }, diameter };
        assert!(burst(100).touches(house));
        assert!(!burst(99).touches(house));
        assert!(burst(99).holds(Point { x: 80, y: 139 }) && !burst(99).holds(Point { x: 80, y: 140 }));
    }
}
