//! A scenario in a few lines, for whoever wrote it.

use super::{ArmyList, Scenario, name_of, price};
use crate::game::Side;
use crate::unit::Kind;
use kernel::game::ScenarioCard;
use kernel::scenario::Overview;

impl Scenario {
    /// What it is called and what it is about.
    pub fn card(&self) -> ScenarioCard {
        self.head.card(Side::BOTH.map(|side| (side.seat(), &self.army(side).card)), &[])
    }

    /// What is in it: sides, units, points, objectives.
    pub fn overview(&self) -> Overview {
        let goals = self.places[..self.objectives.len()].iter();
        let goals: Vec<_> = goals.map(|goal| format!("{} ({})", goal.name, name_of(goal.at))).collect();
        let setup = if self.fixed_setup { "as the file has it" } else { "by the players, the defender first" };
        let trench = if self.trench { "; a trench scenario, with a preliminary barrage" } else { "" };
        let lines = [
            ("attacker", told(&self.attacker)),
            ("defender", told(&self.defender)),
            ("objectives", goals.join(", ")),
            ("set-up", format!("{setup}{trench}")),
            ("par", format!("{}, countdown from {}", self.par, self.countdown)),
        ];
        Overview {
            title: self.head.title.clone(),
            lines: lines.into_iter().map(|(word, what)| (word.to_owned(), what)).collect(),
        }
    }
}

fn told(army: &ArmyList) -> String {
    let count = |kind: &Kind| army.units.iter().filter(|unit| unit.kind == *kind).count();
    let kinds = Kind::ALL.iter().filter(|kind| count(kind) > 0).map(|kind| format!("{} {kind}", count(kind)));
    let (kinds, points) = (kinds.collect::<Vec<_>>().join(", "), price(army));
    let reserve = if army.reserve() > 0 { format!("; {} in reserve", army.reserve()) } else { String::new() };
    format!("{} ({}): {kinds}{reserve}; worth {points} points by the price list", army.card.name, army.card.army)
}
