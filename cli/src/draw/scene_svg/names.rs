//! Names on the map, set where nothing else stands.

use super::Plan;
use crate::draw::shape::spots_along;
use crate::draw::svg::{Anchor, Picture, Type};
use kernel::game::{Area, Scene, Shape};

const NAME: Type = Type::of(14.5).bold().anchor(Anchor::Middle);
const LEADING: f64 = 15.0;

/// A rectangle of the picture: left, top, right, bottom.
type Box = (f64, f64, f64, f64);

/// The names of squares; of other ground a name would stand in the way.
pub(super) fn draw(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let taken = taken(scene, plan);
    for area in scene.ground.iter().filter(|area| scene.square.is_some() && !area.name.is_empty()) {
        name(picture, area, plan, &taken);
    }
}

fn name(picture: &mut Picture, area: &Area, plan: Plan, taken: &[Box]) {
    let Shape::Rect(left, top, width, height) = area.shape else { return };
    let (x, y) = plan.at((left, top));
    let (wide, tall) = (plan.long(width), plan.long(height));
    let lines = NAME.wrap(&area.name, wide - 8.0);
    let deep = LEADING * lines.len() as f64;
    // In the middle of the square, else higher, lower, along its top, or wherever the least is hidden.
    let heights = [0.5, 0.42, 0.58, 0.3, 0.7, 0.1, 0.9].map(|part| y + tall * part - deep / 2.0);
    let longest = lines.iter().map(|line| NAME.width(line)).fold(0.0, f64::max);
    let hidden = |top: f64| -> f64 {
        let middle = x + wide / 2.0;
        let label = (middle - longest / 2.0, top, middle + longest / 2.0, top + deep);
        taken.iter().map(|other| overlap(label, *other)).sum()
    };
    let best = heights.into_iter().min_by(|a, b| hidden(*a).total_cmp(&hidden(*b))).unwrap_or(y);
    for (i, line) in lines.iter().enumerate() {
        let at = (x + wide / 2.0, best + LEADING * (i + 1) as f64 - 3.5);
        picture.group(r##"stroke="#f6efdd" stroke-width="4" stroke-linejoin="round" opacity="0.85""##, |picture| {
            picture.text(at, line, NAME);
        });
        picture.text(at, line, NAME);
    }
}

/// What a name should not lie on: counters, markers, and works.
fn taken(scene: &Scene, plan: Plan) -> Vec<Box> {
    let counters = scene.pieces.iter().map(|piece| {
        let ((x, y), wide, tall) = (plan.at(piece.at), plan.long(piece.size.0), plan.long(piece.size.1));
        (x - wide / 2.0, y - tall / 2.0, x + wide / 2.0, y + tall / 2.0)
    });
    let marks = scene.places.iter().filter(|place| !place.marks.is_empty()).filter_map(|place| {
        let Shape::Rect(left, top, width, _) = place.shape else { return None };
        let (x, y) = plan.at((left + width, top));
        Some((x - 29.0 * place.marks.len() as f64, y, x, y + 29.0))
    });
    let works =
        scene.features.iter().filter(|feature| matches!(feature.shape, Shape::Line(_)) && feature.role != "road");
    let works = works.flat_map(|feature| spots_along(&feature.shape, (16.0 / plan.scale) as i64)).map(|spot| {
        let (x, y) = plan.at(spot);
        (x - 8.0, y - 8.0, x + 8.0, y + 8.0)
    });
    counters.chain(marks).chain(works).collect()
}

fn overlap(one: Box, other: Box) -> f64 {
    let wide = one.2.min(other.2) - one.0.max(other.0);
    let tall = one.3.min(other.3) - one.1.max(other.1);
    wide.max(0.0) * tall.max(0.0)
}
