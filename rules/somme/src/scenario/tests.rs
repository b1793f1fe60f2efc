//! Tests of the scenario files and of what is told of wrong ones.

use super::*;

#[test]
fn r29_there_are_five_scenarios_the_learning_game_first() {
    let ids: Vec<_> = Scenario::all().iter().map(|scenario| scenario.head.id.as_str()).collect();
    assert_eq!(ids, ["montauban", "big-push", "bazentin-ridge", "flers-courcelette", "campaign"]);
    assert!(Scenario::all()[0].head.learning);
    let turns: Vec<_> = Scenario::all().iter().map(|scenario| scenario.turns).collect();
    assert_eq!(turns, [2, 3, 3, 4, 18]);
}

#[test]
fn the_campaign_begins_with_the_armies_of_the_big_push() {
    let (push, campaign) = (&Scenario::all()[1], &Scenario::all()[4]);
    assert_eq!(campaign.units[..push.units.len()], push.units[..]);
    assert_eq!((campaign.mines.len(), campaign.operations, push.operations), (4, true, false));
    assert_eq!(campaign.objectives.len(), 12);
}

/// What the reader says of a scenario in which something was changed.
fn wrong(from: &str, to: &str) -> String {
    let text = Scenario::text("montauban", &Options::default()).unwrap();
    assert!(text.contains(from), "{from}");
    Scenario::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_is_told_by_line_and_column_with_what_is_allowed() {
    assert!(wrong("turns = 2", "turns = 99").contains("must be a whole number from 1 to 18"));
    assert!(wrong("begins = \"july-1\"", "begins = \"july-2\"").contains("begins is given as 'july-2'"));
    assert!(wrong("| infantry ", "| infantery ").contains("(did you mean 'infantry'?)"));
    let lost = wrong("| 0 | p23", "| 9 | p23");
    assert!(lost.contains("must be a whole number from 0 to 2") && lost.starts_with("line "), "{lost}");
    assert!(wrong("| p23", "| p24").contains("which the other side holds"));
    assert!(wrong("| p23", "| a1").contains("outside the part of the map"));
    assert!(wrong("decisive = ", "decisive = 0 # ").contains("levels must rise from marginal to clear"));
    assert!(
        wrong("british = \"", "british = \"o22\" # \"").contains("edges.british is o22, but it must be a road square")
    );
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let text = Scenario::text("montauban", &Options::default()).unwrap();
    let all = text.replace("| p23", "| p24").replacen("| o22", "| a1", 1).replace("decisive = ", "decisive = 0 # ");
    let told = Scenario::read(&all).unwrap_err().to_string();
    for part in ["which the other side holds", "outside the part of the map", "levels must rise"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn a_division_is_called_as_its_army_calls_it() {
    let scenario = Scenario::read(&Scenario::text("flers-courcelette", &Options::default()).unwrap()).unwrap();
    let called: Vec<String> =
        (0..scenario.divisions.len() as u16).map(|division| scenario.division_name(division)).collect();
    for name in ["Guards Division", "56th (London) Division", "66e DI", "Heavy Section C", "XIV Corps guns"] {
        assert!(called.iter().any(|called| called == name), "{name}: {called:?}");
    }
}
