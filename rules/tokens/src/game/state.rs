//! Everything that is so.

use super::activate::Activate;
use super::continuing::Continue;
use super::pursuit::Pursue;
use super::react::React;
use super::seize::Seize;
use super::shoot::Shoot;
use super::{Asking, Battle, Course, Land, Leader, PerSide, Piece, Place, Side, Tokens, UnitId};
use crate::army_morale::Army;
use field::{Circle, Footprint, INCH, Point};
use kernel::game::{Decide, Due, Dues, Secret, Setting};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario.
    pub(super) battle: Setting<Battle>,
    /// The turn, from 1.
    pub turn: u8,
    /// How many orders have been carried out.
    pub step: u32,
    /// Where the turn stands.
    pub phase: Phase,
    /// Who has the initiative.
    pub active: Side,
    /// The tokens that each side has still to spend.
    pub tokens: PerSide<u8>,
    /// Has the active side spent a token in this spell (R4)?
    pub spent: bool,
    /// R3 The unit with which the initiative was seized, until it acts.
    pub seized_with: Option<UnitId>,
    /// The activation that is under way.
    pub activation: Option<Activation>,
    /// How many activations there were.
    pub activations: u32,
    /// What is under way in it, the innermost last.
    pub frames: SmallVec<[Frame; 2]>,
    /// The units, lost ones too; the place in the list is the number.
    pub units: Vec<Piece>,
    /// The commanders.
    pub leaders: SmallVec<[Leader; 4]>,
    /// Clouds of smoke.
    pub smoke: SmallVec<[Smoke; 2]>,
    /// Who holds each objective.
    pub holders: SmallVec<[Option<Side>; 8]>,
    /// What each side will answer by itself.
    pub standing: PerSide<Secret<Standing>>,
    /// The side whose dice fall now, for the log.
    pub roller: Side,
    /// How the battle ended.
    pub ending: Option<Ending>,
}

/// Where a turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// It begins: army morale, tokens, initiative.
    Begin,
    /// The active side spends tokens.
    Spell,
    /// The reactive side may seize the initiative (R3).
    Seizing,
}

/// An activation that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activation {
    /// The unit that was activated.
    pub unit: UnitId,
    /// R5 The units that have reacted to it, as bits.
    pub reacted: u64,
    /// R28 The units that have fallen back in it, as bits.
    pub fell_back: u64,
}

/// Something that is under way in an activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Frame {
    /// A move.
    Move(Course),
    /// R7 A unit that has moved may fire.
    Shoot,
    /// R5 (b), R22 (d) The other side may react: only this unit, or all that are near.
    Window { only: Option<UnitId> },
    /// R12 Cavalry that has won may pursue.
    Pursuit { unit: UnitId },
}

/// What a side answers by itself when it is asked for reactions. Only its own player knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Standing {
    /// Nothing: it is asked.
    #[default]
    Ask,
    /// It passes as long as the activation of this number lasts.
    PassActivation { number: u32 },
    /// It passes until an enemy comes within so many inches of a unit.
    PassUntilNear { unit: UnitId, inches: u8 },
    /// This unit fires first, whenever it can.
    First { unit: UnitId },
}

/// R8 A cloud of smoke.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Smoke {
    /// Its middle.
    pub at: Point,
    /// It is gone when this turn ends.
    pub until: u8,
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the objectives, at the turn limit or because both sides lost at once.
    Objectives,
    /// R18 This side's army morale broke.
    Morale(Side),
    /// R26 This side has no units.
    NoUnits(Side),
}

impl Smoke {
    /// R8 The ground that it covers: 4 inches across.
    pub fn cloud(&self) -> Footprint {
        Circle { middle: self.at, diameter: 4 * INCH }.into()
    }
}

impl State {
    /// The state before the first turn.
    pub(super) fn of(battle: &Setting<Battle>) -> State {
        let scenario = battle.scenario();
        let attackers = scenario.attacker.units.len();
        let all = attackers + scenario.defender.units.len();
        let side = |number: usize| if number < attackers { Side::Attacker } else { Side::Defender };
        let leader = |side: Side| {
            let leaders = scenario.army(side).commanders.iter();
            leaders.map(move |leader| Leader { side, at: leader.at, moved: false, lost: false })
        };
        State {
            battle: battle.clone(),
            turn: 1,
            step: 0,
            phase: Phase::Begin,
            active: Side::Attacker,
            tokens: PerSide::default(),
            spent: false,
            seized_with: None,
            activation: None,
            activations: 0,
            frames: smallvec![],
            units: (0..all).map(|number| Piece::of(side(number), battle, UnitId(number as u8))).collect(),
            leaders: Side::BOTH.into_iter().flat_map(leader).collect(),
            smoke: smallvec![],
            holders: scenario.objectives.iter().map(|goal| goal.holder).collect(),
            standing: PerSide::of(|_| Secret::Known(Standing::Ask)),
            roller: Side::Attacker,
            ending: None,
        }
    }

    /// The decisions that are due.
    pub(super) fn due(&self) -> Dues<Tokens> {
        let asks = |side: Side, decision: &'static dyn Decide<Tokens>| {
            Dues::from_iter([Due::of(side.seat(), decision).about(self.step)])
        };
        if self.ending.is_some() {
            return Dues::new();
        }
        let reactive = self.active.other();
        match self.frames.last() {
            Some(Frame::Move(course)) => match course.asking {
                Asking::Reactor => asks(reactive, &React),
                Asking::Mover => asks(self.active, &Continue),
                Asking::Nobody | Asking::Anew => Dues::new(),
            },
            Some(Frame::Shoot) => asks(self.active, &Shoot),
            Some(Frame::Window { .. }) => asks(reactive, &React),
            Some(Frame::Pursuit { unit }) => asks(self.unit(*unit).side, &Pursue),
            None if self.phase == Phase::Seizing => asks(reactive, &Seize),
            None if self.phase == Phase::Begin || self.activation.is_some() => Dues::new(),
            None if self.seized_with.is_some() || self.tokens[self.active] > 0 => asks(self.active, &Activate),
            None => Dues::new(),
        }
    }

    /// The table.
    pub fn land(&self) -> &Land {
        self.battle.land()
    }

    /// The unit of this number.
    pub fn unit(&self, id: UnitId) -> &Piece {
        &self.units[usize::from(id.0)]
    }

    pub(super) fn unit_mut(&mut self, id: UnitId) -> &mut Piece {
        &mut self.units[usize::from(id.0)]
    }

    /// The unit of this number, where there is one on the table.
    pub(super) fn here(&self, id: UnitId) -> Option<&Piece> {
        self.units.get(usize::from(id.0)).filter(|unit| unit.is_here())
    }

    /// All numbers of units.
    pub(super) fn ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The units on the table.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        (0..).map(UnitId).zip(&self.units).filter(|(_, unit)| unit.is_here())
    }

    /// The units of a side on the table.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        self.all().filter(move |(_, unit)| unit.side == side)
    }

    /// The commanders of a side.
    pub fn leaders_of(&self, side: Side) -> impl Iterator<Item = &Leader> {
        self.leaders.iter().filter(move |leader| leader.side == side && !leader.lost)
    }

    /// What a unit is called.
    pub fn name(&self, id: UnitId) -> &str {
        let is_known = usize::from(id.0) < self.units.len();
        if is_known { &self.battle.unit(id).name } else { "a unit that is not there" }
    }

    /// What a commander is called.
    pub fn leader_name(&self, number: usize) -> &str {
        let scenario = self.battle.scenario();
        let mut all = scenario.attacker.commanders.iter().chain(&scenario.defender.commanders);
        all.nth(number).map_or("a commander who is not there", |leader| &leader.name)
    }

    /// The enemy that is nearest to some ground, and how far away it is.
    pub(super) fn nearest_enemy(&self, side: Side, base: &Footprint) -> Option<(i64, UnitId)> {
        self.of_side(side.other()).map(|(id, enemy)| (enemy.base().gap(base), id)).min()
    }

    /// The unit whose activation is under way.
    pub(super) fn acting(&self) -> UnitId {
        self.activation.as_ref().expect("an activation is under way").unit
    }

    /// R26 What a side has and has lost. What left by a scenario's exit is not lost.
    pub(super) fn strength(&self, side: Side) -> Army {
        let mut army = Army { bases_lost: 0, bases_left: 0, units_lost: 0, units_left: 0 };
        for (id, unit) in (0..).map(UnitId).zip(&self.units).filter(|(_, unit)| unit.side == side) {
            let lost = unit.place == Place::Lost;
            let bases = if lost { 0 } else { unit.bases };
            army.bases_left += bases;
            army.bases_lost += self.battle.unit(id).bases - bases;
            army.units_left += u8::from(!lost);
            army.units_lost += u8::from(lost);
        }
        army
    }
}
