//! Orders: carried out once, stale ones told so, refused ones with their rule, and nothing hidden told.

use crate::common::{Browser, House, mine, play, two_people};
use kernel::dice::Seeded;
use serde_json::{Value, json};

/// Hides the scouts of both, so that both have to plot.
async fn to_the_plots(red: &mut Browser, blue: &mut Browser, game: &str) {
    for (browser, seat) in [(red, "red"), (blue, "blue")] {
        let ask = browser.my_ask(game, seat).await.unwrap();
        let order = browser.pick_order(game, seat, &ask, &mut Seeded::new(4)).await.unwrap();
        assert!(order.get("hide").is_some(), "{order}");
        browser.order(game, seat, &ask["id"], &order, "hide").await.ok();
    }
}

fn plot(stance: &str) -> Value {
    json!({ "plot": { "stance": stance } })
}

#[tokio::test]
async fn an_order_that_is_sent_twice_is_carried_out_once() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    to_the_plots(&mut red, &mut blue, &game).await;
    let ask = red.my_ask(&game, "red").await.unwrap();
    let first = red.order(&game, "red", &ask["id"], &plot("rush"), "one").await.ok();
    assert_eq!(first["carried_out"], 1);
    let again = red.order(&game, "red", &ask["id"], &plot("rush"), "one").await.ok();
    assert_eq!(again, first);
    let entries = red.get(&format!("/games/{game}/entries")).await.ok();
    let plots = entries["entries"].as_array().unwrap().iter().filter(|entry| entry["seat"] == "red").count();
    assert_eq!(plots, 2, "hidden scouts and one plot: {entries}");
    red.order(&game, "red", &ask["id"], &plot("creep"), "one").await.problem(422, "key-reused");
    let body = json!({ "seat": "red", "ask": ask["id"], "orders": [plot("rush")] });
    red.post(&format!("/games/{game}/orders"), &body).await.problem(400, "malformed");
}

#[tokio::test]
async fn two_of_the_same_at_once_are_carried_out_once() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    to_the_plots(&mut red, &mut blue, &game).await;
    let ask = red.my_ask(&game, "red").await.unwrap();
    let tries = (0..20).map(|_| {
        let (mut red, game, ask) = (red.clone(), game.clone(), ask.clone());
        tokio::spawn(async move { red.order(&game, "red", &ask["id"], &plot("march"), "same").await.ok() })
    });
    let mut answers = Vec::new();
    for sent in tries.collect::<Vec<_>>() {
        answers.push(sent.await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn a_stale_order_gets_the_asks_that_are_open() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let hiding = red.my_ask(&game, "red").await.unwrap();
    to_the_plots(&mut red, &mut blue, &game).await;
    let problem = red.order(&game, "red", &hiding["id"], &plot("rush"), "late").await.problem(409, "stale");
    let now = mine(&problem["asks"], "red").unwrap();
    assert_ne!(now["id"], hiding["id"]);
    red.order(&game, "red", &now["id"], &plot("rush"), "late").await.ok();
    let body = json!({ "seat": "red", "ask": hiding["id"], "picks": [] });
    red.post(&format!("/games/{game}/prompt"), &body).await.problem(409, "stale");
}

#[tokio::test]
async fn one_players_plot_never_makes_the_others_stale() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    to_the_plots(&mut red, &mut blue, &game).await;
    let (of_red, of_blue) = (red.my_ask(&game, "red").await.unwrap(), blue.my_ask(&game, "blue").await.unwrap());
    blue.order(&game, "blue", &of_blue["id"], &plot("creep"), "b").await.ok();
    assert_eq!(red.my_ask(&game, "red").await.unwrap(), of_red);
    red.order(&game, "red", &of_red["id"], &plot("rush"), "r").await.ok();
}

#[tokio::test]
async fn what_is_not_legal_is_refused_with_its_rule_and_changes_nothing() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    to_the_plots(&mut red, &mut blue, &game).await;
    let ask = red.my_ask(&game, "red").await.unwrap();
    let before = red.get(&format!("/games/{game}/table")).await.ok();
    let problem = red.order(&game, "red", &ask["id"], &json!("pass"), "k").await.problem(422, "refused");
    assert!(problem["rule"].as_str().is_some_and(|rule| rule.starts_with('D')), "{problem}");
    red.order(&game, "red", &ask["id"], &json!({ "nonsense": 1 }), "k").await.problem(422, "refused");
    assert_eq!(red.get(&format!("/games/{game}/table")).await.ok(), before);
    red.order(&game, "red", &ask["id"], &plot("rush"), "k").await.ok();
}

/// Everything that a browser can read of a game, but for how many entries there are and when the last one came.
async fn all_that_is_read(browser: &mut Browser, game: &str, seat: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for what in ["", "/table?seat=SEAT", "/entries?seat=SEAT", "/position?seat=SEAT", "/position?seat=SEAT&entry=999"] {
        let answer = browser.get(&format!("/games/{game}{}", what.replace("SEAT", seat))).await;
        let mut read = answer.json();
        if let Some(entries) = read.get_mut("entries") {
            // Entries of before are the same as they were; of the last, its number is not.
            let last = entries.as_array_mut().and_then(Vec::pop).unwrap_or_default();
            *entries = last["lines"].clone();
            read["count"] = Value::Null;
        }
        all.push(read);
    }
    let log = browser.get(&format!("/games/{game}/log?seat={seat}")).await.text;
    all.push(json!(log.lines().filter(|line| line.starts_with("view: ")).collect::<Vec<_>>()));
    for (ask, order) in [(1, json!("pass")), (2, plot("rush")), (7, plot("rush"))] {
        let body = json!({ "seat": seat, "ask": ask, "order": order });
        all.push(browser.post(&format!("/games/{game}/preview"), &body).await.json());
    }
    all
}

#[tokio::test]
async fn what_was_decided_in_secret_can_be_read_by_nobody_else() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let mut anybody = house.browser();
    let mut random = Seeded::new(11);
    let (mut seen, mut hidden) = (Vec::new(), Vec::new());
    for again in 0..4 {
        if again > 0 {
            blue.post(&format!("/games/{game}/undo"), &json!({ "seat": "blue" })).await.ok();
        }
        let ask = blue.my_ask(&game, "blue").await.unwrap();
        let order = blue.pick_order(&game, "blue", &ask, &mut random).await.unwrap();
        blue.order(&game, "blue", &ask["id"], &order, &format!("k{again}")).await.ok();
        hidden.push(order);
        seen.push((
            all_that_is_read(&mut red, &game, "red").await,
            all_that_is_read(&mut anybody, &game, "spectator").await,
        ));
        let own = blue.get(&format!("/games/{game}/table?seat=blue")).await.ok();
        assert!(own["view"] != seen[again].0[1]["view"], "blue sees its own scouts");
    }
    assert!(hidden.windows(2).all(|pair| pair[0] != pair[1]), "the scouts hide elsewhere each time");
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{:#?}", &seen[..2]);
}

#[tokio::test]
async fn an_answer_is_taken_back_alone_before_a_roll_and_by_agreement_past_one() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    let undo = format!("/games/{game}/undo");
    let of_red = red.my_ask(&game, "red").await.unwrap();
    red.order(&game, "red", &of_red["id"], &plot("rush"), "1").await.ok();
    assert_eq!(red.get(&format!("/games/{game}")).await.ok()["undo"]["alone"]["red"], true);
    let undone = red.post_once(&undo, &json!({ "seat": "red" }), Some("u")).await.ok();
    assert_eq!(undone["undone"], true);
    let again = red.post_once(&undo, &json!({ "seat": "red" }), Some("u")).await.ok();
    assert_eq!(again, undone, "an undo that is sent twice is done once");

    let ask = red.my_ask(&game, "red").await.unwrap();
    assert_ne!(ask["id"], of_red["id"], "an ask that comes back has a new number");
    red.order(&game, "red", &ask["id"], &plot("march"), "2").await.ok();
    let of_blue = blue.my_ask(&game, "blue").await.unwrap();
    blue.order(&game, "blue", &of_blue["id"], &plot("march"), "3").await.ok();
    red.post(&undo, &json!({ "seat": "red" })).await.problem(409, "not-now");
    let offered = red.post(&undo, &json!({ "seat": "red", "offer": true })).await.ok();
    assert_eq!(offered["undone"], false);
    red.post(&format!("{undo}/agree"), &json!({ "seat": "red" })).await.problem(409, "not-now");
    let declined = blue.post(&format!("{undo}/decline"), &json!({ "seat": "blue" })).await.ok();
    assert!(declined["undo"]["offer"].is_null());
    blue.post(&format!("{undo}/agree"), &json!({ "seat": "blue" })).await.problem(409, "not-now");
    red.post(&undo, &json!({ "seat": "red", "offer": true })).await.ok();
    assert_eq!(blue.get(&format!("/games/{game}")).await.ok()["undo"]["offer"]["by"], "red");
    blue.post(&format!("{undo}/agree"), &json!({ "seat": "blue" })).await.ok();
    let ask = blue.my_ask(&game, "blue").await.unwrap();
    assert_eq!(ask["question"], of_blue["question"], "blue plots again");
    let entries = red.get(&format!("/games/{game}/entries")).await.ok();
    assert_eq!(entries["entries"].as_array().unwrap().last().unwrap()["what"], "undo");
}

#[tokio::test]
async fn an_offer_to_take_back_lapses_with_the_next_answer() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
    for (browser, seat) in [(&mut red, "red"), (&mut blue, "blue")] {
        let ask = browser.my_ask(&game, seat).await.unwrap();
        browser.order(&game, seat, &ask["id"], &plot("march"), "k").await.ok();
    }
    red.post(&format!("/games/{game}/undo"), &json!({ "seat": "red", "offer": true })).await.ok();
    play(&mut red, &mut blue, &game, 1, &mut Seeded::new(1)).await;
    blue.post(&format!("/games/{game}/undo/agree"), &json!({ "seat": "blue" })).await.problem(409, "not-now");
}
