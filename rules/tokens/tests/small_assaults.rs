//! Assaults small enough to try every sequence of faces, one for each reaction.

use kernel::odds::{Budget, Ratio};
use kernel::procedure::text;
use std::collections::BTreeMap;

fn agrees_with_brute_force(inputs: &[&str]) {
    let procedures = (tokens::BOOK.procedures)();
    let assault = procedures.iter().find(|procedure| procedure.card().name == "assault").unwrap();
    let inputs = text::read_inputs(assault.fields(), inputs.iter().copied()).unwrap();
    let ends = testkit::brute_force(&**assault, &inputs).expect("small enough to try everything");
    let report = assault.odds(&inputs, &Budget::default()).unwrap();
    let mut outcomes: BTreeMap<String, Ratio> = BTreeMap::new();
    for line in &report.outcomes {
        *outcomes.entry(line.outcome.clone()).or_default() += &line.chance;
    }
    assert_eq!(outcomes, ends.outcomes);
    for measure in &report.measures {
        assert_eq!(measure.chances.iter().cloned().collect::<BTreeMap<_, _>>(), ends.measures[&measure.name]);
    }
}

const SQUADRON_AT_GUN: [&str; 3] = ["attacker-bases=1", "target=field-guns", "target-bases=1"];

#[test]
fn without_a_reaction() {
    agrees_with_brute_force(&[&SQUADRON_AT_GUN[..], &["reaction=none", "attacker-markers=1"]].concat());
}

#[test]
fn against_a_target_that_moves_away() {
    agrees_with_brute_force(&[&SQUADRON_AT_GUN[..], &["reaction=move-away", "target-tokens=1"]].concat());
}

#[test]
fn against_a_target_that_fires() {
    // An attacker at the edge of its nerve goes on only where fire misses, which keeps the fight small.
    let shaken = ["attacker=infantry", "attacker-markers=3", "target-markers=1", "reaction=fire"];
    agrees_with_brute_force(&[&SQUADRON_AT_GUN[..], &shaken].concat());
}
