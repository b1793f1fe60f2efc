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
pub const SQUARES: usize = (COLUMNS * ROWS) as usize;

const COLUMNS: u16 = GRID.columns() as u16;
const ROWS: u16 = GRID.rows() as u16;

/// The neighbours of each square by way, which everything asks for all the time.
static NEIGHBOURS: [[Option<Square>; 8]; SQUARES] = {
    let mut all = [[None; 8]; SQUARES];
    let mut place = 0;
    while place < SQUARES {
        let (column, row) = (place as i16 % COLUMNS as i16, place as i16 / COLUMNS as i16);
        let mut way = 0;
        while way < 8 {
            let (columns, rows) = Way::ALL[way].step();
            let (column, row) = (column + columns as i16, row + rows as i16);
            if 0 <= column && column < COLUMNS as i16 && 0 <= row && row < ROWS as i16 {
                all[place][way] = Some(Square((row * COLUMNS as i16 + column) as u16));
            }
            way += 1;
        }
        place += 1;
    }
    all
};

/// A square, by its place row by row from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square in this column from the west and row from the north, both from 0.
    pub fn new(column: u8, row: u8) -> Square {
        Square(u16::from(row) * COLUMNS + u16::from(column))
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
        (self.0 % COLUMNS) as u8
    }

    /// Its row from the north, from 0.
    pub fn row(self) -> u8 {
        (self.0 / COLUMNS) as u8
    }

    /// The number that the map gives its row, from 1 in the south.
    pub fn row_number(self) -> u8 {
        GRID.rows() - self.row()
    }

    /// The neighbour that way.
    pub fn towards(self, way: Way) -> Option<Square> {
        NEIGHBOURS[self.index()][way as usize]
    }

    /// The neighbours, and the ways to them.
    pub fn neighbours(self) -> impl Iterator<Item = (Way, Square)> {
        let beside = &NEIGHBOURS[self.index()];
        Way::ALL.into_iter().filter_map(move |way| Some((way, beside[way as usize]?)))
    }

    /// The way to a neighbour.
    pub fn way_to(self, other: Square) -> Option<Way> {
        let beside = &NEIGHBOURS[self.index()];
        Way::ALL.into_iter().find(|&way| beside[way as usize] == Some(other))
    }

    /// The squares within so many steps, this one among them.
    pub fn within(self, steps: u8) -> SquareSet {
        let (column, row, steps) = (u16::from(self.column()), u16::from(self.row()), u16::from(steps));
        let (first, last) = (column.saturating_sub(steps), (column + steps).min(COLUMNS - 1));
        let mut all = SquareSet::default();
        for row in row.saturating_sub(steps)..=(row + steps).min(ROWS - 1) {
            all.add_run(row * COLUMNS + first, last - first + 1);
        }
        all
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

    /// Adds squares that follow one another in a row.
    fn add_run(&mut self, first: u16, count: u16) {
        let bits = u128::from((1_u64 << count) - 1) << (first % 64);
        let word = usize::from(first / 64);
        self.0[word] |= bits as u64;
        if let Some(next) = self.0.get_mut(word + 1) {
            *next |= (bits >> 64) as u64;
        }
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
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        self.into_iter()
    }
}

/// The squares of a set, from the north-west.
#[derive(Clone, Debug)]
pub struct SquaresOf {
    left: [u64; 20],
    word: usize,
}

impl Iterator for SquaresOf {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.word < self.left.len() {
            let bits = &mut self.left[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Square((self.word * 64) as u16 + bit as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquaresOf;

    fn into_iter(self) -> SquaresOf {
        SquaresOf { left: self.0, word: 0 }
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
