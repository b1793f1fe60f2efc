//! PostgreSQL: several servers share one database, and any of them takes any order.

use super::statements::statements;
use super::{MARK, MIGRATIONS, Store};
use crate::secrets::random_word;
use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::mpsc;

statements!(sqlx::Postgres, PgConnection, PgRow);

/// The channel on which servers tell each other what has changed.
const CHANNEL: &str = "sandtable";

/// Games in a PostgreSQL database.
pub struct Postgres {
    place: String,
    /// For changes: those may wait for a lock that somebody else holds.
    pool: PgPool,
    /// For looking: that waits for nobody, and has connections to itself.
    readers: PgPool,
}

/// How long a change waits for a lock on its game before it is given up, to be sent again.
const LOCK: &str = "2s";
/// How long anything may take.
const STATEMENT: &str = "15s";
/// How long a server may stand still in the middle of a transaction, with a lock on a game, before the database ends it.
const STANDSTILL: &str = "5s";

impl Postgres {
    /// Connects, and brings the schema up to date; servers that start at once wait for each other there.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        // A commit that has returned is on the disk, whatever the database's own settings are.
        let options = PgConnectOptions::from_str(url)?
            .application_name("sandtable")
            .options([
                ("synchronous_commit", "on"),
                ("lock_timeout", LOCK),
                ("statement_timeout", STATEMENT),
                ("idle_in_transaction_session_timeout", STANDSTILL),
            ])
            .disable_statement_logging();
        let place = format!("{}:{}", options.get_host(), options.get_port());
        // One connection first: a pool would only say that it has waited for long.
        let unreachable = |error| StoreError::Unreachable(place.clone(), error);
        options.connect().await.map_err(unreachable)?.close().await.map_err(unreachable)?;
        let pool = |connections: u32, options: PgConnectOptions| {
            PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(5))
                .connect_with(options)
        };
        // Bringing the schema up to date may take longer than a player would wait.
        let mut patient =
            options.clone().options([("lock_timeout", "0"), ("statement_timeout", "0")]).connect().await?;
        MIGRATIONS.run(&mut patient).await?;
        patient.close().await?;
        let readers = pool(10, options.clone()).await?;
        Ok(Postgres { place, pool: pool(24, options).await?, readers })
    }

    /// What most changes are, in one word to the database, which is a transaction by itself.
    async fn commit_order(
        &self,
        change: &Change,
        entry: &EntryRow,
        snapshot: &SnapshotRow,
    ) -> Result<Committed, StoreError> {
        let request = entry.request.as_ref();
        let moved: i64 = sqlx::query_scalar(
            "WITH moved AS (
                 UPDATE games SET version = version + 1, head = head + 1, status = $3, due = $4, updated = $5,
                 stand = $15, lease_until = 0 WHERE id = $1 AND version = $2 RETURNING id
             ), added AS (
                 INSERT INTO entries (game, number, text, seat, request, body, answer, at)
                 SELECT id, $6, $7, $8, $9, $10, $11, $12 FROM moved
             ), kept AS (
                 INSERT INTO snapshots (game, entry, state) SELECT id, $13, $14 FROM moved
                 ON CONFLICT (game) DO UPDATE SET entry = excluded.entry, state = excluded.state
             )
             SELECT COUNT(*) FROM moved",
        )
        .bind(change.id.as_str())
        .bind(change.version)
        .bind(change.status.as_str())
        .bind(i64::from(change.due))
        .bind(change.updated)
        .bind(i64::from(entry.number))
        .bind(&entry.text)
        .bind(request.map(|request| request.seat.as_str()))
        .bind(request.map(|request| request.key.as_str()))
        .bind(request.map(|request| request.body.as_str()))
        .bind(request.map(|request| request.answer.as_str()))
        .bind(entry.at)
        .bind(i64::from(snapshot.entry))
        .bind(&snapshot.state)
        .bind(change.stand.text())
        .fetch_one(&self.pool)
        .await?;
        Ok(if moved == 1 { Committed::Done } else { Committed::Behind })
    }

    async fn commit_whole(&self, change: &Change) -> Result<Committed, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let committed = change_game(&mut transaction, change).await?;
        if committed == Committed::Done {
            transaction.commit().await?;
        }
        Ok(committed)
    }
}

#[async_trait]
impl Store for Postgres {
    fn is_exclusive(&self) -> bool {
        false
    }

    fn describe(&self) -> String {
        format!("PostgreSQL, {}", self.place)
    }

    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        insert_game(&mut transaction, &game).await?;
        Ok(transaction.commit().await?)
    }

    async fn commit(&self, change: Change) -> Result<Committed, StoreError> {
        let committed = match (&change.entry, &change.snapshot) {
            (Some(entry), Some(snapshot)) if change.folder.is_none() && change.rewritten.is_empty() => {
                self.commit_order(&change, entry, snapshot).await
            }
            _ => self.commit_whole(&change).await,
        };
        match committed {
            // The same key a second time: another server was quicker, and has moved the version too.
            Err(StoreError::Database(sqlx::Error::Database(error))) if error.is_unique_violation() => {
                Ok(Committed::Behind)
            }
            committed => committed,
        }
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
        keep_analysis(&mut *self.pool.acquire().await?, id, text).await
    }

    async fn analysis(&self, id: &GameId) -> Result<Option<String>, StoreError> {
        analysis(&mut *self.readers.acquire().await?, id).await
    }

    async fn lines(&self, id: &GameId, from: u32, limit: u32) -> Result<Vec<LineRow>, StoreError> {
        lines(&mut *self.readers.acquire().await?, id, from, limit).await
    }

    async fn keep_notes(&self, id: &GameId, seat: &str, text: &str) -> Result<(), StoreError> {
        keep_notes(&mut *self.pool.acquire().await?, id, seat, text).await
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

    async fn lease(&self, id: &GameId, owner: &str, now: i64, until: i64) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "UPDATE games SET lease_owner = $2, lease_until = $4
             WHERE id = $1 AND due = 1 AND (lease_until <= $3 OR lease_owner = $2)",
        )
        .bind(id.as_str())
        .bind(owner)
        .bind(now)
        .bind(until)
        .execute(&self.pool)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    async fn idle_since(&self, before: i64, limit: u32) -> Result<Vec<GameId>, StoreError> {
        idle_since(&mut *self.readers.acquire().await?, before, limit).await
    }

    async fn all(&self, after: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        all(&mut *self.readers.acquire().await?, after, limit).await
    }

    /// Apart from the transaction: a notice within it would make all commits of the database wait for one another.
    async fn announce(&self, id: &GameId) {
        let notice = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(id.as_str());
        if let Err(error) = notice.execute(&self.pool).await {
            tracing::debug!(%error, "other servers were not told; they will find out by asking");
        }
    }

    async fn announced(&self) -> Result<Option<mpsc::Receiver<GameId>>, StoreError> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen(CHANNEL).await?;
        let (told, heard) = mpsc::channel(1024);
        tokio::spawn(async move {
            loop {
                match listener.recv().await {
                    Ok(notice) => {
                        let Some(id) = GameId::read(notice.payload()) else { continue };
                        if told.send(id).await.is_err() {
                            return;
                        }
                    }
                    Err(sqlx::Error::PoolClosed) => return,
                    Err(error) => {
                        tracing::warn!(%error, "no notices from other servers for now");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        if told.is_closed() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Some(heard))
    }

    async fn backup(&self, _: &Path) -> Result<(), StoreError> {
        Err(StoreError::Unsupported("a PostgreSQL database is backed up with pg_dump, also while serving"))
    }

    async fn keep_once(&self, name: &str, value: &str) -> Result<String, StoreError> {
        keep_once(&mut *self.pool.acquire().await?, name, value).await
    }

    async fn is_seated(&self, browser: &Kept) -> Result<bool, StoreError> {
        is_seated(&mut *self.readers.acquire().await?, browser).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        mark(&mut *self.pool.acquire().await?, &random_word(MARK)).await
    }

    async fn close(&self) {
        self.readers.close().await;
        self.pool.close().await;
    }
}
