//! Terrain as plain data: what lies on a table, and where. A scenario is read into it, and [`crate::Ground`] made of it.

use crate::footprint::{Circle, Footprint, Rectangle};
use crate::outline;
use crate::point::{INCH, Point};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A table and all that lies on it. What is named later lies above what is named earlier: a road over a wood.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// From left to right.
    pub width: i64,
    /// From top to bottom.
    pub depth: i64,
    /// From the bottom up.
    pub terrain: Vec<Terrain>,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terrain {
    /// What it is, in the word of its book: 'wood', 'wire'.
    pub kind: String,
    /// Where it lies.
    pub shape: Shape,
    /// How high it is, for hills; the level of the ground that it stands on, for all else.
    #[serde(default)]
    pub level: u8,
}

/// The outline of a piece of terrain. The rim of an area does not belong to it: one may pass along a wall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A closed outline, convex or not, that does not cross itself.
    Polygon(Vec<Point>),
    /// A circle; lines cross it as a polygon of 24 sides.
    Circle(Circle),
    /// A turned rectangle.
    Rectangle(Rectangle),
    /// A chain of straight lines: a road, a stream, a hedge.
    Line {
        /// Where it begins, bends and ends.
        points: Vec<Point>,
        /// Its width; a line of no width, such as a wire or a crest, is laid a hundredth of an inch wide.
        width: i64,
    },
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The piece of terrain, by its place in the list; none where it is the table itself.
    pub piece: Option<usize>,
    /// What is wrong, and what is allowed.
    pub sentence: String,
}

impl Plan {
    /// The greatest width and depth of a table.
    pub const LARGEST: i64 = 120 * INCH;
    /// How far terrain may reach over the edge of the table.
    pub const OVERHANG: i64 = 12 * INCH;
    /// The most pieces of terrain.
    pub const MOST: usize = 256;
    /// The most corners of one piece.
    pub const CORNERS: usize = 64;

    /// Can a table be laid by this plan? Otherwise the first thing that is wrong with it.
    pub fn check(&self) -> Result<(), Fault> {
        let table = |sentence: String| Err(Fault { piece: None, sentence });
        let sizes = INCH..=Plan::LARGEST;
        if !sizes.contains(&self.width) || !sizes.contains(&self.depth) {
            return table(format!("a table is 1 to {} inches wide and deep", Plan::LARGEST / INCH));
        }
        if self.terrain.len() > Plan::MOST {
            return table(format!("a table has {} pieces of terrain at most, not {}", Plan::MOST, self.terrain.len()));
        }
        let fault = |(piece, terrain): (usize, &Terrain)| {
            let sentence = self.fault(&terrain.shape)?;
            Some(Fault { piece: Some(piece), sentence: format!("this {}: {sentence}", terrain.kind) })
        };
        self.terrain.iter().enumerate().find_map(fault).map_or(Ok(()), Err)
    }

    fn fault(&self, shape: &Shape) -> Option<String> {
        let (corners, (least, what)) = match shape {
            Shape::Polygon(corners) => (corners.clone(), (3, "an outline")),
            Shape::Line { points, .. } => (points.clone(), (2, "a line")),
            Shape::Circle(Circle { diameter, .. }) if !SIZES.contains(diameter) => return Some(size("diameter")),
            Shape::Rectangle(Rectangle { width, depth, .. }) if !SIZES.contains(width) || !SIZES.contains(depth) => {
                return Some(size("width and depth"));
            }
            Shape::Circle(circle) => (vec![circle.middle], (1, "a circle")),
            Shape::Rectangle(rectangle) => (vec![rectangle.middle], (1, "a rectangle")),
        };
        if !(least..=Plan::CORNERS).contains(&corners.len()) {
            return Some(format!("{what} has {least} to {} points, not {}", Plan::CORNERS, corners.len()));
        }
        if !corners.iter().all(|corner| self.is_near(*corner)) {
            return Some("it reaches more than 12 inches over the edge of the table".to_owned());
        }
        match shape {
            Shape::Polygon(corners) => outline::fault(corners).map(str::to_owned),
            Shape::Line { width, .. } if !(0..=24 * INCH).contains(width) => {
                Some("a line is 0 to 24 inches wide".to_owned())
            }
            Shape::Line { points, .. } if points.windows(2).any(|ends| ends[0] == ends[1]) => {
                Some("each point of a line is another than the one before it".to_owned())
            }
            Shape::Circle(circle) => self.overhangs(&Footprint::Circle(*circle)),
            Shape::Rectangle(rectangle) => self.overhangs(&Footprint::Rectangle(*rectangle)),
            Shape::Line { .. } => None,
        }
    }

    fn overhangs(&self, footprint: &Footprint) -> Option<String> {
        let near = footprint.corners().iter().all(|corner| self.is_near(*corner));
        (!near).then(|| "it reaches more than 12 inches over the edge of the table".to_owned())
    }

    fn is_near(&self, point: Point) -> bool {
        let near = |at: i64, size: i64| (-Plan::OVERHANG..=size + Plan::OVERHANG).contains(&at);
        near(point.x, self.width) && near(point.y, self.depth)
    }
}

/// The sizes of circles and rectangles.
const SIZES: std::ops::RangeInclusive<i64> = INCH / 5..=Plan::LARGEST;

fn size(what: &str) -> String {
    format!("its {what} must be 0.2 to {} inches", Plan::LARGEST / INCH)
}

impl Shape {
    /// A rectangle along the axes, between two opposite corners.
    pub fn between(one: Point, other: Point) -> Shape {
        let (low, high) =
            (Point::new(one.x.min(other.x), one.y.min(other.y)), Point::new(one.x.max(other.x), one.y.max(other.y)));
        Shape::Polygon(vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)])
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece {
            Some(piece) => write!(f, "piece {} of the terrain, {}", piece + 1, self.sentence),
            None => f.write_str(&self.sentence),
        }
    }
}

impl std::error::Error for Fault {}
