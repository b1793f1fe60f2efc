//! The casualty tables and fire factors, against what the sheet says of them.

use figures::charts;
use kernel::chart::Chart;

fn casualty_tables() -> Vec<&'static Chart> {
    let tables = charts::ALL.iter().map(|chart| &***chart).filter(|chart| chart.name.starts_with("casualty-"));
    tables.collect()
}

fn number(cell: &str) -> u8 {
    if cell == "-" { 0 } else { cell.parse().expect("a casualty table has numbers") }
}

#[test]
fn there_are_fifteen_casualty_tables_of_twelve_columns_and_six_rows() {
    let tables = casualty_tables();
    assert_eq!(tables.len(), 15);
    for table in tables {
        assert_eq!(
            table.columns,
            ["2", "4", "6", "8", "10", "12", "15", "20", "25", "30", "35", "40"],
            "{}",
            table.name
        );
        assert_eq!(table.rows.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"]);
    }
}

#[test]
fn every_casualty_table_falls_with_the_die_and_rises_with_figures_and_table() {
    let tables: Vec<Vec<Vec<u8>>> = casualty_tables()
        .iter()
        .map(|table| table.rows.iter().map(|row| row.cells.iter().map(|cell| number(cell)).collect()).collect())
        .collect();
    for (t, table) in tables.iter().enumerate() {
        for (d, row) in table.iter().enumerate() {
            assert!(row.is_sorted(), "table {}, die {}: rises with figures", t + 1, d + 1);
            for (f, &cell) in row.iter().enumerate() {
                assert!(d == 0 || table[d - 1][f] >= cell, "table {}, column {f}: falls with the die", t + 1);
                assert!(t == 0 || tables[t - 1][d][f] <= cell, "die {}, column {f}: rises with the table", d + 1);
            }
        }
    }
}

#[test]
fn the_two_misprints_are_corrected_and_listed() {
    assert_eq!(charts::CASUALTY_11.text("2", "25"), "8");
    assert_eq!(charts::CASUALTY_14.text("2", "40"), "17");
    for table in casualty_tables() {
        let misprinted = matches!(table.name, "casualty-11" | "casualty-14");
        assert_eq!(!table.errata.is_empty(), misprinted, "{}", table.name);
    }
}

#[test]
fn fire_factors_never_rise_with_range() {
    for row in charts::FIRE_FACTORS.rows.iter().filter(|row| row.label != "mortar") {
        let factors: Vec<u8> = row.cells.iter().map(|cell| number(cell)).collect();
        assert!(factors.is_sorted_by(|near, far| near >= far), "{}", row.label);
    }
}
