//! Uploaded logs, looked at.

use crate::app::App;
use crate::extract::{Asked, Named};
use crate::problem::{Problem, ProblemBody};
use crate::replays::Replay;
use crate::routes::tables::{EntriesQuery, EntriesView, PositionQuery, PositionView, Sheet};
use crate::secrets::GameId;
use axum::Json;
use axum::extract::State;
use kernel::game::{AnyTable, Eyes};
use serde_json::Value;
use std::sync::{Arc, PoisonError};

/// What was found out about an uploaded log.
#[utoipa::path(get, path = "/replays/{replay}", tag = "logs", params(("replay" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn replay(State(app): State<Arc<App>>, Named(replay): Named<String>) -> Result<Json<Value>, Problem> {
    Ok(Json(on_replay(&app, &replay, |replay| Ok(replay.report.clone())).await?))
}

/// What some eyes saw happen in an uploaded log.
#[utoipa::path(get, path = "/replays/{replay}/entries", tag = "logs",
    params(("replay" = String, Path), EntriesQuery), responses(
    (status = 200, body = EntriesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn entries(
    State(app): State<Arc<App>>,
    Named(replay): Named<String>,
    Asked(EntriesQuery { seat, from, limit }): Asked<EntriesQuery>,
) -> Result<Json<EntriesView>, Problem> {
    let game = replay.clone();
    let entries = on_replay(&app, &replay, move |replay| {
        let (eyes, seat) = eyes(&*replay.table, seat)?;
        let entries = replay.table.some_entries(eyes, from, limit.unwrap_or(500).min(2000));
        Ok(EntriesView { game, seat, from, count: replay.table.count(eyes), entries })
    });
    Ok(Json(entries.await?))
}

/// What was on the table after an entry of an uploaded log.
#[utoipa::path(get, path = "/replays/{replay}/position", tag = "logs",
    params(("replay" = String, Path), PositionQuery), responses(
    (status = 200, body = PositionView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Named(replay): Named<String>,
    Asked(PositionQuery { seat, entry }): Asked<PositionQuery>,
) -> Result<Json<PositionView>, Problem> {
    let position = on_replay(&app, &replay, move |replay| {
        let (eyes, _) = eyes(&*replay.table, seat)?;
        PositionView::of(&*replay.table, entry, eyes)
    });
    Ok(Json(position.await?))
}

/// The ground of an uploaded log, by its digest.
#[utoipa::path(get, path = "/replays/{replay}/ground/{digest}", tag = "logs",
    params(("replay" = String, Path), ("digest" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn ground(
    State(app): State<Arc<App>>,
    Named((replay, digest)): Named<(String, String)>,
) -> Result<Sheet, Problem> {
    on_replay(&app, &replay, move |replay| Sheet::of(&*replay.table, &digest)).await
}

/// The eyes of a seat, or of those who look on; all may be looked through once a game is over.
pub(crate) fn eyes(table: &dyn AnyTable, seat: Option<String>) -> Result<(Eyes, String), Problem> {
    match seat {
        None => Ok((Eyes::Spectator, "spectator".to_owned())),
        Some(seat) if seat == "spectator" => Ok((Eyes::Spectator, seat)),
        Some(seat) => Ok((Eyes::Seat(table.seat(&seat)?), seat)),
    }
}

/// Does something with an uploaded log.
pub(crate) async fn on_replay<T: Send + 'static>(
    app: &App,
    id: &str,
    look: impl FnOnce(&Replay) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let gone = || Problem::unknown("This log is not kept any more; please upload it again.");
    let replay = GameId::read(id).and_then(|id| app.replays.get(&id)).ok_or_else(gone)?;
    app.heavy_work(move || look(&replay.lock().unwrap_or_else(PoisonError::into_inner))).await
}
