//! Everything that is so.

use super::acting::Acting;
use super::fire::React;
use super::hide::Hide;
use super::hits::{self, ShareHits, TakeHit};
use super::land::Land;
use super::plot::Plot;
use super::scenario::Exercise;
use super::{DrillOf, Rules};
use field::{Circle, Facing, Footprint, Line, Opacity, Point, Rectangle, Screen};
use kernel::game::{Decide, Due, Dues, GameResult, Secret, Setting};
use kernel::rule::Rule;
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};

/// A unit, by the number that everybody knows it by; own scouts in hiding are numbered from [`HIDING`] on.
pub type UnitId = u32;

/// The number of a seat's own first scout while it hides. Only that seat's view has such numbers.
pub(super) const HIDING: UnitId = 1000;

kernel::sides!(
    /// One of the two sides.
    pub enum Side {
        /// At the left edge.
        Red red = Seat("red"),
        /// At the right edge.
        Blue blue = Seat("blue"),
    },
    pub(super) struct PerSide
);

impl Side {
    /// What it is called at the beginning of a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Red => "Red",
            Side::Blue => "Blue",
        }
    }
}

/// D3 How a side goes through a turn, the fastest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// 8 inches, hit on 4.
    Rush,
    /// 6 inches, hit on 5.
    March,
    /// 4 inches, hit on 6.
    Creep,
}

impl Stance {
    /// All, the fastest first.
    pub const ALL: [Stance; 3] = [Stance::Rush, Stance::March, Stance::Creep];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Stance::Rush => "rush",
            Stance::March => "march",
            Stance::Creep => "creep",
        }
    }

    /// What a move may cost, in hundredths of an inch.
    pub const fn allowance(self) -> i64 {
        match self {
            Stance::Rush => 800,
            Stance::March => 600,
            Stance::Creep => 400,
        }
    }

    /// The lowest die that hits.
    pub const fn hit_on(self) -> u8 {
        match self {
            Stance::Rush => 4,
            Stance::March => 5,
            Stance::Creep => 6,
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Men on foot.
    Foot,
    /// D1 Horsemen, who never cross wire.
    Horse,
    /// D11 A mortar, which throws shells at points.
    Mortar,
    /// D7 A scout that has been seen.
    Scout,
}

/// A unit on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Its number among those of its side and kind, from 1.
    pub number: u8,
    /// Where its middle is.
    pub at: Point,
    /// Where it faces, in degrees clockwise from the top of the table.
    pub facing: u16,
    /// What is left of it; nothing when it is destroyed.
    pub strength: u8,
    /// What it had at first.
    pub full: u8,
    /// Has it acted or fired this turn?
    pub spent: bool,
}

/// D2 A scout in hiding.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scout {
    /// Its number in its own seat's eyes.
    pub id: UnitId,
    /// Where it hides.
    pub at: Point,
}

/// D7 What a look-out brought.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Where the unit stood.
    pub from: Point,
    /// How many enemy scouts were hidden then.
    pub hidden: u8,
    /// What its seat was told.
    pub word: Secret<Word>,
}

/// What a look-out says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Nothing could be made out.
    Fog,
    /// No scout hides within 8 inches.
    Clear,
    /// A scout hides within 8 inches.
    Near,
}

/// What a side has and knows besides its units.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Party {
    /// Its scouts in hiding, once it has hidden them.
    pub scouts: Option<Secret<Vec<Scout>>>,
    /// How many scouts are in hiding, or have still to hide.
    pub hidden: u8,
    /// What it plotted for this turn, until both are shown.
    pub plot: Option<Secret<Stance>>,
    /// Its stance, once it is shown.
    pub stance: Option<Stance>,
    /// What its look-outs brought.
    pub reports: Vec<Report>,
}

/// Where a game stands, when no frame is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// D2 Scouts are being hidden.
    Hiding,
    /// D3 Stances are being plotted.
    Plotting,
    /// D4 A side acts.
    Acting {
        /// Which.
        side: Side,
        /// Is it the second to act this turn?
        second: bool,
    },
    /// D9 The game is over.
    Over,
}

/// Something that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// D4 A move.
    Move {
        /// Who moves.
        unit: UnitId,
        /// Where the last leg began.
        from: Point,
        /// What is left of the allowance.
        left: i64,
        /// How it goes on.
        rest: Secret<Rest>,
        /// Does it stop here, whatever was to come?
        halted: bool,
        /// Was the other seat asked before it was known how the move goes on?
        broken: bool,
        /// Is the other seat being asked?
        asking: bool,
    },
    /// D6 Hits that are being placed.
    Hits {
        /// Who fired.
        shooter: UnitId,
        /// At whom.
        target: UnitId,
        /// Upon whom the hits may fall.
        among: Vec<UnitId>,
        /// How many have been placed upon each of them.
        placed: Vec<u8>,
        /// How many are still to be placed.
        left: u8,
    },
}

/// How a move goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rest {
    /// The ends of the legs that are still to come.
    pub path: Vec<Point>,
    /// The facing at the end.
    pub facing: u16,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario.
    pub(super) scenario: Setting<Exercise>,
    /// Where the wood begins, down the table.
    pub wood: i64,
    /// The last turn.
    pub turns: u8,
    /// The turn.
    pub turn: u8,
    /// How many public orders have been carried out.
    pub step: u32,
    /// Where the game stands.
    pub phase: Phase,
    /// Red and Blue.
    pub(super) parties: [Party; 2],
    /// The units that have been seen, destroyed ones too; the place in the list is the number.
    pub units: Vec<Unit>,
    /// D11 The smoke that lies until the turn ends.
    pub smoke: Vec<Rectangle>,
    /// What is under way, the innermost last.
    pub frames: Vec<Frame>,
}

impl State {
    pub(super) fn party(&self, side: Side) -> &Party {
        &self.parties[side as usize]
    }

    pub(super) fn party_mut(&mut self, side: Side) -> &mut Party {
        &mut self.parties[side as usize]
    }

    /// The unit of this number.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id as usize]
    }

    pub(super) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id as usize]
    }

    /// The units of a side that are not destroyed.
    pub(super) fn alive(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        (0..).zip(&self.units).filter(move |(_, unit)| unit.side == side && unit.strength > 0)
    }

    /// The units of a side that can still act or fire.
    pub(super) fn fresh(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.alive(side).filter(|(_, unit)| !unit.spent)
    }

    /// A side's scouts in hiding, as far as these eyes see them.
    pub(super) fn scouts(&self, side: Side) -> &[Scout] {
        self.party(side).scouts.as_ref().and_then(Secret::known).map_or(&[], Vec::as_slice)
    }

    pub(super) fn stance(&self, side: Side) -> Stance {
        self.party(side).stance.expect("stances are shown before anybody acts")
    }

    /// D1 The table.
    pub(super) fn land(&self) -> &'static Land {
        Land::of(self.wood)
    }

    /// D10 The line by which two see each other.
    pub(super) fn line(&self, from: &Footprint, to: &Footprint) -> Option<Line> {
        let screen = |smoke: &Rectangle| Screen { footprint: (*smoke).into(), opacity: Opacity::Solid, level: 0 };
        let smoke: Vec<Screen> = self.smoke.iter().map(screen).collect();
        self.land().line(from, to, &smoke)
    }

    /// The decisions that are due.
    pub(super) fn due<R: Rules>(&self) -> Dues<DrillOf<R>> {
        let asks = |side: Side, decision: &'static dyn Decide<DrillOf<R>>| {
            Dues::from_iter([Due::of(side.seat(), decision).about(self.step)])
        };
        // A seat's own plot must not change the other's ask, so that one is told apart by the turn alone.
        let both = |is_due: fn(&Party) -> bool, decision: &'static dyn Decide<DrillOf<R>>| {
            let sides = Side::BOTH.into_iter().filter(|side| is_due(self.party(*side)));
            sides.map(|side| Due::of(side.seat(), decision).about(u32::from(self.turn))).collect()
        };
        match self.frames.last() {
            Some(Frame::Move { unit, asking: true, .. }) => asks(self.unit(*unit).side.other(), &React),
            Some(Frame::Hits { .. }) if hits::are_settled(self) => Dues::new(),
            Some(Frame::Hits { shooter, placed, .. }) => match placed.iter().sum() {
                0_u8 => asks(self.unit(*shooter).side.other(), &TakeHit),
                _ => asks(self.unit(*shooter).side, &ShareHits),
            },
            Some(Frame::Move { asking: false, .. }) => Dues::new(),
            None => match self.phase {
                Phase::Hiding => both(|party| party.scouts.is_none(), &Hide),
                Phase::Plotting => both(|party| party.plot.is_none(), &Plot),
                Phase::Acting { side, .. } => {
                    let over = Side::BOTH.into_iter().any(|side| self.is_beaten(side));
                    if over || self.fresh(side).next().is_none() { Dues::new() } else { asks(side, &Acting) }
                }
                Phase::Over => Dues::new(),
            },
        }
    }

    /// What a unit is called, a scout in hiding too.
    pub(super) fn unit_name(&self, id: UnitId) -> String {
        match self.units.get(id as usize) {
            Some(unit) => unit.name(),
            None => format!("the scout in hiding, no. {}", id - HIDING + 1),
        }
    }

    /// Where a unit or a scout of one's own is.
    pub(super) fn place_of(&self, side: Side, id: UnitId) -> Point {
        let scout = || self.scouts(side).iter().find(|scout| scout.id == id).map(|scout| scout.at);
        self.units.get(id as usize).map(|unit| unit.at).or_else(scout).unwrap_or_default()
    }

    /// D5 The units of the mover's enemy that may fire at its last leg, scouts in hiding left out.
    pub(super) fn can_react(&self, mover: UnitId, from: Point) -> impl Iterator<Item = UnitId> {
        let mover = self.unit(mover);
        let near = move |unit: &Unit| unit.base().is_passed_within(from, mover.at, REACTION);
        let can = move |unit: &Unit| {
            unit.kind != Kind::Mortar && near(unit) && self.line(&unit.base(), &mover.base()).is_some()
        };
        self.fresh(mover.side.other()).filter(move |(_, unit)| can(unit)).map(|(id, _)| id)
    }

    /// D9 The points of a side: what the other has lost.
    pub(super) fn points(&self, side: Side) -> i32 {
        let lost = |unit: &Unit| i32::from(unit.full - unit.strength);
        self.units.iter().filter(|unit| unit.side != side).map(lost).sum()
    }

    pub(super) fn is_beaten(&self, side: Side) -> bool {
        self.party(side).hidden == 0 && self.alive(side).next().is_none()
    }

    pub(super) fn result(&self) -> Option<GameResult> {
        if self.phase != Phase::Over {
            return None;
        }
        let points = Side::BOTH.map(|side| (side.seat(), self.points(side)));
        let winner = match points[0].1.cmp(&points[1].1) {
            std::cmp::Ordering::Greater => Some(points[0].0),
            std::cmp::Ordering::Less => Some(points[1].0),
            std::cmp::Ordering::Equal => None,
        };
        let score = format!("{} to {}", points[0].1, points[1].1);
        let because = match Side::BOTH.into_iter().find(|side| self.is_beaten(*side)) {
            Some(beaten) => format!("{} has nothing left; the points are {score}.", beaten.name()),
            None => format!("The last turn is over; the points are {score}."),
        };
        Some(GameResult {
            winner,
            points: points.map(|(seat, points)| (seat, points.to_string())).to_vec(),
            because,
            rule: Rule("D9"),
        })
    }
}

/// D12 The width and depth of a base.
pub(super) const BASE: (i64, i64) = (80, 40);
/// D12 The diameter of a scout's base.
pub(super) const ROUND: i64 = 50;

/// D5 How far a reaction reaches.
pub(super) const REACTION: i64 = 400;

impl Unit {
    /// What it is called.
    pub fn name(&self) -> String {
        let kind = match self.kind {
            Kind::Foot => "",
            Kind::Horse => " horse",
            Kind::Mortar => " mortar",
            Kind::Scout => " scout",
        };
        format!("{}{kind} {}", self.side.name(), self.number)
    }

    /// Where it faces.
    pub(super) fn faces(&self) -> Facing {
        Facing::of(self.facing.into())
    }

    /// D12 The ground that it covers.
    pub(super) fn base(&self) -> Footprint {
        match self.kind {
            Kind::Scout => Circle { middle: self.at, diameter: ROUND }.into(),
            _ => self.block().into(),
        }
    }

    /// D12 Does it see this point from flank or rear? A round base has neither.
    pub(super) fn is_taken_aside_from(&self, point: Point) -> bool {
        self.kind != Kind::Scout && self.block().quarter(point) != field::Quarter::Front
    }

    fn block(&self) -> Rectangle {
        Rectangle { middle: self.at, width: BASE.0, depth: BASE.1, facing: self.faces() }
    }
}
