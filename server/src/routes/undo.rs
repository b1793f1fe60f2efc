//! Taking back: alone where nothing was learnt, by agreement past that.

use crate::app::App;
use crate::deed::Deed;
use crate::extract::{Body, Browser, Key, Named, game_id};
use crate::folder::{Offer, Sitter};
use crate::games::Outcome;
use crate::live::Live;
use crate::problem::{Problem, ProblemBody};
use crate::routes::games::SeatOnly;
use crate::routes::orders::once;
use crate::store::EntryRow;
use crate::views::{Done, GameView};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Something to be taken back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct UndoBody {
    /// One of your seats.
    seat: String,
    /// Ask the others, where it cannot be done alone?
    #[serde(default)]
    offer: bool,
}

/// What became of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Undone {
    /// Was it taken back? Otherwise the others were asked.
    undone: bool,
    /// The entry it became.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u32>,
}

/// Takes the last answer back, or asks the others whether it may be.
#[utoipa::path(post, path = "/games/{game}/undo", tag = "undo", params(("game" = String, Path)),
    request_body = UndoBody, responses(
    (status = 200, body = Undone),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Key(key): Key,
    Body(UndoBody { seat, offer }): Body<UndoBody>,
) -> Result<Json<Undone>, Problem> {
    let id = game_id(&game)?;
    app.spare_the_seat(&id, &seat)?;
    let once = key.map(|key| once(&seat, key, "undo", &serde_json::Value::Null));
    let undone = app.change(&id, move |live, _, now| {
        live.hold(&seat, browser.as_ref())?;
        if let Some(once) = &once
            && let Some(answer) = live.answered(once)?
        {
            let done: Done = serde_json::from_str(answer).map_err(|_| Problem::broken())?;
            return Ok(Outcome::Unchanged(Undone { undone: true, entry: Some(done.entry) }));
        }
        let table = live.table()?;
        if let Some(result) = table.result() {
            return Err(Problem::over(&result));
        }
        let alone = table.undoable(table.seat(&seat)?);
        let agreed = match alone {
            Ok(_) => false,
            Err(refusal) if !offer => return Err(Problem::not_now(sentence(&refusal.sentence))),
            Err(_) => true,
        };
        if agreed {
            table.undoable_by_agreement().map_err(|refusal| Problem::not_now(sentence(&refusal.sentence)))?;
            let mine = live.folder.seats_of(browser.as_ref());
            let asked = Offer { by: seat.clone(), agreed: mine };
            if !all_agree(live, &asked) {
                live.folder.offer = Some(asked);
                return Ok(Outcome::Changed { entry: None, answer: Undone { undone: false, entry: None } });
            }
        }
        let (entry, done) = live.perform(Deed::Undo { seat: seat.clone(), agreed }, once.clone(), now)?;
        Ok(Outcome::Changed { entry: Some(entry), answer: Undone { undone: true, entry: Some(done.entry) } })
    });
    Ok(Json(undone.await?))
}

/// Have all persons agreed? Machines always do.
fn all_agree(live: &Live, offer: &Offer) -> bool {
    let agrees = |seat: &crate::folder::SeatFolder| {
        matches!(seat.sitter, Sitter::Machine { .. }) || seat.seat == offer.by || offer.agreed.contains(&seat.seat)
    };
    live.folder.seats.iter().all(agrees)
}

fn sentence(refusal: &str) -> String {
    let mut letters = refusal.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// Agrees that the last answer is taken back.
#[utoipa::path(post, path = "/games/{game}/undo/agree", tag = "undo", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn agree(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Body(SeatOnly { seat }): Body<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let id = game_id(&game)?;
    let view = app.change(&id, move |live, _, now| {
        live.hold(&seat, browser.as_ref())?;
        let mut offer = live.folder.offer.clone().ok_or_else(nothing_offered)?;
        if offer.by == seat {
            return Err(Problem::not_now("It is for the others to agree."));
        }
        if !offer.agreed.contains(&seat) {
            offer.agreed.push(seat.clone());
        }
        let entry: Option<EntryRow> = if all_agree(live, &offer) {
            Some(live.perform(Deed::Undo { seat: offer.by.clone(), agreed: true }, None, now)?.0)
        } else {
            live.folder.offer = Some(offer);
            None
        };
        Ok(Outcome::Changed { entry, answer: GameView::of(live, browser.as_ref()) })
    });
    Ok(Json(view.await?))
}

/// Declines an offer to take back, or withdraws one's own.
#[utoipa::path(post, path = "/games/{game}/undo/decline", tag = "undo", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn decline(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Body(SeatOnly { seat }): Body<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let id = game_id(&game)?;
    let view = app.change(&id, move |live, _, _| {
        live.hold(&seat, browser.as_ref())?;
        live.folder.offer.take().ok_or_else(nothing_offered)?;
        Ok(Outcome::Changed { entry: None, answer: GameView::of(live, browser.as_ref()) })
    });
    Ok(Json(view.await?))
}

fn nothing_offered() -> Problem {
    Problem::not_now("Nothing is offered to be taken back; an offer lapses with the next answer.")
}
