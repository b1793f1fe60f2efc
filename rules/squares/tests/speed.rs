//! How fast games of squares are played, and by whom they are won: `cargo test -p squares --test speed -- --ignored --nocapture`.

testkit::game_speed!(squares::game::Squares);
