//! What players can order.

use super::say::words;
use super::{Square, UnitId, Units};
use field::grid::Way;
use kernel::procedure::Choice;
use kernel::rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Order {
    /// Set-up: puts a unit into a square, or, where none is named, into reserve (R6).
    Deploy { unit: UnitId, to: Option<Square> },
    /// Set-up: puts the commander into a square.
    DeployCommander { to: Square },
    /// Set-up: all is in its place.
    Ready,
    /// Step 2: rolls for an asset, by its place in the army list (R15).
    RollAsset { asset: u8 },
    /// Lays a barrage that has come.
    LayBarrage { aim: Aim },
    /// Step 3: tries to give an order to a square, which would get the marker (R16).
    Command { square: Square, marker: Marker },
    /// Step 5: moves units of one square one after the other along one path. Where `press` is set, a unit that fails a
    /// roll to leave scenery uses its extra square for the next step, if that is allowed.
    Move { units: Units, path: Path, press: bool },
    /// Step 5: moves the commander, in the same way.
    MoveCommander { path: Path, press: bool },
    /// Step 5: cavalry mounts instead of moving (R17).
    Mount { unit: UnitId },
    /// Step 5: cavalry dismounts instead of moving (R17).
    Dismount { unit: UnitId },
    /// Step 6: units of the main square, and additional ones from other squares, assault a target (R7), perhaps with the
    /// shock assault.
    Assault(AssaultOrder),
    /// The target of an assault stands.
    Stand,
    /// The target of an assault retires.
    Retire,
    /// Places hits: how many on each of the units that are hit, in their order.
    PlaceHits { shares: SmallVec<[u8; 12]> },
    /// Moves units into the square that was taken (26:move-in).
    Advance { units: Units },
    /// Gives a unit the winning-the-fight marker.
    GiveMarker { unit: UnitId },
    /// Step 7: units of a square shoot at another (27).
    Shoot { from: Square, target: Square, units: Units },
    /// Step 10, way A: rolls for every waiting unit (29:a).
    RollForAll,
    /// Step 10, way B: a unit arrives (29:b).
    BringOn { unit: UnitId, to: Square },
    /// Step 10, way C: a unit arrives by road, and two rolls are made for others or twice for one (29:c).
    BringByRoad { unit: UnitId, to: Square, attempts: SmallVec<[UnitId; 2]> },
    /// Puts a unit that has arrived into a square.
    Arrive { unit: UnitId, to: Square },
    /// Does nothing more in this step.
    Pass,
}

impl Order {
    /// The assault that it is, where it is one.
    pub fn assault(&self) -> Option<AssaultOrder> {
        if let Order::Assault(named) = self { Some(*named) } else { None }
    }
}

/// What is named when a square assaults (R7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct AssaultOrder {
    pub from: Square,
    pub target: Square,
    pub units: Units,
    pub additional: Units,
    pub shock: bool,
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
    #[allow(missing_docs, reason = "the square at the corner, and how the L lies")]
    Corner { at: Square, turn: Turned },
}

/// How an L lies: which neighbours of the corner square belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Choice, Serialize, Deserialize)]
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
    /// The ways from the corner to the other two squares.
    pub const fn ways(self) -> [Way; 2] {
        match self {
            Turned::NorthEast => [Way::North, Way::East],
            Turned::SouthEast => [Way::South, Way::East],
            Turned::SouthWest => [Way::South, Way::West],
            Turned::NorthWest => [Way::North, Way::West],
        }
    }

    /// In words: 'north and east'.
    pub fn words(self) -> String {
        self.name().replace('-', " and ")
    }
}

/// A marker of the higher command (R16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Choice, Serialize, Deserialize)]
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
    /// What it does.
    pub const fn help(self) -> &'static str {
        match self {
            Marker::FightingBonus => "2 dice in an assault",
            Marker::MoraleBonus => "2 dice less in the morale test",
            Marker::HoldTheLine => "3 dice less in the morale test, but nobody moves or assaults",
        }
    }

    /// The rule that says so.
    pub const fn rule(self) -> Rule {
        match self {
            Marker::FightingBonus => Rule("26:fighting-bonus"),
            Marker::MoraleBonus => Rule("28:morale-bonus"),
            Marker::HoldTheLine => Rule("28:hold-the-line"),
        }
    }

    /// In words: 'fighting bonus'.
    pub fn words(self) -> String {
        words(self.name())
    }
}
