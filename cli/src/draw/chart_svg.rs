//! A chart as a picture, like a page of the play sheet.

use super::svg::{Anchor, Picture, Type, colour};
use kernel::chart::Chart;

const TITLE: Type = Type::of(22.0).bold();
const HEAD: Type = Type::of(13.0).bold();
const BODY: Type = Type::of(14.0);
const NOTE: Type = Type::of(12.0).colour(colour::FADED);
const LEADING: f64 = 17.0;
const MARGIN: f64 = 28.0;
const WIDEST_CELL: f64 = 230.0;

/// The chart as SVG.
pub(crate) fn chart_svg(chart: &Chart) -> String {
    let widths = column_widths(chart);
    let width = (widths.iter().sum::<f64>() + 2.0 * MARGIN).max(380.0);
    let inner = width - 2.0 * MARGIN;
    let rows: Vec<Vec<Vec<String>>> = lines_of(chart, &widths);
    let row_height = |row: &Vec<Vec<String>>| row.iter().map(Vec::len).max().unwrap_or(1) as f64 * LEADING + 6.0;
    let notes = notes(chart, inner);
    let height = 74.0 + rows.iter().map(row_height).sum::<f64>() + notes.len() as f64 * 16.0 + 40.0;

    let mut picture = Picture::new(width, height);
    picture.text((MARGIN, 40.0), &chart.title, TITLE);
    picture.text((width - MARGIN, 40.0), &format!("({})", chart.section), NOTE.anchor(Anchor::End));
    let mut y = 56.0;
    picture.line((MARGIN, y), (width - MARGIN, y), colour::INK, 1.5);
    for (i, row) in rows.iter().enumerate() {
        let tall = row_height(row);
        if i > 0 && i % 2 == 0 {
            picture.rectangle((MARGIN, y), (inner, tall), colour::BAND);
        }
        let mut x = MARGIN;
        for (j, lines) in row.iter().enumerate() {
            let set = if i == 0 || j == 0 { HEAD } else { BODY };
            let centred = j > 0 && is_short(chart, j - 1);
            for (k, line) in lines.iter().enumerate() {
                let baseline = y + LEADING * (k + 1) as f64 - 1.0;
                if centred {
                    picture.text((x + widths[j] / 2.0, baseline), line, set.anchor(Anchor::Middle));
                } else {
                    picture.text((x + 4.0, baseline), line, set);
                }
            }
            x += widths[j];
        }
        y += tall;
        if i == 0 {
            picture.line((MARGIN, y), (width - MARGIN, y), colour::INK, 0.8);
        }
    }
    picture.line((MARGIN, y), (width - MARGIN, y), colour::INK, 1.5);
    y += 6.0;
    for (line, set) in notes {
        y += 16.0;
        picture.text((MARGIN, y), &line, set);
    }
    picture.finish()
}

fn is_short(chart: &Chart, column: usize) -> bool {
    chart.rows.iter().all(|row| row.cells[column].len() <= 14)
}

fn column_widths(chart: &Chart) -> Vec<f64> {
    let labels = chart.rows.iter().map(|row| HEAD.width(&row.label)).fold(HEAD.width(&chart.corner), f64::max);
    let column = |j: usize| {
        let cells = chart.rows.iter().map(|row| BODY.width(&row.cells[j])).fold(0.0, f64::max);
        let longest_word = chart.columns[j].split_whitespace().map(|word| HEAD.width(word)).fold(0.0, f64::max);
        let heading = HEAD.width(&chart.columns[j]).min(longest_word.max(90.0));
        cells.max(heading).min(WIDEST_CELL) + 16.0
    };
    std::iter::once(labels.min(WIDEST_CELL) + 16.0).chain((0..chart.columns.len()).map(column)).collect()
}

/// The head and the rows, each cell as lines that fit its column.
fn lines_of(chart: &Chart, widths: &[f64]) -> Vec<Vec<Vec<String>>> {
    let wrap = |text: &String, j: usize, set: Type| set.wrap(text, widths[j] - 8.0);
    let head = std::iter::once(wrap(&chart.corner, 0, HEAD))
        .chain(chart.columns.iter().enumerate().map(|(j, heading)| wrap(heading, j + 1, HEAD)));
    let row = |row: &kernel::chart::Row| {
        let cells = row.cells.iter().enumerate().map(|(j, cell)| wrap(cell, j + 1, BODY));
        std::iter::once(wrap(&row.label, 0, HEAD)).chain(cells).collect()
    };
    std::iter::once(head.collect()).chain(chart.rows.iter().map(row)).collect()
}

fn notes(chart: &Chart, width: f64) -> Vec<(String, Type)> {
    let mut lines = Vec::new();
    let modifiers_are_the_table = chart.columns == ["modifier"];
    if !modifiers_are_the_table {
        let mut group = None;
        for (_, modifier) in &chart.modifiers {
            if modifier.group != group {
                group = modifier.group;
                lines.extend(group.map(|group| (group.to_owned(), HEAD)));
            }
            lines.push((format!("{:+}  {}", modifier.add, modifier.what), BODY));
        }
    }
    for note in &chart.notes {
        lines.extend(NOTE.wrap(note, width).into_iter().map(|line| (line, NOTE)));
    }
    for erratum in &chart.errata {
        let set = NOTE.colour(colour::RED);
        lines.extend(set.wrap(&format!("Erratum: {erratum}"), width).into_iter().map(|line| (line, set)));
    }
    lines
}
