//! A scenario in a few lines.

use super::{Army, Scenario};
use crate::game::{Kind, Side};
use kernel::game::ScenarioCard;
use kernel::scenario::Overview;

impl Scenario {
    /// What it is called and what it is about.
    pub fn card(&self) -> ScenarioCard {
        self.head.card(Side::BOTH.map(|side| (side.seat(), &self.army(side).card)), &[])
    }

    /// What is in it: the table, the sides, the objectives.
    pub fn overview(&self) -> Overview {
        let goals: Vec<_> = self.objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
        let plan = &self.table.plan;
        let (width, depth) = (plan.width / field::INCH, plan.depth / field::INCH);
        let night = if self.night { ", by night" } else { "" };
        let lines = [
            ("table", format!("{width} by {depth} inches, {} pieces of ground{night}", plan.terrain.len())),
            ("attacker", told(&self.attacker)),
            ("defender", told(&self.defender)),
            ("objectives", goals.join(", ")),
            ("length", format!("{} moves, par {}", self.moves, self.par)),
        ];
        let lines = lines.map(|(word, line)| (word.to_owned(), line)).to_vec();
        Overview { title: self.head.title.clone(), lines }
    }
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
