//! How much goes through with all that belongs to a game, beside what the disk would allow.

use super::played::{Against, Player, SQUARES};
use super::{Effort, Process, Spent, Trouble, ms, verdict};
use sqlx::{Connection, Executor, Row, SqliteConnection};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::time::Instant as Moment;

const GAMES: usize = 200;
const LENGTH: Duration = Duration::from_secs(8);

/// Plays 200 games of squares as fast as they go, then at half of that; then commits the same bytes in a bare loop.
pub(super) async fn play(file: &Path) -> Result<(), Trouble> {
    let store = format!("sqlite:{}", file.display());
    let (rate, spent, bytes) = {
        let server = Process::start(&store)?;
        let players = sit_down(&server).await?;
        let effort = Effort::of(&server)?;
        let (took, entries, seconds) = all(players, None).await?;
        let spent = effort.since(&server)?;
        drop(server);
        let rate = entries as f64 / seconds;
        println!(
            "squares, {GAMES} games flat out with prompts and live streams: {rate:.0} orders/s; {}; {:.2} ms of the \
             processors an order ({spent})",
            figures(took),
            spent.an_order(entries)
        );
        (rate, spent, bytes_of(&store).await?)
    };
    bare_loop(&file.with_extension("bare.db"), bytes, rate, &spent).await?;
    let server = Process::start(&format!("sqlite:{}", file.with_extension("half.db").display()))?;
    let players = sit_down(&server).await?;
    let every = Duration::from_secs_f64(GAMES as f64 / (rate / 2.0));
    let effort = Effort::of(&server)?;
    let (mut took, entries, seconds) = all(players, Some(every)).await?;
    let spent = effort.since(&server)?;
    took.sort_unstable();
    let at = |share: f64| took.get((took.len().saturating_sub(1) as f64 * share) as usize).copied().map_or(0.0, ms);
    let (middle, late) = (at(0.5), at(0.99));
    println!(
        "squares at half of that: {:.0} orders/s; an order p50 {middle:.1} ms, p99 {late:.1} ms; promised p99 < 10 times p50: \
         {} ({spent})",
        entries as f64 / seconds,
        verdict(late < 10.0 * middle)
    );
    Ok(())
}

async fn sit_down(server: &Process) -> Result<Vec<Player>, Trouble> {
    let mut players = Vec::new();
    for game in 0..GAMES {
        players.push(Player::sit_down(&server.address, SQUARES, game as u64, Against::Oneself).await?);
    }
    Ok(players)
}

/// Lets all play: how long their orders took, how many there were, in how many seconds.
async fn all(players: Vec<Player>, every: Option<Duration>) -> Result<(Vec<Duration>, usize, f64), Trouble> {
    let start = Moment::now();
    let until = start + LENGTH;
    let count = players.len() as u32;
    let tasks: Vec<_> = players
        .into_iter()
        .enumerate()
        .map(|(i, player)| {
            let every = every.map(|every| (start + every * i as u32 / count, every));
            tokio::spawn(player.play(until, every))
        })
        .collect();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await??.0.orders);
    }
    let orders = took.len();
    Ok((took, orders, start.elapsed().as_secs_f64()))
}

fn figures(mut took: Vec<Duration>) -> String {
    took.sort_unstable();
    let at = |share: f64| took.get((took.len().saturating_sub(1) as f64 * share) as usize).copied().map_or(0.0, ms);
    format!("an order p50 {:.1} ms, p99 {:.1} ms", at(0.5), at(0.99))
}

/// The mean length of what is written with an order: its entry with request and answer, and the snapshot.
async fn bytes_of(store: &str) -> Result<(usize, usize), Trouble> {
    let mut connection = SqliteConnection::connect(store).await?;
    let entry = "SELECT CAST(AVG(LENGTH(text) + LENGTH(COALESCE(answer, '')) + LENGTH(COALESCE(body, ''))) AS INTEGER) \
                 FROM entries WHERE number > 0";
    let entry: i64 = connection.fetch_one(entry).await?.try_get(0)?;
    let snapshot: i64 =
        connection.fetch_one("SELECT CAST(AVG(LENGTH(state)) AS INTEGER) FROM snapshots").await?.try_get(0)?;
    connection.close().await?;
    Ok((entry as usize, snapshot as usize))
}

/// One commit after the other of as many bytes, synced as the server does, and nothing else.
async fn bare_loop(file: &Path, (entry, snapshot): (usize, usize), rate: f64, spent: &Spent) -> Result<(), Trouble> {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    connection
        .execute("CREATE TABLE entries (game BIGINT, number BIGINT, text TEXT, PRIMARY KEY (game, number))")
        .await?;
    connection.execute("CREATE TABLE snapshots (game BIGINT PRIMARY KEY, state TEXT)").await?;
    let (text, state) = ("e".repeat(entry), "s".repeat(snapshot));
    let start = Instant::now();
    let mut commits = 0_i64;
    while start.elapsed() < Duration::from_secs(5) {
        let mut transaction = connection.begin().await?;
        sqlx::query("INSERT INTO entries VALUES ($1, $2, $3)")
            .bind(commits % GAMES as i64)
            .bind(commits / GAMES as i64)
            .bind(&text)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO snapshots VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET state = excluded.state")
            .bind(commits % GAMES as i64)
            .bind(&state)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        commits += 1;
    }
    let bare = commits as f64 / start.elapsed().as_secs_f64();
    connection.close().await?;
    println!(
        "a bare loop of SQLite commits of the same bytes ({entry} and {snapshot}) with the same sync: {bare:.0} commits/s; the \
         server reaches {:.0} % of it with {:.2} cores; promised a third or more: {}",
        rate / bare * 100.0,
        spent.server / spent.seconds,
        verdict(rate * 3.0 >= bare)
    );
    Ok(())
}
