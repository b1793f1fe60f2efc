//! Seats: taken once by a link, shared by a code, and got back.

use crate::app::App;
use crate::cookies::short_code;
use crate::extract::{At, Browser, Named, Who, game_id};
use crate::folder::{Code, Seated, Sitter, Status};
use crate::games::Outcome;
use crate::live::Live;
use crate::problem::{Kind, Problem, ProblemBody};
use crate::routes::games::link;
use crate::secrets::{Kept, Secret};
use crate::security::known;
use crate::views::GameView;
use crate::work::house;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// How long a code holds, in milliseconds.
const CODE_HOLDS: i64 = 10 * 60 * 1000;

/// What lets one sit down: the secret of a link, or a code that was shown at the table.
#[derive(Deserialize, ToSchema)]
pub(crate) struct JoinBody {
    /// What stands behind the game in the link.
    #[serde(default)]
    secret: Option<String>,
    /// A code, as it is shown to whoever sits there already.
    #[serde(default)]
    code: Option<String>,
}

/// By what somebody wants to sit down.
#[derive(Clone)]
enum By {
    Link(Kept),
    Code(Kept),
}

/// Takes a seat by its link, which works once; or sits down at one's own seat with another browser, by a code.
#[utoipa::path(post, path = "/games/{game}/join", tag = "seats", params(("game" = String, Path)),
    request_body = JoinBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    At { who: Who { id, browser }, body: JoinBody { secret, code } }: At<JoinBody>,
) -> Result<Response, Problem> {
    let by = match (secret, code) {
        (Some(secret), None) => By::Link(Secret::read(&secret).ok_or_else(no_seat)?.kept()),
        (None, Some(code)) => {
            let wait = |seconds| Problem::too_many("You tried too many codes in this game; please wait.", seconds);
            app.codes.take((id.clone(), house())).map_err(wait)?;
            By::Code(kept_code(&code).ok_or_else(no_code)?)
        }
        _ => return Err(Problem::malformed("secret", "Give the secret of a link, or a code.")),
    };
    let (browser, cookie) = known(browser);
    let most = app.config.limits.browsers;
    let view = app.change(&id, move |live, shelf, now| {
        let seated = Seated { browser: browser.clone(), since: Some(now) };
        let (seat, new) = match &by {
            By::Link(given) => by_link(live, given, &seated)?,
            By::Code(given) => by_code(live, given, &seated, most)?,
        };
        let entry = live.begin(shelf, now)?;
        let mut view = GameView::of(live, Some(&browser));
        view.joined = Some(seat);
        Ok(if new { Outcome::Changed { entry, answer: view } } else { Outcome::Unchanged(view) })
    });
    let mut response = Json(view.await?).into_response();
    if let Some(secret) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, app.cookie_for(&secret).await?);
    }
    Ok(response)
}

fn no_seat() -> Problem {
    Problem::of(Kind::NotSeated, "This link leads to no seat; it may have been revoked.")
}

fn no_code() -> Problem {
    let detail =
        "This code lets nobody in. A code works once and for ten minutes; whoever sits there can show a new one.";
    Problem::of(Kind::NotSeated, detail)
}

/// What is kept of a code; people type it in capitals and without its hyphen.
fn kept_code(code: &str) -> Option<Kept> {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    (letters.len() == 8).then(|| Secret::of_code(&letters).kept())
}

/// Sits down by a link, where nobody sits: the seat, and whether that is new.
fn by_link(live: &mut Live, given: &Kept, seated: &Seated) -> Result<(String, bool), Problem> {
    let found =
        live.folder.seats.iter().find(|seat| matches!(&seat.sitter, Sitter::Person { link, .. } if link == given));
    let seat = found.ok_or_else(no_seat)?;
    let name = seat.seat.clone();
    if seat.is_held_by(&seated.browser) {
        return Ok((name, false));
    }
    if seat.is_taken() {
        let detail = "This link has been used: it works once, and somebody sits there. If that was not you, ask whoever \
                      made the game to free the seat; if it was, sit down by a code that your other browser shows.";
        return Err(Problem::of(Kind::NotSeated, detail));
    }
    sit(live, &name, seated);
    Ok((name, true))
}

/// Sits down beside oneself by a code: the seat, and whether that is new.
fn by_code(live: &mut Live, given: &Kept, seated: &Seated, most: usize) -> Result<(String, bool), Problem> {
    let now = seated.since.unwrap_or_default();
    let holds = |code: &Option<Code>| code.as_ref().is_some_and(|code| code.kept == *given && code.until > now);
    let found =
        live.folder.seats.iter().find(|seat| matches!(&seat.sitter, Sitter::Person { code, .. } if holds(code)));
    let seat = found.ok_or_else(no_code)?;
    let name = seat.seat.clone();
    if seat.is_held_by(&seated.browser) {
        return Ok((name, false));
    }
    if seat.seated().len() >= most {
        let detail =
            format!("{most} browsers sit there already; whoever sat down first can free the seat of the others.");
        return Err(Problem::not_now(detail));
    }
    sit(live, &name, seated);
    Ok((name, true))
}

fn sit(live: &mut Live, seat: &str, seated: &Seated) {
    if let Some(Sitter::Person { browsers, code, .. }) = live.folder.seat_mut(seat).map(|seat| &mut seat.sitter) {
        browsers.push(seated.clone());
        *code = None;
    }
}

/// A code.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeView {
    /// The code, to be typed in where the other browser shows the game.
    code: String,
    /// Until when it holds.
    until: i64,
}

/// Shows a code by which another browser of yours can sit down at your seat, once.
#[utoipa::path(post, path = "/games/{game}/links/{seat}/code", tag = "seats",
    params(("game" = String, Path), ("seat" = String, Path)), responses(
    (status = 200, body = CodeView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn code(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named((game, seat)): Named<(String, String)>,
) -> Result<Json<CodeView>, Problem> {
    let shown = short_code();
    let kept = kept_code(&shown).ok_or_else(Problem::broken)?;
    let id = game_id(&game)?;
    let until = app.change(&id, move |live, _, now| {
        live.hold(&seat, browser.as_ref())?;
        let until = now + CODE_HOLDS;
        if let Some(Sitter::Person { code, .. }) = live.folder.seat_mut(&seat).map(|seat| &mut seat.sitter) {
            *code = Some(Code { kept: kept.clone(), until });
        }
        Ok(Outcome::Changed { entry: None, answer: until })
    });
    Ok(Json(CodeView { code: shown, until: until.await? }))
}

/// A link.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkView {
    /// The new link, where the seat is free now.
    link: Option<String>,
}

/// Gets a seat back: its link is worth nothing any more, and all others are out. Whoever made the game may do it, and whoever
/// sat down there first; he keeps the seat.
#[utoipa::path(post, path = "/games/{game}/links/{seat}/revoke", tag = "seats",
    params(("game" = String, Path), ("seat" = String, Path)), responses(
    (status = 200, body = LinkView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named((game, seat)): Named<(String, String)>,
) -> Result<Json<LinkView>, Problem> {
    let id = game_id(&game)?;
    let secret = Secret::random();
    let kept = secret.kept();
    let free = app.change(&id, move |live, _, _| {
        let Some(folder) = live.folder.seat(&seat) else {
            live.hold(&seat, browser.as_ref())?;
            return Err(Problem::broken());
        };
        if folder.machine().is_some() {
            return Err(Problem::not_now("A machine sits there; it needs no link."));
        }
        if !browser.as_ref().is_some_and(|browser| live.folder.may_free(folder, browser)) {
            let detail =
                format!("Only whoever made the game, and whoever sat down first at the {seat}'s seat, can free it.");
            return Err(Problem::of(Kind::NotSeated, detail));
        }
        if live.status == Status::Over {
            return Err(Problem::not_now("The game is over; nobody else will sit there."));
        }
        let mut free = true;
        if let Some(Sitter::Person { link, browsers, code, .. }) =
            live.folder.seat_mut(&seat).map(|seat| &mut seat.sitter)
        {
            *link = kept.clone();
            *code = None;
            browsers.retain(|other| Some(&other.browser) == browser.as_ref());
            free = browsers.is_empty();
        }
        Ok(Outcome::Changed { entry: None, answer: free })
    });
    Ok(Json(LinkView { link: free.await?.then(|| link(&id, &secret)) }))
}
