//! Input that is refused, in a sentence for people.

use super::schema::{Field, Kind, MANY, Variant, search};
use crate::rule::Rule;
use serde_json::Value;
use std::fmt;

/// Why an input was refused: the field, what was given, what is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The field, where one is to blame.
    pub field: Option<String>,
    /// The whole sentence.
    pub sentence: String,
    /// The rule that refuses, where it is one of the book's.
    pub rule: Option<Rule>,
}

impl Refusal {
    /// A refusal of the whole situation.
    pub fn of(sentence: impl Into<String>) -> Refusal {
        Refusal { field: None, sentence: sentence.into(), rule: None }
    }

    /// A rule of the book refuses an order.
    pub fn by(rule: Rule, sentence: impl Into<String>) -> Refusal {
        Refusal { field: None, sentence: sentence.into(), rule: Some(rule) }
    }

    /// A refusal that blames a field.
    pub fn field(name: &str, sentence: impl Into<String>) -> Refusal {
        Refusal { field: Some(name.to_owned()), sentence: sentence.into(), rule: None }
    }

    /// A value that the field does not allow.
    pub fn value(field: &Field, given: &Value) -> Refusal {
        let given = match given {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Refusal::text(field, &given)
    }

    /// A text that the field does not allow.
    pub fn text(field: &Field, given: &str) -> Refusal {
        let Field { name, .. } = field;
        if let Some(reason) = (field.unfit)(given) {
            return Refusal::field(
                name,
                format!("{name} cannot be '{given}': {reason}. It must be {}", field.allowed()),
            );
        }
        let hint = match &field.kind {
            Kind::Choice(variants) => meant(given, variants),
            _ => String::new(),
        };
        Refusal::field(
            name,
            format!("{name} is given as '{}'{hint}, but it must be {}", shortened(given), field.allowed()),
        )
    }

    /// A list that is too short or too long.
    pub fn count(field: &Field, given: usize) -> Refusal {
        let Kind::List { min, max, .. } = field.kind else { return Refusal::of("the list has a wrong length") };
        let items = if given == 1 { "item" } else { "items" };
        Refusal::field(field.name, format!("{} has {given} {items}, but it takes {min} to {max}", field.name))
    }

    /// A name that no field has.
    pub fn unknown(name: &str, fields: &[Field]) -> Refusal {
        let names: Vec<_> = fields.iter().map(|field| field.name).collect();
        let hint = suggestion(name, names.iter().copied());
        Refusal::field(name, format!("there is no input '{name}'{hint}; the inputs are {}", names.join(", ")))
    }

    /// With the rule of the book that refuses.
    #[must_use]
    pub fn under(mut self, rule: Rule) -> Refusal {
        self.rule = Some(rule);
        self
    }

    /// The same refusal, said of an item of a list.
    #[must_use]
    pub fn within(self, list: &Field) -> Refusal {
        let sentence = format!("in {}: {}", list.name, self.sentence);
        Refusal { field: Some(list.name.to_owned()), sentence, rule: self.rule }
    }
}

/// Refuses, by a rule of the book: `bail!(Rule("R7"), "{name} is not on the table")`.
#[macro_export]
macro_rules! bail {
    ($rule:expr, $($sentence:tt)+) => {
        return Err($crate::procedure::Refusal::by($rule, format!($($sentence)+)))
    };
}

/// Refuses, by a rule of the book, unless something holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $rule:expr, $($sentence:tt)+) => {
        if !$holds {
            $crate::bail!($rule, $($sentence)+);
        }
    };
}

/// What was given, cut where it is too long to be read.
fn shortened(given: &str) -> String {
    if given.chars().count() <= 60 { given.to_owned() } else { given.chars().take(57).chain("...".chars()).collect() }
}

/// What a word of a choice may have been meant to be: in a catalogue whatever has it in its name, or else the nearest.
fn meant(given: &str, variants: &[Variant]) -> String {
    let found: Vec<_> = search(variants, given).iter().map(|variant| variant.name).collect();
    match found.as_slice() {
        [several @ .., last] if variants.len() > MANY && !several.is_empty() && several.len() < MANY => {
            format!(" (did you mean {} or {last}?)", several.join(", "))
        }
        [one] => format!(" (did you mean '{one}'?)"),
        _ => suggestion(given, variants.iter().map(|variant| variant.name)),
    }
}

/// ` (did you mean 'x'?)` for the nearest of some names, where one is near.
pub fn suggestion<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let given = given.to_lowercase();
    let score = |name: &str| strsim::jaro_winkler(&given, name);
    let best = names.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)));
    match best {
        Some(name) if score(name) > 0.75 => format!(" (did you mean '{name}'?)"),
        _ => String::new(),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}
