//! A situation in words, over the odds and rolls that it leads to: what was typed, and the defaults that count.

use crate::draw::{width, wrapped};
use crate::style::{ASIDE, RULE, TITLE, styled};
use kernel::procedure::{AnyProcedure, Field, Inputs, Value, text};
use std::fmt::Write;

/// Title and rule of a procedure, every input that was given, and the defaults that count.
///
/// `inputs` has all of them, or all but one that is compared and stands over its own columns.
pub(crate) fn head(procedure: &dyn AnyProcedure, given: &Inputs, inputs: &Inputs) -> String {
    let card = procedure.card();
    let mut out = format!("{} {}\n", styled(TITLE, card.title), styled(RULE, format!("({})", card.rule)));
    let there = procedure.fields().iter().filter(|field| inputs.contains_key(field.name));
    let (typed, left): (Vec<&Field>, Vec<&Field>) = there.partition(|field| given.contains_key(field.name));
    let said = |fields: &[&Field]| -> String {
        let words =
            fields.iter().map(|field| format!("{}={}", field.name, text::write_value(field, &inputs[field.name])));
        words.collect::<Vec<_>>().join(" ")
    };
    let counting: Vec<&Field> = left.into_iter().filter(|field| counts(&inputs[field.name])).collect();
    if !typed.is_empty() {
        let _ = writeln!(out, "{}", wrapped(&said(&typed), width(), "  "));
    }
    if !counting.is_empty() {
        let _ = writeln!(out, "{}", styled(ASIDE, wrapped(&format!("by default {}", said(&counting)), width(), "  ")));
    }
    out.push('\n');
    out
}

/// The inputs of a form that are not the defaults: as if they had been typed.
pub(crate) fn changed(procedure: &dyn AnyProcedure, inputs: &Inputs) -> Inputs {
    let is_default = |name: &str, value: &Value| {
        procedure.fields().iter().any(|field| field.name == name && field.default == *value)
    };
    let kept = inputs.iter().filter(|(name, value)| !is_default(name, value));
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Does a value add anything to a situation? What is off, nought or none does not.
fn counts(value: &Value) -> bool {
    match value {
        Value::Bool(yes) => *yes,
        Value::Number(number) => number.as_i64() != Some(0),
        Value::String(word) => word != "none",
        Value::Array(items) => !items.is_empty(),
        Value::Null | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_of(book: &str, name: &str, texts: &[&str]) -> String {
        let procedure = shelf::procedure(shelf::book(book).unwrap(), name).unwrap();
        let given = text::read_inputs(procedure.fields(), texts.iter().copied()).unwrap();
        let inputs = procedure.complete(&given).unwrap();
        anstream::adapter::strip_str(&head(&*procedure, &given, &inputs)).to_string()
    }

    #[test]
    fn what_was_typed_is_shown_even_where_it_is_the_default() {
        let typed = head_of("elements", "ap-fire", &["attacker=sherman-75", "smoke=no"]);
        assert!(typed.contains("\nattacker=sherman-75 smoke=no\n"), "{typed}");
    }

    #[test]
    fn defaults_that_count_are_shown_and_those_that_add_nothing_are_not() {
        let plain = head_of("elements", "ap-fire", &[]).replace("\n  ", " ");
        assert!(plain.contains("by default attacker=sherman-75 target=panzer-iv-h range=12 facing=front"), "{plain}");
        assert!(!plain.contains("smoke") && !plain.contains("riders"), "{plain}");
        let assault = head_of("somme", "assault", &["barrage=none"]).replace("\n  ", " ");
        assert!(assault.contains("attack=6 defence=4 ground=start-trench infantry-defends=yes"), "{assault}");
    }
}
