//! The game of squares passes what every game must pass.

testkit::game_conformance!(squares::game::Squares, secrets: false);
