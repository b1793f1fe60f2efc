//! A scene as a picture: a printed map on warm paper, die-cut counters on it, a legend under it.

mod bases;
mod colours;
mod counters;
mod features;
mod ground;
mod legend;
mod marks;
mod names;

use super::svg::{Anchor, Picture, Stroke, Type, colour};
use kernel::game::{Place, Scene, Shape, Spot};
use kernel::seat::Seat;
use std::fmt::Write;

/// The picture is laid out so wide and then shown at any size.
const WIDTH: f64 = 1400.0;
const MARGIN: f64 = 64.0;
const TOP: f64 = 112.0;

const TITLE: Type = Type::of(36.0).bold();
const SUBTITLE: Type = Type::of(19.0).colour(colour::FADED);
const REFERENCE: Type = Type::of(20.0).bold().anchor(Anchor::Middle);
const CORNER: Type = Type::of(15.0).colour(colour::FADED);

/// From the table to the picture.
#[derive(Clone, Copy)]
struct Plan {
    /// Picture units in a table unit.
    scale: f64,
    size: Spot,
}

impl Plan {
    fn of(scene: &Scene) -> Plan {
        Plan { scale: (WIDTH - 2.0 * MARGIN) / scene.size.0.max(1) as f64, size: scene.size }
    }

    fn at(self, (x, y): Spot) -> (f64, f64) {
        (MARGIN + x as f64 * self.scale, TOP + y as f64 * self.scale)
    }

    fn long(self, units: i64) -> f64 {
        units as f64 * self.scale
    }

    fn bottom(self) -> f64 {
        TOP + self.long(self.size.1)
    }

    /// A shape as a path.
    fn path(self, shape: &Shape) -> String {
        match shape {
            Shape::Rect(left, top, width, height) => {
                let ((x, y), wide, tall) = (self.at((*left, *top)), self.long(*width), self.long(*height));
                format!("M{x:.1} {y:.1}h{wide:.1}v{tall:.1}h{:.1}z", -wide)
            }
            Shape::Circle(middle, radius) => {
                let ((x, y), r) = (self.at(*middle), self.long(*radius));
                format!(
                    "M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {:.1} 0a{r:.1} {r:.1} 0 1 0 {:.1} 0z",
                    x - r,
                    2.0 * r,
                    -2.0 * r
                )
            }
            Shape::Polygon(spots) => self.line(spots) + "z",
            Shape::Line(spots) => self.line(spots),
        }
    }

    fn line(self, spots: &[Spot]) -> String {
        let mut d = String::new();
        for (i, spot) in spots.iter().enumerate() {
            let (x, y) = self.at(*spot);
            let _ = write!(d, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
        }
        d
    }
}

/// The scene as SVG, shown so many pixels wide.
pub(crate) fn scene_svg(scene: &Scene, subtitle: &str, seats: &[Seat], shown: f64) -> String {
    let plan = Plan::of(scene);
    let legend = legend::Legend::of(scene, seats);
    let edge = 46.0;
    let height = plan.bottom() + edge + legend.height() + 30.0;
    let mut picture = Picture::new(WIDTH, height);
    picture.text((MARGIN, 52.0), &scene.title, TITLE);
    let beside = MARGIN + TITLE.width(&scene.title) + 24.0;
    if beside + SUBTITLE.width(subtitle) < WIDTH - MARGIN {
        picture.text((WIDTH - MARGIN, 52.0), subtitle, SUBTITLE.anchor(Anchor::End));
    }
    table(&mut picture, scene, plan);
    let whole = Shape::Rect(0, 0, scene.size.0, scene.size.1);
    picture.within("table", &plan.path(&whole), |picture| {
        if scene.square.is_none() {
            ground::grass(picture, &whole, plan);
        }
        ground::draw(picture, scene, plan);
        features::roads(picture, scene, plan);
        ground::draw_over(picture, scene, plan);
        grid(picture, scene, plan);
        features::draw(picture, scene, plan, seats);
    });
    if scene.square.is_none() {
        marks::of_places(&mut picture, scene, plan, seats);
    }
    for piece in &scene.pieces {
        match &piece.base {
            Some(base) => bases::on_table(&mut picture, piece, base, plan, scene),
            None => counters::on_table(&mut picture, piece, plan, scene),
        }
    }
    names::draw(&mut picture, scene, plan);
    if scene.square.is_some() {
        marks::of_places(&mut picture, scene, plan, seats);
    }
    frame(&mut picture, scene, plan);
    legend.draw(&mut picture, plan.bottom() + edge);
    picture.finish_at(shown)
}

/// The bare table.
fn table(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let (x, y) = plan.at((0, 0));
    let (wide, tall) = (plan.long(scene.size.0), plan.long(scene.size.1));
    picture.rectangle((x + 6.0, y + 8.0), (wide, tall), "#d9cfb4");
    picture.rectangle((x, y), (wide, tall), colours::TABLE);
}

/// Squares as a light grid, with every other one a shade darker.
fn grid(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let Some(side) = scene.square else { return };
    let mut d = String::new();
    let (wide, tall) = (plan.long(scene.size.0), plan.long(scene.size.1));
    for at in (side..scene.size.0).step_by(side as usize) {
        let (x, y) = plan.at((at, 0));
        let _ = write!(d, "M{x:.1} {y:.1}v{tall:.1}");
    }
    for at in (side..scene.size.1).step_by(side as usize) {
        let (x, y) = plan.at((0, at));
        let _ = write!(d, "M{x:.1} {y:.1}h{wide:.1}");
    }
    picture.group(r#"opacity="0.45""#, |picture| picture.path(&d, "none", Stroke::of(colour::INK, 1.2)));
}

/// The edge of the table with its references: names of rows and columns, or inches.
fn frame(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let whole = Shape::Rect(0, 0, scene.size.0, scene.size.1);
    picture.path(&plan.path(&whole), "none", Stroke::of(colour::INK, 3.0));
    let (x, y) = plan.at((0, 0));
    let (wide, tall) = (plan.long(scene.size.0), plan.long(scene.size.1));
    let outer = format!("M{:.1} {:.1}h{:.1}v{:.1}h{:.1}z", x - 6.0, y - 6.0, wide + 12.0, tall + 12.0, -wide - 12.0);
    picture.path(&outer, "none", Stroke::of(colour::INK, 1.0));
    match scene.square {
        Some(side) => references(picture, scene, plan, side),
        None => rulers(picture, scene, plan),
    }
}

/// Letters along top and bottom and numbers along the sides, where squares are named so; otherwise a name in each.
fn references(picture: &mut Picture, scene: &Scene, plan: Plan, side: i64) {
    let squares = scene.places.iter().filter_map(|place| Some((square_of(place, side)?, place.name.as_str())));
    let named = squares
        .map(|(at, name)| {
            let (column, row) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
            (!column.is_empty()).then_some((at, column, row))
        })
        .collect::<Option<Vec<_>>>();
    let half = plan.long(side) / 2.0;
    match named.filter(|named| !named.is_empty()) {
        Some(named) => {
            for ((column, row), letter, number) in named {
                let (x, y) = plan.at((column * side, row * side));
                if row == 0 {
                    picture.text((x + half, TOP - 15.0), letter, REFERENCE);
                    picture.text((x + half, plan.bottom() + 29.0), letter, REFERENCE);
                }
                if column == 0 {
                    picture.text((MARGIN - 26.0, y + half + 7.0), number, REFERENCE);
                    picture.text((WIDTH - MARGIN + 26.0, y + half + 7.0), number, REFERENCE);
                }
            }
        }
        None => {
            for place in &scene.places {
                if let Some((column, row)) = square_of(place, side) {
                    let (x, y) = plan.at((column * side, row * side));
                    picture.text((x + 6.0, y + 18.0), &place.name, CORNER);
                }
            }
        }
    }
}

/// The column and row of a place that is one square.
fn square_of(place: &Place, side: i64) -> Option<(i64, i64)> {
    match place.shape {
        Shape::Rect(left, top, width, height) if width == side && height == side => Some((left / side, top / side)),
        _ => None,
    }
}

/// Inches along the edges, with a number at every fourth.
fn rulers(picture: &mut Picture, scene: &Scene, plan: Plan) {
    const INCH: i64 = 100;
    let every = if scene.size.0 > 60 * INCH { 12 } else { 4 };
    let tick = |inch: i64| if inch % every == 0 { 12.0 } else { 6.0 };
    let mut d = String::new();
    for inch in 0..=scene.size.0 / INCH {
        let (x, y) = plan.at((inch * INCH, 0));
        let _ =
            write!(d, "M{x:.1} {:.1}v{:.1}M{x:.1} {:.1}v{:.1}", y - 6.0, -tick(inch), plan.bottom() + 6.0, tick(inch));
        if inch % every == 0 {
            picture.text((x, y - 23.0), &format!("{inch}″"), REFERENCE);
        }
    }
    for inch in 0..=scene.size.1 / INCH {
        let (x, y) = plan.at((0, inch * INCH));
        let right = WIDTH - MARGIN + 6.0;
        let _ = write!(d, "M{:.1} {y:.1}h{:.1}M{right:.1} {y:.1}h{:.1}", x - 6.0, -tick(inch), tick(inch));
        if inch % every == 0 {
            picture.text((x - 34.0, y + 7.0), &format!("{inch}″"), REFERENCE);
        }
    }
    picture.path(&d, "none", Stroke::of(colour::INK, 1.2));
}

/// Numbers that look thrown about but are always the same.
struct Scatter(u64);

impl Scatter {
    fn of(seed: (i64, i64)) -> Scatter {
        Scatter(
            (seed.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed.1 as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f),
        )
    }

    /// The next one, from -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as f64 / u64::MAX as f64 * 2.0 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::set_up;
    use kernel::game::Eyes;
    use resvg::usvg;
    use shelf::Shelf;

    #[test]
    fn every_scenario_is_drawn_as_sound_svg_with_all_its_pieces_and_references() {
        let shelf = Shelf::five();
        for shelved in shelf.books() {
            let Some(game) = shelved.game else { continue };
            for card in game.scenarios() {
                let scene = set_up(&shelf, shelved.book.id, &card.id, &[]).unwrap().scene(Eyes::Spectator);
                let svg = scene_svg(&scene, shelved.book.title, game.seats(), 700.0);
                let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
                assert!((tree.size().width() - 700.0).abs() < 0.5, "{}", card.id);
                assert_eq!(svg.matches("<title>").count(), scene.pieces.len(), "{}", card.id);
                if scene.square.is_none() {
                    let told = crate::draw::svg::escaped;
                    let named = names::named_pieces(&scene)
                        .filter(|piece| svg.contains(&format!(">{}</text>", told(&piece.name))));
                    assert_eq!(
                        named.count(),
                        names::named_pieces(&scene).count(),
                        "{} has units without names",
                        card.id
                    );
                }
                // Squares are found by their column and row; a measured table has no such names.
                let squares = scene.places.iter().any(|place| place.name == "A1");
                for reference in ["A", "H", "1", "6"].into_iter().filter(|_| squares) {
                    assert!(svg.contains(&format!(">{reference}</text>")), "{} has no {reference}", card.id);
                }
            }
        }
    }

    #[test]
    fn the_same_scene_is_always_drawn_the_same() {
        let shelf = Shelf::five();
        let scene = set_up(&shelf, "squares", "first-orders", &[]).unwrap().scene(Eyes::Spectator);
        let draw = || scene_svg(&scene, "Squares", &[], 700.0);
        assert_eq!(draw(), draw());
    }

    #[test]
    fn scattered_numbers_stay_between_minus_one_and_one_and_differ() {
        let mut scatter = Scatter::of((3, 4));
        let thrown: Vec<f64> = (0..100).map(|_| scatter.next()).collect();
        assert!(thrown.iter().all(|number| (-1.0..=1.0).contains(number)));
        assert!(thrown.iter().any(|number| *number < -0.5) && thrown.iter().any(|number| *number > 0.5));
    }
}
