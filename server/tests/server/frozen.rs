//! PostgreSQL: a lock that somebody holds elsewhere holds up one game, and nobody else.

use crate::common::{Browser, begin, config, shelf};
use crate::process::{Caller, Process};
use crate::stores::fresh_database;
use serde_json::json;
use server::{App, store};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use std::process::Command;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locks_held_elsewhere_hold_up_their_games_alone() {
    let url = fresh_database().await;
    let app = App::new(config(), shelf(), store::open(&url).await.unwrap());
    let mut games = Vec::new();
    for _ in 0..31 {
        let mut me = Browser::at(app.router());
        let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } });
        let made = me.make(&seats, &json!({ "scouts": 0 })).await;
        let game = made["id"].as_str().unwrap().to_owned();
        let mut same = me.clone();
        begin(&mut me, &mut same, &game).await;
        games.push((me, game));
    }
    // Somebody has locked thirty of them, more than the server has connections to write by.
    let mut elsewhere = PgConnection::connect(&url).await.unwrap();
    elsewhere.execute("BEGIN").await.unwrap();
    let (_, last) = games[30].clone();
    elsewhere.execute(AssertSqlSafe(format!("SELECT 1 FROM games WHERE id <> '{last}' FOR UPDATE"))).await.unwrap();
    let plot = |ask: u32| json!({ "seat": "red", "ask": ask, "orders": [{ "plot": { "stance": "march" } }] });
    let waiting: Vec<_> = games[..30]
        .iter()
        .cloned()
        .map(|(mut me, game)| {
            tokio::spawn(async move {
                let started = Instant::now();
                let answer = me.post_once(&format!("/games/{game}/orders"), &plot(1), Some("k")).await;
                (answer.status.as_u16(), started.elapsed())
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(400)).await;
    // Looking waits for nobody.
    let started = Instant::now();
    let (mut me, game) = games[0].clone();
    me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    assert!(started.elapsed() < Duration::from_millis(1500), "it took {:?} to look", started.elapsed());
    for answer in waiting {
        let (status, took) = answer.await.unwrap();
        assert_eq!(status, 503, "nothing was acknowledged");
        assert!(took < Duration::from_secs(12), "{took:?}");
    }
    let (mut me, game) = games[30].clone();
    me.post_once(&format!("/games/{game}/orders"), &plot(1), Some("k")).await.ok();
    elsewhere.execute("ROLLBACK").await.unwrap();
    for (me, game) in &mut games[..30] {
        me.post_once(&format!("/games/{game}/orders"), &plot(1), Some("k")).await.ok();
    }
}

/// Every word of a change has its time, wherever it comes to stand still: held to what the database itself has noted.
#[tokio::test]
async fn every_connection_that_writes_has_time_outs() {
    let url = fresh_database().await;
    let app = App::new(config(), shelf(), store::open(&url).await.unwrap());
    let mut database = PgConnection::connect(&url).await.unwrap();
    let noting = "
        CREATE TABLE noted (name text, milliseconds text);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO noted SELECT name, setting FROM pg_settings WHERE name LIKE '%_timeout';
            RETURN NEW;
        END $$;
        CREATE TRIGGER note AFTER UPDATE ON games FOR EACH ROW EXECUTE FUNCTION note();";
    database.execute(noting).await.unwrap();
    let mut me = Browser::at(app.router());
    let made = me.make(&json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } }), &json!({ "scouts": 0 })).await;
    let game = made["id"].as_str().unwrap();
    let mut same = me.clone();
    begin(&mut me, &mut same, game).await;
    let plot = json!({ "plot": { "stance": "march" } });
    me.order(game, "red", &json!(1), &plot, "k").await.ok();
    for (name, most) in
        [("lock_timeout", 5_000), ("statement_timeout", 30_000), ("idle_in_transaction_session_timeout", 10_000)]
    {
        let noted: Vec<String> = sqlx::query_scalar("SELECT DISTINCT milliseconds FROM noted WHERE name = $1")
            .bind(name)
            .fetch_all(&mut database)
            .await
            .unwrap();
        assert!(!noted.is_empty(), "nothing was written");
        for milliseconds in noted {
            assert!((1..=most).contains(&milliseconds.parse::<u32>().unwrap()), "{name} is {milliseconds}");
        }
    }
}

/// How many times a server is frozen: twice in the suite; `SANDTABLE_FREEZES` says how many otherwise.
fn freezes() -> usize {
    std::env::var("SANDTABLE_FREEZES").ok().and_then(|times| times.parse().ok()).unwrap_or(2)
}

fn signal(server: &Process, name: &str) {
    assert!(Command::new("kill").args([name, &server.id().to_string()]).status().unwrap().success());
}

/// A server that stands still in the middle of whatever it does, with locks in its hands, does not hold up the other for
/// longer than the database bears with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_frozen_under_load_does_not_hold_up_another() {
    let url = fresh_database().await;
    let frozen = Process::start("127.0.0.1:0", &url, &[]);
    let well = Process::start("127.0.0.1:0", &url, &[]);
    let mut me = Caller::new(&frozen.url);
    let mut games = Vec::new();
    for _ in 0..8 {
        let body = json!({ "book": "drill", "scenario": "skirmish", "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } } });
        let (status, made) = me.post("/games", &body, "k").await.unwrap();
        assert_eq!(status, 201, "{made}");
        games.push(made["id"].as_str().unwrap().to_owned());
    }
    let mut longest = Duration::ZERO;
    for round in 0..freezes() {
        // Codes change the folder, which takes a transaction of several words.
        let load: Vec<_> = games
            .iter()
            .cloned()
            .map(|game| {
                let mut me = me.clone();
                tokio::spawn(async move {
                    loop {
                        if me.post(&format!("/games/{game}/links/red/code"), &json!({}), "k").await.is_err() {
                            break;
                        }
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(150 + 37 * (round as u64 % 7))).await;
        signal(&frozen, "-STOP");
        let mut there = me.clone();
        there.url = well.url.clone();
        for game in &games {
            let started = Instant::now();
            loop {
                let (status, answer) =
                    there.post(&format!("/games/{game}/links/blue/code"), &json!({}), "k").await.unwrap();
                if status == 200 {
                    break;
                }
                assert_eq!(status, 503, "{answer}");
                assert!(started.elapsed() < Duration::from_secs(20), "round {round}: {game} is held up for good");
            }
            longest = longest.max(started.elapsed());
        }
        load.iter().for_each(tokio::task::JoinHandle::abort);
        signal(&frozen, "-CONT");
        let mut tries = 0;
        while me.get("/games").await.map_or(0, |(status, _)| status) != 200 {
            tries += 1;
            assert!(tries < 100, "it does not come back");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let (times, games) = (freezes(), games.len());
    println!(
        "PostgreSQL: a server frozen under load {times} times: the other has changed each of its {games} games each time, \
         the slowest after {:.1} s",
        longest.as_secs_f64()
    );
}
