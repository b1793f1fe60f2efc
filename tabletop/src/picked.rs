//! A path as it is picked: points one after the other, and a facing at the end.

use crate::{LEGS, Route, Walker, inches};
use field::{Facing, Point, STEP};
use kernel::game::{Pick, Picked, Picks, PointOr, Points};
use kernel::rule::Rule;
use std::fmt;

/// Picks a path. The order is made of its points and the facing at the end; where the path is long enough as it is, the
/// order stands in the prompt while more can be picked.
pub fn picked<O, W: Walker + Clone>(
    mut route: Route<'_, W>,
    rule: Rule,
    picks: &mut Picks<'_, O>,
    order: impl Fn(Vec<Point>, u16) -> O,
) -> Picked<O> {
    loop {
        let begun = !route.points.is_empty();
        let made = |route: &Route<'_, W>, facing: Facing| order(route.points.clone(), facing.degrees() as u16);
        let turns = |degrees: u16| i64::from(degrees) != route.faces().degrees() && route.check_facing(degrees).is_ok();
        if begun {
            if route.left < STEP || route.points.len() == LEGS || route.leaves() {
                return Ok(made(&route, route.faces()));
            }
            picks.enough(|| made(&route, route.faces()))?;
        }
        let can_turn = begun && route.turn_to(route.faces().turned(90)) <= route.left;
        let mut drawn = None;
        let next = picks
            .ask(Where { route: &route, goes: true }, rule)
            .also_if(can_turn, "face", "end here, and face another way", W::TURNING)
            .suggesting(|region| route.walker.spots(region))
            .point_or(Points {
                take: |pick: &Pick| match *pick {
                    Pick::Point { x, y } => route.clone().pick(Point { x, y }),
                    _ => Ok(()),
                },
                region: || route.reach(),
                draw: |random| {
                    let gone = (0..16).find_map(|_| route.somewhere(random))?;
                    let to = gone.end();
                    drawn = Some(gone);
                    Some((to.x, to.y))
                },
            })?;
        let PointOr::Point(x, y) = next else {
            let faces = Where { route: &route, goes: false };
            let facing = picks.ask(faces, W::TURNING).facing_that(W::FACINGS, turns)?;
            return Ok(made(&route, Facing::of(facing.into())));
        };
        // What was drawn at random has been gone already.
        if let Some(gone) = drawn.filter(|gone| gone.end() == Point { x, y }) {
            route = gone;
        } else {
            let taken = route.pick(Point { x, y });
            picks.only_if(taken.is_ok())?;
        }
        picks.tell(|| format!("by {}, {}", inches(x), inches(y)));
    }
}

/// Where a piece goes or faces, as it is asked. It is put into words only where somebody reads it.
struct Where<'r, 'a, W> {
    route: &'r Route<'a, W>,
    goes: bool,
}

impl<W: Walker> fmt::Display for Where<'_, '_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walker = &self.route.walker;
        write!(f, "where {} {} ", walker.does(), walker.name())?;
        if self.goes { write!(f, "go? {} inches are left", inches(self.route.left)) } else { f.write_str("face?") }
    }
}
