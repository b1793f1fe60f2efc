//! A short match of fixed seeds; `make bench` plays the long ones.

use kernel::game::{AtRandom, Game};
use opponent::{Greedy, Thinker, match_play};
use squares::game::Squares;

/// Thinks less than in a real game, so that the suite does not wait for it.
const HASTY: Thinker = Thinker { orders: 200, turns: 40, candidates: 3 };

fn battles() -> Vec<String> {
    Squares::scenarios().into_iter().filter(|card| !card.learning).map(|card| card.id).collect()
}

#[test]
fn the_machine_hardly_ever_loses_to_a_player_at_random() {
    let score = match_play::<Squares>(&battles(), &mut HASTY.clone(), &mut AtRandom, 40, 1);
    assert!(score.won >= 39, "{score:?}");
}

#[test]
fn the_machine_beats_a_greedy_player_more_often_than_not() {
    let score = match_play::<Squares>(&battles(), &mut HASTY.clone(), &mut Greedy, 40, 1);
    assert!(score.won >= 24, "{score:?}");
}
