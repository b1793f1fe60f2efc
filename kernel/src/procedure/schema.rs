//! What a procedure asks for: names, limits, help and rule of each input, described once.
//!
//! `#[derive(Situation)]` on a struct and `#[derive(Choice)]` on an enum make the description; the command line, the
//! forms, the JSON interface, the fuzzer and the documentation all read it.

use super::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::fmt;

pub use kernel_derive::{Choice, Situation};

/// The inputs of a procedure, or of one item of a list.
pub trait Situation: Clone + PartialEq + fmt::Debug + Default {
    /// The inputs in the order a form shows them.
    fn fields() -> &'static [Field];

    /// Takes the inputs from JSON; what is missing has its default.
    fn read(inputs: &Map<String, Value>) -> Result<Self, Refusal>;

    /// The inputs as JSON, all of them.
    fn write(&self) -> Map<String, Value>;
}

/// One input.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// The rule that asks for it.
    pub rule: Option<&'static str>,
    /// What it can be.
    pub kind: Kind,
    /// What it is when nothing is said.
    pub default: Value,
    /// Why a word that one may well expect among its choices is none of them (see [`Input::unfit`]).
    pub unfit: fn(&str) -> Option<String>,
}

/// What an input can be.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number within limits.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of several words.
    Choice(&'static [Variant]),
    /// Several items, each with inputs of its own.
    List {
        /// How many at least.
        min: usize,
        /// How many at most.
        max: usize,
        /// The inputs of an item.
        of: &'static [Field],
    },
}

/// A word that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The word, in kebab-case.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// Limits that a field's attributes set; `None` leaves the type's own.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// The least number, or the shortest list.
    pub min: Option<i64>,
    /// The greatest number, or the longest list.
    pub max: Option<i64>,
}

/// A type that an input can have.
pub trait Input: Sized {
    /// What it can be.
    fn kind(limits: Limits) -> Kind;
    /// Takes it from JSON.
    fn read(field: &Field, value: &Value) -> Result<Self, Refusal>;
    /// Gives it as JSON.
    fn write(&self) -> Value;
    /// Why a word that one may well expect among the choices is none of them: 'bren-section has no AP'.
    fn unfit(_word: &str) -> Option<String> {
        None
    }
}

impl Input for bool {
    fn kind(_: Limits) -> Kind {
        Kind::Flag
    }

    fn read(field: &Field, value: &Value) -> Result<bool, Refusal> {
        value.as_bool().ok_or_else(|| Refusal::value(field, value))
    }

    fn write(&self) -> Value {
        Value::Bool(*self)
    }
}

macro_rules! number_input {
    ($($number:ty),*) => {$(
        impl Input for $number {
            fn kind(limits: Limits) -> Kind {
                let min = limits.min.unwrap_or(<$number>::MIN.into());
                Kind::Number { min, max: limits.max.unwrap_or(<$number>::MAX.into()) }
            }

            fn read(field: &Field, value: &Value) -> Result<$number, Refusal> {
                let Kind::Number { min, max } = field.kind else { unreachable!("a number has limits") };
                let number = value.as_i64().filter(|number| (min..=max).contains(number));
                number.and_then(|number| number.try_into().ok()).ok_or_else(|| Refusal::value(field, value))
            }

            fn write(&self) -> Value {
                Value::from(*self)
            }
        }
    )*};
}
number_input!(u8, u16, i8, i16, i32);

impl<T: Situation + 'static> Input for Vec<T> {
    fn kind(limits: Limits) -> Kind {
        let min = limits.min.map_or(0, |min| min as usize);
        Kind::List { min, max: limits.max.map_or(12, |max| max as usize), of: T::fields() }
    }

    fn read(field: &Field, value: &Value) -> Result<Vec<T>, Refusal> {
        let Kind::List { min, max, .. } = field.kind else { unreachable!("a list has limits") };
        let items = value.as_array().ok_or_else(|| Refusal::value(field, value))?;
        if items.len() < min || items.len() > max {
            return Err(Refusal::count(field, items.len()));
        }
        let read = |item: &Value| {
            let inputs = item.as_object().ok_or_else(|| Refusal::value(field, item))?;
            T::read(inputs).map_err(|refusal| refusal.within(field))
        };
        items.iter().map(read).collect()
    }

    fn write(&self) -> Value {
        self.iter().map(|item| Value::Object(item.write())).collect()
    }
}

impl Field {
    /// Describes the field of a situation; used by the derive.
    pub fn of<T: Input>(
        name: &'static str,
        help: &'static str,
        rule: Option<&'static str>,
        limits: Limits,
        default: &T,
    ) -> Field {
        Field { name, help: help.trim(), rule, kind: T::kind(limits), default: default.write(), unfit: T::unfit }
    }

    /// The description as JSON.
    pub fn to_json(&self) -> Value {
        let mut described = json!({ "name": self.name, "help": self.help, "rule": self.rule, "default": self.default });
        let (kind, more) = match &self.kind {
            Kind::Flag => ("flag", json!({})),
            Kind::Number { min, max } => ("number", json!({ "min": min, "max": max })),
            Kind::Choice(variants) => {
                let choices: Vec<_> = variants.iter().map(|v| json!({ "name": v.name, "help": v.help })).collect();
                ("choice", json!({ "choices": choices }))
            }
            Kind::List { min, max, of } => {
                let items: Vec<_> = of.iter().map(Field::to_json).collect();
                ("list", json!({ "min": min, "max": max, "items": items }))
            }
        };
        described["kind"] = kind.into();
        if let (Some(described), Value::Object(more)) = (described.as_object_mut(), more) {
            described.extend(more);
        }
        described
    }

    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Flag => "yes or no".to_owned(),
            Kind::Number { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Choice(variants) if variants.len() > MANY => {
                let usual = self.default.as_str().unwrap_or(variants[0].name);
                format!("one of {} words, such as {usual}", variants.len())
            }
            Kind::Choice(variants) => {
                let names: Vec<_> = variants.iter().map(|variant| variant.name).collect();
                format!("one of {}", names.join(", "))
            }
            Kind::List { min, max, of } => {
                let names: Vec<_> = of.iter().map(|field| field.name).collect();
                format!("a list of {min} to {max} items, each with {}", names.join(", "))
            }
        }
    }
}

/// A choice of more words than this is a catalogue: it is searched, and not all of it listed in a sentence.
pub const MANY: usize = 24;

/// The words that are meant by some text: each word of the text begins a word of the name or of what it means. So
/// `sherman` finds every Sherman, and `usa sherman 76` one of them.
pub fn search<'a>(variants: &'a [Variant], text: &str) -> Vec<&'a Variant> {
    let wanted = words(text);
    let is_meant = |variant: &&Variant| {
        let there = words(&format!("{} {}", variant.name, variant.help));
        wanted.iter().all(|want| there.iter().any(|word| word.starts_with(want)))
    };
    if wanted.is_empty() { Vec::new() } else { variants.iter().filter(is_meant).collect() }
}

fn words(text: &str) -> Vec<String> {
    let pieces = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    pieces.map(str::to_lowercase).collect()
}

/// Reads a situation from JSON and refuses names that it does not have; used by the derive.
pub fn known_names(fields: &[Field], inputs: &Map<String, Value>) -> Result<(), Refusal> {
    match inputs.keys().find(|name| fields.iter().all(|field| field.name != *name)) {
        Some(stranger) => Err(Refusal::unknown(stranger, fields)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [Variant; 3] = [
        Variant { name: "sherman-75", help: "M4 Sherman (75 mm), USA: AP 43" },
        Variant { name: "firefly", help: "Sherman Firefly, Britain: AP 215" },
        Variant { name: "tiger-i", help: "Tiger I, Germany: AP 124" },
    ];

    #[test]
    fn any_words_of_a_name_find_it_and_all_of_them_must_be_there() {
        let found = |text| search(&TYPES, text).iter().map(|variant| variant.name).collect::<Vec<_>>();
        assert_eq!(found("sherman"), ["sherman-75", "firefly"]);
        assert_eq!(found("Sher brit"), ["firefly"]);
        assert_eq!(found("sherman tiger"), [""; 0]);
        assert_eq!(found("man"), [""; 0], "the middle of a word is not looked at");
        assert_eq!(found(" - "), [""; 0]);
    }
}
