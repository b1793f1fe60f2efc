//! The game of elements passes what every game must pass.

testkit::game_conformance!(elements::game::Elements, secrets: true);
