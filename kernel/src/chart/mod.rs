//! Charts: data laid out as printed.
//!
//! A [`Chart`] is the printed page (labels, cells, notes, errata, modifiers) and is what is shown; a [`Table`] is a
//! chart whose labels were read as ranges and whose cells were read as results, and is what rules look up.

mod band;
mod table;

pub use band::Band;
pub use table::{Cell, Found, Table};

use crate::rule::Rule;
use crate::tally::Modifier;
use serde::Deserialize;
use std::fmt;

/// A printed chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its printed title.
    pub title: String,
    /// The sheet's own section.
    pub section: &'static str,
    /// The heading over the row labels.
    pub corner: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Remarks printed under it.
    pub notes: Vec<String>,
    /// Repairs of misprints and scan damage.
    pub errata: Vec<String>,
    /// Its modifiers by key, in the order printed.
    pub modifiers: Vec<(String, Modifier)>,
}

/// A row of a chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What stands before it.
    pub label: String,
    /// Its cells, one a column.
    pub cells: Vec<String>,
}

/// A chart file that cannot be read. The files are part of the program, so this is a broken build, not bad input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    section: String,
    #[serde(default)]
    errata: Vec<String>,
    #[serde(default)]
    notes: Vec<String>,
    table: Option<String>,
    #[serde(default)]
    modifiers: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModifierEntry {
    add: i32,
    text: String,
    max: Option<u16>,
    group: Option<String>,
    rule: Option<String>,
}

impl Chart {
    /// Reads a chart file.
    pub fn parse(name: &'static str, text: &str) -> Result<Chart, ChartError> {
        let wrong = |what: String| ChartError(format!("chart {name}: {what}"));
        let file: File = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let section: &'static str = file.section.leak();
        let mut modifiers = Vec::new();
        for (key, entry) in file.modifiers {
            let entry: ModifierEntry = entry.try_into().map_err(|error| wrong(format!("modifier {key}: {error}")))?;
            let rule = entry.rule.unwrap_or_else(|| format!("{section}:{key}"));
            let modifier = Modifier {
                rule: Rule(rule.leak()),
                what: entry.text.leak(),
                add: entry.add,
                at_most: entry.max,
                group: entry.group.map(|group| &*group.leak()),
            };
            modifiers.push((key, modifier));
        }
        let (corner, columns, rows) = match &file.table {
            Some(table) => read_table(table).map_err(wrong)?,
            None => modifiers_as_table(&modifiers),
        };
        Ok(Chart {
            name,
            title: file.title,
            section,
            corner,
            columns,
            rows,
            notes: file.notes,
            errata: file.errata,
            modifiers,
        })
    }

    /// Reads a chart file that is part of the program.
    pub fn load(name: &'static str, text: &str) -> Chart {
        Chart::parse(name, text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The modifier of this key, which the program knows to be there.
    pub fn modifier(&self, key: &str) -> Modifier {
        let found = self.modifiers.iter().find(|(name, _)| name == key);
        found.unwrap_or_else(|| panic!("chart {} has no modifier '{key}'", self.name)).1
    }

    /// The number in a cell, which the program knows to be there: of `4 or more` the 4.
    pub fn number(&self, row: &str, column: &str) -> i32 {
        let text = self.text(row, column);
        let digits: String = text.chars().take_while(|&c| c == '-' || c.is_ascii_digit()).collect();
        digits
            .parse()
            .unwrap_or_else(|_| panic!("chart {}, row '{row}', column '{column}': no number in '{text}'", self.name))
    }

    /// The text of a cell, which the program knows to be there.
    pub fn text(&self, row: &str, column: &str) -> &str {
        let cell = self.cell(row, column);
        &self.rows[usize::from(cell.row)].cells[usize::from(cell.column)]
    }

    /// The place of a cell, which the program knows to be there. Row and column may be named as printed or as the
    /// word of a choice: `armoured-car` finds 'armoured car'.
    pub fn cell(&self, row: &str, column: &str) -> Cell {
        let found = self.rows.iter().position(|other| same_words(&other.label, row));
        let row = found.unwrap_or_else(|| panic!("chart {} has no row '{row}'", self.name));
        let found = self.columns.iter().position(|other| same_words(other, column));
        let column = found.unwrap_or_else(|| panic!("chart {} has no column '{column}'", self.name));
        Cell { chart: self.name, row: row as u16, column: column as u16 }
    }

    /// The row with this label.
    pub fn row(&self, label: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.label == label)
    }
}

fn same_words(printed: &str, word: &str) -> bool {
    let plain = |c: u8| if c == b'-' { b' ' } else { c.to_ascii_lowercase() };
    printed.len() == word.len() && printed.bytes().map(plain).eq(word.bytes().map(plain))
}

fn read_table(text: &str) -> Result<(String, Vec<String>, Vec<Row>), String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(split_cells);
    let (corner, columns) = lines.next().ok_or("an empty table")?;
    let mut rows = Vec::new();
    for (label, cells) in lines {
        if cells.len() != columns.len() {
            return Err(format!("row '{label}' has {} cells for {} columns", cells.len(), columns.len()));
        }
        rows.push(Row { label, cells });
    }
    Ok((corner, columns, rows))
}

fn split_cells(line: &str) -> (String, Vec<String>) {
    let mut cells = line.split('|').map(|cell| cell.trim().to_owned());
    (cells.next().unwrap_or_default(), cells.collect())
}

fn modifiers_as_table(modifiers: &[(String, Modifier)]) -> (String, Vec<String>, Vec<Row>) {
    let cell = |modifier: &Modifier| match modifier.at_most {
        Some(most) if most > 1 => format!("{:+} each, at most {most}", modifier.add),
        Some(_) => format!("{:+} once", modifier.add),
        None => format!("{:+}", modifier.add),
    };
    let rows =
        modifiers.iter().map(|(_, modifier)| Row { label: modifier.what.to_owned(), cells: vec![cell(modifier)] });
    (String::new(), vec!["modifier".to_owned()], rows.collect())
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChartError {}

/// Binds the charts of a book: a static for each, read on first use, and `ALL`, the list of them in print order.
///
/// `charts! { WEATHER = "weather", TERRAIN = "terrain" }` reads `charts/weather.toml` beside the crate's manifest.
#[macro_export]
macro_rules! charts {
    ($($name:ident = $file:literal),* $(,)?) => {
        $(
            #[doc = concat!("The chart `", $file, "`.")]
            pub static $name: std::sync::LazyLock<$crate::chart::Chart> = std::sync::LazyLock::new(|| {
                $crate::chart::Chart::load($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/charts/", $file, ".toml")))
            });
        )*
        /// Every chart of the book, in print order.
        pub static ALL: &[&std::sync::LazyLock<$crate::chart::Chart>] = &[$(&$name),*];
    };
}

/// Binds the modifiers of a chart to names of the program, all of them: a printed modifier that the program does not
/// name, or the other way about, fails at the first use.
///
/// `modifiers! { Drm, DRM of BOMBARDMENT { cavalry_target, weather } }` makes a struct `Drm` and a static `DRM`.
#[macro_export]
macro_rules! modifiers {
    ($kind:ident, $name:ident of $chart:path { $($field:ident),* $(,)? }) => {
        #[allow(missing_docs, reason = "each field is the printed modifier of its name")]
        struct $kind { $($field: $crate::tally::Modifier),* }
        static $name: std::sync::LazyLock<$kind> = std::sync::LazyLock::new(|| {
            let chart: &$crate::chart::Chart = &$chart;
            let named = [$(stringify!($field)),*];
            for (key, _) in &chart.modifiers {
                let known = named.iter().any(|name| name.replace('_', "-") == *key);
                assert!(known, "chart {}: the rules do not use the modifier '{key}'", chart.name);
            }
            $kind { $($field: chart.modifier(&stringify!($field).replace('_', "-"))),* }
        });
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const RALLY: &str = r#"
title = "Rally"
section = "12.2"
table = '''
1D6       | result
3 or less | rallies
4 or more | -
'''
[modifiers]
enemy-zoc = { add = 1, text = "in an enemy zone of control" }
cold = { add = -2, max = 3, text = "cold", rule = "R9" }
"#;

    #[test]
    fn a_chart_reads_as_it_is_laid_out() {
        let chart = Chart::load("rally", RALLY);
        assert_eq!((chart.corner.as_str(), chart.columns.as_slice()), ("1D6", ["result".to_owned()].as_slice()));
        assert_eq!(chart.row("4 or more").unwrap().cells, ["-"]);
        assert_eq!(chart.modifier("enemy-zoc").rule, Rule("12.2:enemy-zoc"));
        assert_eq!(
            chart.modifier("cold"),
            Modifier { rule: Rule("R9"), what: "cold", add: -2, at_most: Some(3), group: None }
        );
        assert_eq!(chart.modifiers[0].0, "enemy-zoc", "modifiers keep the printed order");
    }

    #[test]
    fn a_row_with_a_missing_cell_is_refused() {
        let short = RALLY.replace("4 or more | -", "4 or more");
        assert!(Chart::parse("rally", &short).unwrap_err().to_string().contains("'4 or more' has 0 cells"));
    }

    #[test]
    fn a_chart_of_modifiers_alone_is_drawn_from_them() {
        let text = "title = 'M'\nsection = '1'\n[modifiers]\na = { add = 2, max = 4, text = 'gun' }\nb = { add = -1, text = 'rain' }";
        let chart = Chart::load("m", text);
        assert_eq!(chart.rows[0], Row { label: "gun".into(), cells: vec!["+2 each, at most 4".into()] });
        assert_eq!(chart.rows[1].cells, ["-1"]);
    }
}
