//! A scenario in a few lines, for whoever wrote it.

use super::army::ArmyList;
use super::{Scenario, name_of, price};
use crate::game::Side;
use crate::unit::Kind;
use kernel::scenario::Overview;

impl Scenario {
    /// What is in it: sides, units, points, objectives.
    pub fn overview(&self) -> Overview {
        let mut lines: Vec<(String, String)> =
            Side::BOTH.map(|side| (side.to_string(), told(self.army(side)))).into_iter().collect();
        let goals = self.places[..self.objectives.len()].iter();
        let goals: Vec<_> = goals.map(|goal| format!("{} ({})", goal.name, name_of(goal.at))).collect();
        let setup = if self.fixed_setup { "as the file has it" } else { "by the players, the defender first" };
        let trench = if self.trench { "; a trench scenario, with a preliminary barrage" } else { "" };
        lines.extend([
            ("objectives".to_owned(), goals.join(", ")),
            ("set-up".to_owned(), format!("{setup}{trench}")),
            ("par".to_owned(), format!("{}, countdown from {}", self.par, self.countdown)),
        ]);
        Overview { title: self.head.title.clone(), lines }
    }
}

fn told(army: &ArmyList) -> String {
    let count = |kind: &Kind| army.units.iter().filter(|unit| unit.kind == *kind).count();
    let kinds = Kind::ALL.iter().filter(|kind| count(kind) > 0).map(|kind| format!("{} {kind}", count(kind)));
    let kinds: Vec<_> = kinds.collect();
    let reserve = match army.reserve() {
        0 => String::new(),
        waiting => format!(", {waiting} of them in reserve"),
    };
    let units = if army.units.len() == 1 { "unit" } else { "units" };
    format!(
        "{} ({}), {} {units}{reserve}: {}; worth {} points by the price list",
        army.name,
        army.army,
        army.units.len(),
        kinds.join(", "),
        price(army)
    )
}
