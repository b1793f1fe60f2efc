//! `sandtable replay`: a game again, entry by entry, with the table, what happened, and why.

use crate::draw::scene_text::{Offered, board, legend, panel};
use crate::draw::width;
use crate::play::Console;
use crate::style::{ASIDE, TITLE, WRONG, styled};
use crate::tell::{Rolls, Teller, result_text, rolls_in, who};
use crate::trouble::Trouble;
use crate::verify;
use kernel::book::Book;
use kernel::game::{AnyTable, EntryView, Eyes, LineView, LogTrouble, Logged, Replayed, Scene};
use shelf::Shelf;
use std::io::IsTerminal;
use std::path::Path;

/// Steps through a log at a terminal; prints all of it into a pipe.
pub(crate) fn open(shelf: &Shelf, file: &Path, seat: Option<&str>, from: u32, all: bool) -> Result<String, Trouble> {
    let screen = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let (mut input, mut output) = (std::io::stdin().lock(), anstream::stdout());
    let console = Console::new(&mut input, &mut output, width(), screen);
    show(shelf, file, seat, from, all || !screen, console)?;
    Ok(String::new())
}

fn show(
    shelf: &Shelf,
    file: &Path,
    seat: Option<&str>,
    from: u32,
    all: bool,
    console: Console<'_>,
) -> Result<(), Trouble> {
    let logged = verify::read(file)?;
    let book = shelf.book(&logged.header.book)?.book;
    let game = shelf.game(&logged.header.book)?;
    let Replayed { table, parts, trouble } = game.replay_as_far(&logged);
    let Some(table) = table else {
        let why = trouble.map_or("it has no entries".to_owned(), |trouble| trouble.to_string());
        return Err(Trouble::found(format!("{} cannot be played again: {why}", file.display())));
    };
    let eyes = match seat {
        Some(name) => Eyes::Seat(table.seat(name)?),
        None => Eyes::Spectator,
    };
    let entries = table.entries(eyes, 0);
    if from as usize >= entries.len() {
        let last = entries.len() - 1;
        return Err(Trouble::of(format!("--from is given as {from}, but the entries are 0 to {last}")));
    }
    let mut replay = Replay { book, logged, table, entries, eyes, trouble, console };
    replay.console.say(&(replay.heading() + &verify::parts_text(&parts, game.release())))?;
    if all {
        replay.print(from as usize)?;
    } else {
        replay.step(from as usize)?;
    }
    match replay.trouble {
        Some(trouble) => Err(Trouble::found(format!("{} was played again only so far: {trouble}", file.display()))),
        None => Ok(()),
    }
}

struct Replay<'a> {
    book: &'static Book,
    logged: Logged,
    table: Box<dyn AnyTable>,
    entries: Vec<EntryView>,
    eyes: Eyes,
    trouble: Option<LogTrouble>,
    console: Console<'a>,
}

impl Replay<'_> {
    fn heading(&self) -> String {
        let eyes = match self.eyes {
            Eyes::Seat(seat) => format!("as the {seat} saw it"),
            Eyes::Spectator => {
                let seats: Vec<&str> = self.table.seats().iter().map(|seat| seat.0).collect();
                format!("as a spectator saw it; --seat {} shows it as a player did", seats.join(" or --seat "))
            }
        };
        format!("{}{}\n", verify::heading(&self.logged), styled(ASIDE, eyes))
    }

    /// An entry in full.
    fn entry_text(&self, at: usize) -> String {
        let entry = &self.entries[at];
        let last = self.entries.len() - 1;
        let mut teller = Teller::after(self.book, Rolls::Whole(self.console.width), rolls_in(&self.entries[..at]));
        format!(
            "\n{}\n{}",
            styled(TITLE, format!("entry {} of {last}, {}", entry.number, who(entry))),
            teller.entry(entry)
        )
    }

    /// The table after an entry; none where another release has played it.
    fn scene(&self, at: usize) -> Option<Scene> {
        self.table.scene_after(at as u32, self.eyes)
    }

    fn board_text(&self, scene: Option<&Scene>) -> String {
        let Some(scene) = scene else {
            return format!("{}\n", styled(ASIDE, "(the table then cannot be drawn: another release has played this)"));
        };
        let width = self.console.width;
        let seats = self.table.seats();
        board(scene, seats, &Offered::default(), width) + &legend(scene, seats, width) + &panel(scene, width)
    }

    /// All of it, with the table at the start, whenever a turn begins, and at the end.
    fn print(&mut self, from: usize) -> Result<(), Trouble> {
        let turn = |scene: &Option<Scene>| Some(scene.as_ref()?.panel.first()?.value.clone());
        let mut drawn = None;
        for at in from..self.entries.len() {
            let mut text = self.entry_text(at);
            let scene = self.scene(at);
            if drawn != Some(turn(&scene)) || at + 1 == self.entries.len() {
                text += &self.board_text(scene.as_ref());
                drawn = Some(turn(&scene));
            }
            self.console.say(&text)?;
        }
        let rest = self.untold();
        self.console.say(&rest)?;
        let end = self.end_text();
        Ok(self.console.say(&end)?)
    }

    /// One entry at a time.
    fn step(&mut self, from: usize) -> Result<(), Trouble> {
        let mut at = from;
        loop {
            let text = self.entry_text(at) + &self.board_text(self.scene(at).as_ref());
            self.console.say(&text)?;
            let last = at + 1 == self.entries.len();
            if last {
                let end = self.untold() + &self.end_text();
                self.console.say(&end)?;
            }
            match self.next(at, last)? {
                Some(next) => at = next,
                None => return Ok(()),
            }
        }
    }

    /// Where the reader wants to go; nowhere when he has seen enough.
    fn next(&mut self, at: usize, last: bool) -> Result<Option<usize>, Trouble> {
        loop {
            let question = styled(ASIDE, "enter: next, b: back, r: next roll, a number: that entry, q: quit > ");
            let Some(line) = self.console.ask(&question)? else { return Ok(None) };
            let sentence = match line.to_lowercase().as_str() {
                "q" | "quit" => return Ok(None),
                "" | "n" | "next" if last => return Ok(None),
                "" | "n" | "next" => return Ok(Some(at + 1)),
                "b" | "back" if at == 0 => "this is the first entry".to_owned(),
                "b" | "back" => return Ok(Some(at - 1)),
                "r" | "roll" => match (at + 1..self.entries.len()).find(|at| has_roll(&self.entries[*at])) {
                    Some(roll) => return Ok(Some(roll)),
                    None => "no dice are thrown after this entry".to_owned(),
                },
                other => match other.parse::<usize>() {
                    Ok(number) if number < self.entries.len() => return Ok(Some(number)),
                    Ok(number) => format!("there is no entry {number}; they are 0 to {}", self.entries.len() - 1),
                    Err(_) => format!("'{other}' is not one of enter, b, r, q or the number of an entry"),
                },
            };
            self.console.say(&format!("{}\n", styled(WRONG, sentence)))?;
        }
    }

    /// What the log says of the entries that could not be played again.
    fn untold(&self) -> String {
        if self.trouble.is_none() {
            return String::new();
        }
        let played = self.table.next_entry() as usize;
        let mut out = String::new();
        for entry in self.logged.entries.iter().skip(played) {
            out += &format!("\n{}\n", styled(TITLE, format!("entry {} as it is written", entry.number)));
            for line in &entry.said {
                out += &format!("  {line}\n");
            }
        }
        out
    }

    fn end_text(&self) -> String {
        match (self.table.result(), &self.trouble) {
            (Some(result), _) => format!("\n{}", result_text(&result)),
            (None, None) => "\nThe game is not over.\n".to_owned(),
            (None, Some(_)) => String::new(),
        }
    }
}

fn has_roll(entry: &EntryView) -> bool {
    entry.lines.iter().any(|line| matches!(line, LineView::Roll { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{machine_game, plain, scratch, shelf};

    /// What is written of a log when these lines are typed; all of it where there are none.
    fn replayed(
        log: &str,
        name: &str,
        seat: Option<&str>,
        from: u32,
        lines: Option<&[&str]>,
    ) -> Result<String, (u8, String)> {
        let file = scratch(name);
        std::fs::write(&file, log).unwrap();
        let script: String = lines.unwrap_or_default().iter().map(|line| format!("{line}\n")).collect();
        let (mut input, mut output) = (script.as_bytes(), Vec::new());
        let console = Console::new(&mut input, &mut output, 100, false);
        let ended = show(&shelf(), &file, seat, from, lines.is_none(), console);
        ended.map_err(|trouble| (trouble.code(), trouble.to_string() + &plain(&output)))?;
        Ok(plain(&output))
    }

    fn headings(said: &str) -> Vec<u32> {
        let number = |line: &str| line.strip_prefix("entry ")?.split(' ').next()?.parse().ok();
        said.lines().filter_map(number).collect()
    }

    #[test]
    fn without_a_terminal_all_of_it_is_printed_with_every_roll_explained() {
        let log = machine_game("replay-all.game", 11);
        let said = replayed(&log, "all.game", None, 0, None).unwrap();
        let seen = headings(&said);
        assert_eq!(
            seen,
            (0..seen.len() as u32).collect::<Vec<_>>(),
            "a spectator's entries are numbered without a gap"
        );
        assert!(said.contains("    dice "), "rolls are told in full: {said}");
        let result = log.lines().find_map(|line| line.strip_prefix("result: ")).unwrap();
        let because = result.split_once(": ").unwrap().1;
        assert!(said.contains(because), "{said}");
    }

    #[test]
    fn a_reader_steps_on_and_back_jumps_to_an_entry_and_to_the_next_roll() {
        let log = machine_game("replay-steps.game", 11);
        let lines = ["", "b", "b", "3", "x", "9999", "r", "q"];
        let said = replayed(&log, "steps.game", Some("red"), 0, Some(&lines)).unwrap();
        let seen = headings(&said);
        assert_eq!(seen[..4], [0, 1, 0, 3], "{said}");
        assert!(said.contains("this is the first entry") && said.contains("'x' is not one of"), "{said}");
        assert!(said.contains("there is no entry 9999"), "{said}");
        assert!(seen.len() == 5 && seen[4] > 3 && said.split("entry ").last().unwrap().contains("dice"), "{said}");
    }

    #[test]
    fn it_begins_where_it_is_asked_to() {
        let log = machine_game("replay-from.game", 11);
        assert_eq!(headings(&replayed(&log, "from.game", None, 4, None).unwrap())[0], 4);
        let (code, sentence) = replayed(&log, "past.game", None, 100_000, None).unwrap_err();
        assert!(code == 2 && sentence.contains("the entries are 0 to"), "{sentence}");
        let (code, sentence) = replayed(&log, "seat.game", Some("green"), 0, None).unwrap_err();
        assert!(code == 2 && sentence.contains("there is no seat 'green'"), "{sentence}");
    }

    #[test]
    fn what_cannot_be_played_again_is_shown_as_it_is_written() {
        let log = machine_game("replay-odd.game", 11).replacen("Turn 2 begins.", "Turn 2 starts.", 1);
        let (code, said) = replayed(&log, "odd.game", None, 0, None).unwrap_err();
        assert_eq!(code, 1);
        assert!(said.contains("was played again only so far") && said.contains("as it is written"), "{said}");
    }
}
