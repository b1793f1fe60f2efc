//! Templates: bursts, clouds, screens of smoke, rows of puffs. Each is a footprint, and catches what it touches.

use crate::angle::Facing;
use crate::footprint::{Circle, Footprint, Rectangle};
use crate::point::{Point, rounded};

impl Footprint {
    /// Those that it touches or covers in part, by their places in the list.
    pub fn touched<'a>(&self, others: impl IntoIterator<Item = &'a Footprint>) -> impl Iterator<Item = usize> {
        let here = *self;
        others.into_iter().enumerate().filter(move |(_, other)| here.touches(other)).map(|(i, _)| i)
    }

    /// Does a straight line pass through it, not merely along its rim?
    pub fn is_crossed(&self, from: Point, to: Point) -> bool {
        self.is_neared(from, to, 0)
    }

    /// Carried along, as a cloud is by the wind.
    #[must_use]
    pub const fn carried(self, way: Point) -> Footprint {
        self.at(self.middle().plus(way))
    }
}

impl Circle {
    /// A burst or cloud of this diameter.
    pub const fn burst(middle: Point, diameter: i64) -> Circle {
        Circle { middle, diameter }
    }

    /// Twice its area: the diameter times the root of 2, to the nearest hundredth of an inch.
    #[must_use]
    pub const fn doubled(self) -> Circle {
        Circle { diameter: rounded(self.diameter * 141_421, 100_000), ..self }
    }

    /// A row of circles that touch one another, from one point to another: as many as have their middles between the
    /// two, and at least the first.
    pub fn row(from: Point, to: Point, diameter: i64) -> Vec<Circle> {
        let (way, length) = (to.minus(from), from.distance(to).max(1));
        let count = if diameter > 0 { length / diameter } else { 0 };
        let middle = |i: i64| {
            let along = i * diameter;
            from.plus(Point { x: rounded(way.x * along, length), y: rounded(way.y * along, length) })
        };
        (0..=count).map(|i| Circle { middle: middle(i), diameter }).collect()
    }
}

impl Rectangle {
    /// A screen of smoke: so long and so thick, its long side across a facing.
    pub const fn screen(middle: Point, length: i64, thickness: i64, facing: Facing) -> Rectangle {
        Rectangle { middle, width: length, depth: thickness, facing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_lies_across_its_facing() {
        // 4 by 1 inches, facing right: it reaches 2 inches up and down, and half an inch to either side.
        let screen = Footprint::from(Rectangle::screen(Point::inches(10, 10), 400, 100, Facing::RIGHT));
        assert!(screen.holds(Point::new(1050, 1200)) && !screen.holds(Point::new(1051, 1200)));
        assert!(!screen.holds(Point::new(1050, 1201)));
        assert!(screen.is_crossed(Point::inches(5, 9), Point::inches(15, 9)));
        assert!(!screen.is_crossed(Point::inches(5, 12), Point::inches(15, 12)), "along its end");
    }

    #[test]
    fn a_burst_catches_the_bases_that_it_touches() {
        let base = |x| Footprint::from(Rectangle::square(Point::new(x, 0), 75));
        let burst = Footprint::from(Circle::burst(Point::default(), 200));
        // 100 of the burst and 37.5 of the base.
        let bases = [base(137), base(138), base(-137), base(0)];
        assert_eq!(burst.touched(&bases).collect::<Vec<_>>(), [0, 2, 3]);
        assert!(burst.covers(&base(0)) && !burst.covers(&base(100)));
    }

    #[test]
    fn a_cloud_of_twice_the_area_is_1_41_times_as_wide() {
        assert_eq!(Circle::burst(Point::default(), 500).doubled().diameter, 707);
    }

    #[test]
    fn a_row_of_circles_stands_rim_to_rim() {
        let row = Circle::row(Point::inches(0, 5), Point::inches(17, 5), 500);
        assert_eq!(row.iter().map(|circle| circle.middle.x).collect::<Vec<_>>(), [0, 500, 1000, 1500]);
        assert_eq!(Circle::row(Point::default(), Point::default(), 500).len(), 1);
    }
}
