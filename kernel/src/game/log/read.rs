//! Reading a log.

use super::write::die_word;
use super::{FIRST_LINE, FIRST_LINE_BEFORE, LogTrouble, Logged, LoggedEntry};
use crate::dice::Die;
use crate::game::{AskId, DiceKind, Header, Numbering, Snapshot, Thrown, What, unhex};
use crate::procedure::Value;

impl Logged {
    /// Reads a log.
    pub fn read(text: &str) -> Result<Logged, LogTrouble> {
        // A program that was stopped while it wrote leaves half a line, and an entry without its state.
        let whole = text.rfind('\n').map_or(text, |end| &text[..=end]);
        if let Some((at, _)) = text.lines().enumerate().find(|(_, line)| line.starts_with("view: ")) {
            return Err(LogTrouble::at_line(at + 1, SEEN_BY_ONE));
        }
        let mut logged = Reader::over(whole).log()?;
        if logged.format > 1 && logged.key.is_some() {
            logged.entries.pop_if(|last| last.state.is_none());
        }
        Ok(logged)
    }

    /// Reads entries as they stand in a log, one after the other.
    pub fn read_entries(text: &str) -> Result<Vec<LoggedEntry>, LogTrouble> {
        let mut reader = Reader::over(text);
        let mut entries = Vec::new();
        while let Some((at, line)) = reader.next() {
            let wrong = || LogTrouble::at_line(at, format!("'{line}' is not an entry"));
            entries.push(reader.entry(at, line.strip_prefix("entry ").ok_or_else(wrong)?)?);
        }
        Ok(entries)
    }
}

/// What is said of `Table::log_for`, which ends with a hash of what its reader saw.
const SEEN_BY_ONE: &str = "this is a game in play as one pair of eyes saw it: without what was hidden, nothing can be \
                           played again from it; when the game is over, its log can be had whole";

/// Reads a log line by line.
struct Reader<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
}

impl<'a> Reader<'a> {
    fn over(text: &'a str) -> Reader<'a> {
        Reader { lines: text.lines().enumerate().peekable() }
    }

    /// The next line that is not blank, with its number from 1.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        self.lines.by_ref().map(|(at, line)| (at + 1, line)).find(|(_, line)| !line.trim().is_empty())
    }

    fn peek(&mut self) -> Option<(usize, &'a str)> {
        while self.lines.next_if(|(_, line)| line.trim().is_empty()).is_some() {}
        self.lines.peek().map(|(at, line)| (at + 1, *line))
    }

    fn log(mut self) -> Result<Logged, LogTrouble> {
        let format = match self.next() {
            Some((_, FIRST_LINE_BEFORE)) => 1,
            Some((_, FIRST_LINE)) => 2,
            _ => return Err(LogTrouble::at_line(1, format!("a log begins with the line '{FIRST_LINE}'"))),
        };
        let book = self.field("book")?.to_owned();
        let release = self.field("release")?.to_owned();
        let scenario = self.field("scenario")?.to_owned();
        let (at, options) = self.field_at("options")?;
        let options = serde_json::from_str(options)
            .map_err(|error| LogTrouble::at_line(at, format!("options are JSON in braces: {error}")))?;
        let seats = match self.optional("seats") {
            Some((at, text)) => seats_of(at, text)?,
            None => Vec::new(),
        };
        let practice = self.optional("practice").is_some();
        let dice = self.dice_kind()?;
        let key = match self.optional("key") {
            Some((at, text)) => Some(key_of(at, text)?),
            None => None,
        };
        let text = self.optional("text").map(|_| self.quoted());
        let header = Header { book, release, scenario, text, options, seats, practice, dice };
        let mut logged = Logged { format, header, key, entries: Vec::new(), result: None, snapshot: None };
        self.entries(&mut logged)?;
        Ok(logged)
    }

    /// The text of a scenario, line by line behind a sign.
    fn quoted(&mut self) -> String {
        let mut text = String::new();
        while let Some((_, line)) = self.lines.next_if(|(_, line)| line.starts_with("  >")) {
            text += line.strip_prefix("  > ").or(line.strip_prefix("  >")).unwrap_or_default();
            text.push('\n');
        }
        text
    }

    fn entries(&mut self, logged: &mut Logged) -> Result<(), LogTrouble> {
        while let Some((at, line)) = self.next() {
            if let Some(result) = line.strip_prefix("result: ") {
                logged.result = Some(result.to_owned());
            } else if let Some(text) = line.strip_prefix("snapshot: ") {
                // A program that was stopped while it wrote leaves half a line, and the entries before it are whole.
                logged.snapshot = match serde_json::from_str(text) {
                    Ok(snapshot) => Some(snapshot),
                    Err(_) if self.peek().is_none() => None,
                    Err(error) => return Err(LogTrouble::at_line(at, format!("the snapshot cannot be read: {error}"))),
                };
            } else if let Some(rest) = line.strip_prefix("entry ") {
                let entry = self.entry(at, rest)?;
                logged.entries.push(entry);
            } else {
                return Err(LogTrouble::at_line(at, format!("'{line}' is neither an entry nor the result")));
            }
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> Result<&'a str, LogTrouble> {
        self.field_at(name).map(|(_, value)| value)
    }

    fn field_at(&mut self, name: &str) -> Result<(usize, &'a str), LogTrouble> {
        let missing = |at| LogTrouble::at_line(at, format!("a line '{name}: ...' is expected here"));
        let (at, line) = self.next().ok_or_else(|| missing(0))?;
        named(line, name).map(|value| (at, value)).ok_or_else(|| missing(at))
    }

    fn optional(&mut self, name: &str) -> Option<(usize, &'a str)> {
        let (at, line) = self.peek()?;
        let value = named(line, name)?;
        self.next();
        Some((at, value))
    }

    fn dice_kind(&mut self) -> Result<DiceKind, LogTrouble> {
        let (at, text) = self.field_at("dice")?;
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["typed"] => Ok(DiceKind::Typed),
            ["seed", seed] => seed.parse().map(DiceKind::Seed).map_err(|_| {
                LogTrouble::at_line(at, format!("the seed is given as '{seed}', but it must be a whole number"))
            }),
            [word @ ("proved" | "committed"), game, commitment] => {
                let by = if word == "proved" { Numbering::Entries } else { Numbering::Throws };
                let commitment = key_of(at, commitment)?;
                let mut openings = Vec::new();
                while let Some((at, text)) = self.optional("opening") {
                    let opening = text.split_once(' ').and_then(|(seat, bytes)| Some((seat.to_owned(), unhex(bytes)?)));
                    openings.push(
                        opening.ok_or_else(|| {
                            LogTrouble::at_line(at, "an opening is a seat and its bytes in hexadecimal")
                        })?,
                    );
                }
                let secret = self.optional("secret").map(|(at, text)| key_of(at, text)).transpose()?;
                Ok(DiceKind::Proved { game: game.to_owned(), commitment, openings, secret, by })
            }
            _ => Err(LogTrouble::at_line(at, "dice are 'seed N', 'typed' or 'committed GAME COMMITMENT'")),
        }
    }

    fn entry(&mut self, at: usize, rest: &str) -> Result<LoggedEntry, LogTrouble> {
        let wrong = || LogTrouble::at_line(at, format!("'entry {rest}' is not an entry"));
        let (number, what) = rest.split_once(' ').ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        let words: Vec<&str> = what.split(' ').collect();
        let seat = str::to_owned;
        let mut what = match words[..] {
            ["setup"] => What::Setup,
            ["abandoned"] => What::Abandon,
            ["release", release] => {
                let nothing = Snapshot { entry: 0, given: Vec::new(), state: Value::Null };
                What::Release { release: release.to_owned(), from: Box::new(nothing) }
            }
            [name, "resigns"] => What::Resign { seat: seat(name) },
            [name, "answers", ask] => {
                let ask = AskId(ask.parse().map_err(|_| wrong())?);
                What::Orders { seat: seat(name), ask, orders: Vec::new() }
            }
            [name, "takes", "back", "to", to, ..] => {
                let agreed = match &words[5..] {
                    [] => false,
                    ["by", "agreement"] => true,
                    _ => return Err(wrong()),
                };
                What::Undo { seat: seat(name), to: to.parse().map_err(|_| wrong())?, agreed }
            }
            _ => return Err(wrong()),
        };
        let (mut dice, mut said, mut state) = (Vec::new(), Vec::new(), None);
        while let Some((at, line)) = self.peek().filter(|(_, line)| line.starts_with("  ")) {
            self.next();
            let line = line.trim_start();
            if let Some(text) = line.strip_prefix("| ") {
                said.push(text.to_owned());
            } else if line.starts_with('|') {
                said.push(line.to_owned());
            } else if let (Some(text), What::Release { from, .. }) = (named(line, "from"), &mut what) {
                **from = serde_json::from_str(text)
                    .map_err(|error| LogTrouble::at_line(at, format!("the snapshot cannot be read: {error}")))?;
            } else if let Some(text) = named(line, "order") {
                let order: Value = serde_json::from_str(text)
                    .map_err(|error| LogTrouble::at_line(at, format!("the order is not JSON: {error}")))?;
                let What::Orders { orders, .. } = &mut what else {
                    return Err(LogTrouble::at_line(at, "only an answer has orders"));
                };
                orders.push(order);
            } else if let Some(text) = named(line, "state") {
                state = Some(key_of(at, text)?);
            } else if let Some((name, text)) = line.split_once(':').filter(|(name, _)| name.starts_with("dice")) {
                let only = name.strip_prefix("dice ").map(str::to_owned);
                dice.push(Thrown { only, faces: faces_of(at, text)? });
            } else {
                return Err(LogTrouble::at_line(at, format!("'{line}' belongs to no entry")));
            }
        }
        Ok(LoggedEntry { number, what, dice, said, state })
    }
}

fn named<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix(name)?.strip_prefix(':').map(str::trim)
}

fn key_of(at: usize, text: &str) -> Result<[u8; 32], LogTrouble> {
    let bytes = unhex(text).and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    bytes.ok_or_else(|| LogTrouble::at_line(at, format!("'{text}' is not a key of 64 hexadecimal digits")))
}

fn faces_of(at: usize, text: &str) -> Result<Vec<(Die, u8)>, LogTrouble> {
    let mut die = None;
    let mut faces = Vec::new();
    for word in text.split_whitespace() {
        if let Some(kind) = Die::ALL.into_iter().find(|die| die_word(*die) == word) {
            die = Some(kind);
            continue;
        }
        let face = word.parse::<u8>().ok();
        match (die, face) {
            (Some(die), Some(face)) if die.shows(face) => faces.push((die, face)),
            (Some(die), _) => return Err(LogTrouble::at_line(at, format!("a {die} cannot show '{word}'"))),
            (None, _) => return Err(LogTrouble::at_line(at, format!("'{word}' is not a kind of die"))),
        }
    }
    Ok(faces)
}

fn seats_of(at: usize, text: &str) -> Result<Vec<(String, String)>, LogTrouble> {
    let seat = |words: &str| words.trim().split_once(' ').map(|(seat, who)| (seat.to_owned(), who.to_owned()));
    let all: Option<Vec<_>> = text.split(',').map(seat).collect();
    all.ok_or_else(|| LogTrouble::at_line(at, "seats are 'SEAT person' or 'SEAT MACHINE', behind commas"))
}
