//! The charts desk: procedures, exact odds, explained rolls.

use crate::app::App;
use crate::extract::{Body, Named};
use crate::problem::{Kind, Problem, ProblemBody};
use crate::secrets::random_number;
use axum::Json;
use axum::extract::State;
use kernel::book::Book;
use kernel::dice::{Seeded, Typed};
use kernel::odds::Budget;
use kernel::procedure::{AnyProcedure, Field, Inputs, Rolled};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use utoipa::ToSchema;

impl App {
    /// Works something out about a situation of a procedure; the answer repeats what it is about.
    async fn at_desk(
        &self,
        (book, procedure): &(String, String),
        inputs: &Inputs,
        work: impl FnOnce(&dyn AnyProcedure, &Inputs) -> Result<Value, Problem> + Send + 'static,
    ) -> Result<Json<Value>, Problem> {
        let (book, procedure) = find(self, book, procedure)?;
        let inputs = procedure.complete(inputs)?;
        self.heavy_work(move || {
            let found = work(&*procedure, &inputs)?;
            let mut answer = json!({ "book": book.id, "procedure": procedure.card().name, "inputs": inputs });
            if let (Some(answer), Value::Object(found)) = (answer.as_object_mut(), found) {
                answer.extend(found);
            }
            Ok(Json(answer))
        })
        .await
    }
}

fn procedure_json(book: &Book, procedure: &dyn AnyProcedure) -> Value {
    let card = procedure.card();
    json!({
        "book": book.id, "procedure": card.name, "title": card.title, "rule": card.rule.0, "about": card.about,
        "seat": card.seat.0, "inputs": procedure.fields().iter().map(Field::to_json).collect::<Vec<_>>(),
    })
}

/// A book's procedures.
#[utoipa::path(get, path = "/books/{book}/procedures", tag = "desk", params(("book" = String, Path)), responses(
    (status = 200, body = [Object]),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn procedures(
    State(app): State<Arc<App>>,
    Named(book): Named<String>,
) -> Result<Json<Vec<Value>>, Problem> {
    let book = app.shelf.book(&book).map_err(Problem::no_such)?.book;
    Ok(Json((book.procedures)().iter().map(|procedure| procedure_json(book, &**procedure)).collect()))
}

/// A procedure and what it asks for.
#[utoipa::path(get, path = "/books/{book}/procedures/{procedure}", tag = "desk",
    params(("book" = String, Path), ("procedure" = String, Path)), responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn procedure(
    State(app): State<Arc<App>>,
    Named((book, procedure)): Named<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let (book, procedure) = find(&app, &book, &procedure)?;
    Ok(Json(procedure_json(book, &*procedure)))
}

/// A situation.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OddsBody {
    /// The inputs; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Object)]
    inputs: Inputs,
}

/// The odds of a situation.
#[utoipa::path(post, path = "/books/{book}/procedures/{procedure}/odds", tag = "desk",
    params(("book" = String, Path), ("procedure" = String, Path)), request_body = OddsBody, responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn odds(
    State(app): State<Arc<App>>,
    Named(names): Named<(String, String)>,
    Body(OddsBody { inputs }): Body<OddsBody>,
) -> Result<Json<Value>, Problem> {
    let leaves = app.config.limits.odds_leaves;
    app.at_desk(&names, &inputs, move |procedure, inputs| {
        Ok(json!(procedure.odds(inputs, &Budget { leaves, ..Budget::default() })?))
    })
    .await
}

/// A situation to roll for.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RollBody {
    /// The inputs; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Object)]
    inputs: Inputs,
    /// Dice that were thrown on a real table, in the order they are asked for.
    dice: Option<Vec<u8>>,
    /// Dice from a seed.
    seed: Option<u64>,
}

/// Throws the dice and says why it came out so.
#[utoipa::path(post, path = "/books/{book}/procedures/{procedure}/roll", tag = "desk",
    params(("book" = String, Path), ("procedure" = String, Path)), request_body = RollBody, responses(
    (status = 200, body = Object),
    (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn roll(
    State(app): State<Arc<App>>,
    Named(names): Named<(String, String)>,
    Body(RollBody { inputs, dice, seed }): Body<RollBody>,
) -> Result<Json<Value>, Problem> {
    app.at_desk(&names, &inputs, move |procedure, inputs| {
        let (rolled, source) = if let Some(faces) = dice {
            let mut dice = Typed::new(faces);
            let rolled = procedure.roll(inputs, &mut dice)?;
            dice.finish().map_err(|error| Problem::of(Kind::Refused, format!("{error}.")))?;
            (rolled, "typed".to_owned())
        } else {
            // Small enough to be read out and typed again.
            let seed = seed.unwrap_or_else(|| random_number() >> 32);
            (procedure.roll(inputs, &mut Seeded::new(seed))?, format!("seed {seed}"))
        };
        let Rolled { outcome, measures, because } = rolled;
        let measures: Vec<_> = measures.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        Ok(json!({ "dice": source, "outcome": outcome, "measures": measures, "steps": because }))
    })
    .await
}

fn find(app: &App, book: &str, procedure: &str) -> Result<(&'static Book, Box<dyn AnyProcedure>), Problem> {
    let book = app.shelf.book(book).map_err(Problem::no_such)?.book;
    Ok((book, shelf::procedure(book, procedure).map_err(Problem::no_such)?))
}
