//! R1: the squares of the map, and sets of them.

use field::grid::{Grid, Square as Cell, Way};
use kernel::game::PlaceId;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// The map: 30 squares wide and 42 high.
pub const GRID: Grid = Grid::new(30, 42);

/// How many squares the map has.
pub const SQUARES: usize = 30 * 42;

/// A square, by its place row by row from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square in this column from the west and row from the north, both from 0.
    pub fn new(column: u8, row: u8) -> Square {
        Square(GRID.index(Cell::new(column, row)) as u16)
    }

    /// The square of a name: 'k24'.
    pub fn named(name: &str) -> Option<Square> {
        GRID.named(name).map(Square::from)
    }

    /// Every square.
    pub fn all() -> impl Iterator<Item = Square> + Clone {
        (0..SQUARES as u16).map(Square)
    }

    /// The square with this handle.
    pub fn of_place(place: PlaceId) -> Option<Square> {
        (usize::from(place) < SQUARES).then_some(Square(place))
    }

    /// Its handle.
    pub fn place(self) -> PlaceId {
        self.0
    }

    /// Its place in arrays of squares.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its column from the west, from 0.
    pub fn column(self) -> u8 {
        (self.0 % u16::from(GRID.columns())) as u8
    }

    /// Its row from the north, from 0.
    pub fn row(self) -> u8 {
        (self.0 / u16::from(GRID.columns())) as u8
    }

    /// The number that the map gives its row, from 1 in the south.
    pub fn row_number(self) -> u8 {
        GRID.rows() - self.row()
    }

    /// The neighbour that way.
    pub fn towards(self, way: Way) -> Option<Square> {
        let (columns, rows) = way.step();
        let (column, row) = (self.column().checked_add_signed(columns)?, self.row().checked_add_signed(rows)?);
        (column < GRID.columns() && row < GRID.rows()).then(|| Square::new(column, row))
    }

    /// The neighbours, and the ways to them.
    pub fn neighbours(self) -> impl Iterator<Item = (Way, Square)> {
        Way::ALL.into_iter().filter_map(move |way| Some((way, self.towards(way)?)))
    }

    /// The way to a neighbour.
    pub fn way_to(self, other: Square) -> Option<Way> {
        let columns = i16::from(other.column()) - i16::from(self.column());
        let rows = i16::from(other.row()) - i16::from(self.row());
        Way::ALL.into_iter().find(|way| (i16::from(way.step().0), i16::from(way.step().1)) == (columns, rows))
    }

    /// Squares to another, a diagonal step counted as one (7.1).
    pub fn steps_to(self, other: Square) -> u8 {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }

    /// Is the other one of the eight neighbours?
    pub fn is_beside(self, other: Square) -> bool {
        self.steps_to(other) == 1
    }
}

impl From<Cell> for Square {
    fn from(cell: Cell) -> Square {
        Square(GRID.index(cell) as u16)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&GRID.name(Cell::new(self.column(), self.row())))
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u16(self.0) }
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        let name = String::deserialize(deserializer)?;
        Square::named(&name)
            .ok_or_else(|| D::Error::custom(format!("'{name}' is no square; squares go from a1 to ad42")))
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SquareSet([u64; 20]);

impl SquareSet {
    /// Is the square in it?
    pub fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] & (1 << (square.index() % 64)) != 0
    }

    /// Adds a square.
    pub fn add(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 20]
    }

    /// The squares in it, from the north-west.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Square((word * 64) as u16 + bit as u16))
            })
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::default();
        squares.into_iter().for_each(|square| set.add(square));
        set
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self.0.iter_mut().zip(other.0).for_each(|(mine, other)| *mine &= other);
        self
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self.0.iter_mut().zip(other.0).for_each(|(mine, other)| *mine |= other);
        self
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    fn not(mut self) -> SquareSet {
        self.0.iter_mut().for_each(|bits| *bits = !*bits);
        // Nothing is beyond the last square.
        self.0[19] &= (1 << (SQUARES % 64)) - 1;
        self
    }
}
