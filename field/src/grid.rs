//! The square grid: neighbours by face and by corner, distances, and reach with costs straight and diagonal.

use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A square, by column from the left and row from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Square {
    /// The column, from the left.
    pub column: u8,
    /// The row, from the top.
    pub row: u8,
}

/// A rectangular board of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

/// One of the eight ways to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Up the board.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the board.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

/// Which neighbours a game knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Neighbours {
    /// Only those that share a face.
    Four,
    /// Those at the corners too.
    Eight,
}

/// A square that can be reached, at the least cost, and the square before it on the way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The square.
    pub square: Square,
    /// What it costs to get there.
    pub cost: u16,
    /// Where the last step came from; the start comes from itself.
    pub from: Square,
}

impl Way {
    /// All eight, clockwise from north.
    pub const ALL: [Way; 8] =
        [Way::North, Way::NorthEast, Way::East, Way::SouthEast, Way::South, Way::SouthWest, Way::West, Way::NorthWest];

    /// Does it lead over a corner?
    pub const fn is_diagonal(self) -> bool {
        (self as u8) % 2 == 1
    }

    /// The way back.
    #[must_use]
    pub const fn back(self) -> Way {
        Way::ALL[(self as usize + 4) % 8]
    }

    /// Columns and rows that it goes.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Way::North => (0, -1),
            Way::NorthEast => (1, -1),
            Way::East => (1, 0),
            Way::SouthEast => (1, 1),
            Way::South => (0, 1),
            Way::SouthWest => (-1, 1),
            Way::West => (-1, 0),
            Way::NorthWest => (-1, -1),
        }
    }
}

impl Neighbours {
    /// The ways to the neighbours.
    pub fn ways(self) -> impl Iterator<Item = Way> {
        Way::ALL.into_iter().filter(move |way| self == Neighbours::Eight || !way.is_diagonal())
    }
}

impl Square {
    /// The square in this column and row.
    pub const fn new(column: u8, row: u8) -> Square {
        Square { column, row }
    }

    /// Steps to another square where steps go over faces only.
    pub fn steps_by_face(self, other: Square) -> u8 {
        self.column.abs_diff(other.column) + self.row.abs_diff(other.row)
    }

    /// Steps to another square where corners can be crossed: its range in squares.
    pub fn steps_by_corner(self, other: Square) -> u8 {
        self.column.abs_diff(other.column).max(self.row.abs_diff(other.row))
    }
}

impl Grid {
    /// A board of so many columns and rows.
    pub const fn new(columns: u8, rows: u8) -> Grid {
        assert!(columns > 0 && rows > 0, "a board has squares");
        Grid { columns, rows }
    }

    /// How many columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Is the square on the board?
    pub const fn holds(self, square: Square) -> bool {
        square.column < self.columns && square.row < self.rows
    }

    /// Every square, row by row from the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Square { column, row }))
    }

    /// The place of a square in [`Grid::squares`].
    pub fn index(self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
    }

    /// The name of a square: its column by letter from the left, a to z, then aa; its row by number from the bottom.
    pub fn name(self, square: Square) -> String {
        let letter = |number: u8| char::from(b'a' + number % 26);
        let last = letter(square.column);
        let first = (square.column >= 26).then(|| letter(square.column / 26 - 1));
        first.into_iter().chain([last]).collect::<String>() + &(self.rows - square.row).to_string()
    }

    /// The square of a name, in small letters or capitals.
    pub fn named(self, name: &str) -> Option<Square> {
        let (letters, number) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
        let place = |letter: u8| letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase() - b'a');
        let column = match *letters.as_bytes() {
            [only] => place(only)?,
            [first, last] => (place(first)? + 1).checked_mul(26)?.checked_add(place(last)?)?,
            _ => return None,
        };
        let row = self.rows.checked_sub(number.parse().ok()?)?;
        Some(Square { column, row }).filter(|&square| self.holds(square) && !number.starts_with('0'))
    }

    /// The neighbour that way, where the board goes on.
    pub fn towards(self, square: Square, way: Way) -> Option<Square> {
        let (columns, rows) = way.step();
        let next =
            Square { column: square.column.checked_add_signed(columns)?, row: square.row.checked_add_signed(rows)? };
        self.holds(next).then_some(next)
    }

    /// The neighbours of a square and the ways to them.
    pub fn neighbours(self, square: Square, which: Neighbours) -> impl Iterator<Item = (Way, Square)> {
        which.ways().filter_map(move |way| Some((way, self.towards(square, way)?)))
    }

    /// Squares within a range in squares, corners crossed, the centre included.
    pub fn within(self, centre: Square, range: u8) -> impl Iterator<Item = Square> {
        let columns = centre.column.saturating_sub(range)..=centre.column.saturating_add(range).min(self.columns - 1);
        let rows = centre.row.saturating_sub(range)..=centre.row.saturating_add(range).min(self.rows - 1);
        rows.flat_map(move |row| columns.clone().map(move |column| Square { column, row }))
    }

    /// Every square that can be reached within a budget, the cheapest first.
    ///
    /// `cost` prices a step from a square over a way to the next, or refuses it. A square is reached by its cheapest
    /// path; among equals by the one found first, so the same question has the same answer.
    pub fn reach(
        self,
        start: Square,
        which: Neighbours,
        budget: u16,
        cost: impl Fn(Square, Way, Square) -> Option<u16>,
    ) -> Vec<Reached> {
        let mut best: Vec<Option<u16>> = vec![None; usize::from(self.columns) * usize::from(self.rows)];
        let mut reached = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0_u16, start, start))]);
        while let Some(Reverse((spent, square, from))) = open.pop() {
            let known = &mut best[self.index(square)];
            if known.is_some() {
                continue;
            }
            *known = Some(spent);
            reached.push(Reached { square, cost: spent, from });
            for (way, next) in self.neighbours(square, which) {
                if best[self.index(next)].is_none()
                    && let Some(price) = cost(square, way, next)
                    && let Some(total) = spent.checked_add(price).filter(|&total| total <= budget)
                {
                    open.push(Reverse((total, next, square)));
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Grid = Grid::new(8, 6);

    #[test]
    fn a_square_has_four_neighbours_by_face_and_eight_by_corner() {
        let count = |column, row, which| BOARD.neighbours(Square::new(column, row), which).count();
        assert_eq!((count(3, 3, Neighbours::Four), count(3, 3, Neighbours::Eight)), (4, 8));
        assert_eq!((count(0, 0, Neighbours::Four), count(0, 0, Neighbours::Eight)), (2, 3));
        assert_eq!((count(7, 2, Neighbours::Four), count(7, 2, Neighbours::Eight)), (3, 5));
    }

    #[test]
    fn squares_are_named_by_letter_from_the_left_and_by_number_from_the_bottom() {
        let board = Grid::new(30, 12);
        let names = [(0, 11, "a1"), (7, 0, "h12"), (25, 5, "z7"), (26, 5, "aa7"), (29, 2, "ad10")];
        for (column, row, name) in names {
            assert_eq!(board.name(Square::new(column, row)), name);
            assert_eq!(board.named(&name.to_uppercase()), Some(Square::new(column, row)));
        }
        for name in ["", "a", "a0", "a13", "ae1", "4c", "c44", "c04", "ä1", "aaa1", "zz1", "a1b"] {
            assert_eq!(board.named(name), None, "{name}");
        }
    }

    #[test]
    fn the_way_back_leads_back() {
        for square in BOARD.squares() {
            for (way, next) in BOARD.neighbours(square, Neighbours::Eight) {
                assert_eq!(BOARD.towards(next, way.back()), Some(square));
                assert_eq!(way.is_diagonal(), square.steps_by_face(next) == 2);
            }
        }
    }

    #[test]
    fn ranges_are_counted_with_corners_and_without() {
        let (a, b) = (Square::new(1, 1), Square::new(4, 3));
        assert_eq!((a.steps_by_face(b), a.steps_by_corner(b)), (5, 3));
        assert_eq!(BOARD.within(Square::new(0, 0), 1).count(), 4);
        assert_eq!(BOARD.within(Square::new(3, 3), 2).count(), 25);
        assert!(BOARD.within(a, 3).all(|square| a.steps_by_corner(square) <= 3));
    }

    #[test]
    fn reach_pays_more_for_diagonals_and_goes_round_what_is_closed() {
        let price =
            |_, way: Way, next: Square| (next != Square::new(1, 0)).then_some(if way.is_diagonal() { 2 } else { 1 });
        let reached = BOARD.reach(Square::new(0, 0), Neighbours::Eight, 4, price);
        let cost = |column, row| reached.iter().find(|r| r.square == Square::new(column, row)).map(|r| r.cost);
        assert_eq!((cost(0, 0), cost(1, 1), cost(1, 0)), (Some(0), Some(2), None));
        assert_eq!(cost(2, 0), Some(4), "round the closed square, by its corner");
        assert_eq!(cost(4, 0), None, "too far");
        assert!(reached.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
    }

    #[test]
    fn every_reached_square_has_a_path_of_its_cost() {
        let price =
            |_, way: Way, next: Square| Some(1 + u16::from(way.is_diagonal()) + u16::from(next.column % 3 == 1));
        let reached = BOARD.reach(Square::new(2, 2), Neighbours::Eight, 9, price);
        for end in &reached {
            let (mut here, mut paid) = (*end, 0);
            while here.from != here.square {
                let before = *reached.iter().find(|r| r.square == here.from).unwrap();
                let way =
                    Way::ALL.into_iter().find(|&way| BOARD.towards(before.square, way) == Some(here.square)).unwrap();
                paid += price(before.square, way, here.square).unwrap();
                here = before;
            }
            assert_eq!(paid, end.cost);
        }
    }
}
