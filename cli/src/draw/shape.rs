//! Shapes and roles of a scene, as those who draw them ask about them.

use kernel::game::{Base, Counter, Mark, Shape, Spot};

/// The quality that is printed on a counter, where it has one: it is no marker that comes and goes.
pub(crate) fn quality(piece: &Counter) -> Option<&Mark> {
    piece.marks.iter().find(|mark| is_quality(mark))
}

/// The markers that lie on a counter.
pub(crate) fn markers(piece: &Counter) -> impl Iterator<Item = &Mark> {
    piece.marks.iter().filter(|mark| !is_quality(mark))
}

fn is_quality(mark: &Mark) -> bool {
    matches!(mark.role, "elite" | "professional" | "veteran" | "regular" | "green" | "reservist")
}

/// The corners of a base as it stands, in table units.
pub(crate) fn corners(piece: &Counter) -> [Spot; 4] {
    let turn = f64::from(piece.facing.unwrap_or(0)).to_radians();
    let (wide, deep) = (piece.size.0 as f64 / 2.0, piece.size.1 as f64 / 2.0);
    [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)].map(|(x, y)| {
        let (dx, dy) = (x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos());
        (piece.at.0 + dx.round() as i64, piece.at.1 + dy.round() as i64)
    })
}

/// The ground that a base covers; none for a counter.
pub(crate) fn footprint(piece: &Counter) -> Option<Shape> {
    Some(match piece.base? {
        Base::Rectangle => Shape::Polygon(corners(piece).to_vec()),
        Base::Circle => Shape::Circle(piece.at, piece.size.0 / 2),
    })
}

/// Does the shape hold this spot? A line holds none.
pub(crate) fn covers(shape: &Shape, (x, y): Spot) -> bool {
    match shape {
        Shape::Rect(left, top, width, height) => {
            (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
        }
        Shape::Circle((cx, cy), radius) => (x - cx).pow(2) + (y - cy).pow(2) <= radius.pow(2),
        Shape::Polygon(corners) => {
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            // A ray to the right crosses the outline an odd number of times from inside.
            let crossed = edges.filter(|((x1, y1), (x2, y2))| {
                (*y1 > y) != (*y2 > y) && {
                    let (dx, dy) = (x2 - x1, y2 - y1);
                    ((x - x1) * dy < dx * (y - y1)) == (dy > 0)
                }
            });
            crossed.count() % 2 == 1
        }
        Shape::Line(_) => false,
    }
}

/// The middle of a shape.
pub(crate) fn middle(shape: &Shape) -> Spot {
    match shape {
        Shape::Rect(left, top, width, height) => (left + width / 2, top + height / 2),
        Shape::Circle(middle, _) => *middle,
        Shape::Polygon(spots) | Shape::Line(spots) => {
            let count = (spots.len() as i64).max(1);
            let sum = spots.iter().fold((0, 0), |sum, spot| (sum.0 + spot.0, sum.1 + spot.1));
            (sum.0 / count, sum.1 / count)
        }
    }
}

/// Spots along a line, at most `step` apart; of a shape that has an inside, its middle.
pub(crate) fn spots_along(shape: &Shape, step: i64) -> Vec<Spot> {
    let Shape::Line(corners) = shape else { return vec![middle(shape)] };
    let mut spots = Vec::new();
    for pair in corners.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let count = (dx.abs().max(dy.abs()) / step.max(1)).max(1);
        spots.extend((0..=count).map(|i| (pair[0].0 + dx * i / count, pair[0].1 + dy * i / count)));
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_covers_what_is_inside_it_and_nothing_else() {
        // A triangle with its right angle at the top left.
        let triangle = Shape::Polygon(vec![(0, 0), (100, 0), (0, 100)]);
        assert!(covers(&triangle, (20, 20)));
        assert!(!covers(&triangle, (80, 80)));
        assert!(!covers(&triangle, (-5, 20)));
        let other_way_round = Shape::Polygon(vec![(0, 0), (0, 100), (100, 0)]);
        assert!(covers(&other_way_round, (20, 20)) && !covers(&other_way_round, (80, 80)));
    }

    #[test]
    fn a_base_covers_the_ground_that_it_stands_on_as_it_is_turned() {
        let mut base = Counter {
            id: 1,
            name: String::new(),
            about: String::new(),
            seat: None,
            army: "red",
            symbol: kernel::game::Symbol::Infantry,
            at: (1000, 1000),
            place: None,
            size: (600, 100),
            base: Some(Base::Rectangle),
            arc: None,
            facing: Some(0),
            strength: None,
            marks: Vec::new(),
            spent: false,
        };
        let covered = |base: &Counter, spot| covers(&footprint(base).unwrap(), spot);
        assert!(covered(&base, (1250, 1000)) && !covered(&base, (1000, 1250)));
        base.facing = Some(90);
        assert!(!covered(&base, (1250, 1000)) && covered(&base, (1000, 1250)));
    }

    #[test]
    fn a_line_is_walked_in_steps_from_end_to_end() {
        let spots = spots_along(&Shape::Line(vec![(0, 0), (100, 0)]), 50);
        assert_eq!(spots, [(0, 0), (50, 0), (100, 0)]);
    }
}
