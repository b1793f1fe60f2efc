//! What players give to the dice before a game: a commitment, then the bytes. `docs/dice.md` is the specification.

use crate::app::App;
use crate::extract::At;
use crate::folder::{Share, Status};
use crate::games::Step;
use crate::problem::{Kind, Problem, ProblemBody};
use crate::routes::games::SeatOnly;
use crate::secrets::{hex, unhex};
use crate::views::GameView;
use axum::Json;
use axum::extract::State;
use kernel::game::DiceRoot;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A commitment.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CommitBody {
    /// One of your seats.
    seat: String,
    /// The commitment to your bytes: 64 hexadecimal digits.
    #[schema(min_length = 64, max_length = 64)]
    commitment: String,
}

/// Commits to bytes for the dice.
#[utoipa::path(post, path = "/games/{game}/dice/commit", tag = "dice", params(("game" = String, Path)),
    request_body = CommitBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn commit(
    State(app): State<Arc<App>>,
    At { who, body: CommitBody { seat, commitment } }: At<CommitBody>,
) -> Result<Json<GameView>, Problem> {
    let commitment = unhex(&commitment)
        .filter(|bytes| bytes.len() == 32)
        .map(|bytes| hex(&bytes))
        .ok_or_else(|| Problem::malformed("commitment", "A commitment is 64 hexadecimal digits."))?;
    let committed = app.change_seated(who, seat, move |live, seat, _| {
        let begun = live.table.is_some() || live.status == Status::Over;
        let share = live.share_mut(seat)?;
        match share {
            Share::Committed(known) | Share::Opened { commitment: known, .. } if *known == commitment => {
                return Ok(Step::None);
            }
            Share::Awaited if !begun => *share = Share::Committed(commitment.clone()),
            _ => return Err(committed_already()),
        }
        Ok(Step::Taken(None))
    });
    committed.await
}

fn committed_already() -> Problem {
    Problem::not_now("This seat has committed already, and cannot change its mind.")
}

/// Bytes.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OpenBody {
    /// One of your seats.
    seat: String,
    /// Your bytes, 32 to 256 of them, in hexadecimal.
    #[schema(min_length = 64, max_length = 512)]
    bytes: String,
}

/// Opens the bytes that were committed to. When all have, the game begins.
#[utoipa::path(post, path = "/games/{game}/dice/open", tag = "dice", params(("game" = String, Path)),
    request_body = OpenBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    At { who, body: OpenBody { seat, bytes } }: At<OpenBody>,
) -> Result<Json<GameView>, Problem> {
    let bytes = unhex(&bytes)
        .filter(|bytes| (32..=256).contains(&bytes.len()))
        .ok_or_else(|| Problem::malformed("bytes", "The bytes are 32 to 256, in hexadecimal."))?;
    let proved = hex(&DiceRoot::player_commitment(&bytes));
    let bytes = hex(&bytes);
    let opened = app.change_seated(who, seat, move |live, seat, moved| {
        let all_committed = live.status == Status::Dice && live.folder.all_committed();
        let share = live.share_mut(seat)?;
        match share.clone() {
            Share::Opened { bytes: known, .. } if known == bytes => return Ok(Step::None),
            Share::Committed(commitment) if commitment != proved => {
                return Err(Problem::of(Kind::Refused, "These are not the bytes that the seat committed to."));
            }
            Share::Committed(commitment) if all_committed => {
                *share = Share::Opened { commitment, bytes: bytes.clone() };
            }
            Share::Committed(_) => {
                return Err(Problem::not_now("Not everybody has committed yet; nobody opens before all have."));
            }
            _ => return Err(Problem::not_now("This seat has no commitment to open.")),
        }
        Ok(Step::Taken(live.begin(moved.shelf, moved.now)?))
    });
    opened.await
}

/// Gives nothing to the dice: they come from the server's secret and the others' bytes.
#[utoipa::path(post, path = "/games/{game}/dice/leave", tag = "dice", params(("game" = String, Path)),
    request_body = SeatOnly, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn leave(
    State(app): State<Arc<App>>,
    At { who, body }: At<SeatOnly>,
) -> Result<Json<GameView>, Problem> {
    let left = app.change_seated(who, body.seat, |live, seat, moved| {
        let over = live.status == Status::Over;
        let share = live.share_mut(seat)?;
        match share {
            Share::Left => return Ok(Step::None),
            Share::Awaited if !over => *share = Share::Left,
            _ => return Err(committed_already()),
        }
        Ok(Step::Taken(live.begin(moved.shelf, moved.now)?))
    });
    left.await
}
