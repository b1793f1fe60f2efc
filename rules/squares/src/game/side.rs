//! The two players.

use crate::seats::{ATTACKER, DEFENDER};
use field::grid::Way;
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A player: the one who attacks, from the bottom of the table, or the one who defends at its top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The attacker, who has the first turn.
    Attacker,
    /// The defender.
    Defender,
}

impl Side {
    /// Both, the attacker first.
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// His seat.
    pub const fn seat(self) -> Seat {
        match self {
            Side::Attacker => ATTACKER,
            Side::Defender => DEFENDER,
        }
    }

    /// The side of a seat.
    pub fn of(seat: Seat) -> Side {
        if seat == ATTACKER { Side::Attacker } else { Side::Defender }
    }

    /// Towards the enemy base edge.
    pub const fn forward(self) -> Way {
        match self {
            Side::Attacker => Way::North,
            Side::Defender => Way::South,
        }
    }

    /// Towards the own base edge.
    pub const fn back(self) -> Way {
        self.forward().back()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seat().fmt(f)
    }
}

/// Something that each side has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// The attacker's.
    pub attacker: T,
    /// The defender's.
    pub defender: T,
}

impl<T> PerSide<T> {
    /// One made for each side.
    pub fn of(mut make: impl FnMut(Side) -> T) -> PerSide<T> {
        PerSide { attacker: make(Side::Attacker), defender: make(Side::Defender) }
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Attacker => &self.attacker,
            Side::Defender => &self.defender,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Attacker => &mut self.attacker,
            Side::Defender => &mut self.defender,
        }
    }
}
