//! What players can order.

use super::{Square, UnitId, Units};
use field::grid::Way;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Order {
    /// Set-up: puts a unit into a square, or into reserve (R6).
    Deploy {
        /// The unit.
        unit: UnitId,
        /// The square; into reserve where there is none.
        to: Option<Square>,
    },
    /// Set-up: puts the commander into a square.
    DeployCommander {
        /// The square.
        to: Square,
    },
    /// Set-up: all is in its place.
    Ready,
    /// Step 2: rolls for an asset (R15).
    RollAsset {
        /// Its place in the army list.
        asset: u8,
    },
    /// Lays a barrage that has come.
    LayBarrage {
        /// Where.
        aim: Aim,
    },
    /// Step 3: tries to give an order to a square (R16).
    Command {
        /// The square.
        square: Square,
        /// The marker it would get.
        marker: Marker,
    },
    /// Step 5: moves units of one square one after the other along one path.
    Move {
        /// The units.
        units: Units,
        /// The squares they enter, in order.
        path: Path,
        /// A unit that fails a roll to leave scenery uses its extra square for the next step, where that is allowed.
        press: bool,
    },
    /// Step 5: moves the commander.
    MoveCommander {
        /// The squares he enters, in order.
        path: Path,
        /// If he fails a roll to leave scenery, he uses his extra square for the next step, where that is allowed.
        press: bool,
    },
    /// Step 5: cavalry mounts instead of moving (R17).
    Mount {
        /// The unit.
        unit: UnitId,
    },
    /// Step 5: cavalry dismounts instead of moving (R17).
    Dismount {
        /// The unit.
        unit: UnitId,
    },
    /// Step 6: assaults a square (R7).
    Assault {
        /// The main square.
        from: Square,
        /// The target.
        target: Square,
        /// The units of the main square that assault.
        units: Units,
        /// Additional units from other squares.
        additional: Units,
        /// Uses the shock assault.
        shock: bool,
    },
    /// The target of an assault stands.
    Stand,
    /// The target of an assault retires.
    Retire,
    /// Places hits: how many on each of the units that are hit, in their order.
    PlaceHits {
        /// The shares.
        shares: SmallVec<[u8; 12]>,
    },
    /// Moves units into the square that was taken (26:move-in).
    Advance {
        /// The units.
        units: Units,
    },
    /// Gives a unit the winning-the-fight marker.
    GiveMarker {
        /// The unit.
        unit: UnitId,
    },
    /// Step 7: units of a square shoot at another (27).
    Shoot {
        /// The square that shoots.
        from: Square,
        /// Its target.
        target: Square,
        /// The units that shoot.
        units: Units,
    },
    /// Step 10, way A: rolls for every waiting unit (29:a).
    RollForAll,
    /// Step 10, way B: a unit arrives (29:b).
    BringOn {
        /// The unit.
        unit: UnitId,
        /// The square.
        to: Square,
    },
    /// Step 10, way C: a unit arrives by road, and two rolls are made (29:c).
    BringByRoad {
        /// The unit.
        unit: UnitId,
        /// The square.
        to: Square,
        /// The units that are rolled for; the same may be named twice.
        attempts: SmallVec<[UnitId; 2]>,
    },
    /// Puts a unit that has arrived into a square.
    Arrive {
        /// The unit.
        unit: UnitId,
        /// The square.
        to: Square,
    },
    /// Does nothing more in this step.
    Pass,
}

/// The squares that are entered one after the other.
pub type Path = SmallVec<[Square; 4]>;

/// Where a barrage is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Five squares side by side; this is the leftmost, seen from the attacker.
    Row(Square),
    /// Three squares in the shape of an L (22:point-effect-squares).
    Corner {
        /// The square at the corner.
        at: Square,
        /// How the L lies.
        turn: Turned,
    },
}

/// How an L lies: which neighbours of the corner square belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turned {
    /// Those to the north and east.
    NorthEast,
    /// Those to the south and east.
    SouthEast,
    /// Those to the south and west.
    SouthWest,
    /// Those to the north and west.
    NorthWest,
}

impl Turned {
    /// All four.
    pub const ALL: [Turned; 4] = [Turned::NorthEast, Turned::SouthEast, Turned::SouthWest, Turned::NorthWest];

    /// The ways from the corner to the other two squares.
    pub const fn ways(self) -> [Way; 2] {
        match self {
            Turned::NorthEast => [Way::North, Way::East],
            Turned::SouthEast => [Way::South, Way::East],
            Turned::SouthWest => [Way::South, Way::West],
            Turned::NorthWest => [Way::North, Way::West],
        }
    }

    /// Its name in picks.
    pub const fn word(self) -> &'static str {
        match self {
            Turned::NorthEast => "north-east",
            Turned::SouthEast => "south-east",
            Turned::SouthWest => "south-west",
            Turned::NorthWest => "north-west",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Turned::NorthEast => "north and east",
            Turned::SouthEast => "south and east",
            Turned::SouthWest => "south and west",
            Turned::NorthWest => "north and west",
        }
    }
}

/// A marker of the higher command (R16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// 2 dice in an assault.
    FightingBonus,
    /// 2 dice less in a morale test.
    MoraleBonus,
    /// 3 dice less in a morale test, but the square stays where it is.
    HoldTheLine,
}

impl Marker {
    /// All three.
    pub const ALL: [Marker; 3] = [Marker::FightingBonus, Marker::MoraleBonus, Marker::HoldTheLine];

    /// Its name in picks, and what it does.
    pub const fn help(self) -> (&'static str, &'static str) {
        match self {
            Marker::FightingBonus => ("fighting-bonus", "fighting bonus: 2 dice in an assault"),
            Marker::MoraleBonus => ("morale-bonus", "morale bonus: 2 dice less in the morale test"),
            Marker::HoldTheLine => {
                ("hold-the-line", "hold the line: 3 dice less in the morale test, but nobody moves or assaults")
            }
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Marker::FightingBonus => "fighting bonus",
            Marker::MoraleBonus => "morale bonus",
            Marker::HoldTheLine => "hold the line",
        }
    }
}
