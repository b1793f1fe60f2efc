//! Seats: taken by a link, and links revoked.

use crate::app::App;
use crate::extract::{At, Browser, Named, Who, game_id};
use crate::folder::{Sitter, Status};
use crate::games::Outcome;
use crate::problem::{Kind, Problem, ProblemBody};
use crate::routes::games::link;
use crate::secrets::Secret;
use crate::security::{cookie_for, known};
use crate::views::GameView;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The secret of a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct JoinBody {
    /// What stands behind the game in the link.
    secret: String,
}

/// Takes a seat by its link.
#[utoipa::path(post, path = "/games/{game}/join", tag = "seats", params(("game" = String, Path)),
    request_body = JoinBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    At { who: Who { id, browser }, body: JoinBody { secret } }: At<JoinBody>,
) -> Result<Response, Problem> {
    let no_seat = || Problem::of(Kind::NotSeated, "This link leads to no seat; it may have been revoked.");
    let given = Secret::read(&secret).ok_or_else(no_seat)?.kept();
    let (browser, cookie) = known(browser);
    let view = app.change(&id, move |live, shelf, now| {
        let led_to = live.folder.seats.iter_mut().find_map(|seat| match &mut seat.sitter {
            Sitter::Person { link, browsers, .. } if *link == given => Some((seat.seat.clone(), browsers)),
            _ => None,
        });
        let (seat, browsers) = led_to.ok_or_else(no_seat)?;
        let new = !browsers.contains(&browser);
        if new {
            browsers.push(browser.clone());
        }
        let entry = live.begin(shelf, now)?;
        let mut view = GameView::of(live, Some(&browser));
        view.joined = Some(seat);
        Ok(if new { Outcome::Changed { entry, answer: view } } else { Outcome::Unchanged(view) })
    });
    let mut response = Json(view.await?).into_response();
    if let Some(secret) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie_for(&app, &secret));
    }
    Ok(response)
}

/// A link.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkView {
    /// The new link.
    link: String,
}

/// Revokes a seat's link, and lets all other browsers at that seat go.
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
    app.change(&id, move |live, _, _| {
        let free = live.folder.seat(&seat).is_some_and(|seat| !seat.is_taken());
        let made_it = browser.is_some() && live.folder.made_by == browser;
        if !(free && made_it) {
            live.hold(&seat, browser.as_ref())?;
        }
        if live.status == Status::Over {
            return Err(Problem::not_now("The game is over; nobody else will sit there."));
        }
        match live.folder.seat_mut(&seat).map(|seat| &mut seat.sitter) {
            Some(Sitter::Person { link, browsers, .. }) => {
                *link = kept.clone();
                browsers.retain(|other| Some(other) == browser.as_ref());
            }
            _ => return Err(Problem::not_now("A machine sits there; it needs no link.")),
        }
        Ok(Outcome::Changed { entry: None, answer: () })
    })
    .await?;
    Ok(Json(LinkView { link: link(&id, &secret) }))
}
