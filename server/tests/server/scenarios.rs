//! Scenarios of the players' own: texts that are good, bad, too long or of another book, and armies that are bought.

use crate::common::{Browser, House, begin, play};
use axum::body::Body;
use axum::http::Method;
use kernel::dice::Seeded;
use kernel::game::Logged;
use serde_json::{Value, json};

/// The learning game of squares, as the server hands it out for a start.
async fn learning(browser: &mut Browser) -> String {
    let draft = browser.post("/books/squares/drafts", &json!({ "scenario": "first-orders" })).await.ok();
    draft["text"].as_str().unwrap().to_owned()
}

fn own_game(text: &str) -> Value {
    let me = json!({ "kind": "me" });
    json!({ "book": "squares", "scenario": "mine", "text": text, "seats": { "attacker": me, "defender": me } })
}

/// A file of a parade, with a mark by which it is known.
const PARADE: &str =
    "book = 'drill'\ntitle = 'Our own parade'\nnotes = 'By us.'\nminutes = 5\nforemost = 5\nranks = 1\nfiles = 2\n";

fn own_drill(text: &str) -> Value {
    let me = json!({ "kind": "me" });
    json!({ "book": "drill", "scenario": "ours", "text": text, "options": { "turns": 1 }, "seats": { "red": me, "blue": me } })
}

#[tokio::test]
async fn a_built_in_scenario_is_a_start_for_ones_own_and_is_shown_as_it_will_be_played() {
    let house = House::open().await;
    let mut me = house.browser();
    let shown = me.post("/books/squares/drafts", &json!({ "scenario": "first-orders" })).await.ok();
    let text = shown["text"].as_str().unwrap();
    assert_eq!(text, include_str!("../../../rules/squares/scenarios/first-orders.toml"));
    let mine = text.replacen("First orders", "My orders", 1);
    let draft = me.post("/books/squares/drafts", &json!({ "text": mine })).await.ok();
    assert!(draft["card"]["title"].as_str().unwrap().contains("My orders"), "{}", draft["card"]);
    assert_eq!(draft["card"]["briefings"].as_array().unwrap().len(), 2);
    assert_eq!(draft["scene"]["pieces"], shown["scene"]["pieces"]);
    let generated = json!({ "scenario": "generated", "options": { "seed": 7, "points": 60 } });
    let generated = me.post("/books/squares/drafts", &generated).await.ok();
    me.post("/books/squares/drafts", &json!({ "text": generated["text"] })).await.ok();
    me.post("/books/squares/drafts", &json!({ "scenario": "nowhere" })).await.problem(404, "unknown");
    me.post("/books/nothing/drafts", &json!({ "scenario": "first-orders" })).await.problem(404, "unknown");
    me.post("/books/squares/drafts", &json!({})).await.problem(400, "malformed");
}

#[tokio::test]
async fn a_game_says_what_its_own_scenario_is_about_and_not_what_the_book_lists_under_its_name() {
    let house = House::open().await;
    let mut me = house.browser();
    let seats = json!({ "attacker": { "kind": "me" }, "defender": { "kind": "machine", "machine": "easy" } });
    let made = json!({ "book": "squares", "scenario": "generated", "options": { "seed": 99_999, "points": 120 }, "seats": seats });
    let made = me.post("/games", &made).await.ok();
    let draft = json!({ "scenario": "generated", "options": { "seed": 99_999, "points": 120 } });
    let draft = me.post("/books/squares/drafts", &draft).await.ok();
    let path = format!("/games/{}/card", made["id"].as_str().unwrap());
    assert_eq!(me.get(&path).await.ok(), draft["card"], "before it begins");
    assert_eq!(made["own"], draft["card"]["title"], "lists name the battle that was made");
    let game = made["id"].as_str().unwrap();
    me.commit_dice(game, "attacker", &[1; 32]).await;
    me.open_dice(game, "attacker", &[1; 32]).await;
    assert_eq!(me.get(&path).await.ok(), draft["card"], "and while it is played");

    let listed = json!({ "book": "squares", "scenario": "first-orders", "seats": seats });
    let listed = me.post("/games", &listed).await.ok();
    assert_eq!(listed["own"], Value::Null, "the book lists it");

    // A text of one's own may be called like a scenario of the book.
    let text = learning(&mut me).await.replacen("First orders", "My orders", 1);
    let mut own = own_game(&text);
    own["scenario"] = json!("first-orders");
    let own = me.post("/games", &own).await.ok();
    let card = me.get(&format!("/games/{}/card", own["id"].as_str().unwrap())).await.ok();
    assert!(card["title"].as_str().unwrap().contains("My orders"), "{card}");
    me.get("/games/nowhere/card").await.problem(404, "unknown");
}

#[tokio::test]
async fn the_page_that_the_form_for_files_names_is_there_and_people_choose_from_three_levels() {
    let house = House::open().await;
    let mut me = house.browser();
    let page = me.request(Method::GET, "/docs/scenarios.md").body(Body::empty()).unwrap();
    assert!(me.send(page).await.text.starts_with("# Scenario files"));
    let book = me.get("/books/squares").await.ok();
    assert_eq!(book["levels"], json!(["easy", "fair", "hard"]));
    let machines: Vec<_> = book["machines"].as_array().unwrap().iter().map(|machine| &machine["name"]).collect();
    assert!(machines.contains(&&json!("random")), "the interface still seats the measures of the lab: {machines:?}");
    assert_eq!(machines[0], "fair", "the one for most games comes first");
}

#[tokio::test]
async fn a_game_of_ones_own_scenario_is_played_logged_and_played_again_without_the_file() {
    let house = House::open().await;
    let mut me = house.browser();
    let made = me.post("/games", &own_drill(PARADE)).await.ok();
    assert_eq!(made["own"], "Our own parade");
    let game = made["id"].as_str().unwrap().to_owned();
    let mut other = me.clone();
    begin(&mut me, &mut other, &game).await;
    assert!(play(&mut me, &mut other, &game, 1000, &mut Seeded::new(5)).await < 1000);
    let log = me.get(&format!("/games/{game}/log")).await.text;
    assert!(log.contains("Our own parade"), "the log carries the text");
    let logged = Logged::read(&log).unwrap();
    assert_eq!(logged.header.text.as_deref(), Some(PARADE));

    // Another server has never seen the file.
    let elsewhere = House::open().await;
    let mut anybody = elsewhere.browser();
    let upload = anybody.request(Method::POST, "/api/v1/logs").body(Body::from(log)).unwrap();
    let report = anybody.send(upload).await.ok();
    assert_eq!(report["play"]["verified"], true, "{report}");

    let again = me.post(&format!("/games/{game}/rematch"), &json!({ "seat": "red" })).await.ok();
    assert_eq!((&again["own"], &again["scenario"]), (&json!("Our own parade"), &json!("ours")));
    let next = again["id"].as_str().unwrap().to_owned();
    let mut other = me.clone();
    begin(&mut me, &mut other, &next).await;
    let log = me.get(&format!("/games/{next}/log")).await.text;
    assert!(log.contains("Our own parade"), "the next game has the text too: {log}");
    let listed = me.get("/games").await.ok();
    assert!(listed["mine"].as_array().unwrap().iter().all(|game| game["own"] == "Our own parade"), "{listed}");
}

#[tokio::test]
async fn a_bad_text_is_answered_with_every_trouble_its_line_and_its_column() {
    let house = House::open().await;
    let mut me = house.browser();
    let text = learning(&mut me).await;
    // The par stands on a line of its own; where, is counted here by hand of the text as it is.
    let par = text.lines().position(|line| line.starts_with("par = ")).unwrap();
    let line = text.lines().nth(par).unwrap();
    let bad = text.replacen(line, "par = 'low'", 1).replacen("| infantry ", "| infantery", 1);
    for answer in
        [me.post("/games", &own_game(&bad)).await, me.post("/books/squares/drafts", &json!({ "text": bad })).await]
    {
        let problem = answer.problem(422, "refused");
        assert_eq!(problem["field"], "text");
        let troubles = problem["troubles"].as_array().unwrap();
        assert_eq!(troubles.len(), 2, "{problem}");
        assert_eq!((troubles[0]["line"].as_u64(), troubles[0]["column"].as_u64()), (Some(par as u64 + 1), Some(7)));
        assert!(troubles[0]["sentence"].as_str().unwrap().contains("'low', but it must be a whole number"));
        let unit = bad.lines().position(|line| line.contains("infantery")).unwrap();
        assert_eq!(troubles[1]["line"].as_u64(), Some(unit as u64 + 1));
        assert!(troubles[1]["sentence"].as_str().unwrap().contains("did you mean 'infantry'?"), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(&format!("line {}, column 7", par + 1)), "{problem}");
    }
    let not_toml = me.post("/games", &own_game("book = 'squares'\nid = = 3\n")).await.problem(422, "refused");
    assert_eq!(not_toml["troubles"][0]["line"], 2);
    assert!(me.get("/games").await.ok()["mine"].as_array().unwrap().is_empty(), "nothing was made of any of them");
}

#[tokio::test]
async fn a_text_that_is_empty_of_another_book_or_no_text_gets_a_sentence() {
    let house = House::open().await;
    let mut me = house.browser();
    for nothing in ["", "  \n\t\n"] {
        let problem = me.post("/games", &own_game(nothing)).await.problem(400, "malformed");
        assert!(problem["detail"].as_str().unwrap().contains("is empty"), "{problem}");
    }
    let text = learning(&mut me).await;
    let drill = me.post("/games", &own_drill(&text)).await.problem(400, "malformed");
    assert!(
        drill["detail"].as_str().unwrap().contains("scenario of squares, but the game is to be of drill"),
        "{drill}"
    );
    let bytes = [br#"{"book":"squares","scenario":"mine","text":""#.as_slice(), &[0xff, 0xfe], br#""}"#].concat();
    let request = me.request(Method::POST, "/api/v1/games").header("content-type", "application/json");
    me.send(request.body(Body::from(bytes)).unwrap()).await.problem(400, "malformed");
    me.post("/games", &own_game("\u{0}\u{1}\u{feff}")).await.problem(422, "refused");
}

#[tokio::test]
async fn a_text_longer_than_256_kb_is_refused_and_one_that_just_fits_is_played() {
    let house = House::open().await;
    let mut me = house.browser();
    let text = learning(&mut me).await;
    let padded = |length: usize| {
        let room = length - text.len() - 1;
        // Quotation marks are the worst: each grows to two bytes in JSON.
        format!("{text}#{}", "\"".repeat(room))
    };
    me.post("/games", &own_game(&padded(256 * 1024))).await.ok();
    let problem = me.post("/games", &own_game(&padded(256 * 1024 + 1))).await.problem(422, "refused");
    assert!(problem["detail"].as_str().unwrap().contains("257 KB, but a scenario has 256 KB at most"), "{problem}");
    let problem = me.post("/games", &own_game(&padded(900 * 1024))).await.problem(413, "too-large");
    assert!(problem["detail"].as_str().unwrap().contains("too long"), "{problem}");
    me.post("/books/squares/drafts", &json!({ "text": padded(900 * 1024) })).await.problem(413, "too-large");
}

#[tokio::test]
async fn a_scenario_that_cannot_be_played_is_refused_with_a_sentence() {
    let house = House::open().await;
    let mut me = house.browser();
    let text = learning(&mut me).await;
    let units = text.find("units = ").unwrap();
    let head = &text[..units];
    let men: String = (0..10_000).map(|number| format!("{number}|gun|regular\n")).collect();
    let many = text[units..].split_once("[defender]").unwrap().1;
    let crowd = format!("{head}units = '''\n{men}'''\n\n[defender]{many}");
    assert!(crowd.len() < 256 * 1024);
    let problem = me.post("/games", &own_game(&crowd)).await.problem(422, "refused");
    assert!(problem["detail"].as_str().unwrap().contains("10000 lines, but it takes 32 at most"), "{problem}");

    let off = text.replacen("[objectives]\n", "[objectives]\nz9 = 'Nowhere'\n", 1);
    assert_ne!(off, text);
    let problem = me.post("/games", &own_game(&off)).await.problem(422, "refused");
    assert!(problem["detail"].as_str().unwrap().contains("a square from a1 to h6"), "{problem}");
    let crammed = PARADE.replace("ranks = 1", "ranks = 6");
    let problem = me.post("/games", &own_drill(&crammed)).await.problem(422, "refused");
    assert!(problem["detail"].as_str().unwrap().contains("line 6"), "{problem}");
}

#[tokio::test]
async fn an_army_is_bought_from_a_list_and_what_is_refused_is_told_by_the_rule() {
    let house = House::open().await;
    let mut me = house.browser();
    let market = me.get("/books/squares/market").await.ok();
    assert_eq!(market["lists"].as_array().unwrap().len(), 9);
    assert!(me.get("/books/drill/market").await.ok().is_null());
    me.get("/books/nonsense/market").await.problem(404, "unknown");
    let items = json!({ "infantry.regular": 4, "gun.regular": 1, "command.average": 1 });
    let buy = |points: u16, items: &Value| json!({ "scenario": "le-cateau", "armies": { "defender": { "list": "british-1914", "points": points, "items": items } } });
    let draft = me.post("/books/squares/drafts", &buy(40, &items)).await.ok();
    // Four battalions at 5, a gun at 4, average command at 3.
    let bill = draft["bills"].as_array().unwrap().iter().find(|bill| bill[0] == "defender").unwrap();
    let sum: u64 = bill[1].as_array().unwrap().iter().map(|line| line[1].as_u64().unwrap()).sum();
    assert_eq!(sum, 27, "{bill}");
    let text = draft["text"].as_str().unwrap();
    let made = me.post("/games", &own_game(text)).await.ok();
    assert_eq!(made["own"], draft["card"]["title"]);

    let over = me.post("/books/squares/drafts", &buy(26, &items)).await.problem(422, "refused");
    assert!(over["detail"].as_str().unwrap().contains("is 26 points, but the army costs 27"), "{over}");
    assert_eq!((&over["rule"], &over["field"]), (&json!("R20"), &json!("armies")));
    assert!(over["troubles"].is_null(), "the lines of a text that nobody wrote are not told");
    let strange = me.post("/books/squares/drafts", &buy(40, &json!({ "dragon": 1 }))).await.problem(422, "refused");
    assert!(strange["detail"].as_str().unwrap().contains("no 'dragon' on british-1914"), "{strange}");
    let nobody = json!({ "scenario": "le-cateau", "armies": { "umpire": { "list": "british-1914", "points": 40 } } });
    me.post("/books/squares/drafts", &nobody).await.problem(422, "refused");
    let drill = json!({ "scenario": "parade", "armies": { "red": { "list": "british-1914", "points": 40 } } });
    let none = me.post("/books/drill/drafts", &drill).await.problem(422, "refused");
    assert!(none["detail"].as_str().unwrap().contains("not bought by points in this book"), "{none}");
}
