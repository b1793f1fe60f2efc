//! Scenario files.

use super::*;
use crate::game::Figures;
use kernel::game::Game;

fn wrong(change: impl Fn(String) -> String) -> String {
    Scenario::read(&change(FILES[0].to_owned())).expect_err("something is wrong").to_string()
}

#[test]
fn r20_the_scenarios_are_a_fire_fight_for_learners_a_raid_a_farm_gas_and_tanks() {
    let ids: Vec<_> = Scenario::all().iter().map(|scenario| scenario.head.id.as_str()).collect();
    assert_eq!(ids, ["first-fire", "trench-raid", "bef-farm", "gas-1915", "tanks-1917"]);
    assert!(Scenario::all()[0].head.learning && !Scenario::all()[0].head.hints.is_empty());
    assert!(Scenario::all()[1].night);
    assert!(Scenario::all()[2].defender.bef && Scenario::all()[2].year == 1914);
    assert!(Scenario::all()[3].attacker.cylinders.is_some());
    assert!(Scenario::all()[4].attacker.squads.iter().any(|squad| squad.kind == Kind::MarkIvMale));
}

#[test]
fn r20_whoever_crosses_18_inches_under_a_machine_gun_has_smoke_shells_tanks_gas_or_night() {
    for scenario in &Scenario::all()[1..] {
        let guns = scenario.defender.squads.iter().any(|squad| squad.kind == Kind::Hmg);
        let army = &scenario.attacker;
        let helped = scenario.night
            || army.smoke_shells > 0
            || army.battery > 0
            || army.cylinders.is_some()
            || army.squads.iter().any(|squad| squad.kind.gun().is_some() || squad.kind.vehicle().is_some());
        assert!(!guns || helped, "{}", scenario.head.id);
    }
}

#[test]
fn cover_sections_fences_and_walls_are_laid_in_sections_of_3_inches() {
    let scenario = &Scenario::all()[0];
    let walls = scenario.table.kinds.iter().filter(|lie| **lie == Lie::Wall).count();
    assert_eq!(walls, 4, "a wall of 12 inches");
}

#[test]
fn what_is_wrong_is_told_with_line_and_column_and_what_is_allowed() {
    let told = wrong(|text| text.replace("| 8 25  |", "| 99 25  |"));
    assert!(told.contains("the place of '1 Section' is given as '99 25'"), "{told}");
    let told = wrong(|text| text.replace("kind = \"wood\"", "kind = \"jungle\""));
    assert!(told.contains("must be one of hill, shelled, water, wood"), "{told}");
    let told = wrong(|text| text.replace("men 8, officer", "men 80, officer"));
    assert!(told.contains("infantry has 1 to 12 men"), "{told}");
    let told = wrong(|text| text.replace("holds = [\"The orchard\"]", "holds = [\"The moon\"]"));
    assert!(told.contains("names 'The moon', but the objectives are The crossing, The orchard"), "{told}");
    let told = wrong(|text| text.replace("2 Section | infantry", "2 Section | sniper"));
    assert!(told.contains("say snipers = 1"), "{told}");
}

#[test]
fn nobody_begins_on_somebody_else_or_off_the_table() {
    let told = wrong(|text| text.replace("| 18 25 |", "| 8 25.2 |"));
    assert!(told.contains("stands on 1 Section, or up against it"), "{told}");
    let told = wrong(|text| text.replace("| 8 25  |", "| 1 25  |"));
    assert!(told.contains("stands off the table"), "{told}");
}

#[test]
fn r2_a_crew_that_a_full_trench_tears_apart_is_refused() {
    let gas = FILES.iter().find(|text| text.contains("id = \"gas-1915\"")).expect("the gas attack");
    let full = gas.replace("| 32 27 |", "| 34 27 |").replace("| 38 27 |", "| 39.5 27 |");
    let told = Figures::read_scenario(&full).map(|_| ()).expect_err("there is no room").to_string();
    assert!(told.contains("M.G. 08 stands in two parts"), "{told}");
}

#[test]
fn notes_and_names_can_be_mended_without_changing_a_game() {
    let digest = |text: &str| {
        let battle = Figures::read_scenario(text).unwrap_or_else(|troubles| panic!("{troubles}"));
        kernel::game::Setting::of(battle).digest()
    };
    let text = FILES[0];
    assert_eq!(digest(text), digest(&text.replace("Jaeger", "Musketiere")));
    assert_ne!(digest(text), digest(&text.replace("moves = 6", "moves = 7")));
}

#[test]
fn any_text_is_read_or_refused_and_never_panics() {
    let mut random = kernel::dice::Seeded::new(7);
    for file in FILES {
        let lines: Vec<&str> = file.lines().collect();
        for _ in 0..40 {
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
fn r10_there_are_no_masks_before_1916() {
    let said = wrong(|text| text.replace("[attacker]\n", "[attacker]\nmasks = true\n"));
    assert!(said.contains("nobody had any before 1916 (R10)"), "{said}");
}
