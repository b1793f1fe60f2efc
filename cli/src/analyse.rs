//! `sandtable analyse`: what the dice did in a game, and what the players did.

use crate::lab::{bar, told};
use crate::style::{ASIDE, LIT, TITLE, styled};
use crate::tell::{Rolls, Teller, result_text, rolls_in};
use crate::trouble::Trouble;
use crate::verify::{heading, read};
use kernel::game::{Analysis, Eyes, Replayed, Step};
use shelf::Shelf;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How an analysis is told.
#[derive(clap::Args)]
pub(crate) struct AnalyseArgs {
    /// The log of a game that is over
    file: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Also draw the chances as a picture, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Judges every order of a game, and splits what changed into what the dice and what the decisions did.
pub(crate) fn show(shelf: &Shelf, asked: &AnalyseArgs) -> Result<String, Trouble> {
    let logged = read(&asked.file)?;
    let Replayed { table, trouble, .. } = shelf.game(&logged.header.book)?.replay_as_far(&logged);
    if let Some(trouble) = trouble {
        return Err(Trouble::found(format!("{} cannot be played again: {trouble}", asked.file.display())));
    }
    let table = table.ok_or_else(|| Trouble::found(format!("{} has no entries", asked.file.display())))?;
    let bar = bar(1_000);
    let analysis = table.analysis()?(&mut |done, all| {
        told(&bar, "judging", f64::from(done) / f64::from(all.max(1)));
        true
    });
    bar.finish_and_clear();
    let analysis = analysis.ok_or_else(|| Trouble::of("the analysis was called off"))?;
    if let Some(file) = &asked.svg {
        write(file, &picture(&analysis))?;
    }
    if asked.json {
        return Ok(serde_json::to_string_pretty(&analysis).expect("an analysis is plain data") + "\n");
    }
    let book = shelf.book(&logged.header.book)?.book;
    let entries = table.entries(Eyes::Spectator, 0);
    let mut out = heading(&logged);
    out += &table.result().map_or_else(String::new, |result| result_text(&result));
    out += &summary(&analysis);
    let _ = writeln!(out, "\n{}", styled(TITLE, "The turning points"));
    for entry in &analysis.turning_points {
        out += &turning_point(&analysis, *entry);
        let seen = table.seen_as(Eyes::Spectator, *entry);
        if let Some(at) = entries.iter().position(|entry| entry.number == seen) {
            out += &Teller::after(book, Rolls::Short, rolls_in(&entries[..at])).entry(&entries[at]);
        }
    }
    Ok(out)
}

fn write(file: &Path, text: &str) -> Result<(), Trouble> {
    std::fs::write(file, text).map_err(|error| Trouble::of(format!("{} cannot be written: {error}", file.display())))
}

/// The curve in one line of text, and the sums.
fn summary(analysis: &Analysis) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut out = String::new();
    let width = analysis.steps.len().clamp(1, 72);
    let curve: String = (0..width)
        .map(|at| {
            let step = &analysis.steps[at * analysis.steps.len() / width];
            BARS[((step.chance * 8.0) as usize).min(7)]
        })
        .collect();
    let _ = writeln!(out, "\n{}", styled(TITLE, format!("The chance of the {} to win", analysis.seats[0])));
    let end = analysis.steps.last().map_or(analysis.start, |step| step.chance);
    let _ = writeln!(out, "{:3.0} % {curve} {:.0} %", analysis.start * 100.0, end * 100.0);
    for (at, seat) in analysis.seats.iter().enumerate() {
        let _ = writeln!(
            out,
            "The {seat}: the dice brought {} in all; the orders missed {:.0} % against the best ones found.",
            styled(LIT, signed(analysis.luck[at])),
            analysis.missed[at] * 100.0
        );
    }
    let aside = "Chances are judged as if both went on by quick play; each is right to about one in a hundred.";
    let _ = writeln!(out, "{}", styled(ASIDE, aside));
    out
}

fn turning_point(analysis: &Analysis, entry: u32) -> String {
    let steps: Vec<&Step> = analysis.steps.iter().filter(|step| step.entry == entry).collect();
    let Some(last) = steps.last() else { return String::new() };
    let dice: f64 = steps.iter().filter_map(|step| step.dice).sum();
    let decision: f64 = steps.iter().map(|step| step.decision).sum();
    let before = last.chance - dice - decision;
    let mut out = format!(
        "{} the {}: {:.0} % to {:.0} % for the {}: {} by the decision, {} by the dice\n",
        styled(TITLE, format!("Entry {entry},")),
        last.seat,
        before * 100.0,
        last.chance * 100.0,
        analysis.seats[0],
        signed(decision),
        signed(dice)
    );
    for step in steps.iter().filter(|step| step.better.is_some()) {
        let better = step.better.as_deref().unwrap_or_default();
        let _ = writeln!(out, "  {}", styled(ASIDE, format!("better by {:.0} %: {better}", step.missed * 100.0)));
    }
    out
}

fn signed(chance: f64) -> String {
    format!("{:+.0} %", chance * 100.0)
}

/// The chances as a curve, the turning points marked.
fn picture(analysis: &Analysis) -> String {
    let points: Vec<f64> =
        std::iter::once(analysis.start).chain(analysis.steps.iter().map(|step| step.chance)).collect();
    let marks: Vec<usize> = analysis
        .turning_points
        .iter()
        .filter_map(|entry| analysis.steps.iter().rposition(|step| step.entry == *entry).map(|at| at + 1))
        .collect();
    lab::plot::curve(&format!("The chance of the {} to win, order by order", analysis.seats[0]), &points, &marks)
}
