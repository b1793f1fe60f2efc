//! R11, 28:fall-back: where units go that withdraw or fall back, and what becomes of them there.

use super::{Event, Fielded, Marks, Piece, Side, Square, Squares, State, Station, Units};
use crate::morale::{Behind, off_table_loss};
use kernel::game::Act;
use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// Where units that go back get to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WayBack {
    /// To this square.
    To(Square),
    /// Off the table.
    OffTable,
    /// Enemies stand there: no way.
    Enemy(Square),
    /// A suppression barrage closes it, or the square they are in (22:suppression-closed).
    Suppressed(Square),
}

impl WayBack {
    /// The way of a group, which stays together: to the first square behind that has room for all of it. Own squares
    /// that have not are leapfrogged (R11, 28:leapfrog).
    pub fn of(state: &State, side: Side, from: Square, units: Units) -> WayBack {
        if state.closed().has(from) {
            return WayBack::Suppressed(from);
        }
        let mut square = from;
        loop {
            let Some(next) = square.towards(side.back()) else { return WayBack::OffTable };
            if state.held[side.other()].has(next) {
                return WayBack::Enemy(next);
            }
            if state.has_room(next, units) {
                return if state.closed().has(next) { WayBack::Suppressed(next) } else { WayBack::To(next) };
            }
            square = next;
        }
    }

    /// Is there no way to go?
    pub fn is_cut_off(self) -> bool {
        matches!(self, WayBack::Enemy(_) | WayBack::Suppressed(_))
    }

    /// The way as a morale test has it.
    pub fn behind(self) -> Behind {
        match self {
            WayBack::To(_) | WayBack::Suppressed(_) => Behind::Clear,
            WayBack::Enemy(_) => Behind::Enemy,
            WayBack::OffTable => Behind::TableEdge,
        }
    }
}

/// Units go back by their way, whatever the scenery (28:fall-back-scenery), and have used up their turn
/// (28:whole-turn). The commander of their side goes with them where they stay on the table.
pub(super) fn go_back(act: &mut Act<'_, Squares>, side: Side, from: Square, units: Units, way: WayBack, rule: Rule) {
    let units = act.state.standing(units);
    for unit in units.iter() {
        give_up(act.state.unit_mut(unit));
    }
    if units.is_empty() {
        return;
    }
    match way {
        WayBack::To(to) => {
            let leapfrogged = from.steps_to(to) > 1;
            for unit in units.iter() {
                super::movement_step::enter(act, unit, to);
            }
            act.happens(Event::FellBack {
                units,
                from,
                to,
                rule: if leapfrogged { Rule("28:leapfrog") } else { rule },
            });
            if act.state.commanders[side] == Some(from) {
                act.state.commanders[side] = Some(to);
                act.happens(Event::Moved { piece: Piece::Commander(side), from, to, extra: false });
            }
        }
        WayBack::OffTable => {
            for unit in units.iter() {
                let loss = off_table_loss(act.state.unit(unit).left);
                let gone = act.state.lose(unit, loss);
                if !gone {
                    act.state.take(unit, Station::Waiting);
                    act.state.unit_mut(unit).casualties = 0;
                }
                act.happens(Event::LeftTable { unit, gone });
            }
        }
        WayBack::Enemy(_) | WayBack::Suppressed(_) => {}
    }
}

/// A unit that goes back, or would and cannot, does nothing more this turn and is not winning any more (R12).
pub(super) fn give_up(unit: &mut Fielded) {
    unit.marks.put(Marks::RETIRED);
    unit.marks.stop_winning();
}
