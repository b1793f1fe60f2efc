//! What strangers can make the server hold and do has an end, with a sentence for whoever meets it.

use crate::common::{House, config, play, shelf, store_in, two_people};
use axum::http::Method;
use kernel::dice::Seeded;
use serde_json::json;
use server::{App, Config, Limits};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[tokio::test]
async fn unfinished_uploads_are_held_up_to_a_budget() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.limits = Limits { in_flight: 3_000_000, in_flight_of_one: 2_000_000, ..config.limits };
    let app = App::new(config, shelf(), store_in(&folder).await);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(server::serve(app, listener, std::future::pending()));
    let head =
        "POST /api/v1/logs HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 4000000\r\n\r\n";
    let mut turned_away = 0;
    let mut unfinished = Vec::new();
    for _ in 0..20 {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let sent = async {
            connection.write_all(head.as_bytes()).await?;
            connection.write_all(&vec![b'x'; 1_500_000]).await
        };
        // Who is turned away may find that nobody listens any more.
        let _ = sent.await;
        let mut answer = [0; 12];
        let read = tokio::time::timeout(Duration::from_millis(200), connection.read_exact(&mut answer)).await;
        if matches!(read, Ok(Ok(_))) && answer.ends_with(b"429") {
            turned_away += 1;
        }
        unfinished.push(connection);
    }
    assert!(turned_away >= 18, "{turned_away} of 20: one and a bit fit");
    drop(unfinished);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut last = TcpStream::connect(&address).await.unwrap();
    let body = "POST /api/v1/logs HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc";
    last.write_all(body.as_bytes()).await.unwrap();
    let mut text = String::new();
    last.read_to_string(&mut text).await.unwrap();
    assert!(text.starts_with("HTTP/1.1 422") && text.contains("The log cannot be read"), "{text}");
}

#[tokio::test]
async fn a_game_has_so_many_entries_and_no_more() {
    let mut config = config();
    config.limits.entries = 6;
    let house = House::with(config).await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    let mut random = Seeded::new(2);
    while red.get(&format!("/games/{game}/table")).await.ok()["entries"].as_u64().unwrap() < 6 {
        play(&mut red, &mut blue, &game, 1, &mut random).await;
    }
    let mut met = false;
    for (browser, seat) in [(&mut red, "red"), (&mut blue, "blue")] {
        let Some(ask) = browser.my_ask(&game, seat).await else { continue };
        let order = browser.pick_order(&game, seat, &ask, &mut random).await.unwrap();
        let problem = browser.order(&game, seat, &ask["id"], &order, "more").await.problem(409, "not-now");
        assert!(problem["detail"].as_str().unwrap().contains("as many as a game here may have"), "{problem}");
        met = true;
    }
    assert!(met);
    let view = red.post(&format!("/games/{game}/resign"), &json!({ "seat": "red" })).await.ok();
    assert_eq!(view["status"], "over", "it can be given up");
}

#[tokio::test]
async fn long_games_are_let_go_of_sooner() {
    let house = House::with(Config { held_entries: 40, look_round: Duration::from_mins(1), ..config() }).await;
    for seed in 0..6 {
        let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
        play(&mut red, &mut blue, &game, 15, &mut Seeded::new(seed)).await;
        assert!(red.get(&format!("/games/{game}")).await.status.is_success());
    }
    let request = house.browser().request(Method::GET, "/metrics").body(axum::body::Body::empty()).unwrap();
    let figures = house.browser().send(request).await.text;
    let held = figures.lines().find_map(|line| line.strip_prefix("sandtable_held_games ")).unwrap();
    assert!(held.parse::<u32>().unwrap() <= 3, "{held} games of some sixteen entries each are held");
}

#[tokio::test]
async fn a_seat_has_so_many_browsers_and_strangers_none() {
    let mut config = config();
    config.limits.browsers = 3;
    let house = House::with(config).await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    for sat in 1..=3 {
        let code = red.post(&format!("/games/{game}/links/red/code"), &json!({})).await.ok();
        let joined = house.browser().post(&format!("/games/{game}/join"), &json!({ "code": code["code"] })).await;
        if sat < 3 {
            assert_eq!(joined.ok()["joined"], "red");
        } else {
            joined.problem(409, "not-now");
        }
    }
    for _ in 0..10 {
        let tried = house.browser().post(&format!("/games/{game}/join"), &json!({ "code": "0000-0000" })).await;
        assert!([403, 429].contains(&tried.status.as_u16()), "{}", tried.text);
    }
    let tried = house.browser().post(&format!("/games/{game}/join"), &json!({ "code": "0000-0000" })).await;
    tried.problem(429, "too-many");
}

/// Otherwise whoever knows a game's name keeps its players from sitting down with a second browser.
#[tokio::test]
async fn a_stranger_cannot_use_up_the_tries_of_the_one_who_was_shown_a_code() {
    let mut config = config();
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    let house = House::with(config).await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    let code = red.post(&format!("/games/{game}/links/red/code"), &json!({})).await.ok();
    let tried = async |address: &str, code: &serde_json::Value| {
        let mut browser = house.browser();
        let request = browser.request(Method::POST, &format!("/api/v1/games/{game}/join"));
        let request = request.header("x-forwarded-for", address).header("content-type", "application/json");
        browser.send(request.body(json!({ "code": code }).to_string().into()).unwrap()).await
    };
    let mut statuses = Vec::new();
    for _ in 0..11 {
        statuses.push(tried("198.51.100.1", &json!("0000-0000")).await.status.as_u16());
    }
    assert_eq!(statuses[..10], [403; 10]);
    assert_eq!(statuses[10], 429);
    assert_eq!(tried("198.51.100.2", &code["code"]).await.ok()["joined"], "red");
}
