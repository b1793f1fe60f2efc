//! An explanation as text: dice, sums, the chart's cell, the result.

use super::table::chart_table;
use crate::style::{ASIDE, LIT, RULE, TITLE, styled};
use kernel::book::Book;
use kernel::chart::{Cell, Chart};
use kernel::dice::{Better, Throw};
use kernel::explain::Explanation;
use kernel::tally::{Line, Tally};
use std::fmt::Write;

/// How a chart that was read is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charts {
    /// By name, row and column in a line.
    Named,
    /// The printed chart itself, at most so wide, with row and column lit up.
    Drawn(usize),
}

impl Charts {
    /// A step or two draw their charts; a long chain would bury its outcome under them.
    pub(crate) fn for_steps(steps: usize, width: usize) -> Charts {
        if steps <= 2 { Charts::Drawn(width) } else { Charts::Named }
    }
}

/// The step as text.
pub(crate) fn explanation_text(book: &Book, step: &Explanation, charts: Charts) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} {}", styled(TITLE, step.title), styled(RULE, format!("({})", step.rule)));
    for tally in &step.tallies {
        text += &tally_text(tally);
    }
    for throw in &step.throws {
        text += &throw_text(throw);
    }
    let mut cells: Vec<Cell> = step.cells().collect();
    while let Some(name) = cells.first().map(|cell| cell.chart) {
        let (read, others): (Vec<Cell>, Vec<Cell>) = cells.into_iter().partition(|cell| cell.chart == name);
        if let Some(chart) = book.chart(name) {
            text += &chart_text(chart, &read, charts);
        }
        cells = others;
    }
    if !step.result.is_empty() {
        let _ = writeln!(text, "    {} {}", styled(ASIDE, "="), styled(LIT, &step.result));
    }
    text
}

/// A chart with the cells of it that were read.
fn chart_text(chart: &Chart, read: &[Cell], charts: Charts) -> String {
    let mut text = String::new();
    match charts {
        Charts::Drawn(width) => {
            for line in chart_table(chart, read, width - 4).lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        Charts::Named => {
            let mut named: Vec<Cell> = Vec::new();
            for cell in read {
                if named.contains(cell) {
                    continue;
                }
                named.push(*cell);
                let row = &chart.rows[usize::from(cell.row)];
                let (heading, found) = (&chart.columns[usize::from(cell.column)], &row.cells[usize::from(cell.column)]);
                let chart = format!("{} {}", styled(ASIDE, "chart"), chart.name);
                let _ = writeln!(text, "    {chart}: {} / {heading} = {found}", row.label);
            }
        }
    }
    text
}

fn throw_text(throw: &Throw) -> String {
    let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
    let better = match throw.why.better {
        Better::High => ", high is better",
        Better::Low => ", low is better",
        Better::Neither => "",
    };
    let note = styled(ASIDE, format!("{} for {} ({}{better})", throw.law, throw.why.what, throw.why.who));
    let shown = if faces.is_empty() { "no dice".to_owned() } else { faces.join(" ") };
    format!("    {} {}  {note}\n", styled(ASIDE, "dice"), styled(TITLE, shown))
}

fn tally_text(tally: &Tally) -> String {
    let mut text = String::new();
    if tally.lines().is_empty() {
        return text;
    }
    for line in tally.lines() {
        let _ = writeln!(text, "    {:>4}  {} {}", line.change, what(line), styled(RULE, format!("({})", line.rule)));
    }
    let _ = writeln!(text, "    {:>4}  {}", styled(TITLE, format!("{:>4}", tally.total())), tally.name());
    text
}

fn what(line: &Line) -> String {
    if line.times > 1 {
        let each = line.change / i32::from(line.times);
        return format!("{} x {each:+}: {}", line.times, line.what);
    }
    line.what.to_owned()
}
