//! Upright rectangles around men and pieces of ground: a glance before anything is measured man by man.

use field::Point;

/// The least and the greatest coordinates of something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// Those of points, where there are some.
    pub(super) fn of(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        points.into_iter().map(|point| Bounds { low: point, high: point }).reduce(|one, other| Bounds {
            low: Point::new(one.low.x.min(other.low.x), one.low.y.min(other.low.y)),
            high: Point::new(one.high.x.max(other.high.x), one.high.y.max(other.high.y)),
        })
    }

    /// Those of a straight leg.
    pub(super) fn of_leg(from: Point, to: Point) -> Bounds {
        let (low, high) =
            (Point::new(from.x.min(to.x), from.y.min(to.y)), Point::new(from.x.max(to.x), from.y.max(to.y)));
        Bounds { low, high }
    }

    /// Those of a piece of ground.
    pub(super) fn of_piece(ground: &field::Ground, piece: usize) -> Bounds {
        let (low, high) = ground.bounds(piece);
        Bounds { low, high }
    }

    /// May things in the two be no further apart than this? A no is sure.
    pub(super) fn are_within(&self, other: &Bounds, range: i64) -> bool {
        let apart =
            |low: i64, high: i64, other_low: i64, other_high: i64| (other_low - high).max(low - other_high).max(0);
        let x = apart(self.low.x, self.high.x, other.low.x, other.high.x);
        let y = apart(self.low.y, self.high.y, other.low.y, other.high.y);
        x * x + y * y <= range * range
    }

    /// May something in it be no further from a point than this? A no is sure.
    pub(super) fn is_near(&self, point: Point, range: i64) -> bool {
        self.are_within(&Bounds { low: point, high: point }, range)
    }
}
