//! Bases of measured tables: each of its true size, turned as it stands, with its front, its arc and its name.

use super::counters::{Face, pips, symbol};
use super::{Plan, colours, marks};
use crate::draw::shape::{corners, markers};
use crate::draw::svg::{Anchor, Picture, Stroke, Type, colour};
use kernel::game::{Base, Counter, FireArc, Scene, Spot};

const NAME: Type = Type::of(11.5).bold().anchor(Anchor::Middle);
/// An arc is begun, not drawn to its end: those of a whole army would cover the table. In table units.
const ARC: i64 = 300;

/// A base where it stands.
pub(super) fn on_table(picture: &mut Picture, piece: &Counter, base: Base, plan: Plan, scene: &Scene) {
    let first = scene.pieces.first().map(|piece| piece.seat) == Some(piece.seat);
    let (paper, ink) = colours::army(piece.army, first);
    let face = Face { paper, ink, symbol: piece.symbol };
    let (x, y) = plan.at(piece.at);
    let (wide, tall) = (plan.long(piece.size.0), plan.long(piece.size.1));
    picture.titled(&format!("{}: {}", piece.name, piece.about), |picture| {
        if let Some(reach) = piece.arc {
            arc(picture, piece, reach, plan);
        }
        picture.group(
            &format!(r#"transform="translate({x:.1} {y:.1}) rotate({})""#, piece.facing.unwrap_or(0)),
            |picture| {
                body(picture, base, (wide, tall), piece.facing.is_some(), face);
                let room = if piece.strength.is_some() { tall * 0.7 } else { tall };
                symbol(picture, (0.0, (room - tall) / 2.0), (room * 0.95, room * 0.62), face);
                if let Some(strength) = piece.strength {
                    pips(picture, (wide, tall), strength.now, strength.full, face);
                }
            },
        );
        let low = lowest(piece, base, plan);
        let at = (x, low + 12.0);
        picture.group(r##"stroke="#f6efdd" stroke-width="3.5" stroke-linejoin="round" opacity="0.85""##, |picture| {
            picture.text(at, &piece.name, NAME);
        });
        picture.text(at, &piece.name, NAME);
        for (i, mark) in markers(piece).enumerate() {
            let count = if mark.count > 1 { mark.count.to_string() } else { String::new() };
            let letters = format!("{}{count}", marks::initials(&mark.name, mark.role));
            marks::tab(picture, (x + wide / 2.0 + 2.0, y - tall / 2.0 + 15.0 * i as f64), &letters);
        }
    });
}

/// The rectangle or circle itself, with a thick edge where its front is.
fn body(picture: &mut Picture, base: Base, (wide, tall): (f64, f64), faces: bool, face: Face) {
    let line = Stroke::of(colour::INK, 1.1);
    let top = -tall / 2.0;
    match base {
        Base::Circle => picture.circle((0.0, 0.0), wide / 2.0, face.paper, line),
        Base::Rectangle => {
            let d = format!("M{:.1} {top:.1}h{wide:.1}v{tall:.1}h{:.1}z", -wide / 2.0, -wide);
            picture.path(&d, face.paper, line);
        }
    }
    if faces && base == Base::Rectangle {
        let d = format!("M{:.1} {top:.1}h{wide:.1}M-5 {top:.1}L0 {:.1}L5 {top:.1}", -wide / 2.0, top - 7.0);
        picture.path(&d, "none", Stroke::of(colour::INK, 2.6));
    }
}

/// The two edges of an arc of fire, as far as they are begun.
fn arc(picture: &mut Picture, piece: &Counter, FireArc { each_side, range }: FireArc, plan: Plan) {
    if each_side >= 180 {
        return;
    }
    let facing = i32::from(piece.facing.unwrap_or(0));
    let long = plan.long(range.min(ARC));
    let (x, y) = plan.at(piece.at);
    let end = |degrees: i32| {
        let turn = f64::from(degrees).to_radians();
        (x + turn.sin() * long, y - turn.cos() * long)
    };
    let (left, right) = (end(facing - i32::from(each_side)), end(facing + i32::from(each_side)));
    let d = format!("M{x:.1} {y:.1}L{:.1} {:.1}M{x:.1} {y:.1}L{:.1} {:.1}", left.0, left.1, right.0, right.1);
    picture.group(r#"opacity="0.5" stroke-dasharray="5 4""#, |picture| {
        picture.path(&d, "none", Stroke::of("#7c2f14", 1.2));
    });
}

/// The lowest point of a base on the picture.
fn lowest(piece: &Counter, base: Base, plan: Plan) -> f64 {
    let spots: Vec<Spot> = match base {
        Base::Circle => vec![(piece.at.0, piece.at.1 + piece.size.0 / 2)],
        Base::Rectangle => corners(piece).to_vec(),
    };
    spots.into_iter().map(|spot| plan.at(spot).1).fold(f64::MIN, f64::max)
}
