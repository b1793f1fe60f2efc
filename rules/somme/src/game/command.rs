//! R11, R14, R17, R30: headquarters on the map, whom they supply and command.

use super::Operation;
use super::batteries::stands;
use super::fight::condition;
use super::state::State;
use super::units::{Marks, UnitId};
use crate::headquarters::{
    Condition, Headquarters, Mode, Supplies, Support, command_range, command_support, supply_range,
};
use crate::scenario::{Side, Square, SquareSet};
use crate::units::Nation;

/// The command support of an assault, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commanded {
    /// Near, far or none.
    pub support: Support,
    /// Squares from the headquarters to the target.
    pub distance: u8,
    /// Whose headquarters it is.
    pub nation: Nation,
    /// Its condition.
    pub condition: Condition,
}

/// A headquarters, or the edge square that stands for one (R30).
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// Where it is.
    pub at: Square,
    /// The headquarters; none for the edge.
    pub unit: Option<UnitId>,
    /// As the ranges take it.
    pub hq: Headquarters,
}

impl State {
    /// The mode of a headquarters.
    pub fn mode(&self, hq: UnitId) -> Mode {
        if self.is(hq, Marks::SUPPLY_MODE) { Mode::Supply } else { Mode::Command }
    }

    /// The headquarters of a nation on the map; where it has none, its edge square (R30), in the mode that is asked for.
    pub fn seats(&self, nation: Nation, edge_mode: Mode) -> impl Iterator<Item = Seat> + '_ {
        let on_map = move |&hq: &UnitId| {
            let hq_of = Headquarters { nation, condition: condition(self, hq), mode: self.mode(hq) };
            Some(Seat { at: self.square(hq)?, unit: Some(hq), hq: hq_of })
        };
        let seats = self.battle.hqs(nation).iter().filter_map(on_map);
        let none = self.battle.hqs(nation).iter().all(|&hq| self.square(hq).is_none());
        let edge = none.then(|| Seat {
            at: self.battle.scenario().edges[nation as usize],
            unit: None,
            hq: Headquarters { nation, condition: Condition::GoodOrder, mode: edge_mode },
        });
        seats.chain(edge)
    }

    /// R11, 11.1 Is a unit supplied by a headquarters of its nation, on a way that leads through no enemies?
    pub fn is_supplied(&self, unit: UnitId) -> bool {
        stands(self, unit).is_none()
            || self.seats(self.nation(unit), Mode::Supply).any(|seat| self.supplies(&seat, unit))
    }

    /// Does this headquarters supply a unit of its nation?
    pub(super) fn supplies(&self, seat: &Seat, unit: UnitId) -> bool {
        let range = self.supply_range(seat);
        self.nation(unit) == seat.hq.nation
            && stands(self, unit)
                .is_some_and(|at| at.steps_to(seat.at) <= range && self.is_joined(at, seat.at, range, self.side(unit)))
    }

    /// 11.1 How far a headquarters supplies now.
    pub fn supply_range(&self, seat: &Seat) -> u8 {
        let increased = seat.hq.nation.is_allied() && self.has_bought(Operation::IncreasedSupplies);
        let supplies = if increased { Supplies::Increased } else { Supplies::Usual };
        // 11.1 An engaged one may be disrupted too, and the smaller range counts.
        let disrupted = seat.unit.is_some_and(|hq| self.is(hq, Marks::DISRUPTED));
        let condition = if disrupted { Condition::Disrupted } else { seat.hq.condition };
        supply_range(Headquarters { condition, ..seat.hq }, self.weather, supplies, false).total() as u8
    }

    /// Are two squares joined by so many steps at most that lead through no enemies of a side?
    fn is_joined(&self, from: Square, to: Square, most: u8, side: Side) -> bool {
        let enemy = |square: Square| self.side_at(square) == Some(side.other());
        // The straight way is free nearly always.
        let (mut here, mut free) = (from, true);
        while here != to && free {
            let step = |mine: u8, other: u8| (i16::from(mine) + (i16::from(other) - i16::from(mine)).signum()) as u8;
            here = Square::new(step(here.column(), to.column()), step(here.row(), to.row()));
            free = !enemy(here);
        }
        free || goes_round(from, to, most, enemy)
    }

    /// R30 Does a headquarters command a unit's corps? Army troops are of any corps of their nation.
    fn commands(&self, seat: &Seat, unit: UnitId) -> bool {
        let army_troops = self.corps(unit).at.is_none();
        seat.unit.is_none_or(|hq| army_troops || self.unit(hq).corps == self.unit(unit).corps)
    }

    /// R14 Is a unit within the command range of a headquarters in command mode of its own corps?
    pub fn is_commanded(&self, unit: UnitId) -> bool {
        self.seats(self.nation(unit), Mode::Command).any(|seat| self.commands_from(&seat, unit))
    }

    /// Is a unit within the command range of this headquarters, and of its corps?
    pub(super) fn commands_from(&self, seat: &Seat, unit: UnitId) -> bool {
        let Some(at) = self.square(unit).filter(|_| self.commands(seat, unit)) else { return false };
        let nation = self.nation(unit);
        let range = command_range(seat.hq, nation == Nation::British, false);
        nation == seat.hq.nation && range.is_some_and(|range| i32::from(at.steps_to(seat.at)) <= range.total())
    }

    /// R17 The command support of an assault on a square: the best of the headquarters of corps that take part.
    pub fn support(&self, side: Side, units: &[UnitId], target: Square) -> Commanded {
        let british = units.iter().any(|&unit| self.nation(unit) == Nation::British);
        let nations: &[Nation] =
            if side == Side::Allied { &[Nation::British, Nation::French] } else { &[Nation::German] };
        let mut best = Commanded {
            support: Support::None,
            distance: 20,
            nation: nations[usize::from(!british && nations.len() > 1)],
            condition: Condition::GoodOrder,
        };
        for &nation in nations {
            for seat in self.seats(nation, Mode::Command) {
                let takes_part = units.iter().any(|&unit| self.nation(unit) == nation && self.commands(&seat, unit));
                let distance = seat.at.steps_to(target);
                if !takes_part || distance >= best.distance {
                    continue;
                }
                let support = command_support(seat.hq, distance, british);
                if support != Support::None {
                    best = Commanded { support, distance, nation, condition: seat.hq.condition };
                }
            }
        }
        best
    }
}

/// Is there a way of so many steps at most round enemies?
fn goes_round(from: Square, to: Square, most: u8, enemy: impl Fn(Square) -> bool) -> bool {
    let (mut open, mut seen) = (vec![from], SquareSet::default());
    seen.add(from);
    let (mut first, mut end) = (0, 1);
    for _ in 0..most {
        for place in first..end {
            for (_, next) in open[place].neighbours() {
                if !seen.has(next) && !enemy(next) {
                    seen.add(next);
                    open.push(next);
                }
            }
        }
        (first, end) = (end, open.len());
        if seen.has(to) {
            return true;
        }
    }
    false
}
