//! What of a scenario rules depend on.

use super::{ArmyList, Scenario};
use serde::Serialize;

impl Scenario {
    /// The parts that rules depend on. Whoever mends a typo in a note, or gives a unit or a place another name, changes
    /// nothing here.
    pub fn bearing(&self) -> impl Serialize + '_ {
        let terms = (self.trench, self.fixed_setup, self.par, self.countdown);
        let land = (&self.ground[..], &self.defences[..], &self.roads[..], &self.objectives[..]);
        (terms, land, army(&self.attacker), army(&self.defender))
    }
}

fn army(army: &ArmyList) -> impl Serialize + '_ {
    let units: Vec<_> = army.units.iter().map(|unit| (unit.kind, unit.quality, unit.at)).collect();
    (army.command, army.guns, &army.assets, units, army.commander)
}
