//! A scenario in a few lines.

use super::{Listed, Scenario, Side};
use crate::units::Kind;

/// What is in it: the sides, the objectives, the length.
pub(super) fn lines(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let goals: Vec<_> = scenario.objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
    vec![
        ("allied", told(scenario, Side::Allied)),
        ("german", told(scenario, Side::German)),
        ("objectives", goals.join(", ")),
        ("length", format!("{} turns from {}, par {}", scenario.turns, scenario.begins.date(), scenario.par)),
    ]
}

fn told(scenario: &Scenario, side: Side) -> String {
    let counted = |kind: &Kind| {
        let is = |unit: &&Listed| Side::from(unit.nation) == side && unit.kind == Some(*kind);
        let count = scenario.units.iter().filter(is).count();
        // Several companies, brigades or groups, whatever the word of the kind.
        let name = kind.name().replace('-', " ");
        let name = if *kind == Kind::Tanks {
            format!("tank {}", if count == 1 { "company" } else { "companies" })
        } else {
            name
        };
        (count > 0).then(|| format!("{count} {name}"))
    };
    let units: Vec<_> = Kind::ALL.iter().filter_map(counted).collect();
    format!("{}: {}", scenario.sides[side].name, units.join(", "))
}
