//! Words beside the game: what players say to one another, and what each notes for himself.

use crate::app::App;
use crate::extract::{Asked, At, Browser, Named, Who, game_id};
use crate::folder::SeatFolder;
use crate::games::Outcome;
use crate::live::Live;
use crate::problem::{Problem, ProblemBody};
use crate::secrets::Kept;
use crate::store::LineRow;
use crate::views::GameView;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The longest line, in characters.
const LONGEST: usize = 280;
/// The most lines of a game.
const MOST: u32 = 1_000;
/// How many lines are shown at once.
const SHOWN: u32 = 200;
/// The longest notes, in characters.
const LONGEST_NOTES: usize = 8_000;

/// A line that a player said.
#[derive(Serialize, ToSchema)]
pub(crate) struct LineView {
    /// Its number in the game.
    number: u32,
    /// Who said it.
    seat: String,
    /// What: plain text.
    text: String,
    /// When.
    at: i64,
}

/// What was said.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinesView {
    /// The lines, the latest last.
    lines: Vec<LineView>,
}

/// From which line on.
#[derive(Deserialize, IntoParams)]
pub(crate) struct LinesQuery {
    /// The first line; left out, the last 200.
    from: Option<u32>,
}

/// What the players of a game have said to one another. Only they may read it.
#[utoipa::path(get, path = "/games/{game}/chat", tag = "talk", params(("game" = String, Path), LinesQuery), responses(
    (status = 200, body = LinesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn lines(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(LinesQuery { from }): Asked<LinesQuery>,
) -> Result<Json<LinesView>, Problem> {
    let id = game_id(&game)?;
    let said = app
        .glance(&id, |live| {
            live.hold_any(browser.as_ref())?;
            Ok(live.folder.said)
        })
        .await?;
    let from = from.unwrap_or_else(|| said.saturating_sub(SHOWN));
    let rows = app.store.lines(&id, from, SHOWN).await?;
    let line = |LineRow { number, seat, text, at }: LineRow| LineView { number, seat, text, at };
    Ok(Json(LinesView { lines: rows.into_iter().map(line).collect() }))
}

/// Something to be said.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SayBody {
    /// One of your seats.
    seat: String,
    /// Plain text in one line.
    #[schema(max_length = 280)]
    text: String,
}

/// Says something to the other players.
#[utoipa::path(post, path = "/games/{game}/chat", tag = "talk", params(("game" = String, Path)),
    request_body = SayBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn say(
    State(app): State<Arc<App>>,
    At { who: Who { id, browser }, body: SayBody { seat, text } }: At<SayBody>,
) -> Result<Json<GameView>, Problem> {
    let text = in_a_line(&text)?;
    let (held, by) = (seat.clone(), browser.clone());
    app.glance(&id, move |live| live.hold(&held, by.as_ref())).await?;
    app.talk
        .take((id.clone(), seat.clone()))
        .map_err(|seconds| Problem::too_many("That is faster than anybody reads; please wait a little.", seconds))?;
    let view = app.change(&id, move |live, _, now| {
        live.hold(&seat, browser.as_ref())?;
        open_to_talk(live, &seat)?;
        let line = LineRow { number: live.folder.said, seat: seat.clone(), text: text.clone(), at: now };
        live.folder.said += 1;
        live.line = Some(line);
        Ok(Outcome::Changed { entry: None, answer: GameView::of(live, browser.as_ref()) })
    });
    Ok(Json(view.await?))
}

/// A line as it is kept: without what would break it or turn it round, and not empty.
fn in_a_line(text: &str) -> Result<String, Problem> {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain: String = text.chars().map(|c| if c.is_control() || turns(c) { ' ' } else { c }).collect();
    let plain = plain.trim();
    if plain.is_empty() {
        return Err(Problem::malformed("text", "There is nothing in it."));
    }
    let length = plain.chars().count();
    if length > LONGEST {
        let sentence = format!("A line has at most {LONGEST} characters; this one has {length}.");
        return Err(Problem::malformed("text", sentence));
    }
    Ok(plain.to_owned())
}

fn open_to_talk(live: &Live, seat: &str) -> Result<(), Problem> {
    if !live.folder.has_others(seat) {
        return Err(Problem::not_now("Nobody else sits at this table who could read it."));
    }
    if let Some(quiet) = live.folder.quiet.first() {
        let whose = if quiet == seat { "You have".to_owned() } else { format!("The {quiet} has") };
        return Err(Problem::not_now(format!("{whose} turned talking off in this game.")));
    }
    if live.folder.said >= MOST {
        return Err(Problem::not_now(format!("There are {MOST} lines in this game; more are not kept.")));
    }
    Ok(())
}

/// Whether to talk.
#[derive(Deserialize, ToSchema)]
pub(crate) struct QuietBody {
    /// One of your seats.
    seat: String,
    /// Turn talking off? What was said stays.
    quiet: bool,
}

/// Turns talking off in a game, or on again: it is on while nobody has turned it off.
#[utoipa::path(post, path = "/games/{game}/chat/quiet", tag = "talk", params(("game" = String, Path)),
    request_body = QuietBody, responses(
    (status = 200, body = GameView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn quiet(
    State(app): State<Arc<App>>,
    At { who: Who { id, browser }, body: QuietBody { seat, quiet } }: At<QuietBody>,
) -> Result<Json<GameView>, Problem> {
    let view = app.change(&id, move |live, _, _| {
        live.hold(&seat, browser.as_ref())?;
        if live.folder.quiet.contains(&seat) == quiet {
            return Ok(Outcome::Unchanged(GameView::of(live, browser.as_ref())));
        }
        if quiet {
            live.folder.quiet.push(seat.clone());
        } else {
            live.folder.quiet.retain(|other| *other != seat);
        }
        Ok(Outcome::Changed { entry: None, answer: GameView::of(live, browser.as_ref()) })
    });
    Ok(Json(view.await?))
}

/// What was noted.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct NotesView {
    /// The notes: plain text.
    text: String,
}

/// Whose notes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct NotesQuery {
    /// One of your seats.
    seat: String,
}

/// What those who sit at a seat have noted for themselves.
#[utoipa::path(get, path = "/games/{game}/notes", tag = "talk", params(("game" = String, Path), NotesQuery), responses(
    (status = 200, body = NotesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn notes(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(NotesQuery { seat }): Asked<NotesQuery>,
) -> Result<Json<NotesView>, Problem> {
    let id = game_id(&game)?;
    app.glance(&id, |live| live.hold(&seat, browser.as_ref())).await?;
    Ok(Json(NotesView { text: app.store.notes(&id, &seat).await?.unwrap_or_default() }))
}

/// Something to be noted.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NoteBody {
    /// One of your seats.
    seat: String,
    /// All of the notes: plain text.
    #[schema(max_length = 8000)]
    text: String,
}

/// Notes something for those who sit at a seat, in the place of what was noted before.
#[utoipa::path(post, path = "/games/{game}/notes", tag = "talk", params(("game" = String, Path)),
    request_body = NoteBody, responses(
    (status = 200, body = NotesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn note(
    State(app): State<Arc<App>>,
    At { who, body: NoteBody { seat, text } }: At<NoteBody>,
) -> Result<Json<NotesView>, Problem> {
    let length = text.chars().count();
    if length > LONGEST_NOTES {
        let sentence = format!("Notes have at most {LONGEST_NOTES} characters; these have {length}.");
        return Err(Problem::malformed("text", sentence));
    }
    if text.contains('\0') {
        return Err(Problem::malformed("text", "Notes are plain text."));
    }
    app.spare_the_seat(&who, &seat)?;
    let Who { id, browser } = who;
    app.glance(&id, |live| live.hold(&seat, browser.as_ref())).await?;
    app.store.keep_notes(&id, &seat, &text).await?;
    Ok(Json(NotesView { text }))
}

impl Live {
    /// Refuses a browser that holds no seat at all.
    fn hold_any(&self, browser: Option<&Kept>) -> Result<(), Problem> {
        match self.folder.seats.iter().find(|seat| browser.is_some_and(|browser| seat.is_held_by(browser))) {
            Some(SeatFolder { seat, .. }) => self.hold(seat, browser),
            None => self.hold(&self.folder.seats[0].seat.clone(), browser),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_of_plain_text_and_says_how_long_it_may_be() {
        assert_eq!(in_a_line("  well\nplayed \u{202e}!  ").unwrap(), "well played  !");
        assert!(in_a_line(" \n\t ").is_err());
        assert!(in_a_line(&"ü".repeat(280)).is_ok());
        assert!(in_a_line(&"ü".repeat(281)).is_err());
    }
}
