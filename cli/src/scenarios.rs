//! `sandtable scenarios`.

use crate::draw::{width, wrapped};
use crate::style::{ASIDE, TITLE, styled};
use crate::trouble::Trouble;
use kernel::game::ScenarioCard;
use kernel::procedure::Field;
use serde_json::{Value, json};
use shelf::{Shelf, Shelved};
use std::fmt::Write;

/// The scenarios of a book, or of all that can be played.
pub(crate) fn show(shelf: &Shelf, book: Option<&str>, json: bool) -> Result<String, Trouble> {
    let books: Vec<Shelved> = match book {
        Some(id) => {
            shelf.game(id)?;
            vec![shelf.book(id)?]
        }
        None => shelf.books().iter().filter(|shelved| shelved.game.is_some()).copied().collect(),
    };
    if json {
        let all: Vec<Value> = books.iter().flat_map(to_json).collect();
        return Ok(format!("{:#}\n", Value::from(all)));
    }
    if books.is_empty() {
        return Ok("No book on the shelf can be played whole yet; sandtable books lists what they have.\n".to_owned());
    }
    let mut out = String::new();
    for shelved in &books {
        out += &book_text(shelved);
    }
    let first = &books[0];
    let card = first.game.and_then(|game| game.scenarios().into_iter().next());
    if let Some(card) = card {
        let _ = writeln!(out, "Play one: sandtable play {} {}", first.book.id, card.id);
    }
    Ok(out)
}

fn book_text(shelved: &Shelved) -> String {
    let Some(game) = shelved.game else { return String::new() };
    let mut out = format!("{}\n", styled(TITLE, format!("Scenarios of {} ({})", shelved.book.title, shelved.book.id)));
    let cards = game.scenarios();
    let widest = cards.iter().map(|card| card.id.chars().count()).max().unwrap_or(0);
    for card in &cards {
        let id = styled(TITLE, format!("{:widest$}", card.id));
        let learning = if card.learning { ", for a first game" } else { "" };
        let length = styled(ASIDE, format!("({} minutes{learning})", card.minutes));
        let _ = writeln!(out, "  {id}  {} {length}", card.title);
        let indent = " ".repeat(widest + 4);
        let _ = writeln!(out, "{}", wrapped(&format!("{indent}{}", sides(card)), width(), &indent));
        // The list has the first paragraph; `play` shows all of them.
        let first = card.notes.trim().split("\n\n").next().unwrap_or_default();
        let first = wrapped(&format!("{indent}{}", first.replace('\n', " ")), width(), &indent);
        let _ = writeln!(out, "{}", styled(ASIDE, first));
        if !card.options.is_empty() {
            for name in &card.options {
                let option = format!("{indent}--option {}", option_text(game.options(), name));
                let _ = writeln!(out, "{}", wrapped(&option, width(), &format!("{indent}    ")));
            }
        }
        out.push('\n');
    }
    let machines = game.machines();
    if machines.is_empty() {
        out += "No machine plays this book: people take every seat.\n\n";
    } else {
        let _ = writeln!(out, "{}", styled(TITLE, "Machine players"));
        for (name, about) in machines {
            let _ = writeln!(out, "  {name:widest$}  {about}");
        }
        out.push('\n');
    }
    out
}

/// Who sits where: 'attacker: British, defender: Germans'.
pub(crate) fn sides(card: &ScenarioCard) -> String {
    let sides: Vec<String> = card.sides.iter().map(|(seat, who)| format!("{seat}: {who}")).collect();
    sides.join(", ")
}

fn option_text(fields: &[Field], name: &str) -> String {
    let field = fields.iter().find(|field| field.name == name);
    field.map_or_else(|| name.to_owned(), |field| format!("{name}=... ({}): {}", field.allowed(), field.help))
}

fn to_json(shelved: &Shelved) -> Vec<Value> {
    let Some(game) = shelved.game else { return Vec::new() };
    let machines: Vec<Value> =
        game.machines().iter().map(|(name, about)| json!({ "name": name, "about": about })).collect();
    let scenario = |card: ScenarioCard| {
        let options: Vec<Value> = game
            .options()
            .iter()
            .filter(|field| card.options.iter().any(|name| name == field.name))
            .map(Field::to_json)
            .collect();
        let sides: Vec<Value> = card.sides.iter().map(|(seat, who)| json!({ "seat": seat, "who": who })).collect();
        json!({
            "book": shelved.book.id, "scenario": card.id, "title": card.title, "sides": sides,
            "minutes": card.minutes, "learning": card.learning, "notes": card.notes, "options": options,
            "machines": machines,
        })
    };
    game.scenarios().into_iter().map(scenario).collect()
}
