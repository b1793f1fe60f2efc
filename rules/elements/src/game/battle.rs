//! The scenario that is being fought, shared by all states of a game.

use super::{Land, Piece, Side};
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
        Battle { land: Land::of(&scenario.table), scenario }
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

    /// An element as its army list has it.
    pub fn listed(&self, piece: &Piece) -> &Listed {
        let army = self.army(piece.side);
        let list = if piece.pool { &army.ambush } else { &army.elements };
        &list[usize::from(piece.listed)]
    }
}
