//! What the machine tells people: hints while a game is played, and afterwards how it went.

use crate::common::{Browser, House, config, shelf};
use axum::body::Body;
use axum::http::Method;
use kernel::dice::Seeded;
use serde_json::{Value, json};
use server::App;
use std::sync::Arc;
use std::time::Duration;

/// A learning game of squares against the machine that plays at once, with the dice made.
async fn against_the_machine(me: &mut Browser) -> String {
    let seats = json!({ "attacker": { "kind": "machine", "machine": "quick" }, "defender": { "kind": "me" } });
    let made = me.post("/games", &json!({ "book": "squares", "scenario": "first-orders", "seats": seats })).await.ok();
    let game = made["id"].as_str().unwrap().to_owned();
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": "defender" })).await.ok();
    game
}

/// Waits until the defender is asked something, and gives the number of the ask.
async fn asked(me: &mut Browser, game: &str, seat: &str) -> u64 {
    for _ in 0..2_000 {
        let view = me.get(&format!("/games/{game}")).await.ok();
        let own = view["asks"].as_array().unwrap().iter().find(|ask| ask["seat"] == seat).cloned();
        if let Some(ask) = own {
            return ask["id"].as_u64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the {seat} is never asked");
}

#[tokio::test]
async fn a_hint_names_orders_in_words_that_can_be_given() {
    let house = House::open().await;
    let mut me = house.browser();
    let game = against_the_machine(&mut me).await;
    let ask = asked(&mut me, &game, "defender").await;
    let hint = json!({ "seat": "defender", "ask": ask });
    let advice = me.post(&format!("/games/{game}/hint"), &hint).await.ok();
    let first = &advice[0];
    assert!(first["words"].as_str().is_some_and(|words| !words.is_empty()), "{advice}");
    assert!((0.0..=1.0).contains(&first["win"].as_f64().unwrap()), "{advice}");
    assert!(advice.as_array().unwrap().len() <= 6);
    me.order(&game, "defender", &json!(ask), &first["order"], "as-advised").await.ok();
    me.post(&format!("/games/{game}/hint"), &hint).await.problem(409, "stale");
    house.browser().post(&format!("/games/{game}/hint"), &hint).await.problem(403, "not-seated");
}

#[tokio::test]
async fn between_people_there_are_hints_only_where_the_game_was_made_so() {
    let house = House::open().await;
    for hints in [false, true] {
        let mut me = house.browser();
        let seats = json!({ "attacker": { "kind": "me" }, "defender": { "kind": "me" } });
        let body = json!({ "book": "squares", "scenario": "first-orders", "seats": seats, "hints": hints });
        let made = me.post("/games", &body).await.ok();
        assert_eq!(made["hints"], hints, "whoever joins is told");
        let game = made["id"].as_str().unwrap();
        for seat in ["attacker", "defender"] {
            me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
        }
        let view = me.get(&format!("/games/{game}")).await.ok();
        let hint = json!({ "seat": view["asks"][0]["seat"], "ask": view["asks"][0]["id"] });
        let answer = me.post(&format!("/games/{game}/hint"), &hint).await;
        if hints {
            assert!(!answer.ok().as_array().unwrap().is_empty());
        } else {
            answer.problem(422, "refused");
        }
    }
}

#[tokio::test]
async fn a_book_without_a_machine_that_weighs_gives_no_advice() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "machine", "machine": "random" } });
    let made = me.post("/games", &json!({ "book": "drill", "scenario": "skirmish", "seats": seats })).await.ok();
    let game = made["id"].as_str().unwrap();
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": "red" })).await.ok();
    let ask = asked(&mut me, game, "red").await;
    me.post(&format!("/games/{game}/hint"), &json!({ "seat": "red", "ask": ask })).await.problem(422, "refused");
    me.post(&format!("/games/{game}/resign"), &json!({ "seat": "red" })).await.ok();
    me.post(&format!("/games/{game}/analysis"), &json!({})).await.problem(422, "refused");
}

/// Waits until an analysis is done.
async fn analysed(me: &mut Browser, of: &str) -> Value {
    me.post(&format!("{of}/analysis"), &json!({})).await.ok();
    for _ in 0..4_000 {
        let found = me.get(&format!("{of}/analysis")).await.ok();
        if found["state"] == "done" {
            assert_eq!(found["judged"], found["of"]);
            return found["analysis"].clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the analysis never ends");
}

#[tokio::test]
async fn a_game_that_is_over_is_analysed_once_and_the_analysis_is_kept_with_it() {
    let house = House::open().await;
    let mut me = house.browser();
    let game = against_the_machine(&mut me).await;
    let path = format!("/games/{game}");
    asked(&mut me, &game, "defender").await;
    me.post(&format!("{path}/analysis"), &json!({})).await.problem(422, "refused");
    let mut random = Seeded::new(3);
    for number in 0..4 {
        let ask = json!({ "id": asked(&mut me, &game, "defender").await });
        let order = me.pick_order(&game, "defender", &ask, &mut random).await.unwrap();
        me.order(&game, "defender", &ask["id"], &order, &format!("order-{number}")).await.ok();
    }
    asked(&mut me, &game, "defender").await;
    me.post(&format!("{path}/resign"), &json!({ "seat": "defender" })).await.ok();
    let analysis = analysed(&mut me, &path).await;
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let steps = analysis["steps"].as_array().unwrap();
    assert!(steps.len() >= 4, "{analysis}");
    let parts: f64 = steps.iter().map(|step| number(&step["decision"]) + number(&step["dice"])).sum();
    let end = number(&steps.last().unwrap()["chance"]);
    assert!((number(&analysis["start"]) + parts - end).abs() < 1e-9, "luck and judgement add up: {analysis}");
    assert!((number(&analysis["luck"][0]) + number(&analysis["luck"][1])).abs() < 1e-9);
    let log = me.get(&format!("{path}/log")).await.text;
    let upload = me.request(Method::POST, "/api/v1/logs").body(Body::from(log)).unwrap();
    let replay = me.send(upload).await.ok()["replay"].as_str().unwrap().to_owned();
    assert_eq!(analysed(&mut me, &format!("/replays/{replay}")).await, analysis, "its log is judged the same");
    // Another server over the same store has it at once.
    let later = App::new(config(), shelf(), Arc::clone(house.app.store()));
    let found = Browser::at(later.router()).get(&format!("{path}/analysis")).await.ok();
    assert_eq!((&found["state"], &found["analysis"]), (&json!("done"), &analysis));
}
