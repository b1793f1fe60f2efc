//! Storage: SQLite for one server, PostgreSQL for several, behind one trait.
//!
//! Correctness comes from keys, not locks: an entry's key is its game and number, and every change of a game moves the
//! game's version by compare-and-set in the same transaction. So whoever adds an entry has seen all before it, and with
//! them every request that was done.

mod migrations;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod statements;

pub use migrations::MIGRATIONS;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use crate::folder::{Folder, Status};
use crate::secrets::{GameId, Kept};
pub use crate::stand::Stand;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use sqlx::migrate::MigrateError;
use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;

/// So much is written to see whether it can be: more than an order takes, so that whoever has room for it has room
/// for orders too.
const MARK: usize = 32 * 1024;

/// Where games are kept.
#[async_trait]
pub trait Store: Send + Sync {
    /// Is this process the only one that writes? Then what it holds in memory is never out of date.
    fn is_exclusive(&self) -> bool;

    /// What it is, for the log: without a password.
    fn describe(&self) -> String;

    /// Keeps a new game.
    async fn create(&self, game: NewGame) -> Result<(), StoreError>;

    /// Changes a game, if it still has the version that the change is based on. When this returns, the change will
    /// survive a crash.
    async fn commit(&self, change: Change) -> Result<Committed, StoreError>;

    /// A game.
    async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError>;

    /// The version of a game.
    async fn version(&self, id: &GameId) -> Result<Option<i64>, StoreError>;

    /// The entries of a game from a number on.
    async fn entries(&self, id: &GameId, from: u32) -> Result<Vec<EntryRow>, StoreError>;

    /// How a game stood after its last entry.
    async fn snapshot(&self, id: &GameId) -> Result<Option<SnapshotRow>, StoreError>;

    /// Keeps what luck and judgement did in a game, as JSON.
    async fn keep_analysis(&self, id: &GameId, analysis: &str) -> Result<(), StoreError>;

    /// What luck and judgement did in a game, where that was kept.
    async fn analysis(&self, id: &GameId) -> Result<Option<String>, StoreError>;

    /// What the players of a game have said to one another, from a line on.
    async fn lines(&self, id: &GameId, from: u32, limit: u32) -> Result<Vec<LineRow>, StoreError>;

    /// Keeps what was noted at a seat, in the place of what was noted before.
    async fn keep_notes(&self, id: &GameId, seat: &str, text: &str) -> Result<(), StoreError>;

    /// What was noted at a seat.
    async fn notes(&self, id: &GameId, seat: &str) -> Result<Option<String>, StoreError>;

    /// The games that a browser sits in, the latest first.
    async fn games_of(&self, browser: &Kept, limit: u32) -> Result<Vec<GameRow>, StoreError>;

    /// The games that are shown to all, the latest first.
    async fn listed(&self, limit: u32) -> Result<Vec<GameRow>, StoreError>;

    /// How many games are not over.
    async fn running(&self) -> Result<i64, StoreError>;

    /// Games in which a machine has to decide and nobody holds a lease.
    async fn due(&self, now: i64, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// Takes or renews the lease on a machine's job; `false` when another server has it.
    async fn lease(&self, id: &GameId, owner: &str, now: i64, until: i64) -> Result<bool, StoreError>;

    /// Games that are not over and that nobody has touched since.
    async fn idle_since(&self, before: i64, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// All games, page by page, by name.
    async fn all(&self, after: &str, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// Tells other servers that a game has changed. Only a wake-up: it may be lost.
    async fn announce(&self, id: &GameId);

    /// The games that other servers have changed, as they say so; `None` where there are no others.
    async fn announced(&self) -> Result<Option<mpsc::Receiver<GameId>>, StoreError>;

    /// Copies everything to a file while serving.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// Keeps something for the house under a name, unless there is something; gives what is there then.
    async fn keep_once(&self, name: &str, value: &str) -> Result<String, StoreError>;

    /// Does a browser sit in any game?
    async fn is_seated(&self, browser: &Kept) -> Result<bool, StoreError>;

    /// Can it write, and read what it wrote?
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes what it was given and closes.
    async fn close(&self);
}

/// Opens the store of a URL: `sqlite:PATH` or `postgres://...`.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    if let Some(path) = url.strip_prefix("sqlite:") {
        Ok(Arc::new(Sqlite::open(Path::new(path.trim_start_matches("//"))).await?))
    } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        open_postgres(url).await
    } else {
        Err(StoreError::Address(url.split(':').next().unwrap_or_default().to_owned()))
    }
}

#[cfg(feature = "postgres")]
async fn open_postgres(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(Postgres::open(url).await?))
}

#[cfg(not(feature = "postgres"))]
async fn open_postgres(_: &str) -> Result<Arc<dyn Store>, StoreError> {
    Err(StoreError::Unsupported(
        "this program was built without PostgreSQL, as 'make play' builds it; \
         'make dist' builds target/dist/sandtable with it (or: cargo build --release --package sandtable)",
    ))
}

/// Opens a store only to read it; a server may be at it meanwhile.
pub async fn open_to_read(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match url.strip_prefix("sqlite:") {
        Some(path) => Ok(Arc::new(Sqlite::open_to_read(Path::new(path.trim_start_matches("//"))).await?)),
        None => open(url).await,
    }
}

/// What a store cannot do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no store.
    #[error("a store is sqlite:PATH or postgres://..., not '{0}:'")]
    Address(String),
    /// Another server has the file.
    #[error("{0} is in use by another server; SQLite serves one, PostgreSQL several")]
    InUse(String),
    /// The file cannot be reached.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The database refuses.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The database does not answer, or lets nobody in.
    #[error("the database at {0} cannot be reached: {1}")]
    Unreachable(String, sqlx::Error),
    /// A later release has been at it.
    #[error(
        "this store was written by a later release of Sandtable: its schema is {0}, and this release knows {1}; \
         stores are brought forward, never back"
    )]
    Later(i64, i64),
    /// It was not opened since an earlier release was at it.
    #[error(
        "this store was written by an earlier release of Sandtable: its schema is {0}, and this release has {1}; \
         'sandtable serve' brings it up to date"
    )]
    Earlier(i64, i64),
    /// The schema cannot be brought up to date.
    #[error("the schema cannot be brought up to date: {0}")]
    Schema(MigrateError),
    /// What is stored cannot be read.
    #[error("game {0} is stored in a form that cannot be read: {1}")]
    Unreadable(String, String),
    /// The file is damaged.
    #[error(
        "{0} is damaged: {1}; stop the server, keep the file, and put back the latest copy that 'sandtable backup' has \
         made (docs/server.md says how to save what is left of it)"
    )]
    Damaged(String, String),
    /// It is closing.
    #[error("the store is closing")]
    Closing,
    /// Not with this storage.
    #[error("{0}")]
    Unsupported(&'static str),
}

impl StoreError {
    /// Is it only that the store is being closed?
    pub(crate) fn is_closing(&self) -> bool {
        matches!(self, StoreError::Closing | StoreError::Database(sqlx::Error::PoolClosed))
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::VersionMissing(kept) if kept > newest() => StoreError::Later(kept, newest()),
            other => StoreError::Schema(other),
        }
    }
}

/// The schema of this release.
fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Refuses a schema that this release can only read after it was brought up to date, or not at all.
fn is_ours(kept: i64) -> Result<(), StoreError> {
    match kept.cmp(&newest()) {
        Ordering::Less => Err(StoreError::Earlier(kept, newest())),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(StoreError::Later(kept, newest())),
    }
}

/// A game that is new.
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// How far it has come.
    pub status: Status,
    /// Its folder.
    pub folder: Folder,
    /// Entries it has from the start: those of a game that was imported.
    pub entries: Vec<EntryRow>,
    /// How it stands after them.
    pub snapshot: Option<SnapshotRow>,
    /// How it stands, for lists.
    pub stand: Stand,
    /// What its players have said to one another.
    pub lines: Vec<LineRow>,
    /// What seats have noted for themselves.
    pub notes: Vec<(String, String)>,
    /// Does a machine have to decide?
    pub due: bool,
    /// When it was made.
    pub created: i64,
    /// When what everybody may know of it last changed.
    pub updated: i64,
}

/// A change of a game.
#[derive(Clone)]
pub struct Change {
    /// The game.
    pub id: GameId,
    /// The version it is based on.
    pub version: i64,
    /// The entry it adds.
    pub entry: Option<EntryRow>,
    /// Entries that were kept in the form of an earlier release, in today's.
    pub rewritten: Vec<EntryRow>,
    /// How the game stands then, where that changes.
    pub snapshot: Option<SnapshotRow>,
    /// How far the game has come then.
    pub status: Status,
    /// Its folder, where that changes.
    pub folder: Option<Folder>,
    /// A line that a player said.
    pub line: Option<LineRow>,
    /// Does a machine have to decide?
    pub due: bool,
    /// Whom the game waits for then, and how far it has come.
    pub stand: Stand,
    /// When what everybody may know of it last changed.
    pub updated: i64,
}

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Committed {
    /// It is kept.
    Done,
    /// The game has moved on; nothing was changed.
    Behind,
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// How far it has come.
    pub status: Status,
    /// Its version.
    pub version: i64,
    /// How many entries it has.
    pub head: u32,
    /// Its folder.
    pub folder: Folder,
    /// Whom it waits for, and how far it has come.
    pub stand: Stand,
    /// When it was made.
    pub created: i64,
    /// When what everybody may know of it last changed.
    pub updated: i64,
}

/// An entry as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryRow {
    /// Its number.
    pub number: u32,
    /// The entry as the log has it. The first has the text of the scenario before it; release 0.1.0 kept what was done
    /// as JSON.
    pub text: String,
    /// The request that did it.
    pub request: Option<Request>,
    /// When.
    pub at: i64,
}

/// A line that a player said to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineRow {
    /// Its number in the game.
    pub number: u32,
    /// Who said it.
    pub seat: String,
    /// What.
    pub text: String,
    /// When.
    pub at: i64,
}

/// How a game stood after an entry, so that it can go on under other rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnapshotRow {
    /// The entry.
    pub entry: u32,
    /// The snapshot, as JSON.
    pub state: String,
}

/// A request that did something, kept so that it is done once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The seat that sent it.
    pub seat: String,
    /// Its idempotency key.
    pub key: String,
    /// The hash of its body.
    pub body: String,
    /// The answer it got, as JSON.
    pub answer: String,
}
