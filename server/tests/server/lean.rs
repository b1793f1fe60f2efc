//! What goes over the wire: the ground once, positions as changes, and little of it.

use crate::common::{Browser, House, config, play, shelf, two_people};
use crate::events::{Event, Stream};
use kernel::dice::Seeded;
use serde_json::{Value, json};
use testkit::march;

/// Puts changes upon a position, as a client does. It is written for JSON alone, apart from what the server uses.
fn stepped(position: &mut Value, changes: &Value) {
    for (list, gone) in [("pieces", "pieces_gone"), ("places", "places_gone")] {
        let mut all = position[list].as_array().unwrap().clone();
        for id in changes[gone].as_array().into_iter().flatten() {
            let found = all.iter().position(|item| item["id"] == *id).expect("what goes was there");
            all.remove(found);
        }
        for item in changes[list].as_array().into_iter().flatten() {
            all.retain(|other| other["id"] != item["id"]);
            all.push(item.clone());
        }
        all.sort_by_key(|item| item["id"].as_u64());
        position[list] = json!(all);
    }
    for list in ["overlays", "panel"] {
        let splice = &changes[list];
        if splice.is_null() {
            continue;
        }
        let (at, gone) = (splice["at"].as_u64().unwrap() as usize, splice["gone"].as_u64().unwrap() as usize);
        let all = position[list].as_array_mut().unwrap();
        all.splice(at..at + gone, splice["put"].as_array().unwrap().iter().cloned());
    }
}

#[tokio::test]
async fn what_is_sent_leads_each_pair_of_eyes_to_the_table_as_it_stands() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 2, "turns": 6 })).await;
    let mut all = Vec::new();
    for (browser, seat) in [(red.clone(), "red"), (blue.clone(), "blue"), (house.browser(), "spectator")] {
        let mut browser = browser;
        let table = browser.get(&format!("/games/{game}/table?seat={seat}")).await.ok();
        let mut stream = Stream::open(&house, &browser, &format!("games={game}&last={game}.{seat}.1"), None).await;
        assert_eq!(stream.next().await.name, "game");
        all.push((browser, seat, stream, table));
    }
    assert!(play(&mut red, &mut blue, &game, 60, &mut Seeded::new(5)).await > 20);
    for (mut browser, seat, mut stream, mut table) in all {
        let now = browser.get(&format!("/games/{game}/table?seat={seat}")).await.ok();
        let mut entries = 1;
        while entries < now["entries"].as_u64().unwrap() {
            let Event { name, data, .. } = stream.next().await;
            if name != "entries" {
                continue;
            }
            assert!(seat == "blue" || !data.to_string().contains("Blue scout in hiding"), "{seat} is sent {data}");
            entries += data["entries"].as_array().unwrap().len() as u64;
            if data["changes"].is_null() {
                continue;
            }
            assert_eq!(data["changes"]["from"], table["version"], "each step starts where the last has led");
            stepped(&mut table["position"], &data["changes"]);
            table["version"] = data["changes"]["to"].clone();
        }
        assert_eq!((&table["position"], &table["version"]), (&now["position"], &now["version"]), "{seat}");
    }
}

#[tokio::test]
async fn one_who_missed_something_is_told_of_it_and_fetches_what_is_on_the_table_once() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    play(&mut red, &mut blue, &game, 6, &mut Seeded::new(2)).await;
    let mut stream = Stream::open(&house, &red, &format!("games={game}&last={game}.red.1"), None).await;
    let missed = stream.next().await;
    assert_eq!(missed.name, "entries");
    assert!(missed.data["changes"].is_null(), "the stream cannot know what he saw: {}", missed.data);
    assert_eq!(stream.next().await.name, "game");
    let table = red.get(&format!("/games/{game}/table?seat=red")).await.ok();
    play(&mut red, &mut blue, &game, 1, &mut Seeded::new(3)).await;
    assert_eq!(stream.next().await.data["changes"]["from"], table["version"]);
}

#[tokio::test]
async fn the_ground_is_fetched_once_by_its_digest_and_may_be_kept_for_ever() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let digest = red.get(&format!("/games/{game}/table")).await.ok()["ground"].as_str().unwrap().to_owned();
    let ground = red.get(&format!("/games/{game}/ground/{digest}")).await;
    assert_eq!(ground.headers["cache-control"], "private, max-age=31536000, immutable");
    assert_eq!(ground.headers["content-type"], "application/json");
    assert_eq!(blake3::hash(ground.text.as_bytes()).to_hex()[..32], digest, "it is the digest of what is sent");
    assert_eq!(ground.ok()["size"], json!([2400, 1600]));
    play(&mut red, &mut blue, &game, 8, &mut Seeded::new(2)).await;
    let table = blue.get(&format!("/games/{game}/table?seat=blue")).await.ok();
    assert_eq!(table["ground"], digest, "the same for other eyes, and later");
    red.get(&format!("/games/{game}/ground/{}", "0".repeat(32))).await.problem(404, "unknown");
    red.get(&format!("/games/{}/ground/{digest}", "0".repeat(20))).await.problem(404, "unknown");
    // A game that has not begun has no ground yet, whoever asks.
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    red.get(&format!("/games/{}/ground/{digest}", made["id"].as_str().unwrap())).await.problem(409, "not-now");
}

/// A player of both seats of the large table.
async fn marching(house: &House) -> (Browser, String) {
    let mut me = house.browser();
    let seats = json!({ "north": { "kind": "me" }, "south": { "kind": "me" } });
    let made = me.post("/games", &json!({ "book": "march", "scenario": "army", "seats": seats })).await.ok();
    let game = made["id"].as_str().unwrap().to_owned();
    for seat in ["north", "south"] {
        me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    (me, game)
}

#[tokio::test]
async fn an_order_on_1260_squares_among_400_pieces_takes_8_kb_on_the_wire_at_most() {
    let house = House::of(config(), shelf().with(&march::BOOK, &march::GAME)).await;
    let (mut me, game) = marching(&house).await;
    let whole = me.get(&format!("/games/{game}/table?seat=north")).await;
    assert!(whole.text.len() > 60_000, "the position is large: {} bytes", whole.text.len());
    let mut stream = Stream::open(&house, &me, &format!("games={game}"), None).await;
    stream.next().await;
    for (turn, seat) in ["north", "south"].into_iter().cycle().take(12).enumerate() {
        let ask = me.my_ask(&game, seat).await.unwrap();
        let piece = if seat == "north" { 160 + turn } else { 360 + turn };
        let pieces = me.get(&format!("/games/{game}/table?seat={seat}")).await.ok()["position"]["pieces"].clone();
        let to = pieces[piece]["place"].as_u64().unwrap() as i64 + if seat == "north" { 42 } else { -42 };
        let body = json!({ "seat": seat, "ask": ask["id"], "orders": [{ "piece": piece, "to": to }] });
        let answer = me.post_once(&format!("/games/{game}/orders"), &body, Some(&format!("k{turn}"))).await;
        let mut bytes = answer.text.len();
        answer.ok();
        // Both seats are this browser's: it is told twice what a player at one seat is told once.
        for _ in 0..3 {
            bytes += stream.next().await.bytes;
        }
        assert!(bytes <= 8 * 1024, "order {turn} took {bytes} bytes");
    }
}
