//! A text and its tables, asked key by key.

use super::node::{Node, What, shortened};
use super::trouble::{Reading, Reported, Troubles};
use crate::procedure::{Refusal, suggestion};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a text by a book's own reader. Whatever is wrong is told with line and column.
pub fn read<T>(text: &str, reader: impl FnOnce(&mut Page<'_>) -> Reading<T>) -> Result<T, Troubles> {
    if text.len() > super::LONGEST {
        let (has, most) = (text.len().div_ceil(1024), super::LONGEST / 1024);
        return Err(Troubles::of(format!("the text has {has} KB, but a scenario has {most} KB at most")));
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let found = errors.iter().map(|error| {
            let at = error.span().map_or(text.len(), |span| span.start);
            (at, format!("this cannot be read as TOML: {}", unreadable(text, at, error.message())))
        });
        return Err(Troubles::at_bytes(text, found.collect()));
    }
    let source = Source { text, troubles: RefCell::default(), marks: RefCell::default() };
    let read = Page::of(&source, String::new(), root.get_ref(), 0).ask(reader);
    match (read, source.troubles.into_inner()) {
        (Ok(value), troubles) if troubles.is_empty() => Ok(value),
        (_, troubles) => Err(Troubles::at_bytes(text, troubles)),
    }
}

/// How far a line is looked at to either side of what is wrong in it, in bytes.
const NEAR: usize = 200;

/// What is wrong with a text that is no TOML, in words for whoever wrote it: the reader of TOML names what it expected itself.
fn unreadable(text: &str, at: usize, message: &str) -> String {
    // A line is looked at no further than a key and the head of its value reach: there may be as many troubles as bytes.
    let mut from = at.saturating_sub(NEAR);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let start = text[from..at].rfind('\n').map_or(from, |end| from + end + 1);
    let mut to = text.len().min(at + NEAR);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let line = text[start..to].lines().next().unwrap_or_default();
    let named = line.split_once('=').filter(|(before, _)| start + before.len() < at);
    let Some((key, value)) = named.map(|(key, value)| (key.trim(), value.trim())) else {
        return format!(
            "{}; a line is a key with its value (minutes = 40), the [name] of a table, or a comment behind a #",
            message.replace('\n', " ")
        );
    };
    if value.is_empty() {
        return format!("{key} has no value");
    }
    if value.starts_with(['"', '\'', '[', '{']) {
        return format!(
            "{key} is not written to its end, or something stands behind it ({})",
            message.replace('\n', " ")
        );
    }
    let value = shortened(value);
    format!(
        "{key} is given as '{value}', but a text stands in quotes, a number is written in digits, and yes and no are true and false"
    )
}

/// The book that a text says it is for.
pub fn book_of(text: &str) -> Result<String, Troubles> {
    read(text, |page| {
        let book = page.get("book").name();
        page.rest();
        book
    })
}

/// The text of a file's bytes, without the mark that some editors put before it.
pub fn decode(bytes: &[u8]) -> Result<&str, Troubles> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (before, _) = bytes.split_at(error.valid_up_to());
        let before = std::str::from_utf8(before).expect("it was valid up to here");
        Troubles::at_bytes(
            before,
            vec![(before.len(), "here are bytes that are no text; write it in UTF-8".to_owned())],
        )
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A table of a text. What has been asked for is remembered, so that the rest can be refused.
pub struct Page<'a> {
    source: &'a Source<'a>,
    /// What goes before the name of a key: 'attacker.'.
    path: String,
    table: &'a DeTable<'a>,
    /// Where the table begins.
    at: usize,
    asked: Vec<&'static str>,
    all_asked: bool,
}

/// A text being read.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// What is wrong, by the byte it begins at.
    troubles: RefCell<Vec<(usize, String)>>,
    /// Where things stand, by their paths.
    marks: RefCell<HashMap<String, usize>>,
}

impl Source<'_> {
    pub(super) fn report(&self, at: usize, sentence: String) -> Reported {
        self.troubles.borrow_mut().push((at, sentence));
        Reported(())
    }

    pub(super) fn mark(&self, path: String, at: usize) {
        self.marks.borrow_mut().entry(path).or_insert(at);
    }
}

impl<'a> Page<'a> {
    pub(super) fn of(source: &'a Source<'a>, path: String, table: &'a DeTable<'a>, at: usize) -> Page<'a> {
        Page { source, path, table, at, asked: Vec::new(), all_asked: false }
    }

    /// Lets a reader ask for all it wants, then refuses what it did not ask for.
    pub(super) fn ask<T>(mut self, reader: impl FnOnce(&mut Page<'a>) -> Reading<T>) -> Reading<T> {
        let read = reader(&mut self)?;
        let unknown = |(key, _): (&Spanned<Cow<'a, str>>, _)| {
            let name = key.get_ref();
            let hint = suggestion(name, self.asked.iter().copied());
            let keys = self.asked.join(", ");
            self.source.report(
                key.span().start,
                format!("{}{} is not known here{hint}; the keys are {keys}", self.path, shortened(name)),
            )
        };
        self.strangers().map(unknown).last().map_or(Ok(read), Err)
    }

    /// The value of a key. Where there is none, whatever it is asked for is missing.
    pub fn get(&mut self, key: &'static str) -> Node<'a> {
        self.find(key).unwrap_or_else(|| {
            // Keys that are still to be asked for are strangers too, so only a slip of the pen counts as near.
            let slip = |name: &&str| 3 * strsim::damerau_levenshtein(key, name) <= key.len();
            let near = self.strangers().map(|(name, _)| name.get_ref().as_ref()).find(slip);
            let near = near.map_or(String::new(), |name| format!(" (is it '{name}'?)"));
            Node::of(self.source, format!("{}{key}", self.path), self.at, What::Missing { near })
        })
    }

    /// The value of a key that may be left out.
    pub fn find(&mut self, key: &'static str) -> Option<Node<'a>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let (name, value) = self.table.get_key_value(key)?;
        Some(self.node(name, value))
    }

    /// All that has not been asked for, in the order of the text: the key, as a node, and its value.
    pub fn rest(&mut self) -> Vec<(Node<'a>, Node<'a>)> {
        let pair = |(key, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
            let node = self.node(key, value);
            let name: &Cow<'a, str> = key.get_ref();
            let key = Node::of(self.source, format!("{}{name}", self.path), key.span().start, What::Word(name));
            (key, node)
        };
        let rest = self.strangers().map(pair).collect();
        self.all_asked = true;
        rest
    }

    /// A trouble with a whole key, or with the table where the key is not there.
    pub fn refuse(&self, key: &str, what: &str) -> Reported {
        let at = self.table.get_key_value(key).map_or(self.at, |(key, _)| key.span().start);
        self.source.report(at, format!("{}{key} {what}", self.path))
    }

    /// Writes down a refusal that names what it blames by its path: 'attacker.commander', 'attacker.units.1st Rifles'.
    pub fn blame(&self, refusal: &Refusal) -> Reported {
        let marks = self.source.marks.borrow();
        let mut path = refusal.field.as_deref().unwrap_or_default();
        let at = loop {
            match (marks.get(path), path.rsplit_once('.')) {
                (Some(&at), _) => break at,
                (None, Some((shorter, _))) => path = shorter,
                (None, None) => break self.at,
            }
        };
        self.source.report(at, refusal.sentence.clone())
    }

    fn node(&self, key: &Spanned<Cow<'a, str>>, value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
        let path = format!("{}{}", self.path, key.get_ref());
        self.source.mark(path.clone(), key.span().start);
        // A table under a header of its own begins at the header; a trouble with it is best shown there.
        Node::of(self.source, path, value.span().start, What::Value(value))
    }

    fn strangers(&self) -> impl Iterator<Item = (&'a Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)> {
        let asked = |key: &str| self.all_asked || self.asked.contains(&key);
        self.table.iter().filter(move |(key, _)| !asked(key.get_ref()))
    }
}
