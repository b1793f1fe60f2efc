//! Ground: woods, villages, hills, water, walls.

use super::{Plan, Scatter, colours};
use crate::draw::shape::{covers, middle};
use crate::draw::svg::{Picture, Stroke};
use kernel::game::{Area, Scene, Shape, Spot};
use std::fmt::Write;

/// What lies under the roads.
pub(super) fn draw(picture: &mut Picture, scene: &Scene, plan: Plan) {
    for area in &scene.ground {
        lower(picture, area, plan);
    }
}

/// What stands up beside the roads: trees and houses.
pub(super) fn draw_over(picture: &mut Picture, scene: &Scene, plan: Plan) {
    for area in &scene.ground {
        let free = |spot: Spot| !on_a_road(scene, spot);
        upper(picture, area, plan, &free);
    }
}

/// A small piece of ground for the legend.
pub(super) fn sample(picture: &mut Picture, role: &'static str, plan: Plan, shape: Shape) {
    let area = Area { role, shape, name: String::new() };
    picture.path(&plan.path(&area.shape), colours::TABLE, Stroke::NONE);
    lower(picture, &area, plan);
    upper(picture, &area, plan, &|_| true);
}

fn lower(picture: &mut Picture, area: &Area, plan: Plan) {
    let d = plan.path(&area.shape);
    match area.role {
        "woods" | "wood" => picture.path(&d, colours::WOODS, Stroke::NONE),
        "buildings" | "village" | "town" => picture.path(&d, colours::TOWN, Stroke::NONE),
        "hill" => hill(picture, &area.shape, plan, false),
        "rough-hill" => hill(picture, &area.shape, plan, true),
        "water" | "stream" | "river" => picture.path(&d, colours::WATER, Stroke::of("#5d7f8c", 2.0)),
        "wall" => wall(picture, &area.shape, plan),
        "crops" => picture.path(&d, "#dcc47e", Stroke::of("#9c8238", 1.4)),
        "open" => grass(picture, &area.shape, plan),
        "trench" => {
            picture.path(&d, "#b79a6b", Stroke::of("#6a5330", 2.4));
            picture.group(r#"stroke-dasharray="6 5""#, |picture| picture.path(&d, "none", Stroke::of("#ead9b0", 1.2)));
        }
        "bridge" => picture.path(&d, colours::STONE, Stroke::of("#4d473d", 2.0)),
        "hedge" => picture.path(&d, colours::TREE, Stroke::of(colours::TREE_DARK, 1.4)),
        _ => picture.path(&d, "#dcd2ad", Stroke::of("#a39a78", 1.0)),
    }
}

fn upper(picture: &mut Picture, area: &Area, plan: Plan, free: &dyn Fn(Spot) -> bool) {
    match area.role {
        "woods" | "wood" => trees(picture, &area.shape, plan, free),
        "buildings" | "village" | "town" => houses(picture, &area.shape, plan, free),
        _ => {}
    }
}

/// Spots strewn over a shape, `apart` table units from each other, each with its own scatter.
fn strewn(shape: &Shape, apart: i64, inset: i64) -> Vec<(Spot, Scatter)> {
    let ((left, top), (right, bottom)) = bounds(shape);
    let mut spots = Vec::new();
    let mut y = top + inset;
    let mut odd = false;
    while y <= bottom - inset {
        let mut x = left + inset + if odd { apart / 2 } else { 0 };
        while x <= right - inset {
            let mut scatter = Scatter::of((x, y));
            let shake = apart as f64 * 0.32;
            let spot = (x + (scatter.next() * shake) as i64, y + (scatter.next() * shake) as i64);
            if covers(shape, spot) {
                spots.push((spot, scatter));
            }
            x += apart;
        }
        y += apart * 7 / 8;
        odd = !odd;
    }
    spots
}

fn bounds(shape: &Shape) -> (Spot, Spot) {
    match shape {
        Shape::Rect(left, top, width, height) => ((*left, *top), (left + width, top + height)),
        Shape::Circle((x, y), r) => ((x - r, y - r), (x + r, y + r)),
        Shape::Polygon(spots) | Shape::Line(spots) => {
            let fold = |start: Spot, pick: fn(i64, i64) -> i64| {
                spots.iter().fold(start, |so_far, spot| (pick(so_far.0, spot.0), pick(so_far.1, spot.1)))
            };
            (fold((i64::MAX, i64::MAX), i64::min), fold((i64::MIN, i64::MIN), i64::max))
        }
    }
}

/// Trees as crowns with their shade, from the top down so that the near ones stand before the far ones.
fn trees(picture: &mut Picture, shape: &Shape, plan: Plan, free: &dyn Fn(Spot) -> bool) {
    let apart = (17.0 / plan.scale) as i64;
    let (mut shade, mut crowns, mut light) = (String::new(), String::new(), String::new());
    for (spot, mut scatter) in strewn(shape, apart.max(1), apart * 3 / 4) {
        if !free(spot) {
            continue;
        }
        let (x, y) = plan.at(spot);
        let r = 7.0 + 2.0 * scatter.next();
        circle(&mut shade, (x + 2.5, y + 3.0), r);
        circle(&mut crowns, (x, y), r);
        circle(&mut light, (x - r * 0.3, y - r * 0.35), r * 0.35);
    }
    picture.group(r#"opacity="0.35""#, |picture| picture.path(&shade, colours::TREE_DARK, Stroke::NONE));
    picture.path(&crowns, colours::TREE, Stroke::of(colours::TREE_DARK, 1.0));
    picture.path(&light, "#91a76e", Stroke::NONE);
}

/// Houses as red roofs with a ridge, some across and some along.
fn houses(picture: &mut Picture, shape: &Shape, plan: Plan, free: &dyn Fn(Spot) -> bool) {
    let apart = (38.0 / plan.scale) as i64;
    let ((_, top), (_, bottom)) = bounds(shape);
    let inset = (apart / 2).min((bottom - top) * 2 / 5);
    for (spot, mut scatter) in strewn(shape, apart.max(1), inset) {
        if scatter.next() > 0.72 || !free(spot) {
            continue;
        }
        let (x, y) = plan.at(spot);
        let (wide, tall) = (20.0 + 7.0 * scatter.next(), 13.0 + 3.0 * scatter.next());
        let turn = scatter.next() * 12.0 + if scatter.next() > 0.2 { 90.0 } else { 0.0 };
        let (left, top) = (-wide / 2.0, -tall / 2.0);
        picture.group(&format!(r#"transform="translate({x:.1} {y:.1}) rotate({turn:.1})""#), |picture| {
            picture.rectangle((left + 2.5, top + 2.5), (wide, tall), "#a68d66");
            let wall = format!("M{left:.1} {top:.1}h{wide:.1}v{tall:.1}h{:.1}z", -wide);
            picture.path(&wall, colours::ROOF, Stroke::of(colours::ROOF_DARK, 1.2));
            let half = format!("M{left:.1} {top:.1}h{wide:.1}v{:.1}h{:.1}z", tall / 2.0, -wide);
            picture.path(&half, "#c46a50", Stroke::NONE);
            picture.path(&format!("M{left:.1} 0h{wide:.1}"), "none", Stroke::of(colours::ROOF_DARK, 1.0));
        });
    }
}

/// Relief: contour rings with hachures that run down from the top one; rough ground has rocks as well.
fn hill(picture: &mut Picture, shape: &Shape, plan: Plan, rough: bool) {
    let (cx, cy) = plan.at(middle(shape));
    let ((left, top), (right, bottom)) = bounds(shape);
    let (wide, tall) = (plan.long(right - left) / 2.0, plan.long(bottom - top) / 2.0);
    let seed = middle(shape);
    for (ring, fill) in [(0.95, colours::HILL), (0.70, "#d5b97f"), (0.44, "#cbaa69")] {
        picture.path(&blob((cx, cy), (wide * ring, tall * ring), seed), fill, Stroke::of(colours::CONTOUR, 1.2));
    }
    let mut hachures = String::new();
    let mut scatter = Scatter::of(seed);
    let count = 34;
    for i in 0..count {
        let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU + scatter.next() * 0.05;
        let (dx, dy) = (angle.cos(), angle.sin());
        let far = 0.62 + 0.04 * scatter.next();
        let _ = write!(
            hachures,
            "M{:.1} {:.1}L{:.1} {:.1}",
            cx + dx * wide * 0.50,
            cy + dy * tall * 0.50,
            cx + dx * wide * far,
            cy + dy * tall * far
        );
    }
    picture.path(&hachures, "none", Stroke::of(colours::CONTOUR, 1.3));
    if rough {
        for (spot, mut scatter) in strewn(shape, (34.0 / plan.scale) as i64, (20.0 / plan.scale) as i64) {
            let (x, y) = plan.at(spot);
            let r = 4.0 + 2.0 * scatter.next();
            let rock = format!(
                "M{:.1} {y:.1}l{r:.1} {:.1}l{r:.1} {:.1}l{:.1} {:.1}z",
                x - r,
                -r * 1.3,
                r * 0.9,
                -r * 0.5,
                r * 0.8
            );
            picture.path(&rock, "#b9ac90", Stroke::of("#6f6450", 1.1));
        }
    }
}

/// A round outline that is not quite round.
fn blob((cx, cy): (f64, f64), (wide, tall): (f64, f64), seed: Spot) -> String {
    let mut scatter = Scatter::of(seed);
    let corners: Vec<(f64, f64)> = (0..10)
        .map(|i| {
            let angle = f64::from(i) / 10.0 * std::f64::consts::TAU;
            let out = 0.93 + 0.06 * scatter.next();
            (cx + angle.cos() * wide * out, cy + angle.sin() * tall * out)
        })
        .collect();
    // A smooth line through the middles of the sides, bent towards the corners.
    let between = |a: (f64, f64), b: (f64, f64)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    let start = between(corners[9], corners[0]);
    let mut d = format!("M{:.1} {:.1}", start.0, start.1);
    for (i, corner) in corners.iter().enumerate() {
        let end = between(*corner, corners[(i + 1) % 10]);
        let _ = write!(d, "Q{:.1} {:.1} {:.1} {:.1}", corner.0, corner.1, end.0, end.1);
    }
    d + "z"
}

/// Here and there a tuft of grass.
pub(super) fn grass(picture: &mut Picture, shape: &Shape, plan: Plan) {
    let mut tufts = String::new();
    for (spot, mut scatter) in strewn(shape, (46.0 / plan.scale) as i64, (16.0 / plan.scale) as i64) {
        if scatter.next() > -0.2 {
            let (x, y) = plan.at(spot);
            let _ = write!(tufts, "M{x:.1} {y:.1}l-2.5 -5M{x:.1} {y:.1}v-6M{x:.1} {y:.1}l2.5 -5");
        }
    }
    picture.group(r#"opacity="0.4""#, |picture| picture.path(&tufts, "none", Stroke::of("#8c9160", 1.0)));
}

/// Stones in courses.
fn wall(picture: &mut Picture, shape: &Shape, plan: Plan) {
    let d = plan.path(shape);
    picture.group(r#"opacity="0.3" transform="translate(4 5)""#, |picture| picture.path(&d, "#3a342a", Stroke::NONE));
    picture.path(&d, colours::STONE, Stroke::of("#4b443a", 2.0));
    for (spot, mut scatter) in strewn(shape, (13.0 / plan.scale) as i64, (8.0 / plan.scale) as i64) {
        let (x, y) = plan.at(spot);
        let (wide, tall) = (9.0 + 2.0 * scatter.next(), 6.0 + scatter.next());
        let stone = format!("M{:.1} {:.1}h{wide:.1}v{tall:.1}h{:.1}z", x - wide / 2.0, y - tall / 2.0, -wide);
        picture.path(&stone, "#aaa291", Stroke::of("#5d5649", 0.8));
    }
}

fn circle(d: &mut String, (x, y): (f64, f64), r: f64) {
    let _ =
        write!(d, "M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {:.1} 0a{r:.1} {r:.1} 0 1 0 {:.1} 0z", x - r, 2.0 * r, -2.0 * r);
}

/// Does a road pass so near that nothing can stand here?
fn on_a_road(scene: &Scene, (x, y): Spot) -> bool {
    let near = (scene.size.0 / 60).max(1);
    scene.features.iter().filter(|feature| feature.role == "road").any(|feature| {
        let spots = crate::draw::shape::spots_along(&feature.shape, near / 2);
        spots.into_iter().any(|(rx, ry)| (rx - x).abs() < near && (ry - y).abs() < near)
    })
}
