//! The two sides.

use crate::seats::{ALLIED, GERMAN};
use crate::units::Nation;
use field::grid::Way;
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A side: what one player commands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// British and French.
    Allied,
    /// Germans.
    German,
}

impl Side {
    /// Both, the Allies first.
    pub const BOTH: [Side; 2] = [Side::Allied, Side::German];

    /// The side of a seat.
    pub fn of(seat: Seat) -> Side {
        if seat == ALLIED { Side::Allied } else { Side::German }
    }

    /// Its seat.
    pub const fn seat(self) -> Seat {
        match self {
            Side::Allied => ALLIED,
            Side::German => GERMAN,
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Allied => Side::German,
            Side::German => Side::Allied,
        }
    }

    /// R20 The three ways towards its own edge.
    pub const fn rearward(self) -> [Way; 3] {
        match self {
            Side::Allied => [Way::West, Way::NorthWest, Way::SouthWest],
            Side::German => [Way::East, Way::NorthEast, Way::SouthEast],
        }
    }

    /// What its player is called.
    pub const fn player(self) -> &'static str {
        match self {
            Side::Allied => "the Allied player",
            Side::German => "the German player",
        }
    }

    /// The same at the beginning of a sentence.
    pub const fn the_player(self) -> &'static str {
        match self {
            Side::Allied => "The Allied player",
            Side::German => "The German player",
        }
    }

    /// Its people: 'the Allies'.
    pub const fn plural(self) -> &'static str {
        match self {
            Side::Allied => "Allies",
            Side::German => "Germans",
        }
    }

    /// What its units are called: 'Allied'.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Allied => "Allied",
            Side::German => "German",
        }
    }
}

impl From<Nation> for Side {
    fn from(nation: Nation) -> Side {
        if nation.is_allied() { Side::Allied } else { Side::German }
    }
}

/// One of something for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// Of the Allies.
    pub allied: T,
    /// Of the Germans.
    pub german: T,
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Allied => &self.allied,
            Side::German => &self.german,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Allied => &mut self.allied,
            Side::German => &mut self.german,
        }
    }
}
