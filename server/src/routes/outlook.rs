//! What can be asked about a table at any moment: what if, and what can be seen.

use crate::app::App;
use crate::extract::{At, Who};
use crate::problem::{Problem, ProblemBody};
use axum::Json;
use axum::extract::State;
use kernel::game::{AnyOutlook, Layer, Pick, Preview, Survey};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A piece and what it might act on.
#[derive(Deserialize, ToSchema)]
pub(crate) struct WhatIfBody {
    /// One of your seats, or `spectator`; left out, your only seat, or else `spectator`.
    seat: Option<String>,
    /// The piece that would act.
    piece: u32,
    /// What it would act on: a piece or a place.
    #[schema(value_type = Object)]
    on: Pick,
}

/// What would be rolled if a piece acted on something, legal now or not.
#[utoipa::path(post, path = "/games/{game}/what-if", tag = "table", params(("game" = String, Path)),
    request_body = WhatIfBody, responses(
    (status = 200, body = Option<Object>),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn what_if(
    State(app): State<Arc<App>>,
    At { who, body: WhatIfBody { seat, piece, on } }: At<WhatIfBody>,
) -> Result<Json<Option<Preview>>, Problem> {
    let outlook = outlook(&app, who, seat).await?;
    app.heavy_work(move || Ok(Json(outlook.what_if(piece, &on)))).await
}

/// A piece that looks round.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SurveyBody {
    /// One of your seats, or `spectator`; left out, your only seat, or else `spectator`.
    seat: Option<String>,
    /// The piece.
    piece: u32,
}

/// What a piece can see, and who can see it.
#[utoipa::path(post, path = "/games/{game}/survey", tag = "table", params(("game" = String, Path)),
    request_body = SurveyBody, responses(
    (status = 200, body = Option<Object>),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn survey(
    State(app): State<Arc<App>>,
    At { who, body: SurveyBody { seat, piece } }: At<SurveyBody>,
) -> Result<Json<Option<Survey>>, Problem> {
    let outlook = outlook(&app, who, seat).await?;
    app.heavy_work(move || Ok(Json(outlook.survey(piece)))).await
}

/// Whose eyes look at the whole table.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LayersBody {
    /// One of your seats, or `spectator`; left out, your only seat, or else `spectator`.
    seat: Option<String>,
}

/// What can be laid over the whole table by itself, and the formations that its pieces are of.
#[utoipa::path(post, path = "/games/{game}/layers", tag = "table", params(("game" = String, Path)),
    request_body = LayersBody, responses(
    (status = 200, body = Vec<Object>),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn layers(
    State(app): State<Arc<App>>,
    At { who, body: LayersBody { seat } }: At<LayersBody>,
) -> Result<Json<Vec<Layer>>, Problem> {
    let outlook = outlook(&app, who, seat).await?;
    app.heavy_work(move || Ok(Json(outlook.layers()))).await
}

/// What some eyes see of a game. What is asked about it is then worked out without holding up the game.
async fn outlook(app: &Arc<App>, who: Who, seat: Option<String>) -> Result<Box<dyn AnyOutlook>, Problem> {
    app.spare_the_seat(&who, seat.as_deref().unwrap_or_default())?;
    let Who { id, browser } = who;
    let outlook = app.glance(&id, move |live| {
        let (eyes, _) = live.eyes(seat.as_deref(), browser.as_ref())?;
        Ok(live.table()?.outlook(eyes))
    });
    outlook.await
}
