//! Checks of a book's procedures.

use crate::{brute_force, random_inputs};
use kernel::book::Book;
use kernel::dice::Seeded;
use kernel::odds::{Budget, Kind, Ratio};
use kernel::procedure::{AnyProcedure, Inputs, Report, text};
use std::collections::BTreeMap;

/// Tries a procedure's defaults and some random inputs, and hands on those that go together.
fn each_input(procedure: &dyn AnyProcedure, tries: u32, mut take: impl FnMut(&Inputs)) {
    let name = procedure.card().name;
    procedure.complete(&Inputs::new()).unwrap_or_else(|refusal| panic!("{name} refuses its own defaults: {refusal}"));
    take(&Inputs::new());
    let mut dice = Seeded::new(name.bytes().map(u64::from).sum());
    let mut taken = 0;
    for _ in 0..tries {
        let inputs = random_inputs(procedure.fields(), &mut dice);
        match procedure.complete(&inputs) {
            Ok(_) => {
                taken += 1;
                take(&inputs);
            }
            Err(refusal) => assert!(!refusal.sentence.is_empty(), "{name} refuses without a word"),
        }
    }
    assert!(taken * 10 >= tries, "{name} refuses nearly all inputs that its schema allows ({taken} of {tries} taken)");
}

/// No input that the schema allows panics, odds sum to exactly 1, and a roll ends in one of the outcomes told.
pub fn procedures_take_any_valid_input(book: &Book) {
    // Random situations can be huge; a small budget lets the largest be sampled.
    let budget = Budget { leaves: 200_000, stages: 20_000, throws: 200, seed: 3 };
    for procedure in (book.procedures)() {
        let name = procedure.card().name;
        let mut dice = Seeded::new(1914);
        each_input(&*procedure, 60, |inputs| {
            let report = procedure.odds(inputs, &budget).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            let sum = report.outcomes.iter().fold(Ratio::ZERO, |sum, line| sum + &line.chance);
            assert_eq!(sum, Ratio::ONE, "{name} with {inputs:?}");
            for measure in &report.measures {
                let sum = measure.chances.iter().fold(Ratio::ZERO, |sum, (_, chance)| sum + chance);
                assert_eq!(sum, Ratio::ONE, "{name}, {}, with {inputs:?}", measure.name);
            }
            let rolled = procedure.roll(inputs, &mut dice).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            assert!(!rolled.because.is_empty(), "{name} explains nothing");
            if report.kind == Kind::Exact {
                let told = report.outcomes.iter().any(|line| line.outcome == rolled.outcome);
                assert!(told, "{name} rolled '{}', which its odds do not know, with {inputs:?}", rolled.outcome);
            }
        });
    }
}

/// Inputs written as JSON or as text are read back the same.
pub fn texts_and_json_read_back(book: &Book) {
    for procedure in (book.procedures)() {
        let name = procedure.card().name;
        each_input(&*procedure, 60, |inputs| {
            let whole = procedure.complete(inputs).expect("checked inputs");
            assert_eq!(procedure.complete(&whole).as_ref(), Ok(&whole), "{name}: JSON reads back");
            let texts: Vec<String> = procedure
                .fields()
                .iter()
                .map(|field| format!("{}={}", field.name, text::write_value(field, &whole[field.name])))
                .collect();
            let read = text::read_inputs(procedure.fields(), texts.iter().map(String::as_str));
            let read = read.unwrap_or_else(|refusal| panic!("{name}: {texts:?}: {refusal}"));
            assert_eq!(procedure.complete(&read).as_ref(), Ok(&whole), "{name}: {texts:?} reads back");
        });
    }
}

/// Wherever all sequences of faces can be tried, the odds are exactly what they give.
pub fn odds_equal_brute_force(book: &Book) {
    for procedure in (book.procedures)() {
        let name = procedure.card().name;
        let mut compared = 0;
        each_input(&*procedure, 40, |inputs| {
            if compared >= 8 {
                return;
            }
            let Some(ends) = brute_force(&*procedure, inputs) else { return };
            compared += 1;
            let report = procedure.odds(inputs, &Budget::default()).expect("checked inputs");
            let walked: BTreeMap<String, Ratio> = merged(&report);
            assert_eq!(walked, ends.outcomes, "{name} with {inputs:?}");
            let measures: BTreeMap<String, BTreeMap<i64, Ratio>> =
                report.measures.iter().map(|m| (m.name.clone(), m.chances.iter().cloned().collect())).collect();
            assert_eq!(measures, ends.measures, "{name} with {inputs:?}");
        });
        assert!(compared > 0, "{name}: no input was small enough to enumerate; give it a smaller default or limit");
    }
}

/// Outcomes by name: different outcomes may look alike.
fn merged(report: &Report) -> BTreeMap<String, Ratio> {
    let mut outcomes = BTreeMap::new();
    for line in &report.outcomes {
        *outcomes.entry(line.outcome.clone()).or_insert(Ratio::ZERO) += &line.chance;
    }
    outcomes
}

/// Each procedure rolled 200,000 times with seeded dice agrees with its odds (chi-square, fixed seed). With some
/// sixty procedures the limit is one in ten thousand, so that a right book does not fail by chance.
pub fn dice_agree_with_odds(book: &Book) {
    const THROWS: u32 = 200_000;
    for procedure in (book.procedures)() {
        let name = procedure.card().name;
        let report = procedure.odds(&Inputs::new(), &Budget::default()).expect("defaults are valid");
        assert_eq!(report.kind, Kind::Exact, "{name}: the defaults are walked exactly");
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut dice = Seeded::new(200_000);
        for _ in 0..THROWS {
            let rolled = procedure.roll(&Inputs::new(), &mut dice).expect("defaults are valid");
            *counts.entry(rolled.outcome).or_default() += 1;
        }
        let expected: Vec<(f64, f64)> = merged(&report)
            .iter()
            .map(|(outcome, chance)| {
                (chance.to_f64().value() * f64::from(THROWS), f64::from(counts.get(outcome).copied().unwrap_or(0)))
            })
            .collect();
        assert_agrees(name, &expected);
    }
}

/// Chi-square with rare outcomes thrown together until five are expected of each.
fn assert_agrees(name: &str, expected: &[(f64, f64)]) {
    let (mut cells, mut rest) = (Vec::new(), (0.0, 0.0));
    for &(expected, seen) in expected {
        rest = (rest.0 + expected, rest.1 + seen);
        if rest.0 >= 5.0 {
            cells.push(std::mem::take(&mut rest));
        }
    }
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    let chi_square: f64 = cells.iter().map(|(expected, seen)| (seen - expected).powi(2) / expected).sum();
    let freedom = cells.len().saturating_sub(1) as f64;
    // Wilson and Hilferty: chi-square beyond this has a chance of one in ten thousand.
    let limit = if freedom > 0.0 {
        freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.719 * (2.0 / (9.0 * freedom)).sqrt()).powi(3)
    } else {
        0.0
    };
    assert!(chi_square <= limit + 1e-9, "{name}: chi-square {chi_square:.1} past {limit:.1} of {freedom} degrees");
}
