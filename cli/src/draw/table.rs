//! A chart as a table in the terminal.

use super::wrapped;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use kernel::chart::{Cell, Chart};
use std::ops::Range;

/// A play sheet's ruling: a line above, below and under the head, and none between the rows.
const RULING: TableStyle = TableStyle::new()
    .top_border(LineStyle::new('─', '─', '─', '─'))
    .header_separator(LineStyle::new('─', '─', '─', '─'))
    .bottom_border(LineStyle::new('─', '─', '─', '─'));

/// What a column takes beside its text: a space on either side, and one between columns.
const PADDING: usize = 2;
const BETWEEN: usize = 1;

/// The chart as a table, with the cells that were read lit up: their rows and columns are marked and each cell stands in
/// brackets. At most `width` characters wide, and no word is broken: a chart too wide for that is set as
/// several tables under one another, and one whose words do not fit even so as a list.
pub(crate) fn chart_table(chart: &Chart, lit: &[Cell], width: usize) -> String {
    let grid = Grid::of(chart, lit);
    match grid.groups(width) {
        Some(groups) => groups.into_iter().map(|group| grid.table(group, width)).collect::<Vec<_>>().join("\n"),
        None => grid.list(width),
    }
}

/// The texts of a chart as they are shown, marks included; the first column is that of the labels.
struct Grid {
    columns: Vec<Column>,
}

struct Column {
    heading: String,
    cells: Vec<String>,
    /// Short cells are results and look best in the middle; sentences are read from the left.
    is_short: bool,
}

impl Grid {
    fn of(chart: &Chart, lit: &[Cell]) -> Grid {
        let is_row = |row: usize| lit.iter().any(|cell| usize::from(cell.row) == row);
        let is_column = |column: usize| lit.iter().any(|cell| usize::from(cell.column) == column);
        let is_lit = |row: usize, column: usize| {
            lit.iter().any(|cell| (usize::from(cell.row), usize::from(cell.column)) == (row, column))
        };
        let marked = |is_lit: bool, mark: &str, text: &str| {
            if is_lit { format!("{mark} {text}") } else { text.to_owned() }
        };
        let labels = chart.rows.iter().enumerate().map(|(i, row)| marked(is_row(i), "▶", &row.label)).collect();
        let mut columns = vec![Column { heading: chart.corner.clone(), cells: labels, is_short: false }];
        for (j, heading) in chart.columns.iter().enumerate() {
            let cell = |(i, cell): (usize, &String)| {
                if is_lit(i, j) { format!("[{cell}]") } else { cell.clone() }
            };
            columns.push(Column {
                heading: marked(is_column(j), "▼", heading),
                cells: chart.rows.iter().map(|row| &row.cells[j]).enumerate().map(cell).collect(),
                is_short: chart.rows.iter().all(|row| row.cells[j].len() <= 12),
            });
        }
        Grid { columns }
    }

    /// The columns of each table, without that of the labels, which all of them have. `None` where a column does not
    /// fit beside the labels.
    fn groups(&self, width: usize) -> Option<Vec<Range<usize>>> {
        let least = |column: usize| self.columns[column].least() + PADDING + BETWEEN;
        let mut groups: Vec<Range<usize>> = Vec::new();
        let room = width.checked_sub(BETWEEN + least(0))?;
        let mut taken = 0;
        for column in 1..self.columns.len() {
            match groups.last_mut() {
                Some(group) if taken + least(column) <= room => group.end = column + 1,
                _ if least(column) > room => return None,
                _ => {
                    groups.push(column..column + 1);
                    taken = 0;
                }
            }
            taken += least(column);
        }
        Some(groups)
    }

    fn table(&self, group: Range<usize>, width: usize) -> String {
        let columns: Vec<&Column> = std::iter::once(&self.columns[0]).chain(&self.columns[group]).collect();
        let mut table = Table::new();
        table.load_style(RULING).set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
        table.set_header(columns.iter().map(|column| &column.heading));
        for row in 0..self.columns[0].cells.len() {
            table.add_row(columns.iter().map(|column| &column.cells[row]));
        }
        for (i, width) in widths(&columns, width).into_iter().enumerate() {
            if let Some(column) = table.column_mut(i) {
                column.set_constraint(ColumnConstraint::Absolute(Width::Fixed((width + PADDING) as u16)));
                if columns[i].is_short {
                    column.set_cell_alignment(CellAlignment::Center);
                }
            }
        }
        table.trim_fmt()
    }

    /// A row under another, each cell behind its heading.
    fn list(&self, width: usize) -> String {
        let (labels, columns) = self.columns.split_first().expect("a chart has labels");
        let mut lines = Vec::new();
        for (i, label) in labels.cells.iter().enumerate() {
            lines.push(wrapped(label, width, "  "));
            for column in columns {
                lines.push(wrapped(&format!("  {}: {}", column.heading, column.cells[i]), width, "    "));
            }
        }
        lines.join("\n")
    }
}

impl Column {
    fn texts(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.heading).chain(&self.cells)
    }

    /// The longest word: narrower it would be broken.
    fn least(&self) -> usize {
        self.texts().flat_map(|text| text.split(' ')).map(length).max().unwrap_or(0)
    }

    /// The longest text: wider it would gain nothing.
    fn most(&self) -> usize {
        self.texts().map(|text| length(text)).max().unwrap_or(0)
    }
}

/// The width of each column: its longest word, and what room is left goes to the narrowest that still want it.
fn widths(columns: &[&Column], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.least()).collect();
    let taken = widths.iter().sum::<usize>() + columns.len() * (PADDING + BETWEEN) + BETWEEN;
    for _ in taken..width {
        let wanting = (0..columns.len()).filter(|&i| widths[i] < columns[i].most());
        let Some(narrowest) = wanting.min_by_key(|&i| widths[i]) else { break };
        widths[narrowest] += 1;
    }
    widths
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first cell, with its marks and brackets.
    fn first(chart: &Chart) -> Cell {
        Cell { chart: chart.name, row: 0, column: 0 }
    }

    /// The words of a text; rulings and marks are none.
    fn words(text: &str) -> Vec<&str> {
        let is_ruling = |word: &&str| word.chars().all(|c| "─▼▶".contains(c));
        text.split_whitespace().filter(|word| !is_ruling(word)).collect()
    }

    #[test]
    fn no_chart_of_any_book_breaks_a_word_or_leaves_the_terminal_however_narrow() {
        for chart in shelf::books().iter().flat_map(|book| book.charts) {
            for width in [30, 40, 50, 60, 76, 80, 100, 160] {
                let shown = chart_table(chart, &[first(chart)], width);
                let shown_words = words(&shown);
                for text in chart.columns.iter().chain(chart.rows.iter().map(|row| &row.label)) {
                    for word in words(text) {
                        let stands = |shown: &&str| shown.trim_end_matches(':') == word.trim_end_matches(':');
                        assert!(shown_words.iter().any(stands), "'{word}' is broken at {width}:\n{shown}");
                    }
                }
                let widest = shown.lines().map(length).max().unwrap_or(0);
                assert!(widest <= width, "{} is {widest} wide at {width}:\n{shown}", chart.name);
            }
        }
    }

    #[test]
    fn a_chart_with_room_is_one_table_and_a_narrow_one_is_set_as_several() {
        let chart = shelf::book("somme").unwrap().chart("assault").unwrap();
        let rulings = |width| chart_table(chart, &[], width).lines().filter(|line| line.starts_with('─')).count();
        assert_eq!(rulings(120), 3, "above, under the head and below");
        assert!(rulings(40) > 3 && rulings(40).is_multiple_of(3));
    }

    #[test]
    fn words_too_long_for_a_table_make_it_a_list() {
        let grid = |cells: &[&str]| {
            let column =
                |text: &&str| Column { heading: (*text).to_owned(), cells: vec!["1".to_owned()], is_short: true };
            Grid { columns: cells.iter().map(column).collect() }
        };
        let ends = |cells: &[&str], width| {
            grid(cells).groups(width).map(|groups| groups.iter().map(|group| group.end).collect::<Vec<_>>())
        };
        assert_eq!(ends(&["gun", "howitzer"], 18), Some(vec![2]), "3 + 8, 2 x 3 and 1");
        assert_eq!(ends(&["gun", "howitzer"], 17), None);
        assert_eq!(grid(&["gun", "howitzer"]).list(17), "1\n  howitzer: 1");
        assert_eq!(ends(&["gun", "howitzer", "mortar"], 18), Some(vec![2, 3]));
        assert_eq!(ends(&["gun", "howitzer", "mortar"], 27), Some(vec![3]), "9 more");
    }
}
