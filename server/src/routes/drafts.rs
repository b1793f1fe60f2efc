//! Scenarios before a game: a player's own text, a built-in one as a start for it, armies that are bought.

use crate::app::App;
use crate::extract::{Body, Named};
use crate::problem::{Problem, ProblemBody};
use axum::Json;
use axum::extract::State;
use kernel::game::{AnyGame, DiceKind, DiceRoot, Eyes, Header, ScenarioCard, Scene};
use kernel::procedure::Inputs;
use kernel::scenario::{Bills, Market, Overview, Purchase, book_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A scenario to be looked at before a game is made of it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftBody {
    /// A scenario of the book, where no text is given.
    #[serde(default)]
    scenario: Option<String>,
    /// The options of that scenario; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Object)]
    options: Inputs,
    /// The text of a scenario of one's own, 256 KB at most.
    #[serde(default)]
    text: Option<String>,
    /// The armies that are bought, by seat.
    #[serde(default)]
    #[schema(value_type = Object)]
    armies: BTreeMap<String, Purchase>,
}

/// A scenario that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct DraftView {
    /// Its whole text, with the armies that were bought.
    text: String,
    /// What it is called and about.
    #[schema(value_type = Object)]
    card: ScenarioCard,
    /// What is in it.
    #[schema(value_type = Object)]
    overview: Overview,
    /// What the army of each seat costs, line by line, in books where armies are bought by points.
    #[schema(value_type = Vec<Object>)]
    bills: Bills,
    /// The table as it is set up.
    #[schema(value_type = Object)]
    scene: Scene,
}

/// A scenario's text, held to the rules: a built-in one, one's own, or either with armies that are bought.
#[utoipa::path(post, path = "/books/{book}/drafts", tag = "shelf", params(("book" = String, Path)),
    request_body = DraftBody, responses(
    (status = 200, body = DraftView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn draft(
    State(app): State<Arc<App>>,
    Named(book): Named<String>,
    Body(asked): Body<DraftBody>,
) -> Result<Json<DraftView>, Problem> {
    let game = app.shelf.game(&book).map_err(Problem::no_such)?;
    app.heavy_work(move || drafted(&book, game, asked).map(Json)).await
}

/// What armies of a book can be bought from; nothing where they are not bought by points.
#[utoipa::path(get, path = "/books/{book}/market", tag = "shelf", params(("book" = String, Path)), responses(
    (status = 200, body = Option<Object>),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn market(
    State(app): State<Arc<App>>,
    Named(book): Named<String>,
) -> Result<Json<Option<Market>>, Problem> {
    Ok(Json(app.shelf.game(&book).map_err(Problem::no_such)?.market()))
}

fn drafted(book: &str, game: &'static dyn AnyGame, asked: DraftBody) -> Result<DraftView, Problem> {
    let given = match (asked.text, &asked.scenario) {
        (Some(text), _) => {
            read(book, game, &text)?;
            text
        }
        (None, Some(scenario)) => game.scenario_text(scenario, &asked.options).map_err(Problem::no_such)?,
        (None, None) => {
            return Err(Problem::malformed("text", "Give the name of a scenario, or the text of your own."));
        }
    };
    let text = if asked.armies.is_empty() { given } else { game.buy(&given, &asked.armies)? };
    // The lines of a text that was made of a purchase are nobody's: only what is wrong is told.
    let bought = |troubles| {
        if asked.armies.is_empty() {
            return Problem::wrong_text(&troubles);
        }
        Problem::of_purchase(&troubles, game.market().map(|market| market.rule))
    };
    let (card, bills) = game.scenario_card(&text).map_err(bought)?;
    let overview = game.check_scenario(&text).map_err(bought)?;
    let mut header = Header::of(book, &card.id, Inputs::new(), DiceKind::Seed(1));
    header.text = Some(text.clone());
    let root = DiceRoot::of_seed(1);
    let table = game.start(header, root.state_key(), &mut root.entry(0))?;
    Ok(DraftView { text, card, overview, bills, scene: table.scene(Eyes::Spectator) })
}

/// The title of a text; one that is empty, of another book, or cannot be played is refused with what is wrong and where.
pub(super) fn read(book: &str, game: &'static dyn AnyGame, text: &str) -> Result<String, Problem> {
    if text.trim().is_empty() {
        return Err(Problem::malformed("text", "The scenario is empty: it has no text at all."));
    }
    match (game.check_scenario(text), book_of(text)) {
        (Ok(found), _) => Ok(found.title),
        (_, Ok(other)) if other != book && shelf::book(&other).is_ok() => Err(Problem::malformed(
            "text",
            format!("This is a scenario of {other}, but the game is to be of {book}: choose {other} on the shelf."),
        )),
        (Err(troubles), _) => Err(Problem::wrong_text(&troubles)),
    }
}
