//! The scenario that is being fought, shared by all states of a game.

use super::{Land, Side, SquadId};
use crate::scenario::{Army, Listed, Scenario};
use kernel::scenario::OfScenario;

/// What never changes in a game: the ground, the names, the army lists.
#[derive(Debug)]
pub struct Battle {
    scenario: Scenario,
    land: Land,
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
        Battle { land: Land::of(&scenario), scenario }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The table.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// The army of a side.
    pub fn army(&self, side: Side) -> &Army {
        self.scenario.army(side)
    }

    /// A squad as its army list has it, the attacker's first; snipers have no line of their own.
    pub fn listed(&self, id: SquadId) -> Option<&Listed> {
        self.scenario.attacker.squads.iter().chain(&self.scenario.defender.squads).nth(id.0.into())
    }

    /// A point that plots are measured from (Bombardment:aim).
    pub fn reference(&self, number: u8) -> Option<&(String, field::Point)> {
        self.scenario.references.get(usize::from(number))
    }
}
