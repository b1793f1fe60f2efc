//! The whole state of a battle.

use super::fight::Fight;
use super::frame::Frame;
use super::units::{Fielded, Marks, Station, UnitId, Units};
use super::{Battle, Operation};
use crate::command_center::Resources;
use crate::scenario::{GRID, Listed, PerSide, SQUARES, Side, Square, SquareSet};
use crate::turns::Turn as Date;
use crate::units::{Kind, MOST_STACKED, Nation, Ratings};
use crate::weather::Weather;
use kernel::game::{PieceId, Secret, Setting};
use kernel::scenario::Start;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// Everything that is so.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct State {
    pub battle: Setting<Battle>,
    /// Points that the Allies get at the end besides their own.
    pub handicap: i16,
    pub units: Vec<Fielded>,
    /// The first unit in each square.
    heads: Vec<Option<UnitId>>,
    /// The units that have been on the map, by their handles.
    pub appeared: Vec<UnitId>,
    /// The squares that the Allies hold; the Germans hold all others.
    pub allied: SquareSet,
    /// Secondary trenches that each side has dug (R33).
    pub dug: PerSide<SquareSet>,
    /// Vacant squares that are interdicted, by the side at the end of whose phase that ends (R8).
    pub interdicted: PerSide<SquareSet>,
    /// Squares that are engaged with one another (R21).
    pub engaged: SmallVec<[(Square, Square); 4]>,
    /// The turn, counted from 1.
    pub turn: u8,
    pub weather: Weather,
    /// Who has air observation this turn (R10).
    pub observation: PerSide<bool>,
    /// Whose phase it is.
    pub active: Side,
    pub step: Step,
    /// The step has found something to decide and waits for it.
    pub open: bool,
    /// Bombardments that are declared, and the answers to them.
    pub bombardments: Vec<Barrage>,
    pub answers: Vec<Barrage>,
    /// Guns whose factors counter-battery fire has halved (R9).
    pub halved: Units,
    /// Air missions that are declared.
    pub flights: SmallVec<[Square; 2]>,
    /// The off-map mission that is declared.
    pub off_map: Option<Square>,
    /// The assaults of this phase.
    pub fights: Vec<Fight>,
    /// R22 What the one coordination roll of this phase has said, once it was made.
    pub coordinated: Option<Coordinated>,
    /// Command resources that are left in this phase.
    pub resources: Resources,
    /// What is pending within the step, the last first.
    pub frames: SmallVec<[Frame; 2]>,
    /// Operations that were bought: a bit for each of the side's six.
    pub bought: PerSide<u8>,
    /// The objectives that the Allies have drawn, and what holding them has brought so far; none where all count.
    pub drawn: Option<Secret<Drawn>>,
    /// Objectives that the Allied player has shown.
    pub shown: u16,
    /// Objectives that an Allied unit has entered.
    pub reached: u16,
    /// Objectives may still be changed (R28).
    pub may_change: bool,
    /// Squares under which a mine has gone up (R43).
    pub mined: SmallVec<[Square; 4]>,
    /// Squares that may still be dug, mines that may still be laid.
    pub left_to_place: u8,
    /// Points for steps lost, headquarters, operations and quiet turns, in halves.
    pub points: PerSide<u16>,
    /// Points for objectives held turn by turn, where all know them (R45).
    pub held_points: u16,
    /// What counts for replacements this turn (12.1.1).
    pub cost: PerSide<Cost>,
    /// British units have assaulted in this turn; attack planning is on (R23).
    pub british_assaulted: bool,
    pub attack_planning: bool,
    /// R37 A square has broken off in this movement step.
    pub broke_off: bool,
    /// Whose unit a roll is for, where that is not the one whose phase it is.
    pub(super) rolling: Option<Side>,
    /// Replacement steps to be placed.
    pub replacements: u8,
}

/// The objectives that the Allied player has drawn (R28).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// The five, by their places in the list, in rising order.
    pub goals: SmallVec<[u8; 5]>,
    /// Points for those held turn by turn (R45).
    pub points: u16,
}

impl Drawn {
    /// The objectives without some of them.
    pub(super) fn but(&self, some: &[u8]) -> SmallVec<[u8; 5]> {
        self.goals.iter().copied().filter(|goal| !some.contains(goal)).collect()
    }
}

/// Guns that fire at a square.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Barrage {
    pub target: Square,
    pub guns: Units,
}

/// What British and French may do together in a phase (11.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct Coordinated {
    pub joins: Joins,
    /// The country that advances, where a second roll has said so.
    pub advances: Option<Nation>,
}

/// Who of a combined assault takes part in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joins {
    /// The units of one country.
    OneCountry,
    /// So many units of each country.
    OfEach(u8),
    /// All (R42).
    All,
}

/// What counts for replacements (12.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Cost {
    pub assaults: u8,
    pub steps: u8,
    pub disordered: u8,
}

/// The steps of the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the sequence")]
pub enum Step {
    Operations,
    Objectives,
    Dig,
    Hide,
    Mines,
    Weather,
    Declare,
    Answer,
    Bombard,
    Movement,
    Commit,
    Coordinate,
    CommandCenter,
    Support,
    DefensiveFire,
    Assaults,
    EndOfPhase,
    VictoryPoints,
    Replacements,
    Rally,
    Over,
}

impl State {
    /// The state before anything has happened.
    pub fn of(battle: &Setting<Battle>, handicap: i16) -> State {
        let scenario = battle.scenario();
        let unit = |(number, listed): (u16, &Listed)| Fielded {
            at: match listed.at {
                Some(Start::At(square)) => Station::On(square),
                Some(Start::Turn { turn, at: Some(at) }) => Station::Waiting { turn, at },
                _ => Station::NotBought,
            },
            left: battle.ratings(UnitId(number)).steps - listed.lost,
            marks: Marks::default(),
            corps: listed.corps,
            piece: 0,
            next: None,
            began: None,
        };
        let mut state = State {
            battle: battle.clone(),
            handicap,
            units: (0..).zip(&scenario.units).map(unit).collect(),
            heads: vec![None; SQUARES],
            appeared: Vec::new(),
            allied: scenario.allied,
            dug: scenario.dug,
            interdicted: PerSide::default(),
            engaged: SmallVec::new(),
            turn: 0,
            weather: Weather::Fair,
            observation: PerSide::default(),
            active: Side::Allied,
            step: if scenario.operations { Step::Operations } else { Step::Mines },
            open: false,
            bombardments: Vec::new(),
            answers: Vec::new(),
            halved: Units::new(),
            flights: SmallVec::new(),
            off_map: None,
            fights: Vec::new(),
            coordinated: None,
            resources: Resources::NONE,
            frames: SmallVec::new(),
            bought: PerSide::default(),
            drawn: None,
            shown: 0,
            reached: 0,
            may_change: false,
            mined: SmallVec::new(),
            left_to_place: if scenario.operations { 0 } else { scenario.mines.len() as u8 },
            points: PerSide::default(),
            held_points: 0,
            cost: PerSide::default(),
            british_assaulted: false,
            attack_planning: true,
            broke_off: false,
            rolling: None,
            replacements: 0,
        };
        // What has to be bought is not on its way.
        if scenario.operations {
            for unit in state.battle.bought(7, 7) {
                state.units[unit.index()].at = Station::NotBought;
            }
        }
        for number in 0..state.units.len() as u16 {
            let unit = UnitId(number);
            if let Station::On(square) = state.unit(unit).at {
                state.units[unit.index()].at = Station::NotBought;
                state.put(unit, square);
            }
        }
        state.reached = 0;
        state
    }

    /// The date of this turn (R2).
    pub fn date(&self) -> Date {
        let first = self.battle.scenario().begins as usize;
        Date::ALL[(first + usize::from(self.turn.saturating_sub(1))).min(Date::ALL.len() - 1)]
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Fielded {
        &self.units[unit.index()]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Fielded {
        &mut self.units[unit.index()]
    }

    /// The marks of a unit, to be changed.
    pub(super) fn mark(&mut self, unit: UnitId) -> &mut Marks {
        &mut self.units[unit.index()].marks
    }

    /// Does this mark lie on a unit?
    pub fn is(&self, unit: UnitId, mark: Marks) -> bool {
        self.unit(unit).marks.has(mark)
    }

    /// A unit as the order of battle has it.
    pub fn listed(&self, unit: UnitId) -> &Listed {
        self.battle.listed(unit)
    }

    /// Is there a unit of this number?
    pub fn knows(&self, unit: UnitId) -> bool {
        unit.index() < self.units.len()
    }

    /// What it is; none for a headquarters.
    pub fn kind(&self, unit: UnitId) -> Option<Kind> {
        self.listed(unit).kind
    }

    /// Is it a headquarters?
    pub fn is_hq(&self, unit: UnitId) -> bool {
        self.kind(unit).is_none()
    }

    /// Is it artillery?
    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.kind(unit).is_some_and(Kind::is_artillery)
    }

    /// Whose it is.
    pub fn nation(&self, unit: UnitId) -> Nation {
        self.listed(unit).nation
    }

    /// Its side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.nation(unit).into()
    }

    /// What it is called.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.listed(unit).name
    }

    /// Where it stands, if it is on the map.
    pub fn square(&self, unit: UnitId) -> Option<Square> {
        self.unit(unit).square()
    }

    /// Its ratings at full strength.
    pub fn ratings(&self, unit: UnitId) -> Ratings {
        self.battle.ratings(unit)
    }

    /// R3 A rating in proportion to its steps.
    pub fn rated(&self, unit: UnitId, of: impl Fn(Ratings) -> u8) -> u8 {
        let ratings = self.ratings(unit);
        ratings.reduced(of(ratings), self.unit(unit).left)
    }

    /// R14, R28 Its morale, with the better training that was bought.
    pub fn morale(&self, unit: UnitId) -> u8 {
        self.listed(unit).morale + u8::from(self.is_trained(unit))
    }

    /// R28 Has its side bought better training?
    pub fn is_trained(&self, unit: UnitId) -> bool {
        self.side(unit) == Side::Allied && self.has_bought(Operation::TrainTroops)
    }

    /// R24 Its defence: broken-down tanks have 1.
    pub fn defence(&self, unit: UnitId) -> u8 {
        if self.is(unit, Marks::BROKEN) { 1 } else { self.rated(unit, |ratings| ratings.defence) }
    }

    /// The handle that eyes know a unit by. Concealed guns have one of their own, for those who know of them.
    pub fn piece(&self, unit: UnitId) -> PieceId {
        match self.unit(unit).piece {
            0 => CONCEALED + u32::from(unit.0),
            piece => u32::from(piece) - 1,
        }
    }

    /// All units of a side that are on the map.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.battle.side(side).iter().copied().filter(|&unit| self.square(unit).is_some())
    }

    /// All units of both sides.
    pub fn all(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The units and headquarters in a square.
    pub fn stack(&self, square: Square) -> impl Iterator<Item = UnitId> + Clone + '_ {
        std::iter::successors(self.heads[square.index()], |unit| self.units[unit.index()].next)
    }

    /// The units in a square, headquarters apart.
    pub fn units_in(&self, square: Square) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.stack(square).filter(|&unit| !self.is_hq(unit))
    }

    /// Whose units are in a square.
    pub fn side_at(&self, square: Square) -> Option<Side> {
        self.heads[square.index()].map(|unit| self.side(unit))
    }

    /// Who holds a square.
    pub fn holder(&self, square: Square) -> Side {
        if self.allied.has(square) { Side::Allied } else { Side::German }
    }

    /// R4 Is there room for one more unit?
    pub fn has_room(&self, square: Square) -> bool {
        self.units_in(square).count() < MOST_STACKED
    }

    /// Is a square on the part of the map that is played on, and not closed (R48)?
    pub fn is_open(&self, square: Square) -> bool {
        self.battle.open(self.turn).has(square)
    }

    /// Puts a unit into a square, which then is its side's.
    pub fn put(&mut self, unit: UnitId, square: Square) {
        self.lift(unit);
        let side = self.side(unit);
        let head = self.heads[square.index()];
        let fielded = &mut self.units[unit.index()];
        (fielded.at, fielded.next) = (Station::On(square), head);
        self.heads[square.index()] = Some(unit);
        if self.units[unit.index()].piece == 0 {
            self.appeared.push(unit);
            self.units[unit.index()].piece = self.appeared.len() as u16;
        }
        if side == Side::Allied {
            self.allied.add(square);
            let reached = self.battle.scenario().objectives.iter().position(|goal| goal.at == square);
            self.reached |= reached.map_or(0, |goal| 1 << goal);
        } else {
            self.allied.remove(square);
        }
    }

    /// Takes a unit off the map.
    pub fn take(&mut self, unit: UnitId, to: Station) {
        self.lift(unit);
        self.units[unit.index()].at = to;
    }

    fn lift(&mut self, unit: UnitId) {
        let Station::On(square) = self.unit(unit).at else { return };
        let next = self.units[unit.index()].next.take();
        if self.heads[square.index()] == Some(unit) {
            self.heads[square.index()] = next;
        } else {
            let before = self.stack(square).find(|before| self.unit(*before).next == Some(unit));
            if let Some(before) = before {
                self.units[before.index()].next = next;
            }
        }
        // R21 A headquarters alone is engaged with nobody.
        if self.units_in(square).next().is_none() {
            self.engaged.retain(|(one, other)| *one != square && *other != square);
        }
    }

    /// R21 Is a square engaged?
    pub fn is_engaged(&self, square: Square) -> bool {
        self.engaged.iter().any(|(one, other)| *one == square || *other == square)
    }

    /// R21 All squares that are engaged.
    pub fn engaged_squares(&self) -> SquareSet {
        self.engaged.iter().flat_map(|&(one, other)| [one, other]).collect()
    }

    /// R21 Are two squares engaged with one another?
    pub fn are_engaged(&self, one: Square, other: Square) -> bool {
        self.engaged.iter().any(|pair| *pair == (one, other) || *pair == (other, one))
    }

    /// R5 Does a unit control the squares around it? Good-order infantry, cavalry and running tanks do.
    pub fn controls(&self, unit: UnitId) -> bool {
        let kind = matches!(self.kind(unit), Some(Kind::Infantry | Kind::Cavalry | Kind::Tanks));
        kind && !self.is(unit, Marks::DISRUPTED.and(Marks::BROKEN))
    }

    /// R5 Is a square in a zone of control of a side? It does not cross the Somme but at a major road.
    pub fn in_zoc(&self, square: Square, of: Side) -> bool {
        square.neighbours().any(|(way, next)| {
            self.side_at(next) == Some(of)
                && self.battle.map().is_open(square, way)
                && self.stack(next).any(|unit| self.controls(unit))
        })
    }

    /// R33 The trench of a square that serves a side.
    pub fn trench(&self, square: Square, side: Side) -> Option<crate::terrain::Terrain> {
        let map = self.battle.map().land(square).trench.filter(|trench| trench.side() == side);
        let dug = self.dug[side].has(square).then_some(crate::terrain::Terrain::SecondaryTrench);
        // A captor has lost the trench until he consolidates: one that the other side dug serves nobody else.
        map.map(crate::scenario::Trench::terrain).or(dug)
    }

    /// R31 Is an empty trench square an outpost of a side?
    pub fn is_outpost(&self, square: Square, of: Side) -> bool {
        self.is_outpost_if_covered(square, of)
            && square.neighbours().any(|(way, next)| {
                self.side_at(next) == Some(of)
                    && self.battle.map().is_open(square, way)
                    && self.stack(next).any(|unit| self.covers(unit))
            })
    }

    /// R31 Is a square an empty trench of a side, which a regiment beside it would make an outpost?
    pub(super) fn is_outpost_if_covered(&self, square: Square, of: Side) -> bool {
        self.side_at(square).is_none()
            && self.holder(square) == of
            && self.is_open(square)
            && self.trench(square, of).is_some()
    }

    /// R31 Does a unit cover empty trenches beside it?
    pub(super) fn covers(&self, unit: UnitId) -> bool {
        self.kind(unit) == Some(Kind::Infantry) && !self.is(unit, Marks::DISRUPTED)
    }

    /// Has its side bought an operation?
    pub fn has_bought(&self, operation: Operation) -> bool {
        self.bought[operation.side()] & operation.bit() != 0
    }

    /// The corps of a unit.
    pub fn corps(&self, unit: UnitId) -> &crate::scenario::Corps {
        &self.battle.scenario().corps[usize::from(self.unit(unit).corps)]
    }

    /// What a square is called: 'Montauban (p25)'.
    pub fn place_name(&self, square: Square) -> impl fmt::Display {
        let name = self.battle.map().name(square);
        fmt::from_fn(move |f| match name {
            Some(name) => write!(f, "{name} ({square})"),
            None => write!(f, "{square}"),
        })
    }

    /// The part of the map that is drawn begins here, in hundredths of a square.
    pub(super) fn origin(&self) -> (i64, i64) {
        let window = self.battle.scenario().window;
        (100 * i64::from(window.west), 100 * i64::from(window.north))
    }

    /// The middle of a square as it is drawn.
    pub(super) fn middle(&self, square: Square) -> (i64, i64) {
        let (x, y) = self.origin();
        (100 * i64::from(square.column()) + 50 - x, 100 * i64::from(square.row()) + 50 - y)
    }
}

/// Handles of concealed guns begin here; only their owner ever sees them.
const CONCEALED: u32 = 0x1_0000;

// Squares are kept in one byte a column and a row.
const _: () = assert!(GRID.columns() == 30 && GRID.rows() == 42);
