//! Names on the map, set where nothing else stands.

use super::Plan;
use crate::draw::shape::{markers, middle, spots_along};
use crate::draw::svg::{Anchor, Picture, Type, colour};
use kernel::game::{Area, Counter, Scene, Shape};

const NAME: Type = Type::of(14.5).bold().anchor(Anchor::Middle);
const LEADING: f64 = 15.0;

/// A rectangle of the picture: left, top, right, bottom.
type Box = (f64, f64, f64, f64);

/// A name that stands beside what it names.
#[derive(Clone, Copy)]
struct Lettering {
    set: Type,
    /// How far from what it names.
    away: f64,
}

/// The names of units, of places, and of ground on a measured table.
const UNIT: Lettering = Lettering { set: Type::of(13.0).anchor(Anchor::Middle), away: 5.0 };
const PLACE: Lettering =
    Lettering { set: Type::of(15.5).bold().colour(colour::RED).anchor(Anchor::Middle), away: 24.0 };
const GROUND: Lettering = Lettering { set: Type::of(16.0).colour("#5b4a2a").anchor(Anchor::Middle), away: 0.0 };

/// The names of squares and what is in them; on a measured table of units, places and ground.
pub(super) fn draw(picture: &mut Picture, scene: &Scene, plan: Plan) {
    let mut taken = taken(scene, plan);
    if scene.square.is_none() {
        // Units first: theirs are needed most, and they can stand nowhere else.
        for piece in named_pieces(scene) {
            beside(picture, &piece.name, with_front(piece, plan), UNIT, plan, &mut taken);
        }
        for place in &scene.places {
            let (x, y) = plan.at(middle(&place.shape));
            beside(picture, &place.name, (x - 12.0, y - 4.0, x + 12.0, y + 4.0), PLACE, plan, &mut taken);
        }
        let mut named: Vec<&str> = scene.places.iter().map(|place| place.name.as_str()).collect();
        for area in scene.ground.iter().filter(|area| worth_a_name(area)) {
            if named.iter().any(|other| other.contains(&*area.name) || area.name.contains(other)) {
                continue;
            }
            named.push(&area.name);
            let (x, y) = plan.at(middle(&area.shape));
            beside(picture, &area.name, (x, y, x, y), GROUND, plan, &mut taken);
        }
        return;
    }
    for label in in_squares(scene, plan, &taken) {
        for (i, line) in label.lines.iter().enumerate() {
            let (left, top, right, _) = label.around;
            write(picture, (f64::midpoint(left, right), top + LEADING * (i + 1) as f64 - 3.5), line, NAME);
        }
    }
}

/// A name in a square, with the room that it takes.
struct Label {
    name: String,
    lines: Vec<String>,
    around: Box,
}

/// Squares lower than this are seen from afar: names would lie on one another there.
const FAR: f64 = 60.0;

/// The names of squares. Where these are small, a place of several is named once, what is fought for comes first, and what finds
/// no room is left out.
fn in_squares(scene: &Scene, plan: Plan, taken: &[Box]) -> Vec<Label> {
    let marks = || scene.places.iter().flat_map(|place| &place.marks).filter(|mark| mark.role == "objective");
    let mut areas: Vec<&Area> = scene.ground.iter().filter(|area| !area.name.is_empty()).collect();
    areas.sort_by_key(|area| !marks().any(|mark| mark.name.starts_with(&*area.name)));
    let mut labels: Vec<Label> = Vec::new();
    for area in areas {
        let Shape::Rect(_, _, _, height) = area.shape else { continue };
        let far = plan.long(height) < FAR;
        let others: &[Label] = if far { &labels } else { &[] };
        if others.iter().all(|other| other.name != area.name)
            && let Some(label) = label(area, plan, taken, others)
        {
            labels.push(label);
        }
    }
    labels
}

/// The pieces that are named on a measured table: all of them, or of very many those that are more than one man.
pub(super) fn named_pieces(scene: &Scene) -> impl Iterator<Item = &Counter> {
    let are_many = scene.pieces.len() > MANY;
    scene.pieces.iter().filter(move |piece| !are_many || piece.size.0.max(piece.size.1) > ONE_MAN)
}

const MANY: usize = 45;
/// The widest base of a single man, in hundredths of an inch.
const ONE_MAN: i64 = 100;

/// Has a piece of ground a name of its own, and not just its kind?
fn worth_a_name(area: &Area) -> bool {
    let kind = area.role.replace('-', " ");
    !area.name.is_empty()
        && !area.name.eq_ignore_ascii_case(&kind)
        && !area.name.to_lowercase().ends_with(&format!(" {kind}"))
        && area.name.starts_with(char::is_uppercase)
}

/// The box around a base, however it is turned.
pub(super) fn around(piece: &Counter, plan: Plan) -> Box {
    let ((x, y), turn) = (plan.at(piece.at), f64::from(piece.facing.unwrap_or(0)).to_radians());
    let (half_wide, half_tall) = (plan.long(piece.size.0) / 2.0, plan.long(piece.size.1) / 2.0);
    let across = half_wide * turn.cos().abs() + half_tall * turn.sin().abs();
    let down = half_wide * turn.sin().abs() + half_tall * turn.cos().abs();
    (x - across, y - down, x + across, y + down)
}

/// The same with room for the wedge at its front, which a name must not cover.
fn with_front(piece: &Counter, plan: Plan) -> Box {
    let (left, top, right, bottom) = around(piece, plan);
    let Some(facing) = piece.facing else { return (left, top, right, bottom) };
    let turn = f64::from(facing).to_radians();
    let (x, y) = (turn.sin() * 11.0, -turn.cos() * 11.0);
    (left + x.min(0.0), top + y.min(0.0), right + x.max(0.0), bottom + y.max(0.0))
}

/// Writes a name under, over or beside a box, wherever the least is hidden; nothing may lie on it afterwards.
fn beside(
    picture: &mut Picture,
    text: &str,
    (left, top, right, bottom): Box,
    how: Lettering,
    plan: Plan,
    taken: &mut Vec<Box>,
) {
    let Lettering { set, away } = how;
    let (wide, tall) = (set.width(text), set.size);
    let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let label = |x: f64, top: f64| (x - wide / 2.0, top, x + wide / 2.0, top + tall);
    let spots = [
        label(x, bottom + away),
        label(x, top - away - tall),
        label(right + away + wide / 2.0, y - tall / 2.0),
        label(left - away - wide / 2.0, y - tall / 2.0),
        label(x, bottom + away + tall),
        label(x, top - away - 2.0 * tall),
    ];
    let (table, foot) = (plan.at((0, 0)), plan.bottom());
    let outside = |label: Box| {
        let over = (table.0 - label.0).max(0.0) + (label.2 - (super::WIDTH - super::MARGIN)).max(0.0);
        (over + (table.1 - label.1).max(0.0) + (label.3 - foot).max(0.0)) * tall
    };
    let hidden = |label: Box| taken.iter().map(|other| overlap(label, *other)).sum::<f64>() + 4.0 * outside(label);
    let best = spots.into_iter().min_by(|a, b| hidden(*a).total_cmp(&hidden(*b))).unwrap_or(spots[0]);
    write(picture, (f64::midpoint(best.0, best.2), best.3 - tall * 0.22), text, set);
    taken.push(best);
}

/// A text with a rim of paper, so that it can be read on any ground.
fn write(picture: &mut Picture, at: (f64, f64), text: &str, set: Type) {
    picture.group(r##"stroke="#f6efdd" stroke-width="4" stroke-linejoin="round" opacity="0.85""##, |picture| {
        picture.text(at, text, set);
    });
    picture.text(at, text, set);
}

/// A name in the middle of its square, else higher, lower, along its top, or wherever the least is hidden; never on the others.
fn label(area: &Area, plan: Plan, taken: &[Box], others: &[Label]) -> Option<Label> {
    let Shape::Rect(left, top, width, height) = area.shape else { return None };
    let (x, y) = plan.at((left, top));
    let (wide, tall) = (plan.long(width), plan.long(height));
    let lines = NAME.wrap(&area.name, wide - 8.0);
    let deep = LEADING * lines.len() as f64;
    let longest = lines.iter().map(|line| NAME.width(line)).fold(0.0, f64::max);
    let middle = x + wide / 2.0;
    let spots = [0.5, 0.42, 0.58, 0.3, 0.7, 0.1, 0.9].map(|part| {
        let top = y + tall * part - deep / 2.0;
        (middle - longest / 2.0, top, middle + longest / 2.0, top + deep)
    });
    let free = |spot: &Box| others.iter().all(|other| overlap(*spot, other.around) == 0.0);
    let hidden = |spot: &Box| taken.iter().map(|other| overlap(*spot, *other)).sum::<f64>();
    let around = spots.into_iter().filter(free).min_by(|a, b| hidden(a).total_cmp(&hidden(b)))?;
    Some(Label { name: area.name.clone(), lines, around })
}

/// What a name should not lie on: counters, markers, and works.
fn taken(scene: &Scene, plan: Plan) -> Vec<Box> {
    let counters = scene.pieces.iter().map(|piece| {
        let (left, top, right, bottom) = around(piece, plan);
        let tabs = if piece.base.is_some() { 32.0 * markers(piece).count() as f64 } else { 0.0 };
        (left, top, right + tabs, bottom)
    });
    let marks = scene.places.iter().filter(|place| !place.marks.is_empty()).filter_map(|place| {
        let Shape::Rect(left, top, width, _) = place.shape else { return None };
        let (x, y) = plan.at((left + width, top));
        Some((x - 29.0 * place.marks.len() as f64, y, x, y + 29.0))
    });
    // On a measured table lines run everywhere, and a name may stand on one.
    let works = scene
        .features
        .iter()
        .filter(|feature| scene.square.is_some() && matches!(feature.shape, Shape::Line(_)) && feature.role != "road");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::set_up;
    use kernel::game::Eyes;
    use shelf::Shelf;

    #[test]
    fn names_of_small_squares_do_not_lie_on_one_another_and_objectives_are_named() {
        let scene = set_up(&Shelf::five(), "somme", "flers-courcelette", &[]).unwrap().scene(Eyes::Spectator);
        let plan = Plan::of(&scene);
        let labels = in_squares(&scene, plan, &taken(&scene, plan));
        for (i, one) in labels.iter().enumerate() {
            let under = labels[..i].iter().find(|other| overlap(one.around, other.around) > 0.0);
            assert!(under.is_none(), "{} lies on {}", one.name, under.unwrap().name);
        }
        for name in ["Thiepval", "Flers", "Bapaume", "Combles"] {
            assert!(labels.iter().any(|label| label.name == name), "{name} is not named");
        }
    }
}
