//! R19: scenarios, the brigades that fight them, and the files they are written in.
//!
//! Everybody stands where the file has him (`docs/scenarios.md`); [`Scenario::read`] tells what is wrong with a file by
//! line and column.

mod generator;
mod overview;
mod read;
mod write;

pub use generator::{GENERATED, Options};

use crate::game::Side;
use crate::seats::{ATTACKER, DEFENDER};
use crate::units::{Kind, Quality};
use field::{Facing, Point};
use kernel::prelude::*;
use kernel::scenario::{Format, Heading, Library, ScenarioFile, SideCard};
use serde::{Deserialize, Serialize};
use tabletop::{Edge, Table};

/// A battle before the first order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// What is told of it; no rule depends on that.
    pub head: Heading,
    /// By how much the attacker must do better than the defender; a tie goes to the defender (R18).
    pub par: i32,
    /// The last turn (R18).
    pub turns: u8,
    /// Who has the initiative in the first turn, where the scenario says so (Turn order:scenario-rules).
    pub initiative: Option<Side>,
    /// How many tokens more than the other a side may collect (R21).
    pub lead: u8,
    /// The table, and what lies on it from the bottom up.
    pub table: Table<Lie>,
    /// What the battle is fought for.
    pub objectives: Vec<Goal>,
    /// The attacker's army.
    pub attacker: Army,
    /// The defender's army.
    pub defender: Army,
}

/// A place that counts.
pub type Goal = tabletop::Goal<Side>;

/// One side of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// What is told of it.
    pub card: SideCard,
    /// Its own edge of the table (R11).
    pub edge: Edge,
    /// The edge by which its units may leave without being lost (R26).
    pub exit: Option<Edge>,
    /// Points for each battery that leaves by the exit.
    pub saved: u8,
    /// Tokens more or fewer than R1 gives it.
    pub tokens: i8,
    /// Its units.
    pub units: Vec<Listed>,
    /// Its commanders.
    pub commanders: Vec<Commander>,
}

/// A unit of an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// Its bases.
    pub bases: u8,
    /// Firings of a battery in the game (R20).
    pub firings: u8,
    /// Where its middle stands.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
    /// Is it in column, or limbered?
    pub column: bool,
}

/// A commander of an army (R17).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commander {
    /// What he is called.
    pub name: String,
    /// Where he stands.
    pub at: Point,
}

/// What a piece of ground is, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lie {
    /// A hill: it blocks sight and costs nothing (R14, R15).
    #[default]
    Hill,
    /// Deep water or a canal, which nobody crosses but by a bridge.
    Water,
    /// A stream, which is tested for.
    Stream,
    /// A wood: tested for, cover, and more than 2 inches of it block sight.
    Wood,
    /// A village of streets and gardens: tested for, and cover.
    Village,
    /// A building: cover, blocks sight, closed to artillery and mounted cavalry.
    Building,
    /// A hedge or wall: tested for, and cover to those behind it.
    Hedge,
    /// Wire: tested for with 2 off.
    Wire,
    /// A trench or fortification.
    Trench,
    /// A road, which frees columns from tests.
    Road,
    /// A bridge, which columns cross water by.
    Bridge,
}

impl Lie {
    /// R14 Is it tested for on entry?
    pub fn is_tested(self) -> bool {
        matches!(self, Lie::Wood | Lie::Stream | Lie::Village | Lie::Hedge | Lie::Wire)
    }

    /// Does it lead a column through what lies below?
    pub fn leads(self) -> bool {
        matches!(self, Lie::Road | Lie::Bridge)
    }
}

/// What scenario files of this book may say.
pub static FORMAT: Format = Format {
    book: "tokens",
    seats: &[ATTACKER, DEFENDER],
    questions: QUESTIONS,
    par: -50..=50,
    length: "turns",
    lengths: 1..=20,
    usual_length: 8,
};

/// What a player can be asked.
pub const QUESTIONS: &[&str] = &[
    "spend a token, or surrender the initiative",
    "react, or pass",
    "go on, or stop short",
    "fire after the move, or hold",
    "seize the initiative, or pass",
    "pursue, or stay",
];

/// The scenarios of the book, the learning game first.
const FILES: &[&str] = &[
    include_str!("../../scenarios/first-tokens.toml"),
    include_str!("../../scenarios/mons.toml"),
    include_str!("../../scenarios/le-cateau.toml"),
    include_str!("../../scenarios/marne.toml"),
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
        let terms = (self.par, self.turns, self.initiative, self.lead);
        let goals: Vec<_> = self.objectives.iter().map(|goal| (goal.at, goal.value, goal.holder)).collect();
        (terms, &self.table.plan, &self.table.kinds, goals, bearing(&self.attacker), bearing(&self.defender))
    }
}

impl Scenario {
    /// The army of a side.
    pub fn army(&self, side: Side) -> &Army {
        match side {
            Side::Attacker => &self.attacker,
            Side::Defender => &self.defender,
        }
    }
}

fn bearing(army: &Army) -> impl Serialize + '_ {
    let unit = |unit: &Listed| {
        ((unit.kind, unit.quality, unit.bases, unit.firings), (unit.at, u16::from(unit.facing), unit.column))
    };
    let units: Vec<_> = army.units.iter().map(unit).collect();
    let commanders: Vec<_> = army.commanders.iter().map(|commander| commander.at).collect();
    ((army.edge, army.exit, army.saved, army.tokens), units, commanders)
}

#[cfg(test)]
mod tests;
