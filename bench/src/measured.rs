//! The measured table: 72 by 48 inches with 40 pieces of terrain.

use crate::measure::{Figure, median};
use field::{
    Circle, Facing, Footprint, Going, Ground, INCH, Move, Mover, Opacity, Outlook, Passage, Plan, Point, Rectangle,
    Screen, Shape, Terrain, Viewer,
};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Reach, sight and price, each as the mean over many places of the table, for one of them.
pub(crate) fn figures(span: Duration) -> Vec<Figure> {
    let mut places = Places(1);
    let ground = table(&mut places);
    let passage = Passage::new(Arc::clone(&ground), &mover());
    let outlook = Outlook::new(Arc::clone(&ground), &viewer());
    let starts: Vec<Point> =
        std::iter::repeat_with(|| places.point()).filter(|start| passage.stands(*start)).take(64).collect();
    let reach = |inches: i64| {
        let reached = || starts.iter().map(|start| Move::new(&passage, *start, inches * INCH).reach().points().count());
        median(span, || reached().sum::<usize>()) / starts.len() as u32
    };
    let pairs: Vec<(Footprint, Footprint)> = (0..512).map(|_| (places.base(), places.base())).collect();
    let units: Vec<Screen> = (0..20).map(|_| places.unit()).collect();
    let sight = |screens: &[Screen]| {
        let seen = || pairs.iter().filter(|(viewer, target)| outlook.sees(viewer, target, screens)).count();
        median(span, seen) / pairs.len() as u32
    };
    let legs: Vec<(Point, Point)> = pairs.iter().map(|(a, b)| (a.middle(), near(a.middle(), b.middle()))).collect();
    let leg = || legs.iter().filter_map(|(from, to)| black_box(passage.leg(*from, *to)).ok()).sum::<i64>();
    let leg = median(span, leg) / legs.len() as u32;
    let gap = || pairs.iter().map(|(a, b)| a.gap(b)).sum::<i64>();
    let gap = median(span, gap) / pairs.len() as u32;
    let figure = |what: &str, time: Duration, nanos: u64| {
        Figure::new(format!("measured table, 40 pieces of terrain: {what}"), time, Duration::from_nanos(nanos))
    };
    vec![
        figure("reach of 8 inches", reach(8), 50_000),
        figure("reach of 24 inches", reach(24), 500_000),
        figure("sight between two bases", sight(&[]), 2_000),
        figure("sight with 20 units in the way", sight(&units), 3_000),
        figure("price of a leg of 8 inches", leg, 1_000),
        figure("gap between two bases", gap, 1_000),
    ]
}

fn mover() -> Mover {
    Mover::new()
        .over("wood", Going::times(2))
        .over("rough", Going::for_inches(3, 2))
        .over("wall", Going::once(200))
        .over("house", Going::BARRED)
        .over("pond", Going::BARRED)
        .over("road", Going::for_inches(2, 3))
}

fn viewer() -> Viewer {
    Viewer::new()
        .through("wood", Opacity::Deep(200))
        .through("house", Opacity::Solid)
        .through("hill", Opacity::Hill)
        .over(400)
}

/// A table of all shapes of terrain, five pieces of each kind.
fn table(places: &mut Places) -> Arc<Ground> {
    let kinds = ["wood", "house", "wall", "wire", "road", "hill", "pond", "rough"];
    let terrain = (0..40).map(|i| {
        let kind = kinds[i % kinds.len()];
        let at = places.point();
        let shape = match kind {
            "house" => Shape::Rectangle(Rectangle { middle: at, width: 300, depth: 200, facing: places.facing() }),
            "pond" => Shape::Circle(Circle { middle: at, diameter: 400 }),
            "wall" | "wire" | "road" => {
                let way = places.facing();
                let points = vec![at.plus(way.way(600)), at, at.plus(way.turned(140).way(600))];
                Shape::Line { points, width: if kind == "road" { 100 } else { 0 } }
            }
            _ => Shape::Polygon((0..7).map(|i| at.plus(Facing::of(51 * i).way(places.between(250, 500)))).collect()),
        };
        Terrain { kind: kind.to_owned(), shape, level: u8::from(kind == "hill") }
    });
    let plan = Plan { width: 72 * INCH, depth: 48 * INCH, terrain: terrain.collect() };
    Arc::new(Ground::new(plan).expect("the table of the benchmark can be laid out"))
}

/// A point 8 inches from one, in the direction of another.
fn near(from: Point, to: Point) -> Point {
    let way = to.minus(from);
    let length = from.distance(to).max(8 * INCH);
    Point::new(from.x + way.x * 8 * INCH / length, from.y + way.y * 8 * INCH / length)
}

/// Places at random, the same in every run.
struct Places(u64);

impl Places {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (self.0 >> 33) as i64 % (high - low + 1)
    }

    fn point(&mut self) -> Point {
        Point::new(self.between(500, 6700), self.between(500, 4300))
    }

    fn facing(&mut self) -> Facing {
        Facing::of(self.between(0, 359))
    }

    fn base(&mut self) -> Footprint {
        Rectangle { middle: self.point(), width: 200, depth: 100, facing: self.facing() }.into()
    }

    fn unit(&mut self) -> Screen {
        Screen { footprint: self.base(), opacity: Opacity::Solid, level: 0 }
    }
}
