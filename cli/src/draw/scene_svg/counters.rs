//! Counters: die-cut squares with the usual military symbols, a strength, and tabs for markers.

use super::{Plan, colours, marks};
use crate::draw::shape::{markers, quality};
use crate::draw::svg::{Anchor, Picture, Stroke, Type, colour};
use kernel::game::{Counter, Scene, Symbol};
use std::fmt::Write;

/// The smallest side at which a symbol can still be read.
pub(super) const LEAST: f64 = 22.0;

/// How a counter looks.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) paper: &'static str,
    pub(super) ink: &'static str,
    pub(super) symbol: Symbol,
}

/// A piece where it stands.
pub(super) fn on_table(picture: &mut Picture, piece: &Counter, plan: Plan, scene: &Scene) {
    let on = (0..=scene.size.0).contains(&piece.at.0) && (0..=scene.size.1).contains(&piece.at.1);
    if !on {
        return;
    }
    let first = scene.pieces.first().map(|piece| piece.seat) == Some(piece.seat);
    let (paper, ink) = colours::army(piece.army, first);
    let face = Face { paper, ink, symbol: piece.symbol };
    let (wide, tall) = (plan.long(piece.size.0).max(LEAST), plan.long(piece.size.1).max(LEAST));
    let (x, y) = plan.at(piece.at);
    let title = format!("{}: {}", piece.name, piece.about);
    picture.titled(&title, |picture| {
        let turn = piece.facing.unwrap_or(0);
        picture.group(&format!(r#"transform="translate({x:.1} {y:.1}) rotate({turn})""#), |picture| {
            if piece.facing.is_some() {
                front(picture, (wide, tall), face);
            }
            card(picture, (wide, tall), face);
            if let Some(number) = piece.formation {
                let d = rounded((-wide / 2.0, -tall / 2.0), (wide * 0.1, tall), wide * 0.04);
                picture.path(&d, colours::formation(number), Stroke::of(colour::INK, 0.8));
            }
            let below = if piece.strength.is_some() { tall * 0.30 } else { 0.0 };
            symbol(picture, (0.0, -below / 2.0), (wide * 0.72, (tall - below) * 0.62), face);
            if let Some(strength) = piece.strength {
                pips(picture, (wide, tall), strength.now, strength.full, face);
            }
            if let Some(quality) = quality(piece) {
                let size = (tall * 0.26).max(9.0);
                let set = Type { size, colour: face.ink, bold: true, anchor: Anchor::End };
                let letter = marks::initials(&quality.name, quality.role);
                picture.text((wide / 2.0 - 3.0, tall / 2.0 - 3.5), &letter, set);
            }
            if piece.spent {
                picture.circle((wide / 2.0 - 5.0, tall / 2.0 - 5.0), 2.6, "none", Stroke::of(face.ink, 1.4));
            }
        });
        for (i, mark) in markers(piece).enumerate() {
            let count = if mark.count > 1 { mark.count.to_string() } else { String::new() };
            let letters = format!("{}{count}", marks::initials(&mark.name, mark.role));
            marks::tab(picture, (x + wide / 2.0, y - tall / 2.0 + 4.0 + 15.0 * i as f64), &letters);
        }
    });
}

/// A bare counter for the legend.
pub(super) fn sample(picture: &mut Picture, at: (f64, f64), side: f64, face: Face) {
    picture.group(&format!(r#"transform="translate({:.1} {:.1})""#, at.0, at.1), |picture| {
        card(picture, (side, side), face);
        symbol(picture, (0.0, 0.0), (side * 0.72, side * 0.5), face);
    });
}

/// The card with its shadow.
fn card(picture: &mut Picture, (wide, tall): (f64, f64), face: Face) {
    let d = rounded((-wide / 2.0, -tall / 2.0), (wide, tall), (wide.min(tall)) * 0.1);
    picture
        .group(r#"opacity="0.35" transform="translate(2 2.5)""#, |picture| picture.path(&d, "#2b2620", Stroke::NONE));
    picture.path(&d, face.paper, Stroke::of(colour::INK, 1.1));
}

/// A wedge on the edge that faces the enemy.
fn front(picture: &mut Picture, (wide, tall): (f64, f64), face: Face) {
    let d = format!(
        "M{:.1} {:.1}L0 {:.1}L{:.1} {:.1}z",
        -wide * 0.32,
        -tall / 2.0,
        -tall / 2.0 - wide * 0.26,
        wide * 0.32,
        -tall / 2.0
    );
    picture.path(&d, face.paper, Stroke::of(colour::INK, 1.1));
}

/// What is left of a piece: full pips and, for what is lost, empty ones; a figure where there would be too many.
fn pips(picture: &mut Picture, (wide, tall): (f64, f64), now: u8, full: u8, face: Face) {
    let y = tall / 2.0 - tall * 0.17;
    let apart = (wide * 0.8 / f64::from(full.max(1))).min(wide * 0.2);
    let radius = (apart * 0.36).min(wide * 0.07);
    if full > 6 || radius < 1.4 {
        let size = tall * 0.3;
        let set = Type { size, colour: face.ink, bold: true, anchor: Anchor::Middle };
        picture.text((0.0, y + size * 0.34), &now.to_string(), set);
        return;
    }
    let left = -apart * f64::from(full - 1) / 2.0;
    for i in 0..full {
        let fill = if i < now { face.ink } else { "none" };
        picture.circle((left + apart * f64::from(i), y), radius, fill, Stroke::of(face.ink, 0.9));
    }
}

/// The symbol in its box, or without one where it has none.
pub(super) fn symbol(picture: &mut Picture, (x, y): (f64, f64), (wide, tall): (f64, f64), face: Face) {
    let (left, top, right, bottom) = (x - wide / 2.0, y - tall / 2.0, x + wide / 2.0, y + tall / 2.0);
    let thick = (wide / 20.0).clamp(1.1, 2.6);
    let line = Stroke::of(face.ink, thick);
    let frame = format!("M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}z");
    let mut d = String::new();
    match face.symbol {
        Symbol::Infantry => {
            let _ = write!(
                d,
                "{frame}M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}"
            );
        }
        Symbol::Cavalry => {
            let _ = write!(d, "{frame}M{left:.1} {bottom:.1}L{right:.1} {top:.1}");
        }
        Symbol::Artillery => {
            d += &frame;
            picture.circle((x, y), tall * 0.22, face.ink, Stroke::NONE);
        }
        Symbol::Mortar => {
            d += &frame;
            picture.circle((x, y + tall * 0.25), tall * 0.13, "none", line);
            let _ = write!(
                d,
                "M{x:.1} {:.1}V{:.1}m{:.1} {:.1}L{x:.1} {:.1}l{:.1} {:.1}",
                y + tall * 0.12,
                top + tall * 0.12,
                -tall * 0.14,
                tall * 0.16,
                top + tall * 0.12,
                tall * 0.14,
                tall * 0.16
            );
        }
        Symbol::MachineGun => {
            let _ = write!(d, "{frame}M{x:.1} {:.1}V{:.1}", bottom - tall * 0.14, top + tall * 0.14);
            let _ = write!(
                d,
                "M{:.1} {:.1}L{x:.1} {:.1}L{:.1} {:.1}",
                x - tall * 0.2,
                top + tall * 0.38,
                top + tall * 0.12,
                x + tall * 0.2,
                top + tall * 0.38
            );
            let _ = write!(d, "M{:.1} {:.1}h{:.1}", x - tall * 0.22, bottom - tall * 0.14, tall * 0.44);
        }
        Symbol::Tank | Symbol::ArmouredCar => {
            let (rx, ry) = (wide * 0.36, tall * 0.27);
            let up = if face.symbol == Symbol::ArmouredCar { tall * 0.08 } else { 0.0 };
            let _ = write!(
                d,
                "{frame}M{:.1} {:.1}a{rx:.1} {ry:.1} 0 1 0 {:.1} 0a{rx:.1} {ry:.1} 0 1 0 {:.1} 0z",
                x - rx,
                y - up,
                2.0 * rx,
                -2.0 * rx
            );
            if face.symbol == Symbol::ArmouredCar {
                for dx in [-0.2, 0.0, 0.2] {
                    picture.circle((x + wide * dx, bottom - tall * 0.11), tall * 0.07, face.ink, Stroke::NONE);
                }
            }
        }
        Symbol::Headquarters => {
            let _ =
                write!(d, "M{left:.1} {:.1}V{top:.1}H{right:.1}V{:.1}H{left:.1}", bottom + tall * 0.15, y + tall * 0.2);
        }
        Symbol::Aircraft => {
            let _ = write!(
                d,
                "{frame}M{x:.1} {y:.1}L{:.1} {:.1}V{:.1}zM{x:.1} {y:.1}L{:.1} {:.1}V{:.1}z",
                left + wide * 0.14,
                y - tall * 0.2,
                y + tall * 0.2,
                right - wide * 0.14,
                y - tall * 0.2,
                y + tall * 0.2
            );
        }
        Symbol::Leader => {
            picture.path(&star((x, y), tall * 0.5), face.ink, Stroke::NONE);
            return;
        }
        Symbol::Hidden => {
            let size = tall * 0.95;
            let set = Type { size, colour: face.ink, bold: true, anchor: Anchor::Middle };
            picture.text((x, y + size * 0.34), "?", set);
            return;
        }
    }
    picture.path(&d, "none", line);
}

/// Five points, one of them up.
fn star((x, y): (f64, f64), r: f64) -> String {
    let mut d = String::new();
    for i in 0..10 {
        let angle = f64::from(i) / 10.0 * std::f64::consts::TAU - std::f64::consts::FRAC_PI_2;
        let out = if i % 2 == 0 { r } else { r * 0.42 };
        let stroke = if i == 0 { 'M' } else { 'L' };
        let _ = write!(d, "{stroke}{:.1} {:.1}", x + angle.cos() * out, y + angle.sin() * out);
    }
    d.push('z');
    d
}

fn rounded((x, y): (f64, f64), (wide, tall): (f64, f64), r: f64) -> String {
    format!(
        "M{:.1} {y:.1}h{:.1}a{r:.1} {r:.1} 0 0 1 {r:.1} {r:.1}v{:.1}a{r:.1} {r:.1} 0 0 1 {:.1} {r:.1}h{:.1}a{r:.1} {r:.1} \
         0 0 1 {:.1} {:.1}v{:.1}a{r:.1} {r:.1} 0 0 1 {r:.1} {:.1}z",
        x + r,
        wide - 2.0 * r,
        tall - 2.0 * r,
        -r,
        -(wide - 2.0 * r),
        -r,
        -r,
        -(tall - 2.0 * r),
        -r
    )
}
