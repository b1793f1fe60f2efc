//! R1: the squares of the table, sets of them, and the order in which players act with them.

use super::Side;
use crate::scenario::{SQUARES, TABLE, square_named};
use field::grid::Way;
use kernel::game::PlaceId;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A square, by its place in [`field::grid::Grid::squares`]: row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

/// The four ways over a face; nothing goes by the diagonal.
pub(super) const WAYS: [Way; 4] = [Way::North, Way::East, Way::South, Way::West];

const COLUMNS: u8 = 8;
const ROWS: u8 = 6;

impl Square {
    /// The square of a name: 'C4'.
    pub fn named(name: &str) -> Option<Square> {
        square_named(name).map(Square::from)
    }

    /// The square in this column from the left and row from the top, both from 0.
    pub const fn new(column: u8, row: u8) -> Square {
        assert!(column < COLUMNS && row < ROWS, "a square of the table");
        Square(row * COLUMNS + column)
    }

    /// Every square.
    pub fn all() -> impl Iterator<Item = Square> + Clone {
        (0..SQUARES as u8).map(Square)
    }

    /// The square with this handle.
    pub fn of_place(place: PlaceId) -> Option<Square> {
        (usize::from(place) < SQUARES).then_some(Square(place as u8))
    }

    /// Its handle.
    pub fn place(self) -> PlaceId {
        self.0.into()
    }

    /// Its place in arrays of squares.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column from the left, from 0.
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// Its row from the top, from 0.
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    /// R1 Its row counted from the base edge of a player: 1 is his base row.
    pub const fn row_of(self, side: Side) -> u8 {
        match side {
            Side::Attacker => ROWS - self.row(),
            Side::Defender => self.row() + 1,
        }
    }

    /// R1 Is it in a player's base row?
    pub const fn is_in_base_row_of(self, side: Side) -> bool {
        self.row_of(side) == 1
    }

    /// The square in a player's row, by its column from the left of the table.
    pub const fn in_row_of(side: Side, row: u8, column: u8) -> Square {
        match side {
            Side::Attacker => Square::new(column, ROWS - row),
            Side::Defender => Square::new(column, row - 1),
        }
    }

    /// The neighbour that way, where the table goes on.
    pub const fn towards(self, way: Way) -> Option<Square> {
        match way {
            Way::North if self.row() > 0 => Some(Square(self.0 - COLUMNS)),
            Way::South if self.row() + 1 < ROWS => Some(Square(self.0 + COLUMNS)),
            Way::East if self.column() + 1 < COLUMNS => Some(Square(self.0 + 1)),
            Way::West if self.column() > 0 => Some(Square(self.0 - 1)),
            _ => None,
        }
    }

    /// The neighbours by face.
    pub fn neighbours(self) -> impl Iterator<Item = (Way, Square)> {
        WAYS.into_iter().filter_map(move |way| Some((way, self.towards(way)?)))
    }

    /// The way to a square that shares a face with this one.
    pub fn way_to(self, next: Square) -> Option<Way> {
        WAYS.into_iter().find(|&way| self.towards(way) == Some(next))
    }

    /// Steps over faces to another square.
    pub const fn steps_to(self, other: Square) -> u8 {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }

    /// R1 When a player acts with it, counted from 0: columns from his right to his left, in a column the square
    /// furthest from his own edge first.
    pub const fn rank(self, side: Side) -> u8 {
        match side {
            Side::Attacker => (COLUMNS - 1 - self.column()) * ROWS + self.row(),
            Side::Defender => self.column() * ROWS + (ROWS - 1 - self.row()),
        }
    }

    /// The square a player acts with at this place of the order.
    pub const fn at_rank(side: Side, rank: u8) -> Square {
        let (column, row) = (rank / ROWS, rank % ROWS);
        match side {
            Side::Attacker => Square::new(COLUMNS - 1 - column, row),
            Side::Defender => Square::new(column, ROWS - 1 - row),
        }
    }

    /// The middle of it in table units.
    pub fn middle(self) -> (i64, i64) {
        (i64::from(self.column()) * SIZE + SIZE / 2, i64::from(self.row()) * SIZE + SIZE / 2)
    }
}

/// The size of a square in table units.
pub(super) const SIZE: i64 = 100;

impl From<field::grid::Square> for Square {
    fn from(square: field::grid::Square) -> Square {
        Square(TABLE.index(square) as u8)
    }
}

impl From<Square> for field::grid::Square {
    fn from(square: Square) -> field::grid::Square {
        field::grid::Square::new(square.column(), square.row())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row_of(Side::Attacker))
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        let name = String::deserialize(deserializer)?;
        Square::named(&name)
            .ok_or_else(|| D::Error::custom(format!("'{name}' is no square; squares are called A1 to H6")))
    }
}

kernel::set_of!(
    /// A set of squares.
    pub struct SquareSet of Square, SQUARES
);

const COLUMN_A: u64 = 0x0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

impl SquareSet {
    /// The rows of a player up to this one.
    pub fn rows_of(side: Side, rows: u8) -> SquareSet {
        Square::all().filter(|square| square.row_of(side) <= rows).collect()
    }

    /// The squares that are no more than so many steps from one.
    pub fn within_reach(of: Square, steps: u8) -> SquareSet {
        (0..steps).fold(of.into(), |within, _| within | within.neighbours())
    }

    /// The squares that share a face with one of these.
    #[must_use]
    pub const fn neighbours(self) -> SquareSet {
        let (north, south) = (self.towards(Way::North).0, self.towards(Way::South).0);
        SquareSet(north | south | self.towards(Way::East).0 | self.towards(Way::West).0)
    }

    /// The squares one further that way, where the table goes on.
    #[must_use]
    pub const fn towards(self, way: Way) -> SquareSet {
        SquareSet(match way {
            Way::North => self.0 >> COLUMNS,
            Way::South => (self.0 << COLUMNS) & SquareSet::ALL.0,
            Way::East => (self.0 & !COLUMN_H) << 1,
            Way::West => (self.0 & !COLUMN_A) >> 1,
            _ => 0,
        })
    }

    /// The squares in it in the order a player acts with them.
    pub fn in_order(self, side: Side) -> impl Iterator<Item = Square> {
        let column = move |place: u8| Square::at_rank(side, place * ROWS).column();
        let columns = (0..COLUMNS).filter(move |&place| self.0 & COLUMN_A << column(place) != 0);
        let ranks = columns.flat_map(|place| place * ROWS..(place + 1) * ROWS);
        ranks.map(move |rank| Square::at_rank(side, rank)).filter(move |square| self.has(*square))
    }
}

/// Something for each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerSquare<T>([T; SQUARES]);

impl<T: Copy + Default> Default for PerSquare<T> {
    fn default() -> PerSquare<T> {
        PerSquare([T::default(); SQUARES])
    }
}

impl<T> Index<Square> for PerSquare<T> {
    type Output = T;

    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for PerSquare<T> {
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}

impl<T: Serialize> Serialize for PerSquare<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerSquare<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSquare<T>, D::Error> {
        let all = Vec::deserialize(deserializer)?;
        let all = all.try_into().map_err(|all: Vec<T>| {
            D::Error::custom(format!("{} entries are given, but the table has {SQUARES} squares", all.len()))
        })?;
        Ok(PerSquare(all))
    }
}
