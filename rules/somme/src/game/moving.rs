//! 7.0, R5, R8, R31, R32: what a step costs, and which steps are allowed.

use super::offers::{halves, points};
use super::state::State;
use super::units::{Marks, UnitId};
use crate::movement::{Entry, entry_cost, movement_points};
use crate::scenario::{Side, Square};
use crate::terrain::Ground;
use crate::units::MOST_STACKED;
use field::grid::Way;
use kernel::prelude::{Refusal, Rule, bail, ensure};

impl State {
    /// 7.0 The movement points of a unit, in halves.
    pub(super) fn points(&self, unit: UnitId) -> u8 {
        movement_points(self.ratings(unit), self.weather, self.marked(&[unit]), false).total() as u8
    }

    /// Can a unit move at all in this step? Who is engaged, broken down or has moved cannot.
    pub(super) fn check_mover(&self, unit: UnitId, at: Square) -> Result<(), Refusal> {
        let name = self.name(unit);
        ensure!(!self.is(unit, Marks::MOVED), Rule("7.0"), "{name} has moved already in this phase");
        ensure!(!self.is(unit, Marks::BROKEN), Rule("R24"), "{name} is broken down");
        ensure!(!self.is_engaged(at), Rule("R21"), "{name} is engaged; it may break off or assault");
        Ok(())
    }

    /// The same, without a sentence.
    pub(super) fn may_move(&self, unit: UnitId) -> bool {
        let free = !self.is(unit, Marks::MOVED.and(Marks::BROKEN));
        free && self.square(unit).is_some_and(|at| !self.is_engaged(at))
    }

    /// What a step costs a unit of a side, in half points; none where it is not allowed. `zoc` says that the square left is
    /// in an enemy zone of control.
    pub(super) fn step_cost(&self, side: Side, from: Square, way: Way, to: Square, zoc: bool) -> Option<u8> {
        let base = self.battle.map().cost(from, way)?;
        if !self.is_open(to) || !self.can_enter(side, to) {
            return None;
        }
        if zoc && self.in_zoc(to, side.other()) {
            return None;
        }
        Some(base + self.extra(to) + if zoc { 2 } else { 0 })
    }

    /// R8 An interdicted square costs a point more.
    fn extra(&self, to: Square) -> u8 {
        if self.is_interdicted(to) { 2 } else { 0 }
    }

    /// R8 Is a vacant square interdicted?
    pub fn is_interdicted(&self, square: Square) -> bool {
        self.interdicted.allied.has(square) || self.interdicted.german.has(square)
    }

    /// May units of a side enter a square by movement? Not where enemies are, but for headquarters alone (R12), nor an
    /// outpost (R31).
    pub(super) fn can_enter(&self, side: Side, to: Square) -> bool {
        match self.side_at(to) {
            Some(there) if there == side => true,
            Some(_) => self.units_in(to).next().is_none(),
            None => !self.is_outpost(to, side.other()),
        }
    }

    /// Refuses a step, and says which rule does.
    fn check_step(&self, side: Side, from: Square, to: Square, zoc: bool) -> Result<u8, Refusal> {
        super::checks::on_map(self, to)?;
        let enemies = self.side_at(to) == Some(side.other()) && self.units_in(to).next().is_some();
        ensure!(!enemies, Rule("R4"), "there are enemies in {to}; it has to be assaulted");
        let outpost = self.side_at(to).is_none() && self.is_outpost(to, side.other());
        ensure!(
            !outpost,
            Rule("R31"),
            "{to} is an enemy trench that a regiment beside it covers; it has to be assaulted"
        );
        let Some(way) = from.way_to(to) else {
            let how = "a way goes from square to square, past enemies and their zones of control";
            bail!(Rule("7.0:points"), "{to} is not beside {from}: {how}");
        };
        let Some(base) = self.battle.map().cost(from, way) else {
            bail!(Rule("7.1:somme"), "the Somme parts {from} from {to}, and no major road crosses it there");
        };
        let into_zoc = zoc && self.in_zoc(to, side.other());
        ensure!(
            !into_zoc,
            Rule("R5"),
            "nobody goes straight from one enemy zone of control into another: {from} and {to} are in one"
        );
        Ok(base + self.extra(to) + if zoc { 2 } else { 0 })
    }

    /// Refuses a path that a unit cannot take, and gives what it costs in half points.
    pub(super) fn check_path(&self, unit: UnitId, start: Square, path: &[Square]) -> Result<u8, Refusal> {
        let side = self.side(unit);
        let Some(&end) = path.last() else {
            bail!(Rule("7.0:points"), "a move needs at least one square");
        };
        let (mut here, mut spent, available) = (start, 0_u8, self.points(unit));
        for (number, &to) in path.iter().enumerate() {
            ensure!(
                to != start && !path[..number].contains(&to),
                Rule("7.0:points"),
                "a path enters no square twice: {to}"
            );
            let zoc = self.in_zoc(here, side.other());
            let stopped = zoc && here != start;
            ensure!(!stopped, Rule("R5"), "{here} is in an enemy zone of control, where movement ends");
            let joins = here != start && self.is_engaged(here);
            ensure!(!joins, Rule("R37"), "{here} is engaged, and who enters it is engaged too and goes no further");
            spent = spent.saturating_add(self.check_step(side, here, to, zoc)?);
            here = to;
        }
        ensure!(
            spent <= available,
            Rule("7.0:points"),
            "the way costs {}, but the unit has {}",
            points(spent),
            points(available)
        );
        ensure!(
            self.is_hq(unit) || self.has_room(end),
            Rule("R32"),
            "there is no room in {end} at the end of the move: a square holds {MOST_STACKED} units"
        );
        Ok(spent)
    }

    /// What a unit's points and the squares of a way are made of, line by line with the rules.
    pub(super) fn prices(&self, unit: UnitId, start: Square, path: &[Square]) -> Vec<(String, Rule)> {
        let points = movement_points(self.ratings(unit), self.weather, self.marked(&[unit]), true);
        let mut lines: Vec<(String, Rule)> = points
            .lines()
            .iter()
            .map(|line| (format!("points: {} {}", line.what, signed(line.change)), line.rule))
            .collect();
        let mut here = start;
        for &to in path {
            let Some(way) = here.way_to(to) else { break };
            let entry = if way.is_diagonal() { Entry::Diagonal } else { Entry::Straight };
            let ground = self.battle.map().entered(here, way);
            let cost = entry_cost(&ground, entry);
            let told = cost.iter().flat_map(kernel::tally::Tally::lines);
            let told = told.map(|line| (format!("{} {}", line.what, signed(line.change)), line.rule));
            let crossed = self.battle.map().crossed(to).map(|kind| Ground { kind });
            let river = ground.iter().any(|ground| ground.kind.is_river());
            let added = river.then(|| ("a river adds nothing to that".to_owned(), Rule("7.1:river-adds")));
            let free = ground.into_iter().chain(crossed).filter_map(|ground| ground.kind.costs_nothing());
            let leaves = self.in_zoc(here, self.side(unit).other());
            let leaves =
                leaves.then(|| (format!("leaving {here}, in an enemy zone of control {}", signed(2)), Rule("R5")));
            let falls = self.is_interdicted(to);
            let falls = falls.then(|| (format!("an interdict, which falls on who enters {}", signed(2)), Rule("R8")));
            let all = told.chain(free).chain(added).chain(leaves).chain(falls);
            lines.extend(all.map(|(what, rule)| (format!("{to}: {what}"), rule)));
            here = to;
        }
        lines
    }

    /// May a unit stop in a square?
    pub(super) fn may_stop(&self, unit: UnitId, square: Square) -> bool {
        self.is_hq(unit) || self.has_room(square)
    }
}

/// A number of half points that is added or taken off: '+1½'.
fn signed(change: i32) -> String {
    format!("{}{}", if change < 0 { "" } else { "+" }, halves(change))
}
