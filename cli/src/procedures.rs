//! `sandtable procedures`.

use crate::draw::{hung, width, wrapped};
use crate::style::{ASIDE, RULE, TITLE, styled};
use crate::trouble::Trouble;
use kernel::book::Book;
use kernel::procedure::{AnyProcedure, Field, Kind, MANY, Refusal, search, text};
use kernel::rule::Rule;
use serde_json::{Value, json};
use std::fmt::Write;

/// The list of a book's procedures, what one of them asks for, or all about one of its inputs.
pub(crate) fn show(book: &str, asked: &[String], json: bool) -> Result<String, Trouble> {
    let book = shelf::book(book)?;
    match asked.split_first() {
        Some((name, rest)) => {
            let procedure = shelf::procedure(book, name)?;
            match rest.split_first() {
                _ if json => Ok(format!("{:#}\n", to_json(book, &*procedure))),
                Some((name, words)) => input(book, &*procedure, name, words),
                None => Ok(card(book, &*procedure)),
            }
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
        let told = hung(&format!("{} ({})", card.about, card.rule), 21, width());
        let _ = writeln!(out, "  {:18} {told}", card.name);
    }
    let _ = write!(out, "\nWhat one asks for: sandtable procedures {} PROCEDURE\n", book.id);
    out
}

/// What a procedure asks for, a line or two for each input, so that it fits a screen.
fn card(book: &Book, procedure: &dyn AnyProcedure) -> String {
    let card = procedure.card();
    let rule = styled(RULE, format!("({})", card.rule));
    let mut out = format!("{} {rule}\n{}\n\n", styled(TITLE, card.title), card.about);
    let all = procedure.fields();
    out += &overview(all, "  ");
    let _ = write!(out, "\nsandtable odds {0} {1} [key=value ...]   or: sandtable roll ...\n", book.id, card.name);
    if let Some(field) = all.iter().find(|field| is_catalogue(field)).or(all.first()) {
        let (name, example) = (field.name, if is_catalogue(field) { " [WORDS]" } else { "" });
        let _ = writeln!(out, "more on one of them: sandtable procedures {} {} {name}{example}", book.id, card.name);
    }
    out
}

fn overview(fields: &[Field], indent: &str) -> String {
    if fields.is_empty() {
        return format!("{indent}It asks for nothing.\n");
    }
    let said = |field: &Field| format!("{}={}", field.name, text::write_value(field, &field.default));
    let widest = fields.iter().map(|field| said(field).chars().count()).max().unwrap_or(0).min(NAME_AND_DEFAULT);
    let room = width().saturating_sub(indent.len() + widest + 2).max(20);
    let mut out = String::new();
    for field in fields {
        let (limits, below) = match &field.kind {
            Kind::Flag => (String::new(), String::new()),
            Kind::Number { min, max } => (format!(" {min} to {max}"), String::new()),
            Kind::Choice(variants) if is_catalogue(field) => (format!(" {} words", variants.len()), String::new()),
            Kind::Choice(variants) => {
                (String::new(), variants.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", "))
            }
            Kind::List { min, max, .. } => (format!(" {min} to {max} items, each with:"), String::new()),
        };
        let name = said(field);
        // The words of a choice stand beside its help where they fit, and below it otherwise.
        let beside = widest.max(name.chars().count()) - widest + field.help.chars().count() + 1 + below.chars().count();
        let (limits, below) =
            if !below.is_empty() && beside <= room { (format!(" {below}"), String::new()) } else { (limits, below) };
        let gap = " ".repeat((widest + 2).saturating_sub(name.chars().count()).max(2));
        // What fits beside the name is told; the whole of it is told where one input is asked for.
        let taken = (name.chars().count() + gap.len()).saturating_sub(widest + 2) + limits.chars().count();
        let help = cut(field.help, room.saturating_sub(taken));
        let _ = writeln!(out, "{indent}{}{gap}{help}{}", styled(TITLE, name), styled(ASIDE, limits));
        if !below.is_empty() {
            let column = indent.len() + widest + 2;
            let _ = writeln!(out, "{}{}", " ".repeat(column), styled(ASIDE, hung(&below, column, width())));
        }
        if let Kind::List { of, .. } = &field.kind {
            out += &overview(of, &format!("{indent}    "));
        }
    }
    out
}

/// A longer name with its default moves its help to the right.
const NAME_AND_DEFAULT: usize = 24;

fn is_catalogue(field: &Field) -> bool {
    matches!(&field.kind, Kind::Choice(variants) if variants.len() > MANY)
}

/// The words of a text that fit, and a mark where there are more.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let first = wrapped(text, width.saturating_sub(2), "");
    format!("{} …", first.lines().next().unwrap_or_default().trim_end_matches([',', ';', ':', '.']))
}

/// All about one input; of a catalogue those that some words find.
fn input(book: &Book, procedure: &dyn AnyProcedure, name: &str, words: &[String]) -> Result<String, Trouble> {
    let card = procedure.card();
    let (fields, field) = found(procedure.fields(), name)?;
    let mut out = String::new();
    let rule = field.rule.map_or(String::new(), |rule| styled(RULE, format!(" ({})", Rule(rule))));
    let default = text::write_value(field, &field.default);
    let _ = writeln!(out, "{}{rule}", styled(TITLE, format!("{}={default}", field.name)));
    let _ = writeln!(out, "{}", wrapped(field.help, width(), ""));
    match &field.kind {
        Kind::Choice(variants) => {
            let meant = words.join(" ");
            let shown = if words.is_empty() { variants.iter().collect() } else { search(variants, &meant) };
            if shown.is_empty() {
                let sentence = format!("nothing among the {} words has '{meant}' in its name", variants.len());
                return Err(Trouble::of(sentence));
            }
            let widest = shown.iter().map(|variant| variant.name.len()).max().unwrap_or(0);
            for variant in shown {
                let help = hung(variant.help, widest + 4, width());
                let _ =
                    writeln!(out, "  {}  {}", styled(TITLE, format!("{:widest$}", variant.name)), styled(ASIDE, help));
            }
            if words.is_empty() && is_catalogue(field) {
                let example = format!("sandtable procedures {} {} {} WORDS", book.id, card.name, field.name);
                let _ = writeln!(out, "those with some words in their name: {example}");
            }
        }
        _ if !words.is_empty() => {
            return Err(Trouble::of(format!("'{}' is {}; only words can be searched", field.name, field.allowed())));
        }
        Kind::List { min, max, of } => {
            let _ =
                write!(out, "{}\n{}", styled(ASIDE, format!("{min} to {max} items, each with:")), overview(of, "  "));
        }
        Kind::Flag | Kind::Number { .. } => {
            let _ = writeln!(out, "{}", styled(ASIDE, field.allowed()));
        }
    }
    if fields.len() > 1 {
        let others: Vec<&str> =
            fields.iter().filter(|other| other.name != field.name).map(|other| other.name).collect();
        let _ = writeln!(out, "{}", styled(ASIDE, wrapped(&format!("beside it: {}", others.join(", ")), width(), "")));
    }
    Ok(out)
}

/// An input by its name, also one of the items of a list, with those it stands among.
fn found<'a>(fields: &'a [Field], name: &str) -> Result<(&'a [Field], &'a Field), Trouble> {
    let here = |fields: &'a [Field]| fields.iter().find(|field| field.name == name).map(|field| (fields, field));
    let within = fields.iter().filter_map(|field| match &field.kind {
        Kind::List { of, .. } => here(of),
        _ => None,
    });
    Ok(here(fields).into_iter().chain(within).next().ok_or_else(|| Refusal::unknown(name, fields))?)
}
