//! The half-inch lattice of a table, with the price of every step for one kind of mover.
//!
//! Steps go in sixteen directions, which lengthens no way by more than 2.8 %. Beside the points of the lattice there are
//! bends: the corners of what bars or must be paid for once, so that a way leads round them as closely as can be, and
//! through gaps that are narrower than the lattice.

use crate::footprint::{Footprint, Rectangle};
use crate::point::{INCH, Point};
use crate::price::{Pace, Passage};
use crate::terrain::{Shape, Terrain};

/// The distance between two points of the lattice.
pub const STEP: i64 = 50;

/// The lattice of a table. A node is a point of it, row by row from the top left, or after these a bend.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// What the steps from each point cost.
    pub(crate) steps: Vec<[u16; 16]>,
    /// Points around which the ground is the same as far as a step leads.
    plain: Vec<bool>,
    pub(crate) bends: Vec<Point>,
    /// Where the links of each node begin; one more at the end.
    first: Vec<u32>,
    links: Vec<Link>,
}

/// A leg from or to a bend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) cost: u16,
}

/// The cost of a step that cannot be taken.
pub(crate) const BARRED: u16 = u16::MAX;

impl Lattice {
    pub(crate) fn of(passage: &Passage) -> Lattice {
        let plan = passage.ground.plan();
        let (columns, rows) = ((plan.width / STEP + 1) as usize, (plan.depth / STEP + 1) as usize);
        let mut lattice = Lattice {
            columns,
            rows,
            steps: Vec::new(),
            plain: Vec::new(),
            bends: Vec::new(),
            first: Vec::new(),
            links: Vec::new(),
        };
        lattice.steps = (0..columns * rows).map(|node| lattice.steps_from(passage, node)).collect();
        lattice.plain = (0..columns * rows).map(|node| lattice.has_one_ground_around(passage, node)).collect();
        lattice.bends = bends(passage);
        lattice.link(passage);
        lattice
    }

    /// Where a node is.
    pub(crate) fn point(&self, node: usize) -> Point {
        if let Some(bend) = node.checked_sub(self.points()) {
            return self.bends[bend];
        }
        // There are not so many nodes; and to divide by less is faster.
        let (row, column) = (node as u32 / self.columns as u32, node as u32 % self.columns as u32);
        Point { x: i64::from(column) * STEP, y: i64::from(row) * STEP }
    }

    /// The node at a point, where there is one on the lattice.
    pub(crate) fn node(&self, point: Point) -> Option<usize> {
        let (column, row) = (point.x.div_euclid(STEP), point.y.div_euclid(STEP));
        let on_it = point.x.rem_euclid(STEP) == 0 && point.y.rem_euclid(STEP) == 0;
        let inside = (0..self.columns as i64).contains(&column) && (0..self.rows as i64).contains(&row);
        (on_it && inside).then(|| row as usize * self.columns + column as usize)
    }

    /// Is the ground around a node the same as far as a step leads?
    pub(crate) fn is_plain(&self, node: usize) -> bool {
        self.plain.get(node).copied().unwrap_or(false)
    }

    /// How many points of the lattice there are; bends come after them.
    pub(crate) fn points(&self) -> usize {
        self.columns * self.rows
    }

    pub(crate) fn nodes(&self) -> usize {
        self.points() + self.bends.len()
    }

    /// The points of the lattice within so many steps to each side of a point.
    pub(crate) fn around(&self, point: Point, steps: i64) -> impl Iterator<Item = usize> {
        let middle = (point.x.div_euclid(STEP), point.y.div_euclid(STEP));
        let span = |at: i64, count: usize| (at - steps + 1).max(0)..=(at + steps).min(count as i64 - 1);
        let (columns, rows) = (span(middle.0, self.columns), span(middle.1, self.rows));
        rows.flat_map(move |row| columns.clone().map(move |column| row as usize * self.columns + column as usize))
    }

    /// The legs between a node and the bends near it.
    pub(crate) fn links(&self, node: usize) -> &[Link] {
        &self.links[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// By how much the number of a node grows with each of the sixteen steps.
    pub(crate) fn offsets(&self) -> [isize; 16] {
        STEPS.map(|(column, row)| (row * self.columns as i64 + column) as isize)
    }

    fn steps_from(&self, passage: &Passage, node: usize) -> [u16; 16] {
        let from = self.point(node);
        STEPS.map(|(columns, rows)| {
            let to = from.plus(Point { x: columns * STEP, y: rows * STEP });
            if self.node(to).is_none() {
                return BARRED;
            }
            let length = match columns.abs() + rows.abs() {
                1 => 50,
                2 => 71,
                _ => 112,
            };
            short(passage.leg_of(length, from, to).ok())
        })
    }

    fn has_one_ground_around(&self, passage: &Passage, node: usize) -> bool {
        let around = Footprint::from(Rectangle::square(self.point(node), 4 * STEP));
        passage.ground.holds_all(&around) && !passage.has_rim_under(&around)
    }

    /// Joins each bend to the points and bends around it.
    fn link(&mut self, passage: &Passage) {
        let mut links: Vec<(u32, Link)> = Vec::new();
        let mut join = |a: usize, b: usize, from: Point, to: Point| {
            for (a, b, from, to) in [(a, b, from, to), (b, a, to, from)] {
                let cost = short(passage.leg(from, to).ok());
                if cost < BARRED {
                    links.push((a as u32, Link { to: b as u32, cost }));
                }
            }
        };
        for (i, bend) in self.bends.iter().enumerate() {
            let here = self.points() + i;
            self.around(*bend, NEAR).for_each(|node| join(here, node, *bend, self.point(node)));
            for (j, other) in self.bends.iter().enumerate().skip(i + 1).filter(|(_, other)| other.within(*bend, FAR)) {
                join(here, self.points() + j, *bend, *other);
            }
        }
        links.sort_by_key(|(from, link)| (*from, link.to));
        self.first =
            (0..=self.nodes()).map(|node| links.partition_point(|(from, _)| (*from as usize) < node) as u32).collect();
        self.links = links.into_iter().map(|(_, link)| link).collect();
    }
}

/// The corners of what bars this mover or costs it something once, and points along roads, which a lattice cannot follow.
fn bends(passage: &Passage) -> Vec<Point> {
    let ground = &passage.ground;
    let hinders = |piece: &usize| {
        let going = passage.going(*piece);
        going.pace == Pace::Barred || going.entering > 0 || going.leaving > 0
    };
    let hindering = (0..ground.pieces().len()).filter(hinders);
    let corners = hindering.flat_map(|piece| ground.pieces()[piece].bends());
    let speeds = |(piece, _): &(usize, &Terrain)| passage.going(*piece).pace.is_fast();
    let roads = ground.terrain().iter().enumerate().filter(speeds).flat_map(|(_, terrain)| along(&terrain.shape));
    let mut bends: Vec<Point> = corners.chain(roads).filter(|corner| passage.stands(*corner)).collect();
    bends.sort_unstable();
    bends.dedup();
    bends
}

/// Points along the middle of a line, an inch or less apart.
fn along(shape: &Shape) -> Vec<Point> {
    let Shape::Line { points, .. } = shape else { return Vec::new() };
    let stretch = |ends: &[Point]| {
        let (from, way) = (ends[0], ends[1].minus(ends[0]));
        let parts = (from.distance(ends[1]) + INCH - 1) / INCH;
        (0..=parts).map(move |i| from.plus(Point { x: way.x * i / parts, y: way.y * i / parts })).collect::<Vec<_>>()
    };
    points.windows(2).flat_map(stretch).collect()
}

fn short(cost: Option<i64>) -> u16 {
    cost.and_then(|cost| u16::try_from(cost).ok()).unwrap_or(BARRED)
}

/// Bends are joined to the points of the lattice within so many steps,
const NEAR: i64 = 2;
/// and to other bends within this distance.
const FAR: i64 = 600;

/// The sixteen steps: along the lines of the lattice, over its corners, and between.
pub(crate) const STEPS: [(i64, i64); 16] = [
    (1, 0),
    (2, 1),
    (1, 1),
    (1, 2),
    (0, 1),
    (-1, 2),
    (-1, 1),
    (-2, 1),
    (-1, 0),
    (-2, -1),
    (-1, -1),
    (-1, -2),
    (0, -1),
    (1, -2),
    (1, -1),
    (2, -1),
];
