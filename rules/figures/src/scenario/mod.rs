//! R20: scenarios, the platoons that fight them, and the files they are written in.
//!
//! Everybody but snipers stands where the file has him (`docs/scenarios.md`); [`Scenario::read`] tells what is wrong with
//! a file by line and column.

mod overview;
mod read;

use crate::cover::Structure;
use crate::game::{Kind, Options, Side};
use crate::seats::{ATTACKER, DEFENDER};
use crate::troops::{Formation, Quality};
use field::{Facing, Point};
use kernel::prelude::*;
use kernel::scenario::{Format, Heading, Library, ScenarioFile, SideCard};
use serde::Serialize;
use tabletop::{Edge, Table};

/// An action before the first order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// What is told of it; no rule depends on that.
    pub head: Heading,
    /// By how much the attacker must do better than the defender.
    pub par: i32,
    /// The last move (R2).
    pub moves: u8,
    /// The year: masks from 1916 on, and tanks are new in 1916.
    pub year: u16,
    /// It is night (R5).
    pub night: bool,
    /// The table, and what lies on it from the bottom up.
    pub table: Table<Lie>,
    /// The pieces of ground that are prepared for defence (Melee 6).
    pub prepared: Vec<u16>,
    /// What the action is fought for.
    pub objectives: Vec<Goal>,
    /// Points that plots are measured from: objectives, named ground, and the corners of the table.
    pub references: Vec<(String, Point)>,
    /// The attackers.
    pub attacker: Army,
    /// The defenders.
    pub defender: Army,
}

/// A place that counts.
pub type Goal = tabletop::Goal<Side>;

/// One side of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// What is told of it.
    pub card: SideCard,
    /// Its own edge of the table (R12).
    pub edge: Edge,
    /// How far its zone reaches into the table, in hundredths of an inch (R2).
    pub zone: i64,
    /// Its men are of the British Expeditionary Force (Fire modifiers:bef).
    pub bef: bool,
    /// Its light machine guns are belt-fed (Fire modifiers:belt-fed).
    pub belt_fed: bool,
    /// Its riflemen have armour-piercing rounds (Vehicles:armour-piercing).
    pub armour_piercing: bool,
    /// Its men have masks, from 1916 on (R10).
    pub masks: bool,
    /// Grenades of each man (R8).
    pub grenades: u8,
    /// Snipers, who are hidden before the first move (R16).
    pub snipers: u8,
    /// Howitzers of its battery off the table (Bombardment:battery).
    pub battery: u8,
    /// Smoke shells and gas shells that its guns have (R10).
    pub smoke_shells: u8,
    /// Gas shells.
    pub gas_shells: u8,
    /// The two ends of a line of gas cylinders (R10).
    pub cylinders: Option<(Point, Point)>,
    /// Its squads, crews, guns and vehicles.
    pub squads: Vec<Listed>,
}

/// A squad of an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// Its figures.
    pub men: u8,
    /// An officer goes with it (R48).
    pub officer: bool,
    /// A light machine gun is among its weapons.
    pub lmg: bool,
    /// Its troopers have lances (Melee:lancers).
    pub lancers: bool,
    /// Where its middle stands.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
    /// Its formation.
    pub formation: Formation,
    /// It begins prone.
    pub prone: bool,
    /// Its guns are limbered.
    pub limbered: bool,
}

/// What a piece of ground is, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lie {
    /// A hill, which blocks sight.
    #[default]
    Hill,
    /// Shelled ground: slow, and soft cover.
    Shelled,
    /// Water that nobody crosses but by a bridge.
    Water,
    /// A wood: soft cover, and more than 3 inches of it block sight.
    Wood,
    /// A road, for strategic movement and cars.
    Road,
    /// A wooden bridge.
    WoodenBridge,
    /// A stone bridge.
    StoneBridge,
    /// A bridge of steel or concrete.
    SteelOrConcreteBridge,
    /// A trench: hard cover, and a fixed defence.
    Trench,
    /// Barbed wire.
    Wire,
    /// A hedge: soft cover to those behind it.
    Hedge,
    /// A fence: soft cover to those behind it, by sections of 3 inches.
    Fence,
    /// A wall: hard cover to those behind it, by sections of 3 inches.
    Wall,
    /// A small building of wood.
    SmallWoodenBuilding,
    /// A small building of brick.
    SmallBrickBuilding,
    /// A medium building of wood.
    MediumWoodenBuilding,
    /// A medium building of brick.
    MediumBrickBuilding,
    /// A large building of brick.
    LargeBrickBuilding,
    /// A large building of stone.
    LargeStoneBuilding,
    /// A dugout.
    Dugout,
    /// A small bunker.
    SmallBunker,
    /// A medium bunker.
    MediumBunker,
}

impl Lie {
    /// What shells do to it.
    pub fn structure(self) -> Structure {
        match self {
            Lie::WoodenBridge => Structure::WoodenBridge,
            Lie::StoneBridge => Structure::StoneBridge,
            Lie::SteelOrConcreteBridge => Structure::SteelOrConcreteBridge,
            Lie::Wire => Structure::Wire,
            Lie::Fence => Structure::Fence,
            Lie::Wall => Structure::Wall,
            Lie::SmallWoodenBuilding => Structure::SmallWoodenBuilding,
            Lie::SmallBrickBuilding => Structure::SmallBrickBuilding,
            Lie::MediumWoodenBuilding => Structure::MediumWoodenBuilding,
            Lie::MediumBrickBuilding => Structure::MediumBrickBuilding,
            Lie::LargeBrickBuilding => Structure::LargeBrickBuilding,
            Lie::LargeStoneBuilding => Structure::LargeStoneBuilding,
            Lie::Dugout => Structure::Dugout,
            Lie::SmallBunker => Structure::SmallBunker,
            Lie::MediumBunker => Structure::MediumBunker,
            Lie::Hill | Lie::Shelled | Lie::Water | Lie::Wood | Lie::Road | Lie::Trench | Lie::Hedge => {
                Structure::NoStructure
            }
        }
    }

    /// Buildings, dugouts and bunkers.
    pub fn has_inside(self) -> bool {
        self.structure().has_inside()
    }

    /// A bridge.
    pub fn is_bridge(self) -> bool {
        matches!(self, Lie::WoodenBridge | Lie::StoneBridge | Lie::SteelOrConcreteBridge)
    }

    /// Can a squad be told to man it?
    pub fn is_manned(self) -> bool {
        self == Lie::Trench || self.has_inside()
    }

    /// Is it laid in sections of 3 inches (Cover:sections)?
    pub fn is_in_sections(self) -> bool {
        matches!(self, Lie::Fence | Lie::Wall)
    }
}

/// What scenario files of this book may say.
pub static FORMAT: Format = Format {
    book: "figures",
    seats: &[ATTACKER, DEFENDER],
    questions: QUESTIONS,
    par: -100..=100,
    length: "moves",
    lengths: 1..=30,
    usual_length: 16,
};

/// What a player can be asked.
pub const QUESTIONS: &[&str] = &[
    crate::game::questions::PREPARE,
    crate::game::questions::PLOT,
    crate::game::questions::CHOOSE,
    crate::game::questions::MOVE,
    crate::game::questions::ANSWER,
    crate::game::questions::FIRE,
    crate::game::questions::NAME,
];

/// The scenarios of the book, the learning game first.
const FILES: &[&str] = &[
    include_str!("../../scenarios/first-fire.toml"),
    include_str!("../../scenarios/trench-raid.toml"),
    include_str!("../../scenarios/bef-farm.toml"),
    include_str!("../../scenarios/gas-1915.toml"),
    include_str!("../../scenarios/tanks-1917.toml"),
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
        Side::BOTH.map(|side| (side.seat(), &self.army(side).card)).to_vec()
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        overview::lines(self)
    }

    fn bearing(&self) -> impl Serialize {
        let terms = (self.par, self.moves, self.year, self.night);
        let goals: Vec<_> = self.objectives.iter().map(|goal| (goal.at, goal.value, goal.holder)).collect();
        let references: Vec<_> = self.references.iter().map(|(_, at)| *at).collect();
        let ground = (&self.table.plan, &self.table.kinds, &self.prepared);
        (terms, ground, goals, references, bearing(&self.attacker), bearing(&self.defender))
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
    let squad = |squad: &Listed| {
        let men = (squad.kind, squad.quality, squad.men, squad.officer, squad.lmg, squad.lancers);
        (men, (squad.at, u16::from(squad.facing), squad.formation, squad.prone, squad.limbered))
    };
    let squads: Vec<_> = army.squads.iter().map(squad).collect();
    let flags = (army.bef, army.belt_fed, army.armour_piercing, army.masks, army.grenades, army.snipers);
    let guns = (army.battery, army.smoke_shells, army.gas_shells, army.cylinders);
    ((army.edge, army.zone), flags, guns, squads)
}

#[cfg(test)]
mod tests;
