//! D1, D10 The ground: what lies on it, what it costs each kind of mover, and what hides.

use super::state::Kind;
use field::{
    Circle, Footprint, Going, Ground, INCH, Line, Mover, Opacity, Outlook, Passage, Plan, Point, Screen, Shape,
    Terrain, Viewer,
};
use std::sync::{Arc, LazyLock};

pub(super) const WIDTH: i64 = 24 * INCH;
pub(super) const DEPTH: i64 = 16 * INCH;

/// The table as those who move over it and look across it meet it.
pub(super) struct Land {
    foot: Passage,
    horse: Passage,
    outlook: Outlook,
    /// The same without the wood, to say what blocks.
    unwooded: Outlook,
}

impl Land {
    /// D1 The table, by where its wood begins.
    pub(super) fn of(wood: i64) -> &'static Land {
        &LANDS[(wood / 100 - 2).clamp(0, 5) as usize]
    }

    /// D1 The ground as a kind of unit passes it.
    pub(super) fn passage(&self, kind: Kind) -> &Passage {
        match kind {
            Kind::Horse => &self.horse,
            _ => &self.foot,
        }
    }

    /// What lies on the table.
    pub(super) fn ground(&self) -> &Ground {
        self.foot.ground()
    }

    /// D10 The line by which two see each other.
    pub(super) fn line(&self, from: &Footprint, to: &Footprint, smoke: &[Screen]) -> Option<Line> {
        self.outlook.line(from, to, smoke)
    }

    /// D10 What blocks every line between two that do not see each other.
    pub(super) fn what_blocks(&self, from: &Footprint, to: &Footprint) -> &'static str {
        if self.outlook.sees(from, to, &[]) {
            "the smoke"
        } else if self.unwooded.sees(from, to, &[]) {
            "the wood"
        } else {
            "the hill"
        }
    }
}

/// D1 The table for each pip of the die, its terrain from the bottom up.
static LANDS: LazyLock<[Land; 6]> = LazyLock::new(|| {
    [1, 2, 3, 4, 5, 6].map(|pip| {
        let wood = 100 + 100 * pip;
        let piece = |kind: &str, shape, level| Terrain { kind: kind.to_owned(), shape, level };
        let between = |x: i64, y: i64, right: i64, down: i64| Shape::between(Point::new(x, y), Point::new(right, down));
        let wire = Shape::Line { points: vec![Point::new(1150, 950), Point::new(1150, 1450)], width: 20 };
        let terrain = vec![
            piece("hill", Shape::Circle(Circle { middle: Point::new(1850, 350), diameter: 400 }), 1),
            piece("wood", between(900, wood, 1300, wood + 500), 0),
            piece("wire", wire, 0),
            piece("wall", between(1480, 500, 1520, 1200), 0),
        ];
        let plan = Plan { width: WIDTH, depth: DEPTH, terrain };
        let ground = Arc::new(Ground::new(plan).expect("the table of the drill can be laid out"));
        let wall = Going::once(2 * INCH);
        let foot = Mover::new().over("wood", Going::times(2)).over("wall", wall).over("wire", Going::once(INCH));
        let horse = Mover::new().over("wood", Going::times(3)).over("wall", wall).over("wire", Going::BARRED);
        let eyes = Viewer::new().through("hill", Opacity::Hill);
        Land {
            foot: Passage::new(ground.clone(), &foot.turning(TURN, 0)),
            horse: Passage::new(ground.clone(), &horse.turning(TURN, 0)),
            outlook: Outlook::new(ground.clone(), &eyes.clone().through("wood", Opacity::Deep(2 * INCH))),
            unwooded: Outlook::new(ground, &eyes),
        }
    })
});

/// D4 What a turn costs.
pub(super) const TURN: i64 = INCH;
