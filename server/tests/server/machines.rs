//! Machine players: their pool is bounded, they hold nobody up, and they think about a game once at a time.

use crate::common::{House, config, mine, shelf};
use crate::counting::{AT_ONCE, BOOK, GAME, THOUGHTS};
use kernel::dice::Seeded;
use kernel::game::Logged;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;

#[tokio::test]
async fn no_more_machines_think_at_once_than_may_and_each_ask_is_thought_about_once() {
    let mut config = config();
    config.machines = 2;
    // Rounds come much faster than a thought takes: each finds the games due that are being thought about.
    config.look_round = Duration::from_millis(20);
    let house = House::of(config, shelf().with(&BOOK, &GAME)).await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "machine" }, "blue": { "kind": "machine" } });
    let mut games = Vec::new();
    for _ in 0..3 {
        let body = json!({ "book": "counting", "scenario": "sound", "seats": seats });
        games.push(me.post("/games", &body).await.ok()["id"].as_str().unwrap().to_owned());
    }
    let mut answered_meanwhile = 0;
    for game in &games {
        // This test has one thread: were it held up by a thought, no answer could come before all is over.
        while me.get(&format!("/games/{game}")).await.ok()["status"] != "over" {
            answered_meanwhile += 1;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(AT_ONCE.load(Ordering::SeqCst), 2);
    assert_eq!(THOUGHTS.load(Ordering::SeqCst), 18, "three games of six answers");
    assert!(answered_meanwhile > 18, "{answered_meanwhile}");
}

/// Plays a game of squares against one of its own machines, by the interface alone.
async fn against(machine: &str, orders: usize) {
    let house = House::open().await;
    let mut me = house.browser();
    let book = me.get("/books/squares").await.ok();
    let names: Vec<&str> =
        book["machines"].as_array().unwrap().iter().map(|known| known["name"].as_str().unwrap()).collect();
    assert!(names.contains(&machine), "{names:?}");
    let scenario = book["scenarios"].as_array().unwrap().iter().find(|card| card["learning"] == true).unwrap();
    let [first, second] = [&book["seats"][0], &book["seats"][1]].map(|seat| seat.as_str().unwrap().to_owned());
    let seats = json!({ first.as_str(): { "kind": "me" }, second.as_str(): { "kind": "machine", "machine": machine } });
    let body = json!({ "book": "squares", "scenario": scenario["id"], "seats": seats });
    let made = me.post("/games", &body).await.ok();
    let game = made["id"].as_str().unwrap().to_owned();
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": first })).await.ok();
    let mut random = Seeded::new(5);
    let machine_orders = |entries: &Value| {
        let own = |entry: &&Value| entry["seat"] == second.as_str() && entry["what"] == "orders";
        entries["entries"].as_array().unwrap().iter().filter(own).count()
    };
    loop {
        let view = me.get(&format!("/games/{game}")).await.ok();
        let entries = me.get(&format!("/games/{game}/entries?seat={first}&limit=2000")).await.ok();
        if view["status"] == "over" || machine_orders(&entries) >= orders {
            break;
        }
        let Some(ask) = mine(&view["asks"], &first) else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let Some(order) = me.pick_order(&game, &first, &ask, &mut random).await else { continue };
        me.order(&game, &first, &ask["id"], &order, &format!("k{}", ask["id"])).await.ok();
    }
    if me.get(&format!("/games/{game}")).await.ok()["status"] != "over" {
        me.post(&format!("/games/{game}/resign"), &json!({ "seat": first })).await.ok();
    }
    let logged = Logged::read(&me.get(&format!("/games/{game}/log")).await.text).unwrap();
    logged.prove_dice().unwrap().unwrap();
    shelf().game("squares").unwrap().replay(&logged).map(|_| ()).unwrap();
}

#[tokio::test]
async fn squares_is_played_against_its_greedy_machine() {
    against("greedy", 40).await;
}

#[tokio::test]
async fn squares_is_played_against_a_fair_machine() {
    against("fair", 2).await;
}
