//! Seats, links, dice before the game, and what keeps strangers out.

use crate::common::{House, hex, two_people};
use axum::body::Body;
use axum::http::{Method, header};
use serde_json::json;
use server::{Limits, Rate};

#[tokio::test]
async fn a_seat_is_taken_by_its_link_and_by_nothing_else() {
    let house = House::open().await;
    let (mut red, mut blue, mut stranger) = (house.browser(), house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap();
    assert_eq!(made["status"], "waiting");
    let wrong = json!({ "secret": "0".repeat(32) });
    stranger.post(&format!("/games/{game}/join"), &wrong).await.problem(403, "not-seated");
    assert!(stranger.cookie.is_none(), "who is not let in is not known either");
    let joined = blue.join(&made["links"]["blue"]).await;
    assert_eq!((&joined["joined"], &joined["status"]), (&json!("blue"), &json!("dice")));
    let view = stranger.get(&format!("/games/{game}")).await.ok();
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["mine"] == false));
    stranger.get(&format!("/games/{game}/table?seat=red")).await.problem(403, "not-seated");
    let resign = json!({ "seat": "red" });
    stranger.post(&format!("/games/{game}/resign"), &resign).await.problem(403, "not-seated");
    blue.post(&format!("/games/{game}/resign"), &resign).await.problem(403, "not-seated");
    blue.get("/games/00000000000000000000").await.problem(404, "unknown");
    blue.get("/games/..%2F..%2Fetc").await.problem(404, "unknown");
}

#[tokio::test]
async fn a_revoked_link_lets_nobody_in_and_puts_others_out() {
    let house = House::open().await;
    let (mut red, mut blue, mut thief) = (house.browser(), house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let old = made["links"]["blue"].clone();
    let fresh = red.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.ok();
    let secret = old.as_str().unwrap().rsplit('/').next().unwrap();
    thief.post(&format!("/games/{game}/join"), &json!({ "secret": secret })).await.problem(403, "not-seated");
    blue.join(&fresh["link"]).await;
    thief.join(&fresh["link"]).await;
    red.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.problem(403, "not-seated");
    blue.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.ok();
    thief.post(&format!("/games/{game}/resign"), &json!({ "seat": "blue" })).await.problem(403, "not-seated");
    assert!(thief.get("/games").await.ok()["mine"].as_array().unwrap().is_empty());
    blue.commit_dice(&game, "blue", &[2; 32]).await;
}

#[tokio::test]
async fn nobody_opens_before_all_have_committed_and_only_what_was_committed() {
    let house = House::open().await;
    let (mut red, mut blue) = (house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    assert_eq!(made["dice"]["commitment"].as_str().unwrap().len(), 64);
    red.commit_dice(&game, "red", &[1; 32]).await;
    let open = format!("/games/{game}/dice/open");
    let bytes = json!({ "seat": "red", "bytes": hex(&[1; 32]) });
    red.post(&open, &bytes).await.problem(409, "not-now");
    blue.join(&made["links"]["blue"]).await;
    red.post(&open, &bytes).await.problem(409, "not-now");
    let changed = json!({ "seat": "red", "commitment": hex(&[9; 32]) });
    red.post(&format!("/games/{game}/dice/commit"), &changed).await.problem(409, "not-now");
    blue.commit_dice(&game, "blue", &[2; 40]).await;
    red.post(&open, &json!({ "seat": "red", "bytes": hex(&[3; 32]) })).await.problem(422, "refused");
    let half = red.open_dice(&game, "red", &[1; 32]).await;
    assert_eq!((&half["status"], &half["dice"]["openings"]["red"]), (&json!("dice"), &json!(hex(&[1; 32]))));
    red.get(&format!("/games/{game}/table")).await.problem(409, "not-now");
    let begun = blue.open_dice(&game, "blue", &[2; 40]).await;
    assert_eq!((&begun["status"], &begun["dice"]["secret"]), (&json!("playing"), &json!(null)));
    assert_eq!(begun["dice"]["commitment"], made["dice"]["commitment"]);
}

#[tokio::test]
async fn a_seat_may_leave_the_dice_to_the_others() {
    let house = House::open().await;
    let mut me = house.browser();
    let made = me.make(&json!({ "red": { "kind": "me" }, "blue": { "kind": "machine" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let view = me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": "red" })).await.ok();
    assert_eq!((&view["status"], &view["dice"]["left"]), (&json!("playing"), &json!(["red"])));
}

#[tokio::test]
async fn changes_that_other_sites_ask_for_are_refused() {
    let house = House::open().await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    for (name, value) in [("origin", "https://evil.test"), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        let request = red
            .request(Method::POST, &format!("/api/v1/games/{game}/resign"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(name, value)
            .body(Body::from("{\"seat\":\"red\"}"))
            .unwrap();
        red.send(request).await.problem(403, "foreign");
    }
    let request = red
        .request(Method::POST, &format!("/api/v1/games/{game}/resign"))
        .header(header::CONTENT_TYPE, "application/json")
        .header("origin", "https://localhost:7878")
        .body(Body::from("{\"seat\":\"red\"}"))
        .unwrap();
    red.send(request).await.ok();
}

#[tokio::test]
async fn a_site_whose_name_stands_for_this_machine_reads_nothing() {
    let by_name = async |house: &House, host: &str| {
        let request = axum::http::Request::get("/api/v1/books").header(header::HOST, host).body(Body::empty()).unwrap();
        house.browser().send(request).await
    };
    let house = House::open().await;
    for host in ["evil.test", "evil.test:7878", "localhost.evil.test", "127.0.0.1.evil.test", ""] {
        by_name(&house, host).await.problem(403, "foreign");
    }
    for host in ["127.0.0.1:7878", "[::1]:7878", "192.168.1.5", "localhost:7878", "LOCALHOST"] {
        by_name(&house, host).await.ok();
    }
    let public = Some("https://play.example.org".parse().unwrap());
    let house = House::with(server::Config { public_url: public, ..crate::common::config() }).await;
    by_name(&house, "play.example.org").await.ok();
    by_name(&house, "evil.test").await.problem(403, "foreign");
}

#[tokio::test]
async fn every_answer_has_its_protecting_headers() {
    let house = House::open().await;
    let mut browser = house.browser();
    for path in ["/", "/api/v1/books", "/api/v1/nothing", "/healthz"] {
        let request = browser.request(Method::GET, path).body(Body::empty()).unwrap();
        let answer = browser.send(request).await;
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        assert!(answer.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
    }
    assert_eq!(browser.get("/books").await.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn too_much_at_once_is_turned_away_with_a_time_to_come_back() {
    let mut config = crate::common::config();
    config.limits = Limits { address: Rate::of(0.5, 3.0), new_games: Rate::of(0.1, 1.0), body: 2_000, ..config.limits };
    let house = House::with(config).await;
    let mut browser = house.browser();
    browser.make(&json!({}), &json!({})).await;
    let body = json!({ "book": "drill", "scenario": "skirmish" });
    let answer = browser.post("/games", &body).await;
    answer.problem(429, "too-many");
    assert!(answer.headers.contains_key("retry-after"));
    let long = json!({ "book": "drill", "scenario": "x".repeat(600_000) });
    browser.post("/games", &long).await.problem(413, "too-large");
    browser.get("/books").await.problem(429, "too-many");
}

#[tokio::test]
async fn what_cannot_be_set_up_is_refused_before_anything_is_kept() {
    let house = House::open().await;
    let mut browser = house.browser();
    for (body, field) in [
        (json!({ "book": "chess", "scenario": "x" }), "book"),
        (json!({ "book": "drill", "scenario": "x" }), "scenario"),
        (json!({ "book": "drill", "scenario": "skirmish", "options": { "turns": 99 } }), "turns"),
        (json!({ "book": "drill", "scenario": "skirmish", "seats": { "green": { "kind": "me" } } }), "seats"),
        (
            json!({ "book": "drill", "scenario": "skirmish", "seats": { "red": { "kind": "machine", "machine": "deep" } } }),
            "machine",
        ),
    ] {
        let problem = browser.post("/games", &body).await.problem(422, "refused");
        assert_eq!(problem["field"], field, "{problem}");
    }
    assert_eq!(house.app.store().running().await.unwrap(), 0);
}

#[tokio::test]
async fn a_stored_game_holds_no_secret_that_lets_anybody_in() {
    let house = House::open().await;
    let (mut red, mut blue) = (house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    blue.join(&made["links"]["blue"]).await;
    let mut secrets: Vec<String> = made["links"]
        .as_object()
        .unwrap()
        .values()
        .map(|link| link.as_str().unwrap().rsplit('/').next().unwrap().to_owned())
        .collect();
    secrets.extend(
        [&red.cookie, &blue.cookie].map(|cookie| cookie.as_ref().unwrap().split_once('=').unwrap().1.to_owned()),
    );
    assert_eq!(secrets.len(), 4);
    let copy = house.folder.path().join("copy.db");
    house.app.store().backup(&copy).await.unwrap();
    let bytes = std::fs::read(copy).unwrap();
    for secret in secrets {
        assert!(secret.len() * 5 >= 128);
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
    }
}
