//! R1: the table, and the names of its squares.

use field::grid::{Grid, Square};

/// The table: 8 squares wide and 6 deep.
pub const TABLE: Grid = Grid::new(8, 6);

/// How many squares the table has.
pub const SQUARES: usize = 48;

/// The name of a square: its column by letter from the attacker's left, its row by number from the attacker's edge.
pub fn name_of(square: Square) -> String {
    format!("{}{}", char::from(b'A' + square.column), TABLE.rows() - square.row)
}

/// The square of a name, in small letters or capitals.
pub fn square_named(name: &str) -> Option<Square> {
    let [letter, digit] = name.as_bytes() else { return None };
    let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row = TABLE.rows().checked_sub(digit.checked_sub(b'0')?)?;
    Some(Square { column, row }).filter(|&square| TABLE.holds(square))
}

/// The name of a square as files have it, in small letters.
pub(super) fn in_files(square: Square) -> String {
    name_of(square).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_is_at_the_attackers_left_and_h6_at_the_defenders_far_end() {
        assert_eq!(square_named("a1"), Some(Square::new(0, 5)));
        assert_eq!(square_named("H6"), Some(Square::new(7, 0)));
        assert_eq!(name_of(Square::new(2, 2)), "C4");
    }

    #[test]
    fn every_square_has_a_name_that_leads_back_to_it() {
        assert_eq!(TABLE.squares().count(), SQUARES);
        for square in TABLE.squares() {
            assert_eq!(square_named(&name_of(square)), Some(square));
        }
    }

    #[test]
    fn names_off_the_table_are_no_squares() {
        for name in ["", "a", "a0", "a7", "i1", "4c", "c44", "ä1"] {
            assert_eq!(square_named(name), None, "{name}");
        }
    }
}
