//! How fast games of figures are played, and by whom they are won: `cargo test -p figures --test speed -- --ignored --nocapture`.

testkit::game_speed!(figures::game::Figures);
