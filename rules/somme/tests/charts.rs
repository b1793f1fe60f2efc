//! Every cell of the charts that the reading gives as tables or by a rule. Defensive fire and assault are held to
//! their rules beside the code that reads them.

use kernel::chart::Chart;
use somme::charts;

/// The cells of the rows from `first` on.
fn cells(chart: &Chart, first: usize) -> Vec<Vec<&str>> {
    chart.rows[first..].iter().map(|row| row.cells.iter().map(String::as_str).collect()).collect()
}

#[test]
fn r12_1_replacements_rise_by_thirds() {
    let steps = |roll: i32, column: i32| ((roll + column - 4).div_euclid(3)).max(1).to_string();
    for (roll, row) in (2..=12).zip(&charts::REPLACEMENTS.rows) {
        let expected: Vec<String> = (4..=14).map(|column| steps(roll, column)).collect();
        assert_eq!(row.cells, expected, "roll {roll}");
    }
}

#[test]
fn r6_0_bombardment_as_read() {
    // Every terrain row is the one above plus 2.
    let clear = [2, 3, 4, 6, 8, 10, 12, 14, 16];
    for (i, row) in charts::BOMBARDMENT.rows[..4].iter().enumerate() {
        let expected: Vec<String> = clear.iter().map(|threshold| (threshold + 2 * i).to_string()).collect();
        assert_eq!(row.cells, expected, "{}", row.label);
    }
    let expected = [
        ["I", "S", "D", "D", "ST", "ST", "2ST", "2ST", "3ST"],
        ["-", "I", "S", "D", "D", "ST", "ST", "2ST", "2ST"],
        ["-", "-", "I", "S", "S", "D", "D", "ST", "ST"],
        ["-", "-", "-", "I", "I", "S", "S", "D", "D"],
        ["-", "-", "-", "-", "-", "I", "I", "S", "S"],
        ["-", "-", "-", "-", "-", "-", "-", "I", "I"],
    ];
    assert_eq!(cells(&charts::BOMBARDMENT, 4), expected);
}

#[test]
fn r9_0_command_center_as_read() {
    let expected = [
        ["0", "0", "0", "0", "0", "0", "0", "0"],
        ["1", "1", "0", "0", "0", "0", "0", "0"],
        ["1", "2", "0", "1", "0", "0", "0", "0"],
        ["2", "2", "0", "1", "1", "0", "0", "0"],
        ["2", "2", "1", "1", "1", "1", "0", "0"],
        ["2", "3", "1", "2", "1", "1", "1", "1"],
        ["3", "3", "1", "2", "2", "1", "1", "1"],
        ["3", "4", "2", "2", "2", "2", "1", "1"],
        ["3", "4", "2", "3", "2", "2", "2", "2"],
        ["4", "4", "2", "3", "3", "2", "2", "3"],
        ["4", "5", "3", "3", "3", "3", "2", "4"],
        ["4", "5", "3", "4", "3", "3", "3", "5"],
        ["5", "5", "4", "4", "4", "3", "4", "6"],
    ];
    assert_eq!(cells(&charts::COMMAND_CENTER, 0), expected);
}
