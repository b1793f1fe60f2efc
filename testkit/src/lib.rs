//! What every book is tested with.
//!
//! `testkit::conformance!(BOOK)` in a book's `tests/book.rs` makes all the tests that a book must pass; the checks
//! themselves are functions here, and fail with a sentence.

mod brute_force;
mod citations;
pub mod drill;
pub mod game;
mod inputs;
pub mod march;
mod procedures;
mod reached;

pub use brute_force::{Ends, brute_force};
pub use citations::{charts_are_registered, citations_resolve};
pub use inputs::random_inputs;
pub use procedures::{
    dice_agree_with_odds, odds_equal_brute_force, procedures_take_any_valid_input, texts_and_json_read_back,
};

pub use reached::Reached;

/// The tests that every book must pass; a book that can be played whole names its game too, and a function that leads to
/// statements which games at random seldom come to.
#[macro_export]
macro_rules! conformance {
    ($book:expr $(, $game:ty $(, seldom: $seldom:expr)?)?) => {
        #[test]
        fn every_chart_file_is_a_chart_of_the_book() {
            $crate::charts_are_registered(&$book, env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_citation_has_an_anchor_and_every_statement_is_met_or_waits() {
            $crate::citations_resolve(
                &$book,
                env!("CARGO_MANIFEST_DIR"),
                &[$($($seldom,)? $crate::game::statements_met::<$game>)?],
            );
        }

        #[test]
        fn no_valid_input_panics_and_odds_sum_to_one() {
            $crate::procedures_take_any_valid_input(&$book);
        }

        #[test]
        fn inputs_read_back_from_text_and_json() {
            $crate::texts_and_json_read_back(&$book);
        }

        #[test]
        fn exact_odds_equal_brute_force() {
            $crate::odds_equal_brute_force(&$book);
        }

        #[test]
        fn two_hundred_thousand_throws_agree_with_the_odds() {
            $crate::dice_agree_with_odds(&$book);
        }
    };
}
