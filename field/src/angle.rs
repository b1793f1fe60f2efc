//! Angles in whole degrees: 0 is up the table, and they grow clockwise, as a scene has them.

use crate::point::{Point, cross};
use serde::{Deserialize, Serialize};

/// Where something faces, in whole degrees clockwise from the top of the table, from 0 to 359.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(from = "i64", into = "u16")]
pub struct Facing(u16);

/// The eight directions of a grid, clockwise from straight up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Up the table, away from the viewer.
    Up,
    /// Up and to the right.
    UpRight,
    /// To the right.
    Right,
    /// Down and to the right.
    DownRight,
    /// Down the table, towards the viewer.
    Down,
    /// Down and to the left.
    DownLeft,
    /// To the left.
    Left,
    /// Up and to the left.
    UpLeft,
}

impl Facing {
    /// Straight up the table.
    pub const UP: Facing = Facing(0);
    /// To the right.
    pub const RIGHT: Facing = Facing(90);
    /// Straight down the table.
    pub const DOWN: Facing = Facing(180);
    /// To the left.
    pub const LEFT: Facing = Facing(270);

    /// A facing of so many degrees; a full turn changes nothing.
    pub const fn of(degrees: i64) -> Facing {
        Facing(degrees.rem_euclid(360) as u16)
    }

    /// The degrees, from 0 to 359.
    pub const fn degrees(self) -> i64 {
        self.0 as i64
    }

    /// Turned clockwise by so many degrees.
    #[must_use]
    pub const fn turned(self, degrees: i64) -> Facing {
        Facing::of(self.degrees() + degrees)
    }

    /// The degrees between two facings by the shorter way round, from 0 to 180.
    pub const fn between(self, other: Facing) -> i64 {
        let apart = (self.degrees() - other.degrees()).abs();
        if apart > 180 { 360 - apart } else { apart }
    }

    /// Where one comes to from the origin after so many hundredths of an inch.
    pub fn way(self, length: i64) -> Point {
        Point::new(0, -length).turned(self.degrees())
    }

    /// The facing nearest to a way; none for a way that leads nowhere.
    pub fn along(way: Point) -> Option<Facing> {
        if way == Point::default() {
            return None;
        }
        // The quarter it lies in, then the last degree of that quarter that is not beyond it.
        let quarter = match (way.x >= 0, way.y >= 0) {
            (true, false) => 0,
            (true, true) => 90,
            (false, true) => 180,
            (false, false) => 270,
        };
        let beyond = |degrees: &i64| cross(unit(quarter + degrees), way) < 0;
        let (mut low, mut high) = (0, 90);
        while high - low > 1 {
            let middle = i64::midpoint(low, high);
            if beyond(&middle) { high = middle } else { low = middle }
        }
        let aside = |degrees: i64| cross(unit(quarter + degrees), way).abs();
        Some(Facing::of(quarter + if aside(low) <= aside(high) { low } else { high }))
    }

    /// Its way in the length that the table of sines calls 1.
    pub(crate) fn unit(self) -> Point {
        unit(self.degrees())
    }
}

impl From<i64> for Facing {
    fn from(degrees: i64) -> Facing {
        Facing::of(degrees)
    }
}

impl From<Facing> for u16 {
    fn from(facing: Facing) -> u16 {
        facing.0
    }
}

impl Direction {
    /// All of them, clockwise from straight up.
    pub const ALL: [Direction; 8] = [
        Direction::Up,
        Direction::UpRight,
        Direction::Right,
        Direction::DownRight,
        Direction::Down,
        Direction::DownLeft,
        Direction::Left,
        Direction::UpLeft,
    ];

    /// The same as a facing.
    pub const fn facing(self) -> Facing {
        Facing::of(45 * self as i64)
    }

    /// Where one comes to from the origin after so many hundredths of an inch.
    pub fn step(self, length: i64) -> Point {
        self.facing().way(length)
    }
}

/// The sine of whole degrees in hundred-thousandths, from a committed table.
pub fn sine(degrees: i64) -> i64 {
    sine_and_cosine(degrees).0
}

/// The sine and the cosine of whole degrees in hundred-thousandths.
pub(crate) fn sine_and_cosine(degrees: i64) -> (i64, i64) {
    let degrees = degrees.rem_euclid(360) as usize;
    (ROUND[degrees], ROUND[degrees + 90])
}

/// The way of so many degrees, as long as the table of sines calls 1.
fn unit(degrees: i64) -> Point {
    let (sine, cosine) = sine_and_cosine(degrees);
    Point { x: sine, y: -cosine }
}

/// What the table of sines calls 1.
pub(crate) const UNIT: i64 = 100_000;

/// The sines once round and on to 449 degrees, where the cosines end: looked up, since every turned base needs some.
static ROUND: [i64; 450] = {
    let mut round = [0; 450];
    let mut degrees = 0;
    while degrees < round.len() {
        round[degrees] = match degrees % 360 {
            quarter @ 0..=90 => SINES[quarter],
            half @ 91..=180 => SINES[180 - half],
            three_quarters @ 181..=270 => -SINES[three_quarters - 180],
            whole => -SINES[360 - whole],
        };
        degrees += 1;
    }
    round
};

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
    fn the_eight_directions_go_round_clockwise_from_up() {
        let steps = Direction::ALL.map(|direction| direction.step(200));
        // 2 inches along a diagonal are 1.41421... inches each way.
        let expected = [(0, -200), (141, -141), (200, 0), (141, 141), (0, 200), (-141, 141), (-200, 0), (-141, -141)];
        assert_eq!(steps.map(|point| (point.x, point.y)), expected);
    }

    #[test]
    fn a_way_has_its_nearest_degree() {
        assert_eq!(Facing::along(Point::default()), None);
        for degrees in 0..360 {
            assert_eq!(Facing::along(Facing::of(degrees).way(2000)), Some(Facing::of(degrees)));
        }
        // The tangent of 0.4 degrees is 0.00698, of 0.6 degrees 0.01047.
        assert_eq!(Facing::along(Point::new(7, -1000)), Some(Facing::UP));
        assert_eq!(Facing::along(Point::new(-10, -1000)), Some(Facing::of(359)));
        assert_eq!(Facing::of(350).between(Facing::of(20)), 30);
    }
}
