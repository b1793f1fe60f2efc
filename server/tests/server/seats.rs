//! Seats, links, dice before the game, and what keeps strangers out.

use crate::common::{House, begin, config, hex, two_people};
use crate::patience::Set;
use axum::body::Body;
use axum::http::{Method, header};
use serde_json::json;
use server::{Config, Limits, Rate};
use std::sync::Arc;

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
async fn a_link_works_once_and_a_revoked_one_never() {
    let house = House::open().await;
    let (mut red, mut blue, mut thief) = (house.browser(), house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let fresh = red.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.ok();
    let secret = |link: &serde_json::Value| json!({ "secret": link.as_str().unwrap().rsplit('/').next().unwrap() });
    let join = format!("/games/{game}/join");
    thief.post(&join, &secret(&made["links"]["blue"])).await.problem(403, "not-seated");
    blue.join(&fresh["link"]).await;
    blue.join(&fresh["link"]).await;
    let problem = thief.post(&join, &secret(&fresh["link"])).await.problem(403, "not-seated");
    assert!(problem["detail"].as_str().unwrap().contains("it works once"), "{problem}");
    assert!(thief.cookie.is_none());
    blue.commit_dice(&game, "blue", &[2; 32]).await;
}

#[tokio::test]
async fn another_browser_of_a_player_sits_down_by_a_code_and_cannot_put_him_out() {
    let house = House::open().await;
    let (mut red, blue, game) = two_people(&house, &json!({})).await;
    let mut phone = house.browser();
    let code = red.post(&format!("/games/{game}/links/red/code"), &json!({})).await.ok();
    let join = format!("/games/{game}/join");
    let typed = code["code"].as_str().unwrap().to_uppercase().replace('-', " ");
    assert_eq!(phone.post(&join, &json!({ "code": typed })).await.ok()["joined"], "red");
    house.browser().post(&join, &json!({ "code": typed })).await.problem(403, "not-seated");
    phone.my_ask(&game, "red").await.expect("it decides too");
    let view = phone.get(&format!("/games/{game}")).await.ok();
    assert_eq!((&view["seats"][0]["browsers"], &view["seats"][0]["yours_to_free"]), (&json!(2), &json!(false)));
    let revoke = format!("/games/{game}/links/red/revoke");
    phone.post(&revoke, &json!({})).await.problem(403, "not-seated");
    blue.clone().post(&revoke, &json!({})).await.problem(403, "not-seated");
    assert_eq!(red.post(&revoke, &json!({})).await.ok()["link"], json!(null), "he keeps the seat");
    phone.get(&format!("/games/{game}/table?seat=red")).await.problem(403, "not-seated");
    assert!(phone.get("/games").await.ok()["mine"].as_array().unwrap().is_empty());
    red.my_ask(&game, "red").await.expect("he sits there still");
    house.browser().post(&format!("/games/{game}/links/red/code"), &json!({})).await.problem(403, "not-seated");
    phone.post(&join, &json!({})).await.problem(400, "malformed");
    phone.post(&join, &json!({ "code": "nonsense!" })).await.problem(403, "not-seated");
}

#[tokio::test]
async fn a_code_ends_after_ten_minutes_and_when_the_seat_is_freed() {
    let clock = Set::new();
    let house = House::with(Config { clock: Arc::clone(&clock) as Arc<dyn server::Clock>, ..config() }).await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    let (code, join) = (format!("/games/{game}/links/red/code"), format!("/games/{game}/join"));
    let shown = red.post(&code, &json!({})).await.ok();
    clock.pass(10 * 60 * 1000);
    house.browser().post(&join, &json!({ "code": shown["code"] })).await.problem(403, "not-seated");
    let shown = red.post(&code, &json!({})).await.ok();
    red.post(&format!("/games/{game}/links/red/revoke"), &json!({})).await.ok();
    house.browser().post(&join, &json!({ "code": shown["code"] })).await.problem(403, "not-seated");
    let shown = red.post(&code, &json!({})).await.ok();
    clock.pass(10 * 60 * 1000 - 1);
    house.browser().post(&join, &json!({ "code": shown["code"] })).await.ok();
}

#[tokio::test]
async fn whoever_sat_down_first_puts_out_those_who_came_after_him() {
    let house = House::open().await;
    let (_, mut blue, game) = two_people(&house, &json!({})).await;
    let mut thief = house.browser();
    let shown = blue.post(&format!("/games/{game}/links/blue/code"), &json!({})).await.ok();
    thief.post(&format!("/games/{game}/join"), &json!({ "code": shown["code"] })).await.ok();
    let revoke = format!("/games/{game}/links/blue/revoke");
    thief.post(&revoke, &json!({})).await.problem(403, "not-seated");
    assert_eq!(blue.post(&revoke, &json!({})).await.ok()["link"], json!(null), "he has not made the game, and stays");
    thief.get(&format!("/games/{game}/table?seat=blue")).await.problem(403, "not-seated");
    blue.my_ask(&game, "blue").await.expect("he sits there still");
}

#[tokio::test]
async fn whoever_made_a_game_gets_a_seat_back_that_a_leaked_link_has_lost() {
    let house = House::open().await;
    let (mut red, mut blue, mut thief) = (house.browser(), house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let taken = thief.join(&made["links"]["blue"]).await;
    assert!(taken["seats"][1]["since"].as_i64().is_some(), "all see since when somebody sits there: {taken}");
    thief.post(&format!("/games/{game}/links/red/revoke"), &json!({})).await.problem(403, "not-seated");
    let view = red.get(&format!("/games/{game}")).await.ok();
    assert_eq!(view["seats"][1]["yours_to_free"], true);
    let fresh = red.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.ok();
    blue.join(&fresh["link"]).await;
    thief.post(&format!("/games/{game}/resign"), &json!({ "seat": "blue" })).await.problem(403, "not-seated");
    thief.post(&format!("/games/{game}/links/blue/revoke"), &json!({})).await.problem(403, "not-seated");
    begin(&mut red, &mut blue, &game).await;
}

#[tokio::test]
async fn only_cookies_that_were_issued_here_name_a_browser() {
    let house = House::open().await;
    let mut made_up = house.browser();
    made_up.cookie = Some(format!("sandtable={}", "x".repeat(32)));
    let answer = made_up.post("/games", &json!({ "book": "drill", "scenario": "skirmish" })).await;
    let issued = answer.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(!issued.contains("xxxx"), "one that was made up is nobody: {issued}");
    let (secret, _) =
        made_up.cookie.clone().unwrap().split_once('.').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    for wrong in [format!("{secret}.{}", "0".repeat(20)), secret.clone() + ".", secret] {
        let mut forger = house.browser();
        forger.cookie = Some(wrong);
        assert!(forger.get("/games").await.ok()["mine"].as_array().unwrap().is_empty());
        let answer = forger.post("/games", &json!({ "book": "drill", "scenario": "skirmish" })).await;
        assert!(answer.headers.contains_key(header::SET_COOKIE), "it gets one of its own");
    }
}

#[tokio::test]
async fn over_https_the_cookie_is_one_that_no_other_host_can_set() {
    let public_url = Some("https://play.example.org".parse().unwrap());
    let house = House::with(server::Config { public_url, ..crate::common::config() }).await;
    let mut browser = house.browser();
    let answer = browser.post("/games", &json!({ "book": "drill", "scenario": "skirmish" })).await;
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("__Host-sandtable=") && cookie.contains("; Secure") && cookie.contains("; Path=/;"));
    assert!(!cookie.contains("Domain"));
    // One that was issued before there was HTTPS is exchanged.
    let mut earlier = house.browser();
    earlier.cookie = Some(cookie.split(';').next().unwrap().replace("__Host-", ""));
    let answer = earlier.get("/games").await;
    assert!(answer.headers[header::SET_COOKIE].to_str().unwrap().starts_with("__Host-sandtable="));
    // Another host of the same domain can set one without the guard, beside it.
    let (mut mine, mut theirs) = (house.browser(), house.browser());
    let seats = json!({ "red": { "kind": "me" } });
    let game = mine.make(&seats, &json!({})).await["id"].clone();
    theirs.make(&seats, &json!({})).await;
    let unguarded = theirs.cookie.unwrap().replace("__Host-", "");
    mine.cookie = mine.cookie.map(|guarded| format!("{unguarded}; {guarded}"));
    assert_eq!(mine.get("/games").await.ok()["mine"][0]["id"], game);
}

#[tokio::test]
async fn a_name_is_shown_in_a_line_without_marks_that_nobody_sees() {
    let house = House::open().await;
    let mut me = house.browser();
    let name = " Friday\u{202e}\u{200b} \n\t evening\u{0}\u{2066}! ";
    let body = json!({ "book": "drill", "scenario": "skirmish", "name": name });
    assert_eq!(me.post("/games", &body).await.ok()["name"], "Friday evening !");
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
