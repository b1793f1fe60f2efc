//! How fast games of tokens are played, and by whom they are won: `cargo test -p tokens --test speed -- --ignored --nocapture`.

testkit::game_speed!(tokens::game::Tokens);
