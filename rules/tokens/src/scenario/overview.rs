//! A scenario in a few lines.

use super::{Army, GENERATED, Scenario};
use crate::game::Side;
use crate::units::Kind;
use kernel::game::ScenarioCard;
use kernel::scenario::Overview;

impl Scenario {
    /// What it is called and what it is about.
    pub fn card(&self) -> ScenarioCard {
        let options: &[&str] = if self.head.id == GENERATED { &["points", "seed"] } else { &[] };
        self.head.card(Side::BOTH.map(|side| (side.seat(), &self.army(side).card)), options)
    }

    /// What is in it: the table, the sides, the objectives.
    pub fn overview(&self) -> Overview {
        let goals: Vec<_> = self.objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
        let plan = &self.table.plan;
        let (width, depth) = (plan.width / field::INCH, plan.depth / field::INCH);
        let lines = [
            ("table", format!("{width} by {depth} inches, {} pieces of ground", plan.terrain.len())),
            ("attacker", told(&self.attacker)),
            ("defender", told(&self.defender)),
            ("objectives", goals.join(", ")),
            ("length", format!("{} turns, par {}", self.turns, self.par)),
        ];
        let lines = lines.map(|(word, line)| (word.to_owned(), line)).to_vec();
        Overview { title: self.head.title.clone(), lines }
    }
}

fn told(army: &Army) -> String {
    let counted = |kind: &Kind| {
        let count = army.units.iter().filter(|unit| unit.kind == *kind).count();
        (count > 0).then(|| format!("{count} {kind}"))
    };
    let units: Vec<_> = Kind::ALL.iter().filter_map(counted).collect();
    format!("{} ({}): {}", army.card.name, army.card.army, units.join(", "))
}
