//! What of a scenario rules depend on.

use super::{Scenario, Start};
use crate::game::Side;
use serde::Serialize;

/// All that rules take from a scenario; titles, notes, briefings, hints and names are not in it.
#[derive(Serialize)]
struct Bearing {
    trench: bool,
    fixed_setup: bool,
    par: i32,
    countdown: u8,
    ground: Vec<&'static str>,
    defences: Vec<&'static str>,
    roads: Vec<u8>,
    objectives: Vec<usize>,
    armies: [Army; 2],
}

#[derive(Serialize)]
struct Army {
    command: &'static str,
    guns: &'static str,
    assets: Vec<(&'static str, u8)>,
    /// Kind, quality, and the square it begins in; none in reserve.
    units: Vec<(&'static str, &'static str, Option<usize>)>,
    commander: usize,
}

impl Scenario {
    /// The parts that rules depend on. Whoever mends a typo in a note, or gives a unit or a place another name, changes
    /// nothing here.
    pub fn bearing(&self) -> impl Serialize + '_ {
        let index = |square| super::TABLE.index(square);
        let army = |side| {
            let army = self.army(side);
            let place = |at| match at {
                Start::Square(square) => Some(index(square)),
                Start::Reserve => None,
            };
            let unit = |unit: &super::Listed| (unit.kind.name(), unit.quality.name(), place(unit.at));
            Army {
                command: army.command.name(),
                guns: army.guns.name(),
                assets: army.assets.iter().map(|asset| (asset.kind.name(), asset.on)).collect(),
                units: army.units.iter().map(unit).collect(),
                commander: index(army.commander),
            }
        };
        Bearing {
            trench: self.trench,
            fixed_setup: self.fixed_setup,
            par: self.par,
            countdown: self.countdown,
            ground: self.ground.iter().map(|ground| ground.name()).collect(),
            defences: self.defences.iter().map(|defences| defences.name()).collect(),
            roads: self.roads.iter().map(|roads| roads.bits()).collect(),
            objectives: self.objectives.iter().map(|&square| index(square)).collect(),
            armies: Side::BOTH.map(army),
        }
    }
}
