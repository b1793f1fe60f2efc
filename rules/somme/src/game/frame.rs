//! What is pending within a step. The last frame is what the game is at; the others wait for it.

use super::units::Units;
use crate::scenario::Side;
use serde::{Deserialize, Serialize};

/// Something pending.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Frame {
    /// Steps are to be lost by units of one side, those in close assault first (R8, R15, R18).
    Losses { side: Side, units: Units, first: Units, steps: u8, cause: Cause },
    /// 11.3 The units of a combined assault that stay are to be chosen, so many of each country; none: all of one.
    Keep { fight: u8, of_each: Option<u8> },
    /// R18 The defender names the attacking square that he fires at.
    Aim { fight: u8 },
    /// R36 The defender counterattacks or gives way.
    Answer { fight: u8 },
    /// R20 Units retreat, one after the other; those who attacked come from a counterattack.
    Retreat { side: Side, units: Units },
    /// R34 The attackers may advance; after a breakthrough further, and these have (R21).
    Advance { fight: u8, through: bool, gone: Units },
    /// R21 Units that have broken through may assault once more.
    Pursue { fight: u8, units: Units },
}

/// What costs steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A bombardment or an air mission.
    Bombardment,
    /// A mine.
    Mine,
    /// Defensive fire.
    Fire,
}
