//! The game of elements passes what every game must pass.

testkit::game_conformance!(elements::game::Elements, secrets: true);

#[test]
fn everything_leads_to_the_desk() {
    testkit::game::everything_leads_to_the_desk::<elements::game::Elements>(&elements::BOOK);
}
