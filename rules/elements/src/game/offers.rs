//! Elements as they are offered, and places for them.

use super::route::FACINGS;
use super::{Order, State, UnitId};
use field::{Facing, Point};
use kernel::dice::Seeded;
use kernel::game::{Offer, Pick, Picked, Picks, PieceId, Points, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// The handle of an element.
pub(super) fn handle(id: UnitId) -> PieceId {
    id.0.into()
}

/// An element.
pub(super) fn unit(state: &State, id: UnitId) -> Offer {
    Offer::of(Pick::Piece(handle(id)), state.name(id))
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
    let (x, y) = picks.ask(format_args!("where does {name} stand?"), rule).point(Points {
        take: |pick: &Pick| match *pick {
            Pick::Point { x, y } => check(Point { x, y }, faces),
            _ => Ok(()),
        },
        region,
        draw,
    })?;
    let at = Point { x, y };
    picks.tell(|| format!("at {}, {}", tabletop::inches(x), tabletop::inches(y)));
    picks.meant(|| order(at, faces.degrees() as u16));
    let facing = picks
        .ask(format_args!("where does {name} face?"), Rule("R50"))
        .facing_that(&FACINGS, |degrees| check(at, Facing::of(degrees.into())).is_ok())?;
    Ok(order(at, facing))
}
