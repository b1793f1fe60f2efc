//! How fast games of elements are played, and by whom they are won: `cargo test -p elements --test speed -- --ignored --nocapture`.

testkit::game_speed!(elements::game::Elements);
