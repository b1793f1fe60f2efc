//! The scenario that is being fought, shared by all states of a game.

use super::{PerSide, Side, Square, UnitId};
use crate::scenario::{ArmyList, Listed, Roads, Scenario};
use crate::unit::{Defences, Ground};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What never changes in a game: the ground, the names, the army lists. It is stored with its whole content.
#[derive(Clone, PartialEq, Eq)]
pub struct Battle {
    scenario: Arc<Scenario>,
    /// Half bases of each army at full strength.
    pub half_bases: PerSide<u16>,
}

impl Battle {
    /// The battle of a scenario.
    pub fn of(scenario: Arc<Scenario>) -> Battle {
        let half_bases = PerSide { attacker: scenario.attacker.bases() * 2, defender: scenario.defender.bases() * 2 };
        Battle { scenario, half_bases }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The army of a side.
    pub fn army(&self, side: Side) -> &ArmyList {
        match side {
            Side::Attacker => &self.scenario.attacker,
            Side::Defender => &self.scenario.defender,
        }
    }

    /// The units of both armies with their sides: the attacker's first.
    pub fn listed(&self) -> impl Iterator<Item = (Side, &Listed)> {
        Side::BOTH.into_iter().flat_map(|side| self.army(side).units.iter().map(move |unit| (side, unit)))
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

/// States of different scenarios are told apart by its name; nobody compares them in earnest.
impl Hash for Battle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.scenario.id.hash(state);
    }
}

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Battle({})", self.scenario.id)
    }
}

impl Serialize for Battle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.scenario.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Battle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Battle, D::Error> {
        Ok(Battle::of(Arc::new(Scenario::deserialize(deserializer)?)))
    }
}
