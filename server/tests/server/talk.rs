//! Words beside the game: lines between players, notes of one's own, and lists that say whose turn it is.

use crate::common::{Browser, House, config, two_people};
use serde_json::{Value, json};
use server::{Limits, Rate};

async fn say(browser: &mut Browser, game: &str, seat: &str, text: &str) -> crate::common::Answer {
    browser.post(&format!("/games/{game}/chat"), &json!({ "seat": seat, "text": text })).await
}

fn lines(said: &Value) -> Vec<(String, String)> {
    let word = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    said["lines"].as_array().unwrap().iter().map(|line| (word(line, "seat"), word(line, "text"))).collect()
}

#[tokio::test]
async fn players_read_what_they_say_to_one_another_and_nobody_else_does() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let mut stranger = house.browser();
    let (chat, view) = (format!("/games/{game}/chat"), format!("/games/{game}"));
    say(&mut red, &game, "red", "Well\u{202e} met,\nblue.").await.ok();
    let heard = say(&mut blue, &game, "blue", "<b>Well met</b>").await.ok();
    assert_eq!(heard["chat"], json!({ "lines": 2, "quiet": [] }));
    let both = [("red", "Well  met, blue."), ("blue", "<b>Well met</b>")]
        .map(|(seat, text)| (seat.to_owned(), text.to_owned()));
    assert_eq!(lines(&red.get(&chat).await.ok()), both);
    assert_eq!(lines(&blue.get(&format!("{chat}?from=1")).await.ok()), both[1..]);
    stranger.get(&chat).await.problem(403, "not-seated");
    say(&mut stranger, &game, "red", "I am red.").await.problem(403, "not-seated");
    say(&mut red, &game, "blue", "I am blue.").await.problem(403, "not-seated");
    assert!(stranger.get(&view).await.ok()["chat"].is_null(), "who looks on is not told that they talk");
    let before = stranger.get("/games").await.text;
    assert_eq!(stranger.get("/games").await.text, before);
}

#[tokio::test]
async fn a_line_has_a_length_and_a_rate_and_talking_can_be_turned_off_by_either() {
    let limits = Limits { talk: Rate::of(0.001, 3.0), ..config().limits };
    let house = House::with(server::Config { limits, ..config() }).await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    say(&mut red, &game, "red", &"x".repeat(281)).await.problem(400, "malformed");
    say(&mut red, &game, "red", " \n ").await.problem(400, "malformed");
    for _ in 0..3 {
        say(&mut red, &game, "red", "Hurry up.").await.ok();
    }
    say(&mut red, &game, "red", "Hurry up!").await.problem(429, "too-many");
    say(&mut blue, &game, "blue", "I think.").await.ok();
    let quiet = format!("/games/{game}/chat/quiet");
    let off = blue.post(&quiet, &json!({ "seat": "blue", "quiet": true })).await.ok();
    assert_eq!(off["chat"]["quiet"], json!(["blue"]));
    let refused = say(&mut blue, &game, "blue", "Now listen.").await.problem(409, "not-now");
    assert_eq!(refused["detail"], "You have turned talking off in this game.");
    red.post(&quiet, &json!({ "seat": "red", "quiet": false })).await.ok();
    assert_eq!(
        red.get(&format!("/games/{game}")).await.ok()["chat"]["quiet"],
        json!(["blue"]),
        "it is blue's to turn on"
    );
    blue.post(&quiet, &json!({ "seat": "blue", "quiet": false })).await.ok();
    say(&mut blue, &game, "blue", "Go on.").await.ok();
    assert_eq!(lines(&red.get(&format!("/games/{game}/chat")).await.ok()).len(), 5);
}

#[tokio::test]
async fn nobody_talks_to_machines_or_to_himself() {
    let house = House::open().await;
    let mut me = house.browser();
    for other in [json!({ "kind": "machine" }), json!({ "kind": "me" })] {
        let made = me.make(&json!({ "red": { "kind": "me" }, "blue": other }), &json!({})).await;
        let game = made["id"].as_str().unwrap();
        assert!(made["chat"].is_null());
        say(&mut me, game, "red", "Hello?").await.problem(409, "not-now");
    }
}

#[tokio::test]
async fn notes_are_for_those_who_sit_at_the_seat() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let notes = format!("/games/{game}/notes");
    let of = |seat: &str| format!("{notes}?seat={seat}");
    assert_eq!(red.get(&of("red")).await.ok()["text"], "");
    red.post(&notes, &json!({ "seat": "red", "text": "Watch the wall.\nScouts?" })).await.ok();
    assert_eq!(red.get(&of("red")).await.ok()["text"], "Watch the wall.\nScouts?");
    blue.get(&of("red")).await.problem(403, "not-seated");
    blue.post(&notes, &json!({ "seat": "red", "text": "ha" })).await.problem(403, "not-seated");
    assert_eq!(blue.get(&of("blue")).await.ok()["text"], "");
    red.post(&notes, &json!({ "seat": "red", "text": "x".repeat(8001) })).await.problem(400, "malformed");
    red.post(&notes, &json!({ "seat": "red", "text": "a\u{0}b" })).await.problem(400, "malformed");
}

#[tokio::test]
async fn a_list_says_whose_turn_it_is_as_far_as_one_may_know() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    let mine = |lists: Value| lists["mine"][0].clone();
    // Both plot in secret at once: each knows of himself, and that everybody has to.
    let of_red = mine(red.get("/games").await.ok());
    assert_eq!((&of_red["yours"], &of_red["turn"]), (&json!(true), &json!("turn 1 of 4")), "{of_red}");
    let ask = red.my_ask(&game, "red").await.unwrap();
    let order = red.pick_order(&game, "red", &ask, &mut kernel::dice::Seeded::new(3)).await.unwrap();
    red.order(&game, "red", &ask["id"], &order, "1").await.ok();
    assert_eq!(mine(red.get("/games").await.ok())["yours"], false);
    let of_blue = mine(blue.get("/games").await.ok());
    assert_eq!((&of_blue["yours"], &of_blue["asked"]), (&json!(true), &json!(["blue"])));
}
