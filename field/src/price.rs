//! What a path costs: each kind of mover has its own prices for each kind of terrain.
//!
//! A leg costs its length, rounded up to the hundredth of an inch, and what each stretch of terrain on it adds, again
//! rounded up. Where pieces lie upon one another the uppermost that has a pace of its own decides, so that a road leads
//! through a wood and a bridge over a river.

use crate::angle::Facing;
use crate::crossing::{Crossing, uncovered};
use crate::footprint::Footprint;
use crate::fraction::{Fraction, stretch};
use crate::ground::{Ground, Set};
use crate::lattice::Lattice;
use crate::point::Point;
use crate::terrain::Plan;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How one kind of mover passes one kind of terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Going {
    /// What each inch of it costs.
    pub pace: Pace,
    /// What coming in costs, once: 2 inches for a wall.
    pub entering: i64,
    /// What going out costs, once: 2 inches for a house.
    pub leaving: i64,
}

/// What each inch costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As much as the ground below.
    #[default]
    AsBelow,
    /// So many inches for so many, whatever lies below: 2 for 1 at half speed, 2 for 5 on a road.
    Times(u16, u16),
    /// So many inches for so many where what lies below is dearer or bars, and as much as the ground below elsewhere: a track
    /// through a wood, which costs nothing beside it.
    AtMost(u16, u16),
    /// It cannot be passed at all.
    Barred,
}

/// A kind of mover: how it passes terrain, and what turning costs it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Mover {
    /// Kinds of terrain in the words of the plan, each with how it is passed. What is not named is passed as it is.
    pub goings: Vec<(String, Going)>,
    /// What each turn costs.
    pub turn: i64,
    /// Turns of a move that cost nothing.
    pub free_turns: u8,
}

/// A ground as one kind of mover meets it. It is made once for a game, as the ground is.
#[derive(Clone)]
pub struct Passage {
    pub(crate) ground: Arc<Ground>,
    goings: Vec<Going>,
    matters: Set,
    pub(crate) turn: i64,
    pub(crate) free_turns: u8,
    /// What each step over the half-inch lattice costs, worked out when reach is first asked for.
    lattice: OnceLock<Arc<Lattice>>,
}

/// Why something cannot be done on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hindrance {
    /// It leaves the table.
    OffTable,
    /// This piece of terrain, by its place in the plan, bars it.
    Barred(usize),
    /// It comes too near to this footprint, by its place in the list of those that are kept away from.
    TooNear(usize),
    /// It would share ground with this footprint, by its place in the list of those that stand there.
    Taken(usize),
    /// It costs more than there is.
    TooDear {
        /// What it costs.
        cost: i64,
        /// What there is.
        allowance: i64,
    },
}

impl Going {
    /// Passed as the ground below.
    pub const PLAIN: Going = Going { pace: Pace::AsBelow, entering: 0, leaving: 0 };
    /// Not passed at all.
    pub const BARRED: Going = Going { pace: Pace::Barred, entering: 0, leaving: 0 };

    /// Each inch costs so many inches.
    pub const fn times(times: u16) -> Going {
        Going { pace: Pace::Times(times, 1), ..Going::PLAIN }
    }

    /// So many inches cost so many: `for_inches(2, 5)` is a road on which 5 inches cost 2.
    pub const fn for_inches(cost: u16, inches: u16) -> Going {
        Going { pace: Pace::Times(cost, inches), ..Going::PLAIN }
    }

    /// The same where that is less than what lies below costs.
    pub const fn at_most(cost: u16, inches: u16) -> Going {
        Going { pace: Pace::AtMost(cost, inches), ..Going::PLAIN }
    }

    /// Crossing it costs so many hundredths of an inch once, and else as the ground below.
    pub const fn once(entering: i64) -> Going {
        Going { pace: Pace::AsBelow, entering, leaving: 0 }
    }
}

impl fmt::Debug for Passage {
    /// Without the lattice, which is long and follows from the rest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Passage { ground, goings, turn, free_turns, .. } = self;
        write!(f, "Passage({:?}, {goings:?}, {turn}, {free_turns})", ground.plan())
    }
}

impl Pace {
    /// Does an inch of it cost less than an inch?
    pub(crate) fn is_fast(self) -> bool {
        matches!(self, Pace::Times(times, by) if times < by)
    }

    /// Does it decide in the place of what lies below?
    fn overrules(self, below: Pace) -> bool {
        match (self, below) {
            (Pace::AsBelow, _) | (Pace::AtMost(..), Pace::AsBelow) => false,
            (Pace::AtMost(cost, by), Pace::Times(dear, inches) | Pace::AtMost(dear, inches)) => {
                u32::from(dear) * u32::from(by) > u32::from(cost) * u32::from(inches)
            }
            _ => true,
        }
    }
}

impl Mover {
    /// A mover that passes all terrain alike and turns freely.
    pub fn new() -> Mover {
        Mover::default()
    }

    /// Passes this kind of terrain so.
    #[must_use]
    pub fn over(mut self, kind: &str, going: Going) -> Mover {
        self.goings.push((kind.to_owned(), going));
        self
    }

    /// Pays so much for each turn after so many free ones.
    #[must_use]
    pub fn turning(self, turn: i64, free_turns: u8) -> Mover {
        Mover { turn, free_turns, ..self }
    }

    /// How it passes a kind of terrain.
    pub fn going(&self, kind: &str) -> Going {
        self.goings.iter().rev().find(|(name, _)| name == kind).map_or(Going::PLAIN, |(_, going)| *going)
    }
}

impl Passage {
    /// The ground as this mover meets it.
    pub fn new(ground: Arc<Ground>, mover: &Mover) -> Passage {
        let goings: Vec<Going> = ground.terrain().iter().map(|terrain| mover.going(&terrain.kind)).collect();
        let mut matters = Set::default();
        for (i, _) in goings.iter().enumerate().filter(|(_, going)| **going != Going::PLAIN) {
            matters[i / 64] |= 1 << (i % 64);
        }
        Passage { ground, goings, matters, turn: mover.turn, free_turns: mover.free_turns, lattice: OnceLock::new() }
    }

    /// The ground.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// How a piece of terrain is passed.
    pub fn going(&self, piece: usize) -> Going {
        self.goings[piece]
    }

    /// What a straight leg costs.
    pub fn leg(&self, from: Point, to: Point) -> Result<i64, Hindrance> {
        if !self.ground.holds(from) || !self.ground.holds(to) {
            return Err(Hindrance::OffTable);
        }
        self.leg_of(from.distance(to), from, to)
    }

    /// What a straight leg of a known length costs, on the table.
    pub(crate) fn leg_of(&self, length: i64, from: Point, to: Point) -> Result<i64, Hindrance> {
        let crossed = self.ground.crossings_of(&self.matters, from, to);
        let mut cost = length;
        for (i, crossing) in crossed.iter().enumerate() {
            let going = self.goings[crossing.piece];
            let piece = &self.ground.pieces()[crossing.piece];
            let above = |stretch: &Crossing| {
                let pace = self.goings[stretch.piece].pace;
                let covers = move |above: &&Crossing| {
                    crossing.piece < above.piece && self.goings[above.piece].pace.overrules(pace)
                };
                crossed[i + 1..].iter().filter(covers).copied()
            };
            if let Pace::AtMost(times, by) = going.pace {
                let (times, by) = (i64::from(times), i64::from(by.max(1)));
                // Only where it overrules something is it paid for; where several such things lie below, once.
                let below: SmallVec<[&Crossing; 4]> = { crossed[..i].iter() }
                    .filter(|below| below.piece < crossing.piece && going.pace.overrules(self.goings[below.piece].pace))
                    .collect();
                for (place, under) in below.iter().enumerate() {
                    let (from, to) = (crossing.from.max(under.from), crossing.to.min(under.to));
                    if from < to {
                        let shared = Crossing { piece: crossing.piece, from, to };
                        let others = below[place + 1..].iter().map(|other| **other);
                        for (comes_in, goes_out) in uncovered(&shared, above(crossing).chain(others)) {
                            cost += stretch(length, comes_in, goes_out, (times - by, by));
                        }
                    }
                }
            }
            for (comes_in, goes_out) in uncovered(crossing, above(crossing)) {
                match going.pace {
                    Pace::Barred => return Err(Hindrance::Barred(crossing.piece)),
                    Pace::AsBelow | Pace::AtMost(..) => {}
                    Pace::Times(times, by) => {
                        let (times, by) = (i64::from(times), i64::from(by.max(1)));
                        cost += stretch(length, comes_in, goes_out, (times - by, by));
                    }
                }
                if going.entering != 0 && (comes_in > Fraction::ZERO || !piece.holds(from)) {
                    cost += going.entering;
                }
                if going.leaving != 0 && (goes_out < Fraction::ONE || !piece.holds(to)) {
                    cost += going.leaving;
                }
            }
        }
        Ok(cost)
    }

    /// What a path costs: its legs together, without turns.
    pub fn price(&self, from: Point, path: &[Point]) -> Result<i64, Hindrance> {
        let mut at = from;
        let mut cost = 0;
        for &next in path {
            cost += self.leg(at, next)?;
            at = next;
        }
        Ok(cost)
    }

    /// Can something stand with its middle there: on the table, and not inside what bars?
    pub fn stands(&self, point: Point) -> bool {
        self.ground.holds(point) && !self.is_barred(self.ground.at(point))
    }

    /// May a base end its move like this: wholly on the table, with no part in what bars, and sharing no ground with
    /// those that stand there?
    pub fn rests(&self, base: &Footprint, others: &[Footprint]) -> Result<(), Hindrance> {
        if !self.ground.holds_all(base) {
            return Err(Hindrance::OffTable);
        }
        let under: SmallVec<[usize; 8]> = self.ground.under(base).collect();
        // What bars does not where the whole base stands on something above it that is passed: a bridge.
        let bridges = |below: usize, above: usize| {
            let passed = !matches!(self.goings[above].pace, Pace::AsBelow | Pace::Barred);
            passed && above > below && self.ground.covers(above, base)
        };
        let bars = |piece: &&usize| {
            self.goings[**piece].pace == Pace::Barred && !under.iter().any(|above| bridges(**piece, *above))
        };
        if let Some(piece) = under.iter().find(bars) {
            return Err(Hindrance::Barred(*piece));
        }
        match others.iter().position(|other| other.overlaps(base)) {
            Some(taken) => Err(Hindrance::Taken(taken)),
            None => Ok(()),
        }
    }

    /// What the turns of a path cost: one for each leg that does not go on as its mover faces, to the nearest degree,
    /// and one for the facing at its end.
    pub fn turns(&self, from: Point, facing: Facing, path: &[Point], end: Option<Facing>) -> i64 {
        if self.turn == 0 {
            return 0;
        }
        let (mut at, mut facing, mut turns) = (from, facing, 0);
        for &next in path {
            let leads = Facing::along(next.minus(at)).unwrap_or(facing);
            turns += i64::from(leads != facing);
            (at, facing) = (next, leads);
        }
        turns += i64::from(end.is_some_and(|end| end != facing));
        self.turn * (turns - i64::from(self.free_turns)).max(0)
    }

    /// The lattice, worked out when it is first asked for.
    pub(crate) fn lattice(&self) -> &Lattice {
        self.lattice.get_or_init(|| Arc::new(Lattice::of(self)))
    }

    /// Does something that matters to this mover begin or end under the footprint?
    pub(crate) fn has_rim_under(&self, footprint: &Footprint) -> bool {
        let mut under = self.ground.under(footprint);
        under.any(|piece| self.goings[piece] != Going::PLAIN && !self.ground.covers(piece, footprint))
    }

    /// Is there terrain on which this mover is faster than in the open?
    pub(crate) fn is_fast(&self) -> bool {
        self.goings.iter().any(|going| going.pace.is_fast())
    }

    /// How far an allowance leads at most, on the fastest ground there is.
    pub(crate) fn farthest(&self, allowance: i64) -> i64 {
        let on = |going: &Going| match going.pace {
            Pace::Times(times, by) if times < by => allowance * i64::from(by) / i64::from(times.max(1)),
            _ => allowance,
        };
        self.goings.iter().map(on).max().unwrap_or(allowance).clamp(0, 2 * Plan::LARGEST)
    }

    /// Does the uppermost piece with a pace of its own bar?
    fn is_barred(&self, pieces: impl Iterator<Item = usize>) -> bool {
        let paces = pieces.map(|piece| self.goings[piece].pace);
        paces.filter(|pace| *pace != Pace::AsBelow).last() == Some(Pace::Barred)
    }
}
