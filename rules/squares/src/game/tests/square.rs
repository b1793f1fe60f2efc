//! R1: squares, their names and their order.

use crate::game::{Side, Square, SquareSet};

fn at(name: &str) -> Square {
    Square::named(name).unwrap()
}

#[test]
fn r1_right_to_left_is_seen_from_the_own_side_and_the_front_square_of_a_column_comes_first() {
    let first = |side| [0, 1, 5, 6, 47].map(|rank| Square::at_rank(side, rank).to_string());
    assert_eq!(first(Side::Attacker), ["H6", "H5", "H1", "G6", "A1"]);
    assert_eq!(first(Side::Defender), ["A1", "A2", "A6", "B1", "H6"]);
    for side in Side::BOTH {
        assert!(Square::all().all(|square| Square::at_rank(side, square.rank(side)) == square));
    }
}

#[test]
fn r1_row_1_is_the_own_base_row() {
    assert_eq!((at("C1").row_of(Side::Attacker), at("C1").row_of(Side::Defender)), (1, 6));
    assert_eq!(Square::in_row_of(Side::Attacker, 2, 2), at("C2"));
    assert_eq!(Square::in_row_of(Side::Defender, 2, 2), at("C5"));
}

#[test]
fn r1_nothing_goes_by_the_diagonal() {
    for square in Square::all() {
        let by_face: SquareSet = square.neighbours().map(|(_, next)| next).collect();
        assert_eq!(SquareSet::from(square).neighbours(), by_face, "{square}");
        assert!(by_face.iter().all(|next| square.steps_to(next) == 1));
    }
    assert_eq!(SquareSet::from(at("A1")).neighbours().len(), 2);
    assert_eq!(at("C4").way_to(at("D5")), None);
}
