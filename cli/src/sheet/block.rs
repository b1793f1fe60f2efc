//! What stands on a sheet: a block for each chart, one for a family of like charts, one for the turn sequence.

use super::sequence::{Step, turn_sequence};
use super::statements::{Section, Statement, means, said_by_charts, sections};
use kernel::book::Book;
use kernel::chart::Chart;
use kernel::rule::anchor;
use kernel::tally::Modifier;
use std::fmt::Write;

/// A block of the sheet.
pub(crate) struct Block {
    pub(crate) title: String,
    pub(crate) section: String,
    /// The anchor of that section on the page.
    pub(crate) anchor: String,
    pub(crate) content: Content,
    pub(crate) notes: Vec<String>,
}

/// What a block shows under its title.
pub(crate) enum Content {
    /// The steps of the turn, or statements.
    Steps(Vec<Step>),
    /// A chart with its modifiers; of a list of modifiers the table would only say them again.
    Chart {
        chart: &'static Chart,
        is_list: bool,
        modifiers: Vec<Group>,
    },
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

/// The blocks of a book in the order of its charts, the turn sequence first, and what the charts do not say beside
/// those of its section.
///
/// A block of statements stands behind its chart where that is not among the first `far`; otherwise at the end, because
/// the first pages of a book may have no room for it.
pub(crate) fn blocks_of(book: &'static Book, far: usize) -> Vec<Block> {
    let mut blocks = charts_of(book);
    let mut homeless: Vec<Step> = Vec::new();
    for section in sections(book.page) {
        let left: Vec<String> = unsaid(book, &section).map(|statement| statement.text.clone()).collect();
        let home = home_of(book, &blocks, &section);
        match (left.len(), home) {
            (0, _) => {}
            (1..=FEW, Some(home)) => blocks[home].notes.extend(left),
            (1..=FEW, None) => {
                homeless.extend(left.iter().map(|text| Step::item(format!("{}: {text}", section.title))));
            }
            _ => {
                let is_taken = blocks.iter().any(|block| block.title == section.title);
                let title = if is_taken { format!("{}: rules", section.title) } else { section.title.clone() };
                let content = Content::Steps(left.into_iter().map(Step::item).collect());
                let anchor = section.ids.first().cloned().unwrap_or_default();
                let block = Block { title, section: String::new(), anchor, content, notes: Vec::new() };
                blocks.insert(home.filter(|home| *home >= far).map_or(blocks.len(), |home| home + 1), block);
            }
        }
    }
    if !homeless.is_empty() {
        let (title, content) = ("Also on the sheet".to_owned(), Content::Steps(homeless));
        blocks.push(Block { title, section: String::new(), anchor: String::new(), content, notes: Vec::new() });
    }
    blocks
}

/// So few statements of a section are set as notes of a chart, or with others that have no chart of their own.
const FEW: usize = 2;

/// The block that statements of a section stand beside: the one of its name, that of a chart which says some of its
/// statements, or the first of the section.
fn home_of(book: &Book, blocks: &[Block], section: &Section) -> Option<usize> {
    let says_some = |block: &Block| {
        let said = said_by_charts(book.id).iter().filter(|(chart, _)| block.shows(chart)).flat_map(|(_, said)| said);
        let ids = || section.statements.iter().flat_map(|statement| &statement.ids);
        said.into_iter().any(|entry| ids().any(|id| means(entry, id)))
    };
    let within = |block: &Block| section.ids.iter().any(|id| is_within(id, &block.anchor));
    let named = blocks.iter().position(|block| block.title == section.title);
    named.or_else(|| blocks.iter().position(says_some)).or_else(|| blocks.iter().position(within))
}

impl Block {
    /// Is this chart in it?
    fn shows(&self, name: &str) -> bool {
        match &self.content {
            Content::Steps(_) => false,
            Content::Chart { chart, .. } => chart.name == name,
            Content::Family(charts) => charts.iter().any(|chart| chart.name == name),
        }
    }
}

/// Is the anchor of a section that of a block, or within it?
fn is_within(id: &str, block: &str) -> bool {
    !block.is_empty() && (id == block || id.split_once(':').is_some_and(|(section, _)| section == block))
}

/// The statements of a section that neither the turn sequence nor a chart says.
pub(crate) fn unsaid<'a>(book: &'static Book, section: &'a Section) -> impl Iterator<Item = &'a Statement> {
    let steps = turn_sequence(book.page).map(|(section, steps)| (section.to_lowercase(), steps));
    let modifiers: Vec<String> = book
        .charts
        .iter()
        .flat_map(|chart| chart.modifiers.iter().map(|(_, modifier)| anchor(modifier.rule.0)).collect::<Vec<_>>())
        .collect();
    let is_said = move |id: &String| {
        let in_charts = said_by_charts(book.id).values().flatten().any(|entry| means(entry, id));
        let is_step = steps.as_ref().is_some_and(|(section, steps)| {
            let mark = id.strip_prefix(section.as_str()).and_then(|rest| rest.strip_prefix(':'));
            mark.is_some_and(|mark| steps.iter().any(|step| step.mark.to_lowercase() == mark))
        });
        in_charts || is_step || modifiers.contains(id)
    };
    section.statements.iter().filter(move |statement| !statement.ids.iter().any(&is_said))
}

fn charts_of(book: &'static Book) -> Vec<Block> {
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
    let anchor = section.clone();
    // A section that is a number is worth citing, a word only says the title again.
    let section = if section.starts_with(|c: char| c.is_ascii_digit()) { section } else { String::new() };
    Block { title: "Turn sequence".to_owned(), section, anchor, content: Content::Steps(steps), notes: Vec::new() }
}

fn family(charts: Vec<&'static Chart>) -> Block {
    let mut notes: Vec<String> = Vec::new();
    for note in charts.iter().flat_map(|chart| &chart.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    let section = charts[0].section;
    let (title, anchor) = (section.to_owned(), anchor(section));
    Block { title, section: String::new(), anchor, content: Content::Family(charts), notes }
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
        anchor: anchor(chart.section),
        content: Content::Chart { chart, is_list, modifiers },
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
