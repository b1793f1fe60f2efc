//! `sandtable procedures`.

use crate::style::{ASIDE, RULE, TITLE, styled};
use crate::trouble::Trouble;
use kernel::book::Book;
use kernel::procedure::{AnyProcedure, Field, Kind, text};
use kernel::rule::Rule;
use serde_json::{Value, json};
use std::fmt::Write;

/// The list of a book's procedures, or what one of them asks for.
pub(crate) fn show(book: &str, procedure: Option<&str>, json: bool) -> Result<String, Trouble> {
    let book = shelf::book(book)?;
    match procedure {
        Some(name) => {
            let procedure = shelf::procedure(book, name)?;
            Ok(if json { format!("{:#}\n", to_json(book, &*procedure)) } else { card(book, &*procedure) })
        }
        None if json => {
            let all = (book.procedures)();
            Ok(format!("{:#}\n", all.iter().map(|procedure| to_json(book, &**procedure)).collect::<Value>()))
        }
        None => Ok(list(book)),
    }
}

fn to_json(book: &Book, procedure: &dyn AnyProcedure) -> Value {
    let card = procedure.card();
    json!({
        "book": book.id,
        "procedure": card.name,
        "title": card.title,
        "rule": card.rule.0,
        "about": card.about,
        "seat": card.seat.0,
        "inputs": procedure.fields().iter().map(Field::to_json).collect::<Vec<_>>(),
    })
}

fn list(book: &Book) -> String {
    let mut out = format!("{}\n", styled(TITLE, format!("Procedures of {}", book.title)));
    for procedure in (book.procedures)() {
        let card = procedure.card();
        let _ = writeln!(out, "  {:18} {} {}", card.name, card.about, styled(RULE, format!("({})", card.rule)));
    }
    let _ = write!(out, "\nWhat one asks for: sandtable procedures {} PROCEDURE\n", book.id);
    out
}

fn card(book: &Book, procedure: &dyn AnyProcedure) -> String {
    let card = procedure.card();
    let rule = styled(RULE, format!("({})", card.rule));
    let mut out = format!("{} {rule}\n{}\n\n", styled(TITLE, card.title), card.about);
    out += &fields(procedure.fields(), "  ");
    let _ = write!(
        out,
        "\nOdds:  sandtable odds {0} {1} [key=value ...]\nRoll:  sandtable roll {0} {1} [key=value ...]\n",
        book.id, card.name
    );
    out
}

fn fields(fields: &[Field], indent: &str) -> String {
    let mut out = String::new();
    if fields.is_empty() {
        let _ = writeln!(out, "{indent}It asks for nothing.");
    }
    for field in fields {
        let rule = field.rule.map_or(String::new(), |rule| styled(RULE, format!(" ({})", Rule(rule))));
        let default = text::write_value(field, &field.default);
        let _ = writeln!(out, "{indent}{}{}", styled(TITLE, format!("{}={default}", field.name)), rule);
        let _ = writeln!(out, "{indent}    {}", field.help);
        match &field.kind {
            Kind::Choice(variants) => {
                for variant in *variants {
                    let _ = writeln!(out, "{indent}      {:20} {}", variant.name, styled(ASIDE, variant.help));
                }
            }
            Kind::List { min, max, of } => {
                let _ = writeln!(out, "{indent}    {}", styled(ASIDE, format!("{min} to {max} items, each with:")));
                out += &self::fields(of, &format!("{indent}      "));
            }
            Kind::Flag | Kind::Number { .. } => {
                let _ = writeln!(out, "{indent}    {}", styled(ASIDE, field.allowed()));
            }
        }
    }
    out
}
