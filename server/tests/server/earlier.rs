//! Games that release 0.1.0 has kept. `tests/kept/0.1.0` was written by its program, and is never changed.

use crate::common::{Browser, config, mine, shelf};
use crate::stores::{earlier, fresh_database};
use kernel::dice::Seeded;
use serde_json::Value;
use server::{App, GameId, store};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn kept(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/0.1.0").join(file)
}

/// What the program of then showed of its games.
fn facts() -> Value {
    serde_json::from_str(&std::fs::read_to_string(kept("facts.json")).unwrap()).unwrap()
}

/// A copy of the store as its file is, and one with the same rows in a PostgreSQL that has not been touched since.
async fn both() -> Vec<(String, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::copy(kept("games.db"), &file).unwrap();
    let sqlite = format!("sqlite:{}", file.display());
    let postgres = fresh_database().await;
    let mut from = SqliteConnection::connect(&sqlite).await.unwrap();
    let mut to = PgConnection::connect(&postgres).await.unwrap();
    earlier(2).run(&mut to).await.unwrap();
    for (table, columns) in [
        ("games", "id,status,listed,version,head,folder,due,lease_owner,lease_until,created,updated"),
        ("entries", "game,number,deed,hash,seat,request,body,answer,at"),
        ("sittings", "session,game"),
    ] {
        let values: Vec<String> = columns.split(',').map(|column| format!("quote({column})")).collect();
        let rows = format!("SELECT '(' || {} || ')' FROM {table}", values.join(" || ',' || "));
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(&mut from).await.unwrap();
        let insert = format!("INSERT INTO {table} ({columns}) VALUES {}", rows.join(", "));
        to.execute(AssertSqlSafe(insert)).await.unwrap();
    }
    from.close().await.unwrap();
    vec![(sqlite, Some(folder)), (postgres, None)]
}

async fn opened(url: &str) -> (Arc<App>, Browser) {
    let app = App::new(config(), shelf(), store::open(url).await.unwrap());
    let mut browser = Browser::at(app.router());
    browser.cookie = facts()["cookie"].as_str().map(str::to_owned);
    (app, browser)
}

/// Plays both seats at random until the game is over.
async fn play_on(browser: &mut Browser, game: &str, seats: &[&str]) {
    let mut random = Seeded::new(3);
    for round in 0..2000 {
        let mut over = true;
        for seat in seats {
            let Some(ask) = browser.my_ask(game, seat).await else { continue };
            over = false;
            let order = browser.pick_order(game, seat, &ask, &mut random).await.unwrap();
            browser.order(game, seat, &ask["id"], &order, &format!("new-{round}")).await.ok();
            break;
        }
        if over {
            return;
        }
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn games_that_the_first_release_has_kept_are_shown_and_go_on() {
    let facts = facts();
    for (url, _folder) in both().await {
        let (app, mut browser) = opened(&url).await;
        for (name, seats) in [
            ("drill over", ["red", "blue"]),
            ("drill running", ["red", "blue"]),
            ("squares over", ["attacker", "defender"]),
            ("squares running", ["attacker", "defender"]),
        ] {
            let known = &facts[name];
            let game = known["id"].as_str().unwrap();
            let shown = browser.get(&format!("/games/{game}")).await.ok();
            assert_eq!((&shown["name"], &shown["status"]), (&Value::from(name), &known["status"]));
            assert_eq!(shown["result"], known["result"], "{name}");
            for seat in seats {
                let entries = browser.get(&format!("/games/{game}/entries?seat={seat}")).await.ok();
                let entries = entries["entries"].as_array().unwrap();
                let goes_on = entries.last().is_some_and(|entry| entry["what"] == "release");
                let before = known["entries"][seat].as_u64().unwrap() as usize;
                let told = entries.len() - usize::from(goes_on);
                if name.starts_with("squares") {
                    assert_eq!(told, before, "{name}, {seat}");
                } else {
                    // 0.1.0 kept what was done, not what was told. What these rules cannot play again is shown to
                    // those who did it, and to nobody else: it may have been hidden from them.
                    assert!((10..=before).contains(&told), "{name}, {seat}: {told} of {before}");
                }
                assert!(!goes_on || name.ends_with("running"), "what was over stays as it ended");
                assert!(goes_on || name != "drill running", "the rules of the drill lead elsewhere since");
                let table = browser.get(&format!("/games/{game}/table?seat={seat}")).await.ok();
                assert!(!table["position"]["pieces"].as_array().unwrap().is_empty());
                let was_asked = mine(&known["asks"], seat);
                let question = |ask: Option<Value>| ask.map(|ask| ask["question"].clone());
                assert!(goes_on || question(mine(&table["asks"], seat)) == question(was_asked), "{name}, {seat}");
            }
            if name.ends_with("running") {
                play_on(&mut browser, game, &seats).await;
            }
            let id = GameId::read(game).unwrap();
            let rows = app.store().entries(&id, 0).await.unwrap();
            assert!(rows[0].text.starts_with("text:\n") && rows[0].text.contains("\nentry 0 setup\n"));
            assert!(rows[1..].iter().all(|row| row.text.starts_with(&format!("entry {} ", row.number))));
            let requests = rows.iter().filter(|row| row.request.is_some()).count();
            assert!(requests > 10, "what was done once stays done once");
            let snapshot = app.store().snapshot(&id).await.unwrap().unwrap();
            assert_eq!(snapshot.entry, rows.last().unwrap().number);
        }
        let log = format!("/games/{}/log", facts["drill running"]["id"].as_str().unwrap());
        let before = browser.get(&log).await.text;
        assert!(before.starts_with("sandtable log 2\n") && before.contains("release: 0.1.0\n"), "{before}");
        app.store().close().await;

        // Written anew once, they are read like all others.
        let (app, mut browser) = opened(&url).await;
        assert_eq!(browser.get(&log).await.text, before);
        app.store().close().await;
    }
}

#[tokio::test]
async fn an_order_of_the_first_release_that_is_sent_again_gets_its_first_answer() {
    let facts = facts();
    let game = facts["drill running"]["id"].as_str().unwrap();
    let (url, _folder) = both().await.remove(0);
    let (app, mut browser) = opened(&url).await;
    browser.get(&format!("/games/{game}")).await.ok();
    let rows = app.store().entries(&GameId::read(game).unwrap(), 0).await.unwrap();
    let request = rows.iter().find_map(|row| row.request.clone().filter(|request| request.seat == "red")).unwrap();
    let body = serde_json::json!({ "seat": "red", "ask": 1, "orders": ["pass"] });
    let answer = browser.post_once(&format!("/games/{game}/orders"), &body, Some(&request.key)).await;
    answer.problem(422, "key-reused");
}

#[tokio::test]
async fn logs_that_the_first_release_has_exported_are_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let imported = server::archive::import(&url, &shelf(), &[kept("drill.log"), kept("squares.log")]).await.unwrap();
    assert_eq!((imported.taken, imported.troubles), (2, Vec::<String>::new()));
    let (_app, mut browser) = opened(&url).await;
    for name in ["drill over", "squares over"] {
        let game = browser.get(&format!("/games/{}", facts()[name]["id"].as_str().unwrap())).await.ok();
        assert_eq!((&game["status"], &game["release"]), (&Value::from("over"), &Value::from("0.1.0")));
        assert_eq!(game["result"]["because"], facts()[name]["result"]["because"]);
    }
}
