//! Scenario files.

use super::*;
use crate::game::Tokens;
use kernel::game::Game;

/// What is told of the learning game with one place of it changed.
fn wrong(from: &str, to: &str) -> String {
    Scenario::read(&changed(from, to)).expect_err("something is wrong").to_string()
}

/// The text of the learning game with one place of it changed, which must be there.
fn changed(from: &str, to: &str) -> String {
    assert!(FILES[0].contains(from), "the scenario has no '{from}' to change");
    FILES[0].replace(from, to)
}

#[test]
fn r19_the_scenarios_are_a_learning_game_mons_le_cateau_and_the_marne() {
    let ids: Vec<_> = Scenario::all().iter().map(|scenario| scenario.head.id.as_str()).collect();
    assert_eq!(ids, ["first-tokens", "mons", "le-cateau", "marne", GENERATED]);
    let learning = &Scenario::all()[0];
    assert!(learning.head.learning && !learning.head.hints.is_empty());
    assert_eq!((learning.attacker.units.len(), learning.defender.units.len()), (4, 4), "four units a side");
}

#[test]
fn every_question_of_the_game_can_have_a_hint() {
    for hint in &Scenario::all()[0].head.hints {
        assert!(QUESTIONS.contains(&hint.when));
    }
}

#[test]
fn r20_a_battery_has_2_bases_and_8_firings_unless_the_scenario_says_otherwise() {
    let battery = |text: &str| {
        let scenario = Scenario::read(text).unwrap_or_else(|troubles| panic!("{troubles}"));
        let guns = scenario.attacker.units.iter().find(|unit| unit.kind.is_artillery()).expect("a battery");
        (guns.bases, guns.firings)
    };
    assert_eq!(battery(&changed(" | firings 10", "")), (2, 8));
    assert_eq!(battery(&changed("firings 10", "firings 5, bases 3")), (3, 5));
}

#[test]
fn roads_and_bridges_lie_above_what_they_lead_through() {
    let mons = &Scenario::all()[1];
    assert!(mons.table.kinds.is_sorted());
    assert_eq!(mons.table.kinds.last(), Some(&Lie::Bridge));
}

#[test]
fn what_is_wrong_is_told_with_line_and_column_and_what_is_allowed() {
    let told = wrong("| 18 11  | 180", "| 99 11  | 180");
    assert!(
        told.contains("the place of '1st Rifles' is given as '99 11', but it must be a place such as '12 4.5'"),
        "{told}"
    );
    let told = wrong("kind = \"wood\"", "kind = \"jungle\"");
    assert!(told.contains("must be one of hill, water, stream, wood"), "{told}");
    let told = wrong("| firings 10", "| firings many");
    assert!(told.contains("firings 0 to 255"), "{told}");
    let told = wrong("\"The wood\"]", "\"The moon\"]");
    assert!(told.contains("names 'The moon', but the objectives are The farm, The wood"), "{told}");
    let told = wrong("edge = \"top\"", "edge = \"up\"");
    assert!(told.contains("one of top, right, bottom, left"), "{told}");
}

#[test]
fn nobody_begins_on_somebody_else_or_off_the_table() {
    let told = wrong("| 9 25  |", "| 18 25.2  |");
    assert!(told.contains("stands on I/Musketeers, or within an inch of it"), "{told}");
    let told = wrong("| 9 25  |", "| 1 25  |");
    assert!(told.contains("I/Musketeers stands off the table"), "{told}");
}

#[test]
fn notes_and_names_can_be_mended_without_changing_a_game() {
    let digest = |text: &str| {
        let battle = Tokens::read_scenario(text).unwrap_or_else(|troubles| panic!("{troubles}"));
        kernel::game::Setting::of(battle).digest()
    };
    let text = FILES[0];
    assert_eq!(digest(text), digest(&text.replace("Hussars ", "Lancers ").replace("August 1914.", "Summer 1914.")));
    assert_ne!(digest(text), digest(&changed("turns = 5", "turns = 6")));
}

#[test]
fn any_text_is_read_or_refused_and_never_panics() {
    let mut random = kernel::dice::Seeded::new(7);
    for file in FILES {
        let lines: Vec<&str> = file.lines().collect();
        for _ in 0..60 {
            let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            for _ in 0..=random.below(3) {
                let at = random.below(changed.len() as u32) as usize;
                match random.below(4) {
                    0 => drop(changed.remove(at)),
                    1 => changed[at] = changed[at].replace(|c: char| c.is_ascii_digit(), "9"),
                    2 => changed[at] = changed[at].replace('|', ""),
                    _ => changed[at] = lines[random.below(lines.len() as u32) as usize].to_owned(),
                }
            }
            let _ = Scenario::read(&changed.join("\n"));
        }
    }
}

#[test]
fn r19_a_generated_battle_is_legal_and_reads_back_as_it_was_made() {
    for seed in 0..60 {
        let options = Options { points: 40 + 20 * (seed as u16 % 5), seed };
        let made = super::generator::generate(&options);
        let read = Scenario::read(&made.write()).unwrap_or_else(|troubles| panic!("seed {seed}: {troubles}"));
        assert_eq!(read, made, "seed {seed}");
        assert_eq!(super::generator::generate(&options), made, "the same options are the same battle");
        assert!(made.attacker.units.len() >= 4 && made.defender.units.len() >= 3, "seed {seed}");
    }
}

#[test]
fn r19_every_unit_of_the_largest_armies_has_a_name_of_its_own() {
    for seed in 0..300 {
        let made = super::generator::generate(&Options { points: 120, seed });
        for army in [&made.attacker, &made.defender] {
            let names: std::collections::HashSet<_> = army.units.iter().map(|unit| &unit.name).collect();
            assert_eq!(names.len(), army.units.len(), "seed {seed}");
        }
    }
}

#[test]
fn r19_another_seed_is_another_battle_and_options_off_their_limits_are_brought_within() {
    let made = |points: u16, seed: i32| super::generator::generate(&Options { points, seed });
    assert_ne!(made(70, 1), made(70, 2));
    assert_eq!(made(10, 1), made(40, 1));
    assert_eq!(made(999, 3), made(120, 3));
}
