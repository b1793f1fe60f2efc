//! How a game went, once it is over: luck and judgement.

use crate::analyses::{Keep, Known, not_over};
use crate::app::App;
use crate::extract::{Asked, Named, game_id};
use crate::problem::{Problem, ProblemBody};
use crate::routes::replays::{eyes, on_replay};
use crate::secrets::GameId;
use axum::Json;
use axum::extract::State;
use kernel::game::{Analysis, AnyTable, Eyes};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use utoipa::{IntoParams, ToSchema};

/// Whose entries are numbered.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EyesQuery {
    /// A seat, or `spectator`: entries have the numbers by which these eyes know them.
    seat: Option<String>,
}

/// An analysis, or how far it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalysisView {
    /// `none`, `working` or `done`.
    state: &'static str,
    /// How many orders are judged.
    judged: u32,
    /// Of how many; 0 while it waits for its turn.
    of: u32,
    /// The analysis, when it is done.
    #[schema(value_type = Option<Object>)]
    analysis: Option<Analysis>,
}

impl AnalysisView {
    const NONE: AnalysisView = AnalysisView { state: "none", judged: 0, of: 0, analysis: None };

    fn done(analysis: Analysis) -> AnalysisView {
        let judged = analysis.steps.len() as u32;
        AnalysisView { state: "done", judged, of: judged, analysis: Some(analysis) }
    }

    fn of(known: Known, table: &dyn AnyTable, eyes: Eyes) -> AnalysisView {
        match known {
            Known::Done(analysis) => AnalysisView::done(seen_by(eyes, table, (*analysis).clone())),
            Known::Working(progress) => AnalysisView {
                state: "working",
                judged: progress.done.load(Ordering::Relaxed),
                of: progress.all.load(Ordering::Relaxed),
                analysis: None,
            },
        }
    }
}

/// The analysis of a game that is over, or how far it is.
#[utoipa::path(get, path = "/games/{game}/analysis", tag = "games", params(("game" = String, Path), EyesQuery), responses(
    (status = 200, body = AnalysisView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn analysis(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(EyesQuery { seat }): Asked<EyesQuery>,
) -> Result<Json<AnalysisView>, Problem> {
    Ok(Json(of_game(&app, &game_id(&game)?, seat).await?))
}

/// Has a game that is over analysed, in the background.
#[utoipa::path(post, path = "/games/{game}/analysis", tag = "games", params(("game" = String, Path), EyesQuery), responses(
    (status = 200, body = AnalysisView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    Named(game): Named<String>,
    Asked(EyesQuery { seat }): Asked<EyesQuery>,
) -> Result<Json<AnalysisView>, Problem> {
    let id = game_id(&game)?;
    let found = of_game(&app, &id, seat.clone()).await?;
    if found.state == "none" {
        let analysing = app.look(&id, |live| Ok(live.table()?.analysis()?)).await?;
        app.analyse(id.clone(), analysing, Keep::WithTheGame)?;
        return Ok(Json(of_game(&app, &id, seat).await?));
    }
    Ok(Json(found))
}

/// The analysis of an uploaded log, or how far it is.
#[utoipa::path(get, path = "/replays/{replay}/analysis", tag = "logs", params(("replay" = String, Path), EyesQuery), responses(
    (status = 200, body = AnalysisView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn of_replay(
    State(app): State<Arc<App>>,
    Named(replay): Named<String>,
    Asked(EyesQuery { seat }): Asked<EyesQuery>,
) -> Result<Json<AnalysisView>, Problem> {
    let known = GameId::read(&replay).and_then(|id| app.analyses.known(&id));
    let view = on_replay(&app, &replay, move |replay| {
        let (eyes, _) = eyes(&*replay.table, seat)?;
        Ok(known.map_or(AnalysisView::NONE, |known| AnalysisView::of(known, &*replay.table, eyes)))
    });
    Ok(Json(view.await?))
}

/// Has an uploaded log analysed, in the background.
#[utoipa::path(post, path = "/replays/{replay}/analysis", tag = "logs", params(("replay" = String, Path), EyesQuery), responses(
    (status = 200, body = AnalysisView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn analyse_replay(
    State(app): State<Arc<App>>,
    Named(replay): Named<String>,
    Asked(asked): Asked<EyesQuery>,
) -> Result<Json<AnalysisView>, Problem> {
    let analysing = on_replay(&app, &replay, |replay| Ok(replay.table.analysis()?)).await?;
    if let Some(id) = GameId::read(&replay) {
        app.analyse(id, analysing, Keep::InMemory)?;
    }
    of_replay(State(app), Named(replay), Asked(asked)).await
}

async fn of_game(app: &Arc<App>, id: &GameId, seat: Option<String>) -> Result<AnalysisView, Problem> {
    let eyes =
        app.look(id, move |live| if live.is_closed() { Ok(eyes(live.table()?, seat)?.0) } else { Err(not_over()) });
    let eyes = eyes.await?;
    if let Some(known) = app.analyses.known(id) {
        return app.look(id, move |live| Ok(AnalysisView::of(known, live.table()?, eyes))).await;
    }
    let Some(text) = app.store.analysis(id).await? else { return Ok(AnalysisView::NONE) };
    let analysis: Analysis = serde_json::from_str(&text).map_err(|_| Problem::broken())?;
    app.look(id, move |live| Ok(AnalysisView::done(seen_by(eyes, live.table()?, analysis)))).await
}

/// With the numbers by which these eyes know the entries.
fn seen_by(eyes: Eyes, table: &dyn AnyTable, mut analysis: Analysis) -> Analysis {
    let seen = |entry: &mut u32| *entry = table.seen_as(eyes, *entry);
    analysis.steps.iter_mut().for_each(|step| seen(&mut step.entry));
    analysis.turning_points.iter_mut().for_each(seen);
    analysis
}
