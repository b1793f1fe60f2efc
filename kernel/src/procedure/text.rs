//! Inputs as text: `key=value`, as they are typed on the command line and kept in links.
//!
//! A list is items behind commas, `*n` repeating one; an item is words behind colons, each a choice, a flag that is
//! set, or `number=n`: `target=infantry*3,mg:damaged`.

use super::refusal::{Refusal, suggestion};
use super::schema::{Field, Kind, MANY};
use serde_json::{Map, Value};

/// Reads `key=value` texts into the JSON of a situation. A flag may stand alone: `rain`.
pub fn read_inputs<'a>(
    fields: &[Field],
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Map<String, Value>, Refusal> {
    let mut inputs = Map::new();
    for text in texts {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let field = fields.iter().find(|field| field.name == name).ok_or_else(|| Refusal::unknown(name, fields))?;
        let value = match value {
            Some(value) => read_value(field, value)?,
            None if matches!(field.kind, Kind::Flag) => Value::Bool(true),
            None => return Err(Refusal::field(name, format!("{name} needs a value: {name}=..., {}", field.allowed()))),
        };
        if inputs.insert(name.to_owned(), value).is_some() {
            return Err(Refusal::field(name, format!("{name} is given twice")));
        }
    }
    Ok(inputs)
}

/// Reads the text of one input.
pub fn read_value(field: &Field, text: &str) -> Result<Value, Refusal> {
    match &field.kind {
        Kind::Flag => match text.to_lowercase().as_str() {
            "yes" | "true" | "1" | "on" => Ok(Value::Bool(true)),
            "no" | "false" | "0" | "off" => Ok(Value::Bool(false)),
            _ => Err(Refusal::text(field, text)),
        },
        Kind::Number { min, max } => {
            let number = text.strip_prefix('+').unwrap_or(text).parse::<i64>().ok();
            let number = number.filter(|number| (min..=max).contains(&number));
            number.map(Value::from).ok_or_else(|| Refusal::text(field, text))
        }
        Kind::Choice(variants) => {
            let known = variants.iter().find(|variant| variant.name == text.to_lowercase());
            known.map(|variant| Value::from(variant.name)).ok_or_else(|| Refusal::text(field, text))
        }
        Kind::List { of, max, .. } => {
            let mut items = Vec::new();
            if text.trim() == "none" {
                return Ok(Value::Array(items));
            }
            for item in text.split(',').map(str::trim) {
                if item.is_empty() || item == "none" {
                    let sentence =
                        format!("{}: an item is missing in '{text}'; 'none' alone is an empty list", field.name);
                    return Err(Refusal::field(field.name, sentence));
                }
                let (item, times) = repeated(field, item)?;
                let read = read_item(of, item).map_err(|refusal| refusal.within(field))?;
                if items.len() + times > *max {
                    return Err(Refusal::count(field, items.len() + times));
                }
                items.extend(std::iter::repeat_n(Value::Object(read), times));
            }
            Ok(Value::Array(items))
        }
    }
}

fn repeated<'a>(field: &Field, item: &'a str) -> Result<(&'a str, usize), Refusal> {
    let Some((item, times)) = item.rsplit_once('*') else { return Ok((item, 1)) };
    match times.trim().parse() {
        Ok(times) if times > 0 => Ok((item.trim(), times)),
        _ => {
            let sentence =
                format!("in {}: '*{times}' must be '*' and a number from 1 on, at the end of an item", field.name);
            Err(Refusal::field(field.name, sentence))
        }
    }
}

fn read_item(fields: &[Field], item: &str) -> Result<Map<String, Value>, Refusal> {
    let mut inputs = Map::new();
    for word in item.split(':').map(str::trim) {
        let (field, value) = read_word(fields, word)?;
        if inputs.insert(field.name.to_owned(), value).is_some() {
            return Err(Refusal::of(format!("'{item}' says {} twice; items stand behind commas", field.name)));
        }
    }
    Ok(inputs)
}

/// A word of an item: `name=value`, a choice of any of its fields, or a flag.
fn read_word<'f>(fields: &'f [Field], word: &str) -> Result<(&'f Field, Value), Refusal> {
    if let Some((name, value)) = word.split_once('=') {
        let field = fields.iter().find(|field| field.name == name).ok_or_else(|| Refusal::unknown(name, fields))?;
        return Ok((field, read_value(field, value)?));
    }
    let lower = word.to_lowercase();
    for field in fields {
        match &field.kind {
            Kind::Flag if field.name == lower => return Ok((field, Value::Bool(true))),
            Kind::Choice(variants) if variants.iter().any(|variant| variant.name == lower) => {
                return Ok((field, Value::from(lower)));
            }
            _ => {}
        }
    }
    // A catalogue is too long to be listed: what is wrong is then said by its field, which is searched.
    let is_catalogue = |field: &&Field| matches!(&field.kind, Kind::Choice(variants) if variants.len() > MANY);
    if let Some(catalogue) = fields.iter().find(is_catalogue) {
        return Err(Refusal::text(catalogue, word));
    }
    let words: Vec<String> = fields.iter().flat_map(words_of).collect();
    let hint = suggestion(word, words.iter().map(String::as_str));
    Err(Refusal::of(format!("'{word}' is not known{hint}; the words are {}", words.join(", "))))
}

fn words_of(field: &Field) -> Vec<String> {
    match &field.kind {
        Kind::Flag => vec![field.name.to_owned()],
        Kind::Choice(variants) => variants.iter().map(|variant| variant.name.to_owned()).collect(),
        Kind::Number { min, max } => vec![format!("{}={min}..{max}", field.name)],
        Kind::List { .. } => Vec::new(),
    }
}

/// The text of one input, which [`read_value`] reads back.
pub fn write_value(field: &Field, value: &Value) -> String {
    match (&field.kind, value) {
        (_, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
        (_, Value::String(word)) => word.clone(),
        (Kind::List { of, .. }, Value::Array(items)) => {
            let mut texts: Vec<(String, usize)> = Vec::new();
            for item in items.iter().filter_map(Value::as_object) {
                let text = write_item(of, item);
                match texts.last_mut() {
                    Some((last, times)) if *last == text => *times += 1,
                    _ => texts.push((text, 1)),
                }
            }
            let times =
                |(text, times): &(String, usize)| if *times > 1 { format!("{text}*{times}") } else { text.clone() };
            if texts.is_empty() { "none".to_owned() } else { texts.iter().map(times).collect::<Vec<_>>().join(",") }
        }
        (_, other) => other.to_string(),
    }
}

fn write_item(fields: &[Field], item: &Map<String, Value>) -> String {
    let word = |(place, field): (usize, &Field)| {
        let value = item.get(field.name).unwrap_or(&field.default);
        // The first choice names the item, so it is written even where it is the default.
        let leading = place == 0 && matches!(field.kind, Kind::Choice(_));
        match value {
            _ if *value == field.default && !leading => None,
            Value::Bool(true) => Some(field.name.to_owned()),
            Value::String(word) if names_only(fields, word) == 1 => Some(word.clone()),
            other => Some(format!("{}={}", field.name, write_value(field, other))),
        }
    };
    let words: Vec<_> = fields.iter().enumerate().filter_map(word).collect();
    if words.is_empty() {
        // An item that is all default and has no leading choice: say one thing of it.
        return fields
            .first()
            .map_or(String::new(), |field| format!("{}={}", field.name, write_value(field, &field.default)));
    }
    words.join(":")
}

/// How many fields a bare word could belong to.
fn names_only(fields: &[Field], word: &str) -> usize {
    fields.iter().filter(|field| words_of(field).iter().any(|other| other == word)).count()
}
