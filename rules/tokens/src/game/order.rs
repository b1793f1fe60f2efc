//! What players can order.

use super::{Standing, UnitId};
use field::Point;
use serde::{Deserialize, Serialize};

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Order {
    /// Moves a unit along straight legs; it faces so at the end. Where `form` is set it changes between line and column
    /// first (R23), where `fire` is set it fires afterwards.
    Move { unit: UnitId, path: Vec<Point>, facing: u16, form: bool, fire: bool },
    /// Stays where it is: turns, changes between line and column, or stands still (R21).
    Turn { unit: UnitId, facing: u16, form: bool },
    /// Fires at an enemy.
    Fire { unit: UnitId, target: UnitId },
    /// Lays smoke around a point (R8).
    Smoke { unit: UnitId, at: Point },
    /// Assaults an enemy, straight on from the last of some points on the way (R12).
    Assault { unit: UnitId, target: UnitId, by: Vec<Point> },
    /// Rallies (R10).
    Rally { unit: UnitId },
    /// Mounts, dismounts, limbers or unlimbers (R16).
    Change { unit: UnitId },
    /// Moves a commander, by his number (R17).
    Command { commander: u8, path: Vec<Point> },
    /// Gives the initiative to the other side (R4).
    Surrender,
    /// Discards a token that has no legal use (R4).
    Discard,
    /// A unit of the other side reacts when the mover has gone so many inches; 0 where nobody moves (R5).
    React { unit: UnitId, inch: u8, reply: Reply },
    /// No reaction, or no try to seize, and what is to be answered from now on until that is changed.
    Pass { then: Standing },
    /// The interrupted mover goes on: to its end, or no further than so many inches (Common:interruption).
    GoOn { stop: Option<u8> },
    /// After its move a unit fires at an enemy (R7).
    Shoot { target: UnitId },
    /// After its move a unit does not fire.
    Hold,
    /// Tries to seize the initiative with a unit (R3).
    Seize { unit: UnitId },
    /// Winning cavalry pursues (R12).
    Pursue,
    /// Winning cavalry stays where it is.
    Stay,
}

/// What a unit does that reacts (R6).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Reply {
    /// It fires at the unit that was activated.
    Fire,
    /// It moves along straight legs, 4 inches at most, and faces so at the end.
    Move { path: Vec<Point>, facing: u16 },
}
