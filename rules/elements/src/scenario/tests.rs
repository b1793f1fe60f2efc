use super::*;
use crate::catalogue::CATALOGUE;

#[test]
fn r18_there_is_a_learning_game_normandy_a_breakthrough_france_and_a_generator() {
    let ids: Vec<_> = Scenario::all().iter().map(|scenario| scenario.head.id.as_str()).collect();
    assert_eq!(ids, ["first-elements", "normandy", "breakthrough", "meuse", "generated"]);
    assert!(Scenario::all()[0].head.learning);
}

#[test]
fn r18_every_battle_of_the_generator_can_be_read_and_is_paid_for() {
    for points in [100, 160, 220, 300] {
        for seed in 0..40 {
            let text = generator::text(&Options { points, seed });
            let scenario =
                Scenario::read(&text).unwrap_or_else(|troubles| panic!("{points}, {seed}: {troubles}\n{text}"));
            let cost = |army: &Army| -> i32 {
                let paid = army.elements.iter().chain(&army.ambush).map(|listed| listed.element);
                paid.filter(|element| !element.is_non_combat()).map(price).sum()
            };
            assert!(cost(&scenario.attacker) <= i32::from(points));
            assert!(cost(&scenario.defender) <= i32::from(points));
        }
    }
}

#[test]
fn r18_the_same_seed_is_the_same_battle() {
    let options = Options { points: 200, seed: 7 };
    assert_eq!(generator::text(&options), generator::text(&options));
    assert_ne!(generator::text(&options), generator::text(&Options { seed: 8, ..options }));
}

#[test]
fn prices_rise_with_what_an_element_can_do() {
    let of = |word: &str| price(crate::catalogue::element(word));
    assert!(of("tiger-i") > of("panzer-iv-h") && of("panzer-iv-h") > of("panzer-ii-f"));
    assert!(of("grenadiers") > of("militia") && of("pak-40") > of("pak-36"));
    assert!(CATALOGUE.iter().all(|element| price(element) >= 3));
}

fn wrong(change: impl Fn(&str) -> String) -> String {
    Scenario::read(&change(FILES[0])).expect_err("it is wrong").to_string()
}

#[test]
fn what_is_wrong_with_a_file_is_told_by_line_and_in_a_sentence() {
    let unknown = wrong(|text| text.replace("sherman-75        | 20 33.5", "shermann          | 20 33.5"));
    assert!(unknown.contains("the type of 'Able'") && unknown.contains("sherman"), "{unknown}");
    let crowd = wrong(|text| text.replace("bren-section      | 18 31", "bren-section      | 9 31"));
    assert!(crowd.contains("2 Section stands on 1 Section"), "{crowd}");
    let house = wrong(|text| text.replace("sherman-75        | 20 33.5", "sherman-75        | 17 14"));
    assert!(house.contains("ground that it cannot enter"), "{house}");
    let hides = wrong(|text| text.replace("hides = 1", "hides = 3"));
    assert!(hides.contains("is more than the 2 that are listed"), "{hides}");
    let edge = wrong(|text| text.replace("edge = \"top\"", "edge = \"bottom\""));
    assert!(edge.contains("the same edge"), "{edge}");
}

#[test]
fn mending_a_note_changes_nothing_that_rules_depend_on() {
    let mended = Scenario::read(&FILES[0].replace("Summer 1944", "July 1944")).expect("it can be read");
    let bytes = |scenario: &Scenario| serde_json::to_string(&scenario.bearing()).expect("plain data");
    assert_eq!(bytes(&mended), bytes(&Scenario::all()[0]));
}
