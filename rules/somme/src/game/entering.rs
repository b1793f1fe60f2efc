//! 7.0, 7.8, R8, R12, R28: units go their way, and what they meet with.

use super::batteries::has_concealed;
use super::event::Event;
use super::movement_step::rolls;
use super::state::State;
use super::units::{Marks, Station, UnitId};
use super::{Somme, losses};
use crate::scenario::{Side, Square};
use crate::tanks::{Breakdown, MovingTanks, resolve_breakdown};
use kernel::game::Act;
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// A unit goes its way. Tanks roll first (R24), and stay where they are if they break down.
pub(super) fn go(act: &mut Act<'_, Somme>, unit: UnitId, path: &[Square]) {
    let start = act.state.square(unit).expect("a checked unit is on the map");
    act.state.mark(unit).put(Marks::MOVED);
    if rolls(act.state, unit) && breaks_down(act, unit) {
        return;
    }
    act.state.unit_mut(unit).began.get_or_insert(start);
    act.happens(Event::Moved { unit, from: start, to: *path.last().expect("a checked path has an end") });
    for &square in path {
        enter(act, unit, square);
    }
}

/// A unit enters a square: lone headquarters are lost (R12), an interdict falls on it (R8).
pub(super) fn enter(act: &mut Act<'_, Somme>, unit: UnitId, square: Square) {
    let side = act.state.side(unit);
    let there: SmallVec<[UnitId; 4]> = act.state.stack(square).filter(|&other| act.state.side(other) != side).collect();
    for other in there {
        losses::eliminate(act, other, false);
    }
    let new = act.state.holder(square) != side;
    act.state.put(unit, square);
    losses::interdict(act, unit);
    if new && side == Side::Allied {
        search(act, square);
    }
}

/// R28 Who comes upon concealed guns takes them.
fn search(act: &mut Act<'_, Somme>, square: Square) {
    // Who found nothing knows that there is nothing, and cannot take it back to look elsewhere.
    if has_concealed(act.state, Side::German) {
        act.reveals();
    }
    for gun in act.state.battle.clone().guns(Side::German) {
        if let Station::Concealed(hidden) = act.state.unit(*gun).at
            && hidden.known() == Some(&square)
        {
            act.happens(Event::Uncovered { gun: *gun, at: square, found: true });
            losses::eliminate(act, *gun, false);
        }
    }
}

/// 7.8 The breakdown roll. Does it break down?
pub(super) fn breaks_down(act: &mut Act<'_, Somme>, unit: UnitId) -> bool {
    act.state.mark(unit).put(Marks::ROLLED);
    let tanks = MovingTanks { weather: act.state.weather };
    let desk = |_: &State| OnDesk::of(&crate::tanks::breakdown(), &tanks);
    let down = act.roll_as(desk, |dice| resolve_breakdown(&tanks, dice)) == Breakdown::BreaksDown;
    if down {
        act.state.mark(unit).put(Marks::BROKEN);
        act.happens(Event::BrokenDown { unit });
    }
    down
}
