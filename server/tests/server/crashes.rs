//! Crashes: not one acknowledged order is lost, none is carried out twice, every game goes on.

use crate::process::{Caller, Process, free_address, plain_order};
use crate::stores::fresh_database;
use kernel::dice::Seeded;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a player knows to be so, because the server has said so.
#[derive(Default)]
struct Ledger {
    /// How many orders of each seat were acknowledged, by game.
    acknowledged: HashMap<(String, String), usize>,
}

/// Plays games alone until it is told to stop; sends again whatever got no answer.
async fn player(url: String, stop: Arc<AtomicBool>, total: Arc<AtomicUsize>) -> (Caller, Ledger) {
    let mut caller = Caller::new(&url);
    let mut ledger = Ledger::default();
    let options = json!({ "scouts": 0, "turns": 9 });
    'games: while !stop.load(Ordering::Relaxed) {
        let Some(game) = new_game(&mut caller, &options).await else { continue };
        for seat in ["red", "blue"] {
            ledger.acknowledged.insert((game.clone(), seat.to_owned()), 0);
        }
        loop {
            if stop.load(Ordering::Relaxed) {
                break 'games;
            }
            let Some((seat, ask, order)) = next(&mut caller, &game).await else { break };
            let body = json!({ "seat": seat, "ask": ask["id"], "orders": [order] });
            let key = format!("{seat}-{}", ask["id"]);
            // The same request until it is answered: the player cannot know whether it was carried out.
            let answer = loop {
                match caller.post(&format!("/games/{game}/orders"), &body, &key).await {
                    Ok((200, answer)) => break answer,
                    Ok((503, _)) | Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                    Ok((status, answer)) => panic!("{status}: {answer} for {body}"),
                }
            };
            *ledger.acknowledged.get_mut(&(game.clone(), seat)).unwrap() += 1;
            total.fetch_add(1, Ordering::Relaxed);
            if !answer["result"].is_null() {
                break;
            }
        }
    }
    (caller, ledger)
}

async fn new_game(caller: &mut Caller, options: &Value) -> Option<String> {
    let body = json!({
        "book": "drill", "scenario": "skirmish", "options": options,
        "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } },
    });
    let Ok((201, game)) = caller.post("/games", &body, "k").await else {
        tokio::time::sleep(Duration::from_millis(20)).await;
        return None;
    };
    let id = game["id"].as_str().unwrap().to_owned();
    for seat in ["red", "blue"] {
        loop {
            match caller.post(&format!("/games/{id}/dice/leave"), &json!({ "seat": seat }), "k").await {
                Ok((200, _)) => break,
                Ok((503, _)) | Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                Ok((status, answer)) => panic!("{status}: {answer}"),
            }
        }
    }
    Some(id)
}

/// The next order in a game; none when it is over.
async fn next(caller: &mut Caller, game: &str) -> Option<(String, Value, Value)> {
    loop {
        for seat in ["red", "blue"] {
            let Ok((200, table)) = caller.get(&format!("/games/{game}/table?seat={seat}")).await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                break;
            };
            if !table["result"].is_null() {
                return None;
            }
            let mine = |ask: &&Value| ask["mine"] == true && ask["seat"] == seat;
            if let Some(ask) = table["asks"].as_array().unwrap().iter().find(mine) {
                return Some((seat.to_owned(), ask.clone(), plain_order(&table, ask)));
            }
        }
    }
}

/// Holds what the store has to what players were told.
async fn nothing_lost_nothing_twice(mut caller: Caller, ledger: Ledger) -> usize {
    let mut checked = 0;
    for ((game, seat), acknowledged) in ledger.acknowledged {
        let (status, entries) = caller.get(&format!("/games/{game}/entries?seat={seat}&limit=2000")).await.unwrap();
        assert_eq!(status, 200, "{entries}");
        let of_seat = |entry: &&Value| entry["what"] == "orders" && entry["seat"] == seat.as_str();
        let carried_out = entries["entries"].as_array().unwrap().iter().filter(of_seat).count();
        assert_eq!(carried_out, acknowledged, "game {game}, {seat}");
        checked += carried_out;
    }
    checked
}

async fn kills_under_load(name: &str, store: &str, kills: usize, seed: u64) {
    let started = Instant::now();
    let address = free_address();
    let mut server = Process::start(&address, store, &[]);
    let (stop, total) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let players: Vec<_> =
        (0..6).map(|_| tokio::spawn(player(server.url.clone(), Arc::clone(&stop), Arc::clone(&total)))).collect();
    let mut random = Seeded::new(seed);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(u64::from(100 + random.below(500)))).await;
        server.kill();
        server = Process::start(&address, store, &[]);
    }
    // Every game goes on: the players are still at it.
    let before = total.load(Ordering::Relaxed);
    while total.load(Ordering::Relaxed) < before + 30 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut checked = 0;
    for player in players {
        let (caller, ledger) = player.await.unwrap();
        checked += nothing_lost_nothing_twice(caller, ledger).await;
    }
    assert_eq!(checked, total.load(Ordering::Relaxed));
    assert!(checked > 30);
    println!(
        "{name}: {kills} kills under load in {:.0} s, {checked} orders acknowledged, none lost or carried out twice",
        started.elapsed().as_secs_f64()
    );
}

/// Ten in the suite; `SANDTABLE_KILLS` says how many otherwise.
fn kills() -> usize {
    std::env::var("SANDTABLE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_at_random_moments_lose_nothing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    kills_under_load("SQLite", &format!("sqlite:{}", folder.path().join("games.db").display()), kills(), 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_at_random_moments_lose_nothing_on_postgresql() {
    kills_under_load("PostgreSQL", &fresh_database().await, kills(), 2).await;
}

/// Crashes at a moment of the fourth order, and looks what is there then.
async fn crash_at(store: &str, moment: &str, is_kept: bool) {
    let address = free_address();
    // Two changes begin the game; a change of each order comes after them.
    let mut server = Process::start(&address, store, &[("DRILL_CRASH", format!("{moment}:6"))]);
    let mut caller = Caller::new(&server.url);
    let game = caller.begin_alone(&json!({ "scouts": 0, "turns": 9 })).await;
    let path = format!("/games/{game}/orders");
    let mut sent = Vec::new();
    let lost = loop {
        let (seat, ask, order) = next(&mut caller, &game).await.unwrap();
        let body = json!({ "seat": seat, "ask": ask["id"], "orders": [order] });
        let key = format!("{seat}-{}", ask["id"]);
        sent.push((body.clone(), key.clone()));
        let answer = caller.post(&path, &body, &key).await;
        let acknowledged = matches!(answer, Ok((200, _)));
        if sent.len() == 4 {
            assert!(!acknowledged || moment == "before-broadcast", "{moment}: {answer:?}");
            break (body, key);
        }
        assert!(acknowledged, "{moment}, order {}: {answer:?}", sent.len());
    };
    server.ends().await;
    let server = Process::start(&address, store, &[]);
    assert_eq!(orders_of(&mut caller, &game).await, if is_kept { 4 } else { 3 }, "{moment}");
    // Everything is sent again; each is carried out once, and the game goes on.
    for (body, key) in &sent {
        assert_eq!(caller.post(&path, body, key).await.unwrap().0, 200);
    }
    assert_eq!(orders_of(&mut caller, &game).await, 4, "{moment}");
    let other = json!({ "seat": lost.0["seat"], "ask": 99, "orders": ["pass"] });
    assert_eq!(caller.post(&path, &other, &lost.1).await.unwrap().0, 422, "the key is taken");
    let (seat, ask, order) = next(&mut caller, &game).await.unwrap();
    let body = json!({ "seat": seat, "ask": ask["id"], "orders": [order] });
    assert_eq!(caller.post(&path, &body, "on it goes").await.unwrap().0, 400, "a key has no blanks");
    assert_eq!(caller.post(&path, &body, "on-it-goes").await.unwrap().0, 200);
    drop(server);
}

async fn orders_of(caller: &mut Caller, game: &str) -> usize {
    let mut count = 0;
    for seat in ["red", "blue"] {
        let (_, entries) = caller.get(&format!("/games/{game}/entries?seat={seat}")).await.unwrap();
        let own = |entry: &&Value| entry["what"] == "orders" && entry["seat"] == seat;
        count += entries["entries"].as_array().unwrap().iter().filter(own).count();
    }
    count
}

#[tokio::test]
async fn a_crash_before_the_commit_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    crash_at(&format!("sqlite:{}", folder.path().join("games.db").display()), "before-commit", false).await;
    crash_at(&fresh_database().await, "before-commit", false).await;
}

#[tokio::test]
async fn a_crash_between_commit_and_acknowledgement_keeps_the_order() {
    let folder = tempfile::tempdir().unwrap();
    crash_at(&format!("sqlite:{}", folder.path().join("games.db").display()), "before-acknowledgement", true).await;
    crash_at(&fresh_database().await, "before-acknowledgement", true).await;
}

#[tokio::test]
async fn a_crash_before_the_broadcast_keeps_the_order() {
    let folder = tempfile::tempdir().unwrap();
    crash_at(&format!("sqlite:{}", folder.path().join("games.db").display()), "before-broadcast", true).await;
    crash_at(&fresh_database().await, "before-broadcast", true).await;
}

#[tokio::test]
async fn a_machines_job_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    for store in [format!("sqlite:{}", folder.path().join("games.db").display()), fresh_database().await] {
        let address = free_address();
        // Late enough that the game's maker has his answer before the machines come to the crash, and the same game on each
        // run, so that it is not over before.
        let settings = [("DRILL_CRASH", "before-commit:24".to_owned()), ("DRILL_SEED", "1".to_owned())];
        let mut server = Process::start(&address, &store, &settings);
        let mut caller = Caller::new(&server.url);
        let body = json!({
            "book": "drill", "scenario": "skirmish", "options": { "turns": 4 },
            "seats": { "red": { "kind": "machine" }, "blue": { "kind": "machine" } },
        });
        let (status, game) = caller.post("/games", &body, "k").await.unwrap();
        assert_eq!(status, 201);
        server.ends().await;
        let _server = Process::start(&address, &store, &[]);
        let path = format!("/games/{}", game["id"].as_str().unwrap());
        let mut tries = 0;
        while caller.get(&path).await.unwrap().1["status"] != "over" {
            tries += 1;
            assert!(tries < 1000, "the machines do not go on");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Looks over the server's shoulder: whenever the answer to an order goes out, the order must have been written to the
/// database's log since the answer before, and nothing of that log may still wait for its sync.
#[tokio::test]
async fn no_acknowledgement_precedes_the_sync() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/strace.sh");
    let found = Command::new(script).output().expect("the script runs");
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start("127.0.0.1:0", &format!("sqlite:{}", folder.path().join("games.db").display()), &[]);
    let mut caller = Caller::new(&server.url);
    let game = caller.begin_alone(&json!({ "scouts": 0, "turns": 9 })).await;
    let trace = folder.path().join("trace");
    let calls = "trace=fsync,fdatasync,write,pwrite64,writev,sendto,sendmsg";
    let mut strace = Command::new(String::from_utf8(found.stdout).unwrap().trim())
        .args(["-f", "-y", "-s", "1000", "-e", calls, "-o"])
        .arg(&trace)
        .args(["-p", &server.id().to_string()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It says so when it has taken hold of the server's threads.
    let mut said = BufReader::new(strace.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.contains("attached"), "{line}");
    for _ in 0..20 {
        let (seat, ask, order) = next(&mut caller, &game).await.unwrap();
        let body = json!({ "seat": seat, "ask": ask["id"], "orders": [order] });
        let key = format!("{seat}-{}", ask["id"]);
        assert_eq!(caller.post(&format!("/games/{game}/orders"), &body, &key).await.unwrap().0, 200);
    }
    server.kill();
    strace.wait().unwrap();
    assert_eq!(acknowledged_after_sync(&std::fs::read_to_string(&trace).unwrap()), Ok(20));
}

/// How many answers to orders went out, each after its order was written and synced; otherwise the line that is wrong.
fn acknowledged_after_sync(trace: &str) -> Result<usize, String> {
    /// What the log of the database has had since the last answer.
    #[derive(PartialEq)]
    enum Log {
        Untouched,
        Written,
        Synced,
    }
    let (mut log, mut acknowledged) = (Log::Untouched, 0);
    // The threads that are in the middle of a sync: one that began before the last write does not count.
    let mut syncing = HashSet::new();
    for line in trace.lines() {
        let thread = line.split(' ').next().unwrap_or_default();
        let of_log = line.contains("games.db-wal>");
        if of_log && line.contains("write") {
            log = Log::Written;
            syncing.clear();
        } else if of_log && line.contains("sync(") && line.ends_with("<unfinished ...>") {
            syncing.insert(thread);
        } else if line.contains("sync resumed") && line.ends_with("= 0") && syncing.remove(thread)
            || of_log && line.contains("sync(") && line.ends_with("= 0")
        {
            // A sync of nothing proves nothing.
            log = if log == Log::Written { Log::Synced } else { log };
        } else if line.contains("HTTP/1.1 200") && line.contains("carried_out") {
            if log != Log::Synced {
                return Err(format!("an order was acknowledged before the sync: {line}"));
            }
            (log, acknowledged) = (Log::Untouched, acknowledged + 1);
        }
    }
    Ok(acknowledged)
}

#[test]
fn a_trace_in_which_an_answer_precedes_the_sync_is_found_out() {
    let write = "7 pwrite64(9</d/games.db-wal>, \"...\", 4096, 0) = 4096\n";
    let sync = "7 fdatasync(9</d/games.db-wal>) = 0\n";
    let answer =
        "8 writev(11<socket:[1]>, [{iov_base=\"HTTP/1.1 200 OK\"}, {iov_base=\"{\\\"carried_out\"}], 2) = 90\n";
    let (begun, ended) = ("7 fdatasync(9</d/games.db-wal> <unfinished ...>\n", "7 <... fdatasync resumed>) = 0\n");
    let looked = |lines: &[&str]| acknowledged_after_sync(&lines.concat());
    assert_eq!(looked(&[write, sync, answer, write, write, begun, ended, answer]), Ok(2));
    assert!(looked(&[write, answer, sync]).is_err(), "answered before the sync");
    assert!(looked(&[write, begun, answer, ended]).is_err(), "answered during the sync");
    assert!(looked(&[sync, answer]).is_err(), "nothing was written");
    assert!(looked(&[write, sync, answer, answer]).is_err(), "the sync was another order's");
    assert!(looked(&[begun, write, ended, answer]).is_err(), "the sync began before the write");
}
