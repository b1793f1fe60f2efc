//! The table as quick play knows it beforehand: how far each objective is, and where there is cover.

use crate::game::Land;
use crate::scenario::{Lie, Scenario};
use field::{INCH, Move, Point};

/// What never changes and is looked up by the inch.
#[derive(Debug)]
pub(in crate::game) struct Atlas {
    columns: i64,
    rows: i64,
    /// For each objective: how far it is from each point, round what cannot be crossed.
    ways: Vec<Vec<u16>>,
    cover: Vec<bool>,
}

/// Further away than any place that can be reached.
const NEVER: u16 = u16::MAX;

impl Atlas {
    /// Works out all ways of a table.
    pub(in crate::game) fn of(scenario: &Scenario, land: &Land) -> Atlas {
        let plan = &scenario.table.plan;
        let (columns, rows) = (plan.width / INCH + 1, plan.depth / INCH + 1);
        let mut atlas = Atlas { columns, rows, ways: Vec::new(), cover: Vec::new() };
        let hides = |lie: Lie| matches!(lie, Lie::Wood | Lie::Village | Lie::Building | Lie::Trench);
        let points = (0..rows).flat_map(|y| (0..columns).map(move |x| Point::inches(x, y)));
        atlas.cover = points.map(|at| land.at(at).any(hides)).collect();
        for goal in &scenario.objectives {
            let mut way = vec![NEVER; (columns * rows) as usize];
            // A commander goes where a column of foot can.
            let reach = Move::new(land.commander(), goal.at, plan.width + 2 * plan.depth).reach();
            let whole = |at: &Point| at.x % INCH == 0 && at.y % INCH == 0;
            for (at, cost) in reach.points().filter(|(at, _)| whole(at)) {
                way[atlas.place(at)] = cost.min(i64::from(NEVER)) as u16;
            }
            way[atlas.place(goal.at)] = 0;
            atlas.ways.push(way);
        }
        atlas
    }

    /// How far it is from a point to an objective, by its number.
    pub(super) fn way(&self, goal: usize, from: Point) -> i64 {
        self.ways[goal][self.place(from)].into()
    }

    /// The way from a point to an objective, inch by inch, as far as a move leads.
    pub(super) fn towards(&self, goal: usize, from: Point, far: i64) -> impl Iterator<Item = Point> {
        let whole = |at: i64| (at + INCH / 2).div_euclid(INCH) * INCH;
        let start = Point::new(whole(from.x), whole(from.y));
        let next = move |at: &Point| {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Point::inches(x, y)));
            let inside = |at: &Point| (0..self.columns * INCH).contains(&at.x) && (0..self.rows * INCH).contains(&at.y);
            let nearest = around.map(|step| at.plus(step)).filter(inside).min_by_key(|at| self.way(goal, *at))?;
            (self.way(goal, nearest) < self.way(goal, *at)).then_some(nearest)
        };
        std::iter::successors(Some(start), next).skip(1).take_while(move |at| at.within(from, far))
    }

    /// Is there cover at a point?
    pub(super) fn hides(&self, at: Point) -> bool {
        self.cover[self.place(at)]
    }

    /// The place of the whole inch nearest to a point.
    fn place(&self, at: Point) -> usize {
        let inch = |at: i64, count: i64| ((at + INCH / 2).div_euclid(INCH)).clamp(0, count - 1);
        (inch(at.y, self.rows) * self.columns + inch(at.x, self.columns)) as usize
    }
}
