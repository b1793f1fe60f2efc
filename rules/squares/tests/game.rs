//! The game of squares passes what every game must pass.

testkit::game_conformance!(squares::game::Squares, secrets: false);

use squares::scenario::{Options, Scenario};
use std::collections::BTreeMap;

/// What is told as lost and as left adds up, line by line, in every golden game.
#[test]
fn losses_that_are_told_add_up() {
    let mut told = 0;
    for card in <squares::game::Squares as kernel::game::Game>::scenarios() {
        let scenario = Scenario::find(&card.id, &Options::default()).expect("a scenario of the book");
        let mut left: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
        for unit in scenario.attacker.units.iter().chain(&scenario.defender.units) {
            left.entry(&unit.name).or_default().push(i32::from(unit.kind.half_bases()));
        }
        // Two units of one name cannot be told apart in a text.
        left.retain(|_, units| units.len() == 1);
        let file = format!("{}/tests/golden/{}.game", env!("CARGO_MANIFEST_DIR"), card.id);
        for line in std::fs::read_to_string(&file).expect("a golden game").lines().map(str::trim) {
            if let Some((name, _)) = line.split_once(" is driven off the table, loses a base")
                && let Some(left) = left.get_mut(name)
            {
                left[0] -= 2;
            }
            let Some((name, rest)) = line.split_once(" loses ") else { continue };
            let (Some(left), Some((lost, rest))) = (left.get_mut(name), rest.split_once(" and gets ")) else {
                continue;
            };
            let lost = if lost == "half a base" { 1 } else { number(lost) };
            let now = number(rest.split_once("; ").expect("what is left").1);
            left[0] -= lost;
            assert_eq!(left[0], now, "{}: {line}", card.id);
            told += 1;
        }
    }
    assert!(told > 30, "{told} losses are too few to tell");
}

/// The number that a text begins with.
fn number(text: &str) -> i32 {
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("'{text}' begins with a number"))
}

#[test]
fn every_roll_and_every_what_if_leads_to_the_charts_desk() {
    testkit::game::everything_leads_to_the_desk::<squares::game::Squares>(&squares::BOOK);
}
