//! How fast games of somme are played, and by whom they are won: `cargo test -p somme --test speed -- --ignored --nocapture`.

testkit::game_speed!(somme::game::Somme);
