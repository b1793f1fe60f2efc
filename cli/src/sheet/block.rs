//! What stands on a sheet: a block for each chart, one for a family of like charts, one for the turn sequence.

use super::sequence::{Step, turn_sequence};
use kernel::book::Book;
use kernel::chart::Chart;
use kernel::tally::Modifier;
use std::fmt::Write;

/// A block of the sheet.
pub(crate) struct Block {
    pub(crate) title: String,
    pub(crate) section: String,
    pub(crate) content: Content,
    pub(crate) notes: Vec<String>,
}

/// What a block shows under its title.
pub(crate) enum Content {
    Steps(Vec<Step>),
    Chart { table: Option<&'static Chart>, modifiers: Vec<Group> },
    Family(Vec<&'static Chart>),
}

/// Modifiers under a heading of their own.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) name: Option<&'static str>,
    pub(crate) lines: Vec<Line>,
}

/// A modifier as it is printed.
pub(crate) struct Line {
    pub(crate) add: String,
    pub(crate) what: String,
}

/// So many like charts in a row are set as a family, with their notes once.
const FAMILY: usize = 4;

/// The blocks of a book in the order of its charts, the turn sequence first.
pub(crate) fn blocks_of(book: &'static Book) -> Vec<Block> {
    let mut blocks: Vec<Block> = turn_sequence(book.page).map(steps).into_iter().collect();
    let mut charts = book.charts.iter().map(|chart| &***chart).peekable();
    while let Some(chart) = charts.next() {
        let mut run = vec![chart];
        while let Some(next) = charts.next_if(|next| are_alike(chart, next)) {
            run.push(next);
        }
        if run.len() >= FAMILY {
            blocks.push(family(run));
        } else {
            blocks.extend(run.into_iter().map(single));
        }
    }
    blocks
}

fn are_alike(one: &Chart, other: &Chart) -> bool {
    let bare = |chart: &Chart| (chart.section, chart.modifiers.is_empty());
    one.columns == other.columns && one.corner == other.corner && bare(one) == bare(other) && one.modifiers.is_empty()
}

fn steps((section, steps): (String, Vec<Step>)) -> Block {
    // A section that is a number is worth citing, a word only says the title again.
    let section = if section.starts_with(|c: char| c.is_ascii_digit()) { section } else { String::new() };
    Block { title: "Turn sequence".to_owned(), section, content: Content::Steps(steps), notes: Vec::new() }
}

fn family(charts: Vec<&'static Chart>) -> Block {
    let mut notes: Vec<String> = Vec::new();
    for note in charts.iter().flat_map(|chart| &chart.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    Block { title: charts[0].section.to_owned(), section: String::new(), content: Content::Family(charts), notes }
}

fn single(chart: &'static Chart) -> Block {
    let mut modifiers: Vec<Group> = Vec::new();
    for (_, modifier) in &chart.modifiers {
        if modifiers.last().is_none_or(|group| group.name != modifier.group) {
            modifiers.push(Group { name: modifier.group, lines: Vec::new() });
        }
        let group = modifiers.last_mut().expect("a group was just begun");
        group.lines.push(line(chart, modifier));
    }
    let is_list = chart.columns == ["modifier"] && !chart.modifiers.is_empty();
    Block {
        title: chart.title.clone(),
        // A section that is named like its chart needs no citation.
        section: if chart.title == chart.section { String::new() } else { chart.section.to_owned() },
        content: Content::Chart { table: (!is_list).then_some(chart), modifiers },
        notes: chart.notes.clone(),
    }
}

fn line(chart: &Chart, modifier: &Modifier) -> Line {
    let mut what = modifier.what.to_owned();
    match modifier.at_most {
        Some(1) if !what.contains("once") => what += ", once",
        Some(most) if most > 1 && !what.contains("at most") => {
            let _ = write!(what, ", at most {most}");
        }
        _ => {}
    }
    let section = modifier.rule.section();
    let is_said = |text: &str| text.eq_ignore_ascii_case(section);
    if !is_said(chart.section) && !modifier.group.is_some_and(is_said) {
        let _ = write!(what, " ({section})");
    }
    let add = if modifier.add == 0 { "0".to_owned() } else { format!("{:+}", modifier.add) };
    Line { add, what }
}
