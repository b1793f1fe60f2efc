//! What runs over the ground: roads, trenches, wire, and lines that are not printed on any map.

use super::{Plan, colours};
use crate::draw::svg::{Picture, Stroke, colour};
use kernel::game::{Feature, Scene, Shape};
use kernel::seat::Seat;
use std::fmt::Write;

/// Roads, all their edges first, so that they join where they meet.
pub(super) fn roads(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let roads: Vec<String> = (scene.features.iter())
        .filter(|feature| feature.role == "road")
        .map(|feature| plan.path(&feature.shape))
        .collect();
    for (ink, thickness) in [(colour::FADED, 12.0), (colours::ROAD, 8.5)] {
        for d in &roads {
            picture.path(d, "none", Stroke::of(ink, thickness));
        }
    }
}

/// Everything but roads. What nobody holds is drawn in plain ink.
pub(super) fn draw(picture: &mut Picture, scene: &Scene, plan: Plan, seats: &[Seat]) {
    for feature in scene.features.iter().filter(|feature| feature.role != "road") {
        let army = scene.pieces.iter().find(|piece| piece.seat.is_some() && piece.seat == feature.seat);
        let army = army.map_or("", |piece| piece.army);
        let usual = if feature.seat == seats.first().copied() { colours::ALLIED } else { colours::GERMAN };
        let ink = match (feature.seat, army) {
            (None, _) => colour::INK,
            (Some(_), "") => usual,
            (Some(_), army) => colours::trench(army),
        };
        one(picture, feature, plan, ink);
    }
}

/// One of them for the legend.
pub(super) fn sample(picture: &mut Picture, role: &'static str, plan: Plan, line: Shape) {
    if role == "road" {
        let d = plan.path(&line);
        picture.path(&d, "none", Stroke::of(colour::FADED, 12.0));
        picture.path(&d, "none", Stroke::of(colours::ROAD, 8.5));
        return;
    }
    one(picture, &Feature { role, shape: line, seat: None, name: String::new() }, plan, colour::INK);
}

fn one(picture: &mut Picture, feature: &Feature, plan: Plan, ink: &'static str) {
    let corners: Vec<(f64, f64)> = outline(&feature.shape, plan);
    match feature.role {
        "trench" | "trenches" => {
            let d = crenellated(&corners, 15.0, 7.0);
            picture.path(&d, "none", Stroke::of("#f3ead0", 6.5));
            picture.path(&d, "none", Stroke::of(ink, 3.2));
        }
        "hasty" | "scrapes" => {
            picture.path(&scallops(&corners, 17.0), "none", Stroke::of("#f3ead0", 5.5));
            picture.path(&scallops(&corners, 17.0), "none", Stroke::of(ink, 2.4));
        }
        "fort" => {
            let d = straight(&corners);
            picture.path(&d, "none", Stroke::of(ink, 9.0));
            picture.path(&d, "none", Stroke::of("#f3ead0", 3.5));
            picture.path(&crenellated(&corners, 22.0, 9.0), "none", Stroke::of(ink, 2.0));
        }
        "wire" => picture.path(&crosses(&corners, 14.0), "none", Stroke::of(colour::INK, 1.4)),
        "barrage" | "suppression" => picture.group(r#"opacity="0.3""#, |picture| {
            picture.path(&plan.path(&feature.shape), "#c2562d", Stroke::of("#7c2f14", 2.0));
        }),
        "gas" => picture.group(r#"opacity="0.4""#, |picture| {
            picture.path(&plan.path(&feature.shape), colours::GAS, Stroke::of("#5d6b12", 2.0));
        }),
        "hedge" => {
            picture.path(&straight(&corners), "none", Stroke::of(colours::TREE_DARK, 7.0));
            picture.path(&scallops(&corners, 9.0), "none", Stroke::of(colours::TREE, 5.0));
        }
        "smoke" => picture.group(r#"opacity="0.55""#, |picture| {
            picture.path(&plan.path(&feature.shape), "#d8d5cc", Stroke::of(colour::FADED, 1.6));
        }),
        "stream" => picture.path(&straight(&corners), "none", Stroke::of("#6f97a5", 6.0)),
        "river" | "canal" | "water" => {
            picture.path(&straight(&corners), "none", Stroke::of("#4f7886", 17.0));
            picture.path(&straight(&corners), "none", Stroke::of("#8fb3bf", 14.0));
        }
        "bridge" => {
            picture.path(&straight(&corners), "none", Stroke::of(colour::INK, 13.0));
            picture.path(&straight(&corners), "none", Stroke::of(colours::ROAD, 8.5));
        }
        _ => picture.group(r#"stroke-dasharray="9 7""#, |picture| {
            picture.path(&plan.path(&feature.shape), "none", Stroke::of(ink, 2.4));
        }),
    }
}

/// The corners of a line, or of the edge of a shape.
fn outline(shape: &Shape, plan: Plan) -> Vec<(f64, f64)> {
    match shape {
        Shape::Line(spots) => spots.iter().map(|spot| plan.at(*spot)).collect(),
        Shape::Polygon(spots) => spots.iter().chain(spots.first()).map(|spot| plan.at(*spot)).collect(),
        Shape::Rect(left, top, width, height) => {
            let (right, bottom) = (left + width, top + height);
            let corners = [(*left, *top), (right, *top), (right, bottom), (*left, bottom), (*left, *top)];
            corners.map(|spot| plan.at(spot)).to_vec()
        }
        Shape::Circle((x, y), r) => (0..=24)
            .map(|i| {
                let angle = f64::from(i) / 24.0 * std::f64::consts::TAU;
                let (cx, cy) = plan.at((*x, *y));
                (cx + angle.cos() * plan.long(*r), cy + angle.sin() * plan.long(*r))
            })
            .collect(),
    }
}

fn straight(corners: &[(f64, f64)]) -> String {
    corners.iter().enumerate().fold(String::new(), |mut d, (i, (x, y))| {
        let _ = write!(d, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
        d
    })
}

/// One side of a line, cut into steps.
struct Side {
    start: (f64, f64),
    /// Of length one.
    direction: (f64, f64),
    steps: usize,
    step: f64,
}

/// For each side of a line as many steps of about this length as fit.
fn sides(corners: &[(f64, f64)], step: f64) -> Vec<Side> {
    corners
        .windows(2)
        .filter_map(|pair| {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let long = dx.hypot(dy);
            if long < 1.0 {
                return None;
            }
            let count = (long / step).round().max(1.0);
            Some(Side { start: pair[0], direction: (dx / long, dy / long), steps: count as usize, step: long / count })
        })
        .collect()
}

/// Fire bays and traverses: a line that goes out and back in square steps.
fn crenellated(corners: &[(f64, f64)], step: f64, deep: f64) -> String {
    let mut d = String::new();
    for Side { start: (x, y), direction: (dx, dy), steps: count, step: long } in sides(corners, step) {
        let _ = write!(d, "M{x:.1} {y:.1}");
        for i in 0..count {
            let out = if i % 2 == 0 { 0.0 } else { deep };
            for along in [i as f64 * long, (i + 1) as f64 * long] {
                let _ = write!(d, "L{:.1} {:.1}", x + dx * along - dy * out, y + dy * along + dx * out);
            }
        }
        let end = count as f64 * long;
        let _ = write!(d, "L{:.1} {:.1}", x + dx * end, y + dy * end);
    }
    d
}

/// Scrapes: a row of small bows.
fn scallops(corners: &[(f64, f64)], step: f64) -> String {
    let mut d = String::new();
    for Side { start: (x, y), direction: (dx, dy), steps: count, step: long } in sides(corners, step) {
        for i in 0..count {
            let (from, to) = (i as f64 * long + 1.5, (i + 1) as f64 * long - 1.5);
            let _ = write!(
                d,
                "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
                x + dx * from,
                y + dy * from,
                x + dx * f64::midpoint(from, to) - dy * 11.0,
                y + dy * f64::midpoint(from, to) + dx * 11.0,
                x + dx * to,
                y + dy * to
            );
        }
    }
    d
}

/// Wire: a row of crosses.
fn crosses(corners: &[(f64, f64)], step: f64) -> String {
    let mut d = String::new();
    for Side { start: (x, y), direction: (dx, dy), steps: count, step: long } in sides(corners, step) {
        for i in 0..count {
            let (cx, cy) = (x + dx * (i as f64 + 0.5) * long, y + dy * (i as f64 + 0.5) * long);
            let _ = write!(d, "M{:.1} {:.1}l8 8m0 -8l-8 8", cx - 4.0, cy - 4.0);
        }
    }
    d
}
