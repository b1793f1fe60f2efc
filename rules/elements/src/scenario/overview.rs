//! A scenario in a few lines.

use super::{Army, Scenario};
use crate::game::Side;
use kernel::game::ScenarioCard;
use kernel::scenario::Overview;

impl Scenario {
    /// What it is called and what it is about.
    pub fn card(&self) -> ScenarioCard {
        let head = &self.head;
        let card = |side: Side| &self.army(side).card;
        ScenarioCard {
            id: head.id.clone(),
            title: head.title.clone(),
            notes: head.notes.clone(),
            minutes: head.minutes,
            sides: Side::BOTH.map(|side| (side.seat(), card(side).name.clone())).to_vec(),
            briefings: Side::BOTH
                .into_iter()
                .filter(|side| !card(*side).briefing.is_empty())
                .map(|side| (side.seat(), card(side).briefing.clone()))
                .collect(),
            options: if head.id == super::GENERATED {
                vec!["points".to_owned(), "seed".to_owned()]
            } else {
                Vec::new()
            },
            learning: head.learning,
        }
    }

    /// What is in it: the table, the sides, the objectives.
    pub fn overview(&self) -> Overview {
        let goals: Vec<_> = self.objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
        let plan = &self.table.plan;
        let (width, depth) = (plan.width / field::INCH, plan.depth / field::INCH);
        let expansion = if self.expansion { ", with the expansion rules" } else { "" };
        let lines = [
            ("table", format!("{width} by {depth} inches, {} pieces of ground", plan.terrain.len())),
            ("attacker", told(&self.attacker)),
            ("defender", told(&self.defender)),
            ("objectives", goals.join(", ")),
            ("length", format!("{} turns, par {}{expansion}", self.turns, self.par)),
        ];
        let lines = lines.map(|(word, line)| (word.to_owned(), line)).to_vec();
        Overview { title: self.head.title.clone(), lines }
    }
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
