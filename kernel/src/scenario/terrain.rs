//! Ground in inches, for measured tables: woods, farms, ponds, hedges, as plain data.

use super::inches::{Hundredths, Point};
use super::node::Node;
use super::page::Page;
use super::trouble::Reading;
use serde::Serialize;
use std::fmt::Display;

/// The most pieces of ground on a table.
const MOST: usize = 200;
/// The most corners of one piece.
const CORNERS: usize = 64;

/// A piece of ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Terrain<K> {
    /// What it is, of the kinds that the book has.
    pub kind: K,
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// Its shape and place.
    pub outline: Outline,
    /// How high it is.
    pub height: Hundredths,
}

/// A shape on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outline {
    /// Corners, in their order round it. Its sides do not cross.
    Polygon(Vec<Point>),
    /// A circle.
    Circle {
        /// Its middle.
        middle: Point,
        /// Its diameter, so that half hundredths do not arise.
        diameter: Hundredths,
    },
    /// A rectangle.
    Rectangle {
        /// Its middle.
        middle: Point,
        /// From left to right, before it is turned.
        width: Hundredths,
        /// From top to bottom, before it is turned.
        depth: Hundredths,
        /// Turned clockwise by so many degrees.
        turned: u16,
    },
    /// A line from turn to turn: a hedge, a road, a stream.
    Line {
        /// Its turns, from end to end.
        path: Vec<Point>,
        /// How broad it is; 0 for a line that is only crossed.
        width: Hundredths,
    },
}

/// A list of pieces of ground on a table of this size, each with `kind`, a shape, and `name` and `height` where it has
/// them.
pub fn terrain<K: Copy + Display>(
    node: &Node<'_>,
    kinds: &[K],
    (width, depth): (Hundredths, Hundredths),
) -> Reading<Vec<Terrain<K>>> {
    let piece = |page: &mut Page<'_>| {
        let kind = page.get("kind").choice(kinds);
        let name = page.find("name").map(|name| name.name()).transpose();
        let limits = Hundredths(0)..=Hundredths::inches(100);
        let height = page.find("height").map(|height| height.inches(limits)).transpose();
        let outline = outline(page, (width, depth));
        Ok(Terrain { kind: kind?, name: name?, outline: outline?, height: height?.unwrap_or_default() })
    };
    let read: Vec<_> = node.items(MOST)?.iter().map(|item| item.table(piece)).collect();
    read.into_iter().collect()
}

impl Node<'_> {
    /// A table with one shape in it, on a table of this size: where a side sets up, where reinforcements come.
    pub fn zone(&self, size: (Hundredths, Hundredths)) -> Reading<Outline> {
        self.table(|page| outline(page, size))
    }
}

/// The one shape of a table: `polygon`, `circle`, `rectangle` or `line`.
fn outline(page: &mut Page<'_>, (width, depth): (Hundredths, Hundredths)) -> Reading<Outline> {
    let [polygon, circle, rectangle, line] = ["polygon", "circle", "rectangle", "line"].map(|shape| page.find(shape));
    let broad = page.find("width");
    let long = Hundredths(1)..=Hundredths(width.0.max(depth.0));
    let point = |node: Node<'_>| node.point(width, depth);
    let shape = match (polygon, circle, rectangle, line) {
        (Some(polygon), None, None, None) => {
            let corners = points(&polygon, 3, point)?;
            if !is_simple(&corners) {
                return Err(polygon.refuse("has sides that cross or touch; name the corners in their order round it"));
            }
            Outline::Polygon(corners)
        }
        (None, Some(circle), None, None) => circle.table(|page| {
            let (middle, diameter) = (point(page.get("middle")), page.get("diameter").inches(long));
            Ok(Outline::Circle { middle: middle?, diameter: diameter? })
        })?,
        (None, None, Some(rectangle), None) => rectangle.table(|page| {
            let middle = point(page.get("middle"));
            let (width, depth) = (page.get("width").inches(long.clone()), page.get("depth").inches(long));
            let turned = page.find("turned").map_or(Ok(0), |turned| turned.number(0..=359));
            Ok(Outline::Rectangle { middle: middle?, width: width?, depth: depth?, turned: turned? })
        })?,
        (None, None, None, Some(line)) => {
            let path = points(&line, 2, point);
            let limits = Hundredths(0)..=Hundredths::inches(12);
            let width = broad.as_ref().map_or(Ok(Hundredths(0)), |width| width.inches(limits));
            return Ok(Outline::Line { path: path?, width: width? });
        }
        _ => return Err(page.refuse("polygon", "must stand here, or circle, rectangle or line: one shape and no more")),
    };
    broad.map_or(Ok(shape), |width| Err(width.refuse("is for a line only")))
}

fn points(node: &Node<'_>, least: usize, point: impl Fn(Node<'_>) -> Reading<Point>) -> Reading<Vec<Point>> {
    let items = node.items(CORNERS)?;
    if items.len() < least {
        return Err(node.wrong(&format!("a list of {least} to {CORNERS} points, each [x, y] in inches")));
    }
    let points: Vec<_> = items.into_iter().map(point).collect();
    points.into_iter().collect()
}

/// Do no two sides meet, but neighbours at their corner?
fn is_simple(corners: &[Point]) -> bool {
    let count = corners.len();
    let side = |number: usize| (corners[number % count], corners[(number + 1) % count]);
    let turns_back = |number: usize| {
        let ((a, b), (_, c)) = (side(number), side(number + 1));
        a == b || (cross(a, b, c) == 0 && dot(b, a, c) > 0)
    };
    let apart = |one: usize, other: usize| other > one + 1 && !(one == 0 && other == count - 1);
    let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    !(0..count).any(turns_back)
        && !all.into_iter().any(|(one, other)| apart(one, other) && meet(side(one), side(other)))
}

/// Do two sides have a point in common?
fn meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let [left, right, up, down] = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(i64::signum);
    let on = |from, to, point, side| side == 0 && dot(point, from, to) <= 0;
    (left * right < 0 && up * down < 0)
        || on(a, b, c, left)
        || on(a, b, d, right)
        || on(c, d, a, up)
        || on(c, d, b, down)
}

fn cross(from: Point, to: Point, point: Point) -> i64 {
    (to.x.0 - from.x.0) * (point.y.0 - from.y.0) - (to.y.0 - from.y.0) * (point.x.0 - from.x.0)
}

/// The way from a point to one, times the way to the other.
fn dot(from: Point, one: Point, other: Point) -> i64 {
    (one.x.0 - from.x.0) * (other.x.0 - from.x.0) + (one.y.0 - from.y.0) * (other.y.0 - from.y.0)
}
