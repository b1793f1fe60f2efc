//! The scenario that is being fought, shared by all states of a game.

use super::{PerSide, Side, Square, UnitId};
use crate::scenario::{ArmyList, Listed, Roads, Scenario};
use crate::unit::{Defences, Ground};
use kernel::scenario::OfScenario;

/// What never changes in a game: the ground, the names, the army lists.
#[derive(Debug)]
pub struct Battle {
    scenario: Scenario,
    /// Half bases of each army at full strength.
    pub half_bases: PerSide<u16>,
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
        let half_bases = PerSide { attacker: scenario.attacker.bases() * 2, defender: scenario.defender.bases() * 2 };
        Battle { scenario, half_bases }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The army of a side.
    pub fn army(&self, side: Side) -> &ArmyList {
        self.scenario.army(side)
    }

    /// A unit as the army list has it.
    pub fn unit(&self, unit: UnitId) -> &Listed {
        let number = usize::from(unit.0);
        let attackers = &self.scenario.attacker.units;
        attackers.get(number).unwrap_or_else(|| &self.scenario.defender.units[number - attackers.len()])
    }

    /// The scenery of a square.
    pub fn ground(&self, square: Square) -> Ground {
        self.scenario.ground[square.index()]
    }

    /// The defences of a square.
    pub fn defences(&self, square: Square) -> Defences {
        self.scenario.defences[square.index()]
    }

    /// The road faces of a square.
    pub fn roads(&self, square: Square) -> Roads {
        self.scenario.roads[square.index()]
    }
}
