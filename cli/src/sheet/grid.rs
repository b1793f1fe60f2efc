//! A chart's table, measured for a width.

use super::part::{Grid, Row, Scale, leading};
use super::punctuation::printed;
use crate::draw::face::Face;
use kernel::chart::Chart;

/// The chart's table in a width; none where a word would not fit its column.
pub(crate) fn grid_of(chart: &Chart, width: f64, scale: Scale) -> Option<Grid> {
    let (body, small) = (scale.body, scale.small());
    let side = scale.side();
    let texts = texts_of(chart);
    let columns = chart.columns.len() + 1;
    let mut least = vec![0.0_f64; columns];
    let mut natural = vec![0.0_f64; columns];
    for (i, row) in texts.iter().enumerate() {
        for (j, text) in row.iter().enumerate() {
            let (face, size) = face_of(i, j, text, scale);
            let whole = face.width(text, size) + 2.0 * side;
            let words = text.split_whitespace().map(|word| face.width(word, size));
            let longest = words.fold(0.0, f64::max) + 2.0 * side;
            let short = i > 0 && text.chars().count() <= SHORT;
            least[j] = least[j].max(if short { whole } else { longest });
            let heading = i == 0 && j > 0;
            natural[j] = natural[j].max(if heading { in_two_lines(text, face, size) + 2.0 * side } else { whole });
        }
    }
    even_out(&mut natural, |j| j > 0 && is_centred(chart, j - 1), width);
    let widths = share(&least, &natural, width)?;
    let centred = (0..columns).map(|j| j > 0 && is_centred(chart, j - 1)).collect();
    let mut rows = texts.iter().enumerate().map(|(i, row)| {
        let set = |(j, text): (usize, &String)| {
            let (face, size) = face_of(i, j, text, scale);
            face.wrap(text, size, widths[j] - 2.0 * side)
        };
        let cells: Vec<Vec<String>> = row.iter().enumerate().map(set).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let height = lines * leading(if i == 0 { small } else { body }) + 2.0 * scale.pad();
        Row { cells, height }
    });
    let head = rows.next().expect("the headings are the first row");
    let rows = rows.collect();
    Some(Grid { name: chart.title.clone(), widths, centred, head, rows, body, small, pad: scale.pad(), side })
}

/// Cells up to this many letters are not broken: '3 or more', '14 or more'.
const SHORT: usize = 14;

/// How wide a heading is when it is broken once.
fn in_two_lines(text: &str, face: Face, size: f64) -> f64 {
    let breaks =
        text.match_indices(' ').map(|(at, _)| face.width(&text[..at], size).max(face.width(&text[at + 1..], size)));
    breaks.fold(face.width(text, size), f64::min)
}

/// Columns of results are equally wide where there is room for it.
fn even_out(natural: &mut [f64], is_centred: impl Fn(usize) -> bool, width: f64) {
    let widest = (0..natural.len()).filter(|&j| is_centred(j)).map(|j| natural[j]).fold(0.0, f64::max);
    let even: Vec<f64> = (0..natural.len()).map(|j| if is_centred(j) { widest } else { natural[j] }).collect();
    if even.iter().sum::<f64>() <= width {
        natural.copy_from_slice(&even);
    }
}

/// The face and size of the cell in this row and column; row 0 holds the headings.
pub(crate) fn face_of(row: usize, column: usize, text: &str, scale: Scale) -> (Face, f64) {
    if row == 0 {
        return (Face::Bold, scale.small());
    }
    (face_of_cell(column, text), scale.body)
}

/// The face of a cell: labels that are numbers are looked up and stand out.
pub(crate) fn face_of_cell(column: usize, text: &str) -> Face {
    if column == 0 && text.starts_with(|c: char| c.is_ascii_digit() || c == '−') { Face::Bold } else { Face::Regular }
}

fn texts_of(chart: &Chart) -> Vec<Vec<String>> {
    let head = std::iter::once(&chart.corner).chain(&chart.columns).map(|text| printed(text)).collect();
    let row = |row: &kernel::chart::Row| std::iter::once(&row.label).chain(&row.cells).map(|c| printed(c)).collect();
    std::iter::once(head).chain(chart.rows.iter().map(row)).collect()
}

/// Results look best in the middle; sentences are read from the left.
fn is_centred(chart: &Chart, column: usize) -> bool {
    let cells = || chart.rows.iter().map(|row| row.cells[column].chars().count());
    let longest = cells().max().unwrap_or(0);
    longest <= SHORT || (longest <= 26 && 2 * cells().filter(|&length| length <= 3).count() > chart.rows.len())
}

/// Shares a width among columns: each gets its least, then what it wishes for, then the rest goes to all alike.
fn share(least: &[f64], natural: &[f64], width: f64) -> Option<Vec<f64>> {
    let (floor, wish): (f64, f64) = (least.iter().sum(), natural.iter().sum());
    if floor > width {
        return None;
    }
    if wish > width {
        let part = (width - floor) / (wish - floor);
        return Some(least.iter().zip(natural).map(|(least, natural)| least + (natural - least) * part).collect());
    }
    // The labels keep close to the results: the first column takes a smaller part of what is left.
    let weights = (0..natural.len()).map(|j| if j == 0 { 0.5 } else { 1.0 });
    let total = 0.5 + (natural.len() - 1) as f64;
    Some(natural.iter().zip(weights).map(|(natural, weight)| natural + (width - wish) * weight / total).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width_without_a_rest_and_refuse_what_is_too_narrow() {
        let (least, natural) = ([10.0, 20.0], [30.0, 40.0]);
        for width in [30.0, 50.0, 90.0] {
            let shared = share(&least, &natural, width).unwrap();
            assert!((shared.iter().sum::<f64>() - width).abs() < 1e-9, "{shared:?}");
            assert!(shared[0] >= 10.0 && shared[1] >= 20.0, "{shared:?}");
        }
        assert_eq!(share(&least, &natural, 29.0), None);
    }
}
