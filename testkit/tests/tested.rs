//! A book that can be played and is not tested fails.

use kernel::game::Game;
use std::path::Path;
use testkit::drill::Drill;
use testkit::game::{every_game_of_the_workspace_is_tested, what_is_missing};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_crate_that_implements_a_game_has_its_tests_and_golden_games() {
    every_game_of_the_workspace_is_tested(here().parent().expect("the testkit lies in the workspace"));
}

#[test]
fn the_drill_lacks_nothing() {
    let scenarios: Vec<String> = Drill::scenarios().into_iter().map(|card| card.id).collect();
    assert_eq!(what_is_missing(here(), &scenarios), Vec::<String>::new());
}

#[test]
fn a_book_without_scenarios_goldens_or_tests_is_found_out() {
    assert_eq!(what_is_missing(here(), &[]), ["it has no scenarios"]);
    let golden = what_is_missing(here(), &["ambush".to_owned()]);
    assert_eq!(golden, ["the scenario ambush has no golden game in tests/golden"]);
    // The kernel has tests, but none of these.
    let nothing = what_is_missing(&here().join("../kernel"), &["ambush".to_owned()]);
    assert_eq!(nothing.len(), 2, "{nothing:?}");
}
