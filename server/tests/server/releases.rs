//! Games outlive a release whose rules lead elsewhere, on both storages.

use crate::common::{Browser, begin, config, play, shelf};
use crate::process::plain_order;
use crate::stores::fresh_database;
use axum::body::Body;
use axum::http::{Method, header};
use kernel::dice::Seeded;
use kernel::game::{AnyGame, Logged};
use serde_json::{Value, json};
use server::{App, GameId, archive, store};
use shelf::Shelf;
use sqlx::{Connection, Executor, SqliteConnection};
use std::sync::Arc;
use testkit::drill::{BOOK, GAME, LATER};

/// The shelf of a later release: whoever looks out is not spent by it.
fn later() -> Shelf {
    Shelf::five().with(&BOOK, &LATER)
}

/// A new store of each kind, by its address.
async fn both() -> Vec<(String, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite:{}", folder.path().join("games.db").display());
    vec![(sqlite, Some(folder)), (fresh_database().await, None)]
}

async fn server(shelf: Shelf, url: &str) -> Arc<App> {
    App::new(config(), shelf, store::open(url).await.unwrap())
}

/// Two people at a game, who can change to another server.
struct Pair {
    red: Browser,
    blue: Browser,
    game: String,
}

impl Pair {
    async fn begun(app: &Arc<App>, options: &Value) -> Pair {
        let (mut red, mut blue) = (Browser::at(app.router()), Browser::at(app.router()));
        let made = red.make(&json!({ "red": { "kind": "me" } }), options).await;
        blue.join(&made["links"]["blue"]).await;
        let game = made["id"].as_str().unwrap().to_owned();
        begin(&mut red, &mut blue, &game).await;
        Pair { red, blue, game }
    }

    fn at(&self, app: &Arc<App>) -> Pair {
        let browser = |known: &Browser| {
            let mut browser = Browser::at(app.router());
            browser.cookie = known.cookie.clone();
            browser
        };
        Pair { red: browser(&self.red), blue: browser(&self.blue), game: self.game.clone() }
    }

    /// Plays so many orders in which units look out, until the game is over. How many it were.
    async fn look_out(&mut self, orders: usize) -> usize {
        for played in 0..orders {
            let mut over = true;
            for (browser, seat) in [(&mut self.red, "red"), (&mut self.blue, "blue")] {
                let table = browser.get(&format!("/games/{}/table?seat={seat}", self.game)).await.ok();
                let Some(ask) = crate::common::mine(&table["asks"], seat) else { continue };
                over = false;
                let key = format!("{seat}-{}", ask["id"]);
                browser.order(&self.game, seat, &ask["id"], &plain_order(&table, &ask), &key).await.ok();
                break;
            }
            if over {
                return played;
            }
        }
        orders
    }

    async fn table(&mut self, seat: &str) -> Value {
        let path = format!("/games/{}/table?seat={seat}", self.game);
        self.red_or_blue(seat).get(&path).await.ok()
    }

    async fn entries(&mut self, seat: &str) -> Vec<Value> {
        let path = format!("/games/{}/entries?seat={seat}", self.game);
        let entries = self.red_or_blue(seat).get(&path).await.ok();
        entries["entries"].as_array().unwrap().clone()
    }

    fn red_or_blue(&mut self, seat: &str) -> &mut Browser {
        if seat == "blue" { &mut self.blue } else { &mut self.red }
    }
}

fn without_scouts() -> Value {
    json!({ "scouts": 0, "turns": 9 })
}

#[tokio::test]
async fn a_game_goes_on_under_the_rules_of_a_later_release_and_says_so() {
    for (url, _folder) in both().await {
        let first = server(shelf(), &url).await;
        let mut pair = Pair::begun(&first, &without_scouts()).await;
        pair.look_out(9).await;
        let seats = ["red", "blue", "spectator"];
        let mut before = Vec::new();
        for seat in seats {
            before.push((pair.table(seat).await, pair.entries(seat).await));
        }
        first.store().close().await;

        let second = server(later(), &url).await;
        let mut pair = pair.at(&second);
        for (seat, (table, entries)) in seats.into_iter().zip(&before) {
            let now = pair.entries(seat).await;
            assert_eq!(now[..entries.len()].len(), entries.len());
            assert_eq!(now.len(), entries.len() + 1, "one entry is added");
            let last = now.last().unwrap();
            assert_eq!(last["what"], "release");
            let said = last["lines"][0]["said"]["text"].as_str().unwrap();
            assert!(said.contains("From here on the rules of release later hold"), "{said}");
            assert_eq!(pair.table(seat).await["position"], table["position"], "it goes on as it stood");
        }
        second.store().close().await;

        // Taken up once more, it has nothing to add; and it is played to its end.
        let third = server(later(), &url).await;
        let mut pair = pair.at(&third);
        assert_eq!(pair.entries("red").await.len(), before[0].1.len() + 1);
        assert_eq!(pair.look_out(3).await, 3);
        let Pair { red, blue, game } = &mut pair;
        assert!(play(red, blue, game, 2000, &mut Seeded::new(5)).await < 2000);
        let log = red.get(&format!("/games/{game}/log")).await.text;
        third.store().close().await;

        let logged = Logged::read(&log).unwrap();
        let replayed = LATER.replay_as_far(&logged);
        assert_eq!(replayed.trouble, None);
        let parts: Vec<_> = replayed.parts.iter().map(|part| (part.release.as_str(), part.trouble.is_some())).collect();
        assert_eq!(parts, [(GAME.release(), true), ("later", false)]);
        assert!(logged.prove_dice().unwrap().is_some_and(|dice| dice > 0), "dice need no rules to be proved");

        // What was kept is the log, word by word.
        let exported = tempfile::tempdir().unwrap();
        let written = archive::export(&url, &later(), exported.path(), false).await.unwrap();
        assert_eq!((written.written, written.troubles.len()), (1, 0));
        let file = std::fs::read_to_string(exported.path().join(format!("{game}.log"))).unwrap();
        let (whole, snapshot) = file.split_at(log.len());
        assert_eq!(whole, log);
        assert!(snapshot.starts_with("snapshot: {"), "its end can be drawn wherever it is taken in");
    }
}

#[tokio::test]
async fn whoever_hands_a_log_in_is_told_which_release_has_played_which_part() {
    let (url, _folder) = both().await.remove(0);
    let first = server(shelf(), &url).await;
    let mut pair = Pair::begun(&first, &without_scouts()).await;
    pair.look_out(9).await;
    first.store().close().await;
    let second = server(later(), &url).await;
    let mut pair = pair.at(&second);
    pair.look_out(1).await;
    let body = json!({ "seat": "red" });
    pair.red.post(&format!("/games/{}/resign", pair.game), &body).await.ok();
    let log = pair.red.get(&format!("/games/{}/log", pair.game)).await.text;
    let report = hand_in(&mut pair.red, &log).await;
    assert_eq!((&report["play"]["verified"], &report["rules"]), (&json!(true), &json!("later")));
    let parts = report["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 2, "{report}");
    assert_eq!((&parts[0]["release"], &parts[0]["from"]), (&json!(GAME.release()), &json!(0)));
    assert!(parts[0]["trouble"].is_string() && parts[1]["trouble"].is_null(), "{report}");
    let replay = report["replay"].as_str().unwrap();
    let entries = pair.red.get(&format!("/replays/{replay}/entries?seat=red")).await.ok();
    let releases = entries["entries"].as_array().unwrap().iter().filter(|entry| entry["what"] == "release").count();
    assert_eq!(releases, 1);
    // What the first release played last can be told, and not drawn.
    let undrawn = parts[0]["to"].as_u64().unwrap();
    let answer = pair.red.get(&format!("/replays/{replay}/position?seat=red&entry={undrawn}")).await;
    let problem = answer.problem(404, "unknown");
    assert!(problem["detail"].as_str().unwrap().contains("another release"), "{problem}");
}

async fn hand_in(browser: &mut Browser, log: &str) -> Value {
    let request = browser.request(Method::POST, "/api/v1/logs").header(header::CONTENT_TYPE, "text/plain");
    let request = request.body(Body::from(log.to_owned())).unwrap();
    browser.send(request).await.ok()
}

#[tokio::test]
async fn two_servers_of_a_later_release_at_once_write_one_entry() {
    let url = fresh_database().await;
    let first = server(shelf(), &url).await;
    let mut games = Vec::new();
    for _ in 0..8 {
        let mut pair = Pair::begun(&first, &without_scouts()).await;
        pair.look_out(6).await;
        games.push(pair);
    }
    first.store().close().await;
    let (one, two) = (server(later(), &url).await, server(later(), &url).await);
    for pair in &games {
        let (mut here, mut there) = (pair.at(&one), pair.at(&two));
        let (seen, also_seen) = tokio::join!(here.entries("red"), there.entries("red"));
        assert_eq!(seen, also_seen);
        assert_eq!(seen.last().unwrap()["what"], "release");
        let id = GameId::read(&pair.game).unwrap();
        let stored = one.store().entries(&id, 0).await.unwrap();
        let releases = stored.iter().filter(|row| row.text.contains(" release later\n")).count();
        assert_eq!(releases, 1);
        assert_eq!(here.look_out(2).await, 2);
        assert_eq!(there.look_out(2).await, 2);
    }
}

#[tokio::test]
async fn a_server_that_holds_a_game_reads_it_anew_when_another_release_has_gone_on_with_it() {
    let url = fresh_database().await;
    let first = server(shelf(), &url).await;
    let mut pair = Pair::begun(&first, &without_scouts()).await;
    pair.look_out(6).await;
    let seen = pair.entries("blue").await.len();
    let second = server(later(), &url).await;
    pair.at(&second).look_out(1).await;
    assert!(pair.entries("blue").await.len() > seen);
}

#[tokio::test]
async fn a_finished_game_stays_as_it_ended_under_other_rules() {
    for (url, _folder) in both().await {
        let first = server(shelf(), &url).await;
        let mut pair = Pair::begun(&first, &json!({ "scouts": 0, "turns": 2 })).await;
        assert!(pair.look_out(500).await < 500);
        let (table, entries) = (pair.table("blue").await, pair.entries("blue").await);
        assert!(!table["result"].is_null());
        first.store().close().await;
        let second = server(later(), &url).await;
        let mut pair = pair.at(&second);
        let now = pair.table("blue").await;
        assert_eq!((&now["result"], &now["position"]), (&table["result"], &table["position"]));
        assert_eq!(pair.entries("blue").await.len(), entries.len());
        let log = pair.blue.get(&format!("/games/{}/log", pair.game)).await.text;
        let report = hand_in(&mut pair.blue, &log).await;
        let trouble = report["play"]["trouble"].as_str().unwrap();
        assert!(trouble.contains("cannot be judged") && trouble.contains(GAME.release()), "{trouble}");
        assert_eq!(report["entries"], entries.len(), "all of it is shown as it was told");
    }
}

#[tokio::test]
async fn games_move_house_and_release_at_once() {
    let (url, folder) = both().await.remove(0);
    let folder = folder.unwrap();
    let first = server(shelf(), &url).await;
    let mut running = Pair::begun(&first, &without_scouts()).await;
    running.look_out(9).await;
    let mut over = Pair::begun(&first, &json!({ "scouts": 0, "turns": 1 })).await;
    assert!(over.look_out(500).await < 500);
    let (end, stands) = (over.table("red").await, running.table("red").await);
    let logs = folder.path().join("logs");
    archive::export(&url, &shelf(), &logs, true).await.unwrap();
    let there = format!("sqlite:{}", folder.path().join("there.db").display());
    let files = [&running, &over].map(|pair| logs.join(format!("{}.log", pair.game)));
    let imported = archive::import(&there, &later(), &files).await.unwrap();
    assert_eq!((imported.taken, imported.troubles), (2, Vec::<String>::new()));
    let second = server(later(), &there).await;
    let (mut running, mut over) = (running.at(&second), over.at(&second));
    assert_eq!(running.table("red").await["position"], stands["position"]);
    assert_eq!(running.entries("red").await.last().unwrap()["what"], "release");
    assert_eq!(running.look_out(3).await, 3);
    let shown = over.table("spectator").await;
    assert_eq!(shown["result"]["because"], end["result"]["because"]);
}

#[tokio::test]
async fn a_built_in_scenario_may_change_while_games_of_it_run() {
    let (url, _folder) = both().await.remove(0);
    let app = server(shelf(), &url).await;
    let pair = Pair::begun(&app, &without_scouts()).await;
    app.store().close().await;
    // The game has the text of its scenario with it: another title there is another title on the table.
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let retitled = "UPDATE entries SET text = replace(text, 'A skirmish at the wall', 'Yesterday')";
    connection.execute(retitled).await.unwrap();
    connection.close().await.unwrap();
    let again = server(shelf(), &url).await;
    let mut pair = pair.at(&again);
    let digest = pair.table("red").await["ground"].as_str().unwrap().to_owned();
    let ground = pair.red.get(&format!("/games/{}/ground/{digest}", pair.game)).await.ok();
    assert_eq!(ground["title"], "Yesterday");
}
