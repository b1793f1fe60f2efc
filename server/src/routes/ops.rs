//! For those who run the server: is it well, and its figures.

use crate::app::App;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Well, as long as the storage answers.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    app.store.ping().await?;
    Ok("well\n")
}

/// Figures for Prometheus.
pub(crate) async fn figures(State(app): State<Arc<App>>) -> Response {
    app.metrics.held_games.set(app.games.count() as i64);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
