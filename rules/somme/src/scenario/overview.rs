//! A scenario in a few lines.

use super::{Scenario, Side};
use crate::units::Kind;
use kernel::game::ScenarioCard;
use kernel::scenario::Overview;

impl Scenario {
    /// What it is called and what it is about.
    pub fn card(&self) -> ScenarioCard {
        let head = &self.head;
        let card = |side: Side| &self.sides[side];
        let briefed = |side: &Side| !card(*side).briefing.is_empty();
        ScenarioCard {
            id: head.id.clone(),
            title: head.title.clone(),
            notes: head.notes.clone(),
            minutes: head.minutes,
            sides: Side::BOTH.map(|side| (side.seat(), card(side).name.clone())).to_vec(),
            briefings: Side::BOTH
                .into_iter()
                .filter(briefed)
                .map(|side| (side.seat(), card(side).briefing.clone()))
                .collect(),
            options: vec!["handicap".to_owned()],
            learning: head.learning,
        }
    }

    /// What is in it: the sides, the objectives, the length.
    pub fn overview(&self) -> Overview {
        let goals: Vec<_> = self.objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
        let lines = [
            ("allied", self.told(Side::Allied)),
            ("german", self.told(Side::German)),
            ("objectives", goals.join(", ")),
            ("length", format!("{} turns from {}, par {}", self.turns, self.begins, self.par)),
        ];
        let lines = lines.map(|(word, line)| (word.to_owned(), line)).to_vec();
        Overview { title: self.head.title.clone(), lines }
    }

    fn told(&self, side: Side) -> String {
        let counted = |kind: &Kind| {
            let is = |unit: &&super::Listed| Side::from(unit.nation) == side && unit.kind == Some(*kind);
            let count = self.units.iter().filter(is).count();
            (count > 0).then(|| format!("{count} {kind}"))
        };
        let units: Vec<_> = Kind::ALL.iter().filter_map(counted).collect();
        format!("{}: {}", self.sides[side].name, units.join(", "))
    }
}
