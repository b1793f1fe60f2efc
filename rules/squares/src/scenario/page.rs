//! A table of a file, read field by field, with refusals in sentences.

use super::square::square_named;
use field::grid::Square;
use kernel::prelude::*;
use kernel::procedure::suggestion;
use std::fmt::Display;
use toml::{Table, Value};

/// A table of a file. What has been asked for is remembered, so that [`Page::finish`] can refuse the rest.
pub(super) struct Page {
    /// What goes before the name of a field: 'attacker.'.
    path: String,
    table: Table,
    asked: Vec<&'static str>,
}

impl Page {
    /// A whole file.
    pub(super) fn of(text: &str) -> Result<Page, Refusal> {
        let table = text.parse::<Table>();
        let table = table.map_err(|error| Refusal::of(format!("it cannot be read as TOML: {error}")))?;
        Ok(Page { path: String::new(), table, asked: Vec::new() })
    }

    /// A text that must be there and say something.
    pub(super) fn text(&mut self, field: &'static str) -> Result<String, Refusal> {
        self.text_if(field)?.ok_or_else(|| self.missing(field, "a text"))
    }

    /// A text that may be left out.
    pub(super) fn text_if(&mut self, field: &'static str) -> Result<Option<String>, Refusal> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim().to_owned())),
            Some(other) => Err(self.wrong(field, &other, "a text that is not empty")),
        }
    }

    /// A whole number within limits.
    pub(super) fn number(&mut self, field: &'static str, least: i64, most: i64) -> Result<i64, Refusal> {
        let allowed = format!("a whole number from {least} to {most}");
        match self.take(field) {
            None => Err(self.missing(field, &allowed)),
            Some(Value::Integer(number)) if (least..=most).contains(&number) => Ok(number),
            Some(other) => Err(self.wrong(field, &other, &allowed)),
        }
    }

    /// A whole number within limits that may be left out.
    pub(super) fn number_or(
        &mut self,
        field: &'static str,
        least: i64,
        most: i64,
        otherwise: i64,
    ) -> Result<i64, Refusal> {
        if self.table.contains_key(field) {
            return self.number(field, least, most);
        }
        self.asked.push(field);
        Ok(otherwise)
    }

    /// Yes or no; no when it is left out.
    pub(super) fn flag(&mut self, field: &'static str) -> Result<bool, Refusal> {
        match self.take(field) {
            None => Ok(false),
            Some(Value::Boolean(flag)) => Ok(flag),
            Some(other) => Err(self.wrong(field, &other, "true or false")),
        }
    }

    /// One of several words.
    pub(super) fn choice<T: Copy + Display>(&mut self, field: &'static str, all: &[T]) -> Result<T, Refusal> {
        let word = self.text(field)?;
        one_of(&word, all).map_err(|what| self.refuse(field, &what))
    }

    /// A square by its name.
    pub(super) fn square(&mut self, field: &'static str) -> Result<Square, Refusal> {
        let name = self.text(field)?;
        square(&name).map_err(|what| self.refuse(field, &what))
    }

    /// A list of texts; an empty one when it is left out.
    pub(super) fn texts(&mut self, field: &'static str) -> Result<Vec<String>, Refusal> {
        match self.take(field) {
            None => Ok(Vec::new()),
            Some(value) => texts(&value).map_err(|()| self.wrong(field, &value, "a list of texts")),
        }
    }

    /// A table in this one.
    pub(super) fn page(&mut self, field: &'static str) -> Result<Page, Refusal> {
        self.page_if(field)?.ok_or_else(|| self.missing(field, "a table of its own"))
    }

    /// A table in this one that may be left out.
    pub(super) fn page_if(&mut self, field: &'static str) -> Result<Option<Page>, Refusal> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Table(table)) => {
                Ok(Some(Page { path: format!("{}{field}.", self.path), table, asked: Vec::new() }))
            }
            Some(other) => Err(self.wrong(field, &other, "a table of its own")),
        }
    }

    /// Is the field there, and a text?
    pub(super) fn has_text(&self, field: &str) -> bool {
        self.table.get(field).is_some_and(Value::is_str)
    }

    /// All that is left in the table, in the order of the file.
    pub(super) fn rest(&mut self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.table).into_iter().collect()
    }

    /// Refuses a field that nobody asked for.
    pub(super) fn finish(self) -> Result<(), Refusal> {
        let Some(stranger) = self.table.keys().next() else { return Ok(()) };
        let hint = suggestion(stranger, self.asked.iter().copied());
        let what = format!("is not known here{hint}; the fields are {}", self.asked.join(", "));
        Err(self.refuse(stranger, &what))
    }

    /// A refusal that blames a field of this table.
    pub(super) fn refuse(&self, field: &str, what: &str) -> Refusal {
        let name = format!("{}{field}", self.path);
        Refusal::field(&name, format!("{name} {what}"))
    }

    /// A value that a field does not allow.
    pub(super) fn wrong(&self, field: &str, given: &Value, allowed: &str) -> Refusal {
        let given = match given {
            Value::String(text) if text.chars().count() <= 40 => format!("'{}'", text.trim()),
            Value::String(_) => "a long text".to_owned(),
            Value::Integer(number) => format!("'{number}'"),
            Value::Boolean(flag) => format!("'{flag}'"),
            Value::Float(number) => format!("'{number}'"),
            Value::Datetime(date) => format!("'{date}'"),
            Value::Array(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        };
        self.refuse(field, &format!("is given as {given}, but it must be {allowed}"))
    }

    fn take(&mut self, field: &'static str) -> Option<Value> {
        self.asked.push(field);
        self.table.remove(field)
    }

    fn missing(&self, field: &str, allowed: &str) -> Refusal {
        self.refuse(field, &format!("is missing; it must be {allowed}"))
    }
}

/// The one of several things that a word names, or what to say of the word.
pub(super) fn one_of<T: Copy + Display>(word: &str, all: &[T]) -> Result<T, String> {
    let names: Vec<_> = all.iter().map(ToString::to_string).collect();
    if let Some(index) = names.iter().position(|name| name == word) {
        return Ok(all[index]);
    }
    let hint = suggestion(word, names.iter().map(String::as_str));
    Err(format!("is given as '{word}'{hint}, but it must be one of {}", names.join(", ")))
}

/// The square of a name, or what to say of the name.
pub(super) fn square(name: &str) -> Result<Square, String> {
    square_named(name).ok_or_else(|| format!("is given as '{name}', but it must be a square from a1 to h6"))
}

/// The texts of a list, or of a single text.
pub(super) fn texts(value: &Value) -> Result<Vec<String>, ()> {
    match value {
        Value::String(text) => Ok(vec![text.trim().to_owned()]),
        Value::Array(items) => {
            items.iter().map(|item| item.as_str().map(|text| text.trim().to_owned()).ok_or(())).collect()
        }
        _ => Err(()),
    }
}
