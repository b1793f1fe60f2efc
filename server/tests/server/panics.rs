//! A book that panics: it ends the request that met it, and nothing else.

use crate::common::{Browser, config};
use crate::counting::{BOOK, GAME};
use serde_json::json;
use server::App;
use shelf::Shelf;

#[tokio::test]
async fn a_panic_of_a_book_ends_that_request_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = crate::common::store_in(&folder).await;
    let app = App::new(config(), Shelf::five().with(&BOOK, &GAME), store);
    let mut me = Browser::at(app.router());
    let mut body = json!({ "book": "counting", "scenario": "unsound", "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } } });
    me.post("/games", &body).await.problem(500, "broken");
    body["scenario"] = json!("sound");
    let game = me.post("/games", &body).await.ok()["id"].as_str().unwrap().to_owned();
    for seat in ["red", "blue"] {
        me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    me.order(&game, "red", &json!(1), &json!("count-on"), "k1").await.ok();

    let before = me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    let answer = me.order(&game, "red", &json!(2), &json!("stumble"), "k2").await;
    let problem = answer.problem(500, "broken");
    assert!(!problem.to_string().contains("a fault in the rules"), "what it was is for the log: {problem}");
    assert_eq!(me.get(&format!("/games/{game}/table?seat=red")).await.ok(), before, "nothing was changed");
    // The key is still free, and so is the ask.
    me.order(&game, "red", &json!(2), &json!("count-on"), "k2").await.ok();
    // An order after which the table cannot be drawn is none that anybody could go on from: it is not taken.
    let before = me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    me.order(&game, "red", &json!(3), &json!("vanish"), "k3").await.problem(500, "broken");
    assert_eq!(me.get(&format!("/games/{game}/table?seat=red")).await.ok(), before, "nothing was changed");
    me.order(&game, "red", &json!(3), &json!("count-on"), "k3").await.ok();
    let entries = me.get(&format!("/games/{game}/entries?seat=red")).await.ok();
    assert_eq!(entries["count"], 4, "the set-up and three orders: {entries}");
}
