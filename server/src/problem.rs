//! What can go wrong with a request, as `application/problem+json` with a sentence for people.

use crate::store::StoreError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::game::{GameResult, Rejection};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::scenario::{Trouble, Troubles};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Why a request was not done. Nothing has changed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    kind: Kind,
    detail: String,
    more: Box<More>,
}

#[derive(Clone, Debug, Default)]
struct More {
    field: Option<String>,
    rule: Option<String>,
    order: Option<usize>,
    asks: Option<Value>,
    troubles: Vec<TroubleView>,
    retry_after: Option<u64>,
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The request cannot be read.
    Malformed,
    /// The seat is not yours.
    NotSeated,
    /// The request comes from another site.
    Foreign,
    /// There is no such thing.
    Unknown,
    /// This cannot be done to it.
    Method,
    /// The ask is no longer open.
    Stale,
    /// The right thing at the wrong moment.
    NotNow,
    /// The body is too long.
    TooLarge,
    /// The body is of a kind that is not taken.
    WrongType,
    /// Not legal.
    Refused,
    /// The idempotency key came with another body before.
    KeyReused,
    /// Too much at once.
    TooMany,
    /// A fault of ours.
    Broken,
    /// The storage does not answer.
    Unavailable,
}

/// A problem as it is sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProblemBody {
    /// What kind of problem it is, as a name.
    r#type: String,
    /// The same in words.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// What kind of problem it is.
    kind: Kind,
    /// A sentence for people.
    detail: String,
    /// The field that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The rule that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// Which order of a batch, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    /// The asks that are open now.
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<Value>,
    /// All that is wrong with a scenario's text, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<TroubleView>,
}

/// What is wrong at one place of a scenario's text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TroubleView {
    /// The line, from 1.
    line: u32,
    /// The character of the line, from 1.
    column: u32,
    /// What was found and what is allowed.
    sentence: String,
}

impl Problem {
    /// A problem of a kind, with its sentence.
    pub(crate) fn of(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem { kind, detail: detail.into(), more: Box::default() }
    }

    /// There is no such thing.
    pub(crate) fn unknown(detail: impl Into<String>) -> Problem {
        Problem::of(Kind::Unknown, detail)
    }

    /// The request cannot be read.
    pub(crate) fn malformed(field: &str, detail: impl Into<String>) -> Problem {
        let mut problem = Problem::of(Kind::Malformed, detail);
        problem.more.field = Some(field.to_owned());
        problem
    }

    /// The right thing at the wrong moment.
    pub(crate) fn not_now(detail: impl Into<String>) -> Problem {
        Problem::of(Kind::NotNow, detail)
    }

    /// A name that nothing bears: the refusal of the shelf as 404.
    pub(crate) fn no_such(refusal: Refusal) -> Problem {
        Problem { kind: Kind::Unknown, ..Problem::from(refusal) }
    }

    /// A scenario's text that cannot be played: the first trouble as the sentence, and all of them.
    pub(crate) fn wrong_text(troubles: &Troubles) -> Problem {
        let mut problem = Problem::from(Refusal::from(troubles.clone()));
        problem.more.field = Some("text".to_owned());
        let view = |Trouble { line, column, sentence: text }: &Trouble| TroubleView {
            line: *line,
            column: *column,
            sentence: sentence(text),
        };
        // A text may be wrong in as many places as it has bytes; nobody reads more than this.
        problem.more.troubles = troubles.iter().take(50).map(view).collect();
        problem
    }

    /// Armies that cannot be bought so: what is wrong, under the rule that sells them.
    pub(crate) fn of_purchase(troubles: &Troubles, rule: Option<Rule>) -> Problem {
        let mut problem = Problem::of(Kind::Refused, sentence(&troubles.first().sentence));
        problem.more.field = Some("armies".to_owned());
        problem.more.rule = rule.map(|rule| rule.0.to_owned());
        problem
    }

    /// Too much at once.
    pub(crate) fn too_many(detail: impl Into<String>, seconds: u64) -> Problem {
        let mut problem = Problem::of(Kind::TooMany, detail);
        problem.more.retry_after = Some(seconds);
        problem
    }

    /// A fault of ours; what it was is for the log, not for the answer.
    pub(crate) fn broken() -> Problem {
        Problem::of(Kind::Broken, "Something went wrong on our side. Nothing was changed; please try again.")
    }

    /// The storage does not answer.
    pub(crate) fn unavailable() -> Problem {
        let mut problem = Problem::of(
            Kind::Unavailable,
            "The storage does not answer. Nothing was acknowledged; please send it again with the same key.",
        );
        problem.more.retry_after = Some(1);
        problem
    }

    /// With the asks that are open now.
    #[must_use]
    pub(crate) fn asks(mut self, asks: Value) -> Problem {
        self.more.asks = Some(asks);
        self
    }

    /// What kind it is.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The sentence.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Why an order was not taken; the asks of a stale one are to be added.
    pub(crate) fn rejected(rejection: Rejection) -> Problem {
        match rejection {
            Rejection::Stale { .. } => Problem::of(Kind::Stale, sentence(&rejection.to_string())),
            Rejection::Over(result) => Problem::over(&result),
            Rejection::Refused { order, refusal } => {
                let mut problem = Problem::from(refusal);
                problem.more.order = Some(order);
                problem
            }
        }
    }

    /// The game is over.
    pub(crate) fn over(result: &GameResult) -> Problem {
        Problem::not_now(sentence(&format!("the game is over: {}", result.because)))
    }

    fn status(&self) -> StatusCode {
        match self.kind {
            Kind::Malformed => StatusCode::BAD_REQUEST,
            Kind::NotSeated | Kind::Foreign => StatusCode::FORBIDDEN,
            Kind::Unknown => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Stale | Kind::NotNow => StatusCode::CONFLICT,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::Refused | Kind::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Kind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn title(&self) -> &'static str {
        match self.kind {
            Kind::Malformed => "The request cannot be read",
            Kind::NotSeated => "Not your seat",
            Kind::Foreign => "From another site",
            Kind::Unknown => "Not found",
            Kind::Method => "Not possible",
            Kind::Stale => "No longer asked",
            Kind::NotNow => "Not now",
            Kind::TooLarge => "Too long",
            Kind::WrongType => "Wrong type",
            Kind::Refused => "Refused",
            Kind::KeyReused => "Key used before",
            Kind::TooMany => "Too much at once",
            Kind::Broken => "A fault of ours",
            Kind::Unavailable => "Storage unavailable",
        }
    }
}

/// A sentence with a capital and a full stop. A name at its head stays as it is written: a square, or a key of a file.
pub(crate) fn sentence(text: &str) -> String {
    let head = text.split_whitespace().next().unwrap_or_default();
    let is_name = head.contains(|c: char| c.is_ascii_digit()) || head.trim_end_matches('.').contains('.');
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let mut whole = if is_name { text.to_owned() } else { first + letters.as_str() };
    if !whole.ends_with(['.', '?', '!']) {
        whole.push('.');
    }
    whole
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let Refusal { field, sentence: text, rule } = refusal;
        let mut problem = Problem::of(Kind::Refused, sentence(&text));
        problem.more.field = field;
        problem.more.rule = rule.map(|rule| rule.0.to_owned());
        problem
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        // A server that stops closes its storage before the last machine has thought to its end: that is no trouble.
        if error.is_closing() {
            tracing::debug!(%error, "the storage is closing");
        } else {
            tracing::error!(%error, "the storage does not answer");
        }
        Problem::unavailable()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, title) = (self.status(), self.title());
        let kind = serde_json::to_value(self.kind).unwrap_or_default();
        let More { field, rule, order, asks, troubles, retry_after } = *self.more;
        let body = ProblemBody {
            r#type: format!("urn:sandtable:{}", kind.as_str().unwrap_or_default()),
            title,
            status: status.as_u16(),
            kind: self.kind,
            detail: self.detail,
            field,
            rule,
            order,
            asks,
            troubles,
        };
        let text = serde_json::to_string(&body).expect("a problem is plain data");
        let mut response =
            (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))], text)
                .into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
