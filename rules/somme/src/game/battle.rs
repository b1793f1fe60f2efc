//! What never changes in a game: the scenario, and lists made of it once.

use super::UnitId;
use crate::scenario::{Listed, Map, Scenario, Side, Square, SquareSet};
use crate::units::{Kind, Nation, Ratings, printed, ratings};
use kernel::scenario::OfScenario;

/// A scenario that is played.
#[derive(Debug)]
pub struct Battle {
    scenario: Scenario,
    ratings: Vec<Ratings>,
    /// The headquarters of each nation.
    hqs: [Vec<UnitId>; 3],
    /// The units of each corps and division.
    divisions: Vec<Vec<UnitId>>,
    guns: [Vec<UnitId>; 2],
    /// All units of each side, headquarters among them.
    sides: [Vec<UnitId>; 2],
    /// The squares that are played on, before and after the closed rows open (R48).
    open: [SquareSet; 2],
    /// The road squares of each side's own edge (R3).
    gates: [Vec<Square>; 2],
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
        let of = |unit: &Listed| unit.kind.map_or_else(|| printed("Corps HQ"), |kind| ratings(kind, unit.nation));
        let ratings = scenario.units.iter().map(of).collect();
        let those = |is: &dyn Fn(&Listed) -> bool| {
            let all = (0..).zip(&scenario.units).filter(|(_, unit)| is(unit));
            all.map(|(number, _)| UnitId(number)).collect::<Vec<_>>()
        };
        let hqs = [Nation::British, Nation::French, Nation::German]
            .map(|nation| those(&|unit: &Listed| unit.kind.is_none() && unit.nation == nation));
        let guns = Side::BOTH.map(|side| {
            those(&|unit: &Listed| unit.kind.is_some_and(Kind::is_artillery) && Side::from(unit.nation) == side)
        });
        let sides = Side::BOTH.map(|side| those(&|unit: &Listed| Side::from(unit.nation) == side));
        let inside = || Square::all().filter(|&square| scenario.window.holds(square));
        let open = [inside().filter(|square| square.row_number() > scenario.closed).collect(), inside().collect()];
        let gates = Side::BOTH.map(|side| Square::all().filter(|&at| scenario.is_gate(side, at)).collect());
        let divisions =
            (0..scenario.divisions.len() as u16).map(|of| those(&|unit: &Listed| unit.division == of)).collect();
        Battle { scenario, ratings, hqs, divisions, guns, sides, open, gates }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The map.
    pub fn map(&self) -> &'static Map {
        self.scenario.map()
    }

    /// A unit as the order of battle has it.
    pub fn listed(&self, unit: UnitId) -> &Listed {
        &self.scenario.units[usize::from(unit.0)]
    }

    /// R3 The ratings of a unit at full strength.
    pub fn ratings(&self, unit: UnitId) -> Ratings {
        self.ratings[usize::from(unit.0)]
    }

    /// The headquarters of a nation, on the map or not.
    pub fn hqs(&self, nation: Nation) -> &[UnitId] {
        &self.hqs[nation as usize]
    }

    /// The units of a division.
    pub fn division(&self, division: u16) -> &[UnitId] {
        self.divisions.get(usize::from(division)).map_or(&[], Vec::as_slice)
    }

    /// The artillery of a side.
    pub fn guns(&self, side: Side) -> &[UnitId] {
        &self.guns[side as usize]
    }

    /// All units of a side, in rising order.
    pub fn side(&self, side: Side) -> &[UnitId] {
        &self.sides[side as usize]
    }

    /// The squares that are played on in a turn and not closed (R48).
    pub fn open(&self, turn: u8) -> &SquareSet {
        &self.open[usize::from(self.scenario.opens.is_some_and(|opens| turn >= opens))]
    }

    /// R3 The road squares of a side's own edge.
    pub fn gates(&self, side: Side) -> &[Square] {
        &self.gates[side as usize]
    }

    /// R28 The units that an operation brings: they stand behind all others.
    pub fn bought(&self, from_last: usize, count: usize) -> impl Iterator<Item = UnitId> + use<> {
        let first = self.scenario.units.len() - from_last;
        (first..first + count).map(|number| UnitId(number as u16))
    }
}
