//! The game of tokens passes what every game must pass.

testkit::game_conformance!(tokens::game::Tokens, secrets: true);

#[test]
fn every_roll_and_every_what_if_leads_to_the_charts_desk() {
    testkit::game::everything_leads_to_the_desk::<tokens::game::Tokens>(&tokens::BOOK);
}
