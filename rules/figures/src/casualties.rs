//! The fifteen casualty tables (R4), and losses as the desk tells them.

use crate::charts;
use kernel::prelude::*;
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
    if table < 1 || figures == 0 {
        return Read { casualties: 0, cell: None };
    }
    let table = table.min(HIGHEST_TABLE) as usize - 1;
    let row = die.clamp(1, 6) as usize - 1;
    let column = column(figures).unwrap_or(0);
    let cell = Cell { chart: NAMES[table], row: row as u16, column: column as u16 };
    let missed = figures == 1 && die > 1;
    let casualties = if missed { 0 } else { TABLES.cells[table][row][column] };
    Read { casualties, cell: Some(cell) }
}

/// A die thrown on a table, and what it gives.
#[derive(Clone, Debug)]
pub struct Thrown {
    /// The die.
    pub die: Throw,
    /// What the table gives.
    pub read: Read,
}

/// Throws 1D6 on a table. Faces that give the same casualties are read alike, which keeps long chains short to walk.
pub fn throw(table: i32, figures: u16, why: Why, dice: &mut dyn Dice) -> Thrown {
    let bands = ByBand::of(table, figures).bands;
    let die = dice.throw(Law::Bands { die: Die::D6, bands }, why);
    // The walker throws no faces, and any face of the band will do.
    let face = die.faces.first().copied().unwrap_or_else(|| first_face(bands, die.reading));
    Thrown { read: read(table, figures, face.into()), die }
}

/// The casualties of a table by the bands of faces that give the same, for those who ask for no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByBand {
    bands: Bands,
    casualties: [u8; 6],
}

impl ByBand {
    /// The casualties of a table for a number of figures.
    pub fn of(table: i32, figures: u16) -> ByBand {
        if table < 1 || figures == 0 {
            return ByBand { bands: Bands::at([]), casualties: [0; 6] };
        }
        let table = table.min(HIGHEST_TABLE) as usize - 1;
        TABLES.by_band[table][column(figures).map_or(0, |column| column + 1)]
    }

    fn alike(casualties: impl Fn(u8) -> u8) -> ByBand {
        let bands = Bands::alike(Die::D6, &casualties);
        let mut by_band = [0; 6];
        for &face in Die::D6.faces() {
            by_band[bands.of(face)] = casualties(face);
        }
        ByBand { bands, casualties: by_band }
    }

    /// Throws 1D6, as [`throw`] does.
    pub fn throw(&self, why: Why, dice: &mut dyn Dice) -> u8 {
        let band = dice.throw(Law::Bands { die: Die::D6, bands: self.bands }, why).reading;
        self.casualties[band as usize]
    }
}

fn first_face(bands: Bands, band: u64) -> u8 {
    Die::D6.faces().iter().copied().find(|&face| bands.of(face) as u64 == band).unwrap_or(1)
}

/// The column of a number of figures; none for a lone man, who has his own way to read the first.
fn column(figures: u16) -> Option<usize> {
    TABLES.columns.iter().rposition(|&least| least <= figures)
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
            1 if self.casualties == 1 => f.write_str(", a specialist"),
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
    /// For each table and die the casualties in each column.
    cells: Vec<[Vec<u8>; 6]>,
    /// For each table the casualties of the lone man, then those of each column.
    by_band: Vec<Vec<ByBand>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = NAMES.map(|name| {
        let chart = charts::ALL.iter().find(|chart| chart.name == name);
        chart.unwrap_or_else(|| panic!("the book has no chart {name}"))
    });
    let columns = tables[0].columns.iter().map(|figures| figures.parse().expect("the headings are figures")).collect();
    let casualties = |cell: &String| if cell == "-" { 0 } else { cell.parse().expect("casualties or a dash") };
    let row = |chart: &Chart, die: usize| chart.rows[die].cells.iter().map(casualties).collect();
    let cells: Vec<[Vec<u8>; 6]> = tables.iter().map(|chart| std::array::from_fn(|die| row(chart, die))).collect();
    let by_band = cells.iter().map(table_by_band).collect();
    Tables { columns, cells, by_band }
});

fn table_by_band(rows: &[Vec<u8>; 6]) -> Vec<ByBand> {
    let lone_man = ByBand::alike(|face| if face == 1 { rows[0][0] } else { 0 });
    let column = |column: usize| ByBand::alike(|face| rows[usize::from(face) - 1][column]);
    std::iter::once(lone_man).chain((0..rows[0].len()).map(column)).collect()
}

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
    fn a_throw_reads_every_face_as_the_table_has_it() {
        const WHY: Why = Why::low("a test", Seat("tester"));
        for table in 0..=16 {
            for figures in 0..=41 {
                let thrown = kernel::odds::odds(|dice| throw(table, figures, WHY, dice).read.casualties);
                let plain = kernel::odds::odds(|dice| read(table, figures, dice.d6(WHY).value()).casualties);
                assert_eq!(thrown, plain, "table {table}, {figures} figures");
                let by_band = kernel::odds::odds(|dice| ByBand::of(table, figures).throw(WHY, dice));
                assert_eq!(by_band, plain, "by band: table {table}, {figures} figures");
            }
        }
    }

    #[test]
    fn r4_a_lone_man_hits_only_on_a_1() {
        assert_eq!([1, 2, 3].map(|die| casualties(15, 2, die)), [1, 1, 1]);
        assert_eq!([1, 2, 3].map(|die| casualties(15, 1, die)), [1, 0, 0]);
    }
}
