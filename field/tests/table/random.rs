//! Numbers and tables at random, the same in every run.

use field::{Circle, Facing, Footprint, Ground, Plan, Point, Rectangle, Shape, Terrain};
use std::sync::Arc;

/// Splitmix64, which is enough for tests.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % u64::from(limit)) as u32
    }

    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below((high - low + 1) as u32))
    }

    pub(crate) fn point(&mut self, width: i64, depth: i64) -> Point {
        Point::new(self.between(0, width), self.between(0, depth))
    }

    pub(crate) fn facing(&mut self) -> Facing {
        Facing::of(self.between(0, 359))
    }

    pub(crate) fn base(&mut self, width: i64, depth: i64) -> Footprint {
        let middle = self.point(width, depth);
        if self.below(4) == 0 {
            return Circle { middle, diameter: self.between(40, 300) }.into();
        }
        let (width, depth, facing) = (self.between(50, 600), self.between(50, 200), self.facing());
        Rectangle { middle, width, depth, facing }.into()
    }
}

pub(crate) const WIDTH: i64 = 7200;
pub(crate) const DEPTH: i64 = 4800;

/// A table of 72 by 48 inches with 40 pieces of terrain of all shapes.
pub(crate) fn table(random: &mut Random) -> Arc<Ground> {
    let kinds = ["wood", "house", "wall", "wire", "road", "hill", "pond", "rough"];
    let terrain = (0..40).map(|i| {
        let kind = kinds[i % kinds.len()];
        let at = random.point(WIDTH - 1200, DEPTH - 1200).plus(Point::inches(6, 6));
        let level = if kind == "hill" { random.below(2) as u8 + 1 } else { 0 };
        Terrain { kind: kind.to_owned(), shape: shape(kind, at, random), level }
    });
    let plan = Plan { width: WIDTH, depth: DEPTH, terrain: terrain.collect() };
    Arc::new(Ground::new(plan).expect("a sound plan"))
}

fn shape(kind: &str, at: Point, random: &mut Random) -> Shape {
    match kind {
        "house" => {
            let (width, depth, facing) = (random.between(150, 400), random.between(150, 400), random.facing());
            Shape::Rectangle(Rectangle { middle: at, width, depth, facing })
        }
        "pond" => Shape::Circle(Circle { middle: at, diameter: random.between(200, 600) }),
        "wall" | "wire" | "road" => {
            let width = if kind == "road" { 100 } else { 0 };
            let bend = |random: &mut Random| Point::new(random.between(-600, 600), random.between(-600, 600));
            let points = vec![at.plus(bend(random)), at, at.plus(bend(random)).plus(Point::new(1, 1))];
            Shape::Line { points, width }
        }
        _ => star(at, random),
    }
}

/// An outline that goes round once and need not be convex.
fn star(at: Point, random: &mut Random) -> Shape {
    let corner = |i: i64| at.plus(Facing::of(60 * i).way(random.between(100, 400)));
    Shape::Polygon((0..6).map(corner).collect())
}
