//! The routes, by resource, and the description of them.

mod analyses;
mod books;
mod desk;
mod dice;
mod drafts;
mod events;
mod games;
mod logs;
mod ops;
mod orders;
mod outlook;
mod replays;
mod seats;
mod tables;
mod talk;
mod undo;

use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::security;
use crate::web;
use axum::extract::DefaultBodyLimit;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The interface of a Sandtable server: games of paper wargames, played by the book.
#[derive(OpenApi)]
#[openapi(info(title = "Sandtable", license(name = "MIT OR Apache-2.0")))]
struct Description;

impl App {
    /// The whole server as a router, for a socket or for tests without one.
    pub fn router(self: &Arc<App>) -> Router {
        let limits = self.config.limits;
        let (api, _) = interface().split_for_parts();
        let (uploads, _) = uploads().split_for_parts();
        let (new_games, _) = new_games().split_for_parts();
        let description = App::description();
        let api = api
            .layer(DefaultBodyLimit::max(limits.body))
            .merge(uploads.layer(DefaultBodyLimit::max(limits.log)))
            // The text of a scenario may grow to twice its length in JSON.
            .merge(new_games.layer(DefaultBodyLimit::max(limits.body + 2 * kernel::scenario::LONGEST)))
            .route("/api/v1/openapi.json", get(move || async move { Json(description) }))
            .layer(middleware::from_fn_with_state(Arc::clone(self), security::guard));
        let streams = NotForContentType::const_new("text/event-stream");
        Router::new()
            .merge(api)
            .route("/healthz", get(ops::health))
            .route("/metrics", get(ops::figures))
            .route("/docs/scenarios.md", get(web::scenario_files))
            .fallback(web::file)
            .method_not_allowed_fallback(wrong_method)
            .layer(CatchPanicLayer::custom(panicked))
            .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(streams)))
            .layer(middleware::from_fn_with_state(Arc::clone(self), security::headers))
            .with_state(Arc::clone(self))
    }

    /// The description of the interface, in the form of OpenAPI.
    pub fn description() -> utoipa::openapi::OpenApi {
        interface().merge(uploads()).merge(new_games()).split_for_parts().1
    }
}

/// What takes longer bodies than the rest.
fn uploads() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().nest("/api/v1", OpenApiRouter::new().routes(routes!(logs::upload)))
}

/// Games, and scenarios before them, which may come with a text of one's own.
fn new_games() -> OpenApiRouter<Arc<App>> {
    let all = OpenApiRouter::new().routes(routes!(games::list, games::create)).routes(routes!(drafts::draft));
    OpenApiRouter::new().nest("/api/v1", all)
}

fn interface() -> OpenApiRouter<Arc<App>> {
    let all = OpenApiRouter::new()
        .routes(routes!(books::books))
        .routes(routes!(books::book))
        .routes(routes!(books::rules))
        .routes(routes!(books::charts))
        .routes(routes!(books::chart))
        .routes(routes!(books::scene))
        .routes(routes!(drafts::market))
        .routes(routes!(desk::procedures))
        .routes(routes!(desk::procedure))
        .routes(routes!(desk::odds))
        .routes(routes!(desk::roll))
        .routes(routes!(games::game))
        .routes(routes!(games::card))
        .routes(routes!(games::resign))
        .routes(routes!(games::reopen))
        .routes(routes!(analyses::analysis, analyses::analyse))
        .routes(routes!(analyses::of_replay, analyses::analyse_replay))
        .routes(routes!(games::rematch))
        .routes(routes!(seats::join))
        .routes(routes!(seats::revoke))
        .routes(routes!(seats::code))
        .routes(routes!(dice::commit))
        .routes(routes!(dice::open))
        .routes(routes!(dice::leave))
        .routes(routes!(tables::table))
        .routes(routes!(tables::entries))
        .routes(routes!(tables::position))
        .routes(routes!(tables::ground))
        .routes(routes!(orders::prompt))
        .routes(routes!(orders::preview))
        .routes(routes!(orders::hint))
        .routes(routes!(orders::orders))
        .routes(routes!(outlook::what_if))
        .routes(routes!(outlook::survey))
        .routes(routes!(outlook::layers))
        .routes(routes!(talk::lines, talk::say))
        .routes(routes!(talk::quiet))
        .routes(routes!(talk::notes, talk::note))
        .routes(routes!(undo::undo))
        .routes(routes!(undo::agree))
        .routes(routes!(undo::decline))
        .routes(routes!(logs::log))
        .routes(routes!(replays::replay))
        .routes(routes!(replays::entries))
        .routes(routes!(replays::position))
        .routes(routes!(replays::ground))
        .routes(routes!(events::events));
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", all)
}

/// A panic that nobody caught ends its request alone.
#[allow(clippy::needless_pass_by_value, reason = "the layer gives it away")]
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a request panicked");
    Problem::broken().into_response()
}

async fn wrong_method() -> Response {
    Problem::of(Kind::Method, "That cannot be done there; what can is in /api/v1/openapi.json.").into_response()
}
