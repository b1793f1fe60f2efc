//! R20: scenarios, the armies that fight them, and the files they are written in.
//!
//! A scenario file is meant to be written by hand: the map is a drawing, roads are paths, units are lines with their
//! squares (`docs/scenarios.md`). [`Scenario::read`] tells what is wrong with one by line and column, and
//! [`Scenario::write`] makes a file of any scenario, a generated one too.

mod army;
mod bought;
mod generator;
mod legal;
mod map;
mod market;
mod overview;
mod read;
mod square;
mod write;

pub use army::{ArmyList, Asset, AssetKind, Listed, Start};
pub use generator::{GENERATED, Options};
pub use legal::MOST_UNITS;
pub use market::{List, afford, bill, lists, market, price};
pub use square::{SQUARES, TABLE, name_of, square_named};

use crate::game::Side;
use crate::seats::{ATTACKER, DEFENDER};
use crate::unit::{Defences, Ground};
use field::grid::Square;
pub use field::road::Roads;
use kernel::prelude::*;
use kernel::scenario::{Format, Heading, Library, Objective, ScenarioFile, SideCard, Terms};
use serde::Serialize;
use smallvec::SmallVec;

/// A battle before the first order: the ground, what it is fought for, and the two armies with their places.
///
/// The arrays have an entry for each square, by [`field::grid::Grid::index`] of [`TABLE`]: row 0 is at the top and is
/// the defender's base row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// What is told of it; no rule depends on that.
    pub head: Heading,
    /// A trench scenario: a third of the defender's units begin in reserve, after a preliminary barrage (R6), and
    /// armoured cars move 1 square (24).
    pub trench: bool,
    /// Nobody sets up: all stand as the scenario has them.
    pub fixed_setup: bool,
    /// What the attacker's points less the defender's must exceed (R19).
    pub par: i32,
    /// Where the countdown starts: 21 unless the scenario says otherwise (R18).
    pub countdown: u8,
    /// The terrain of each square.
    pub ground: [Ground; SQUARES],
    /// The defences of each square.
    pub defences: [Defences; SQUARES],
    /// The road faces of each square.
    pub roads: [Roads; SQUARES],
    /// The objective squares (R19): three, or fewer in a learning game.
    pub objectives: SmallVec<[Square; 3]>,
    /// What squares are called, the objectives first.
    pub places: Vec<Objective<Square>>,
    /// The army that attacks, from the bottom of the table.
    pub attacker: ArmyList,
    /// The army that defends, at the top of the table.
    pub defender: ArmyList,
}

/// What scenario files of this book may say.
pub static FORMAT: Format = Format {
    book: "squares",
    seats: &[ATTACKER, DEFENDER],
    questions: QUESTIONS,
    par: -100..=100,
    length: "countdown",
    lengths: 1..=99,
    usual_length: 21,
};

/// What a player can be asked.
const QUESTIONS: &[&str] = &[
    "set up",
    "roll for an asset",
    "lay the barrage",
    "give orders",
    "move",
    "assault",
    "stand or retire",
    "place the hits",
    "move in",
    "give the winning-the-fight marker",
    "shoot",
    "bring on reinforcements",
    "put arrivals on the table",
];

/// The scenarios of the book, the learning game first.
const FILES: &[&str] = &[
    include_str!("../../scenarios/first-orders.toml"),
    include_str!("../../scenarios/le-cateau.toml"),
    include_str!("../../scenarios/montauban.toml"),
    include_str!("../../scenarios/villers-bretonneux.toml"),
];

impl ScenarioFile for Scenario {
    type Options = Options;

    fn library() -> &'static Library<Scenario> {
        static LIBRARY: Library<Scenario> =
            Library::and_made(FILES, Scenario::read, |options| generator::generate(options).write());
        &LIBRARY
    }

    fn head(&self) -> &Heading {
        &self.head
    }

    fn sides(&self) -> Vec<(Seat, &SideCard)> {
        Side::BOTH.map(|side| (side.seat(), &self.army(side).card)).to_vec()
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        overview::lines(self)
    }

    fn options(&self) -> &'static [&'static str] {
        if self.head.id == GENERATED { &["points", "seed"] } else { &[] }
    }

    fn bearing(&self) -> impl Serialize {
        let army = |army: &'_ ArmyList| {
            let units: Vec<_> = army.units.iter().map(|unit| (unit.kind, unit.quality, unit.at)).collect();
            (army.command, army.guns, army.assets.clone(), units, army.commander)
        };
        let terms = (self.trench, self.fixed_setup, self.par, self.countdown);
        let land = (&self.ground[..], &self.defences[..], &self.roads[..], &self.objectives[..]);
        (terms, land, army(&self.attacker), army(&self.defender))
    }
}

impl Scenario {
    /// The scenario of this id; the options matter to the generated one only.
    pub fn find(id: &str, options: &Options) -> Result<Scenario, Refusal> {
        Ok(Scenario::read(&Scenario::text(id, options)?)?)
    }

    /// What a square is called, where it has a name besides 'C4'.
    pub fn place(&self, square: Square) -> Option<&str> {
        self.places.iter().find(|named| named.at == square).map(|named| named.name.as_str())
    }

    /// The army of a side.
    pub fn army(&self, side: Side) -> &ArmyList {
        match side {
            Side::Attacker => &self.attacker,
            Side::Defender => &self.defender,
        }
    }

    /// The units of both armies with their sides: the attacker's first.
    pub fn listed(&self) -> impl Iterator<Item = (Side, &Listed)> {
        Side::BOTH.into_iter().flat_map(|side| self.army(side).units.iter().map(move |unit| (side, unit)))
    }

    /// What rules take from the head of a file.
    fn terms(&self) -> Terms {
        Terms { fixed_setup: self.fixed_setup, par: self.par, length: self.countdown }
    }
}

#[cfg(test)]
mod tests;
