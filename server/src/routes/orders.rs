//! Deciding: prompts, previews, orders.

use crate::app::App;
use crate::deed::Deed;
use crate::extract::{At, Key, Who};
use crate::games::Outcome;
use crate::live::{Live, Once};
use crate::problem::{Kind, Problem, ProblemBody};
use crate::secrets::{Kept, random_number};
use crate::views::Done;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::game::{Advice, AnySight, AskId, Offers, Pick, Preview, Prompt, Rejection};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use utoipa::ToSchema;

/// What has been picked for an order.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PromptBody {
    /// One of your seats.
    seat: String,
    /// The ask that is to be answered.
    ask: u32,
    /// What has been picked so far.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    picks: Vec<Pick>,
}

/// What can be picked next.
#[derive(Serialize, ToSchema)]
pub(crate) struct PromptView {
    question: String,
    rule: &'static str,
    picked: Vec<String>,
    #[schema(value_type = Object)]
    offers: Offers,
    /// The order as it would be given now.
    #[schema(value_type = Option<Object>)]
    order: Option<Value>,
    /// Is that order all that was meant by the picks? Then one without dice needs no more confirmation.
    whole: bool,
    /// What that order would do.
    #[schema(value_type = Option<Object>)]
    preview: Option<Preview>,
    /// Before anything is picked: what the scenario advises whoever is asked this.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// What can be picked next, when this much of an order has been picked.
#[utoipa::path(post, path = "/games/{game}/prompt", tag = "orders", params(("game" = String, Path)),
    request_body = PromptBody, responses(
    (status = 200, body = PromptView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn prompt(
    State(app): State<Arc<App>>,
    At { who, body: PromptBody { seat, ask, picks } }: At<PromptBody>,
) -> Result<Json<PromptView>, Problem> {
    app.spare_the_seat(&who, &seat)?;
    let Who { id, browser } = who;
    let sight = app.glance(&id, move |live| sight(live, &seat, browser.as_ref(), ask)).await?;
    app.heavy_work(move || {
        let Prompt { question, rule, picked, offers, order, whole } =
            sight.prompt(&picks).map_err(Problem::rejected)?;
        let preview = order.as_ref().map(|order| sight.preview(order)).transpose().map_err(Problem::rejected)?;
        let hint = if picks.is_empty() { sight.hint() } else { None };
        Ok(Json(PromptView { question, rule: rule.0, picked, offers, order, whole, preview, hint }))
    })
    .await
}

/// What a seat sees of its open ask. Picks and odds are then worked out without holding up the game.
fn sight(live: &Live, seat: &str, browser: Option<&Kept>, ask: u32) -> Result<Box<dyn AnySight>, Problem> {
    live.hold(seat, browser)?;
    let table = live.table()?;
    table.sight(table.seat(seat)?, AskId(ask)).map_err(|rejection| rejected(live, seat, rejection))
}

/// An order to be looked at.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PreviewBody {
    /// One of your seats.
    seat: String,
    /// The ask that is to be answered.
    ask: u32,
    /// The order.
    #[schema(value_type = Object)]
    order: Value,
}

/// What an order would do, or why it is not legal.
#[utoipa::path(post, path = "/games/{game}/preview", tag = "orders", params(("game" = String, Path)),
    request_body = PreviewBody, responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn preview(
    State(app): State<Arc<App>>,
    At { who, body: PreviewBody { seat, ask, order } }: At<PreviewBody>,
) -> Result<Json<Preview>, Problem> {
    app.spare_the_seat(&who, &seat)?;
    let Who { id, browser } = who;
    let sight = app.glance(&id, move |live| sight(live, &seat, browser.as_ref(), ask)).await?;
    app.heavy_work(move || sight.preview(&order).map(Json).map_err(Problem::rejected)).await
}

/// A question on which advice is wanted.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HintBody {
    /// One of your seats.
    seat: String,
    /// The ask that is to be answered.
    ask: u32,
}

/// What the machine would order, and what it thinks of other orders; the first is what it would give.
#[utoipa::path(post, path = "/games/{game}/hint", tag = "orders", params(("game" = String, Path)),
    request_body = HintBody, responses(
    (status = 200, body = Vec<Object>),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    At { who, body: HintBody { seat, ask } }: At<HintBody>,
) -> Result<Json<Vec<Advice>>, Problem> {
    app.spare_the_seat(&who, &seat)?;
    let Who { id, browser } = who;
    let advising = app.glance(&id, move |live| {
        live.hold(&seat, browser.as_ref())?;
        if !live.folder.allows_hints(&seat) {
            let detail = "This game is between people and was made without hints.";
            return Err(Problem::of(Kind::Refused, detail));
        }
        let table = live.table()?;
        table.advice(table.seat(&seat)?, AskId(ask)).map_err(|rejection| rejected(live, &seat, rejection))
    });
    let advising = advising.await?;
    app.heavy_work(move || {
        let mut advice = advising(random_number());
        advice.truncate(MOST_ADVICE);
        Ok(Json(advice))
    })
    .await
}

/// No more orders than these are named in a hint.
const MOST_ADVICE: usize = 6;

fn rejected(live: &Live, seat: &str, rejection: Rejection) -> Problem {
    let stale = matches!(rejection, Rejection::Stale { .. });
    let problem = Problem::rejected(rejection);
    if stale { problem.asks(json!(live.asks_of(Some(seat)))) } else { problem }
}

/// An answer to an ask.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OrdersBody {
    /// One of your seats.
    seat: String,
    /// The ask that is answered.
    ask: u32,
    /// One order, or a batch of them.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 100)]
    orders: Vec<Value>,
}

/// Answers an ask.
#[utoipa::path(post, path = "/games/{game}/orders", tag = "orders",
    params(("game" = String, Path), ("Idempotency-Key" = String, Header)),
    request_body = OrdersBody, responses(
    (status = 200, body = Done),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn orders(
    State(app): State<Arc<App>>,
    Key(key): Key,
    At { who, body: OrdersBody { seat, ask, orders } }: At<OrdersBody>,
) -> Result<Response, Problem> {
    let started = Instant::now();
    let key = key.ok_or_else(|| {
        Problem::malformed("Idempotency-Key", "An answer needs an Idempotency-Key, so that it is carried out once.")
    })?;
    if orders.len() > 100 {
        return Err(Problem::malformed("orders", "A batch has at most 100 orders."));
    }
    app.spare_the_seat(&who, &seat)?;
    let Who { id, browser } = who;
    let once = once(&seat, key, "orders", &json!([ask, orders]));
    let most = app.config.limits.entries;
    let done = app.change(&id, move |live, _, now| {
        live.hold(&seat, browser.as_ref())?;
        if let Some(answer) = live.answered(&once)? {
            return Ok(Outcome::Unchanged(answer.to_owned()));
        }
        live.table()?;
        live.has_room(most)?;
        let deed = Deed::Orders { seat: seat.clone(), ask, orders: orders.clone() };
        let (entry, _) = live.perform(&deed, Some(once.clone()), now)?;
        // What is kept to be said again is what is said.
        let answer = entry.request.as_ref().map(|request| request.answer.clone()).ok_or_else(Problem::broken)?;
        Ok(Outcome::Changed { entry: Some(entry), answer })
    });
    let done = done.await?;
    app.metrics.orders.observe(started.elapsed().as_secs_f64());
    Ok(([(header::CONTENT_TYPE, "application/json")], done).into_response())
}

/// What a request says of itself: the body is told apart by its hash.
pub(crate) fn once(seat: &str, key: String, what: &str, body: &Value) -> Once {
    let body = blake3::hash(format!("{what} {body}").as_bytes()).to_hex().to_string();
    Once { seat: seat.to_owned(), key, body }
}

impl App {
    /// Holds whoever speaks for a seat to its rate. Others who name the seat have rates of their own: they cannot use
    /// up those of its player.
    pub(crate) fn spare_the_seat(&self, who: &Who, seat: &str) -> Result<(), Problem> {
        let seat = seat.chars().take(40).collect();
        self.by_seat
            .take((who.id.clone(), seat, who.browser.clone()))
            .map_err(|seconds| Problem::too_many("That is faster than anybody plays; please wait a little.", seconds))
    }
}
