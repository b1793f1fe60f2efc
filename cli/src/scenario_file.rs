//! `sandtable scenarios check` and `sandtable scenarios show`.

use crate::args::ScenarioFile;
use crate::draw::{width, wrapped};
use crate::style::{TITLE, styled};
use crate::trouble::Trouble;
use kernel::procedure::text::read_inputs;
use kernel::scenario::{LONGEST, Overview, Troubles, book_of, decode};
use shelf::Shelf;
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Checks a file, or shows a scenario as one.
pub(crate) fn open(shelf: &Shelf, asked: &ScenarioFile) -> Result<String, Trouble> {
    match asked {
        ScenarioFile::Check { file } => check(shelf, file),
        ScenarioFile::Show { book, scenario, options } => {
            let game = shelf.game(book)?;
            let options = read_inputs(game.options(), options.iter().map(String::as_str))?;
            Ok(game.scenario_text(scenario, &options)?)
        }
    }
}

fn check(shelf: &Shelf, file: &Path) -> Result<String, Trouble> {
    let text = read(file)?;
    let wrong = |troubles: Troubles| told(file, &troubles);
    let book = book_of(&text).map_err(wrong)?;
    let found = shelf.game(&book)?.check_scenario(&text).map_err(wrong)?;
    Ok(overview(file, &book, &found))
}

/// The text of a scenario file; no more of it is read than a scenario may have.
fn read(file: &Path) -> Result<String, Trouble> {
    let unread = |error| Trouble::of(format!("{} cannot be read: {error}", file.display()));
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(unread)?;
    opened.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() > LONGEST {
        let most = LONGEST / 1024;
        return Err(Trouble::of(format!("{} is too long; a scenario has {most} KB at most", file.display())));
    }
    decode(&bytes).map(str::to_owned).map_err(|troubles| told(file, &troubles))
}

/// Every trouble on a line of its own, each with its place.
fn told(file: &Path, troubles: &Troubles) -> Trouble {
    let lines: Vec<_> = troubles.iter().map(|trouble| format!("{}, {trouble}", file.display())).collect();
    Trouble::of(lines.join("\n"))
}

fn overview(file: &Path, book: &str, found: &Overview) -> String {
    let widest = found.lines.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    let indent = " ".repeat(widest + 4);
    let mut out = format!("{} can be played: a scenario of {book}\n", file.display());
    let _ = writeln!(out, "  {}", styled(TITLE, &found.title));
    for (word, what) in &found.lines {
        let _ = writeln!(out, "{}", wrapped(&format!("  {word:widest$}  {what}"), width(), &indent));
    }
    out
}
