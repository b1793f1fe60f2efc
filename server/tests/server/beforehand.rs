//! What a player has said beforehand is answered for him, and nobody else can tell.

use crate::common::{Browser, House, config, mine};
use serde_json::{Value, json};
use std::time::Duration;

/// The learning game of tokens between two people, begun.
async fn begun(house: &House) -> (Browser, Browser, String) {
    let (mut attacker, mut defender) = (house.browser(), house.browser());
    let seats = json!({ "attacker": { "kind": "me" }, "defender": { "kind": "link" } });
    let made = attacker.post("/games", &json!({ "book": "tokens", "scenario": "first-tokens", "seats": seats })).await;
    let made = made.json();
    let game = made["id"].as_str().unwrap().to_owned();
    defender.join(&made["links"]["defender"]).await;
    for (browser, seat) in [(&mut attacker, "attacker"), (&mut defender, "defender")] {
        browser.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    (attacker, defender, game)
}

/// Answers the open ask of a seat, which must be this question.
async fn answer(browser: &mut Browser, game: &str, seat: &str, question: &str, order: &Value) {
    let ask = browser.my_ask(game, seat).await.expect("it is asked");
    assert_eq!(ask["question"], question);
    browser.order(game, seat, &ask["id"], order, &format!("{seat}-{}", ask["id"])).await.ok();
}

async fn entries(browser: &mut Browser, game: &str, seat: &str) -> Vec<Value> {
    let told = browser.get(&format!("/games/{game}/entries?seat={seat}&limit=2000")).await.ok();
    told["entries"].as_array().unwrap().clone()
}

const SPEND: &str = "spend a token, or surrender the initiative";
const REACT: &str = "react, or pass";
const SEIZE: &str = "seize the initiative, or pass";

#[tokio::test]
async fn a_standing_answer_is_given_without_asking_and_reads_as_one_given_by_hand() {
    let house = House::open().await;
    let (mut attacker, mut defender, game) = begun(&house).await;
    let up = |unit: u8, x: i64, y: i64| json!({ "move": { "unit": unit, "path": [{ "x": x, "y": y }], "facing": 0, "form": false, "fire": false } });
    answer(&mut attacker, &game, "attacker", SPEND, &up(1, 1800, 2200)).await;
    // He passes by hand, and from now on until somebody is within 4 inches of his machine guns.
    let until = json!({ "pass": { "then": { "pass-until-near": { "unit": 6, "inches": 4 } } } });
    answer(&mut defender, &game, "defender", REACT, &until).await;
    answer(&mut defender, &game, "defender", SEIZE, &json!({ "pass": { "then": "ask" } })).await;
    let before = entries(&mut attacker, &game, "attacker").await.len();
    answer(&mut attacker, &game, "attacker", SPEND, &up(0, 900, 2300)).await;
    // The machines' pool answers for him; then he is asked what he has said nothing about.
    let seizing = tokio::time::timeout(Duration::from_secs(20), async {
        loop {
            let ask = defender.my_ask(&game, "defender").await;
            if ask.as_ref().is_some_and(|ask| ask["question"] == SEIZE) {
                return ask;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    seizing.await.expect("the answer is given for him");
    let told = entries(&mut attacker, &game, "attacker").await;
    let passes: Vec<&Value> =
        told.iter().filter(|entry| entry.to_string().contains("The defender does not react.")).collect();
    assert_eq!((told.len(), passes.len()), (before + 2, 2));
    // The two differ in their numbers and in what the mover does then, and in nothing else that the other side sees.
    let names = |entry: &Value| entry.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(passes[0]), names(passes[1]));
    for key in ["what", "seat", "question"] {
        assert_eq!(passes[0].get(key), passes[1].get(key));
    }
    assert!(!told.iter().any(|entry| entry.to_string().contains("pass-until-near")), "it is his secret");
    assert!(mine(&attacker.get(&format!("/games/{game}")).await.ok()["asks"], "attacker").is_none());
}

#[tokio::test]
async fn where_nobody_else_sits_a_standing_answer_is_given_at_once() {
    // Between two people it would be given after 40 seconds at least.
    let mut config = config();
    config.pace = Duration::from_secs(10);
    let house = House::with(config).await;
    let mut both = house.browser();
    let seats = json!({ "attacker": { "kind": "me" }, "defender": { "kind": "me" } });
    let made = both.post("/games", &json!({ "book": "tokens", "scenario": "first-tokens", "seats": seats })).await;
    let game = made.json()["id"].as_str().unwrap().to_owned();
    for seat in ["attacker", "defender"] {
        both.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    let up =
        json!({ "move": { "unit": 1, "path": [{ "x": 1800, "y": 2200 }], "facing": 0, "form": false, "fire": false } });
    answer(&mut both, &game, "attacker", SPEND, &up).await;
    let for_all_of_it = json!({ "pass": { "then": { "pass-activation": { "number": 1 } } } });
    answer(&mut both, &game, "defender", REACT, &for_all_of_it).await;
    // He does not seize the initiative either, and the attacker spends the next token.
    let spending = tokio::time::timeout(Duration::from_secs(20), async {
        while both.my_ask(&game, "attacker").await.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    spending.await.expect("it is answered for the defender");
}
