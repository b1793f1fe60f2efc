//! Taking back: alone where nothing was learnt, by agreement past that.

use crate::app::App;
use crate::deed::Deed;
use crate::extract::{At, Key, Who};
use crate::folder::Offer;
use crate::games::{Outcome, Step};
use crate::live::Live;
use crate::problem::{Problem, ProblemBody, sentence};
use crate::routes::games::SeatOnly;
use crate::routes::orders::once;
use crate::secrets::Kept;
use crate::views::{Done, GameView};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
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
    Key(key): Key,
    At { who, body: UndoBody { seat, offer } }: At<UndoBody>,
) -> Result<Json<Undone>, Problem> {
    app.spare_the_seat(&who, &seat)?;
    let once = key.map(|key| once(&seat, key, "undo", &json!(offer)));
    let Who { id, browser } = who;
    let most = app.config.limits.entries;
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
        live.has_room(most)?;
        let deed = match table.undoable(table.seat(&seat)?) {
            // Whoever practises on both sides takes back the last answer of them all.
            Ok(_) if live.folder.practice => {
                Deed::Undo { seat: asked(live, &seat, browser.as_ref())?.by, agreed_to: None }
            }
            Ok(_) => Deed::Undo { seat: seat.clone(), agreed_to: None },
            Err(refusal) if !offer || live.folder.has_machines() => {
                return Err(Problem::not_now(sentence(&refusal.sentence)));
            }
            Err(_) => {
                let asked = asked(live, &seat, browser.as_ref())?;
                if !live.folder.all_agree(&asked) {
                    live.folder.offer = Some(asked);
                    return Ok(Outcome::Changed { entry: None, answer: Undone { undone: false, entry: None } });
                }
                live.folder.offer = None;
                Deed::Undo { seat: asked.by, agreed_to: Some(asked.to) }
            }
        };
        let (entry, done) = live.perform(&deed, once.clone(), now)?;
        Ok(Outcome::Changed { entry: Some(entry), answer: Undone { undone: true, entry: Some(done.entry) } })
    });
    Ok(Json(undone.await?))
}

/// What a browser asks to be taken back: the last answer of its seat, and where it holds several, the last of them all.
fn asked(live: &Live, seat: &str, browser: Option<&Kept>) -> Result<Offer, Problem> {
    let table = live.table()?;
    let mine = live.folder.seats_of(browser);
    let back = |seat: &str| table.seat(seat).and_then(|seat| table.undoable_by_agreement(seat));
    let latest = mine.iter().filter_map(|by| Some((back(by).ok()?, by))).max();
    match latest {
        Some((to, by)) => Ok(Offer { by: by.clone(), agreed: mine.clone(), to }),
        None => Err(back(seat).map_or_else(
            |refusal| Problem::not_now(sentence(&refusal.sentence)),
            |_| Problem::not_now("There is nothing to take back."),
        )),
    }
}

/// Agrees that the last answer is taken back.
#[utoipa::path(post, path = "/games/{game}/undo/agree", tag = "undo", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn agree(
    State(app): State<Arc<App>>,
    At { who, body }: At<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let most = app.config.limits.entries;
    let agreed = app.change_seated(who, body.seat, move |live, seat, moved| {
        live.has_room(most)?;
        let mut offer = live.folder.offer.clone().ok_or_else(nothing_offered)?;
        if offer.by == seat {
            return Err(Problem::not_now("It is for the others to agree."));
        }
        if !offer.agreed.iter().any(|agreed| agreed == seat) {
            offer.agreed.push(seat.to_owned());
        }
        if !live.folder.all_agree(&offer) {
            live.folder.offer = Some(offer);
            return Ok(Step::Taken(None));
        }
        live.folder.offer = None;
        let deed = Deed::Undo { seat: offer.by, agreed_to: Some(offer.to) };
        let (entry, _) = live.perform(&deed, None, moved.now).map_err(|_| nothing_offered())?;
        Ok(Step::Taken(Some(entry)))
    });
    agreed.await
}

/// Declines an offer to take back, or withdraws one's own.
#[utoipa::path(post, path = "/games/{game}/undo/decline", tag = "undo", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn decline(
    State(app): State<Arc<App>>,
    At { who, body }: At<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let declined = app.change_seated(who, body.seat, |live, _, _| {
        live.folder.offer.take().ok_or_else(nothing_offered)?;
        Ok(Step::Taken(None))
    });
    declined.await
}

fn nothing_offered() -> Problem {
    Problem::not_now("Nothing is offered to be taken back; an offer lapses with the next answer.")
}
