//! The large table for tests: it can be played to its end, and what is sent of it is true.

use kernel::dice::Seeded;
use kernel::game::{Eyes, Game, View, begin};
use testkit::drill::Options;
use testkit::march::March;

#[test]
fn games_at_random_end_without_a_dead_end() {
    testkit::game::games_end::<March>();
}

#[test]
fn changes_lead_every_pair_of_eyes_from_one_position_to_the_next() {
    testkit::game::changes_lead_from_one_position_to_the_next::<March>();
}

#[test]
fn it_has_1260_squares_and_400_pieces() {
    let state = begin::<March>("army", &Options::default(), &mut Seeded::new(1)).unwrap();
    let scene = March::scene(&View::of(&state, Eyes::Spectator));
    assert_eq!((scene.places.len(), scene.pieces.len()), (1_260, 400));
}
