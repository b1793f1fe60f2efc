//! Charts as rules look them up.

use super::{Band, Chart};
use serde::Serialize;

/// A chart whose rows are ranges of a number and whose cells are results.
///
/// Columns are found by number where their headings are ranges too, otherwise by place. A number off the chart uses
/// its edge.
#[derive(Clone, Debug)]
pub struct Table<T> {
    chart: &'static str,
    rows: Axis,
    columns: Option<Axis>,
    cells: Vec<Vec<T>>,
    /// The printed place of the first column that was read.
    first_column: usize,
}

/// The place of a cell in its printed chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cell {
    /// The chart's name.
    pub chart: &'static str,
    /// The printed row, counted from 0.
    pub row: u16,
    /// The printed column, counted from 0.
    pub column: u16,
}

/// A cell and what stands in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a, T> {
    /// What stands there.
    pub result: &'a T,
    /// Where it stands.
    pub cell: Cell,
}

impl<T> Table<T> {
    /// Reads the rows of `chart` whose labels are ranges; `read` makes a result of a cell's text.
    ///
    /// Panics on a cell that cannot be read or a gap between ranges: charts are part of the program.
    pub fn of(chart: &Chart, read: impl Fn(&str) -> Option<T>) -> Table<T> {
        let labelled = chart.rows.iter().enumerate().filter_map(|(i, row)| Some((Band::read(&row.label)?, i)));
        let rows = Axis::of(chart.name, labelled.collect());
        let headings: Vec<_> =
            chart.columns.iter().enumerate().filter_map(|(i, c)| Some((Band::read(c)?, i))).collect();
        let columns = (headings.len() == chart.columns.len()).then(|| Axis::of(chart.name, headings));
        let read_cell = |label: &str, cell: &String| {
            read(cell).unwrap_or_else(|| panic!("chart {}, row '{label}': cannot read '{cell}'", chart.name))
        };
        let cells = rows
            .places
            .iter()
            .map(|&place| &chart.rows[usize::from(place)])
            .map(|row| row.cells.iter().map(|cell| read_cell(&row.label, cell)).collect())
            .collect();
        Table { chart: chart.name, rows, columns, cells, first_column: 0 }
    }

    /// Reads only the column with this heading; it is at place 0.
    pub fn of_column(chart: &Chart, heading: &str, read: impl Fn(&str) -> Option<T>) -> Table<T> {
        let column = chart.columns.iter().position(|other| other == heading);
        let column = column.unwrap_or_else(|| panic!("chart {} has no column '{heading}'", chart.name));
        let mut narrow = chart.clone();
        narrow.columns = vec![heading.to_owned()];
        for row in &mut narrow.rows {
            row.cells = vec![row.cells.swap_remove(column)];
        }
        Table { first_column: column, ..Table::of(&narrow, read) }
    }

    /// The cell in the row of `number` and the column at `place` (counted from 0, held to the chart).
    pub fn at(&self, number: i32, place: usize) -> Found<'_, T> {
        let row = self.rows.index(number);
        let column = place.min(self.cells[row].len() - 1);
        let cell = Cell { chart: self.chart, row: self.rows.places[row], column: (self.first_column + column) as u16 };
        Found { result: &self.cells[row][column], cell }
    }

    /// The cell in the row of `number` and the column of `heading`, both held to the chart's edges.
    pub fn under(&self, number: i32, heading: i32) -> Found<'_, T> {
        let columns =
            self.columns.as_ref().unwrap_or_else(|| panic!("chart {}: the columns are not numbers", self.chart));
        let column = columns.index(heading);
        self.at(number, column)
    }
}

/// Ranges without a gap, looked up by number.
#[derive(Clone, Debug)]
struct Axis {
    first: i32,
    /// For each number from `first`: the index of its range.
    index: Vec<u16>,
    /// The printed place of each range.
    places: Vec<u16>,
}

impl Axis {
    fn of(chart: &str, mut ranges: Vec<(Band, usize)>) -> Axis {
        assert!(!ranges.is_empty(), "chart {chart}: no label is a range");
        ranges.sort_by_key(|(band, _)| band.low.unwrap_or(i32::MIN));
        let first = ranges[0].0.low.or(ranges[0].0.high).expect("a range has an end");
        let mut index = Vec::new();
        let mut next = first;
        for (i, (band, _)) in ranges.iter().enumerate() {
            assert!(band.low.is_none_or(|low| low == next), "chart {chart}: the ranges leave out or repeat {next}");
            let last = band.high.unwrap_or(next);
            index.extend((next..=last).map(|_| i as u16));
            next = last + 1;
        }
        Axis { first, index, places: ranges.iter().map(|&(_, place)| place as u16).collect() }
    }

    fn index(&self, number: i32) -> usize {
        let offset = (number - self.first).clamp(0, self.index.len() as i32 - 1);
        usize::from(self.index[offset as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHART: &str = r"
title = 'Assault'
section = '11.0'
table = '''
2D6       | -1 or less | 0 | 1 or more
Terrain   | 9 | 9 | 9
0 or less | 1 | 2 | 3
1-3       | 4 | 5 | 6
4 or more | 7 | 8 | 9
'''
";

    #[test]
    fn numbers_off_the_chart_use_its_edge() {
        let table = Table::of(&Chart::load("assault", CHART), |cell| cell.parse::<u8>().ok());
        let read = |row, column| *table.under(row, column).result;
        assert_eq!((read(-7, -7), read(0, 0), read(2, 1), read(99, 99)), (1, 2, 6, 9));
        assert_eq!(table.under(3, 0).cell, Cell { chart: "assault", row: 2, column: 1 }, "places are the printed ones");
        assert_eq!(*table.at(2, 0).result, 4);
    }

    #[test]
    fn one_column_can_be_read_alone() {
        let table = Table::of_column(&Chart::load("assault", CHART), "0", |cell| cell.parse::<u8>().ok());
        assert_eq!((*table.at(2, 0).result, table.at(2, 0).cell.column), (5, 1));
    }

    #[test]
    #[should_panic(expected = "leave out or repeat 4")]
    fn a_gap_between_ranges_is_a_broken_chart() {
        let gap = CHART.replace("4 or more", "5 or more");
        Table::of(&Chart::load("assault", &gap), |cell| cell.parse::<u8>().ok());
    }
}
