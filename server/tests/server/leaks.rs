//! What must not get out: that somebody has answered in secret, and when; and what strangers may not use up.

use crate::common::{Browser, House, config, two_people};
use crate::counting::{BOOK, GAME};
use crate::events::Stream;
use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use server::{Limits, Rate};
use shelf::Shelf;

/// A game of counting between two people that has begun.
async fn counting(house: &House) -> (Browser, Browser, String) {
    let (mut red, mut blue) = (house.browser(), house.browser());
    let body = json!({ "book": "counting", "scenario": "sound", "listed": true, "seats": { "red": { "kind": "me" } } });
    let made = red.post("/games", &body).await.ok();
    blue.join(&made["links"]["blue"]).await;
    let game = made["id"].as_str().unwrap().to_owned();
    for (browser, seat) in [(&mut red, "red"), (&mut blue, "blue")] {
        browser.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    (red, blue, game)
}

async fn house() -> House {
    House::of(config(), Shelf::five().with(&BOOK, &GAME)).await
}

/// Everything that can be read of a game with some eyes.
async fn all_that_is_read(browser: &mut Browser, game: &str, seat: &str) -> Vec<String> {
    let mut all = vec![browser.get("/games").await.text, browser.get(&format!("/games/{game}")).await.text];
    for what in ["table", "entries", "position", "log"] {
        all.push(browser.get(&format!("/games/{game}/{what}?seat={seat}")).await.text);
    }
    for entry in 0..4 {
        all.push(browser.get(&format!("/games/{game}/position?seat={seat}&entry={entry}")).await.text);
    }
    let stale = json!({ "seat": seat, "ask": 99, "order": "count-on" });
    all.push(browser.post(&format!("/games/{game}/preview"), &stale).await.text);
    all.push(browser.post(&format!("/games/{game}/undo/agree"), &json!({ "seat": seat })).await.text);
    all
}

async fn say(browser: &mut Browser, game: &str, seat: &str, order: &str) -> Value {
    let ask = browser.my_ask(game, seat).await.unwrap();
    let key = format!("{seat}-{}", ask["id"]);
    browser.order(game, seat, &ask["id"], &json!(order), &key).await.ok()
}

#[tokio::test]
async fn that_somebody_has_answered_in_secret_shows_nowhere() {
    let house = house().await;
    let (mut red, mut blue, game) = counting(&house).await;
    let mut anybody = house.browser();
    say(&mut red, &game, "red", "count-on").await;
    let alone = red.get(&format!("/games/{game}")).await.ok()["undo"]["alone"].clone();
    assert_eq!(alone, json!({ "red": true }));
    let mut of_red = Stream::open(&house, &red, &format!("games={game}"), None).await;
    let mut of_anybody = Stream::open(&house, &anybody, &format!("games={game}"), None).await;
    assert_eq!((of_red.next().await.name.as_str(), of_anybody.next().await.name.as_str()), ("game", "game"));
    let before =
        (all_that_is_read(&mut red, &game, "red").await, all_that_is_read(&mut anybody, &game, "spectator").await);
    say(&mut blue, &game, "blue", "whisper").await;
    say(&mut blue, &game, "blue", "whisper").await;
    let after =
        (all_that_is_read(&mut red, &game, "red").await, all_that_is_read(&mut anybody, &game, "spectator").await);
    assert_eq!(before, after);
    assert!(of_red.is_quiet().await && of_anybody.is_quiet().await);
    let of_blue = blue.get(&format!("/games/{game}/entries")).await.ok();
    assert_eq!(of_blue["count"], 4, "blue himself sees the set-up, red's answer and his own two: {of_blue}");
}

#[tokio::test]
async fn what_may_be_taken_back_alone_hangs_on_nothing_that_was_answered_in_secret() {
    let house = house().await;
    let (mut red, mut blue, game) = counting(&house).await;
    say(&mut red, &game, "red", "count-on").await;
    let asked = blue.my_ask(&game, "blue").await.unwrap();
    say(&mut blue, &game, "blue", "whisper").await;
    let undone = red.post(&format!("/games/{game}/undo"), &json!({ "seat": "red" })).await.ok();
    assert_eq!(undone, json!({ "undone": true, "entry": 2 }), "as red counts: set-up, answer, undo");
    // What blue had whispered came after it and is gone with it; he is asked anew, and told why.
    let entries = blue.get(&format!("/games/{game}/entries")).await.ok();
    let whats: Vec<_> = entries["entries"].as_array().unwrap().iter().map(|entry| &entry["what"]).collect();
    assert_eq!(whats, ["setup", "orders", "orders", "undo"]);
    assert_eq!(entries["entries"][3]["back_to"], 0);
    assert_ne!(blue.my_ask(&game, "blue").await.unwrap()["id"], asked["id"]);
    // Play goes on, and what was stored comes back as it was.
    say(&mut blue, &game, "blue", "count-on").await;
    let table = red.get(&format!("/games/{game}/table")).await.ok();
    house.app.store().close().await;
    let store = crate::common::store_in(&house.folder).await;
    let app = server::App::new(config(), Shelf::five().with(&BOOK, &GAME), store);
    let mut again = Browser::at(app.router());
    again.cookie = red.cookie.clone();
    assert_eq!(again.get(&format!("/games/{game}/table")).await.ok(), table);
}

#[tokio::test]
async fn an_offer_to_take_back_outlives_secret_answers_and_takes_back_what_was_meant() {
    let house = house().await;
    let (mut red, mut blue, game) = counting(&house).await;
    say(&mut red, &game, "red", "count-on").await;
    say(&mut blue, &game, "blue", "count-on").await;
    let undo = format!("/games/{game}/undo");
    red.post(&undo, &json!({ "seat": "red" })).await.problem(409, "not-now");
    red.post(&undo, &json!({ "seat": "red", "offer": true })).await.ok();
    let offered = red.get(&format!("/games/{game}")).await.ok();
    assert_eq!(offered["undo"]["offer"], json!({ "by": "red", "agreed": ["red"] }), "no number of an entry is told");
    say(&mut blue, &game, "blue", "whisper").await;
    assert_eq!(red.get(&format!("/games/{game}")).await.ok(), offered);
    blue.post(&format!("{undo}/agree"), &json!({ "seat": "blue" })).await.ok();
    let entries = red.get(&format!("/games/{game}/entries")).await.ok();
    let last = entries["entries"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["what"], &last["back_to"]), (&json!("undo"), &json!(0)), "red's own answer, and all since");
    assert!(red.get(&format!("/games/{game}")).await.ok()["undo"]["offer"].is_null());
    // With what all see, an offer lapses.
    say(&mut red, &game, "red", "count-on").await;
    say(&mut blue, &game, "blue", "count-on").await;
    red.post(&undo, &json!({ "seat": "red", "offer": true })).await.ok();
    say(&mut red, &game, "red", "count-on").await;
    blue.post(&format!("{undo}/agree"), &json!({ "seat": "blue" })).await.problem(409, "not-now");
}

#[tokio::test]
async fn one_who_holds_all_seats_takes_back_the_last_answer_of_them_all() {
    let house = house().await;
    let mut me = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } });
    let made = me.post("/games", &json!({ "book": "counting", "scenario": "sound", "seats": seats })).await.ok();
    let game = made["id"].as_str().unwrap().to_owned();
    for seat in ["red", "blue"] {
        me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    for seat in ["red", "blue", "red"] {
        say(&mut me, &game, seat, "count-on").await;
    }
    let undone = me.post(&format!("/games/{game}/undo"), &json!({ "seat": "blue", "offer": true })).await.ok();
    assert_eq!(undone["undone"], true);
    let entries = me.get(&format!("/games/{game}/entries?seat=blue")).await.ok();
    assert_eq!(entries["entries"][4]["back_to"], 2, "red's last answer alone: {entries}");
}

async fn ask_as(browser: &mut Browser, path: &str, address: &str) -> u16 {
    let request = browser.request(Method::GET, path).header("x-forwarded-for", address).body(Body::empty()).unwrap();
    browser.send(request).await.status.as_u16()
}

#[tokio::test]
async fn figures_are_for_those_who_run_the_server() {
    let mut config = config();
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    config.metrics_for = vec!["192.0.2.7".parse().unwrap()];
    let house = House::with(config).await;
    let mut browser = house.browser();
    for (address, status) in [
        ("203.0.113.9", 404),
        ("127.0.0.1", 404),
        ("::1", 404),
        ("192.0.2.7", 200),
        ("::ffff:192.0.2.7", 200),
        ("127.0.0.1, 203.0.113.9", 404),
        ("192.0.2.7, 203.0.113.9", 404),
    ] {
        assert_eq!(ask_as(&mut browser, "/metrics", address).await, status, "{address}");
    }
    let straight = browser.request(Method::GET, "/metrics").body(Body::empty()).unwrap();
    assert_eq!(browser.send(straight).await.status, 200, "the machine itself, past the proxy");
}

#[tokio::test]
async fn a_household_has_one_rate_however_many_addresses_it_has() {
    let mut config = config();
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    config.limits = Limits { address: Rate::of(0.01, 2.0), ..config.limits };
    let house = House::with(config).await;
    let mut browser = house.browser();
    let mut statuses = Vec::new();
    for address in ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3", "2001:db8:1:3::1", "198.51.100.1"] {
        statuses.push(ask_as(&mut browser, "/api/v1/books", address).await);
    }
    assert_eq!(statuses, [200, 200, 429, 200, 200]);
}

#[tokio::test]
async fn a_stranger_who_names_a_seat_does_not_use_up_its_players_rate() {
    let mut config = config();
    config.limits = Limits { seat: Rate::of(0.01, 4.0), ..config.limits };
    let house = House::with(config).await;
    let (mut red, _, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    let mut stranger = house.browser();
    let order = json!({ "seat": "red", "ask": 1, "orders": ["pass"] });
    for _ in 0..4 {
        let answer = stranger.post_once(&format!("/games/{game}/orders"), &order, Some("k")).await;
        answer.problem(403, "not-seated");
    }
    stranger.post_once(&format!("/games/{game}/orders"), &order, Some("k")).await.problem(429, "too-many");
    red.order(&game, "red", &json!(1), &json!({ "plot": { "stance": "march" } }), "k").await.ok();
}

#[tokio::test]
async fn rematches_count_as_new_games() {
    let mut config = config();
    config.limits = Limits { new_games: Rate::of(0.001, 2.0), ..config.limits };
    let house = House::with(config).await;
    let (mut red, _, first) = two_people(&house, &json!({})).await;
    red.post(&format!("/games/{first}/resign"), &json!({ "seat": "red" })).await.ok();
    let body = json!({ "seat": "red" });
    let second = red.post(&format!("/games/{first}/rematch"), &body).await.ok();
    red.post(&format!("/games/{first}/rematch"), &body).await.ok();
    let second = second["id"].as_str().unwrap();
    red.post(&format!("/games/{second}/rematch"), &body).await.problem(409, "not-now");
    red.post("/games", &json!({ "book": "drill", "scenario": "skirmish" })).await.problem(429, "too-many");
}

#[tokio::test]
async fn one_address_cannot_take_all_live_streams() {
    let mut config = config();
    config.limits = Limits { streams: 3, streams_of_one: 2, ..config.limits };
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    let house = House::with(config).await;
    let open = async |address: &str| {
        let request = house.browser().request(Method::GET, "/api/v1/events?games=").header("x-forwarded-for", address);
        tower::ServiceExt::oneshot(house.router.clone(), request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let (one, two) = (open("198.51.100.1").await, open("198.51.100.1").await);
    assert_eq!((one.status().as_u16(), two.status().as_u16()), (200, 200));
    assert_eq!(open("198.51.100.1").await.status(), 429);
    let other = open("198.51.100.2").await;
    assert_eq!(other.status(), 200);
    assert_eq!(open("198.51.100.3").await.status(), 429, "three are all there are");
    drop(one);
    assert_eq!(open("198.51.100.1").await.status(), 200);
    drop((two, other));
}

#[cfg(unix)]
#[tokio::test]
async fn what_holds_the_secrets_of_dice_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::open().await;
    two_people(&house, &json!({})).await;
    let copy = house.folder.path().join("copy.db");
    house.app.store().backup(&copy).await.unwrap();
    for name in ["games.db", "games.db-wal", "games.db-shm", "copy.db"] {
        let mode = std::fs::metadata(house.folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let refused = house.app.store().backup(&copy).await.unwrap_err();
    assert!(refused.to_string().contains("copy.db"), "a copy is not written over: {refused}");
}

#[tokio::test]
async fn dice_that_a_seat_does_not_see_do_not_end_its_batch() {
    let house = house().await;
    let (mut red, mut blue, game) = counting(&house).await;
    let batch = async |browser: &mut Browser, seat: &str| {
        let ask = browser.my_ask(&game, seat).await.unwrap();
        let body = json!({ "seat": seat, "ask": ask["id"], "orders": ["mumble", "mumble"] });
        browser.post_once(&format!("/games/{game}/orders"), &body, Some(seat)).await.ok()["carried_out"].clone()
    };
    assert_eq!(batch(&mut red, "red").await, 2, "red must not learn that blue has thrown a die");
    assert_eq!(batch(&mut blue, "blue").await, 1, "blue sees his die, and should decide anew");
}
