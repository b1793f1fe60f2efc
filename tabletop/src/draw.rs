//! Ground, footprints and lines as a scene has them.

use field::{Footprint, Line, Point, Terrain};
use kernel::game::{Area, Feature, Shape, Spot};

/// A point as it is drawn.
pub fn spot(at: Point) -> Spot {
    (at.x, at.y)
}

/// What lies on a table: areas, and lines that run over them. A book gives the role and the name of each piece.
pub fn areas<'t>(
    terrain: impl IntoIterator<Item = &'t Terrain>,
    told: impl Fn(usize, &Terrain) -> (&'static str, String),
) -> (Vec<Area>, Vec<Feature>) {
    let (mut areas, mut features) = (Vec::new(), Vec::new());
    for (number, piece) in terrain.into_iter().enumerate() {
        let (role, name) = told(number, piece);
        let spots = |points: &[Point]| points.iter().copied().map(spot).collect();
        let shape = match &piece.shape {
            field::Shape::Polygon(corners) => Shape::Polygon(spots(corners)),
            field::Shape::Circle(circle) => Shape::Circle(spot(circle.middle), circle.diameter / 2),
            field::Shape::Rectangle(rectangle) => Shape::Polygon(spots(&Footprint::from(*rectangle).corners())),
            field::Shape::Line { points, .. } => Shape::Line(spots(points)),
        };
        match shape {
            Shape::Line(_) => features.push(Feature { role, shape, seat: None, name }),
            _ => areas.push(Area { role, shape, name }),
        }
    }
    (areas, features)
}

/// A footprint as it lies on the table.
pub fn laid(role: &'static str, footprint: &Footprint, name: &str) -> Feature {
    let shape = match footprint {
        Footprint::Circle(circle) => Shape::Circle(spot(circle.middle), circle.diameter / 2),
        Footprint::Rectangle(_) => Shape::Polygon(footprint.corners().into_iter().map(spot).collect()),
    };
    Feature { role, shape, seat: None, name: name.to_owned() }
}

/// A line of sight.
pub fn sight_line(line: &Line) -> Feature {
    let shape = Shape::Line(vec![spot(line.from), spot(line.to)]);
    Feature { role: "sight", shape, seat: None, name: "the line of sight".to_owned() }
}
