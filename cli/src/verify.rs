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
    let wrong = |what: &str, trouble: &LogTrouble| Trouble::found(format!("{}: {what}: {trouble}", file.display()));
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
    let text =
        std::fs::read(file).map_err(|error| Trouble::of(format!("{} cannot be read: {error}", file.display())))?;
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
        let _ = writeln!(
            out,
            "note  the log names release {}; this is {release}, and its rules agree",
            logged.header.release
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{machine_game, plain, scratch, shelf};

    fn verified(name: &str, log: &str) -> Result<String, (u8, String)> {
        let file = scratch(name);
        std::fs::write(&file, log).unwrap();
        let said = show(&shelf(), &file).map_err(|trouble| (trouble.code(), trouble.to_string()))?;
        Ok(plain(said.as_bytes()))
    }

    /// The log with the first face of its first dice changed.
    fn other_face(log: &str) -> String {
        let at = log.find("  dice: d6 ").expect("dice are thrown") + "  dice: d6 ".len();
        let face = if &log[at..=at] == "6" { "5" } else { "6" };
        format!("{}{face}{}", &log[..at], &log[at + 1..])
    }

    #[test]
    fn a_true_log_is_found_true_and_what_was_proved_is_said() {
        let log = machine_game("verify-true.game", 11);
        let said = verified("true.game", &log).unwrap();
        let dice: usize = (log.lines())
            .filter(|line| line.starts_with("  dice"))
            .map(|line| line.split(' ').filter(|word| word.parse::<u8>().is_ok()).count())
            .sum();
        assert!(said.contains(&format!("{dice} dice proved: each is what seed 11 gives its entry")), "{said}");
        assert!(said.contains("every order is legal") && said.contains("true: the game is over"), "{said}");
    }

    #[test]
    fn a_die_that_its_key_does_not_give_is_found() {
        let log = other_face(&machine_game("verify-die.game", 11));
        let (code, sentence) = verified("die.game", &log).unwrap_err();
        assert_eq!(code, 1);
        assert!(
            sentence.contains("the dice are not true: entry") && sentence.contains("but its key gives"),
            "{sentence}"
        );
    }

    #[test]
    fn typed_dice_are_said_to_be_beyond_proof_and_the_play_is_still_held_to_the_rules() {
        let log = machine_game("verify-typed.game", 11).replace("dice: seed 11\n", "dice: typed\n");
        let said = verified("typed.game", &log).unwrap();
        assert!(said.contains("cannot be proved: they were thrown on a real table"), "{said}");
        let (code, sentence) = verified("typed-die.game", &other_face(&log)).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("the play is not true"), "{sentence}");
    }

    #[test]
    fn a_sentence_or_a_state_that_did_not_come_about_is_found() {
        let log = machine_game("verify-said.game", 11);
        let told = log.replacen("Turn 1 begins.", "Turn 9 begins.", 1);
        let (code, sentence) = verified("said.game", &told).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("the log says 'Turn 9 begins.', but it is 'Turn 1 begins.'"), "{sentence}");
        let at = log.find("  state: ").unwrap() + "  state: ".len();
        let digit = if &log[at..=at] == "0" { "1" } else { "0" };
        let (code, sentence) = verified("state.game", &format!("{}{digit}{}", &log[..at], &log[at + 1..])).unwrap_err();
        assert_eq!(code, 1);
        assert!(sentence.contains("entry 0: the state that the log names"), "{sentence}");
    }

    #[test]
    fn what_is_no_log_is_refused_with_code_2() {
        for (name, text, part) in [
            ("empty.game", "", "line 1: a log begins with"),
            ("poem.game", "If you can keep your head", "line 1: a log begins with"),
            (
                "other.game",
                &machine_game("verify-other.game", 11).replace("book: drill", "book: chess"),
                "no book 'chess'",
            ),
        ] {
            let (code, sentence) = verified(name, text).unwrap_err();
            assert_eq!(code, 2);
            assert!(sentence.contains(part), "{sentence}");
        }
        let trouble = show(&shelf(), Path::new("/nowhere/at.all")).unwrap_err();
        assert_eq!((trouble.code(), trouble.to_string().contains("cannot be read")), (2, true));
    }
}
