//! The scenario that is being fought, shared by all states of a game.

use super::machine::Atlas;
use super::{Land, Side, UnitId};
use crate::scenario::{Army, Listed, Scenario};
use kernel::scenario::OfScenario;
use std::sync::OnceLock;

/// What never changes in a game: the ground, the names, the army lists.
#[derive(Debug)]
pub struct Battle {
    scenario: Scenario,
    land: Land,
    /// Made when a machine first asks for it.
    atlas: OnceLock<Atlas>,
}

impl OfScenario for Battle {
    type Scenario = Scenario;

    fn of(scenario: Scenario) -> Battle {
        Battle::of(scenario)
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }
}

impl Battle {
    /// The battle of a scenario.
    pub fn of(scenario: Scenario) -> Battle {
        Battle { land: Land::of(&scenario), atlas: OnceLock::new(), scenario }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The table.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// The table as machines know it beforehand.
    pub(super) fn atlas(&self) -> &Atlas {
        self.atlas.get_or_init(|| Atlas::of(&self.scenario, &self.land))
    }

    /// The army of a side.
    pub fn army(&self, side: Side) -> &Army {
        self.scenario.army(side)
    }

    /// A unit as its army list has it: the attacker's come first.
    pub fn unit(&self, id: UnitId) -> &Listed {
        let attackers = &self.scenario.attacker.units;
        let number = usize::from(id.0);
        attackers.get(number).unwrap_or_else(|| &self.scenario.defender.units[number - attackers.len()])
    }
}
