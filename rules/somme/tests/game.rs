//! The game of the Somme passes what every game must pass.

testkit::game_conformance!(somme::game::Somme, secrets: true);
