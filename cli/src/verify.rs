//! `sandtable verify`: is this log true?

use crate::style::{ASIDE, LIT, TITLE, styled};
use crate::trouble::Trouble;
use kernel::game::{DiceKind, LogTrouble, Logged};
use shelf::Shelf;
use std::fmt::Write;
use std::path::Path;

/// Proves the dice without any rules, then plays the game again by the rules. What is wrong is told with exit code 1.
pub(crate) fn show(shelf: &Shelf, file: &Path) -> Result<String, Trouble> {
    let logged = read(file)?;
    let game = shelf.game(&logged.header.book)?;
    let mut out = heading(&logged);
    let wrong = |what: &str, trouble: &LogTrouble| {
        Trouble::found(format!("{}: {what}: {trouble}", file.display()))
    };
    out += &dice_text(&logged, logged.prove_dice().map_err(|trouble| wrong("the dice are not true", &trouble))?);
    let table = game.replay(&logged).map_err(|trouble| wrong("the play is not true", &trouble))?;
    out += &play_text(&logged);
    let end = match table.result() {
        Some(_) => "the game is over".to_owned(),
        None => "the game is not over; the log is true as far as it goes".to_owned(),
    };
    let _ = writeln!(out, "{} {end}", styled(LIT, "true:"));
    if let Some(result) = &logged.result {
        let _ = writeln!(out, "      {result}");
    }
    Ok(out)
}

/// Reads a log from a file.
pub(crate) fn read(file: &Path) -> Result<Logged, Trouble> {
    let text = std::fs::read(file).map_err(|error| Trouble::of(format!("{} cannot be read: {error}", file.display())))?;
    let text = String::from_utf8(text).map_err(|_| Trouble::of(format!("{} is not a text file", file.display())))?;
    Logged::read(&text).map_err(|trouble| Trouble::of(format!("{} is not a log: {trouble}", file.display())))
}

/// What a log is of, in a line.
pub(crate) fn heading(logged: &Logged) -> String {
    let header = &logged.header;
    let release = styled(ASIDE, format!("(release {}, {} entries)", header.release, logged.entries.len()));
    format!("{} {release}\n", styled(TITLE, format!("{} {}", header.book, header.scenario)))
}

fn dice_text(logged: &Logged, proved: Option<usize>) -> String {
    let thrown: usize = logged.entries.iter().flat_map(|entry| &entry.dice).map(|thrown| thrown.faces.len()).sum();
    let dice = if thrown == 1 { "die" } else { "dice" };
    match (&logged.header.dice, proved) {
        (DiceKind::Seed(seed), Some(count)) => {
            format!("dice  {count} {dice} proved: each is what seed {seed} gives its entry\n")
        }
        (DiceKind::Proved { openings, .. }, Some(count)) => {
            let seats: Vec<&str> = openings.iter().map(|(seat, _)| seat.as_str()).collect();
            let players = if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") };
            format!(
                "dice  {count} {dice} proved: each comes from the secret that was committed to before the game and \
                 the bytes of {players}\n"
            )
        }
        (DiceKind::Proved { .. }, None) => {
            format!("dice  {thrown} {dice} not proved yet: the secret they come from is opened when the game is over\n")
        }
        (DiceKind::Typed, _) | (DiceKind::Seed(_), None) => {
            format!("dice  {thrown} {dice} cannot be proved: they were thrown on a real table and typed in\n")
        }
    }
}

fn play_text(logged: &Logged) -> String {
    let (entries, release) = (logged.entries.len(), env!("CARGO_PKG_VERSION"));
    let sentences: usize = logged.entries.iter().map(|entry| entry.said.len()).sum();
    let states = logged.entries.iter().filter(|entry| entry.state.is_some()).count();
    let mut out = format!(
        "play  {entries} entries played again by the rules of release {release}: every order is legal, and all \
         {sentences} sentences are as logged\n"
    );
    out += &match logged.key {
        Some(_) if states == entries => format!("state all {states} states have the hashes that the log names\n"),
        Some(_) => format!("state {states} of {entries} entries name the hash of their state, and those are right\n"),
        None => "state the hashes cannot be checked: the log does not open their key\n".to_owned(),
    };
    if logged.header.release != release {
        let _ = writeln!(out, "note  the log names release {}; this is {release}, and its rules agree", logged.header.release);
    }
    out
}
