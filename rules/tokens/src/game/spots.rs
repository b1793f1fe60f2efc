//! Where a unit might want to go: cover, the edge of its range, out of sight. For those who do not point.

use super::{Piece, State, UnitId};
use crate::scenario::Lie;
use field::{Footprint, INCH, Point};
use kernel::game::{Offer, Pick, Region};
use kernel::rule::Rule;

/// How many points are tried for one that nobody sees.
const TRIED: usize = 24;

/// Points of a region that are worth a thought, the cheapest of each kind.
pub(super) fn worth_a_thought(state: &State, id: UnitId, region: &Region) -> Vec<Offer> {
    let mut points = region.points.clone();
    points.sort_unstable_by_key(|(x, y, cost)| (*cost, *x, *y));
    let points: Vec<Point> = points.into_iter().map(|(x, y, _)| Point { x, y }).collect();
    let unit = state.unit(id);
    let found = cover(state, unit, &points)
        .into_iter()
        .chain(edge_of_range(state, unit, &points))
        .chain(out_of_sight(state, id, unit, &points));
    let mut spots: Vec<Offer> = Vec::new();
    for offer in found {
        // One point may be good for two things.
        match spots.iter_mut().find(|known| known.pick == offer.pick) {
            Some(known) => known.label = format!("{} and {}", known.label, offer.label),
            None => spots.push(offer),
        }
    }
    spots
}

/// Each feature that gives cover, at the first point in it.
fn cover(state: &State, unit: &Piece, points: &[Point]) -> Vec<Offer> {
    let ground = state.land().ground();
    let hides = |lie: Lie| matches!(lie, Lie::Wood | Lie::Village | Lie::Building | Lie::Trench);
    let lies = &state.battle.scenario().table.kinds;
    let features = (0..lies.len()).filter(|piece| hides(lies[*piece]) && !ground.is_within(*piece, &unit.at.into(), 0));
    let offer = |piece: usize| {
        let at = points.iter().find(|point| ground.is_within(piece, &Footprint::from(**point), 0))?;
        let name = super::preview::terrain_name(state, piece);
        Some(spot(*at, format!("into the cover of {name}")).under(Rule("Firing:cover-meaning")))
    };
    features.filter_map(offer).collect()
}

/// The nearest enemy that is out of range now, from the first point that brings it into range.
fn edge_of_range(state: &State, unit: &Piece, points: &[Point]) -> Option<Offer> {
    let range = super::scene::arc(unit)?.range;
    let base = unit.base();
    let far = state.of_side(unit.side.other()).filter(|(_, enemy)| !enemy.base().within(&base, range));
    let (enemy, theirs) = far.min_by_key(|(other, enemy)| (enemy.base().gap(&base), other.0))?;
    let at = points.iter().find(|point| theirs.base().within(&base.at(**point), range))?;
    let label = format!("within {} inches of {}", range / INCH, state.name(enemy));
    Some(spot(*at, label).under(Rule("Firing")))
}

/// Where an enemy sees the unit now: the first point where none would.
fn out_of_sight(state: &State, id: UnitId, unit: &Piece, points: &[Point]) -> Option<Offer> {
    let seen_at = |base: &Footprint| {
        state
            .of_side(unit.side.other())
            .any(|(other, enemy)| state.line(&enemy.base(), base, [Some(other), Some(id)]).is_some())
    };
    let base = unit.base();
    if !seen_at(&base) {
        return None;
    }
    // Points that lie together are seen together: a few of all are enough.
    let step = (points.len() / TRIED).max(1);
    let at = points.iter().step_by(step).find(|point| !seen_at(&base.at(**point)))?;
    Some(spot(*at, "out of sight of the enemy".to_owned()).under(Rule("Common:sight")))
}

fn spot(at: Point, label: String) -> Offer {
    Offer::of(Pick::Point { x: at.x, y: at.y }, label)
}
