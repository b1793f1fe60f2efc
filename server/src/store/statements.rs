//! The statements, written once for both databases: they use only what both understand.

/// The statements over one kind of connection.
macro_rules! statements {
    ($database:ty, $connection:ty, $row:ty) => {
        use crate::folder::{Folder, Status};
        use crate::secrets::{GameId, Kept};
        use crate::stand::Stand;
        use crate::store::{Change, Committed, EntryRow, GameRow, LineRow, NewGame, Request, SnapshotRow, StoreError};
        use sqlx::Row;

        /// How many entries go into one statement: both databases have a limit to what may be bound.
        const AT_ONCE: usize = 1_000;

        const GAME: &str = "id, status, version, head, folder, created, updated, stand";

        pub(super) async fn insert_game(connection: &mut $connection, game: &NewGame) -> Result<(), StoreError> {
            sqlx::query(
                "INSERT INTO games (id, status, listed, version, head, folder, due, created, updated, stand)
                 VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9)",
            )
            .bind(game.id.as_str())
            .bind(game.status.as_str())
            .bind(i64::from(game.folder.listed))
            .bind(game.entries.len() as i64)
            .bind(json(&game.folder))
            .bind(i64::from(game.due))
            .bind(game.created)
            .bind(game.updated)
            .bind(game.stand.text())
            .execute(&mut *connection)
            .await?;
            let entries: Vec<_> = game.entries.iter().map(|entry| (&game.id, entry)).collect();
            insert_entries(connection, &entries).await?;
            if let Some(snapshot) = &game.snapshot {
                keep_snapshot(connection, &game.id, snapshot).await?;
            }
            for line in &game.lines {
                insert_line(connection, &game.id, line).await?;
            }
            for (seat, text) in &game.notes {
                keep_notes(connection, &game.id, seat, text).await?;
            }
            sit(connection, &game.id, &game.folder.browsers()).await
        }

        async fn insert_line(connection: &mut $connection, game: &GameId, line: &LineRow) -> Result<(), StoreError> {
            sqlx::query("INSERT INTO lines (game, number, seat, text, at) VALUES ($1, $2, $3, $4, $5)")
                .bind(game.as_str())
                .bind(i64::from(line.number))
                .bind(&line.seat)
                .bind(&line.text)
                .bind(line.at)
                .execute(connection)
                .await?;
            Ok(())
        }

        /// Moves the version first: nothing else is written where the game has moved on.
        pub(super) async fn change_game(
            connection: &mut $connection,
            change: &Change,
        ) -> Result<Committed, StoreError> {
            let moved = match &change.folder {
                Some(folder) => sqlx::query(
                    "UPDATE games SET version = version + 1, head = head + $3, status = $4, due = $5, updated = $6,
                     stand = $7, lease_until = 0, listed = $8, folder = $9 WHERE id = $1 AND version = $2",
                )
                .bind(change.id.as_str())
                .bind(change.version)
                .bind(i64::from(change.entry.is_some()))
                .bind(change.status.as_str())
                .bind(i64::from(change.due))
                .bind(change.updated)
                .bind(change.stand.text())
                .bind(i64::from(folder.listed))
                .bind(json(folder)),
                None => sqlx::query(
                    "UPDATE games SET version = version + 1, head = head + $3, status = $4, due = $5, updated = $6,
                     stand = $7, lease_until = 0 WHERE id = $1 AND version = $2",
                )
                .bind(change.id.as_str())
                .bind(change.version)
                .bind(i64::from(change.entry.is_some()))
                .bind(change.status.as_str())
                .bind(i64::from(change.due))
                .bind(change.updated)
                .bind(change.stand.text()),
            };
            if moved.execute(&mut *connection).await?.rows_affected() != 1 {
                return Ok(Committed::Behind);
            }
            if let Some(entry) = &change.entry {
                insert_entries(connection, &[(&change.id, entry)]).await?;
            }
            for rewritten in &change.rewritten {
                sqlx::query("UPDATE entries SET text = $3 WHERE game = $1 AND number = $2")
                    .bind(change.id.as_str())
                    .bind(i64::from(rewritten.number))
                    .bind(&rewritten.text)
                    .execute(&mut *connection)
                    .await?;
            }
            if let Some(snapshot) = &change.snapshot {
                keep_snapshot(connection, &change.id, snapshot).await?;
            }
            if let Some(line) = &change.line {
                insert_line(connection, &change.id, line).await?;
            }
            if let Some(folder) = &change.folder {
                sit_anew(connection, &change.id, folder).await?;
            }
            Ok(Committed::Done)
        }

        async fn insert_entries(
            connection: &mut $connection,
            entries: &[(&GameId, &EntryRow)],
        ) -> Result<(), StoreError> {
            for some in entries.chunks(AT_ONCE) {
                let mut query = sqlx::QueryBuilder::default();
                push_entries(&mut query, some);
                // One entry is what most changes have: that statement is worth keeping.
                query.build().persistent(some.len() == 1).execute(&mut *connection).await?;
            }
            Ok(())
        }

        /// The statement that adds these entries; none for none.
        fn push_entries(query: &mut sqlx::QueryBuilder<$database>, entries: &[(&GameId, &EntryRow)]) {
            if entries.is_empty() {
                return;
            }
            query.push("INSERT INTO entries (game, number, text, seat, request, body, answer, at) ");
            query.push_values(entries, |mut row, (game, entry)| {
                let request = entry.request.as_ref();
                row.push_bind(game.as_str())
                    .push_bind(i64::from(entry.number))
                    .push_bind(&entry.text)
                    .push_bind(request.map(|request| request.seat.as_str()))
                    .push_bind(request.map(|request| request.key.as_str()))
                    .push_bind(request.map(|request| request.body.as_str()))
                    .push_bind(request.map(|request| request.answer.as_str()))
                    .push_bind(entry.at);
            });
        }

        async fn keep_snapshot(
            connection: &mut $connection,
            game: &GameId,
            snapshot: &SnapshotRow,
        ) -> Result<(), StoreError> {
            let mut query = sqlx::QueryBuilder::default();
            push_snapshots(&mut query, &[(game, snapshot)]);
            query.build().persistent(true).execute(&mut *connection).await?;
            Ok(())
        }

        /// The statement that keeps these snapshots, each in the place of the one that its game had; none for none.
        fn push_snapshots(query: &mut sqlx::QueryBuilder<$database>, snapshots: &[(&GameId, &SnapshotRow)]) {
            if snapshots.is_empty() {
                return;
            }
            query.push("INSERT INTO snapshots (game, entry, state) ");
            query.push_values(snapshots, |mut row, (game, snapshot)| {
                row.push_bind(game.as_str()).push_bind(i64::from(snapshot.entry)).push_bind(&snapshot.state);
            });
            query.push(" ON CONFLICT (game) DO UPDATE SET entry = excluded.entry, state = excluded.state");
        }

        /// Notes which browsers sit in a game, where others may have sat before.
        async fn sit_anew(connection: &mut $connection, game: &GameId, folder: &Folder) -> Result<(), StoreError> {
            let sitting: Vec<String> = sqlx::query_scalar("SELECT session FROM sittings WHERE game = $1")
                .bind(game.as_str())
                .fetch_all(&mut *connection)
                .await?;
            let mut browsers = folder.browsers();
            for gone in sitting.iter().filter(|known| browsers.iter().all(|browser| browser.as_str() != *known)) {
                sqlx::query("DELETE FROM sittings WHERE game = $1 AND session = $2")
                    .bind(game.as_str())
                    .bind(gone)
                    .execute(&mut *connection)
                    .await?;
            }
            browsers.retain(|browser| sitting.iter().all(|known| browser.as_str() != known));
            sit(connection, game, &browsers).await
        }

        /// Notes browsers that sit in a game.
        async fn sit(connection: &mut $connection, game: &GameId, browsers: &[&Kept]) -> Result<(), StoreError> {
            for browser in browsers {
                sqlx::query("INSERT INTO sittings (session, game) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(browser.as_str())
                    .bind(game.as_str())
                    .execute(&mut *connection)
                    .await?;
            }
            Ok(())
        }

        pub(super) async fn game(connection: &mut $connection, id: &GameId) -> Result<Option<GameRow>, StoreError> {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {GAME} FROM games WHERE id = $1")))
                .bind(id.as_str())
                .fetch_optional(connection)
                .await?;
            row.as_ref().map(read_game).transpose()
        }

        pub(super) async fn version(connection: &mut $connection, id: &GameId) -> Result<Option<i64>, StoreError> {
            let version = sqlx::query_scalar("SELECT version FROM games WHERE id = $1").bind(id.as_str());
            Ok(version.fetch_optional(connection).await?)
        }

        pub(super) async fn entries(
            connection: &mut $connection,
            id: &GameId,
            from: u32,
        ) -> Result<Vec<EntryRow>, StoreError> {
            let rows = sqlx::query(
                "SELECT number, text, seat, request, body, answer, at FROM entries
                 WHERE game = $1 AND number >= $2 ORDER BY number",
            )
            .bind(id.as_str())
            .bind(i64::from(from))
            .fetch_all(connection)
            .await?;
            rows.iter().map(read_entry).collect()
        }

        pub(super) async fn snapshot(
            connection: &mut $connection,
            id: &GameId,
        ) -> Result<Option<SnapshotRow>, StoreError> {
            let found = sqlx::query("SELECT entry, state FROM snapshots WHERE game = $1").bind(id.as_str());
            let Some(row) = found.fetch_optional(connection).await? else { return Ok(None) };
            Ok(Some(SnapshotRow { entry: row.try_get::<i64, _>(0)? as u32, state: row.try_get(1)? }))
        }

        pub(super) async fn keep_analysis(
            connection: &mut $connection,
            id: &GameId,
            analysis: &str,
        ) -> Result<(), StoreError> {
            sqlx::query(
                "INSERT INTO analyses (game, analysis) VALUES ($1, $2)
                 ON CONFLICT (game) DO UPDATE SET analysis = excluded.analysis",
            )
            .bind(id.as_str())
            .bind(analysis)
            .execute(connection)
            .await?;
            Ok(())
        }

        pub(super) async fn analysis(connection: &mut $connection, id: &GameId) -> Result<Option<String>, StoreError> {
            let found = sqlx::query_scalar("SELECT analysis FROM analyses WHERE game = $1").bind(id.as_str());
            Ok(found.fetch_optional(connection).await?)
        }

        pub(super) async fn lines(
            connection: &mut $connection,
            id: &GameId,
            from: u32,
            limit: u32,
        ) -> Result<Vec<LineRow>, StoreError> {
            let rows = sqlx::query(
                "SELECT number, seat, text, at FROM lines WHERE game = $1 AND number >= $2 ORDER BY number LIMIT $3",
            )
            .bind(id.as_str())
            .bind(i64::from(from))
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
            let line = |row: &$row| {
                Ok(LineRow {
                    number: row.try_get::<i64, _>(0)? as u32,
                    seat: row.try_get(1)?,
                    text: row.try_get(2)?,
                    at: row.try_get(3)?,
                })
            };
            rows.iter().map(line).collect()
        }

        pub(super) async fn keep_notes(
            connection: &mut $connection,
            id: &GameId,
            seat: &str,
            text: &str,
        ) -> Result<(), StoreError> {
            sqlx::query(
                "INSERT INTO notes (game, seat, text) VALUES ($1, $2, $3)
                 ON CONFLICT (game, seat) DO UPDATE SET text = excluded.text",
            )
            .bind(id.as_str())
            .bind(seat)
            .bind(text)
            .execute(connection)
            .await?;
            Ok(())
        }

        pub(super) async fn notes(
            connection: &mut $connection,
            id: &GameId,
            seat: &str,
        ) -> Result<Option<String>, StoreError> {
            let found = sqlx::query_scalar("SELECT text FROM notes WHERE game = $1 AND seat = $2");
            Ok(found.bind(id.as_str()).bind(seat).fetch_optional(connection).await?)
        }

        pub(super) async fn games_of(
            connection: &mut $connection,
            browser: &Kept,
            limit: u32,
        ) -> Result<Vec<GameRow>, StoreError> {
            let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
                "SELECT {GAME} FROM games WHERE id IN (SELECT game FROM sittings WHERE session = $1)
                 ORDER BY updated DESC LIMIT $2"
            )))
            .bind(browser.as_str())
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
            rows.iter().map(read_game).collect()
        }

        pub(super) async fn listed(connection: &mut $connection, limit: u32) -> Result<Vec<GameRow>, StoreError> {
            let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
                "SELECT {GAME} FROM games WHERE listed = 1 ORDER BY updated DESC LIMIT $1"
            )))
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
            rows.iter().map(read_game).collect()
        }

        pub(super) async fn running(connection: &mut $connection) -> Result<i64, StoreError> {
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM games WHERE status IN ('waiting', 'dice', 'playing')");
            Ok(count.fetch_one(connection).await?)
        }

        pub(super) async fn due(connection: &mut $connection, now: i64, limit: u32) -> Result<Vec<GameId>, StoreError> {
            let due = sqlx::query_scalar("SELECT id FROM games WHERE due = 1 AND lease_until <= $1 LIMIT $2");
            let due: Vec<String> = due.bind(now).bind(i64::from(limit)).fetch_all(connection).await?;
            Ok(due.iter().filter_map(|id| GameId::read(id)).collect())
        }

        pub(super) async fn idle_since(
            connection: &mut $connection,
            before: i64,
            limit: u32,
        ) -> Result<Vec<GameId>, StoreError> {
            let idle = sqlx::query_scalar(
                "SELECT id FROM games WHERE status IN ('waiting', 'dice', 'playing') AND updated < $1 LIMIT $2",
            );
            let idle: Vec<String> = idle.bind(before).bind(i64::from(limit)).fetch_all(connection).await?;
            Ok(idle.iter().filter_map(|id| GameId::read(id)).collect())
        }

        pub(super) async fn keep_once(
            connection: &mut $connection,
            name: &str,
            value: &str,
        ) -> Result<String, StoreError> {
            sqlx::query("INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(name)
                .bind(value)
                .execute(&mut *connection)
                .await?;
            let kept = sqlx::query_scalar("SELECT value FROM house WHERE name = $1").bind(name);
            Ok(kept.fetch_one(connection).await?)
        }

        /// Writes a mark: a disk that is full, or a file that cannot be written, is found here.
        pub(super) async fn mark(connection: &mut $connection, value: &str) -> Result<(), StoreError> {
            sqlx::query(
                "INSERT INTO house (name, value) VALUES ('mark', $1)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(value)
            .execute(connection)
            .await?;
            Ok(())
        }

        pub(super) async fn is_seated(connection: &mut $connection, browser: &Kept) -> Result<bool, StoreError> {
            let found = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM sittings WHERE session = $1");
            Ok(found.bind(browser.as_str()).fetch_one(connection).await? > 0)
        }

        pub(super) async fn all(
            connection: &mut $connection,
            after: &str,
            limit: u32,
        ) -> Result<Vec<GameId>, StoreError> {
            let all = sqlx::query_scalar("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2");
            let all: Vec<String> = all.bind(after).bind(i64::from(limit)).fetch_all(connection).await?;
            Ok(all.iter().filter_map(|id| GameId::read(id)).collect())
        }

        fn read_game(row: &$row) -> Result<GameRow, StoreError> {
            let id: String = row.try_get(0)?;
            let unreadable = |what: &str| StoreError::Unreadable(id.clone(), what.to_owned());
            let status: String = row.try_get(1)?;
            let folder: String = row.try_get(4)?;
            Ok(GameRow {
                status: Status::read(&status).ok_or_else(|| unreadable("its status"))?,
                version: row.try_get(2)?,
                head: row.try_get::<i64, _>(3)? as u32,
                folder: serde_json::from_str(&folder).map_err(|error| unreadable(&error.to_string()))?,
                created: row.try_get(5)?,
                updated: row.try_get(6)?,
                stand: Stand::read(row.try_get(7)?),
                id: GameId::read(&id).ok_or_else(|| unreadable("its name"))?,
            })
        }

        fn read_entry(row: &$row) -> Result<EntryRow, StoreError> {
            let request = match (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?, row.try_get(5)?) {
                (Some(seat), Some(key), Some(body), Some(answer)) => Some(Request { seat, key, body, answer }),
                _ => None,
            };
            Ok(EntryRow {
                number: row.try_get::<i64, _>(0)? as u32,
                text: row.try_get(1)?,
                request,
                at: row.try_get(6)?,
            })
        }

        fn json(folder: &Folder) -> String {
            serde_json::to_string(folder).expect("a folder is plain data")
        }
    };
}

pub(super) use statements;
