//! Markers that lie on places.

use super::{Plan, Scatter, colours};
use crate::draw::shape::middle;
use crate::draw::svg::{Anchor, Picture, Stroke, Type, colour};
use kernel::game::{Place, Scene, Shape};
use kernel::seat::Seat;
use std::fmt::Write;

const SIZE: f64 = 26.0;
const TAB: Type = Type::of(13.0).bold().anchor(Anchor::Middle);
const COUNT: Type = Type::of(15.0).bold().anchor(Anchor::Start);

/// The markers of all places, in a row from the right along the top of each.
pub(super) fn of_places(picture: &mut Picture, scene: &Scene, plan: Plan, seats: &[Seat]) {
    for place in &scene.places {
        if scene.square.is_none() {
            objective(picture, scene, place, plan, seats);
            continue;
        }
        let (mut x, y) = corner(place, plan);
        for mark in &place.marks {
            if mark.count > 1 {
                x -= 12.0;
                picture.text((x, y + SIZE - 8.0), &mark.count.to_string(), COUNT);
            }
            x -= SIZE;
            sign(picture, mark.role, &mark.name, (x + SIZE / 2.0, y + SIZE / 2.0));
            x -= 3.0;
        }
    }
}

/// A place of a measured table: how far it reaches, and a flag in the colours of whoever holds it.
fn objective(picture: &mut Picture, scene: &Scene, place: &Place, plan: Plan, seats: &[Seat]) {
    picture.group(r#"stroke-dasharray="3 6" opacity="0.7""#, |picture| {
        picture.path(&plan.path(&place.shape), "none", Stroke::of(colour::RED, 1.8));
    });
    // At the rim, because those who hold it mostly stand in its middle.
    let (x, y) = match &place.shape {
        Shape::Circle((x, y), radius) => plan.at((x - radius * 7 / 10, y - radius * 7 / 10)),
        other => plan.at(middle(other)),
    };
    let holder = place.marks.iter().find_map(|mark| {
        let held_by = mark.role.strip_prefix("held-by-")?;
        seats.iter().find(|seat| seat.0 == held_by)
    });
    let army = scene.pieces.iter().find(|piece| holder.is_some() && piece.seat == holder.copied());
    let first = holder.is_some() && scene.pieces.first().is_some_and(|piece| piece.seat == holder.copied());
    let cloth = army.map_or(colour::PAPER, |piece| colours::army(piece.army, first).0);
    picture.path(&format!("M{x:.1} {:.1}v-30", y + 10.0), "none", Stroke::of(colour::INK, 2.4));
    picture.path(&format!("M{x:.1} {:.1}h24l-6 7l6 7h-24z", y - 20.0), cloth, Stroke::of(colour::INK, 1.3));
}

/// Where the row begins: the right upper corner of a square, the middle of any other shape.
fn corner(place: &Place, plan: Plan) -> (f64, f64) {
    match &place.shape {
        Shape::Rect(left, top, width, _) => {
            let (x, y) = plan.at((left + width, *top));
            (x - 3.0, y + 3.0)
        }
        other => {
            let (x, y) = plan.at(middle(other));
            (x + SIZE / 2.0, y - SIZE / 2.0)
        }
    }
}

/// One marker around its middle.
pub(super) fn sign(picture: &mut Picture, role: &str, name: &str, (x, y): (f64, f64)) {
    match role {
        "objective" => {
            picture.circle((x, y), SIZE / 2.0, colour::PAPER, Stroke::of(colour::INK, 2.0));
            picture.path(&star((x, y), SIZE * 0.42, SIZE * 0.17, 5), colours::GOLD, Stroke::of(colour::INK, 1.0));
        }
        "barrage" => {
            picture.path(&star((x, y), SIZE * 0.55, SIZE * 0.24, 9), "#d9622f", Stroke::of("#6b2a10", 1.3));
            picture.circle((x, y), SIZE * 0.14, "#f6d58a", Stroke::NONE);
        }
        "gas" => {
            let mut scatter = Scatter::of((x as i64, y as i64));
            let mut cloud = String::new();
            for (dx, dy, r) in [(-7.0, 2.0, 7.0), (0.0, -3.0, 8.5), (8.0, 2.0, 7.0), (0.0, 5.0, 7.0)] {
                let r = r + scatter.next() * 0.5;
                let _ = write!(
                    cloud,
                    "M{:.1} {:.1}a{r:.1} {r:.1} 0 1 0 {:.1} 0a{r:.1} {r:.1} 0 1 0 {:.1} 0z",
                    x + dx - r,
                    y + dy,
                    2.0 * r,
                    -2.0 * r
                );
            }
            picture.path(&cloud, colours::GAS, Stroke::of("#4f5a10", 1.0));
        }
        _ if role.starts_with("held-by-") => {
            picture.path(&format!("M{:.1} {:.1}v-24", x - 8.0, y + 12.0), "none", Stroke::of(colour::INK, 2.0));
            picture.path(
                &format!("M{:.1} {:.1}h20l-5 6l5 6h-20z", x - 8.0, y - 12.0),
                colour::PAPER,
                Stroke::of(colour::INK, 1.2),
            );
        }
        _ => tab(picture, (x, y), &initials(name, role)),
    }
}

/// A tab with a few letters.
pub(super) fn tab(picture: &mut Picture, (x, y): (f64, f64), letters: &str) {
    let wide = (TAB.width(letters) + 8.0).max(18.0);
    let d = format!("M{:.1} {:.1}h{wide:.1}v16h{:.1}z", x - wide / 2.0, y - 8.0, -wide);
    picture.path(&d, "#fbf4dc", Stroke::of(colour::INK, 1.2));
    picture.text((x, y + 4.8), letters, TAB);
}

/// 'fighting bonus' as FB, 'moved' as M.
pub(super) fn initials(name: &str, role: &str) -> String {
    let words = if name.is_empty() { role } else { name };
    words.split([' ', '-']).filter_map(|word| word.chars().next()).take(3).flat_map(char::to_uppercase).collect()
}

fn star((x, y): (f64, f64), out: f64, inner: f64, points: u32) -> String {
    let mut d = String::new();
    for i in 0..points * 2 {
        let angle = f64::from(i) / f64::from(points * 2) * std::f64::consts::TAU - std::f64::consts::FRAC_PI_2;
        let r = if i % 2 == 0 { out } else { inner };
        let _ = write!(d, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, x + angle.cos() * r, y + angle.sin() * r);
    }
    d + "z"
}
