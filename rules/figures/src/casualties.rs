//! The fifteen casualty tables (R4), and losses as the desk tells them.

use crate::charts;
use kernel::chart::Cell;
use kernel::procedure::Outcome;
use kernel::rule::Rule;
use kernel::tally::Tally;
use std::fmt;
use std::sync::LazyLock;

/// The most figures that one throw counts for; more are split into these and the rest (R4).
pub const MOST_FIGURES: u16 = 40;

/// The highest table (R4).
pub const HIGHEST_TABLE: i32 = 15;

/// What a casualty table gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// Casualties.
    pub casualties: u8,
    /// The cell they stand in; none where no table is used.
    pub cell: Option<Cell>,
}

/// Casualty tables:reading The cell of a table for a die and a number of figures.
///
/// R4: a number between columns uses the lower one; a table below 1 does nothing, one above 15 is table 15; a lone
/// man uses the column of 2 and hits only on a 1.
pub fn read(table: i32, figures: u16, die: i32) -> Read {
    let columns = &TABLES.columns;
    if table < 1 || figures == 0 {
        return Read { casualties: 0, cell: None };
    }
    let table = table.min(HIGHEST_TABLE) as usize - 1;
    let row = die.clamp(1, 6) as usize - 1;
    let column = columns.iter().rposition(|&least| least <= figures).unwrap_or(0);
    let cell = Cell { chart: NAMES[table], row: row as u16, column: column as u16 };
    let missed = figures == 1 && die > 1;
    let casualties = if missed { 0 } else { TABLES.cells[table][row][column] };
    Read { casualties, cell: Some(cell) }
}

/// Holds the number of a table to the highest there is (R4). One below 1 is left to be seen.
pub fn held_to_tables(tally: Tally) -> Tally {
    tally.at_most(Rule("R4"), "there is no table above 15", HIGHEST_TABLE)
}

/// Men lost, and how many specialists (officers, gunners and the like) are among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Losses {
    /// All who are lost.
    pub casualties: u8,
    /// The specialists among them.
    pub specialists: u8,
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.casualties {
            0 => return f.write_str("no casualties"),
            1 => f.write_str("1 casualty")?,
            many => write!(f, "{many} casualties")?,
        }
        match self.specialists {
            0 => Ok(()),
            1 => f.write_str(", 1 of them a specialist"),
            many => write!(f, ", {many} of them specialists"),
        }
    }
}

impl Outcome for Losses {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("casualties", self.casualties.into()), ("specialists lost", self.specialists.into())]
    }
}

struct Tables {
    /// The figures at the head of each column.
    columns: Vec<u16>,
    cells: Vec<[Vec<u8>; 6]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = NAMES.map(|name| {
        let chart = charts::ALL.iter().find(|chart| chart.name == name);
        chart.unwrap_or_else(|| panic!("the book has no chart {name}"))
    });
    let columns = tables[0].columns.iter().map(|figures| figures.parse().expect("the headings are figures")).collect();
    let casualties = |cell: &String| if cell == "-" { 0 } else { cell.parse().expect("casualties or a dash") };
    let row = |chart: &kernel::chart::Chart, die: usize| chart.rows[die].cells.iter().map(casualties).collect();
    Tables { columns, cells: tables.iter().map(|chart| std::array::from_fn(|die| row(chart, die))).collect() }
});

const NAMES: [&str; 15] = [
    "casualty-1",
    "casualty-2",
    "casualty-3",
    "casualty-4",
    "casualty-5",
    "casualty-6",
    "casualty-7",
    "casualty-8",
    "casualty-9",
    "casualty-10",
    "casualty-11",
    "casualty-12",
    "casualty-13",
    "casualty-14",
    "casualty-15",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn casualties(table: i32, figures: u16, die: i32) -> u8 {
        read(table, figures, die).casualties
    }

    #[test]
    fn casualty_tables_fall_with_the_die_and_rise_with_figures_and_table() {
        for table in 1..=15 {
            for figures in 2..=40 {
                for die in 1..=6 {
                    let here = casualties(table, figures, die);
                    assert!(here >= casualties(table, figures, die + 1), "die: {table} {figures} {die}");
                    assert!(here <= casualties(table, figures + 1, die), "figures: {table} {figures} {die}");
                    assert!(here <= casualties(table + 1, figures, die), "table: {table} {figures} {die}");
                }
            }
        }
    }

    #[test]
    fn casualty_tables_errata_are_mended() {
        assert_eq!(casualties(11, 25, 2), 8);
        assert_eq!(casualties(14, 40, 2), 17);
    }

    #[test]
    fn r4_figures_between_columns_use_the_lower_one() {
        assert_eq!([8, 9, 10].map(|figures| casualties(11, figures, 1)), [3, 3, 4]);
        assert_eq!(read(11, 9, 1).cell, Some(Cell { chart: "casualty-11", row: 0, column: 3 }));
    }

    #[test]
    fn r4_a_table_below_1_does_nothing_and_one_above_15_is_15() {
        assert_eq!(read(0, 40, 1), Read { casualties: 0, cell: None });
        assert_eq!(casualties(19, 40, 1), 20);
        assert_eq!(held_to_tables(Tally::base("table", Rule("R4"), "", 17)).total(), 15);
    }

    #[test]
    fn r4_a_lone_man_hits_only_on_a_1() {
        assert_eq!([1, 2, 3].map(|die| casualties(15, 2, die)), [1, 1, 1]);
        assert_eq!([1, 2, 3].map(|die| casualties(15, 1, die)), [1, 0, 0]);
    }
}
