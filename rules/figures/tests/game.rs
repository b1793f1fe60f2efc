//! The game of figures passes what every game must pass.

testkit::game_conformance!(figures::game::Figures, secrets: true);

#[test]
fn every_roll_and_every_what_if_leads_to_the_charts_desk() {
    testkit::game::everything_leads_to_the_desk::<figures::game::Figures>(&figures::BOOK);
}
