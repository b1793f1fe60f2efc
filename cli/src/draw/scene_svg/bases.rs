//! Bases on a measured table: drawn to scale, with their fronts, the edges of their arcs, and a symbol.

use super::counters::{self, Face};
use super::{Plan, colours, marks};
use crate::draw::shape::markers;
use crate::draw::svg::{Picture, Stroke, colour};
use kernel::game::{Base, Counter, FireArc, Scene, Spot, Symbol};
use std::fmt::Write;

/// The edges of an arc are drawn so far, in hundredths of an inch: the whole of it would cover the table.
const EDGE: i64 = 300;
/// The base of one man, in hundredths of an inch.
const MAN: i64 = 75;

/// A piece where it stands, turned to where it faces.
pub(super) fn on_table(picture: &mut Picture, piece: &Counter, base: &Base, plan: Plan, scene: &Scene) {
    let first = scene.pieces.first().map(|piece| piece.seat) == Some(piece.seat);
    let (paper, ink) = colours::army(piece.army, first);
    let face = Face { paper, ink, symbol: piece.symbol };
    let size = (plan.long(piece.size.0), plan.long(piece.size.1));
    let (x, y) = plan.at(piece.at);
    picture.titled(&format!("{}: {}", piece.name, piece.about), |picture| {
        let turn = piece.facing.unwrap_or(0);
        picture.group(&format!(r#"transform="translate({x:.1} {y:.1}) rotate({turn})""#), |picture| {
            if let (Some(arc), true) = (piece.arc, piece.facing.is_some()) {
                arc_edges(picture, size, arc, plan);
            }
            match base {
                Base::Rectangle => block(picture, size, piece, face),
                Base::Circle => disc(picture, size.0.max(counters::LEAST) / 2.0, face),
                Base::Figures { men, leaders } => {
                    figures(picture, men, leaders, plan, face);
                    weapon(picture, piece.symbol, plan);
                }
            }
        });
        for (i, mark) in markers(piece).enumerate() {
            let count = if mark.count > 1 { mark.count.to_string() } else { String::new() };
            let letters = format!("{}{count}", marks::initials(&mark.name, mark.role));
            // Beside the base, so that its symbol can be seen.
            let side = super::names::around(piece, plan).2 + 16.0;
            marks::tab(picture, (side + 32.0 * i as f64, y), &letters);
        }
    });
}

/// From the corners of the front outwards. All round there is no edge.
fn arc_edges(picture: &mut Picture, (wide, tall): (f64, f64), arc: FireArc, plan: Plan) {
    if arc.each_side >= 180 {
        return;
    }
    let angle = f64::from(arc.each_side).to_radians();
    let long = plan.long(arc.range.min(EDGE));
    let mut d = String::new();
    for side in [-1.0, 1.0] {
        let (x, y) = (side * wide / 2.0, -tall / 2.0);
        let _ = write!(d, "M{x:.1} {y:.1}L{:.1} {:.1}", x + side * angle.sin() * long, y - angle.cos() * long);
    }
    picture.group(r#"stroke-dasharray="5 5" opacity="0.75""#, |picture| {
        picture.path(&d, "none", Stroke::of(colour::INK, 1.3));
    });
}

/// Bases side by side or one behind the other, with a heavy front and a wedge that shows the way it faces.
fn block(picture: &mut Picture, (wide, tall): (f64, f64), piece: &Counter, face: Face) {
    let (left, top) = (-wide / 2.0, -tall / 2.0);
    let outline = format!("M{left:.1} {top:.1}h{wide:.1}v{tall:.1}h{:.1}z", -wide);
    picture.group(r#"opacity="0.35" transform="translate(2 2.5)""#, |picture| {
        picture.path(&outline, "#2b2620", Stroke::NONE);
    });
    let point = (wide * 0.12).clamp(5.0, 11.0);
    let wedge = format!("M{:.1} {top:.1}L0 {:.1}L{point:.1} {top:.1}z", -point, top - point);
    if piece.facing.is_some() {
        picture.path(&wedge, colour::INK, Stroke::of(colour::INK, 1.0));
    }
    picture.path(&outline, face.paper, Stroke::of(colour::INK, 1.1));
    let bases = piece.strength.map_or(1, |strength| strength.now.max(1));
    let mut seams = String::new();
    for i in 1..bases {
        let part = f64::from(i) / f64::from(bases);
        let _ = if wide >= tall {
            write!(seams, "M{:.1} {top:.1}v{tall:.1}", left + wide * part)
        } else {
            write!(seams, "M{left:.1} {:.1}h{wide:.1}", top + tall * part)
        };
    }
    picture.group(r#"opacity="0.55""#, |picture| picture.path(&seams, "none", Stroke::of(face.ink, 1.0)));
    if piece.facing.is_some() {
        picture.path(&format!("M{left:.1} {top:.1}h{wide:.1}"), "none", Stroke::of(colour::INK, 3.4));
    }
    // The symbol stands on a patch of its own, so that the seams do not run through it.
    let high = (wide.min(tall) * 0.62).max(9.0);
    let across = high * 1.5;
    let patch = format!("M{:.1} {:.1}h{across:.1}v{high:.1}h{:.1}z", -across / 2.0, -high / 2.0, -across);
    picture.path(&patch, face.paper, Stroke::of(face.paper, 2.0));
    counters::symbol(picture, (0.0, 0.0), (across, high), face);
    if piece.spent {
        picture.circle((wide / 2.0 - 5.0, tall / 2.0 - 5.0), 2.6, "none", Stroke::of(face.ink, 1.4));
    }
}

/// A man by himself: a commander, a sniper.
fn disc(picture: &mut Picture, radius: f64, face: Face) {
    picture.circle((0.0, 0.0), radius, face.paper, Stroke::of(colour::INK, 1.4));
    counters::symbol(picture, (0.0, 0.0), (radius * 1.15, radius * 0.8), face);
}

/// What a crew serves, in plan, its front up: a gun in the middle of it, a machine gun or a mortar before it.
fn weapon(picture: &mut Picture, symbol: Symbol, plan: Plan) {
    let d = match symbol {
        Symbol::Artillery => "M0 45V-70M-32 0H32M-32 -18V18M32 -18V18",
        Symbol::MachineGun => "M0 -45V-105M0 -72L-20 -45M0 -72L20 -45",
        Symbol::Mortar => "M-22 -45H22M0 -45V-85",
        _ => return,
    };
    picture.group(&format!(r#"transform="scale({:.3})""#, plan.long(100) / 100.0), |picture| {
        picture.path(d, "none", Stroke::of(colour::INK, 10.0));
    });
}

/// Men of whom each stands by himself, in plan: a head on its base, and a rifle to the front. Those who lead have a white
/// cap and no rifle.
fn figures(picture: &mut Picture, men: &[Spot], leaders: &[Spot], plan: Plan, face: Face) {
    let radius = plan.long(MAN).max(3.0) / 2.0;
    for &(x, y) in men {
        let at = (plan.long(x), plan.long(y));
        picture.circle(at, radius, face.paper, Stroke::of(colour::INK, 0.9));
        picture.circle(at, radius * 0.4, face.ink, Stroke::NONE);
        let rifle = format!("M{:.1} {:.1}v{:.1}", at.0 + radius * 0.55, at.1, -radius * 1.5);
        picture.path(&rifle, "none", Stroke::of(face.ink, 0.9));
    }
    for &(x, y) in leaders {
        let at = (plan.long(x), plan.long(y));
        picture.circle(at, radius, face.paper, Stroke::of(colour::INK, 1.8));
        picture.circle(at, radius * 0.55, "#fdf8ec", Stroke::of(colour::INK, 0.9));
    }
}
