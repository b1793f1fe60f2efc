//! Elements as they are offered, and places for them.

use super::route::FACINGS;
use super::say::spot;
use super::{Order, State, UnitId};
use field::{Facing, Point, STEP};
use kernel::dice::Seeded;
use kernel::game::{Offer, Pick, Picked, Picks, PieceId, Points, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use std::fmt::Display;

/// The handle of an element.
pub(super) fn handle(id: UnitId) -> PieceId {
    id.0.into()
}

/// An element.
pub(super) fn unit(state: &State, id: UnitId) -> Offer {
    Offer::of(Pick::Piece(handle(id)), state.name(id))
}

/// What takes a point that is picked.
pub(super) fn taking(check: impl Fn(Point) -> Result<(), Refusal>) -> impl Fn(&Pick) -> Result<(), Refusal> {
    move |pick| match *pick {
        Pick::Point { x, y } => check(Point { x, y }),
        _ => Ok(()),
    }
}

/// Picks a point, and tells which.
pub(super) fn point(
    picks: &mut Picks<'_, Order>,
    (question, rule): (impl Display, Rule),
    check: impl Fn(Point) -> Result<(), Refusal>,
    region: impl Fn() -> Region,
    draw: impl FnMut(&mut Seeded) -> Option<(i64, i64)>,
) -> Picked<Point> {
    let (x, y) = picks.ask(question, rule).point(Points { take: taking(check), region, draw })?;
    let at = Point { x, y };
    picks.tell(|| format!("at {}", spot(at)));
    Ok(at)
}

/// Picks a point by the inch that something is aimed at. What may be reached is asked before it is checked.
pub(super) fn aimed(
    state: &State,
    picks: &mut Picks<'_, Order>,
    question: (&str, Rule),
    may_reach: impl Fn(Point) -> bool,
    check: impl Fn(Point) -> Result<(), Refusal>,
) -> Picked<Point> {
    let free = |at: Point| may_reach(at) && check(at).is_ok();
    point(picks, question, &check, || state.points_by_the_inch(0, free), |random| state.any_point(random, free))
}

/// Picks a place for an element that comes to stand there, and where it faces if not as is usual.
pub(super) fn placed(
    picks: &mut Picks<'_, Order>,
    (name, rule, faces): (&str, Rule, Facing),
    check: impl Fn(Point, Facing) -> Result<(), Refusal>,
    region: impl Fn() -> Region,
    draw: impl FnMut(&mut Seeded) -> Option<(i64, i64)>,
    order: impl Fn(Point, u16) -> Order,
) -> Picked<Order> {
    let take = |at: Point| check(at, faces);
    let at = point(picks, (format_args!("where does {name} stand?"), rule), take, region, draw)?;
    let usual = || order(at, faces.degrees() as u16);
    let is_free = |degrees: u16| check(at, Facing::of(degrees.into())).is_ok();
    // Where it is narrow, there may be room for nothing but the usual facing, which need not be one of the round.
    if !FACINGS.iter().any(|degrees| is_free(*degrees)) {
        return Ok(usual());
    }
    picks.meant(usual);
    let facing = picks.ask(format_args!("where does {name} face?"), Rule("R50")).facing_that(&FACINGS, is_free)?;
    Ok(order(at, facing))
}

/// Points of the half-inch lattice around one, so many steps each way.
pub(super) fn around(middle: Point, steps: i64) -> impl Iterator<Item = Point> {
    let off = move || (-steps..=steps).map(|steps| steps * STEP);
    off().flat_map(move |y| off().map(move |x| nearby(middle, x, y)))
}

/// The point of the lattice so far from the one at a point.
pub(super) fn nearby(middle: Point, x: i64, y: i64) -> Point {
    Point::new(middle.x / STEP * STEP + x, middle.y / STEP * STEP + y)
}
