//! What players can order, and what they write down in secret.

use super::SquadId;
use crate::troops::Formation;
use crate::weapons::Weapon;
use field::Point;
use serde::{Deserialize, Serialize};

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Order {
    /// Hides a sniper in cover, before the first move (R16).
    Hide { at: Point },
    /// A hidden sniper creeps elsewhere (R16).
    Creep { sniper: u8, to: Point },
    /// Declares a charge (R23).
    Charge { squad: SquadId, at: Mark },
    /// Plots a shell for each of some moves, at so many inches up and right of a named point (Bombardment:aim).
    Shell { piece: Layer, from: u8, up: i16, right: i16, load: Load, first: u8, last: u8 },
    /// Crosses out a charge or a plotted shell, by its number in the list of both.
    Cancel { number: u8 },
    /// A squad puts its masks on, or takes them off (R10).
    Mask { squad: SquadId },
    /// Opens the gas cylinders (R10).
    Release,
    /// Has written all.
    Ready,
    /// The winner of the initiative goes first, or second.
    Choose { first: bool },
    /// A squad moves along straight legs, and forms up so at the end, facing so; it may do something besides. Without a leg
    /// it wheels about its middle.
    March {
        squad: SquadId,
        path: Vec<Point>,
        facing: u16,
        formation: Formation,
        #[serde(default, skip_serializing_if = "Besides::is_nothing")]
        besides: Besides,
    },
    /// A squad marches on a road (Movement:strategic).
    Road { squad: SquadId, path: Vec<Point>, facing: u16 },
    /// Single men of a squad move to places of their own.
    Place { squad: SquadId, men: Vec<(u8, Point)> },
    /// A squad crawls, and stays prone.
    Crawl { squad: SquadId, path: Vec<Point>, facing: u16 },
    /// A squad turns where it stands.
    Turn { squad: SquadId, facing: u16 },
    /// A squad lies down (R45).
    LieDown { squad: SquadId },
    /// A squad keeps down in its trench (R15).
    KeepDown { squad: SquadId },
    /// A squad gets up.
    GetUp { squad: SquadId },
    /// A squad mans a trench or a building where it is nearest.
    Man { squad: SquadId, piece: u16 },
    /// A squad falls back towards its own edge.
    FallBack { squad: SquadId },
    /// A squad limbers or unlimbers, mounts or dismounts (R31).
    Change { squad: SquadId },
    /// A declared charge is made.
    Run { squad: SquadId },
    /// A squad stays as it is.
    Stand { squad: SquadId },
    /// No squad moves now (R28).
    Pass,
    /// No squad of the side moves any more in this move (R28).
    Rest,
    /// The charged squad fires at point blank (Melee 1).
    Shoot,
    /// It holds its fire.
    Hold,
    /// A squad fires a weapon at an enemy with so many figures or guns (R4).
    Fire { squad: SquadId, weapon: Weapon, target: SquadId, figures: u8 },
    /// A squad throws grenades at a point (Firing:grenades).
    Throw { squad: SquadId, at: Point, grenades: u8 },
    /// A gun fires directly (Artillery:direct-free).
    Lay { squad: SquadId, at: Mark },
    /// A squad's fire is crossed out.
    Cease { squad: SquadId },
    /// Names the specialist who is lost, by his number in the squad (R7).
    Name { man: u8 },
    /// Names the weapon of a vehicle that is knocked out (R17).
    Knock { weapon: Weapon },
}

/// What a squad does besides its march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Besides {
    /// Nothing.
    #[default]
    Nothing,
    /// It lies down at the end of it (R45).
    LiesDown,
    /// It mounts or dismounts before, which takes half of the move (R31).
    Changes,
}

impl Besides {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    fn is_nothing(&self) -> bool {
        *self == Besides::Nothing
    }
}

/// What is charged, or laid at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// An enemy squad.
    Squad(SquadId),
    /// A piece of ground: a trench, a building, a wall.
    Piece(u16),
}

/// Who fires plotted shells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// A gun or mortar on the table.
    Gun(SquadId),
    /// A section of the battery off the table: 0 is the whole battery, 1 and 2 are its halves (Bombardment:sections).
    Section(u8),
}

/// What a shell is filled with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    /// High explosive.
    HighExplosive,
    /// Shrapnel.
    Shrapnel,
    /// Smoke.
    Smoke,
    /// Gas.
    Gas,
}

/// What a side has written down.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Charges of this move.
    pub charges: Vec<(SquadId, Mark)>,
    /// Shells of moves to come.
    pub shots: Vec<Shot>,
    /// Fire of this phase d.
    pub fire: Vec<Volley>,
    /// Squads that put their masks on or take them off.
    pub masks: Vec<SquadId>,
    /// The cylinders are opened in this move.
    pub release: bool,
    /// Smoke shells left.
    pub smoke: u8,
    /// Gas shells left.
    pub gas: u8,
}

/// R22 A plotted shell, for one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Who fires it.
    pub piece: Layer,
    /// In which move.
    pub turn: u8,
    /// Where it is aimed.
    pub at: Point,
    /// What it is filled with.
    pub load: Load,
}

/// Fire that was written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "as the orders have them")]
pub enum Volley {
    /// Small arms.
    Fire { squad: SquadId, weapon: Weapon, target: SquadId, figures: u8 },
    /// Grenades.
    Throw { squad: SquadId, at: Point, grenades: u8 },
    /// A gun.
    Lay { squad: SquadId, at: Mark },
}

/// R16 A sniper who has not been seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sniper {
    /// Where he is.
    pub at: Point,
    /// Moves at rest.
    pub rest: u8,
    /// He has crept in this move.
    pub crept: bool,
    /// He had no way home when that was looked at in phase a (R16).
    pub cut_off: bool,
}

impl Plan {
    /// Nothing is written.
    pub const NOTHING: Plan = Plan {
        charges: Vec::new(),
        shots: Vec::new(),
        fire: Vec::new(),
        masks: Vec::new(),
        release: false,
        smoke: 0,
        gas: 0,
    };

    /// R10 The shells that are left of a load that is counted.
    pub(super) fn stock(&mut self, load: Load) -> Option<&mut u8> {
        match load {
            Load::Smoke => Some(&mut self.smoke),
            Load::Gas => Some(&mut self.gas),
            _ => None,
        }
    }
}

impl Volley {
    /// Who fires.
    pub fn squad(&self) -> SquadId {
        match *self {
            Volley::Fire { squad, .. } | Volley::Throw { squad, .. } | Volley::Lay { squad, .. } => squad,
        }
    }
}

impl Load {
    /// All, as they are offered.
    pub const ALL: [Load; 4] = [Load::HighExplosive, Load::Shrapnel, Load::Smoke, Load::Gas];

    /// The word of it.
    pub const fn word(self) -> &'static str {
        match self {
            Load::HighExplosive => "high-explosive",
            Load::Shrapnel => "shrapnel",
            Load::Smoke => "smoke",
            Load::Gas => "gas",
        }
    }

    /// In a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Load::HighExplosive => "high explosive",
            other => other.word(),
        }
    }
}
