//! The game of figures passes what every game must pass.

testkit::game_conformance!(figures::game::Figures, secrets: true);
