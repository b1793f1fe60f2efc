//! A scenario in a few lines, for whoever wrote it.

use super::{ArmyList, Scenario, name_of, price};
use crate::unit::Kind;

/// What is in it: sides, units, points, objectives.
pub(super) fn lines(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let goals = scenario.places[..scenario.objectives.len()].iter();
    let goals: Vec<_> = goals.map(|goal| format!("{} ({})", goal.name, name_of(goal.at))).collect();
    let setup = if scenario.fixed_setup { "as the file has it" } else { "by the players, the defender first" };
    let trench = if scenario.trench { "; a trench scenario, with a preliminary barrage" } else { "" };
    vec![
        ("attacker", told(&scenario.attacker)),
        ("defender", told(&scenario.defender)),
        ("objectives", goals.join(", ")),
        ("set-up", format!("{setup}{trench}")),
        ("par", format!("{}, countdown from {}", scenario.par, scenario.countdown)),
    ]
}

fn told(army: &ArmyList) -> String {
    let count = |kind: &Kind| army.units.iter().filter(|unit| unit.kind == *kind).count();
    let kinds = Kind::ALL.iter().filter(|kind| count(kind) > 0).map(|kind| format!("{} {kind}", count(kind)));
    let (kinds, points) = (kinds.collect::<Vec<_>>().join(", "), price(army));
    let reserve = if army.reserve() > 0 { format!("; {} in reserve", army.reserve()) } else { String::new() };
    format!("{} ({}): {kinds}{reserve}; worth {points} points by the price list", army.card.name, army.card.army)
}
