//! A scenario in a few lines.

use super::{Army, Scenario};

/// What is in it: the table, the sides, the objectives.
pub(super) fn lines(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let expansion = if scenario.expansion { ", with the expansion rules" } else { "" };
    vec![
        ("table", scenario.table.told()),
        ("attacker", told(&scenario.attacker)),
        ("defender", told(&scenario.defender)),
        ("objectives", tabletop::goal::listed(&scenario.objectives)),
        ("length", format!("{} turns, par {}{expansion}", scenario.turns, scenario.par)),
    ]
}

fn told(army: &Army) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for listed in &army.elements {
        match counted.iter_mut().find(|(word, _)| *word == listed.element.word) {
            Some((_, count)) => *count += 1,
            None => counted.push((listed.element.word, 1)),
        }
    }
    let mut words: Vec<String> = counted.into_iter().map(|(word, count)| format!("{count} {word}")).collect();
    if army.hides > 0 {
        words.push(format!("hides up to {} of {}", army.hides, army.ambush.len()));
    }
    words.extend(army.support.iter().map(|listed| format!("on call {} ({})", listed.element.word, listed.calls)));
    format!("{} ({}): {}", army.card.name, army.card.army, words.join(", "))
}
