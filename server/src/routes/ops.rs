//! For those who run the server: is it well, and its figures.

use crate::app::App;
use crate::extract::{Way, address, way};
use crate::problem::Problem;
use crate::security::is_called_by_name;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// For so long the storage is taken to be as well as it was: whoever asks often does not make it write often.
const WELL_FOR: Duration = Duration::from_secs(1);

/// Well, as long as the storage can write.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    let last = || *app.written.lock().unwrap_or_else(PoisonError::into_inner);
    if last().is_none_or(|written| written.elapsed() > WELL_FOR) {
        app.store.ping().await?;
        *app.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
    Ok("well\n")
}

/// Figures for Prometheus, where he who asks may have them.
pub(crate) async fn figures(State(app): State<Arc<App>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let asks = address(&app, &parts);
    let named = app.config.metrics_for.contains(&asks);
    // What came through a proxy is for those who were named alone: so whoever tries on the machine itself whether the
    // proxy shows the figures to all sees what all would see.
    let may = match way(&app, &parts) {
        Way::Straight => named || asks.is_loopback(),
        Way::ByOurs => named,
        Way::ByAnother => false,
    };
    // A page of another site must not read them through the browser of somebody who may.
    if !may || !is_called_by_name(&app, &parts.headers, &parts.uri) {
        return Problem::unknown("There is no such file.").into_response();
    }
    app.metrics.held_games.set(app.games.count() as i64);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
