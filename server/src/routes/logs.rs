//! Logs: of a game, and uploaded ones.

use crate::app::App;
use crate::extract::{Asked, Browser, Named, game_id};
use crate::problem::{Kind, Problem, ProblemBody};
use crate::replays::Replay;
use crate::secrets::{GameId, hex};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::game::{DiceKind, Eyes, LogTrouble, Logged, Numbering, Part, Replayed, Undone, What};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::IntoParams;

/// The longest log that is played again: whole games have some hundreds of entries.
const MOST_ENTRIES: usize = 5_000;

/// The most releases that a log has gone on under: each costs another look at all that came before it.
const MOST_RELEASES: usize = 50;

/// Whose eyes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct LogQuery {
    /// One of your seats, or `spectator`.
    seat: Option<String>,
}

/// The log of a game: before its end what these eyes may read, afterwards all of it.
#[utoipa::path(get, path = "/games/{game}/log", tag = "logs", params(("game" = String, Path), LogQuery), responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
    Named(game): Named<String>,
    Asked(LogQuery { seat }): Asked<LogQuery>,
) -> Result<Response, Problem> {
    let id = game_id(&game)?;
    let text = app.look(&id, move |live| {
        let (eyes, _) = live.eyes(seat.as_deref(), browser.as_ref())?;
        let table = live.table()?;
        Ok(if live.is_closed() { table.log() } else { table.log_for(eyes) })
    });
    let disposition = format!("inline; filename=\"{game}.log\"");
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, text.await?).into_response())
}

/// Reads a log, checks its dice and its play, and keeps it for a while to be looked at.
#[utoipa::path(post, path = "/logs", tag = "logs", request_body(content = String, content_type = "text/plain"),
    responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn upload(State(app): State<Arc<App>>, body: axum::body::Bytes) -> Result<Json<Value>, Problem> {
    let text = String::from_utf8(body.to_vec()).map_err(|_| Problem::of(Kind::Malformed, "A log is text in UTF-8."))?;
    let reading = Arc::clone(&app);
    app.longest_work(move || {
        let unreadable =
            |trouble: LogTrouble| Problem::of(Kind::Refused, format!("The log cannot be read: {trouble}."));
        let logged = Logged::read(&text).map_err(unreadable)?;
        if logged.entries.len() > MOST_ENTRIES {
            let detail = format!("The log has {} entries; at most {MOST_ENTRIES} are looked at.", logged.entries.len());
            return Err(Problem::of(Kind::Refused, detail));
        }
        let releases = logged.entries.iter().filter(|entry| matches!(entry.what, What::Release { .. })).count();
        if releases > MOST_RELEASES {
            let detail =
                format!("The log has gone on under {releases} releases; at most {MOST_RELEASES} are looked at.");
            return Err(Problem::of(Kind::Refused, detail));
        }
        let game = reading.shelf.game(&logged.header.book)?;
        let kind = match &logged.header.dice {
            DiceKind::Seed(_) => "seed",
            DiceKind::Typed => "typed",
            DiceKind::Proved { .. } => "committed",
        };
        let given = match &logged.header.dice {
            DiceKind::Proved { game, commitment, openings, by, .. } => json!({
                "game": game, "commitment": hex(commitment), "by_throws": *by == Numbering::Throws,
                "openings": openings.iter().map(|(seat, bytes)| (seat.clone(), hex(bytes))).collect::<BTreeMap<_, _>>(),
            }),
            DiceKind::Seed(_) | DiceKind::Typed => Value::Null,
        };
        let Undone { times, seen, unseen } = logged.undone();
        let proof = logged.prove_dice();
        let Replayed { table, parts, trouble } = game.replay_as_far(&logged);
        let part = |part: &Part| {
            let trouble = part.trouble.as_ref().map(ToString::to_string);
            json!({ "release": part.release, "from": part.from, "to": part.to, "trouble": trouble })
        };
        let not_true = trouble.map(|trouble| logged.why_not_true(&trouble, game.release()));
        // A game that ended under another release is shown to its end as it was told.
        let told = not_true.as_ref().and(logged.result.as_ref()).and_then(|_| game.take_up(&logged).ok());
        let table = told.or(table);
        let id = GameId::random();
        let report = json!({
            "replay": table.as_ref().map(|_| id.to_string()),
            "book": logged.header.book, "scenario": logged.header.scenario, "release": logged.header.release,
            "rules": game.release(), "parts": parts.iter().map(part).collect::<Vec<_>>(),
            "seats": game.seats(),
            "entries": table.as_ref().map_or(0, |table| table.count(Eyes::Spectator)),
            "dice": {
                "kind": kind, "given": given,
                "undone": { "times": times, "seen": seen, "unseen": unseen },
                "proved": proof.as_ref().ok().copied().flatten(),
                "trouble": proof.as_ref().err().map(ToString::to_string),
            },
            "practice": logged.taken_back().map(|taken| json!({ "throws": taken.throws, "dice": taken.dice })),
            "play": { "verified": not_true.is_none(), "trouble": not_true },
            "result": table.as_ref().and_then(|table| table.result()),
        });
        if let Some(table) = table {
            reading.replays.keep(id, Replay { report: report.clone(), table });
        }
        Ok(Json(report))
    })
    .await
}
