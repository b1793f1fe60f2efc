//! Every book that can be played is tested as one.

use shelf::Shelf;
use std::path::Path;

#[test]
fn every_playable_book_has_scenarios_golden_games_and_the_tests_of_a_game() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    for shelved in Shelf::five().books() {
        let Some(game) = shelved.game else { continue };
        let scenarios: Vec<String> = game.scenarios().into_iter().map(|card| card.id).collect();
        let missing = testkit::game::what_is_missing(&rules.join(shelved.book.id), &scenarios);
        assert!(missing.is_empty(), "{} can be played, but {}", shelved.book.id, missing.join("; "));
    }
}
