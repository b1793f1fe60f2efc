//! A scenario in a few lines.

use super::{Army, Scenario};
use crate::units::Kind;

/// What is in it: the table, the sides, the objectives.
pub(super) fn lines(scenario: &Scenario) -> Vec<(&'static str, String)> {
    vec![
        ("table", scenario.table.told()),
        ("attacker", told(&scenario.attacker)),
        ("defender", told(&scenario.defender)),
        ("objectives", tabletop::goal::listed(&scenario.objectives)),
        ("length", format!("{} turns, par {}", scenario.turns, scenario.par)),
    ]
}

fn told(army: &Army) -> String {
    let counted = |kind: &Kind| {
        let count = army.units.iter().filter(|unit| unit.kind == *kind).count();
        (count > 0).then(|| format!("{count} {kind}"))
    };
    let units: Vec<_> = Kind::ALL.iter().filter_map(counted).collect();
    format!("{} ({}): {}", army.card.name, army.card.army, units.join(", "))
}
