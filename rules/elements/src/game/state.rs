//! Everything that is so.

use super::advance::Advance;
use super::command::Command;
use super::dismount::Dismount;
use super::fight::Fight;
use super::fire::Fire;
use super::go_on::GoOn;
use super::movement::Movement;
use super::replace::Replace;
use super::set_up::SetUp;
use super::{Battle, Course, Elements, HIDING, Land, Mark, PerSide, Piece, Place, Side, UnitId};
use crate::catalogue::{Class, Element};
use crate::grade::MoveType;
use crate::quality::Quality;
use field::{Footprint, INCH, Point, Rectangle};
use kernel::game::{Decide, Due, Dues, Secret, Setting};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario.
    pub(super) battle: Setting<Battle>,
    /// The turn, from 1. Each has the attacker's half and then the defender's.
    pub turn: u8,
    /// How many orders have been carried out that everybody saw.
    pub step: u32,
    /// Whose half of the turn it is.
    pub side: Side,
    /// Where it stands.
    pub phase: Phase,
    /// What is under way, the innermost last.
    pub frames: SmallVec<[Frame; 2]>,
    /// The elements that have been seen, removed ones too; the place in the list is the number.
    pub units: Vec<Piece>,
    /// R16 The defender's elements in hiding.
    pub ambush: Secret<Vec<Piece>>,
    /// R25 Screens of smoke.
    pub smoke: SmallVec<[Smoke; 2]>,
    /// R24 Batteries and aircraft on call.
    pub assets: PerSide<SmallVec<[Asset; 4]>>,
    /// R11 Those who may advance after combat.
    pub winners: SmallVec<[Winner; 4]>,
    /// Who holds each objective.
    pub holders: SmallVec<[Option<Side>; 8]>,
    /// The side whose dice fall now, for the log.
    pub roller: Side,
    /// How the battle ended.
    pub ending: Option<Ending>,
}

/// Where a side's half of a turn stands, in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// R13 The sides set up, the defender first.
    SetUp,
    /// 1 Morale tests, until somebody has called.
    Command,
    /// 1b Calls.
    Calls,
    /// 2a Smoke; where nothing was called for, all fire.
    Smoke,
    /// 2c Speculative fire, and direct fire.
    Speculative,
    /// 2d Direct fire.
    Direct,
    /// 3a Close combats.
    Combat,
    /// 3b Advances after combat.
    Advance,
    /// 4a Movement.
    Movement,
    /// 4b Non-combat elements are overrun.
    Overrun,
}

/// Something that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// A move that was interrupted, if it is to be asked for, or goes on.
    Move(Course),
    /// Results:dismount The passengers of an APC became suppressed.
    MayDismount {
        /// The APC.
        vehicle: UnitId,
    },
    /// Overrun:commander A commander is to be replaced.
    Replace {
        /// The commander.
        commander: UnitId,
    },
}

/// R25 A screen of smoke, 4 by 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Smoke {
    /// Its middle.
    pub at: Point,
    /// Its long side lies across this facing, in degrees.
    pub facing: u16,
    /// Who laid it.
    pub side: Side,
    /// It goes at the end of its owner's fire phase of this turn.
    pub until: u8,
}

/// R24 A battery or aircraft on call.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Asset {
    /// Calls that are left.
    pub left: u8,
    /// What was called for this turn.
    pub aimed: Option<Called>,
    /// The point that it fired on, and in which turn.
    pub last: Option<(Point, u8)>,
}

/// Support that was called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Called {
    /// By whom.
    pub caller: UnitId,
    /// On which point.
    pub at: Point,
    /// Smoke across a facing, in place of high explosive.
    pub smoke: Option<u16>,
}

/// R11 An element that may advance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Winner {
    /// Which.
    pub unit: UnitId,
    /// How far: 2 inches, or 3 for an AFV that moves on through the place of those who went (R49).
    pub reach: i64,
    /// The place of those whom an AFV has overrun.
    pub through: Option<Point>,
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the objectives, at the turn limit or because both sides lost at once.
    Objectives,
    /// R17 This side has lost half of its combat elements.
    Broken(Side),
}

/// R9 How near bases are that touch: what is left of a hundredth by rounding does not count.
pub(crate) const TOUCH: i64 = 4;

impl Asset {
    /// R24 Can it be called: one call a turn, of as many as it has? A call that was not answered is none.
    pub(super) fn is_open(&self) -> bool {
        self.left > 0 && self.aimed.is_none()
    }
}

impl Smoke {
    /// R12 The ground that it covers: 4 by 1.
    pub fn screen(&self) -> Footprint {
        Rectangle::screen(self.at, 4 * INCH, INCH, field::Facing::of(self.facing.into())).into()
    }
}

impl State {
    /// The state before the set-up.
    pub(super) fn of(battle: &Setting<Battle>) -> State {
        let scenario = battle.scenario();
        let mut units = Vec::new();
        for side in Side::BOTH {
            let first = units.len() as u8;
            for (number, listed) in scenario.army(side).elements.iter().enumerate() {
                let mut piece = listed.piece(side, number as u8);
                piece.aboard = listed.aboard.map(|vehicle| UnitId(first + vehicle));
                units.push(piece);
            }
        }
        let asset = |calls: u8| Asset { left: calls, aimed: None, last: None };
        State {
            battle: battle.clone(),
            turn: 1,
            step: 0,
            side: Side::Defender,
            phase: Phase::SetUp,
            frames: SmallVec::new(),
            units,
            ambush: Secret::Known(Vec::new()),
            smoke: SmallVec::new(),
            assets: PerSide::of(|side| scenario.army(side).support.iter().map(|listed| asset(listed.calls)).collect()),
            winners: SmallVec::new(),
            holders: scenario.objectives.iter().map(|goal| goal.holder).collect(),
            roller: Side::Defender,
            ending: None,
        }
    }

    /// The decisions that are due.
    pub(super) fn due(&self) -> Dues<Elements> {
        let asks = |side: Side, decision: &'static dyn Decide<Elements>| {
            Dues::from_iter([Due::of(side.seat(), decision).about(self.step)])
        };
        if self.ending.is_some() {
            return Dues::new();
        }
        match self.frames.last() {
            Some(Frame::Move(course)) if course.asking => return asks(self.unit(course.unit).side, &GoOn),
            Some(Frame::Move(_)) => return Dues::new(),
            Some(Frame::MayDismount { vehicle }) => return asks(self.unit(*vehicle).side, &Dismount),
            Some(Frame::Replace { commander }) => return asks(self.unit(*commander).side, &Replace),
            None => {}
        }
        match self.phase {
            Phase::SetUp if self.sets_up(self.side) => asks(self.side, &SetUp),
            Phase::Command | Phase::Calls if super::command::can_command(self) => asks(self.side, &Command),
            Phase::Smoke if self.awaits_support() && !super::smoke::can_smoke(self) => Dues::new(),
            Phase::Smoke | Phase::Speculative | Phase::Direct => asks(self.side, &Fire),
            Phase::Combat if super::combat::fights(self).len() > 1 => asks(self.side, &Fight),
            Phase::Advance => match self.winners.first() {
                Some(winner) => asks(self.unit(winner.unit).side, &Advance),
                None => Dues::new(),
            },
            Phase::Movement => asks(self.side, &Movement),
            Phase::SetUp | Phase::Command | Phase::Calls | Phase::Combat | Phase::Overrun => Dues::new(),
        }
    }

    /// Has a side anything to decide at the set-up?
    pub(super) fn sets_up(&self, side: Side) -> bool {
        let scenario = self.battle.scenario();
        !scenario.fixed_setup || side == Side::Defender && scenario.defender.hides > 0
    }

    /// Is support on its way that does not lay smoke?
    pub(super) fn awaits_support(&self) -> bool {
        self.assets[self.side].iter().any(|asset| asset.aimed.is_some_and(|called| called.smoke.is_none()))
    }

    /// The table.
    pub fn land(&self) -> &Land {
        self.battle.land()
    }

    /// The defender's elements in hiding, as far as these eyes see them.
    pub(super) fn ambush(&self) -> &[Piece] {
        self.ambush.known().map_or(&[], Vec::as_slice)
    }

    /// The element of this number, where these eyes see one.
    pub fn get(&self, id: UnitId) -> Option<&Piece> {
        match id.0.checked_sub(HIDING) {
            None => self.units.get(usize::from(id.0)),
            Some(slot) => self.ambush().iter().find(|piece| piece.listed == slot),
        }
    }

    /// The element of this number.
    pub fn unit(&self, id: UnitId) -> &Piece {
        self.get(id).expect("an element that these eyes see")
    }

    pub(super) fn unit_mut(&mut self, id: UnitId) -> &mut Piece {
        let found = match (id.0.checked_sub(HIDING), &mut self.ambush) {
            (None, _) => self.units.get_mut(usize::from(id.0)),
            (Some(slot), Secret::Known(ambush)) => ambush.iter_mut().find(|piece| piece.listed == slot),
            (Some(_), Secret::Hidden) => None,
        };
        found.expect("an element of a whole state")
    }

    /// Marks an element.
    pub(super) fn mark(&mut self, id: UnitId, mark: Mark) {
        self.unit_mut(id).marks.add(mark);
    }

    /// The elements whose bases stand on the table for all to see.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        (0..).map(UnitId).zip(&self.units).filter(|(_, piece)| piece.stands())
    }

    /// Those of a side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        self.all().filter(move |(_, piece)| piece.side == side)
    }

    /// Those in hiding, as far as these eyes see them.
    pub(super) fn hidden(&self) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        self.ambush().iter().map(|piece| (UnitId(HIDING + piece.listed), piece))
    }

    /// Those of a side, and those in hiding that these eyes see.
    pub(super) fn own(&self, side: Side) -> impl Iterator<Item = (UnitId, &Piece)> + Clone {
        self.of_side(side).chain(self.hidden().filter(move |(_, piece)| piece.side == side))
    }

    /// All numbers of elements that these eyes know of.
    pub(super) fn ids(&self) -> impl Iterator<Item = UnitId> + Clone {
        (0..self.units.len() as u8).map(UnitId).chain(self.hidden().map(|(id, _)| id))
    }

    /// What an element is.
    pub fn element(&self, id: UnitId) -> &'static Element {
        self.battle.listed(self.unit(id)).element
    }

    /// How good its men are.
    pub fn quality(&self, id: UnitId) -> Quality {
        self.battle.listed(self.unit(id)).quality
    }

    /// What it is called.
    pub fn name(&self, id: UnitId) -> &str {
        self.get(id).map_or("an element that is not there", |piece| &self.battle.listed(piece).name)
    }

    /// Those who ride in or on an element; a limbered gun does not.
    pub fn riders(&self, id: UnitId) -> SmallVec<[UnitId; 4]> {
        self.carried(id).filter(|rider| !self.unit(*rider).is(Mark::TOWED)).collect()
    }

    /// The gun that is limbered to an element.
    pub fn tow(&self, id: UnitId) -> Option<UnitId> {
        self.carried(id).find(|rider| self.unit(*rider).is(Mark::TOWED))
    }

    /// The element, or the vehicle that it is aboard.
    pub(super) fn carrier(&self, id: UnitId) -> &Piece {
        self.unit(self.unit(id).aboard.unwrap_or(id))
    }

    /// Riders and limbered guns.
    pub(super) fn carried(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let all = (0..).map(UnitId).zip(&self.units);
        let aboard = all.filter(move |(_, piece)| piece.aboard == Some(id) && piece.place != Place::Removed);
        aboard.map(|(id, _)| id)
    }

    /// R23, Overrun:non-combat Is it a combat element? Transports are only as long as they carry or tow something.
    pub fn is_combat(&self, id: UnitId) -> bool {
        let element = self.element(id);
        match element.figures.class {
            Class::Commander | Class::Foo | Class::Aircraft => false,
            Class::Apc | Class::SoftVehicle => self.carried(id).next().is_some(),
            _ => true,
        }
    }

    /// The row of the movement chart that it moves by.
    pub(super) fn row(&self, id: UnitId) -> MoveType {
        // Movement:man-portable What is broken down moves as infantry.
        if self.unit(id).is(Mark::PACKED) { MoveType::Inf } else { self.element(id).values.moves }
    }

    /// R9 Do two elements touch?
    pub(super) fn touch(&self, one: UnitId, other: UnitId) -> bool {
        let (one, other) = (self.unit(one), self.unit(other));
        one.is_about(other.at, TOUCH) && one.base().within(&other.base(), TOUCH)
    }

    /// The enemies that an element touches.
    pub(super) fn touched(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.touched_at(self.unit(id).side, self.unit(id).base())
    }

    /// The enemies of a side that a base touches.
    pub(super) fn touched_at(&self, side: Side, base: Footprint) -> impl Iterator<Item = UnitId> {
        let middle = base.middle();
        let touches =
            move |(_, enemy): &(UnitId, &Piece)| enemy.is_about(middle, TOUCH) && enemy.base().within(&base, TOUCH);
        self.of_side(side.other()).filter(touches).map(|(enemy, _)| enemy)
    }

    /// Is an element in contact with the enemy?
    pub(super) fn is_in_contact(&self, id: UnitId) -> bool {
        self.touched(id).next().is_some()
    }

    /// The enemy that is nearest to an element, among those that all see.
    pub(super) fn nearest_enemy(&self, side: Side, base: &Footprint) -> Option<(i64, UnitId)> {
        self.nearest_enemy_that(side, base, |_| true)
    }

    /// The nearest of those of which this holds; it is asked only of who is nearer than all before him.
    pub(super) fn nearest_enemy_that(
        &self,
        side: Side,
        base: &Footprint,
        holds: impl Fn(&Footprint) -> bool,
    ) -> Option<(i64, UnitId)> {
        let mut nearest: Option<(i64, UnitId)> = None;
        for (id, enemy) in self.of_side(side.other()) {
            if nearest.is_none_or(|(gap, _)| enemy.is_about(base.middle(), gap)) {
                let theirs = enemy.base();
                let found = (theirs.gap(base), id);
                if nearest.is_none_or(|known| found < known) && holds(&theirs) {
                    nearest = Some(found);
                }
            }
        }
        nearest
    }

    /// Is a base within 4 of a table edge that is not its side's own?
    pub(super) fn is_at_foreign_edge(&self, side: Side, base: &Footprint) -> bool {
        let (own, plan) = (self.battle.army(side).edge, &self.battle.scenario().table.plan);
        let near = |edge: &tabletop::Edge| base.corners().iter().any(|corner| edge.inside(plan, *corner) <= 4 * INCH);
        tabletop::Edge::ALL.iter().filter(|edge| **edge != own).any(near)
    }

    /// R52 The combat elements of a side: how many it had, and how many are gone. Of those that may hide as many count as
    /// it may hide, so that nobody learns how many he did.
    pub fn strength(&self, side: Side) -> (usize, usize) {
        let army = self.battle.army(side);
        let all = army.elements.iter().filter(|listed| fights(listed.element)).count() + usize::from(army.hides);
        let gone = |piece: &&Piece| piece.side == side && piece.place == Place::Removed;
        let gone = self.units.iter().filter(gone).filter(|piece| fights(self.battle.listed(piece).element));
        (all, gone.count())
    }

    /// R15 All elements of a side that were removed.
    pub(super) fn removed(&self, side: Side) -> usize {
        self.units.iter().filter(|piece| piece.side == side && piece.place == Place::Removed).count()
    }
}

/// R52 Is it a combat element by what it is?
fn fights(element: &Element) -> bool {
    !matches!(element.figures.class, Class::Commander | Class::Foo) && !element.is_transport()
}
