//! Taking back against the machine, practice games, and what if.

use crate::common::{Browser, House, mine, shelf};
use kernel::dice::Seeded;
use kernel::game::Logged;
use serde_json::{Value, json};
use std::time::Duration;

/// A game of squares against a machine that takes any legal order, begun.
async fn against_the_machine(me: &mut Browser, practice: bool) -> String {
    let seats = json!({ "attacker": { "kind": "me" }, "defender": { "kind": "machine", "machine": "random" } });
    let body = json!({ "book": "squares-at-random", "scenario": "first-orders", "seats": seats, "practice": practice });
    let game = me.post("/games", &body).await.ok()["id"].as_str().unwrap().to_owned();
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": "attacker" })).await.ok();
    game
}

async fn entries(me: &mut Browser, game: &str) -> Vec<Value> {
    let entries = me.get(&format!("/games/{game}/entries?seat=attacker&limit=2000")).await.ok();
    entries["entries"].as_array().unwrap().clone()
}

fn has_dice(entry: &Value) -> bool {
    entry["lines"]
        .as_array()
        .unwrap()
        .iter()
        .any(|line| line["roll"]["because"]["throws"].as_array().is_some_and(|throws| !throws.is_empty()))
}

/// Plays at random until the last answer of the attacker was followed by dice, and he is asked again.
async fn until_dice_fall(me: &mut Browser, game: &str) {
    let mut random = Seeded::new(8);
    for _ in 0..400 {
        let view = me.get(&format!("/games/{game}")).await.ok();
        assert_eq!(view["status"], "playing");
        let Some(ask) = mine(&view["asks"], "attacker") else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let all = entries(me, game).await;
        let last = all.iter().rposition(|entry| entry["seat"] == "attacker" && entry["what"] == "orders");
        if last.is_some_and(|last| all[last..].iter().any(has_dice)) {
            return;
        }
        let Some(order) = me.pick_order(game, "attacker", &ask, &mut random).await else { continue };
        me.order(game, "attacker", &ask["id"], &order, &format!("k{}", ask["id"])).await.ok();
    }
    panic!("no dice fell in 400 orders");
}

#[tokio::test]
async fn past_dice_nothing_is_taken_back_from_the_machine_unless_it_is_practice() {
    let house = House::open().await;
    let mut me = house.browser();
    let game = against_the_machine(&mut me, false).await;
    until_dice_fall(&mut me, &game).await;
    let undo = format!("/games/{game}/undo");
    for offer in [false, true] {
        let refused = me.post(&undo, &json!({ "seat": "attacker", "offer": offer })).await.problem(409, "not-now");
        assert!(refused["detail"].as_str().unwrap().contains("only in a practice game"), "{refused}");
    }
    assert_eq!(me.get(&format!("/games/{game}")).await.ok()["undo"]["alone"]["attacker"], false);
}

#[tokio::test]
async fn in_a_practice_game_throws_are_taken_back_and_the_log_and_its_verification_say_so() {
    let house = House::open().await;
    let mut me = house.browser();
    let game = against_the_machine(&mut me, true).await;
    assert_eq!(me.get(&format!("/games/{game}")).await.ok()["practice"], true);
    until_dice_fall(&mut me, &game).await;
    let undone = me.post(&format!("/games/{game}/undo"), &json!({ "seat": "attacker" })).await.ok();
    assert_eq!(undone["undone"], true);
    let last = entries(&mut me, &game).await.into_iter().rfind(|entry| entry["what"] == "undo").unwrap();
    let said = last["lines"][0]["said"]["text"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Practice: ") && said.contains("taken back"), "{said}");
    me.post(&format!("/games/{game}/resign"), &json!({ "seat": "attacker" })).await.ok();
    let log = me.get(&format!("/games/{game}/log")).await.text;
    assert!(log.contains("\npractice: throws may be taken back\n") && log.contains(&said), "{log}");
    let logged = Logged::read(&log).unwrap();
    shelf().game("squares-at-random").unwrap().replay(&logged).map(|_| ()).unwrap();
    let taken = logged.taken_back().unwrap();
    assert!(taken.throws >= 1 && taken.dice >= taken.throws);
    assert_eq!(said, format!("Practice: {taken}."), "one undo took all of it back");
    // Whoever takes the line out of the head is found out: the undo is then one that nobody could make alone.
    let hushed = Logged::read(&log.replace("practice: throws may be taken back\n", "")).unwrap();
    assert!(shelf().game("squares-at-random").unwrap().replay(&hushed).is_err());
}

#[tokio::test]
async fn practice_is_for_one_alone() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "link" } });
    let body = json!({ "book": "drill", "scenario": "skirmish", "seats": seats, "practice": true });
    let refused = me.post("/games", &body).await.problem(400, "malformed");
    assert_eq!(refused["field"], "practice");
}

#[tokio::test]
async fn what_if_gives_the_odds_between_two_on_the_table_with_the_way_to_the_desk() {
    let house = House::open().await;
    let (mut me, mut stranger) = (house.browser(), house.browser());
    let game = against_the_machine(&mut me, false).await;
    until_dice_fall(&mut me, &game).await;
    let table = me.get(&format!("/games/{game}/table?seat=attacker")).await.ok();
    let pieces = table["position"]["pieces"].as_array().unwrap().clone();
    let of = |seat: &str| pieces.iter().find(|piece| piece["seat"] == seat && piece["symbol"] == "infantry").unwrap();
    let (own, enemy) = (of("attacker")["id"].clone(), of("defender")["id"].clone());
    let ask = json!({ "piece": own, "on": { "piece": enemy } });
    let found = stranger.post(&format!("/games/{game}/what-if"), &ask).await.ok();
    let tests = found["tests"].as_array().unwrap();
    let assault = tests.iter().find(|test| test["odds"]["desk"]["procedure"] == "assault").expect("an assault");
    let inputs = &assault["odds"]["desk"]["inputs"];
    let odds = me.post("/books/squares/procedures/assault/odds", &json!({ "inputs": inputs })).await.ok();
    // What is shown together is ranked together; a report alone has ranks of its own.
    let counted = |odds: &Value| -> Vec<(Value, Value)> {
        let lines = odds["outcomes"].as_array().unwrap();
        lines.iter().map(|line| (line["outcome"].clone(), line["odds"].clone())).collect()
    };
    assert_eq!(counted(&odds), counted(&assault["odds"]), "the desk counts the same");
    let nothing =
        stranger.post(&format!("/games/{game}/what-if"), &json!({ "piece": 63, "on": { "piece": 64 } })).await;
    assert_eq!(nothing.ok(), Value::Null);
    let survey = stranger.post(&format!("/games/{game}/survey"), &json!({ "piece": own })).await.ok();
    assert_eq!(survey, Value::Null, "squares knows no lines of sight");
}
