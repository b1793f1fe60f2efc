//! No roll of any book says '1 hits'.

use kernel::dice::Seeded;
use kernel::procedure::{AnyProcedure, Inputs, Kind, Value};

/// Words of which there is never one.
const PLURALS: &[&str] = &[
    "attackers",
    "bases",
    "casualties",
    "elements",
    "factors",
    "fails",
    "figures",
    "further hits",
    "guns",
    "half bases",
    "half inches",
    "hits",
    "inches",
    "markers",
    "men",
    "moves",
    "orders",
    "orders go",
    "saves",
    "squares",
    "steps",
    "units",
];

/// The place of a one before a plural; '21 hits', '2.1 hits' and '+1 hits' are no ones.
fn one_of_many(text: &str) -> Option<&'static str> {
    let is_one = |at: usize| !text[..at].ends_with(|c: char| c.is_ascii_digit() || "+-.,".contains(c));
    let follows = |at: usize, word: &str| {
        let rest = text[at + 2..].strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    text.match_indices("1 ")
        .filter(|&(at, _)| is_one(at))
        .find_map(|(at, _)| PLURALS.iter().copied().find(|word| follows(at, word)))
}

/// The defaults, and the defaults with one input changed.
fn situations(procedure: &dyn AnyProcedure) -> Vec<Inputs> {
    let mut all = vec![Inputs::new()];
    for field in procedure.fields() {
        let values: Vec<Value> = match &field.kind {
            Kind::Flag => vec![Value::Bool(true), Value::Bool(false)],
            Kind::Number { min, max } => vec![Value::from(*min), Value::from(1), Value::from(*max)],
            Kind::Choice(variants) => variants.iter().map(|variant| Value::from(variant.name)).collect(),
            Kind::List { .. } => Vec::new(),
        };
        all.extend(values.into_iter().map(|value| Inputs::from_iter([(field.name.to_owned(), value)])));
    }
    all.into_iter().filter(|inputs| procedure.complete(inputs).is_ok()).collect()
}

#[test]
fn no_result_of_any_procedure_says_one_of_many() {
    for book in shelf::books() {
        for procedure in (book.procedures)() {
            for inputs in situations(&*procedure) {
                for seed in 0..20 {
                    let rolled = procedure.roll(&inputs, &mut Seeded::new(seed)).expect("the inputs are complete");
                    let results = rolled.because.iter().map(|step| step.result.to_string());
                    for text in results.chain([rolled.outcome.clone()]) {
                        let wrong = one_of_many(&text);
                        assert_eq!(wrong, None, "{} {}: '{text}'", book.id, procedure.card().name);
                    }
                }
            }
        }
    }
}

#[test]
fn a_one_before_a_plural_is_found() {
    assert_eq!(one_of_many("the roll: 1 hits; each 6 is one"), Some("hits"));
    assert_eq!(one_of_many("1 half bases lost"), Some("half bases"));
    assert_eq!(one_of_many("21 hits, 1 hit, 1 hitsome, +1 steps"), None);
}
