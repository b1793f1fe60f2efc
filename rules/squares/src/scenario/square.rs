//! R1: the table, and the names of its squares.

use field::grid::{Grid, Square};

/// The table: 8 squares wide and 6 deep.
pub const TABLE: Grid = Grid::new(8, 6);

/// How many squares the table has.
pub const SQUARES: usize = 48;

/// The name of a square: its column by letter from the attacker's left, its row by number from the attacker's edge.
pub fn name_of(square: Square) -> String {
    TABLE.name(square).to_uppercase()
}

/// The square of a name, in small letters or capitals.
pub fn square_named(name: &str) -> Option<Square> {
    TABLE.named(name)
}
