//! The game of tokens passes what every game must pass.

testkit::game_conformance!(tokens::game::Tokens, secrets: true);
