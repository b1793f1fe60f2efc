//! A chart as a table in the terminal.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use kernel::chart::{Cell, Chart};

/// A play sheet's ruling: a line above, below and under the head, and none between the rows.
const RULING: TableStyle = TableStyle::new()
    .top_border(LineStyle::new('─', '─', '─', '─'))
    .header_separator(LineStyle::new('─', '─', '─', '─'))
    .bottom_border(LineStyle::new('─', '─', '─', '─'));

/// The chart as a table, with the cell where row and column meet lit up: its row and column are marked and the cell
/// stands in brackets. At most `width` characters wide.
pub(crate) fn chart_table(chart: &Chart, lit: Option<Cell>, width: usize) -> String {
    let mut table = Table::new();
    table.load_style(RULING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width as u16);
    let is_row = |row: usize| lit.is_some_and(|cell| usize::from(cell.row) == row);
    let is_column = |column: usize| lit.is_some_and(|cell| usize::from(cell.column) == column);
    let heading =
        |(i, heading): (usize, &String)| if is_column(i) { format!("▼ {heading}") } else { heading.clone() };
    let headings = chart.columns.iter().enumerate().map(heading);
    table.set_header(std::iter::once(chart.corner.clone()).chain(headings));
    for (i, row) in chart.rows.iter().enumerate() {
        let label = if is_row(i) { format!("▶ {}", row.label) } else { row.label.clone() };
        let cell =
            |(j, cell): (usize, &String)| if is_row(i) && is_column(j) { format!("[{cell}]") } else { cell.clone() };
        table.add_row(std::iter::once(label).chain(row.cells.iter().enumerate().map(cell)));
    }
    // Short cells are results and look best in the middle; sentences are read from the left.
    for column in 0..chart.columns.len() {
        let short = chart.rows.iter().all(|row| row.cells[column].len() <= 12);
        if let (true, Some(column)) = (short, table.column_mut(column + 1)) {
            column.set_cell_alignment(CellAlignment::Center);
        }
    }
    table.trim_fmt()
}
