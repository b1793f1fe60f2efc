//! The dice of the five books.

use std::fmt;

/// A kind of die. All faces of a die are equally likely; a value may stand on more than one face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Die {
    /// Six sides, 1 to 6.
    D6,
    /// Eight sides, 1 to 8.
    D8,
    /// Ten sides; the 0 counts as ten.
    D10,
    /// Twelve sides, 1 to 12; read as a clock face where a direction is thrown.
    D12,
    /// Twenty sides, 1 to 20.
    D20,
    /// An average die: 2 3 3 4 4 5.
    Average,
}

impl Die {
    /// Every kind there is.
    pub const ALL: [Die; 6] = [Die::D6, Die::D8, Die::D10, Die::D12, Die::D20, Die::Average];

    /// The values of its faces, in rising order.
    pub const fn faces(self) -> &'static [u8] {
        match self {
            Die::D6 => &[1, 2, 3, 4, 5, 6],
            Die::D8 => &[1, 2, 3, 4, 5, 6, 7, 8],
            Die::D10 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            Die::D12 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
            Die::D20 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
            Die::Average => &[2, 3, 3, 4, 4, 5],
        }
    }

    /// The number of faces.
    pub const fn sides(self) -> u8 {
        self.faces().len() as u8
    }

    /// Can this die show `face`?
    pub fn shows(self, face: u8) -> bool {
        self.faces().contains(&face)
    }

    /// How many faces show `least` or more.
    pub fn faces_from(self, least: u8) -> u8 {
        self.faces().iter().filter(|&&face| face >= least).count() as u8
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::Average => f.write_str("average die"),
            sided => write!(f, "d{}", sided.sides()),
        }
    }
}
