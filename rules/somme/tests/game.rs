//! The game of the Somme passes what every game must pass.

testkit::game_conformance!(somme::game::Somme, secrets: true);

#[test]
fn everything_that_is_rolled_leads_to_the_desk() {
    // R49: the five objectives are drawn from twelve; no chart has that.
    testkit::game::everything_leads_to_the_desk_but::<somme::game::Somme>(
        &somme::BOOK,
        &["objectives by number, until five are fit"],
    );
}
