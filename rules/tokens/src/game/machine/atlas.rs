//! The table as quick play knows it beforehand: how far each objective is, and where there is cover.

use crate::game::Land;
use crate::scenario::{Lie, Scenario};
use field::{INCH, Move, Passage, Point};

/// What never changes and is looked up by the inch.
#[derive(Debug)]
pub(in crate::game) struct Atlas {
    columns: i64,
    rows: i64,
    /// For each objective: how far it is from each point, round what cannot be crossed, in line and in column.
    ways: Vec<[Vec<u16>; 2]>,
    cover: Vec<bool>,
}

/// Further away than any place that can be reached.
const NEVER: u16 = u16::MAX;

/// What forming column is worth in hundredths of an inch, to a line before a bridge: its 4 inches and some waiting.
const FORMING: u16 = 6 * INCH as u16;

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
            // A commander goes where a column of foot can.
            let column = atlas.ways_to(goal.at, land.commander(), plan.width + 2 * plan.depth);
            let line = atlas.ways_to(goal.at, land.line(), plan.width + 2 * plan.depth);
            let line = line.iter().zip(&column).map(|(line, column)| *line.min(&column.saturating_add(FORMING)));
            atlas.ways.push([line.collect(), column]);
        }
        atlas
    }

    /// How far it is to a place from all others.
    fn ways_to(&self, goal: Point, passage: &Passage, far: i64) -> Vec<u16> {
        let mut ways = vec![NEVER; (self.columns * self.rows) as usize];
        let reach = Move::new(passage, goal, far).reach();
        let whole = |at: &Point| at.x % INCH == 0 && at.y % INCH == 0;
        for (at, cost) in reach.points().filter(|(at, _)| whole(at)) {
            ways[self.place(at)] = cost.min(i64::from(NEVER)) as u16;
        }
        ways[self.place(goal)] = 0;
        ways
    }

    /// How far it is from a place to an objective, by its number, for a line or a column.
    pub(super) fn way(&self, goal: usize, from: usize, column: bool) -> i64 {
        self.ways[goal][usize::from(column)][from].into()
    }

    /// The way from a point to an objective, inch by inch, as far as a move leads.
    pub(super) fn towards(&self, goal: usize, from: Point, far: i64) -> impl Iterator<Item = Point> {
        let whole = |at: i64| (at + INCH / 2).div_euclid(INCH) * INCH;
        let start = Point::new(whole(from.x), whole(from.y));
        let next = move |at: &Point| {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Point::inches(x, y)));
            let inside = |at: &Point| (0..self.columns * INCH).contains(&at.x) && (0..self.rows * INCH).contains(&at.y);
            let way = |at: &Point| self.way(goal, self.place(*at), true);
            let nearest = around.map(|step| at.plus(step)).filter(inside).min_by_key(way)?;
            (way(&nearest) < way(at)).then_some(nearest)
        };
        std::iter::successors(Some(start), next).skip(1).take_while(move |at| at.within(from, far))
    }

    /// Is there cover at a place?
    pub(super) fn hides(&self, place: usize) -> bool {
        self.cover[place]
    }

    /// The place of the whole inch nearest to a point.
    pub(super) fn place(&self, at: Point) -> usize {
        let inch = |at: i64, count: i64| ((at + INCH / 2).div_euclid(INCH)).clamp(0, count - 1);
        (inch(at.y, self.rows) * self.columns + inch(at.x, self.columns)) as usize
    }
}
