//! R18: scenarios, the forces that fight them, and the files they are written in.
//!
//! [`Scenario::read`] tells what is wrong with a file by line and column (`docs/scenarios.md`).

mod generator;
mod overview;
mod read;

pub use generator::{GENERATED, Options, battle, parts, price};

use crate::catalogue::Element;
use crate::game::{HIDING, Mark, Marks, Piece, Place, Side};
use crate::quality::Quality;
use crate::seats::{ATTACKER, DEFENDER};
use field::{Facing, Point};
use kernel::prelude::*;
use kernel::scenario::{Format, Heading, Library, ScenarioFile, SideCard};
use serde::Serialize;
use tabletop::{Edge, Table};

/// A battle before the set-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// What is told of it; no rule depends on that.
    pub head: Heading,
    /// By how much the attacker must do better than the defender.
    pub par: i32,
    /// The last turn (R17).
    pub turns: u8,
    /// Does everybody stay where the file has him?
    pub fixed_setup: bool,
    /// Are the expansion rules in force: calls, smoke, speculative fire, charges of cavalry?
    pub expansion: bool,
    /// The table, and what lies on it.
    pub table: Table<Lie>,
    /// What the battle is fought for.
    pub objectives: Vec<Goal>,
    /// The attacker's force.
    pub attacker: Army,
    /// The defender's force.
    pub defender: Army,
}

/// A place that counts.
pub type Goal = tabletop::Goal<Side>;

/// One side of a battle.
#[derive(Clone, PartialEq, Debug)]
pub struct Army {
    /// What is told of it.
    pub card: SideCard,
    /// Its base edge (R19).
    pub edge: Edge,
    /// How far from its edge it may set up, in hundredths of an inch (R13).
    pub zone: i64,
    /// Its elements.
    pub elements: Vec<Listed>,
    /// R20 Elements of which the defender may hide some; the others are not there.
    pub ambush: Vec<Listed>,
    /// How many of them.
    pub hides: u8,
    /// R24 What it can call for.
    pub support: Vec<Support>,
}

/// An element of an army.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub element: &'static Element,
    /// How good its men are.
    pub quality: Quality,
    /// Where its middle stands.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
    /// The vehicle that it is in, on or behind, by its place in the list.
    pub aboard: Option<u8>,
    /// R22 Its commander, by his place in the list.
    pub under: Option<u8>,
    /// R21 Is it dug in?
    pub dug_in: bool,
    /// The turn in which it comes on; 0 where it stands on the table (R19).
    pub arrives: u8,
}

/// A battery or aircraft on call.
#[derive(Clone, Debug)]
pub struct Support {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub element: &'static Element,
    /// How good its men are.
    pub quality: Quality,
    /// How often it can be called.
    pub calls: u8,
}

impl PartialEq for Listed {
    fn eq(&self, other: &Listed) -> bool {
        bearing_of(self) == bearing_of(other) && self.name == other.name
    }
}

impl PartialEq for Support {
    fn eq(&self, other: &Support) -> bool {
        (self.element.word, self.quality, self.calls, &self.name)
            == (other.element.word, other.quality, other.calls, &other.name)
    }
}

impl Listed {
    /// The element as it begins.
    pub(crate) fn piece(&self, side: Side, number: u8) -> Piece {
        let mut marks = Marks::default();
        let mut mark = |holds: bool, mark: Mark| {
            if holds {
                marks.add(mark);
            }
        };
        mark(self.element.is_vehicle(), Mark::VEHICLE);
        mark(self.dug_in, Mark::DUG_IN);
        mark(self.aboard.is_some() && self.element.figures.class == crate::catalogue::Class::Gun, Mark::TOWED);
        mark(self.aboard.is_some() && self.element.figures.class == crate::catalogue::Class::Csw, Mark::PACKED);
        Piece {
            side,
            listed: number,
            pool: false,
            at: self.at,
            facing: self.facing,
            marks,
            spent: 0,
            aboard: None,
            place: if self.arrives > 0 { Place::Reserve } else { Place::Table },
        }
    }

    /// The element as it hides.
    pub(crate) fn in_hiding(&self, slot: u8, at: Point, facing: Facing) -> Piece {
        Piece { pool: true, at, facing, ..self.piece(Side::Defender, slot) }
    }
}

/// What a piece of ground is, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lie {
    /// A hill: its outline is a crest (R35).
    #[default]
    Hill,
    /// Steep ground: rough.
    Steep,
    /// Ploughed ground: rough.
    Ploughed,
    /// Crops, a field or an orchard: soft cover.
    Crops,
    /// A marsh: extreme.
    Marsh,
    /// A river: extreme; a road over it is a bridge.
    River,
    /// A wood: difficult, soft cover, and more than 2 inches of it block sight.
    Wood,
    /// A dense wood: extreme, else as a wood.
    DenseWood,
    /// Rubble: difficult, and soft cover.
    Rubble,
    /// A house: difficult for men, closed to all else, hard cover, blocks sight (R36).
    House,
    /// A stream or ditch: a linear obstacle.
    Stream,
    /// A hedge: a linear obstacle, and soft cover to those behind it.
    Hedge,
    /// A wall or bank: a linear obstacle, and hard cover to those behind it.
    Wall,
    /// A fortification: hard cover.
    Works,
    /// A track through woods or rubble, which may be used instead of them (R13).
    Track,
    /// A track through marsh, river or dense wood.
    Ford,
    /// A road.
    Road,
}

impl Lie {
    /// R13 The column of the movement chart; none where it costs nothing, or is paid for once.
    pub fn column(self) -> Option<&'static str> {
        match self {
            Lie::Steep | Lie::Ploughed => Some("rough"),
            Lie::Wood | Lie::Rubble | Lie::House => Some("difficult"),
            Lie::Marsh | Lie::River | Lie::DenseWood => Some("extreme"),
            Lie::Track | Lie::Ford => Some("track"),
            Lie::Road => Some("road"),
            Lie::Hill | Lie::Crops | Lie::Stream | Lie::Hedge | Lie::Wall | Lie::Works => None,
        }
    }

    /// Movement:linear-obstacle Does crossing it take half the movement?
    pub fn is_linear(self) -> bool {
        matches!(self, Lie::Stream | Lie::Hedge | Lie::Wall)
    }
}

/// What scenario files of this book may say.
pub static FORMAT: Format = Format {
    book: "elements",
    seats: &[ATTACKER, DEFENDER],
    questions: QUESTIONS,
    par: -50..=50,
    length: "turns",
    lengths: 1..=20,
    usual_length: 10,
};

/// What a player can be asked.
pub const QUESTIONS: &[&str] = &[
    "set up",
    "test morale or call for support",
    "fire",
    "choose the next close combat",
    "advance after combat",
    "move",
    "go on, or stop short",
    "dismount, or stay aboard",
    "replace the commander",
];

/// The scenarios of the book, the learning game first.
const FILES: &[&str] = &[
    include_str!("../../scenarios/first-elements.toml"),
    include_str!("../../scenarios/normandy.toml"),
    include_str!("../../scenarios/breakthrough.toml"),
    include_str!("../../scenarios/meuse.toml"),
];

impl ScenarioFile for Scenario {
    type Options = Options;

    fn library() -> &'static Library<Scenario> {
        static LIBRARY: Library<Scenario> = Library::and_made(FILES, Scenario::read, generator::text);
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
        let terms = (self.par, self.turns, self.fixed_setup, self.expansion);
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
    let all = |list: &[Listed]| list.iter().map(bearing_of).collect::<Vec<_>>();
    let support: Vec<_> =
        army.support.iter().map(|listed| (listed.element.word, listed.quality as u8, listed.calls)).collect();
    ((army.edge, army.zone, army.hides), all(&army.elements), all(&army.ambush), support)
}

fn bearing_of(listed: &Listed) -> impl Serialize + PartialEq + use<> {
    let is = (listed.element.word, listed.quality as u8, listed.dug_in);
    (is, (listed.at, u16::from(listed.facing)), (listed.aboard, listed.under, listed.arrives))
}

/// The most elements of a side; the numbers of both and of those in hiding stay below [`HIDING`].
pub(super) const MOST: usize = 60;
/// The most that a scenario may hold ready to hide.
pub(super) const MOST_HIDDEN: usize = 20;
const _: () = assert!(2 * MOST + MOST_HIDDEN <= HIDING as usize);

#[cfg(test)]
mod tests;
