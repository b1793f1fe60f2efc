//! One thing of a text: what it says, and where it stands.

use super::page::{Page, Source};
use super::trouble::{Reading, Reported};
use crate::procedure::suggestion;
use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::DeValue;

/// The longest name, in characters.
const NAME: usize = 100;
/// The longest note, in characters.
const NOTE: usize = 20_000;

/// A value, a key or a cell of a table, asked for what it should be. If it is not that, or not there at all, a trouble
/// is written down that says what it must be.
#[derive(Clone)]
pub struct Node<'a> {
    pub(super) source: &'a Source<'a>,
    /// What troubles call it: 'attacker.commander', 'the kind of 1st Rifles'.
    pub(super) label: String,
    /// The byte it begins at.
    pub(super) at: usize,
    pub(super) what: What<'a>,
}

#[derive(Clone)]
pub(super) enum What<'a> {
    /// A value of the text.
    Value(&'a Spanned<DeValue<'a>>),
    /// A word of the text: a key, a cell.
    Word(&'a str),
    /// Nothing, where something must be; with a hint at a key that it may be.
    Missing { near: String },
}

impl<'a> Node<'a> {
    pub(super) fn of(source: &'a Source<'a>, label: String, at: usize, what: What<'a>) -> Node<'a> {
        Node { source, label, at, what }
    }

    /// The same under another name in troubles.
    #[must_use]
    pub fn called(self, label: impl Into<String>) -> Node<'a> {
        Node { label: label.into(), ..self }
    }

    /// A name: a line of text, not empty.
    pub fn name(&self) -> Reading<String> {
        let name = self.string("a text of one line")?.trim();
        if name.is_empty() || name.contains(char::is_control) {
            return Err(self.wrong("a text of one line that is not empty"));
        }
        self.no_longer(name, NAME)
    }

    /// A note: a text of some lines and paragraphs, not empty.
    pub fn note(&self) -> Reading<String> {
        let note = self.string("a text")?.replace("\r\n", "\n");
        let note = note.trim();
        if note.is_empty() || note.contains(|c: char| c.is_control() && c != '\n') {
            return Err(self.wrong("a text that is not empty, without control characters"));
        }
        self.no_longer(note, NOTE)
    }

    /// A whole number within limits.
    pub fn number<N: Copy + Display + PartialOrd + TryFrom<i64>>(&self, limits: RangeInclusive<N>) -> Reading<N> {
        let number = match &self.what {
            What::Value(value) => value.get_ref().as_integer().and_then(|number| {
                let digits = number.as_str();
                i64::from_str_radix(digits, number.radix()).ok()
            }),
            What::Word(word) => word.parse().ok(),
            What::Missing { .. } => None,
        };
        let number = number.and_then(|number| N::try_from(number).ok()).filter(|number| limits.contains(number));
        number.ok_or_else(|| self.wrong(&format!("a whole number from {} to {}", limits.start(), limits.end())))
    }

    /// Yes or no.
    pub fn flag(&self) -> Reading<bool> {
        let flag = match &self.what {
            What::Value(value) => value.get_ref().as_bool(),
            _ => None,
        };
        flag.ok_or_else(|| self.wrong("true or false"))
    }

    /// One of several things by its name.
    pub fn choice<T: Copy + Display>(&self, all: &[T]) -> Reading<T> {
        let names: Vec<_> = all.iter().map(ToString::to_string).collect();
        let allowed = format!("one of {}", names.join(", "));
        let word = self.string(&allowed)?.trim();
        let found = names.iter().position(|name| name == word);
        found.map(|index| all[index]).ok_or_else(|| {
            let hint = suggestion(word, names.iter().map(String::as_str));
            self.refuse(&format!("is given as '{}'{hint}, but it must be {allowed}", shortened(word)))
        })
    }

    /// The items of a list, of `most` at most. A single thing is a list of one.
    pub fn items(&self, most: usize) -> Reading<Vec<Node<'a>>> {
        let What::Value(value) = &self.what else { return Err(self.wrong("a list")) };
        let Some(items) = value.get_ref().as_array() else { return Ok(vec![self.clone()]) };
        if items.len() > most {
            return Err(self.refuse(&format!("has {} items, but it takes {most} at most", items.len())));
        }
        let node =
            |item: &'a Spanned<_>| Node::of(self.source, self.label.clone(), item.span().start, What::Value(item));
        Ok(items.iter().map(node).collect())
    }

    /// A table, read by a reader of its own; keys that it does not ask for are refused.
    pub fn table<T>(&self, reader: impl FnOnce(&mut Page<'a>) -> Reading<T>) -> Reading<T> {
        let table = match &self.what {
            What::Value(value) => value.get_ref().as_table(),
            _ => None,
        };
        let table = table.ok_or_else(|| self.wrong("a table of its own"))?;
        Page::of(self.source, format!("{}.", self.label), table, self.at).ask(reader)
    }

    /// The text as it stands, where it is one.
    pub fn string(&self, allowed: &str) -> Reading<&'a str> {
        match &self.what {
            What::Value(value) => value.get_ref().as_str().ok_or_else(|| self.wrong(allowed)),
            What::Word(word) => Ok(word),
            What::Missing { .. } => Err(self.wrong(allowed)),
        }
    }

    /// Is it a table?
    pub fn is_table(&self) -> bool {
        matches!(&self.what, What::Value(value) if value.get_ref().is_table())
    }

    /// Is it a list?
    pub fn is_list(&self) -> bool {
        matches!(&self.what, What::Value(value) if value.get_ref().is_array())
    }

    /// A part of it, under the same name in troubles.
    pub(super) fn word(&self, word: &'a str) -> Node<'a> {
        Node { what: What::Word(word), ..self.clone() }
    }

    /// A trouble with it; the sentence begins with its name.
    pub fn refuse(&self, what: &str) -> Reported {
        self.source.report(self.at, format!("{} {what}", self.label))
    }

    /// It is not what it must be.
    pub fn wrong(&self, allowed: &str) -> Reported {
        let given: Cow<'_, str> = match &self.what {
            What::Missing { near } => return self.refuse(&format!("is missing{near}; it must be {allowed}")),
            What::Word(word) => format!("'{}'", shortened(word)).into(),
            What::Value(value) => match value.get_ref() {
                DeValue::String(text) => format!("'{}'", shortened(text.trim())).into(),
                DeValue::Integer(number) => format!("'{}'", shortened(&number.to_string())).into(),
                DeValue::Float(number) => format!("'{}'", shortened(number.as_str())).into(),
                DeValue::Boolean(flag) => format!("'{flag}'").into(),
                DeValue::Datetime(date) => format!("'{date}'").into(),
                DeValue::Array(_) => "a list".into(),
                DeValue::Table(_) => "a table".into(),
            },
        };
        self.refuse(&format!("is given as {given}, but it must be {allowed}"))
    }

    fn no_longer(&self, text: &str, most: usize) -> Reading<String> {
        let length = text.chars().count();
        if length > most {
            return Err(self.refuse(&format!("has {length} characters, but it takes {most} at most")));
        }
        Ok(text.to_owned())
    }
}

/// What was given, on one line and cut where it is too long to be read.
pub(super) fn shortened(given: &str) -> String {
    let mut shown: String = given.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if given.chars().nth(40).is_some() {
        shown.push_str("...");
    }
    shown
}
