//! Falling back (R11, R24).

use super::event::Event;
use super::{Act, State, UnitId};
use crate::fall_back::WayBack;
use field::{Footprint, INCH, Point};

/// Where a unit would fall back to, and what bars it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retreat {
    pub(super) way: WayBack,
    pub(super) to: Point,
    /// R24 It stops among friends and takes a marker.
    pub(super) crowded: bool,
}

/// R24 How far a unit goes on to clear friends.
const CLEARING: i64 = 4 * INCH;
/// R24 An enemy within this is not to be neared.
const WARY: i64 = 8 * INCH;

impl State {
    /// R11 Away from the nearest enemy, or from this one; where that cannot be, towards its own edge.
    pub(super) fn retreat(&self, id: UnitId, from: Option<UnitId>) -> Retreat {
        let unit = self.unit(id);
        let base = unit.base();
        let nearest = from.or_else(|| self.nearest_enemy(unit.side, &base).map(|(_, enemy)| enemy));
        let full = i64::from(unit.kind.full_move()) * INCH;
        let edge = self.battle.army(unit.side).edge;
        let homewards = unit.at.plus(edge.facing().way(full));
        let away = nearest.map(|enemy| {
            let enemy = self.unit(enemy).at;
            if enemy == unit.at { homewards } else { unit.at.towards(enemy, -full) }
        });
        if let Some(to) = away.filter(|to| !self.nears_another(id, nearest, *to)) {
            let plan = &self.battle.scenario().table.plan;
            let off = !self.land().ground().holds_all(&base.at(to));
            // Off the table by its own edge it is lost; by another it turns homewards.
            if off && base.at(to).corners().iter().any(|corner| edge.is_behind(plan, *corner)) {
                return Retreat { way: WayBack::OffTable, to, crowded: false };
            }
            if !off && let Some(retreat) = self.way_back(id, to) {
                return retreat;
            }
        }
        if !self.land().ground().holds_all(&base.at(homewards)) {
            return Retreat { way: WayBack::OffTable, to: homewards, crowded: false };
        }
        let blocked = Retreat { way: WayBack::Blocked, to: unit.at, crowded: false };
        self.way_back(id, homewards).unwrap_or(blocked)
    }

    /// R24 Would it come nearer to another enemy that is within 8 inches?
    fn nears_another(&self, id: UnitId, nearest: Option<UnitId>, to: Point) -> bool {
        let base = self.unit(id).base();
        let enemies = self.of_side(self.unit(id).side.other()).filter(|(enemy, _)| Some(*enemy) != nearest);
        let near = |enemy: &Footprint| enemy.within(&base, WARY) && enemy.gap(&base.at(to)) < enemy.gap(&base);
        enemies.map(|(_, enemy)| enemy.base()).any(|enemy| near(&enemy))
    }

    /// The way to a point and on through friends; none where ground or enemies bar it.
    fn way_back(&self, id: UnitId, to: Point) -> Option<Retreat> {
        let unit = self.unit(id);
        let passage = self.land().passage(unit.kind, unit.column);
        let clear = |end: Point| {
            let enemies = self.of_side(unit.side.other()).map(|(_, enemy)| enemy.base());
            // The enemy it falls back from stands near where it begins.
            let barred = |enemy: Footprint| {
                enemy.within(&unit.base().at(end), INCH - 1)
                    || !enemy.within(&unit.base(), INCH) && enemy.is_neared(unit.at, end, INCH)
            };
            passage.leg(unit.at, end).is_ok()
                && passage.rests(&unit.base().at(end), &[]).is_ok()
                && !{ enemies }.any(barred)
        };
        if !clear(to) {
            return None;
        }
        let friends = |end: Point| {
            let base = unit.base().at(end);
            self.of_side(unit.side).any(|(other, friend)| other != id && friend.base().overlaps(&base))
        };
        if !friends(to) {
            return Some(Retreat { way: WayBack::Free, to, crowded: false });
        }
        let whole = unit.at.distance(to).max(1);
        for further in (50..=CLEARING).step_by(50) {
            let end = unit.at.towards(to, whole + further);
            if clear(end) && !friends(end) {
                return Some(Retreat { way: WayBack::Free, to: end, crowded: false });
            }
        }
        let short = (0..whole).rev().step_by(10).map(|along| unit.at.towards(to, along));
        let to = { short }.find(|end| clear(*end) && !friends(*end)).unwrap_or(unit.at);
        Some(Retreat { way: WayBack::Free, to, crowded: true })
    }
}

/// R11 A unit falls back as was worked out before the dice fell; one whose way is blocked has paid with a base.
pub(super) fn fall_back(act: &mut Act<'_>, id: UnitId, retreat: &Retreat) {
    if let Some(activation) = &mut act.state.activation {
        activation.fell_back |= 1 << id.0;
    }
    match retreat.way {
        _ if !act.state.unit(id).is_here() => {}
        WayBack::OffTable => unreachable!("a unit that is driven off the table has been lost"),
        WayBack::Blocked => act.happens(Event::Blocked { unit: id }),
        WayBack::Free => {
            let unit = act.state.unit_mut(id);
            let from = unit.at;
            unit.at = retreat.to;
            unit.markers += u8::from(retreat.crowded);
            super::leaders::go_with(act.state, id, from);
            act.happens(Event::FallsBack { unit: id, to: retreat.to, crowded: retreat.crowded });
            super::leaders::flee(act);
        }
    }
}
