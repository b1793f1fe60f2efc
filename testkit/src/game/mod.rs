//! What every book that can be played whole is tested with.
//!
//! `testkit::game_conformance!(GAME, secrets: true)` in a book's `tests/game.rs` makes all the tests; the checks are
//! functions here, and fail with a sentence.

mod agreement;
mod desk;
mod endings;
mod golden;
mod long;
mod mutate;
mod mutated;
mod playthrough;
mod reached;
mod save;
mod scripted;
mod secrecy;
mod speed;
mod tables;
mod telling;
mod tested;

pub use agreement::prompts_and_check_agree;
pub use desk::{everything_leads_to_the_desk, everything_leads_to_the_desk_but};
pub use endings::games_end;
pub use golden::{counts_of_legal_orders_are_as_written, golden_games_are_as_written};
pub use long::long_game;
pub use mutate::Mutator;
pub use mutated::mutated_orders_do_no_harm;
pub use playthrough::{Playthrough, SeatDice};
pub use reached::{order_met, statements_met};
pub use save::saved_games_go_on_alike;
pub use scripted::{ask_of, given, refusal_of};
pub use secrecy::nothing_hidden_is_told;
pub use speed::{Hand, measured};
pub use tables::{
    answers_are_taken_once_and_whole, edges_see_what_they_may, logs_replay_to_every_hash, undo_stops_at_what_was_learnt,
};
pub use telling::{changes_lead_from_one_position_to_the_next, everything_is_told_and_drawn};
pub use tested::{every_game_of_the_workspace_is_tested, what_is_missing};

/// The tests that every book which can be played whole must pass.
///
/// `secrets` says whether the book hides anything from anybody; where it does, the secrecy test must have met it.
#[macro_export]
macro_rules! game_conformance {
    ($game:ty, secrets: $secrets:expr) => {
        #[test]
        fn games_at_random_end_without_a_dead_end() {
            $crate::game::games_end::<$game>();
        }

        #[test]
        fn prompts_picks_samples_and_check_agree() {
            $crate::game::prompts_and_check_agree::<$game>();
        }

        #[test]
        fn a_saved_game_goes_on_as_if_it_had_not_been_saved() {
            $crate::game::saved_games_go_on_alike::<$game>();
        }

        #[test]
        fn every_event_has_a_sentence_and_every_scene_can_be_drawn() {
            $crate::game::everything_is_told_and_drawn::<$game>();
        }

        #[test]
        fn changes_lead_every_pair_of_eyes_from_one_position_to_the_next() {
            $crate::game::changes_lead_from_one_position_to_the_next::<$game>();
        }

        #[test]
        fn nobody_gets_a_byte_of_what_is_hidden_from_him() {
            $crate::game::nothing_hidden_is_told::<$game>($secrets);
        }

        #[test]
        fn orders_that_went_wrong_do_no_harm() {
            $crate::game::mutated_orders_do_no_harm::<$game>();
        }

        #[test]
        fn a_replayed_log_reproduces_every_hash() {
            $crate::game::logs_replay_to_every_hash::<$game>();
        }

        #[test]
        fn undo_never_crosses_a_roll_a_reveal_or_another_seat() {
            $crate::game::undo_stops_at_what_was_learnt::<$game>();
        }

        #[test]
        fn an_answer_is_taken_once_and_a_batch_whole() {
            $crate::game::answers_are_taken_once_and_whole::<$game>();
        }

        #[test]
        fn the_edges_play_alike_and_read_nothing_hidden() {
            $crate::game::edges_see_what_they_may::<$game>();
        }

        #[test]
        fn golden_games_are_as_they_were_written() {
            $crate::game::golden_games_are_as_written::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn counts_of_legal_orders_are_as_they_were_written() {
            $crate::game::counts_of_legal_orders_are_as_written::<$game>(env!("CARGO_MANIFEST_DIR"));
        }
    };
}
