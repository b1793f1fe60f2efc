//! A scenario in a few lines.

use super::{Army, Scenario};
use crate::game::Kind;

/// What is in it: the table, the sides, the objectives.
pub(super) fn lines(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let night = if scenario.night { ", by night" } else { "" };
    vec![
        ("table", format!("{}{night}", scenario.table.told())),
        ("attacker", told(&scenario.attacker)),
        ("defender", told(&scenario.defender)),
        ("objectives", tabletop::goal::listed(&scenario.objectives)),
        ("length", format!("{} moves, par {}", scenario.moves, scenario.par)),
    ]
}

fn told(army: &Army) -> String {
    let counted = |kind: &Kind| {
        let count = army.squads.iter().filter(|squad| squad.kind == *kind).count();
        (count > 0).then(|| format!("{count} {kind}"))
    };
    let squads: Vec<_> = Kind::ALL.iter().filter_map(counted).collect();
    let men: u32 = army.squads.iter().map(|squad| u32::from(squad.men)).sum();
    format!("{} ({}): {men} men; {}", army.card.name, army.card.army, squads.join(", "))
}
