//! Both storages keep the same promises, and several servers share one PostgreSQL.

use crate::common::{Browser, begin, config, play, shelf};
use crate::process::{Caller, Process, plain_order};
use kernel::dice::Seeded;
use serde_json::{Value, json};
use server::App;
use server::store::{self, Change, Committed, EntryRow, Request, SnapshotRow, Stand, Store};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The address of a new, empty database on the PostgreSQL that the tests start for themselves.
pub(crate) async fn fresh_database() -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/postgres.sh");
    let started = Command::new(script).arg("start").output().expect("the script runs");
    assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    let server = String::from_utf8(started.stdout).unwrap().trim().to_owned();
    let name = format!("test_{:016x}", getrandom::u64().unwrap());
    let mut connection = PgConnection::connect(&format!("{server}/postgres")).await.unwrap();
    connection.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    format!("{server}/{name}")
}

async fn both() -> Vec<(Arc<dyn Store>, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = store::open(&format!("sqlite:{}", folder.path().join("games.db").display())).await.unwrap();
    let postgres = store::open(&fresh_database().await).await.unwrap();
    vec![(sqlite, Some(folder)), (postgres, None)]
}

/// A game that a server has made and begun in a store.
async fn begun(store: &Arc<dyn Store>) -> (Arc<App>, Browser, Browser, server::GameId) {
    let app = App::new(config(), shelf(), Arc::clone(store));
    let (mut red, mut blue) = (Browser::at(app.router()), Browser::at(app.router()));
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    blue.join(&made["links"]["blue"]).await;
    let id = made["id"].as_str().unwrap().to_owned();
    begin(&mut red, &mut blue, &id).await;
    (app, red, blue, server::GameId::read(&id).unwrap())
}

#[tokio::test]
async fn an_analysis_is_kept_with_its_game_and_replaced_by_a_later_one() {
    for (store, _folder) in both().await {
        let (_app, _red, _blue, game) = begun(&store).await;
        assert_eq!(store.analysis(&game).await.unwrap(), None);
        for text in [r#"{"start":0.5}"#, r#"{"start":0.25}"#] {
            store.keep_analysis(&game, text).await.unwrap();
            assert_eq!(store.analysis(&game).await.unwrap().as_deref(), Some(text));
        }
    }
}

#[tokio::test]
async fn lines_and_notes_are_kept_with_their_game() {
    for (store, _folder) in both().await {
        let (_app, mut red, mut blue, game) = begun(&store).await;
        let chat = format!("/games/{game}/chat");
        red.post(&chat, &json!({ "seat": "red", "text": "Good luck." })).await.ok();
        blue.post(&chat, &json!({ "seat": "blue", "text": "You too." })).await.ok();
        let said: Vec<_> =
            store.lines(&game, 0, 10).await.unwrap().into_iter().map(|line| (line.number, line.text)).collect();
        assert_eq!(said, [(0, "Good luck.".to_owned()), (1, "You too.".to_owned())]);
        assert_eq!(store.lines(&game, 1, 10).await.unwrap().len(), 1);
        assert_eq!(store.game(&game).await.unwrap().unwrap().folder.said, 2);
        for text in ["He is bold.", "He is careful."] {
            red.post(&format!("/games/{game}/notes"), &json!({ "seat": "red", "text": text })).await.ok();
            assert_eq!(store.notes(&game, "red").await.unwrap().as_deref(), Some(text));
        }
        assert_eq!(store.notes(&game, "blue").await.unwrap(), None);
        let stand = store.game(&game).await.unwrap().unwrap().stand;
        assert_eq!(stand.turn.as_deref(), Some("turn 1 of 4"));
        assert!(!stand.asked.is_empty());
    }
}

#[tokio::test]
async fn a_change_that_is_based_on_an_old_version_changes_nothing() {
    for (store, _folder) in both().await {
        let (_, _, _, id) = begun(&store).await;
        let row = store.game(&id).await.unwrap().unwrap();
        let change = Change {
            id: id.clone(),
            version: row.version,
            entry: Some(entry(row.head, "one")),
            rewritten: Vec::new(),
            snapshot: Some(snapshot(row.head, "one")),
            status: row.status,
            folder: None,
            line: None,
            stand: Stand::default(),
            due: true,
            updated: 5,
        };
        assert_eq!(store.commit(change.clone()).await.unwrap(), Committed::Done);
        assert_eq!(store.commit(change.clone()).await.unwrap(), Committed::Behind);
        let now = store.game(&id).await.unwrap().unwrap();
        assert_eq!((now.version, now.head, now.updated), (row.version + 1, row.head + 1, 5));
        assert_eq!(store.version(&id).await.unwrap(), Some(now.version));
        let kept = store.entries(&id, row.head).await.unwrap();
        assert_eq!(kept, [entry(row.head, "one")]);
        assert_eq!(store.snapshot(&id).await.unwrap(), Some(snapshot(row.head, "one")), "the last one is kept");

        // The same number again is kept out by the key of the table.
        let other = Some(snapshot(row.head, "two"));
        let clash =
            Change { version: now.version, entry: Some(entry(row.head, "two")), snapshot: other.clone(), ..change };
        assert!(!matches!(store.commit(clash.clone()).await, Ok(Committed::Done)));
        assert_eq!(store.commit(Change { version: 0, ..clash }).await.unwrap(), Committed::Behind);
        assert_eq!(store.snapshot(&id).await.unwrap(), Some(snapshot(row.head, "one")), "nothing was changed");
        assert_eq!(store.game(&id).await.unwrap().unwrap().version, now.version, "nothing was changed");
        assert_eq!(store.due(i64::MAX, 10).await.unwrap(), std::slice::from_ref(&id));
        assert_eq!(store.idle_since(6, 10).await.unwrap(), [id]);
        assert!(store.idle_since(5, 10).await.unwrap().is_empty());
    }
}

fn snapshot(entry: u32, state: &str) -> SnapshotRow {
    SnapshotRow { entry, state: state.to_owned() }
}

fn entry(number: u32, key: &str) -> EntryRow {
    let text = |text: &str| text.to_owned();
    let request = Request { seat: text("red"), key: text(key), body: text("b"), answer: text("{}") };
    EntryRow { number, text: format!("entry {number} abandoned\n"), request: Some(request), at: 1 }
}

#[tokio::test]
async fn of_many_changes_at_once_to_one_version_one_is_done() {
    for (store, _folder) in both().await {
        let (_, _, _, id) = begun(&store).await;
        let row = store.game(&id).await.unwrap().unwrap();
        let tries: Vec<_> = (0..30)
            .map(|i| {
                let change = Change {
                    id: id.clone(),
                    version: row.version,
                    entry: Some(entry(row.head, &i.to_string())),
                    rewritten: Vec::new(),
                    snapshot: Some(snapshot(row.head, &i.to_string())),
                    status: row.status,
                    folder: None,
                    line: None,
                    stand: Stand::default(),
                    due: false,
                    updated: 5,
                };
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.commit(change).await.unwrap() })
            })
            .collect();
        let mut done = 0;
        for tried in tries {
            done += usize::from(tried.await.unwrap() == Committed::Done);
        }
        assert_eq!(done, 1);
        let kept = store.entries(&id, row.head).await.unwrap();
        assert_eq!(kept.len(), 1);
        let snapshot = store.snapshot(&id).await.unwrap().map(|snapshot| snapshot.state);
        assert_eq!(
            snapshot,
            kept[0].request.as_ref().map(|request| request.key.clone()),
            "both are of the same change"
        );
    }
}

#[tokio::test]
async fn entries_in_the_form_of_an_earlier_release_are_written_anew_with_their_requests_kept() {
    for (store, _folder) in both().await {
        let (_, _, _, id) = begun(&store).await;
        let row = store.game(&id).await.unwrap().unwrap();
        let change = |version, rewritten| Change {
            id: id.clone(),
            version,
            entry: Some(entry(row.head, "k")),
            rewritten,
            snapshot: None,
            status: row.status,
            folder: None,
            line: None,
            stand: Stand::default(),
            due: false,
            updated: 5,
        };
        store.commit(change(row.version, Vec::new())).await.unwrap();
        let anew = EntryRow { text: "entry 1 anew\n".to_owned(), request: None, ..entry(row.head, "other") };
        let rewriting = Change { entry: None, ..change(row.version + 1, vec![anew.clone()]) };
        assert_eq!(store.commit(rewriting.clone()).await.unwrap(), Committed::Done);
        assert_eq!(store.commit(rewriting).await.unwrap(), Committed::Behind);
        let kept = store.entries(&id, row.head).await.unwrap();
        assert_eq!(kept, [EntryRow { text: anew.text, ..entry(row.head, "k") }]);
    }
}

#[tokio::test]
async fn a_lease_is_one_servers_until_it_runs_out() {
    let store = store::open(&fresh_database().await).await.unwrap();
    let (_, _, _, id) = begun(&store).await;
    let row = store.game(&id).await.unwrap().unwrap();
    assert!(!store.lease(&id, "a", 100, 200).await.unwrap(), "no machine has to decide");
    let due = Change {
        id: id.clone(),
        version: row.version,
        entry: None,
        rewritten: Vec::new(),
        snapshot: None,
        status: row.status,
        folder: None,
        line: None,
        stand: Stand::default(),
        due: true,
        updated: 1,
    };
    store.commit(due).await.unwrap();
    assert!(store.lease(&id, "a", 100, 200).await.unwrap());
    assert!(store.lease(&id, "a", 150, 250).await.unwrap(), "it may be renewed");
    assert!(!store.lease(&id, "b", 200, 300).await.unwrap());
    assert!(store.due(200, 10).await.unwrap().is_empty());
    assert_eq!(store.due(250, 10).await.unwrap(), std::slice::from_ref(&id));
    assert!(store.lease(&id, "b", 250, 300).await.unwrap());
}

#[tokio::test]
async fn a_sqlite_store_that_was_closed_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let store = store::open(&format!("sqlite:{}", file.display())).await.unwrap();
    begun(&store).await;
    let log = folder.path().join("games.db-wal");
    assert!(log.metadata().unwrap().len() > 0);
    store.close().await;
    assert!(!log.exists(), "all was carried over");
}

/// What was kept under each schema, as `tests/schemas/NUMBER.sql`: written when the schema was new, and never changed.
fn kept_under(schema: i64) -> String {
    let file = format!("{}/tests/schemas/{schema:04}.sql", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("a schema needs an example of what is kept under it, for those that come after it: {file}: {error}")
    })
}

#[tokio::test]
async fn what_was_kept_under_every_earlier_schema_is_brought_up_to_date_and_played_on() {
    let schemas: Vec<i64> = store::MIGRATIONS.iter().map(|migration| migration.version).collect();
    assert_eq!(schemas, (1..=schemas.len() as i64).collect::<Vec<_>>());
    for (count, schema) in (1..).zip(schemas) {
        let kept = kept_under(schema);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let mut connection = SqliteConnection::connect(&format!("sqlite:{}?mode=rwc", file.display())).await.unwrap();
        earlier(count).run(&mut connection).await.unwrap();
        connection.execute(sqlx::AssertSqlSafe(kept.clone())).await.unwrap();
        connection.close().await.unwrap();
        goes_on(store::open(&format!("sqlite:{}", file.display())).await.unwrap()).await;

        let url = fresh_database().await;
        let mut connection = PgConnection::connect(&url).await.unwrap();
        earlier(count).run(&mut connection).await.unwrap();
        connection.execute(sqlx::AssertSqlSafe(kept)).await.unwrap();
        goes_on(store::open(&url).await.unwrap()).await;
    }
}

pub(crate) fn earlier(count: usize) -> sqlx::migrate::Migrator {
    let mut migrator = sqlx::migrate::Migrator::DEFAULT;
    migrator.migrations = store::MIGRATIONS.iter().take(count).cloned().collect::<Vec<_>>().into();
    migrator
}

/// Every example holds a game that is over, and one that waits for blue: red's browser and blue's link have these
/// secrets.
async fn goes_on(store: Arc<dyn Store>) {
    let listed = store.listed(10).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].folder.name.as_str(), listed[0].updated, listed[0].head), ("old", 8, 2));
    let entries = store.entries(&listed[0].id, 0).await.unwrap();
    assert_eq!((entries.len(), entries[0].request.is_none()), (2, true));
    let request = entries[1].request.clone().unwrap();
    assert_eq!((request.seat.as_str(), request.key.as_str(), request.answer.as_str()), ("red", "k1", "{}"));

    let app = App::new(config(), shelf(), Arc::clone(&store));
    let (mut red, mut blue) = (Browser::at(app.router()), Browser::at(app.router()));
    red.cookie = Some(format!("sandtable={}", "r".repeat(32)));
    let waits = red.get("/games").await.ok()["mine"][0].clone();
    assert_eq!((&waits["name"], &waits["status"]), (&json!("waiting"), &json!("waiting")));
    let game = waits["id"].as_str().unwrap();
    blue.join(&json!(format!("/#/join/{game}/{}", "b".repeat(32)))).await;
    begin(&mut red, &mut blue, game).await;
    assert!(play(&mut red, &mut blue, game, 2000, &mut Seeded::new(4)).await < 2000);
    store.close().await;
}

#[tokio::test]
async fn a_store_of_a_later_release_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    store::open(&url).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (999, 'later', 1, x'00', 0)";
    connection.execute(later).await.unwrap();
    connection.close().await.unwrap();
    for opened in [store::open(&url).await, store::open_to_read(&url).await] {
        let Err(refused) = opened else { panic!("a later schema is taken for ours") };
        let sentence = refused.to_string();
        assert!(sentence.contains("a later release of Sandtable") && sentence.contains("999"), "{sentence}");
    }
}

#[tokio::test]
async fn the_way_to_postgresql_can_be_encrypted() {
    let url = fresh_database().await;
    let _store = store::open(&format!("{url}?sslmode=require")).await.unwrap();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let encrypted: bool = sqlx::query_scalar(
        "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE datname = current_database() AND application_name = 'sandtable'",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert!(encrypted);
    // Nobody has vouched for the tests' own certificate.
    assert!(store::open(&format!("{url}?sslmode=verify-full")).await.is_err());
}

#[tokio::test]
async fn postgresql_syncs_before_it_answers_whatever_its_own_settings_are() {
    let url = fresh_database().await;
    let name = url.rsplit('/').next().unwrap();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let hasty = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    connection.execute(sqlx::AssertSqlSafe(hasty)).await.unwrap();
    let store = store::open(&url).await.unwrap();
    connection
        .execute(
            "CREATE TABLE settings (setting TEXT);
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN INSERT INTO settings VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END';
             CREATE TRIGGER note AFTER INSERT ON entries EXECUTE FUNCTION note();",
        )
        .await
        .unwrap();
    begun(&store).await;
    let settings: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT setting FROM settings").fetch_all(&mut connection).await.unwrap();
    assert_eq!(settings, ["on"]);
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let _store = store::open(&url).await.unwrap();
    let Err(refused) = store::open(&url).await else { panic!("two servers have one file") };
    assert!(refused.to_string().contains("in use by another server"), "{refused}");
}

#[tokio::test]
async fn players_on_two_servers_play_one_game() {
    let url = fresh_database().await;
    let mut servers = Vec::new();
    for _ in 0..2 {
        let app = App::new(config(), shelf(), store::open(&url).await.unwrap());
        app.start().await.unwrap();
        servers.push(app);
    }
    let (mut red, mut blue) = (Browser::at(servers[0].router()), Browser::at(servers[1].router()));
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    blue.join(&made["links"]["blue"]).await;
    let game = made["id"].as_str().unwrap();
    begin(&mut red, &mut blue, game).await;
    let played = play(&mut red, &mut blue, game, 2000, &mut Seeded::new(9)).await;
    assert!(played < 2000);
    let (one, other) =
        (red.get(&format!("/games/{game}/log")).await.text, blue.get(&format!("/games/{game}/log")).await.text);
    assert_eq!(one, other);
    assert!(one.contains("result: "));
}

#[tokio::test]
async fn two_servers_that_get_the_same_order_at_once_carry_it_out_once() {
    let url = fresh_database().await;
    let one = App::new(config(), shelf(), store::open(&url).await.unwrap());
    let two = App::new(config(), shelf(), store::open(&url).await.unwrap());
    let mut here = Browser::at(one.router());
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } });
    let made = here.make(&seats, &json!({ "scouts": 0, "turns": 9 })).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let mut blue = here.clone();
    begin(&mut here, &mut blue, &game).await;
    let mut there = Browser::at(two.router());
    there.cookie = here.cookie.clone();
    for round in 0..20 {
        let table = here.get(&format!("/games/{game}/table?seat=red")).await.ok();
        let Some((seat, ask)) = next_ask(&mut here, &game).await else { break };
        let order = plain_order(&table, &ask);
        let key = format!("k{round}");
        let (mut a, mut b) = (here.clone(), there.clone());
        let (first, second) = tokio::join!(
            a.order(&game, &seat, &ask["id"], &order, &key),
            b.order(&game, &seat, &ask["id"], &order, &key),
        );
        assert_eq!(first.ok(), second.ok());
    }
    let entries = here.get(&format!("/games/{game}/entries?seat=red")).await.ok();
    let others = there.get(&format!("/games/{game}/entries?seat=red")).await.ok();
    assert_eq!(entries, others);
}

async fn next_ask(browser: &mut Browser, game: &str) -> Option<(String, Value)> {
    for seat in ["red", "blue"] {
        if let Some(ask) = browser.my_ask(game, seat).await {
            return Some((seat.to_owned(), ask));
        }
    }
    None
}

/// A way to the database that can be cut.
struct Way {
    address: String,
    whole: watch::Sender<bool>,
}

impl Way {
    async fn to(target: &str) -> Way {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (whole, _) = watch::channel(true);
        let (target, cut) = (target.to_owned(), whole.clone());
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                if !*cut.borrow() {
                    continue;
                }
                let (mut cut, target) = (cut.subscribe(), target.clone());
                tokio::spawn(async move {
                    let Ok(mut there) = TcpStream::connect(target).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut here, &mut there) => {}
                        _ = cut.wait_for(|whole| !*whole) => {}
                    }
                });
            }
        });
        Way { address, whole }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_cut_off_acknowledges_nothing_and_catches_up_when_it_is_back() {
    let url = fresh_database().await;
    let database = url.split('@').nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let way = Way::to(database).await;
    let cut_off = Process::start("127.0.0.1:0", &url.replace(database, &way.address), &[]);
    let well = Process::start("127.0.0.1:0", &url, &[]);
    let mut here = Caller::new(&cut_off.url);
    let game = here.begin_alone(&json!({ "scouts": 0, "turns": 9 })).await;
    let mut there = here.clone();
    there.url = well.url.clone();

    let order =
        |seat: &str, ask: u32| json!({ "seat": seat, "ask": ask, "orders": [{ "plot": { "stance": "march" } }] });
    let path = format!("/games/{game}/orders");
    way.whole.send_replace(false);
    let (status, problem) = here.post(&path, &order("red", 1), "red-1").await.unwrap();
    assert_eq!((status, &problem["kind"]), (503, &json!("unavailable")), "{problem}");
    // The other server goes on without it.
    let (status, _) = there.post(&path, &order("blue", 1), "blue-1").await.unwrap();
    assert_eq!(status, 200);
    let (status, _) = there.post(&path, &order("red", 1), "red-1").await.unwrap();
    assert_eq!(status, 200);
    way.whole.send_replace(true);
    // Sent again with the same key, the order gets the answer that the other server gave.
    let mut tries = 0;
    loop {
        let (status, answer) = here.post(&path, &order("red", 1), "red-1").await.unwrap();
        if status == 200 {
            break;
        }
        tries += 1;
        assert!(status == 503 && tries < 100, "{status} {answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (_, one) = here.get(&format!("/games/{game}/entries?seat=red")).await.unwrap();
    let (_, other) = there.get(&format!("/games/{game}/entries?seat=red")).await.unwrap();
    assert_eq!(one, other);
}
