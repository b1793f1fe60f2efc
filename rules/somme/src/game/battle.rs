//! What never changes in a game: the scenario, and lists made of it once.

use super::UnitId;
use crate::scenario::{Listed, Map, SQUARES, Scenario, Side, Square, SquareSet};
use crate::units::{Kind, Nation, Ratings, printed, ratings};
use field::grid::Way;
use kernel::game::Bearing;
use kernel::scenario::Start;
use serde::Serialize;

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

impl Bearing for Battle {
    /// All but names and notes.
    fn bearing(&self) -> impl Serialize {
        let Scenario { par, turns, begins, first, window, closed, opens, mines, operations, free, .. } = &self.scenario;
        let start = |start: &Start<Square>| match *start {
            Start::At(square) => (0, Some(square)),
            Start::Turn { turn, at } => (turn, at),
            Start::Reserve => (0, None),
        };
        let unit = |unit: &Listed| {
            let kind = unit.kind.map(|kind| kind as u8);
            let of = (unit.nation as u8, unit.corps, unit.division);
            (kind, of, unit.morale, unit.lost, unit.at.as_ref().map(start))
        };
        let units: Vec<_> = self.scenario.units.iter().map(unit).collect();
        let corps: Vec<_> =
            self.scenario.corps.iter().map(|corps| (corps.nation as u8, corps.at.as_ref().map(start))).collect();
        let goals: Vec<_> = self.scenario.objectives.iter().map(|goal| (goal.at, goal.value)).collect();
        let map = self.map();
        let ground = |square: Square| {
            let land = map.land(square);
            let kinds = (land.town, land.woods, land.ridge, land.marsh, land.trench.map(|trench| trench as u8));
            (
                kinds,
                Way::ALL.map(|way| map.cost(square, way)),
                Way::ALL.map(|way| map.link(square, way).river.is_some()),
            )
        };
        let ground: Vec<_> = Square::all().take(SQUARES).map(ground).collect();
        let frame = (par, turns, *begins as u8, *first, (window.west, window.north, window.east, window.south));
        let (held, dug) = (self.scenario.allied, self.scenario.dug);
        (
            (frame, closed, opens, mines, operations, free),
            (units, corps, goals),
            (held, dug, self.scenario.edges),
            ground,
        )
    }
}
