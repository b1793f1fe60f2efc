//! Live updates.

use crate::common::{Browser, House, play, two_people};
use axum::body::Body;
use axum::http::Method;
use futures_util::StreamExt;
use kernel::dice::Seeded;
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt;

/// A stream of server-sent events, read event by event.
pub(crate) struct Stream {
    body: axum::body::BodyDataStream,
    text: String,
}

pub(crate) struct Event {
    pub(crate) name: String,
    id: String,
    pub(crate) data: Value,
    /// How long it was on the wire.
    pub(crate) bytes: usize,
}

impl Stream {
    pub(crate) async fn open(house: &House, browser: &Browser, query: &str, last: Option<&str>) -> Stream {
        let mut request = browser.request(Method::GET, &format!("/api/v1/events?{query}"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let answer = house.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        Stream { body: answer.into_body().into_data_stream(), text: String::new() }
    }

    pub(crate) async fn next(&mut self) -> Event {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let field = |name: &str| {
                    event.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned)
                };
                if let Some(data) = field("data") {
                    return Event {
                        name: field("event").unwrap(),
                        id: field("id").unwrap(),
                        data: serde_json::from_str(&data).unwrap(),
                        bytes: event.len() + 2,
                    };
                }
                continue;
            }
            let more = tokio::time::timeout(Duration::from_secs(10), self.body.next()).await.expect("an event comes");
            self.text += std::str::from_utf8(&more.unwrap().unwrap()).unwrap();
        }
    }

    /// Everything that it has brought since, once it is quiet.
    pub(crate) async fn brought(&mut self) -> String {
        while let Ok(more) = tokio::time::timeout(Duration::from_millis(100), self.body.next()).await {
            self.text += std::str::from_utf8(&more.expect("it goes on").expect("it can be read")).unwrap();
        }
        std::mem::take(&mut self.text)
    }

    pub(crate) async fn is_quiet(&mut self) -> bool {
        self.text.is_empty() && tokio::time::timeout(Duration::from_millis(200), self.body.next()).await.is_err()
    }
}

#[tokio::test]
async fn each_seat_gets_its_own_entries_as_they_happen() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let mut of_red = Stream::open(&house, &red, &format!("games={game}"), None).await;
    let first = of_red.next().await;
    assert_eq!((first.name.as_str(), &first.data["id"]), ("game", &json!(game)));
    play(&mut red, &mut blue, &game, 30, &mut Seeded::new(2)).await;
    let all = red.get(&format!("/games/{game}/entries?seat=red")).await.ok();
    let mut got = Vec::new();
    while got.len() < all["entries"].as_array().unwrap().len() - 1 {
        let event = of_red.next().await;
        if event.name == "entries" {
            assert_eq!(event.data["seat"], "red");
            assert_eq!(event.data["from"], json!(got.len() + 1));
            got.extend(event.data["entries"].as_array().unwrap().clone());
        }
    }
    assert_eq!(json!(got), json!(all["entries"].as_array().unwrap()[1..]));
}

#[tokio::test]
async fn a_stream_that_was_cut_goes_on_where_it_was() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let mut stream = Stream::open(&house, &red, &format!("games={game}&last={game}.red.0"), None).await;
    let first = stream.next().await;
    assert_eq!((first.name.as_str(), &first.data["from"]), ("entries", &json!(0)));
    drop(stream);
    play(&mut red, &mut blue, &game, 10, &mut Seeded::new(2)).await;
    let mut stream = Stream::open(&house, &red, &format!("games={game}"), Some(&first.id)).await;
    let missed = stream.next().await;
    assert_eq!((missed.name.as_str(), &missed.data["from"]), ("entries", &json!(1)));
    let count = red.get(&format!("/games/{game}/entries")).await.ok()["count"].as_u64().unwrap();
    assert_eq!(missed.data["entries"].as_array().unwrap().len() as u64, count - 1);
    assert_eq!(missed.id, format!("{game}.red.{count}"));
}

#[tokio::test]
async fn nothing_is_sent_when_there_is_nothing_new_to_see() {
    let house = House::open().await;
    let (red, mut blue, game) = two_people(&house, &json!({})).await;
    let ask = blue.my_ask(&game, "blue").await.unwrap();
    let order = blue.pick_order(&game, "blue", &ask, &mut Seeded::new(4)).await.unwrap();
    let mut of_red = Stream::open(&house, &red, &format!("games={game}"), None).await;
    assert_eq!(of_red.next().await.name, "game");
    blue.order(&game, "blue", &ask["id"], &order, "1").await.ok();
    let told = [of_red.next().await, of_red.next().await];
    assert_eq!(told.each_ref().map(|event| event.name.as_str()), ["entries", "game"]);
    for event in &told {
        assert!(!event.data.to_string().contains("\"hide\""), "the order itself is blue's alone: {}", event.data);
    }
    // Sent again, offered to be taken back and withdrawn between two looks, asked for a prompt: nothing new for red.
    blue.order(&game, "blue", &ask["id"], &order, "1").await.ok();
    blue.get(&format!("/games/{game}/table")).await.ok();
    house.app.store().announce(&server::GameId::read(&game).unwrap()).await;
    assert!(of_red.is_quiet().await);
}

#[tokio::test]
async fn one_stream_shows_several_games_and_says_which_are_gone() {
    let house = House::open().await;
    let (mut red, mut blue, one) = two_people(&house, &json!({})).await;
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let two = made["id"].as_str().unwrap().to_owned();
    let nowhere = "0".repeat(20);
    let mut stream = Stream::open(&house, &red, &format!("games={one},{two},{nowhere}"), None).await;
    let names: Vec<(String, Value)> = {
        let mut names = Vec::new();
        for _ in 0..3 {
            let event = stream.next().await;
            names.push((
                event.name,
                if event.data["id"].is_null() { event.data["game"].clone() } else { event.data["id"].clone() },
            ));
        }
        names
    };
    let expected = [("game", &one), ("game", &two), ("gone", &nowhere)].map(|(name, id)| (name.to_owned(), json!(id)));
    assert_eq!(names, expected);
    blue.join(&made["links"]["blue"]).await;
    let event = stream.next().await;
    assert_eq!((event.name.as_str(), &event.data["id"], &event.data["status"]), ("game", &json!(two), &json!("dice")));
    house.app.stop();
    let ended = tokio::time::timeout(Duration::from_secs(5), stream.body.next()).await.expect("the stream ends");
    assert!(ended.is_none());
}
