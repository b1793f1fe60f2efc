//! Armies that are bought.

use super::*;
use kernel::scenario::Purchase;

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
    assert_eq!((battle.attacker.card.army, battle.attacker.card.name.as_str()), ("german", "The German force"));
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
    assert_eq!(Scenario::read(&named).unwrap().attacker.card.name, "Mine");
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
        assert_eq!(prices.name, list.to_string());
        let items: Vec<_> = prices.goods.iter().flat_map(|goods| &goods.rows).flat_map(|row| &row.items).collect();
        assert!(items.iter().any(|item| (item.name.as_str(), item.points) == ("infantry.regular", 5)));
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
    let (_, section) = page.split_once("\n## squares\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let examples = section.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap());
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

fn bought(list: &str, points: u16, items: &[(&str, u8)]) -> Purchase {
    let items = items.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
    Purchase { list: list.to_owned(), points, items, seed: 3 }
}

fn with(side: &str, purchase: Purchase) -> Result<String, Refusal> {
    Scenario::read(LEARNING).unwrap().with_bought(&[(side.to_owned(), purchase)].into())
}

#[test]
fn a_purchase_becomes_the_lines_of_a_file_and_the_rest_of_the_scenario_stays() {
    let items = [("command.good", 1), ("asset.point-effect", 2), ("infantry.regular", 3), ("gun.professional", 1)];
    let text = with("defender", bought("british-1914", 50, &items)).unwrap();
    assert!(text.contains("budget = { points = 50, list = \"british-1914\" }"), "{text}");
    let (before, after) = (Scenario::read(LEARNING).unwrap(), Scenario::read(&text).unwrap());
    // Good command 6, two point effects 8, three regular battalions 15 and a professional gun 5.
    assert_eq!(price(&after.defender), 34);
    assert_eq!(after.defender.units.len(), 4);
    assert_eq!((after.attacker, after.head, after.ground), (before.attacker, before.head, before.ground));
    assert_eq!(after.defender.card.briefing, before.defender.card.briefing);
}

#[test]
fn a_purchase_without_items_is_the_army_of_its_seed() {
    let text = with("attacker", bought("german-1914", 60, &[])).unwrap();
    assert!(text.contains("buy = { list = \"german-1914\", points = 60, seed = 3 }"), "{text}");
    let army = Scenario::read(&text).unwrap().attacker;
    let same = Scenario::read(BOUGHT).unwrap().attacker;
    let men = |army: &ArmyList| army.units.iter().map(|unit| (unit.name.clone(), unit.kind)).collect::<Vec<_>>();
    assert_eq!(men(&army), men(&same), "a file with this line has the same men");
}

#[test]
fn armies_of_one_nation_share_no_names() {
    let purchase = bought("french-1914", 120, &[("infantry.regular", 8), ("gun.regular", 3)]);
    let both = [("attacker".to_owned(), purchase.clone()), ("defender".to_owned(), purchase)].into();
    let battle = Scenario::read(&Scenario::read(LEARNING).unwrap().with_bought(&both).unwrap()).unwrap();
    assert_eq!((battle.attacker.units.len(), battle.defender.units.len()), (11, 11));
}

#[test]
fn what_cannot_be_bought_is_refused_with_what_can() {
    let refused = |purchase| with("defender", purchase).unwrap_err().sentence;
    let sentence = refused(bought("british-1940", 50, &[]));
    assert!(sentence.contains("there is no list 'british-1940'") && sentence.contains("british-1914, "), "{sentence}");
    let sentence = refused(bought("british-1914", 50, &[("heavy-tank.regular", 1)]));
    assert!(sentence.contains("there is no 'heavy-tank.regular' on british-1914"), "{sentence}");
    let sentence = refused(bought("british-1914", 50, &[("command.good", 1), ("command.poor", 1)]));
    assert_eq!(sentence, "command is bought more than once, but an army has one");
    let read = |purchase| Scenario::read(&with("defender", purchase).unwrap()).unwrap_err().first().sentence.clone();
    // Seven professional battalions are 49 points.
    let sentence = read(bought("british-1914", 48, &[("infantry.professional", 7)]));
    assert!(sentence.contains("is 48 points, but the army costs 49: 7 professional infantry 49"), "{sentence}");
    assert!(read(bought("british-1914", 300, &[("infantry.reservist", 33)])).contains("33 lines, but it takes 32"));
    assert!(read(bought("british-1916", 60, &[("asset.rolling", 1), ("infantry.regular", 2)])).contains("rolling"));
    assert!(read(bought("british-1914", 9, &[("infantry.reservist", 1)])).contains("from 10 to 300"));
    assert!(read(bought("british-1914", 300, &[])).contains("from 20 to 120"));
    assert!(read(bought("british-1914", 60, &[("command.good", 1)])).contains("units"), "an army of nobody");
}
