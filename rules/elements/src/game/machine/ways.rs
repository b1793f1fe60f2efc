//! How far it is to a point over the ground: round what bars, over bridges, by roads.

use crate::game::Land;
use crate::grade::MoveType;
use field::{Facing, INCH, Passage, Point};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What the way to a point costs one row of the movement chart, from each full inch of the table.
#[derive(Debug)]
pub(crate) struct Ways {
    columns: i64,
    costs: Vec<i64>,
}

/// No way leads there.
const NONE: i64 = i64::MAX / 4;

impl Ways {
    /// The ways to a point.
    pub(crate) fn to(land: &Land, row: MoveType, goal: Point) -> Ways {
        let (passage, plan) = (land.passage(row), land.ground().plan());
        let (columns, rows) = (plan.width / INCH + 1, plan.depth / INCH + 1);
        let mut ways = Ways { columns, costs: vec![NONE; (columns * rows) as usize] };
        let mut next = BinaryHeap::from([Reverse((0_i64, goal.x / INCH, goal.y / INCH))]);
        while let Some(Reverse((cost, x, y))) = next.pop() {
            let known = &mut ways.costs[(y * columns + x) as usize];
            if *known <= cost {
                continue;
            }
            *known = cost;
            let to = Point::inches(x, y);
            for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (x, y) = (x + dx, y + dy);
                let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
                if inside
                    && ways.costs[(y * columns + x) as usize] == NONE
                    && let Ok(leg) = passage.leg(Point::inches(x, y), to)
                {
                    next.push(Reverse((cost + leg, x, y)));
                }
            }
        }
        ways
    }

    /// The way on from a point, round what bars it, as far as so much of a move leads: the ends of its legs.
    pub(crate) fn on(&self, passage: &Passage, from: Point, allowance: i64) -> Vec<Point> {
        let mut path: Vec<Point> = Vec::new();
        let (mut at, mut known, mut left) = (from, NONE, allowance);
        loop {
            let (x, y) = (at.x / INCH, at.y / INCH);
            let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
            let inside = around.filter(|(x, y)| (0..self.columns).contains(x) && *y >= 0);
            let steps = inside.filter_map(|(x, y)| {
                let cost = *self.costs.get((y * self.columns + x) as usize)?;
                let to = Point::inches(x, y);
                let leg = (cost < known && to != at).then(|| passage.leg(at, to).ok()).flatten()?;
                Some((cost + leg, cost, leg, to))
            });
            let Some((_, cost, leg, to)) = steps.min().filter(|(_, _, leg, _)| *leg <= left) else { return path };
            // A step on in the same direction makes a leg longer.
            let before = path.len().checked_sub(2).map_or(from, |place| path[place]);
            match path.last_mut() {
                Some(end) if Facing::along(end.minus(before)) == Facing::along(to.minus(*end)) => *end = to,
                _ => path.push(to),
            }
            (at, known, left) = (to, cost, left - leg);
        }
    }

    /// What is left from a point; where no way leads, more than anything else, and less the nearer it is.
    pub(crate) fn left(&self, at: Point, goal: Point) -> i64 {
        let near = |size: i64| (size + INCH / 2) / INCH;
        let (x, y) = (near(at.x).clamp(0, self.columns - 1), near(at.y));
        match self.costs.get((y * self.columns + x) as usize) {
            Some(cost) if *cost < NONE => *cost,
            _ => 200 * INCH + at.distance(goal),
        }
    }
}
