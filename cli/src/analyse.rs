//! `sandtable analyse`: what the dice did in a game, and what the players did.

use crate::lab::{bar, told};
use crate::style::{ASIDE, LIT, TITLE, styled};
use crate::tell::{Rolls, Teller, capital, result_text, rolls_in, side};
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
    let _ = writeln!(out, "\n{}", styled(TITLE, format!("The chance of {} to win", side(&analysis.seats[0]))));
    let end = analysis.steps.last().map_or(analysis.start, |step| step.chance);
    let _ = writeln!(out, "{:3.0} % {curve} {:.0} %", analysis.start * 100.0, end * 100.0);
    // Each part is rounded so that what is told still adds up.
    let mut exact = analysis.start;
    let mut part = |change: f64| {
        let before = (exact * 100.0).round();
        exact += change;
        styled(LIT, signed(((exact * 100.0).round() - before) / 100.0))
    };
    let mut parts = vec![format!("the dice {}", part(analysis.steps.iter().filter_map(|step| step.dice).sum()))];
    for seat in &analysis.seats {
        let decided = analysis.steps.iter().filter(|step| step.seat == *seat).map(|step| step.decision).sum();
        parts.push(format!("what {} decided {}", side(seat), part(decided)));
    }
    let [start, end] = [analysis.start, end].map(|chance| format!("{:.0} %", chance * 100.0));
    let _ = writeln!(out, "It adds up: {start} at the start, {}: {end} at the end.", parts.join(", "));
    for (at, seat) in analysis.seats.iter().enumerate() {
        let given_away = analysis.missed[at] * 100.0;
        let _ = writeln!(
            out,
            "{} gave away {given_away:.0} % of chance in all, each order against the best one found.",
            capital(&side(seat))
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
        "{} {}: {:.0} % to {:.0} % for {}: {} by the decision, {} by the dice\n",
        styled(TITLE, format!("Entry {entry},")),
        side(&last.seat),
        before * 100.0,
        last.chance * 100.0,
        side(&analysis.seats[0]),
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
    lab::plot::curve(&format!("The chance of {} to win, order by order", side(&analysis.seats[0])), &points, &marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_dice_and_the_decisions_of_both_add_up_to_the_end_as_they_are_told() {
        let step = |seat: &str, chance, dice, decision| Step {
            entry: 1,
            seat: seat.to_owned(),
            chance,
            dice,
            decision,
            missed: 0.056,
            better: None,
        };
        // 50 % and 4.4 and -1.4 and -0.8 are 52.2 %: rounded each by itself, they would come to 52 by chance only.
        let analysis = Analysis {
            seats: vec!["allied".to_owned(), "german".to_owned()],
            start: 0.5,
            steps: vec![step("allied", 0.53, Some(0.044), -0.014), step("german", 0.522, None, -0.008)],
            luck: vec![0.044, -0.044],
            missed: vec![0.56, 0.0],
            turning_points: vec![],
        };
        let told = anstream::adapter::strip_str(&summary(&analysis)).to_string();
        assert!(told.contains("The chance of the allied side to win"), "{told}");
        let sum = "It adds up: 50 % at the start, the dice +4 %, what the allied side decided -1 %, \
                   what the german side decided -1 %: 52 % at the end.";
        assert!(told.contains(sum), "{told}");
        assert!(told.contains("The allied side gave away 56 % of chance in all"), "{told}");
    }
}
