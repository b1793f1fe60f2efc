//! `sandtable odds`.

use crate::args::OddsArgs;
use crate::draw::bars::bar;
use crate::draw::explanation::{Charts, explanation_text};
use crate::draw::odds_svg::odds_svg;
use crate::draw::width;
use crate::situation::head;
use crate::style::{ASIDE, BAR, LIT, RULE, TITLE, styled};
use crate::trouble::Trouble;
use kernel::book::Book;
use kernel::odds::{Budget, Kind as Found, Ratio};
use kernel::procedure::{AnyProcedure, Inputs, Kind, Measure, Refusal, Report, decimal, percent, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// The odds of a situation, or of several side by side.
pub(crate) fn show(asked: &OddsArgs) -> Result<String, Trouble> {
    let book = shelf::book(&asked.book)?;
    let procedure = shelf::procedure(book, &asked.procedure)?;
    let given = text::read_inputs(procedure.fields(), asked.inputs.iter().map(String::as_str))?;
    let variants = variants(&*procedure, &given, asked.compare.as_deref())?;
    let (labels, inputs): (Vec<String>, Vec<Inputs>) = variants.into_iter().unzip();
    let complete = inputs.iter().map(|inputs| procedure.complete(inputs)).collect::<Result<Vec<_>, _>>()?;
    let reports = procedure.odds_of_each(&inputs, &Budget::default())?;
    let reports: Vec<(String, Inputs, Report)> = labels
        .into_iter()
        .zip(complete)
        .zip(reports)
        .map(|((label, inputs), report)| (label, inputs, report))
        .collect();
    if let Some(file) = &asked.plot {
        if file.extension().is_none_or(|extension| extension != "svg") {
            return Err(Trouble::of(format!(
                "--plot is given as '{}', but the picture is SVG: name it FILE.svg",
                file.display()
            )));
        }
        let card = procedure.card();
        let bars: Vec<_> = reports
            .iter()
            .flat_map(|(label, _, report)| {
                let beside = report.beside.iter().map(|beside| (beside.label.clone(), &beside.report));
                std::iter::once((label.clone(), report)).chain(beside)
            })
            .collect();
        fs::write(file, odds_svg(card.title, &format!("{} {}", book.id, card.rule), &bars))
            .map_err(|error| Trouble::of(format!("the picture cannot be written to {}: {error}", file.display())))?;
    }
    Ok(match reports.as_slice() {
        [(_, inputs, report)] if asked.json => {
            let mut out = json!({ "book": book.id, "procedure": procedure.card().name, "inputs": inputs });
            merge(&mut out, serde_json::to_value(report).expect("a report is JSON"));
            format!("{out:#}\n")
        }
        _ if asked.json => {
            let variant = |(label, inputs, report): &(String, Inputs, Report)| {
                let mut out = json!({ "variant": label, "inputs": inputs });
                merge(&mut out, serde_json::to_value(report).expect("a report is JSON"));
                out
            };
            let variants: Vec<_> = reports.iter().map(variant).collect();
            format!("{:#}\n", json!({ "book": book.id, "procedure": procedure.card().name, "variants": variants }))
        }
        [(_, inputs, report)] => head(&*procedure, &given, inputs) + &report_text(report) + &why_text(book, report),
        several => {
            // What is compared stands over the columns.
            let compared = asked.compare.as_deref().and_then(|compare| compare.split_once('='));
            let mut common = several[0].1.clone();
            common.retain(|name, _| compared.is_none_or(|(key, _)| name != key));
            head(&*procedure, &given, &common) + &side_by_side(several)
        }
    })
}

fn merge(into: &mut Value, more: Value) {
    if let (Some(into), Value::Object(more)) = (into.as_object_mut(), more) {
        into.extend(more);
    }
}

/// The situations to be compared: one, or one for each value after `key=`.
fn variants(
    procedure: &dyn AnyProcedure,
    inputs: &Inputs,
    compare: Option<&str>,
) -> Result<Vec<(String, Inputs)>, Trouble> {
    let Some(compare) = compare else { return Ok(vec![("odds".to_owned(), inputs.clone())]) };
    let (name, values) = compare
        .split_once('=')
        .ok_or_else(|| Trouble::of(format!("--compare is given as '{compare}', but it must be key=a,b,c")))?;
    let fields = procedure.fields();
    let field = fields.iter().find(|field| field.name == name).ok_or_else(|| Refusal::unknown(name, fields))?;
    let separator = if matches!(field.kind, Kind::List { .. }) { '/' } else { ',' };
    let variant = |value: &str| {
        let mut inputs = inputs.clone();
        inputs.insert(name.to_owned(), text::read_value(field, value.trim())?);
        Ok((format!("{name}={}", value.trim()), inputs))
    };
    let variants: Vec<(String, Inputs)> = values.split(separator).map(variant).collect::<Result<_, Trouble>>()?;
    if variants.len() < 2 {
        let example = if separator == '/' {
            "variants of a list are separated by '/'"
        } else {
            "give two or more, behind commas"
        };
        return Err(Trouble::of(format!("--compare {compare} names one variant only; {example}")));
    }
    Ok(variants)
}

const BAR_WIDTH: usize = 28;

/// Odds in full: a bar for each outcome, the measures, how they were found and under which policies.
pub(crate) fn report_text(report: &Report) -> String {
    let mut out = outcomes_text(report);
    if !report.measures.is_empty() {
        out.push('\n');
        for measure in &report.measures {
            out += &measure_text(measure);
        }
    }
    for beside in &report.beside {
        let _ = write!(out, "\n{}\n", styled(TITLE, &beside.label));
        out += &outcomes_text(&beside.report);
        for measure in &beside.report.measures {
            out += &measure_text(measure);
        }
    }
    out.push('\n');
    out += &found_text(report);
    for policy in &report.policies {
        let rule = styled(RULE, format!("({})", policy.rule));
        let _ =
            writeln!(out, "{} {}, {}: {} {rule}", styled(ASIDE, "policy"), policy.seat, policy.decision, policy.policy);
    }
    out
}

fn outcomes_text(report: &Report) -> String {
    let widest = report.outcomes.iter().map(|line| line.outcome.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for line in &report.outcomes {
        let bar = bar(&line.chance, BAR_WIDTH);
        let bar = format!("{}{}", styled(BAR, &bar), " ".repeat(BAR_WIDTH - bar.chars().count()));
        let chance = styled(LIT, format!("{:>8}", percent(&line.chance)));
        let exact = match report.interval(&line.chance) {
            Some(interval) => format!("± {:.1} %", interval * 100.0),
            None => fraction(&line.chance),
        };
        let _ = writeln!(out, "  {:widest$}  {bar} {chance}  {}", line.outcome, styled(ASIDE, exact));
    }
    out
}

/// The exact fraction where it is short enough to be read.
fn fraction(chance: &Ratio) -> String {
    let exact = chance.to_string();
    if exact.len() <= 24 { exact } else { String::new() }
}

fn measure_text(measure: &Measure) -> String {
    let at_least: Vec<String> =
        measure.at_least().iter().take(6).map(|(value, chance)| format!("{value}+ {}", percent(chance))).collect();
    let mean = format!("{:.2}", decimal(&measure.mean));
    let at_least =
        if at_least.is_empty() { String::new() } else { format!("   {}", styled(ASIDE, at_least.join(", "))) };
    format!("  {:34}  mean {mean:>6}{at_least}\n", measure.name)
}

fn found_text(report: &Report) -> String {
    match &report.kind {
        Found::Exact => format!("{}\n", styled(ASIDE, "exact: every way the dice can fall was counted")),
        Found::Bounded { left } => format!("bounded: {} of the mass was not followed to an end\n", percent(left)),
        Found::Sampled { throws, seed } => {
            format!("sampled: {throws} throws from seed {seed}, 95 % intervals; exact odds were past the budget\n")
        }
    }
}

/// Why an outcome is certain, where one is.
pub(crate) fn why_text(book: &Book, report: &Report) -> String {
    let Some(heading) = report.certainty() else { return String::new() };
    let steps =
        report.why.iter().map(|step| explanation_text(book, step, Charts::for_steps(report.why.len(), width())));
    format!("\n{}\n{}", styled(TITLE, heading), steps.collect::<String>())
}

/// The names of all outcomes of reports made together, from the worst to the best.
pub(crate) fn outcome_names<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<String> {
    let lines = reports.into_iter().flat_map(|report| &report.outcomes);
    let ranked: BTreeMap<usize, &String> = lines.map(|line| (line.rank, &line.outcome)).collect();
    ranked.into_values().cloned().collect()
}

/// A column of per cents for each variant.
fn side_by_side(variants: &[(String, Inputs, Report)]) -> String {
    let names = outcome_names(variants.iter().map(|(_, _, report)| report));
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(24);
    let columns: Vec<usize> = variants.iter().map(|(label, _, _)| label.chars().count().max(8)).collect();
    let mut out = format!("  {:widest$}", "");
    for ((label, _, _), width) in variants.iter().zip(&columns) {
        let _ = write!(out, "  {}", styled(TITLE, format!("{label:>width$}")));
    }
    out.push('\n');
    for name in &names {
        let _ = write!(out, "  {name:widest$}");
        for ((_, _, report), width) in variants.iter().zip(&columns) {
            let chance = report.outcomes.iter().find(|line| line.outcome == *name).map(|line| &line.chance);
            let shown = chance.map_or_else(|| "-".to_owned(), percent);
            let _ = write!(out, "  {shown:>width$}");
        }
        out.push('\n');
    }
    let measures = variants.iter().map(|(_, _, report)| report.measures.len()).min().unwrap_or(0);
    for i in 0..measures {
        let _ = write!(out, "  {:widest$}", format!("mean {}", variants[0].2.measures[i].name));
        for ((_, _, report), width) in variants.iter().zip(&columns) {
            let _ = write!(out, "  {:>width$}", format!("{:.2}", decimal(&report.measures[i].mean)));
        }
        out.push('\n');
    }
    out.push('\n');
    out + &found_text(&variants[0].2)
}
