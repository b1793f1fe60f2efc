//! The whole state of a battle.

use super::units::MOST_FIELDED;
use super::{
    Battle, Fielded, Frame, Marker, Marks, PerSide, PerSquare, Piece, Side, Square, SquareSet, Station, UnitId, Units,
};
use crate::scenario::{AssetKind, Start};
use crate::unit::{Unit, fit_together};
use kernel::game::Setting;
use kernel::procedure::{Choice, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Everything that is so. It is flat and small: numbers, bit sets and short lists.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct State {
    pub battle: Setting<Battle>,
    /// The units, by number.
    pub units: SmallVec<[Fielded; MOST_FIELDED]>,
    /// The units in each square.
    pub at: PerSquare<Units>,
    /// The squares that each side has units in.
    pub held: PerSide<SquareSet>,
    /// The commanders; one who is lost is nowhere (R16).
    pub commanders: PerSide<Option<Square>>,
    /// The barrages that each side has laid.
    pub barrages: PerSide<Barrages>,
    /// Markers of the higher command (R16).
    pub orders: HigherOrders,
    /// Squares that morale has made steady this turn (28:steady).
    pub steady: SquareSet,
    /// Squares that were assaulted this turn (19:7).
    pub assaulted: SquareSet,
    /// Squares that took part in an assault this turn, on either side (R8).
    pub engaged: SquareSet,
    /// Squares that have shot this turn.
    pub shot: SquareSet,
    /// A shock assault is at hand this turn (R15).
    pub shock: bool,
    /// The active player's commander has moved this turn.
    pub commander_moved: bool,
    /// The assets that are left: a bit for each of the army list (R15).
    pub assets: PerSide<u16>,
    /// Who held each objective last (R19).
    pub objectives: SmallVec<[Side; 3]>,
    /// Half bases that each side has lost (R19).
    pub lost: PerSide<u16>,
    /// What is left of the countdown (R18).
    pub countdown: u8,
    /// The turn of both players, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub active: Side,
    pub step: TurnStep,
    /// The step has found something to decide and waits for it.
    pub open: bool,
    /// The first square in the order of this step that can still be acted with (R1).
    pub cursor: u8,
    /// Units that have been placed in the set-up (R6); in a commander's case his side.
    pub deployed: Units,
    /// Commanders that have been placed in the set-up.
    pub commanders_deployed: PerSide<bool>,
    /// What is pending within the step, the last first.
    pub frames: SmallVec<[Frame; 2]>,
}

/// The barrages of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Barrages {
    /// Barrage markers in each square, gas not counted.
    pub markers: PerSquare<u8>,
    /// The squares with such markers.
    pub lies: SquareSet,
    /// The squares closed by suppression.
    pub suppression: SquareSet,
    /// The squares with gas.
    pub gas: SquareSet,
}

/// The markers of the active player's higher command, and where it has tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "squares by their markers")]
pub struct HigherOrders {
    /// Attempts left this turn.
    pub attempts: u8,
    /// Squares it has tried for this turn.
    pub tried: SquareSet,
    pub fighting_bonus: SquareSet,
    pub morale_bonus: SquareSet,
    pub hold_the_line: SquareSet,
}

impl HigherOrders {
    /// The squares with a marker.
    pub fn marked(&mut self, marker: Marker) -> &mut SquareSet {
        match marker {
            Marker::FightingBonus => &mut self.fighting_bonus,
            Marker::MoraleBonus => &mut self.morale_bonus,
            Marker::HoldTheLine => &mut self.hold_the_line,
        }
    }
}

/// The steps of a game: set-up, the eleven steps of a turn (19), the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "steps by their printed names, in their order")]
pub enum TurnStep {
    /// The active player sets up (R6).
    SetUp,
    /// The attacker lays the preliminary barrage (R6).
    Preliminary,
    Gas,
    Assets,
    HigherCommand,
    Morale,
    Movement,
    Assaults,
    /// The opponent shoots.
    Shooting,
    CommandMarkers,
    BarrageMarkers,
    Reinforcements,
    Countdown,
    Over,
}

impl State {
    /// The state before the set-up: all as the scenario has it.
    pub fn of(battle: &Setting<Battle>) -> State {
        let assets = PerSide::of(|side| {
            let usable = |(_, kind): &(usize, AssetKind)| *kind != AssetKind::Rolling || side == Side::Attacker;
            let kinds = battle.army(side).assets.iter().map(|asset| asset.kind).enumerate();
            kinds.filter(usable).fold(0, |bits, (place, _)| bits | 1 << place)
        });
        let mut state = State {
            units: SmallVec::new(),
            at: PerSquare::default(),
            held: PerSide::default(),
            commanders: PerSide::of(|side| Some(battle.army(side).commander.into())),
            barrages: PerSide::default(),
            orders: HigherOrders::default(),
            steady: SquareSet::NONE,
            assaulted: SquareSet::NONE,
            engaged: SquareSet::NONE,
            shot: SquareSet::NONE,
            shock: false,
            commander_moved: false,
            assets,
            objectives: battle.scenario().objectives.iter().map(|_| Side::Defender).collect(),
            lost: PerSide::default(),
            countdown: battle.scenario().countdown,
            turn: 1,
            active: Side::Defender,
            step: TurnStep::SetUp,
            open: false,
            cursor: 0,
            deployed: Units::NONE,
            commanders_deployed: PerSide::default(),
            frames: SmallVec::new(),
            battle: battle.clone(),
        };
        for (side, listed) in battle.scenario().listed() {
            let id = UnitId(state.units.len() as u8);
            let (kind, quality) = (listed.kind, listed.quality);
            let (left, marks) = (kind.half_bases(), Marks::default());
            state.units.push(Fielded { kind, quality, side, left, at: Station::Waiting, casualties: 0, marks });
            if let Start::Square(square) = listed.at {
                state.put(id, square.into());
            }
        }
        state
    }

    /// Who acts in this step: it is the opponent who shoots (19:7).
    pub fn acting(&self) -> Side {
        if self.step == TurnStep::Shooting { self.active.other() } else { self.active }
    }

    /// A unit of the battle, wherever it is.
    pub fn unit(&self, unit: UnitId) -> &Fielded {
        &self.units[usize::from(unit.0)]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Fielded {
        &mut self.units[usize::from(unit.0)]
    }

    /// The units of a side, wherever they are.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = (UnitId, &Fielded)> {
        let all = self.units.iter().enumerate().map(|(number, unit)| (UnitId(number as u8), unit));
        all.filter(move |(_, unit)| unit.side == side)
    }

    /// The units of a side that wait off the table.
    pub fn waiting(&self, side: Side) -> Units {
        self.units_of(side).filter(|(_, unit)| unit.at == Station::Waiting).map(|(id, _)| id).collect()
    }

    /// Those of some units that are still on the table.
    pub fn standing(&self, units: Units) -> Units {
        self.those(units, |unit| matches!(unit.at, Station::On(_)))
    }

    /// Those of some units that are so.
    pub fn those(&self, units: Units, is: impl Fn(&Fielded) -> bool) -> Units {
        units.iter().filter(|&unit| is(self.unit(unit))).collect()
    }

    /// Some units as situations have them.
    pub fn as_units(&self, units: Units) -> Vec<Unit> {
        units.iter().map(|unit| self.unit(unit).unit()).collect()
    }

    /// Who has units in a square.
    pub fn holder(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.held[side].has(square))
    }

    /// R4 Is there room in a square for these units as well?
    pub fn has_room(&self, square: Square, more: Units) -> bool {
        fit_together((self.at[square] | more).iter().map(|unit| self.unit(unit).kind))
    }

    /// The squares closed by suppression, whoever laid it (22:suppression-closed).
    pub fn closed(&self) -> SquareSet {
        self.barrages.attacker.suppression | self.barrages.defender.suppression
    }

    /// The squares with gas, whoever laid it.
    pub fn gas(&self) -> SquareSet {
        self.barrages.attacker.gas | self.barrages.defender.gas
    }

    /// The squares with any barrage marker in them, gas included.
    pub fn barraged(&self) -> SquareSet {
        self.barrages.attacker.lies | self.barrages.defender.lies | self.gas()
    }

    /// Barrage markers in a square, gas included (R14).
    pub fn barrage_markers(&self, square: Square) -> u8 {
        let of = |laid: &Barrages| laid.markers[square] + u8::from(laid.gas.has(square));
        of(&self.barrages.attacker) + of(&self.barrages.defender)
    }

    /// Squares next to units of the enemy of a side.
    pub fn beside_enemy(&self, side: Side) -> SquareSet {
        self.held[side.other()].neighbours()
    }

    /// Is a winning-the-fight marker in this square?
    pub fn is_winning(&self, square: Square) -> bool {
        self.at[square].iter().any(|unit| self.unit(unit).marks.has(Marks::WINNING))
    }

    /// The objective in a square, by its place.
    pub fn objective(&self, square: Square) -> Option<usize> {
        self.battle.scenario().objectives.iter().position(|&at| Square::from(at) == square)
    }

    /// What a unit is called.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.battle.unit(unit).name
    }

    /// What a piece is called.
    pub fn piece_name(&self, piece: Piece) -> String {
        match piece {
            Piece::Unit(unit) => self.name(unit).to_owned(),
            Piece::Commander(side) => format!("the {side}'s commander"),
        }
    }

    /// Refuses a unit that is not this side's.
    pub fn check_own(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        match self.units.get(usize::from(unit.0)) {
            Some(fielded) if fielded.side == side => Ok(()),
            Some(_) => Err(Refusal::of(format!("{} is not yours", self.name(unit)))),
            None => Err(Refusal::of(format!("there is no unit {}", unit.0))),
        }
    }

    /// Puts a unit into a square, where an objective is then its side's (R19).
    pub fn put(&mut self, unit: UnitId, square: Square) {
        self.lift(unit);
        let side = self.unit(unit).side;
        self.unit_mut(unit).at = Station::On(square);
        self.at[square].add(unit);
        self.held[side].add(square);
        if let Some(objective) = self.objective(square) {
            self.objectives[objective] = side;
        }
    }

    /// Takes a unit off the table: to wait, or lost.
    pub fn take(&mut self, unit: UnitId, to: Station) {
        self.lift(unit);
        self.unit_mut(unit).at = to;
    }

    fn lift(&mut self, unit: UnitId) {
        let Fielded { at, side, .. } = *self.unit(unit);
        if let Station::On(square) = at {
            self.at[square].remove(unit);
            if self.at[square].is_empty() {
                self.held[side].remove(square);
            }
        }
    }

    /// A unit loses half bases; with the last of them it is gone. Is it?
    pub fn lose(&mut self, unit: UnitId, half_bases: u8) -> bool {
        let side = self.unit(unit).side;
        let lost = half_bases.min(self.unit(unit).left);
        self.lost[side] += u16::from(lost);
        self.unit_mut(unit).left -= lost;
        let gone = self.unit(unit).left == 0;
        if gone {
            self.take(unit, Station::Lost);
        }
        gone
    }
}
