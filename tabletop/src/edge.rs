//! The edges of a table.

use field::{Facing, Plan, Point};
use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// That at the top of the map.
    #[default]
    Top,
    /// That at the right.
    Right,
    /// That at the bottom.
    Bottom,
    /// That at the left.
    Left,
}

impl Edge {
    /// The facing of somebody who goes straight to this edge.
    pub fn facing(self) -> Facing {
        Facing::of(90 * self as i64)
    }

    /// Does a point lie beyond this edge of a table?
    pub fn is_behind(self, plan: &Plan, point: Point) -> bool {
        self.inside(plan, point) < 0
    }

    /// Does a point lie on this edge of a table, or beyond it?
    pub fn holds(self, plan: &Plan, point: Point) -> bool {
        self.inside(plan, point) <= 0
    }

    /// How long this edge of a table is.
    pub fn length(self, plan: &Plan) -> i64 {
        if matches!(self, Edge::Top | Edge::Bottom) { plan.width } else { plan.depth }
    }

    /// The point of a table so far along this edge and so far from it.
    pub fn point(self, plan: &Plan, along: i64, inside: i64) -> Point {
        match self {
            Edge::Top => Point::new(along, inside),
            Edge::Right => Point::new(plan.width - inside, along),
            Edge::Bottom => Point::new(along, plan.depth - inside),
            Edge::Left => Point::new(inside, along),
        }
    }

    /// How far from this edge a point lies on the table; less than nothing beyond it.
    pub fn inside(self, plan: &Plan, point: Point) -> i64 {
        match self {
            Edge::Top => point.y,
            Edge::Right => plan.width - point.x,
            Edge::Bottom => plan.depth - point.y,
            Edge::Left => point.x,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_inside_on_or_beyond_an_edge() {
        let plan = Plan { width: 4800, depth: 3600, terrain: Vec::new() };
        let at = |x, y| Point::new(x, y);
        assert_eq!(Edge::Right.inside(&plan, at(4700, 100)), 100);
        assert!(Edge::Right.holds(&plan, at(4800, 100)) && !Edge::Right.is_behind(&plan, at(4800, 100)));
        assert!(Edge::Top.is_behind(&plan, at(10, -1)) && !Edge::Bottom.holds(&plan, at(10, 3599)));
        assert_eq!(Edge::Left.facing().degrees(), 270);
        for edge in Edge::ALL {
            let point = edge.point(&plan, edge.length(&plan) / 3, 200);
            assert_eq!(edge.inside(&plan, point), 200, "{point:?}");
        }
    }
}
