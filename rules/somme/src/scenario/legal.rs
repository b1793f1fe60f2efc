//! What a scenario must be, wherever it comes from.

use super::{Listed, Scenario, Side, Square};
use kernel::prelude::*;
use kernel::scenario::Start;
use std::collections::{HashMap, HashSet};

/// R4 How many units a square holds besides headquarters.
const MOST_STACKED: usize = 3;

impl Scenario {
    /// All that cannot be played by the book.
    pub(super) fn faults(&self) -> Vec<Refusal> {
        let checks = [self.check_names(), self.check_places(), self.check_stacks(), self.check_goals()];
        checks.into_iter().filter_map(Result::err).collect()
    }

    /// R3 A square where reinforcements of a side enter: a road square of its own edge.
    pub fn is_gate(&self, side: Side, square: Square) -> bool {
        self.window.is_edge(side, square) && self.map().has_road(square)
    }

    fn check_names(&self) -> Result<(), Refusal> {
        let mut seen: HashSet<(Side, &str)> = HashSet::new();
        for unit in &self.units {
            if !seen.insert((unit.nation.into(), &unit.name)) {
                return Err(blamed(unit, "has the name of another unit; every unit of a side has its own"));
            }
        }
        Ok(())
    }

    /// All stand in squares that their side holds, and come by a road square of their own edge.
    fn check_places(&self) -> Result<(), Refusal> {
        for unit in &self.units {
            let side = Side::from(unit.nation);
            let held = |square: Square| self.allied.has(square) == (side == Side::Allied);
            match unit.at {
                Some(Start::At(square)) if !self.window.holds(square) => {
                    return Err(blamed(
                        unit,
                        &format!("begins in {square}, which is outside the part of the map played on"),
                    ));
                }
                Some(Start::At(square)) if square.row_number() <= self.closed => {
                    return Err(blamed(
                        unit,
                        &format!("begins in {square}, but rows 1 to {} are closed (R48)", self.closed),
                    ));
                }
                Some(Start::At(square)) if !held(square) => {
                    return Err(blamed(unit, &format!("begins in {square}, which the other side holds")));
                }
                Some(Start::Turn { at: Some(square), .. })
                    if square.row_number() > self.closed && !self.is_gate(side, square) =>
                {
                    let what =
                        format!("comes at {square}, but reinforcements enter at a road square of their own edge (R3)");
                    return Err(blamed(unit, &what));
                }
                _ => {}
            }
            if let Some(kind) = unit.kind {
                crate::units::check_unit(kind, unit.nation, unit.lost)
                    .map_err(|refusal| blamed(unit, &format!("cannot be: {}", refusal.sentence)))?;
            }
        }
        Ok(())
    }

    fn check_stacks(&self) -> Result<(), Refusal> {
        let mut stacked: HashMap<Square, usize> = HashMap::new();
        for unit in self.units.iter().filter(|unit| unit.kind.is_some()) {
            let Some(Start::At(square)) = unit.at else { continue };
            let count = stacked.entry(square).or_default();
            *count += 1;
            if *count > MOST_STACKED {
                let what = format!(
                    "is one too many in {square}: a square holds {MOST_STACKED} units besides headquarters (R4)"
                );
                return Err(blamed(unit, &what));
            }
        }
        Ok(())
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
