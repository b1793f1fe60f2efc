//! What a scenario must be, wherever it comes from.

use super::{Listed, Scenario, Side, Square};
use crate::units::{MOST_STACKED, Nation, check_unit};
use kernel::prelude::*;
use kernel::scenario::Start;
use std::collections::{HashMap, HashSet};

impl Scenario {
    /// All that cannot be played by the book.
    pub(super) fn faults(&self) -> Vec<Refusal> {
        let units = self.names().chain(self.units.iter().filter_map(|unit| self.check_unit(unit).err()));
        let frame = [self.check_goals(), self.check_edges(), self.check_levels()];
        units.chain(self.stacks()).chain(frame.into_iter().filter_map(Result::err)).collect()
    }

    /// R3 A square where reinforcements of a side enter: a road square of its own edge.
    pub fn is_gate(&self, side: Side, square: Square) -> bool {
        self.window.is_edge(side, square) && self.map().has_road(square)
    }

    fn names(&self) -> impl Iterator<Item = Refusal> {
        let mut seen: HashSet<(Side, &str)> = HashSet::new();
        let twice = self.units.iter().filter(move |unit| !seen.insert((unit.nation.into(), &unit.name)));
        twice.map(|unit| blamed(unit, "has the name of another unit; every unit of a side has its own"))
    }

    /// All stand in squares that their side holds, and come by a road square of their own edge.
    fn check_unit(&self, unit: &Listed) -> Result<(), Refusal> {
        let side = Side::from(unit.nation);
        if let Some(kind) = unit.kind {
            check_unit(kind, unit.nation, unit.lost)
                .map_err(|refusal| blamed(unit, &format!("cannot be: {}", refusal.sentence)))?;
        }
        let what = match unit.at {
            Some(Start::At(square)) if !self.window.holds(square) => {
                format!("begins in {square}, which is outside the part of the map played on")
            }
            Some(Start::At(square)) if square.row_number() <= self.closed => {
                format!("begins in {square}, but rows 1 to {} are closed (R48)", self.closed)
            }
            Some(Start::At(square)) if self.allied.has(square) != (side == Side::Allied) => {
                format!("begins in {square}, which the other side holds")
            }
            Some(Start::Turn { at: Some(square), .. })
                if square.row_number() > self.closed && !self.is_gate(side, square) =>
            {
                format!("comes at {square}, but reinforcements enter at a road square of their own edge (R3)")
            }
            _ => return Ok(()),
        };
        Err(blamed(unit, &what))
    }

    fn stacks(&self) -> impl Iterator<Item = Refusal> {
        let mut stacked: HashMap<Square, usize> = HashMap::new();
        self.units.iter().filter(|unit| unit.kind.is_some()).filter_map(move |unit| {
            let Some(Start::At(square)) = unit.at else { return None };
            let count = stacked.entry(square).or_default();
            *count += 1;
            let what =
                format!("is one too many in {square}: a square holds {MOST_STACKED} units besides headquarters (R4)");
            (*count > MOST_STACKED).then(|| blamed(unit, &what))
        })
    }

    /// R30 The square that stands for a headquarters lies on the edge of its nation's side.
    fn check_edges(&self) -> Result<(), Refusal> {
        let nations = [Nation::British, Nation::French, Nation::German];
        let Some((nation, at)) =
            nations.into_iter().zip(self.edges).find(|(nation, at)| !self.is_gate(Side::from(*nation), *at))
        else {
            return Ok(());
        };
        let what = format!("edges.{} is {at}, but it must be a road square of its own edge (R30)", nation.name());
        Err(Refusal::field(&format!("edges.{}", nation.name()), what))
    }

    fn check_levels(&self) -> Result<(), Refusal> {
        let levels = self.levels;
        if levels.marginal <= levels.clear && levels.clear <= levels.decisive {
            return Ok(());
        }
        Err(Refusal::field("levels", "levels must rise from marginal to clear and from clear to decisive (R27)"))
    }

    fn check_goals(&self) -> Result<(), Refusal> {
        match self.objectives.iter().find(|goal| !self.window.holds(goal.at)) {
            Some(goal) => {
                let what = format!("objectives.{0} is outside the part of the map played on", goal.at);
                Err(Refusal::field(&format!("objectives.{}", goal.at), what))
            }
            None if self.operations && self.objectives.len() != 12 => {
                let what = "objectives are not 12, but 5 of 12 are drawn where operations are bought (R28)";
                Err(Refusal::field("objectives", what))
            }
            None => Ok(()),
        }
    }
}

fn blamed(unit: &Listed, what: &str) -> Refusal {
    let field = format!("{}.units.{}", Side::from(unit.nation).seat().0, unit.name);
    Refusal::field(&field, format!("'{}' {what}", unit.name))
}
