//! Tables between bars, a thing a line: `1st Rifles | infantry | regular | c4`.

use super::node::{Node, What};
use super::page::Source;
use super::trouble::Reading;

/// A line of a table between bars: a node for each column.
pub type Row<'a> = Vec<Node<'a>>;

/// A line of a text, and the byte it begins at.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Node<'a> {
    /// The lines of a table between bars, `most` at most. Each has a cell for each column, and may stop before the
    /// last `optional` ones; what is left out is missing when it is asked for. The first column is the name of the
    /// line: it may not be empty, nor stand twice. Empty lines and those that begin with # are skipped.
    pub fn rows(&self, columns: &[&str], optional: usize, most: usize) -> Reading<Vec<Row<'a>>> {
        let lines: Vec<_> = self.lines()?.into_iter().filter(|line| !line.text.starts_with('#')).collect();
        if lines.len() > most {
            return Err(self.refuse(&format!("has {} lines, but it takes {most} at most", lines.len())));
        }
        let mut rows: Vec<Row<'a>> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        let mut wrong = None;
        for line in lines {
            let cells: Vec<_> = cells(line).collect();
            let name = cells[0].text;
            let here = Node::of(self.source, self.label.clone(), line.at, What::Word(line.text));
            if !(columns.len() - optional..=columns.len()).contains(&cells.len()) {
                let shape = columns.join(" | ");
                wrong = Some(here.refuse(&format!(
                    "has a line of {} cells, but a line is: {shape}{}",
                    cells.len(),
                    if optional > 0 { format!("; the last {optional} may be left out") } else { String::new() }
                )));
                continue;
            }
            if names.contains(&name) {
                wrong = Some(here.refuse(&format!("has '{name}' twice; every line must have a name of its own")));
                continue;
            }
            names.push(name);
            self.source.mark(format!("{}.{name}", self.label), line.at);
            let node = |(number, column): (usize, &&str)| {
                let label = match number {
                    0 => format!("a {column} in {}", self.label),
                    _ => format!("the {column} of '{name}'"),
                };
                let cell = cells.get(number).filter(|cell| number < columns.len() - optional || !cell.text.is_empty());
                match cell {
                    Some(cell) => Node::of(self.source, label, cell.at, What::Word(cell.text)),
                    None => Node::of(self.source, label, line.at, What::Missing { near: String::new() }),
                }
            };
            rows.push(columns.iter().enumerate().map(node).collect());
        }
        wrong.map_or(Ok(rows), Err)
    }

    /// Is there anything here to ask for?
    pub fn is_given(&self) -> bool {
        !matches!(self.what, What::Missing { .. })
    }

    /// The lines of a text that are not empty, trimmed, with their places.
    pub(super) fn lines(&self) -> Reading<Vec<Line<'a>>> {
        let text = self.string("a text of several lines")?;
        let What::Value(value) = &self.what else { return Ok(vec![Line { text, at: self.at }]) };
        Ok(placed_lines(self.source, value.span(), text))
    }
}

/// A line of a string is on the line of the source that is as far from its beginning; the first newline after three
/// quotation marks is not part of it. Escaped newlines may lead astray, to the last line at worst.
fn placed_lines<'a>(source: &Source<'a>, span: std::ops::Range<usize>, text: &'a str) -> Vec<Line<'a>> {
    let raw = &source.text[span.clone()];
    let mut starts: Vec<usize> = std::iter::once(0).chain(raw.match_indices('\n').map(|(at, _)| at + 1)).collect();
    if starts.len() > 1 && raw[..starts[1]].trim_end().len() == 3 {
        starts.remove(0);
    }
    let place = |(number, text): (usize, &'a str)| {
        let start = starts[number.min(starts.len() - 1)];
        let line = raw[start..].lines().next().unwrap_or_default();
        let text = text.trim();
        Line { text, at: span.start + start + line.find(text).unwrap_or(0) }
    };
    text.lines().enumerate().map(place).filter(|line| !line.text.is_empty()).collect()
}

/// The cells of a line between bars, trimmed.
fn cells(line: Line<'_>) -> impl Iterator<Item = Line<'_>> {
    let mut at = line.at;
    line.text.split('|').map(move |cell| {
        let start = at + (cell.len() - cell.trim_start().len());
        at += cell.len() + 1;
        Line { text: cell.trim(), at: start }
    })
}
