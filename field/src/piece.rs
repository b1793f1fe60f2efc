//! A piece of terrain as it lies on the ground: convex parts, and the seams between them.

use crate::crossing::{Crossing, Crossings};
use crate::footprint::Footprint;
use crate::fraction::Fraction;
use crate::hull::Hull;
use crate::outline;
use crate::point::{Point, cross, dot, root_up, rounded};
use crate::terrain::Shape;
use smallvec::SmallVec;

/// A piece of terrain, ready to be crossed. All in half hundredths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    low: Point,
    high: Point,
    /// Convex outlines that together make up an area.
    parts: Vec<Hull>,
    /// Where triangles of an area meet. Their rims count for neither, so a leg along a seam is asked for.
    seams: Vec<(Point, Point)>,
    /// The whole outline of an area, where it has one.
    outline: Vec<(Point, Point)>,
}

impl Piece {
    pub(crate) fn new(shape: &Shape) -> Piece {
        let mut piece = match shape {
            Shape::Polygon(corners) => Piece::polygon(corners),
            Shape::Circle(circle) => Piece::convex(Footprint::Circle(*circle).outline()),
            Shape::Rectangle(rectangle) => Piece::convex(Footprint::Rectangle(*rectangle).outline()),
            Shape::Line { points, width } => Piece::band(points, (*width).max(HAIR)),
        };
        let bounds = piece.parts.iter().map(Hull::bounds).reduce(|(low, high), (other_low, other_high)| {
            let low = Point { x: low.x.min(other_low.x), y: low.y.min(other_low.y) };
            (low, Point { x: high.x.max(other_high.x), y: high.y.max(other_high.y) })
        });
        (piece.low, piece.high) = bounds.unwrap_or_default();
        piece
    }

    fn of_parts(parts: Vec<Hull>, seams: Vec<(Point, Point)>, outline: Vec<(Point, Point)>) -> Piece {
        Piece { low: Point::default(), high: Point::default(), parts, seams, outline }
    }

    fn convex(hull: Hull) -> Piece {
        let outline = hull.edges().collect();
        Piece::of_parts(vec![hull], Vec::new(), outline)
    }

    fn polygon(corners: &[Point]) -> Piece {
        let doubled: Vec<Point> = corners.iter().map(|corner| corner.doubled()).collect();
        let corners = outline::clockwise(&doubled);
        if outline::is_convex(&corners) {
            return Piece::convex(Hull::of(corners));
        }
        let edges = Hull::of(corners.iter().copied()).edges().collect();
        let (triangles, seams) = outline::triangles(corners);
        Piece::of_parts(triangles.into_iter().map(Hull::of).collect(), seams, edges)
    }

    /// A rectangle for each straight stretch, which reaches half a width beyond each bend, so that no notch is left.
    fn band(points: &[Point], width: i64) -> Piece {
        let last = points.len() - 2;
        let stretch = |(i, ends): (usize, &[Point])| {
            let (a, b) = (ends[0].doubled(), ends[1].doubled());
            let way = b.minus(a);
            let length = root_up(way.squared());
            let on = Point { x: rounded(way.x * width, length), y: rounded(way.y * width, length) };
            let aside = Point { x: on.y, y: -on.x };
            let a = if i > 0 { a.minus(on) } else { a };
            let b = if i < last { b.plus(on) } else { b };
            Hull::of([a.plus(aside), b.plus(aside), b.minus(aside), a.minus(aside)])
        };
        let parts: Vec<Hull> = points.windows(2).enumerate().map(stretch).collect();
        let outline = if let [only] = &parts[..] { only.edges().collect() } else { Vec::new() };
        Piece::of_parts(parts, Vec::new(), outline)
    }

    /// The least and the greatest of its coordinates.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Its convex parts.
    pub(crate) fn parts(&self) -> &[Hull] {
        &self.parts
    }

    /// Points at its corners, where a path may bend around it: to the hundredth, and rather outside than inside. Corners
    /// that turn by less than 30 degrees are none: a way round them is as short by the lattice.
    pub(crate) fn bends(&self) -> impl Iterator<Item = Point> {
        self.parts.iter().flat_map(|part| {
            let (low, high) = part.bounds();
            let outwards = |at: i64, low: i64, high: i64| (at + i64::from(2 * at > low + high)).div_euclid(2);
            let count = part.corners.len();
            let is_sharp = move |i: &usize| {
                let [before, here, after] = [i + count - 1, *i, i + 1].map(|i| part.corners[i % count]);
                let (into, out) = (here.minus(before), after.minus(here));
                // The sine of 30 degrees is a half.
                let aside = i128::from(cross(into, out));
                let lengths = i128::from(into.squared()) * i128::from(out.squared());
                dot(into, out) <= 0 || 4 * aside * aside >= lengths
            };
            (0..count).filter(is_sharp).map(move |i| {
                let corner = part.corners[i];
                Point { x: outwards(corner.x, low.x, high.x), y: outwards(corner.y, low.y, high.y) }
            })
        })
    }

    /// Is the point inside, not merely on the rim?
    pub(crate) fn holds(&self, point: Point) -> bool {
        let point = point.doubled();
        let in_bounds = self.low.x < point.x && point.x < self.high.x && self.low.y < point.y && point.y < self.high.y;
        let on_seam = |&(a, b): &(Point, Point)| {
            let (way, at) = (b.minus(a), point.minus(a));
            let along = dot(way, at);
            cross(way, at) == 0 && along > 0 && along < way.squared()
        };
        in_bounds && (self.parts.iter().any(|part| part.holds(point)) || self.seams.iter().any(on_seam))
    }

    /// Does the footprint stand in it with some part of it?
    pub(crate) fn is_under(&self, footprint: &Footprint) -> bool {
        let hull = footprint.hull();
        let (low, high) = hull.bounds();
        let apart = high.x <= self.low.x || self.high.x <= low.x || high.y <= self.low.y || self.high.y <= low.y;
        !apart && self.parts.iter().any(|part| part.overlaps(&hull))
    }

    /// Does the footprint stand in it wholly?
    pub(crate) fn covers(&self, footprint: &Footprint) -> bool {
        if self.outline.is_empty() {
            let corners = footprint.outline().corners;
            return self.parts.iter().any(|part| corners.iter().all(|corner| part.covers(*corner)));
        }
        // No edge of the outline runs through the footprint, and its middle is inside: so all of it is.
        let hull = footprint.hull();
        self.holds(footprint.middle()) && !self.outline.iter().any(|&(a, b)| Hull::line(a, b).overlaps(&hull))
    }

    /// Is the footprint within a range of it?
    pub(crate) fn is_within(&self, footprint: &Footprint, range: i64) -> bool {
        let hull = footprint.hull();
        self.parts.iter().any(|own| own.apart(&hull).is_within(range))
    }

    /// Where a leg, given in half hundredths, crosses it.
    pub(crate) fn cross(&self, index: usize, from: Point, to: Point, found: &mut Crossings) {
        let apart = |a: i64, b: i64, low: i64, high: i64| a.max(b) < low || a.min(b) > high;
        if apart(from.x, to.x, self.low.x, self.high.x) || apart(from.y, to.y, self.low.y, self.high.y) {
            return;
        }
        if let [part] = &self.parts[..] {
            let inside = part.part_inside(from, to);
            found.extend(inside.map(|(from, to)| Crossing { piece: index, from, to }));
            return;
        }
        let parts = self.parts.iter().filter_map(|part| part.part_inside(from, to));
        let seams = self.seams.iter().filter_map(|&(a, b)| along_seam(a, b, from, to));
        let mut inside: SmallVec<[(Fraction, Fraction); 8]> = parts.chain(seams).collect();
        inside.sort_unstable();
        for (from, to) in inside {
            match found.last_mut() {
                Some(last) if last.piece == index && from <= last.to => last.to = last.to.max(to),
                _ => found.push(Crossing { piece: index, from, to }),
            }
        }
    }
}

/// The part of a leg that runs along a seam.
fn along_seam(a: Point, b: Point, from: Point, to: Point) -> Option<(Fraction, Fraction)> {
    let way = to.minus(from);
    if cross(way, a.minus(from)) != 0 || cross(way, b.minus(from)) != 0 {
        return None;
    }
    let along = |p: Point| dot(way, p.minus(from)).clamp(0, way.squared());
    let (one, other) = (along(a), along(b));
    let at = |along: i64| Fraction::new(along, way.squared().max(1));
    (one != other).then(|| (at(one.min(other)), at(one.max(other))))
}

/// The width of a line that is said to have none. So a hedge is an area like all others, and no path slips through where
/// it bends, or by bending upon it.
const HAIR: i64 = 1;
