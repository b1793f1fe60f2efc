//! The shelf: books, charts, rulebook pages, set-ups.

use crate::app::App;
use crate::extract::{Asked, Named};
use crate::problem::{Problem, ProblemBody};
use axum::Json;
use axum::extract::State;
use kernel::book::Book;
use kernel::chart::{Chart, Row};
use kernel::game::{AnyGame, DiceKind, DiceRoot, Eyes, Header, ScenarioCard, Scene};
use kernel::procedure::{Field, Inputs};
use kernel::tally::Modifier;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::Shelved;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// A book on the shelf.
#[derive(Serialize, ToSchema)]
pub(crate) struct BookView {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    scale: &'static str,
    dice: &'static str,
    charts: usize,
    procedures: usize,
    /// Can it be played whole?
    playable: bool,
    /// Does its machine give hints and say afterwards what luck did?
    advises: bool,
    /// Is the table covered between two at one screen, as it shows what is hidden from one of them?
    hides: bool,
    seats: Vec<&'static str>,
    #[schema(value_type = Vec<Object>)]
    scenarios: Vec<ScenarioCard>,
    /// What may be set before a game.
    #[schema(value_type = Vec<Object>)]
    options: Vec<Value>,
    /// The machine players, the one for most games first.
    machines: Vec<MachineView>,
    /// Those of them that people choose from, the easiest first.
    levels: Vec<&'static str>,
}

/// A machine player.
#[derive(Serialize, ToSchema)]
pub(crate) struct MachineView {
    name: &'static str,
    about: String,
}

impl BookView {
    fn of(shelved: &Shelved) -> BookView {
        let Book { id, title, about, scale, dice, .. } = *shelved.book;
        let game = shelved.game;
        let machines = game.map_or_else(Vec::new, AnyGame::machines);
        let known = |level: &&str| machines.iter().any(|(name, _)| name == level);
        let levels: Vec<_> = shelf::LEVELS.into_iter().filter(known).collect();
        let machine = |(name, about)| MachineView { name, about };
        BookView {
            id,
            title,
            about,
            scale,
            dice,
            charts: shelved.book.charts.len(),
            procedures: (shelved.book.procedures)().len(),
            playable: game.is_some(),
            advises: game.is_some_and(AnyGame::advises),
            hides: game.is_some_and(AnyGame::hides),
            seats: game.map_or_else(Vec::new, |game| game.seats().iter().map(|seat| seat.0).collect()),
            scenarios: game.map_or_else(Vec::new, AnyGame::scenarios),
            options: game.map_or_else(Vec::new, |game| game.options().iter().map(Field::to_json).collect()),
            levels: if levels.is_empty() { machines.iter().map(|(name, _)| *name).collect() } else { levels },
            machines: machines.into_iter().map(machine).collect(),
        }
    }
}

/// All books.
#[utoipa::path(get, path = "/books", tag = "shelf", responses((status = 200, body = [BookView])))]
pub(crate) async fn books(State(app): State<Arc<App>>) -> Json<Vec<BookView>> {
    Json(app.shelf.books().iter().map(BookView::of).collect())
}

/// A book.
#[utoipa::path(get, path = "/books/{book}", tag = "shelf", params(("book" = String, Path)), responses(
    (status = 200, body = BookView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn book(State(app): State<Arc<App>>, Named(book): Named<String>) -> Result<Json<BookView>, Problem> {
    Ok(Json(BookView::of(&app.shelf.book(&book).map_err(Problem::no_such)?)))
}

/// A rulebook page.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesView {
    book: &'static str,
    title: &'static str,
    /// The page as Markdown.
    page: &'static str,
    /// What citations lead to.
    anchors: Vec<&'static str>,
}

/// A book's rulebook page.
#[utoipa::path(get, path = "/books/{book}/rules", tag = "shelf", params(("book" = String, Path)), responses(
    (status = 200, body = RulesView),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn rules(State(app): State<Arc<App>>, Named(book): Named<String>) -> Result<Json<RulesView>, Problem> {
    let book = app.shelf.book(&book).map_err(Problem::no_such)?.book;
    let anchors = book.page.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    Ok(Json(RulesView { book: book.id, title: book.title, page: book.page, anchors }))
}

/// A book's charts.
#[utoipa::path(get, path = "/books/{book}/charts", tag = "shelf", params(("book" = String, Path)), responses(
    (status = 200, body = [Object]),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn charts(
    State(app): State<Arc<App>>,
    Named(book): Named<String>,
) -> Result<Json<Vec<Value>>, Problem> {
    let book = app.shelf.book(&book).map_err(Problem::no_such)?.book;
    Ok(Json(book.charts.iter().map(|chart| chart_json(book, chart)).collect()))
}

/// A chart.
#[utoipa::path(get, path = "/books/{book}/charts/{chart}", tag = "shelf",
    params(("book" = String, Path), ("chart" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn chart(
    State(app): State<Arc<App>>,
    Named((book, chart)): Named<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let book = app.shelf.book(&book).map_err(Problem::no_such)?.book;
    let chart = shelf::chart(book, &chart).map_err(Problem::no_such)?;
    Ok(Json(chart_json(book, chart)))
}

fn chart_json(book: &Book, chart: &Chart) -> Value {
    let row = |row: &Row| json!({ "label": row.label, "cells": row.cells });
    let modifier = |(key, modifier): &(String, Modifier)| {
        json!({
            "key": key, "add": modifier.add, "text": modifier.what, "rule": modifier.rule.0,
            "at_most": modifier.at_most, "group": modifier.group,
        })
    };
    json!({
        "book": book.id, "chart": chart.name, "title": chart.title, "section": chart.section, "corner": chart.corner,
        "columns": chart.columns, "rows": chart.rows.iter().map(row).collect::<Vec<_>>(),
        "modifiers": chart.modifiers.iter().map(modifier).collect::<Vec<_>>(),
        "notes": chart.notes, "errata": chart.errata,
    })
}

/// Whose eyes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct SceneQuery {
    /// The seat that looks; a spectator where none is named.
    seat: Option<String>,
}

/// The table of a scenario as it is set up.
#[utoipa::path(get, path = "/books/{book}/scenarios/{scenario}/scene", tag = "shelf",
    params(("book" = String, Path), ("scenario" = String, Path), SceneQuery), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn scene(
    State(app): State<Arc<App>>,
    Named((book, scenario)): Named<(String, String)>,
    Asked(SceneQuery { seat }): Asked<SceneQuery>,
) -> Result<Json<Scene>, Problem> {
    let game = app.shelf.game(&book).map_err(Problem::no_such)?;
    let header = Header::of(&book, &scenario, Inputs::new(), DiceKind::Seed(1));
    app.heavy_work(move || {
        let root = DiceRoot::of_seed(1);
        let table = game.start(header, root.state_key(), &mut root.entry(0)).map_err(Problem::no_such)?;
        let eyes = match seat.as_deref() {
            None | Some("spectator") => Eyes::Spectator,
            Some(seat) => Eyes::Seat(table.seat(seat).map_err(Problem::no_such)?),
        };
        Ok(Json(table.scene(eyes)))
    })
    .await
}
