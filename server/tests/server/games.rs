//! Games from the first request to the last, over the interface alone.

use crate::common::{House, begin, mine, play, two_people};
use kernel::dice::Seeded;
use kernel::game::Logged;
use serde_json::json;

#[tokio::test]
async fn two_people_play_a_whole_game_and_its_log_proves_every_die() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "turns": 9 })).await;
    let early = red.get(&format!("/games/{game}/log")).await;
    assert!(!early.text.contains("secret:") && !early.text.contains("key:"), "{}", early.text);
    let played = play(&mut red, &mut blue, &game, 2000, &mut Seeded::new(7)).await;
    assert!(played > 10 && played < 2000, "{played} orders");

    let view = red.get(&format!("/games/{game}")).await.ok();
    assert_eq!(view["status"], "over");
    assert!(view["result"]["because"].is_string() && view["asks"].as_array().unwrap().is_empty());
    let log = blue.get(&format!("/games/{game}/log")).await.text;
    let logged = Logged::read(&log).unwrap();
    assert!(logged.prove_dice().unwrap().unwrap() > 10);
    let upload = house.app.router();
    let mut anybody = crate::common::Browser::at(upload);
    let request = anybody
        .request(axum::http::Method::POST, "/api/v1/logs")
        .header("content-type", "text/plain")
        .body(axum::body::Body::from(log.clone()))
        .unwrap();
    let report = anybody.send(request).await.ok();
    assert_eq!(report["play"]["verified"], true, "{report}");
    assert!(report["dice"]["proved"].as_u64().unwrap() > 10);
    let replay = report["replay"].as_str().unwrap();
    let entries = anybody.get(&format!("/replays/{replay}/entries?seat=red")).await.ok();
    let last = entries["count"].as_u64().unwrap() - 1;
    assert_eq!(
        anybody.get(&format!("/replays/{replay}/position?seat=red&entry={last}")).await.ok(),
        red.get(&format!("/games/{game}/position")).await.ok(),
    );

    let altered = log.replacen("opening: red 01", "opening: red 02", 1);
    assert_ne!(altered, log);
    let request =
        anybody.request(axum::http::Method::POST, "/api/v1/logs").body(axum::body::Body::from(altered)).unwrap();
    let report = anybody.send(request).await.ok();
    assert!(report["dice"]["trouble"].as_str().unwrap().contains("its key gives"), "{report}");
}

#[tokio::test]
async fn a_person_plays_a_machine_to_the_end() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "machine" } });
    let made = me.make(&seats, &json!({ "turns": 2 })).await;
    assert_eq!(made["seats"][1]["machine"], "random");
    assert!(made["links"]["blue"].is_null());
    let game = made["id"].as_str().unwrap().to_owned();
    me.commit_dice(&game, "red", &[3; 32]).await;
    me.open_dice(&game, "red", &[3; 32]).await;
    let mut random = Seeded::new(1);
    for _ in 0..5000 {
        let view = me.get(&format!("/games/{game}")).await.ok();
        if view["status"] == "over" {
            return;
        }
        let Some(ask) = mine(&view["asks"], "red") else {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            continue;
        };
        let Some(order) = me.pick_order(&game, "red", &ask, &mut random).await else { continue };
        me.order(&game, "red", &ask["id"], &order, &format!("k{}", ask["id"])).await.ok();
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn machines_play_each_other_without_anybody() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "machine" }, "blue": { "kind": "machine", "machine": "random" } });
    let made = me.make(&seats, &json!({ "turns": 1 })).await;
    let game = made["id"].as_str().unwrap();
    for _ in 0..2000 {
        let view = me.get(&format!("/games/{game}")).await.ok();
        if view["status"] == "over" {
            let entries = me.get(&format!("/games/{game}/entries")).await.ok();
            assert_eq!(entries["seat"], "spectator");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn one_browser_holds_both_seats_of_a_hot_seat_game() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } });
    let made = me.make(&seats, &json!({ "turns": 1 })).await;
    assert_eq!(made["status"], "dice");
    let game = made["id"].as_str().unwrap().to_owned();
    let mut other = me.clone();
    begin(&mut me, &mut other, &game).await;
    assert!(play(&mut me, &mut other, &game, 1000, &mut Seeded::new(3)).await < 1000);
    assert_eq!(me.get("/games").await.ok()["mine"][0]["status"], "over");
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_stopped_and_started() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    play(&mut red, &mut blue, &game, 12, &mut Seeded::new(5)).await;
    let before = red.get(&format!("/games/{game}/table?seat=red")).await.ok();
    house.app.stop();
    house.app.store().close().await;
    let House { folder, app, router } = house;
    drop((app, router));
    let mut waited = 0;
    let store = loop {
        match server::store::open(&format!("sqlite:{}", folder.path().join("games.db").display())).await {
            Ok(store) => break store,
            Err(_) if waited < 100 => waited += 1,
            Err(error) => panic!("{error}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let app = server::App::new(crate::common::config(), crate::common::shelf(), store);
    app.start().await.unwrap();
    let mut again = crate::common::Browser::at(app.router());
    again.cookie = red.cookie.clone();
    assert_eq!(again.get(&format!("/games/{game}/table?seat=red")).await.ok(), before);
    let mut blue_again = crate::common::Browser::at(app.router());
    blue_again.cookie = blue.cookie.clone();
    assert!(play(&mut again, &mut blue_again, &game, 2000, &mut Seeded::new(6)).await < 2000);
}

#[tokio::test]
async fn a_rematch_is_one_game_with_the_same_people() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let body = json!({ "seat": "red", "swap": true });
    red.post(&format!("/games/{game}/rematch"), &body).await.problem(409, "not-now");
    let over = red.post(&format!("/games/{game}/resign"), &json!({ "seat": "red" })).await.ok();
    assert_eq!((&over["status"], &over["result"]["winner"]), (&json!("over"), &json!("blue")));
    let next = red.post(&format!("/games/{game}/rematch"), &body).await;
    assert_eq!(next.status, 201);
    let next = next.json();
    assert_eq!(next["seats"][1]["mine"], true, "red sits at blue's seat now");
    let same = blue.post(&format!("/games/{game}/rematch"), &json!({ "seat": "blue" })).await;
    assert_eq!((same.status.as_u16(), &same.json()["id"]), (200, &next["id"]));
    assert_eq!(blue.get(&format!("/games/{game}")).await.ok()["rematch"], next["id"]);
    let id = next["id"].as_str().unwrap();
    assert_eq!(blue.get(&format!("/games/{id}")).await.ok()["seats"][0]["mine"], true);
    begin(&mut blue, &mut red, id).await;
}

#[tokio::test]
async fn a_game_that_nobody_touches_is_left_off() {
    let mut config = crate::common::config();
    config.abandon_after = std::time::Duration::from_millis(300);
    config.grace = std::time::Duration::ZERO;
    let house = House::with(config).await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    let mut waiting = house.browser();
    let unbegun = waiting.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    for _ in 0..200 {
        let view = red.get(&format!("/games/{game}")).await.ok();
        let other = waiting.get(&format!("/games/{}", unbegun["id"].as_str().unwrap())).await.ok();
        if view["status"] == "over" && other["status"] == "over" {
            assert!(view["result"]["winner"].is_null());
            assert!(view["dice"]["secret"].is_null(), "its players can go on with it");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the game is still there");
}

#[tokio::test]
async fn squares_is_played_by_a_person_and_a_machine_and_comes_back_after_a_stop() {
    let house = House::open().await;
    let mut me = house.browser();
    let book = me.get("/books/squares-at-random").await.ok();
    let seats: Vec<String> = serde_json::from_value(book["seats"].clone()).unwrap();
    let scenario = book["scenarios"][0]["id"].as_str().unwrap();
    let body = json!({
        "book": "squares-at-random", "scenario": scenario,
        "seats": { seats[0].as_str(): { "kind": "me" }, seats[1].as_str(): { "kind": "machine" } },
    });
    let made = me.post("/games", &body).await.ok();
    let (game, seat) = (made["id"].as_str().unwrap().to_owned(), seats[0].clone());
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    let mut random = Seeded::new(1);
    let mut answered = 0;
    while answered < 40 {
        let view = me.get(&format!("/games/{game}")).await.ok();
        if view["status"] == "over" {
            break;
        }
        let Some(ask) = mine(&view["asks"], &seat) else {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            continue;
        };
        let Some(order) = me.pick_order(&game, &seat, &ask, &mut random).await else { continue };
        me.order(&game, &seat, &ask["id"], &order, &format!("k{}", ask["id"])).await.ok();
        answered += 1;
    }
    if me.get(&format!("/games/{game}")).await.ok()["status"] != "over" {
        me.post(&format!("/games/{game}/resign"), &json!({ "seat": seat })).await.ok();
    }
    let log = me.get(&format!("/games/{game}/log")).await.text;
    let logged = Logged::read(&log).unwrap();
    logged.prove_dice().unwrap();
    let table = me.get(&format!("/games/{game}/table?seat={seat}")).await.ok();
    let entries = me.get(&format!("/games/{game}/entries?seat={seat}&limit=2000")).await.ok();
    house.app.store().close().await;
    let store = crate::common::store_in(&house.folder).await;
    let app = server::App::new(crate::common::config(), crate::common::shelf(), store);
    let mut again = crate::common::Browser::at(app.router());
    again.cookie = me.cookie.clone();
    assert_eq!(again.get(&format!("/games/{game}/table?seat={seat}")).await.ok(), table);
    assert_eq!(again.get(&format!("/games/{game}/entries?seat={seat}&limit=2000")).await.ok(), entries);
    assert_eq!(again.get(&format!("/games/{game}/log")).await.text, log);
}
