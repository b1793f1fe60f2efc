//! Figures that move as one: where each stands, and what a wheel costs the outermost.

use crate::angle::Facing;
use crate::footprint::Footprint;
use crate::point::Point;

/// Places in ranks around a middle, seen from above with the front up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Formation {
    /// How many stand in it.
    pub count: usize,
    /// How many stand in a rank.
    pub rank: usize,
    /// From middle to middle, within a rank and from rank to rank.
    pub spacing: i64,
}

impl Formation {
    /// All in one rank.
    pub const fn line(count: usize, spacing: i64) -> Formation {
        Formation { count, rank: count, spacing }
    }

    /// One behind the other.
    pub const fn column(count: usize, spacing: i64) -> Formation {
        Formation { count, rank: 1, spacing }
    }

    /// Where each stands when its middle is here and it faces so: the front rank first, each rank from its left, and the
    /// last one around its own middle.
    pub fn places(&self, middle: Point, facing: Facing) -> Vec<Point> {
        let rank = self.rank.clamp(1, self.count.max(1));
        let ranks = self.count.div_ceil(rank);
        let from_middle = |at: usize, count: usize| (2 * at as i64 - count as i64 + 1) * self.spacing;
        let place = |i: usize| {
            let (row, file) = (i / rank, i % rank);
            let files = if row + 1 == ranks { self.count - row * rank } else { rank };
            let doubled = Point { x: from_middle(file, files), y: from_middle(row, ranks) };
            middle.doubled().plus(doubled.turned(facing.degrees())).halved()
        };
        (0..self.count).map(place).collect()
    }
}

/// All turned about a point by whole degrees, clockwise, and each facing so many degrees further.
pub fn wheeled(footprints: &[Footprint], about: Point, degrees: i64) -> Vec<Footprint> {
    let turn = |footprint: &Footprint| {
        let middle = about.plus(footprint.middle().minus(about).turned(degrees));
        match footprint {
            Footprint::Rectangle(rectangle) => footprint.at(middle).facing(rectangle.facing.turned(degrees)),
            Footprint::Circle(_) => footprint.at(middle),
        }
    };
    footprints.iter().map(turn).collect()
}

/// What a wheel costs: the way of the outermost corner along its arc, rounded up to the hundredth of an inch.
pub fn wheel_cost(footprints: &[Footprint], about: Point, degrees: i64) -> i64 {
    let corners = footprints.iter().flat_map(Footprint::corners);
    let radius = corners.map(|corner| corner.distance(about)).max().unwrap_or(0);
    // Half a circle is 3.1416 radii.
    let arc = radius * degrees.abs() * 31_416;
    (arc + 1_799_999) / 1_800_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::footprint::Rectangle;

    #[test]
    fn a_line_stands_across_its_facing_and_a_column_along_it() {
        let at = Point::inches(10, 10);
        let xy = |points: Vec<Point>| points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>();
        assert_eq!(xy(Formation::line(3, 200).places(at, Facing::UP)), [(800, 1000), (1000, 1000), (1200, 1000)]);
        assert_eq!(xy(Formation::line(3, 200).places(at, Facing::RIGHT)), [(1000, 800), (1000, 1000), (1000, 1200)]);
        assert_eq!(xy(Formation::column(2, 100).places(at, Facing::UP)), [(1000, 950), (1000, 1050)]);
        let two_ranks = Formation { count: 3, rank: 2, spacing: 100 };
        assert_eq!(xy(two_ranks.places(at, Facing::UP)), [(950, 950), (1050, 950), (1000, 1050)]);
    }

    #[test]
    fn a_wheel_turns_all_about_a_point_and_costs_the_way_of_the_outermost_corner() {
        // Three bases of 2 by 1 inches side by side, wheeling about the left corner of the front.
        let base =
            |x| Footprint::from(Rectangle { middle: Point::new(x, 50), width: 200, depth: 100, facing: Facing::UP });
        let block = [base(100), base(300), base(500)];
        let turned = wheeled(&block, Point::default(), 90);
        assert_eq!(turned[2].middle(), Point::new(-50, 500));
        assert_eq!(
            turned[2],
            Footprint::from(Rectangle { middle: Point::new(-50, 500), width: 200, depth: 100, facing: Facing::RIGHT })
        );
        // The corner at (600, 100) is 608.3 away, so 609; a quarter circle of that is 956.6.
        assert_eq!(wheel_cost(&block, Point::default(), 90), 957);
        assert_eq!(wheel_cost(&block, Point::default(), -90), 957);
    }
}
