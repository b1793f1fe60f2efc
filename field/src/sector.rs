//! Arcs of any width and direction.

use crate::angle::Facing;
use crate::footprint::Footprint;
use crate::point::{Point, cross, dot};
use serde::{Deserialize, Serialize};

/// An arc of fire or of sight: so far to both sides of a facing, its rims included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sector {
    /// The middle of the arc.
    pub facing: Facing,
    /// Degrees to each side of it; 180 or more is all round.
    pub each_side: u16,
}

impl Sector {
    /// Forty-five degrees to each side, the front of most troops.
    pub const fn front(facing: Facing) -> Sector {
        Sector { facing, each_side: 45 }
    }

    /// Does it hold a point, seen from another? One's own place lies in every arc.
    ///
    /// Whole numbers and the committed sines only, so it is the same on every machine; rims at a multiple of 45 degrees
    /// are exact, others lie where the table of sines has them, within a thousandth of a degree.
    pub fn holds(self, from: Point, point: Point) -> bool {
        let way = point.minus(from);
        if way == Point::default() || self.each_side >= 180 {
            return true;
        }
        let side = i64::from(self.each_side);
        if side > 90 {
            let behind = Sector { facing: self.facing.turned(180), each_side: 180 - self.each_side };
            return !behind.holds_inside(way);
        }
        let (left, right) = (self.facing.turned(-side).unit(), self.facing.turned(side).unit());
        cross(left, way) >= 0 && cross(way, right) >= 0 && dot(self.facing.unit(), way) >= 0
    }

    /// Does it hold the middle or a corner of what stands there?
    pub fn holds_some_of(self, from: Point, footprint: &Footprint) -> bool {
        self.holds(from, footprint.middle()) || footprint.corners().iter().any(|corner| self.holds(from, *corner))
    }

    /// The same without its rims, for an arc of less than 90 degrees to each side.
    fn holds_inside(self, way: Point) -> bool {
        let side = i64::from(self.each_side);
        let (left, right) = (self.facing.turned(-side).unit(), self.facing.turned(side).unit());
        cross(left, way) > 0 && cross(way, right) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_forty_five_degrees_to_either_side() {
        let here = Point::new(100, 100);
        let up = Sector::front(Facing::UP);
        assert!(up.holds(here, Point::new(150, 50)) && !up.holds(here, Point::new(151, 50)));
        let up_right = Sector::front(Facing::of(45));
        assert!(up_right.holds(here, Point::new(200, 100)) && !up_right.holds(here, Point::new(200, 101)));
        assert!(!up.holds(here, Point::new(100, 200)) && up.holds(here, here));
    }

    #[test]
    fn an_arc_of_ninety_degrees_to_each_side_ends_at_the_line_of_the_front() {
        let half = Sector { facing: Facing::RIGHT, each_side: 90 };
        let here = Point::default();
        assert!(half.holds(here, Point::new(0, -500)) && half.holds(here, Point::new(0, 500)));
        assert!(half.holds(here, Point::new(1, 500)) && !half.holds(here, Point::new(-1, 500)));
        let wide = Sector { facing: Facing::RIGHT, each_side: 135 };
        assert!(wide.holds(here, Point::new(-500, 500)) && !wide.holds(here, Point::new(-501, 500)));
    }

    #[test]
    fn arcs_agree_with_floating_point_away_from_their_rims() {
        let mut tried = 0;
        for facing in (0..360).step_by(7) {
            for each_side in (1..=180).step_by(11) {
                for turn in 0..120 {
                    let way = (f64::from(turn) * 3.0 + 0.37).to_radians();
                    let point = Point::new((way.sin() * 3e3).round() as i64, (-way.cos() * 3e3).round() as i64);
                    let bearing = (point.x as f64).atan2(-point.y as f64).to_degrees();
                    let off = (bearing - facing as f64 + 540.0).rem_euclid(360.0) - 180.0;
                    if (off.abs() - f64::from(each_side)).abs() < 0.01 {
                        continue;
                    }
                    tried += 1;
                    let arc = Sector { facing: Facing::of(facing), each_side };
                    let inside = off.abs() < f64::from(each_side);
                    assert_eq!(arc.holds(Point::default(), point), inside, "{arc:?} {point:?}");
                }
            }
        }
        assert!(tried > 90_000, "{tried}");
    }
}
