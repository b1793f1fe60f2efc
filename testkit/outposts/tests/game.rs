//! The tiny game passes what every game must pass, and a machine plays it.

use outposts::game::Outposts;

testkit::game_conformance!(Outposts, secrets: false);

#[test]
fn every_roll_and_every_what_if_leads_to_the_charts_desk() {
    testkit::game::everything_leads_to_the_desk::<Outposts>(&outposts::BOOK);
}
