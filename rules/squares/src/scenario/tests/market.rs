//! Armies that are bought.

use super::*;

/// A battle between an army that a seed buys and one that is listed within a budget.
pub(super) const BOUGHT: &str = r#"
book = "squares"
id = "bought"
title = "An army of one's own"
minutes = 60
par = 5
map = '''
6 .. .. w. .. .. b. .. ..
5 .. .. .. .. h. .. .. ..
4 .. b- .. .. .. h- .. ..
3 .. .. .. .. .. .. .. ..
2 .. .. .. .. .. .. .. ..
1 .. .. .. .. .. .. .. ..
'''
objectives = { b4 = "Left", f4 = "Right", f6 = "Behind" }

[attacker]
buy = { list = "german-1914", points = 60, seed = 3 }

[defender]
name = "Own men"
army = "british"
budget = { points = 45, list = "british-1914" }
command = "average"
guns = "poor"
assets = { point-effect = 4 }
units = '''
1st Own  | infantry    | professional
2nd Own  | infantry    | professional
3rd Own  | infantry    | regular
4th Own  | infantry    | regular | b4
Maxims   | machine-gun | regular | f4
Guns     | gun         | professional
'''
"#;

/// What the reader says when a piece of the text is another.
fn refused(from: &str, to: &str) -> String {
    assert!(BOUGHT.contains(from));
    Scenario::read(&BOUGHT.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn an_army_is_bought_by_a_seed_and_another_kept_within_a_budget() {
    let battle = Scenario::read(BOUGHT).unwrap();
    assert_eq!((battle.attacker.army, battle.attacker.name.as_str()), ("german", "The German force"));
    let cost = price(&battle.attacker);
    assert!((57..=60).contains(&cost), "the cheapest battalion costs 4, so at most 3 points are left: {cost}");
    // Average command 3, poor guns 0, point effect 4, infantry 7 + 7 + 5 + 5, a machine gun 4 and a gun 5.
    assert_eq!(price(&battle.defender), 40);
    let bill: u16 = bill(&battle.defender).iter().map(|(_, points)| points).sum();
    assert_eq!(bill, 40);
    assert_eq!(Scenario::read(BOUGHT).unwrap(), battle, "the same seed is the same army");
    let other = Scenario::read(&BOUGHT.replace("seed = 3", "seed = 4")).unwrap();
    assert_ne!(other.attacker.units, battle.attacker.units);
    let named = BOUGHT.replace("buy =", "name = 'Mine'\narmy = 'austrian'\nbuy =");
    assert_eq!(Scenario::read(&named).unwrap().attacker.name, "Mine");
}

#[test]
fn an_army_over_its_budget_is_refused_with_its_bill() {
    let told = refused("points = 45", "points = 39");
    let bill = "average command 3, 1 point-effect 4, 2 regular infantry 10, 2 professional infantry 14, 1 regular \
                machine-gun 4, 1 professional gun 5";
    assert!(told.contains(&format!("defender.budget is 39 points, but the army costs 40: {bill}")), "{told}");
}

#[test]
fn an_army_of_a_list_has_only_what_is_on_the_list() {
    let told = refused("Guns     | gun ", "Guns | heavy-tank ");
    assert!(told.contains("'Guns' is a heavy-tank, but british-1914 has infantry, mounted-cavalry, machine-gun, gun"));
    assert!(
        refused("point-effect = 4", "gas = 4")
            .contains("gas is an asset, but british-1914 has suppression, point-effect")
    );
    assert!(refused("point-effect = 4", "point-effect = 3").contains("an asset that is bought comes on 4, 5 or 6"));
    assert!(refused("\"german-1914\"", "\"german-1941\"").contains("(did you mean 'german-1914'?)"));
    assert!(refused("points = 60", "points = 6").contains("attacker.buy.points is given as '6'"));
    assert!(refused("buy =", "guns = 'poor'\nbuy =").contains("attacker.guns and buy do not go together"));
}

#[test]
fn every_list_can_be_bought_from_by_either_side_and_has_its_prices() {
    assert_eq!(lists().len(), 9, "three nations in three years");
    for (number, list) in lists().iter().enumerate() {
        let prices = list.prices();
        assert_eq!(prices.list, list.to_string());
        assert!(prices.units.iter().any(|(kind, prices)| *kind == "infantry" && prices.contains(&("regular", 5))));
        let other = &lists()[(number + 3) % 9];
        for (points, seed) in [(20, 0), (60, 1), (120, 2)] {
            let text = BOUGHT.replace(
                "\"german-1914\", points = 60, seed = 3",
                &format!("\"{list}\", points = {points}, seed = {seed}"),
            );
            let start = text.find("[defender]").unwrap();
            let text = format!("{}[defender]\nbuy = {{ list = \"{other}\", points = {points} }}\n", &text[..start]);
            let battle = Scenario::read(&text).unwrap_or_else(|troubles| panic!("{list}: {troubles}"));
            assert!(sides(&battle).iter().all(|army| price(army) <= points));
        }
    }
}

#[test]
fn the_sides_that_the_documentation_shows_can_be_read() {
    let page = include_str!("../../../../../docs/scenarios.md");
    let examples = page.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap());
    let (before, defender) = BOUGHT.split_once("[defender]").unwrap();
    let (before, attacker) = before.split_once("[attacker]").unwrap();
    let mut shown = 0;
    for example in examples {
        let text = if example.starts_with("[attacker]") {
            format!("{before}{example}[defender]{defender}")
        } else if example.starts_with("[defender]") {
            format!("{before}{example}[attacker]{attacker}")
        } else {
            continue;
        };
        Scenario::read(&text).unwrap_or_else(|troubles| panic!("{troubles}\n{text}"));
        shown += 1;
    }
    assert_eq!(shown, 3);
}
