//! R29: scenarios, the map they are fought on, and the armies that fight them.
//!
//! A scenario file names the map and lists its own lines (`docs/scenarios.md`); [`Scenario::read`] tells what is wrong
//! with one by line and column.

mod legal;
mod map;
mod overview;
mod read;
mod side;
mod square;

pub use map::{Land, Line, Link, Map, Region, Trench};
pub use side::{PerSide, Side};
pub use square::{GRID, SQUARES, Square, SquareSet};

use crate::command_center::Resources;
use crate::game::Options;
use crate::seats::{ALLIED, GERMAN};
use crate::turns::Turn as Date;
use crate::units::{Kind, Nation};
use field::grid::Way;
use kernel::prelude::*;
use kernel::scenario::{Format, Heading, Library, ScenarioFile, SideCard, Start};
use serde::Serialize;

/// A battle before the first order.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What is told of it; no rule depends on that.
    pub head: Heading,
    /// By how much the Allied points must exceed the German ones (R27).
    pub par: i32,
    /// How many turns it has.
    pub turns: u8,
    /// Its first turn (R2).
    pub begins: Date,
    /// Who plays the first phase of each turn (R2).
    pub first: Side,
    /// The part of the map that is played on.
    pub window: Window,
    /// Rows 1 to this one are closed to both sides (R48).
    pub closed: u8,
    /// The turn in which they open, counted from 1.
    pub opens: Option<u8>,
    /// Where mines were in history; as many may be placed (R26).
    pub mines: Vec<Square>,
    /// Operations are bought and objectives drawn before the first turn (15.5).
    pub operations: bool,
    /// Resources that the first player has in the first turn besides (R29).
    pub free: Resources,
    /// The squares that the Allies hold at the start; the Germans hold all others.
    pub allied: SquareSet,
    /// Secondary trenches that each side has dug since the battle began.
    pub dug: PerSide<SquareSet>,
    /// What is fought for (R27).
    pub objectives: Vec<Goal>,
    /// By how many points a side must lead for each level of victory (R27).
    pub levels: Levels,
    /// For each nation the edge square of R30.
    pub edges: [Square; 3],
    /// What is told of the sides.
    pub sides: PerSide<SideCard>,
    /// The corps of both sides.
    pub corps: Vec<Corps>,
    /// The names of the divisions.
    pub divisions: Vec<String>,
    /// The units of both sides.
    pub units: Vec<Listed>,
}

/// A place that counts (R27).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Square,
    /// What it is worth to its holder at the end.
    pub value: u16,
}

/// Leads in points that are a marginal, a clear and a decisive victory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// A marginal one.
    pub marginal: i32,
    /// A clear one.
    pub clear: i32,
    /// A decisive one.
    pub decisive: i32,
}

/// A part of the map, by its outermost columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The westernmost column, from 0.
    pub west: u8,
    /// The northernmost row, from 0.
    pub north: u8,
    /// The easternmost column.
    pub east: u8,
    /// The southernmost row.
    pub south: u8,
}

impl Window {
    /// The whole map.
    pub const ALL: Window = Window { west: 0, north: 0, east: 29, south: 41 };

    /// Is a square in it?
    pub fn holds(self, square: Square) -> bool {
        (self.west..=self.east).contains(&square.column()) && (self.north..=self.south).contains(&square.row())
    }

    /// R3 Is a square on the edge of a side?
    pub fn is_edge(self, side: Side, square: Square) -> bool {
        let column = if side == Side::Allied { self.west } else { self.east };
        self.holds(square) && square.column() == column
    }
}

/// A corps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corps {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// Where its headquarters begins; army troops have none (R30).
    pub at: Option<Start<Square>>,
}

/// A unit of an army; headquarters are among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// What it is; headquarters are no kind of unit.
    pub kind: Option<Kind>,
    /// Whose it is.
    pub nation: Nation,
    /// Its corps, by its place in the list.
    pub corps: u8,
    /// Its division, by its place in the list.
    pub division: u16,
    /// Its morale (R14); 0 for those who never assault.
    pub morale: u8,
    /// Steps lost before the scenario begins.
    pub lost: u8,
    /// Where it begins, or when and where it comes; none where it has to be bought (R28).
    pub at: Option<Start<Square>>,
}

/// What scenario files of this book may say.
pub static FORMAT: Format = Format {
    book: "somme",
    seats: &[ALLIED, GERMAN],
    questions: QUESTIONS,
    par: -500..=500,
    length: "turns",
    lengths: 1..=18,
    usual_length: 3,
};

/// What a player can be asked.
const QUESTIONS: &[&str] = &[
    "buy operations",
    "dig defences",
    "hide guns",
    "lay mines",
    "bombard",
    "answer the guns",
    "take losses",
    "move",
    "commit assaults",
    "choose who stays",
    "support assaults",
    "name a target for the fire",
    "resolve an assault",
    "counterattack or give way",
    "retreat",
    "advance",
    "break through",
    "assault after a breakthrough",
    "attack again",
    "place replacements",
];

/// The scenarios of the book, the learning game first.
const FILES: &[&str] = &[
    include_str!("../../scenarios/montauban.toml"),
    include_str!("../../scenarios/big-push.toml"),
    include_str!("../../scenarios/bazentin-ridge.toml"),
    include_str!("../../scenarios/flers-courcelette.toml"),
    include_str!("../../scenarios/campaign.toml"),
];

impl ScenarioFile for Scenario {
    type Options = Options;

    fn library() -> &'static Library<Scenario> {
        static LIBRARY: Library<Scenario> = Library::of(FILES, Scenario::read);
        &LIBRARY
    }

    fn head(&self) -> &Heading {
        &self.head
    }

    fn sides(&self) -> Vec<(Seat, &SideCard)> {
        Side::BOTH.map(|side| (side.seat(), &self.sides[side])).to_vec()
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        overview::lines(self)
    }

    fn options(&self) -> &'static [&'static str] {
        &["handicap"]
    }

    fn bearing(&self) -> impl Serialize {
        let Scenario { par, turns, begins, first, window, closed, opens, mines, operations, free, .. } = self;
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
        let units: Vec<_> = self.units.iter().map(unit).collect();
        let corps: Vec<_> = self.corps.iter().map(|corps| (corps.nation as u8, corps.at.as_ref().map(start))).collect();
        let goals: Vec<_> = self.objectives.iter().map(|goal| (goal.at, goal.value)).collect();
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
        let (held, dug) = (self.allied, self.dug);
        ((frame, closed, opens, mines, operations, free), (units, corps, goals), (held, dug, self.edges), ground)
    }
}

impl Scenario {
    /// The map.
    pub fn map(&self) -> &'static Map {
        Map::somme()
    }

    /// What a division is called: '30th Division', '39e DI'. Guns of a corps and tanks are listed like divisions and are none.
    pub fn division_name(&self, division: u16) -> String {
        let name = &self.divisions[usize::from(division)];
        let whole = ["guns", "DI", "DIC"].iter().any(|end| name.ends_with(end)) || name.starts_with("Heavy Section");
        if whole { name.clone() } else { format!("{name} Division") }
    }
}

#[cfg(test)]
mod tests;
