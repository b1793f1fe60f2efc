//! The table as some eyes see it.

use crate::app::App;
use crate::extract::{Asked, Browser, Named, game_id};
use crate::problem::{Problem, ProblemBody};
use crate::secrets::hex;
use crate::views::{AskView, GameView, UndoView};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::game::{AnyTable, EntryView, Eyes, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Whose eyes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EyesQuery {
    /// One of your seats, or `spectator`; left out, your only seat, or else `spectator`.
    seat: Option<String>,
}

/// The table now.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableView {
    game: String,
    seat: String,
    /// How many entries these eyes have seen.
    entries: u32,
    /// The digest of the ground that it is played on.
    ground: String,
    /// The version of the position, from which changes start.
    version: String,
    /// What is on the ground.
    #[schema(value_type = Object)]
    position: Position,
    asks: Vec<AskView>,
    undo: UndoView,
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
    /// The hash of what these eyes see.
    view: String,
}

/// The table now.
#[utoipa::path(get, path = "/games/{game}/table", tag = "table", params(("game" = String, Path), EyesQuery), responses(
    (status = 200, body = TableView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn table(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(EyesQuery { seat }): Asked<EyesQuery>,
) -> Result<Json<TableView>, Problem> {
    let id = game_id(&game)?;
    let view = app.look(&id, move |live| {
        let (eyes, seat) = live.eyes(seat.as_deref(), browser.as_ref())?;
        let table = live.table()?;
        let shown = live.positions.now(table, eyes);
        let GameView { undo, result, .. } = GameView::of(live, browser.as_ref());
        Ok(TableView {
            game,
            entries: table.count(eyes),
            ground: table.ground_digest().to_owned(),
            version: shown.version.clone(),
            position: shown.position.clone(),
            asks: live.asks_of(Some(&seat)),
            undo,
            result,
            view: hex(&table.view_hash(eyes)),
            seat,
        })
    });
    Ok(Json(view.await?))
}

/// Which entries, for whose eyes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EntriesQuery {
    /// One of your seats, or `spectator`.
    pub(crate) seat: Option<String>,
    /// The first.
    #[serde(default)]
    pub(crate) from: u32,
    /// How many at most.
    pub(crate) limit: Option<u32>,
}

/// What happened.
#[derive(Serialize, ToSchema)]
pub(crate) struct EntriesView {
    pub(crate) game: String,
    pub(crate) seat: String,
    /// The number of the first.
    pub(crate) from: u32,
    /// How many there are in all.
    pub(crate) count: u32,
    #[schema(value_type = Vec<Object>)]
    pub(crate) entries: Vec<EntryView>,
}

/// What these eyes saw happen.
#[utoipa::path(get, path = "/games/{game}/entries", tag = "table", params(("game" = String, Path), EntriesQuery),
    responses(
    (status = 200, body = EntriesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn entries(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(EntriesQuery { seat, from, limit }): Asked<EntriesQuery>,
) -> Result<Json<EntriesView>, Problem> {
    let id = game_id(&game)?;
    let view = app.look(&id, move |live| {
        let (eyes, seat) = live.eyes(seat.as_deref(), browser.as_ref())?;
        let table = live.table()?;
        let entries = table.some_entries(eyes, from, limit.unwrap_or(500).min(2000));
        Ok(EntriesView { game, seat, from, count: table.count(eyes), entries })
    });
    Ok(Json(view.await?))
}

/// Which position, for whose eyes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct PositionQuery {
    /// One of your seats, or `spectator`.
    pub(crate) seat: Option<String>,
    /// After which entry; left out, now.
    pub(crate) entry: Option<u32>,
}

/// What was on the table.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionView {
    /// The digest of the ground.
    ground: String,
    /// What was on the ground.
    #[schema(value_type = Object)]
    position: Position,
}

/// What was on the table after an entry.
#[utoipa::path(get, path = "/games/{game}/position", tag = "table", params(("game" = String, Path), PositionQuery),
    responses(
    (status = 200, body = PositionView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(PositionQuery { seat, entry }): Asked<PositionQuery>,
) -> Result<Json<PositionView>, Problem> {
    let id = game_id(&game)?;
    let position = app.look(&id, move |live| {
        let (eyes, _) = live.eyes(seat.as_deref(), browser.as_ref())?;
        PositionView::of(live.table()?, entry, eyes)
    });
    Ok(Json(position.await?))
}

/// The ground of a game, by its digest. Whoever may look at the game may have it.
#[utoipa::path(get, path = "/games/{game}/ground/{digest}", tag = "table",
    params(("game" = String, Path), ("digest" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn ground(
    State(app): State<Arc<App>>,
    Named((game, digest)): Named<(String, String)>,
) -> Result<Sheet, Problem> {
    let id = game_id(&game)?;
    app.look(&id, move |live| Sheet::of(live.table()?, &digest)).await
}

/// A ground as it is sent: under one address it is the same for ever.
pub(crate) struct Sheet(String);

impl Sheet {
    /// The ground of a table, where this is its digest.
    pub(crate) fn of(table: &dyn AnyTable, digest: &str) -> Result<Sheet, Problem> {
        if table.ground_digest() != digest {
            return Err(Problem::unknown("This game is not played on that ground."));
        }
        Ok(Sheet(table.ground().text()))
    }
}

impl IntoResponse for Sheet {
    fn into_response(self) -> Response {
        // It belongs to a game that not everybody knows of: only the browser itself may keep it.
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        ];
        (headers, self.0).into_response()
    }
}

impl PositionView {
    /// What was on a table after an entry; what is on it now, where none is named.
    pub(crate) fn of(table: &dyn AnyTable, entry: Option<u32>, eyes: Eyes) -> Result<PositionView, Problem> {
        let position = match entry {
            None => table.position(eyes),
            Some(entry) => table.position_after(entry, eyes).ok_or_else(|| {
                Problem::unknown(if entry < table.count(eyes) {
                    "What was on the table then cannot be drawn: that entry was played by another release of the rules."
                } else {
                    "There is no such entry."
                })
            })?,
        };
        Ok(PositionView { ground: table.ground_digest().to_owned(), position })
    }
}
