//! SQLite: one file, one server, one writer that commits what has queued up in one go.

use super::statements::statements;
use super::{MARK, MIGRATIONS, Store};
use crate::private::private_file;
use crate::secrets::random_word;
use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, QueryBuilder};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

statements!(sqlx::Sqlite, SqliteConnection, SqliteRow);

/// Games in one SQLite file, in the user's data directory.
///
/// Writes go to one task. It takes what has queued up, does all of it in one transaction, commits once, and only then
/// answers: many games share one sync of the disk, and nothing is acknowledged before it.
pub struct Sqlite {
    path: PathBuf,
    readers: SqlitePool,
    writes: mpsc::Sender<Job>,
    /// Held as long as the store is open, so that no second server takes the file.
    lock: Mutex<Option<File>>,
}

struct Job {
    what: Work,
    done: oneshot::Sender<Result<Committed, StoreError>>,
}

enum Work {
    Create(Box<NewGame>),
    Change(Box<Change>),
    Analysis(GameId, String),
    Mark(String),
    House { name: String, value: String },
    Notes(GameId, String, String),
    Backup(PathBuf),
    Close,
}

impl Work {
    fn as_change(&self) -> Option<&Change> {
        if let Work::Change(change) = self { Some(change) } else { None }
    }
}

/// How many changes are committed together at most.
const TOGETHER: usize = 512;

/// How long the log beside the file may grow, in pages, before the writer itself stops to carry it over: some 64 MB.
const MOST_PAGES: &str = "16384";

/// How long a write may take before the store is not well.
const PING: Duration = Duration::from_secs(10);

/// How long the log is left to grow before it is carried over beside the writer.
const TIDY_EVERY: Duration = Duration::from_millis(100);

impl Sqlite {
    /// Opens a file, makes it where it is missing, and brings its schema up to date.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let wrong = |error| StoreError::File(path.display().to_string(), error);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(wrong)?;
        }
        // It holds the secrets of dice: nobody else on this machine needs to read it. SQLite makes the files beside it
        // as private as itself.
        private_file().open(path).map_err(wrong)?;
        let lock = File::create(path.with_extension("lock")).map_err(wrong)?;
        if lock.try_lock().is_err() {
            return Err(StoreError::InUse(path.display().to_string()));
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("wal_autocheckpoint", MOST_PAGES)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(|error| damaged(path, error))?;
        check(&mut connection, path).await?;
        MIGRATIONS.run(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone().read_only(true)).await?;
        let (writes, jobs) = mpsc::channel(4096);
        let (written, news) = watch::channel(());
        let tidying = tokio::spawn(tidy(options.connect().await?, news));
        tokio::spawn(write(connection, jobs, written, tidying));
        Ok(Sqlite { path: path.to_owned(), readers, writes, lock: Mutex::new(Some(lock)) })
    }

    /// Opens a file only to read it, while a server may be at it.
    pub async fn open_to_read(path: &Path) -> Result<Sqlite, StoreError> {
        is_there(path)?;
        let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
        let readers = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let kept: i64 =
            sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(&readers).await?;
        super::is_ours(kept)?;
        // Nobody takes what is sent here: every write is refused.
        let (writes, _) = mpsc::channel(1);
        Ok(Sqlite { path: path.to_owned(), readers, writes, lock: Mutex::default() })
    }

    /// Copies a file, while a server may be at it.
    pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
        is_there(from)?;
        let options = SqliteConnectOptions::new().filename(from).create_if_missing(false).disable_statement_logging();
        let mut connection = options.connect().await?;
        copy(&mut connection, to).await?;
        Ok(connection.close().await?)
    }

    async fn work(&self, what: Work) -> Result<Committed, StoreError> {
        let (done, answer) = oneshot::channel();
        self.writes.send(Job { what, done }).await.map_err(|_| StoreError::Closing)?;
        answer.await.map_err(|_| StoreError::Closing)?
    }
}

/// Refuses a file that is damaged, before anybody plays on it: what is written to it then may make it worse.
async fn check(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check(3)")
        .fetch_all(connection)
        .await
        .map_err(|error| damaged(path, error))?;
    if found.first().is_some_and(|first| first != "ok") {
        return Err(StoreError::Damaged(path.display().to_string(), found.join("; ")));
    }
    Ok(())
}

/// What SQLite says of a file that is none of its own, or is broken.
fn damaged(path: &Path, error: sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(|error| error.code().map(std::borrow::Cow::into_owned));
    match code.as_deref() {
        // SQLITE_CORRUPT and SQLITE_NOTADB, with their extended codes.
        Some("11" | "26" | "267" | "523" | "779") => StoreError::Damaged(path.display().to_string(), error.to_string()),
        _ => error.into(),
    }
}

fn is_there(path: &Path) -> Result<(), StoreError> {
    fs::metadata(path).map(|_| ()).map_err(|error| StoreError::File(path.display().to_string(), error))
}

/// Carries what was committed from the log beside the file into the file, while the writer goes on: a commit need not
/// wait for it, and the writer has little left to do when the log is at its longest. It ends when the writer does.
async fn tidy(mut connection: SqliteConnection, mut written: watch::Receiver<()>) {
    while written.changed().await.is_ok() {
        // It may find the file busy; there is a next time.
        let _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").await;
        tokio::time::sleep(TIDY_EVERY).await;
    }
    let _ = connection.close().await;
}

/// The writer: commits what has queued up in one transaction, then answers.
async fn write(
    mut connection: SqliteConnection,
    mut jobs: mpsc::Receiver<Job>,
    written: watch::Sender<()>,
    tidying: JoinHandle<()>,
) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        let mut changes = Vec::with_capacity(batch.len());
        let mut others = Vec::new();
        for job in batch.drain(..) {
            if matches!(job.what, Work::Backup(_) | Work::Close) {
                others.push(job);
            } else {
                changes.push(job);
            }
        }
        if !changes.is_empty() {
            commit_together(&mut connection, changes).await;
            let _ = written.send(());
        }
        for job in others {
            if let Work::Backup(to) = job.what {
                let _ = job.done.send(copy(&mut connection, &to).await);
                continue;
            }
            drop(written);
            let _ = tidying.await;
            let closed = connection.close().await.map(|()| Committed::Done).map_err(StoreError::from);
            let _ = job.done.send(closed);
            return;
        }
    }
}

/// Most often nothing goes wrong with any of them; only where something does, each is done anew in a savepoint of its own.
async fn commit_together(connection: &mut SqliteConnection, jobs: Vec<Job>) {
    let (mut jobs, others) = orders_apart(jobs);
    let orders = jobs.len();
    jobs.extend(others);
    let mut committed = commit_all(connection, &jobs[..orders], &jobs[orders..]).await;
    if committed.is_err() {
        let _ = connection.execute("ROLLBACK").await;
        committed = commit_each(connection, &jobs).await;
    }
    match committed {
        Ok(results) => {
            for (job, result) in jobs.into_iter().zip(results) {
                let _ = job.done.send(result);
            }
        }
        Err(error) => {
            tracing::error!(%error, "a transaction of {} changes was rolled back", jobs.len());
            let _ = connection.execute("ROLLBACK").await;
            for job in jobs {
                let _ = job.done.send(Err(StoreError::Database(sqlx::Error::Protocol(error.to_string()))));
            }
        }
    }
}

/// The changes that leave the folder as it is, no two of one game, as orders do; and what is left.
fn orders_apart(jobs: Vec<Job>) -> (Vec<Job>, Vec<Job>) {
    let mut games = HashSet::new();
    jobs.into_iter().partition(|job| match &job.what {
        Work::Change(change) => {
            games.insert(change.id.clone()) && change.folder.is_none() && change.rewritten.is_empty()
        }
        _ => false,
    })
}

type Results = Vec<Result<Committed, StoreError>>;

/// Does all in one transaction. What goes wrong, or is behind among the orders, ends it whole.
async fn commit_all(connection: &mut SqliteConnection, orders: &[Job], others: &[Job]) -> Result<Results, StoreError> {
    begin_with(connection, orders).await?;
    let mut results: Results = orders.iter().map(|_| Ok(Committed::Done)).collect();
    for job in others {
        results.push(Ok(carry_out(connection, &job.what).await?));
    }
    connection.execute("COMMIT").await?;
    Ok(results)
}

/// Does each in one transaction; what goes wrong with one is its own.
async fn commit_each(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<Results, StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        results.push(in_savepoint(connection, &job.what).await?);
    }
    connection.execute("COMMIT").await?;
    Ok(results)
}

/// Begins a transaction and carries out all orders in it with one word to the thread that holds the file: the way there
/// and back takes longer under load than what is done there.
async fn begin_with(connection: &mut SqliteConnection, orders: &[Job]) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<sqlx::Sqlite>::new("BEGIN IMMEDIATE; ");
    let changes: Vec<&Change> = orders.iter().filter_map(|job| job.what.as_change()).collect();
    let mut moved = Vec::new();
    if !changes.is_empty() {
        query.push(
            "UPDATE games SET version = version + 1, head = head + column3, status = column4, due = column5,
             updated = column6, stand = column7, lease_until = 0 FROM (",
        );
        query.push_values(&changes, |mut row, change| {
            row.push_bind(change.id.as_str())
                .push_bind(change.version)
                .push_bind(i64::from(change.entry.is_some()))
                .push_bind(change.status.as_str())
                .push_bind(i64::from(change.due))
                .push_bind(change.updated)
                .push_bind(change.stand.text());
        });
        query.push(") WHERE id = column1 AND version = column2; SELECT changes(); ");
        moved.push(changes.len() as i64);
    }
    let entries: Vec<_> = changes.iter().filter_map(|change| Some((&change.id, change.entry.as_ref()?))).collect();
    push_entries(&mut query, &entries);
    let snapshots: Vec<_> = changes.iter().filter_map(|change| Some((&change.id, change.snapshot.as_ref()?))).collect();
    query.push("; ");
    push_snapshots(&mut query, &snapshots);
    // Every number of orders makes a statement of its own: none is worth keeping.
    let found: Vec<i64> = query.build_query_scalar().persistent(false).fetch_all(connection).await?;
    if found == moved { Ok(()) } else { Err(sqlx::Error::RowNotFound.into()) }
}

async fn carry_out(connection: &mut SqliteConnection, work: &Work) -> Result<Committed, StoreError> {
    match work {
        Work::Create(game) => insert_game(connection, game).await.map(|()| Committed::Done),
        Work::Change(change) => change_game(connection, change).await,
        Work::Analysis(id, text) => keep_analysis(connection, id, text).await.map(|()| Committed::Done),
        Work::Mark(value) => mark(connection, value).await.map(|()| Committed::Done),
        Work::House { name, value } => keep_once(connection, name, value).await.map(|_| Committed::Done),
        Work::Notes(id, seat, text) => keep_notes(connection, id, seat, text).await.map(|()| Committed::Done),
        Work::Backup(_) | Work::Close => Ok(Committed::Done),
    }
}

/// One change of many: what goes wrong with it undoes it alone. The outer error ends the whole transaction.
async fn in_savepoint(
    connection: &mut SqliteConnection,
    work: &Work,
) -> Result<Result<Committed, StoreError>, StoreError> {
    connection.execute("SAVEPOINT one").await?;
    let result = carry_out(connection, work).await;
    if result.is_err() {
        connection.execute("ROLLBACK TO one").await?;
    }
    connection.execute("RELEASE one").await?;
    Ok(result)
}

async fn copy(connection: &mut SqliteConnection, to: &Path) -> Result<Committed, StoreError> {
    private_file().create_new(true).open(to).map_err(|error| StoreError::File(to.display().to_string(), error))?;
    let quoted = to.display().to_string().replace('\'', "''");
    let copied = connection.execute(AssertSqlSafe(format!("VACUUM INTO '{quoted}'"))).await;
    if copied.is_err() {
        // Nothing that could be taken for a copy is left behind.
        let _ = fs::remove_file(to);
    }
    copied?;
    Ok(Committed::Done)
}

#[async_trait]
impl Store for Sqlite {
    fn is_exclusive(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        format!("SQLite, {}", self.path.display())
    }

    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.work(Work::Create(Box::new(game))).await.map(|_| ())
    }

    async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        self.work(Work::Change(Box::new(change))).await
    }

    async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError> {
        game(&mut *self.readers.acquire().await?, id).await
    }

    async fn version(&self, id: &GameId) -> Result<Option<i64>, StoreError> {
        version(&mut *self.readers.acquire().await?, id).await
    }

    async fn entries(&self, id: &GameId, from: u32) -> Result<Vec<EntryRow>, StoreError> {
        entries(&mut *self.readers.acquire().await?, id, from).await
    }

    async fn snapshot(&self, id: &GameId) -> Result<Option<SnapshotRow>, StoreError> {
        snapshot(&mut *self.readers.acquire().await?, id).await
    }

    async fn keep_analysis(&self, id: &GameId, text: &str) -> Result<(), StoreError> {
        self.work(Work::Analysis(id.clone(), text.to_owned())).await.map(|_| ())
    }

    async fn analysis(&self, id: &GameId) -> Result<Option<String>, StoreError> {
        analysis(&mut *self.readers.acquire().await?, id).await
    }

    async fn lines(&self, id: &GameId, from: u32, limit: u32) -> Result<Vec<LineRow>, StoreError> {
        lines(&mut *self.readers.acquire().await?, id, from, limit).await
    }

    async fn keep_notes(&self, id: &GameId, seat: &str, text: &str) -> Result<(), StoreError> {
        self.work(Work::Notes(id.clone(), seat.to_owned(), text.to_owned())).await.map(|_| ())
    }

    async fn notes(&self, id: &GameId, seat: &str) -> Result<Option<String>, StoreError> {
        notes(&mut *self.readers.acquire().await?, id, seat).await
    }

    async fn games_of(&self, browser: &Kept, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        games_of(&mut *self.readers.acquire().await?, browser, limit).await
    }

    async fn listed(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        listed(&mut *self.readers.acquire().await?, limit).await
    }

    async fn running(&self) -> Result<i64, StoreError> {
        running(&mut *self.readers.acquire().await?).await
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<GameId>, StoreError> {
        due(&mut *self.readers.acquire().await?, now, limit).await
    }

    /// There is no other server that could take the job, and this one knows what it is at.
    async fn lease(&self, _: &GameId, _: &str, _: i64, _: i64) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn idle_since(&self, before: i64, limit: u32) -> Result<Vec<GameId>, StoreError> {
        idle_since(&mut *self.readers.acquire().await?, before, limit).await
    }

    async fn all(&self, after: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        all(&mut *self.readers.acquire().await?, after, limit).await
    }

    async fn announce(&self, _: &GameId) {}

    async fn announced(&self) -> Result<Option<mpsc::Receiver<GameId>>, StoreError> {
        Ok(None)
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.work(Work::Backup(to.to_owned())).await.map(|_| ())
    }

    async fn keep_once(&self, name: &str, value: &str) -> Result<String, StoreError> {
        self.work(Work::House { name: name.to_owned(), value: value.to_owned() }).await?;
        let kept = sqlx::query_scalar("SELECT value FROM house WHERE name = $1").bind(name);
        Ok(kept.fetch_one(&mut *self.readers.acquire().await?).await?)
    }

    async fn is_seated(&self, browser: &Kept) -> Result<bool, StoreError> {
        is_seated(&mut *self.readers.acquire().await?, browser).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let written = tokio::time::timeout(PING, self.work(Work::Mark(random_word(MARK))));
        written.await.map_err(|_| StoreError::Closing)??;
        // Some page of the file, another each time.
        let mut reader = self.readers.acquire().await?;
        sqlx::query("SELECT COUNT(*) FROM games WHERE status = 'playing'").execute(&mut *reader).await?;
        Ok(())
    }

    async fn close(&self) {
        // The writer goes last: then it leaves one file behind, and no log beside it.
        self.readers.close().await;
        let _ = self.work(Work::Close).await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
