//! What players can order.

use super::UnitId;
use field::Point;
use serde::{Deserialize, Serialize};

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Order {
    /// Sets an element up elsewhere (R13).
    Place { unit: UnitId, at: Point, facing: u16 },
    /// Hides an element, by its place in the list of those that may hide (R16, R20).
    Hide { slot: u8, at: Point, facing: u16 },
    /// A suppressed element tests its morale (Turn sequence:1a).
    Test { unit: UnitId },
    /// A commander or FOO calls for support on a point, by its place in the scenario's list; with `smoke` the battery lays
    /// a screen across this facing (R24, R25).
    Call { caller: UnitId, asset: u8, at: Point, smoke: Option<u16> },
    /// An element lays smoke at a point, across a facing (R25).
    Smoke { unit: UnitId, at: Point, facing: u16 },
    /// Speculative fire at a spot (R29).
    Guess { unit: UnitId, at: Point },
    /// Direct fire at an enemy (Turn sequence:2d).
    Fire { unit: UnitId, target: UnitId, weapon: Weapon },
    /// The close combat that this element is in is fought next (Turn sequence:3a).
    Fight { unit: UnitId },
    /// Moves along straight legs, and faces so at the end; also an advance after combat (R11).
    Move { unit: UnitId, path: Vec<Point>, facing: u16 },
    /// Turns where it stands (R7).
    Turn { unit: UnitId, facing: u16 },
    /// Moves straight into contact with an enemy (R9).
    Contact { unit: UnitId, target: UnitId },
    /// Falls back: towards its home edge, or away from the enemy; turned about at the end, or not (R50, R54).
    FallBack { unit: UnitId, home: bool, about: bool },
    /// Mounts, embarks, or is limbered (R33).
    Board { unit: UnitId, vehicle: UnitId },
    /// Dismounts, disembarks, or is unlimbered within 1 of its vehicle (R14).
    Alight { unit: UnitId, at: Point, facing: u16 },
    /// A man-portable weapon is broken down, or set up again.
    Pack { unit: UnitId },
    /// An element of the reserve comes on at its own edge (R19).
    Enter { unit: UnitId, at: Point, facing: u16 },
    /// The interrupted mover goes on to its end, or no further than so many inches (Common:interruption).
    GoOn { stop: Option<u8> },
    /// Passengers of an APC that became suppressed dismount, or stay (Results:dismount).
    Dismount { yes: bool },
    /// A commander who was overrun takes the place of this element (Overrun:commander).
    Replace { unit: UnitId },
    /// No more of this (R56).
    Done,
}

/// What an element fires with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// High explosive or small arms.
    HeSa,
    /// Armour-piercing fire.
    Ap,
    /// Infantry goes for a tank by hand (R10).
    Hunt,
}

impl Weapon {
    /// All of them.
    pub const ALL: [Weapon; 3] = [Weapon::HeSa, Weapon::Ap, Weapon::Hunt];
}
