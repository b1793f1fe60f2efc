//! An explanation as text: dice, sums, the chart's cell, the result.

use super::table::chart_table;
use crate::style::{ASIDE, LIT, RULE, TITLE, styled};
use kernel::book::Book;
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
    if let Some(cell) = step.cell
        && let Some(chart) = book.chart(cell.chart)
    {
        if let Charts::Drawn(width) = charts {
            for line in chart_table(chart, Some(cell), width - 4).lines() {
                let _ = writeln!(text, "    {line}");
            }
        } else {
            let row = &chart.rows[usize::from(cell.row)];
            let (heading, found) = (&chart.columns[usize::from(cell.column)], &row.cells[usize::from(cell.column)]);
            let _ =
                writeln!(text, "    {} {}: {} / {heading} = {found}", styled(ASIDE, "chart"), chart.name, row.label);
        }
    }
    if !step.result.is_empty() {
        let _ = writeln!(text, "    {} {}", styled(ASIDE, "="), styled(LIT, &step.result));
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
