//! The log of a game as text: it can be read by people, replayed, and checked.
//!
//! ```text
//! sandtable log 1
//! book: squares
//! release: 0.1.0
//! scenario: learning
//! options: {}
//! dice: seed 7
//! key: 5f0c...
//!
//! entry 0 setup
//!   state: 91ab...
//! entry 1 attacker answers 1
//!   order: {"move":{"units":[3],"path":["north"]}}
//!   dice: d6 4 2 6
//!   | 2nd Royal Sussex moves from C1 to C2.
//!   state: 07d4...
//! result: the attacker wins: ...
//! ```
//!
//! Lines with a bar are for people; they are made anew when a log is replayed, and must come out the same.

use super::table::{DiceKind, Header, Rejection, Table, Thrown, What};
use super::{AskId, DiceRoot, Eyes, Game, Line, Streams, View};
use crate::dice::{Dice, Die, Typed};
use crate::explain::Explanation;
use crate::procedure::{Refusal, Value};
use crate::seat::Seat;
use std::fmt::{self, Write};

/// A log that was read, not yet believed.
#[derive(Clone, PartialEq, Debug)]
pub struct Logged {
    /// What was played.
    pub header: Header,
    /// The key of the state hashes, where it is opened.
    pub key: Option<[u8; 32]>,
    /// The entries.
    pub entries: Vec<LoggedEntry>,
    /// How it ended, where it has.
    pub result: Option<String>,
}

/// An entry of a log that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct LoggedEntry {
    /// Its number.
    pub number: u32,
    /// What was done; orders are still JSON.
    pub what: What<Value, String>,
    /// The faces that fell, by the name of the seat that alone saw them.
    pub dice: Vec<Thrown<String>>,
    /// The lines for people.
    pub said: Vec<String>,
    /// The hash of the state after it.
    pub state: Option<[u8; 32]>,
}

/// What is wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogTrouble {
    /// The line of the file, where it cannot be read.
    pub line: Option<usize>,
    /// The entry, where it cannot have happened so.
    pub entry: Option<u32>,
    /// The whole sentence.
    pub sentence: String,
}

impl LogTrouble {
    fn at_line(line: usize, sentence: impl Into<String>) -> LogTrouble {
        LogTrouble { line: Some(line), entry: None, sentence: sentence.into() }
    }

    fn at_entry(entry: u32, sentence: impl Into<String>) -> LogTrouble {
        LogTrouble { line: None, entry: Some(entry), sentence: sentence.into() }
    }

    fn of(sentence: impl Into<String>) -> LogTrouble {
        LogTrouble { line: None, entry: None, sentence: sentence.into() }
    }
}

impl fmt::Display for LogTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.entry) {
            (Some(line), _) => write!(f, "line {line}: {}", self.sentence),
            (_, Some(entry)) => write!(f, "entry {entry}: {}", self.sentence),
            _ => f.write_str(&self.sentence),
        }
    }
}

impl std::error::Error for LogTrouble {}

const FIRST_LINE: &str = "sandtable log 1";

impl<G: Game> Table<G> {
    /// The whole log: for the end of a game, for local games, and for the server's own keeping.
    pub fn log(&self) -> String {
        let mut text = header_text(self.header(), Some(self.key()));
        for entry in self.entries() {
            let _ = writeln!(text, "entry {} {}", entry.number, what_text(&entry.what));
            if let What::Orders { orders, .. } = &entry.what {
                for order in orders {
                    let order = serde_json::to_string(order).expect("an order is plain data");
                    let _ = writeln!(text, "  order: {order}");
                }
            }
            dice_text(&mut text, &entry.dice);
            for line in self.lines_for_all(entry.number) {
                let _ = writeln!(text, "  | {line}");
            }
            let _ = writeln!(text, "  state: {}", hex(&entry.hash));
        }
        if let Some(result) = self.result() {
            let _ = writeln!(text, "result: {}", result_text(&result));
        }
        text
    }

    /// The log as these eyes may read it before the end: no secret, no order of another seat, no key.
    pub fn log_for(&self, eyes: Eyes) -> String {
        let mut header = self.header().clone();
        if let DiceKind::Proved { secret, .. } = &mut header.dice {
            *secret = None;
        }
        let mut text = header_text(&header, None);
        // Entries have the numbers that these eyes know them by: true numbers would tell how much they do not see.
        let mut seen: Vec<u32> = Vec::new();
        for entry in self.entries() {
            let lines = self.lines_for(entry.number, eyes);
            let own = matches!(&entry.what, What::Orders { seat, .. } | What::Undo { seat, .. } if eyes.are(*seat));
            let what = match &entry.what {
                What::Orders { .. } if lines.is_empty() && !own => continue,
                What::Orders { seat, .. } if !own => format!("{seat} answers"),
                What::Undo { to, .. } if !own && seen.iter().all(|number| number <= to) => continue,
                What::Undo { seat, to, agreed } => {
                    let to = seen.iter().rposition(|number| number <= to).unwrap_or_default() as u32;
                    what_text::<G::Order>(&What::Undo { seat: *seat, to, agreed: *agreed })
                }
                what => what_text(what),
            };
            let _ = writeln!(text, "entry {} {what}", seen.len());
            seen.push(entry.number);
            if let What::Orders { orders, .. } = &entry.what
                && own
            {
                for order in orders {
                    let order = serde_json::to_string(order).expect("an order is plain data");
                    let _ = writeln!(text, "  order: {order}");
                }
            }
            for line in lines {
                let _ = writeln!(text, "  | {line}");
            }
        }
        let _ = writeln!(text, "view: {}", hex(&self.view_hash(eyes)));
        text
    }

    /// What happened in an entry, in sentences, to these eyes.
    pub fn lines_for(&self, entry: u32, eyes: Eyes) -> Vec<String> {
        let Some(state) = self.state_after(entry) else { return Vec::new() };
        let view = View::<G>::of(state, eyes);
        let said = |line: &Line<G::Event>| match line {
            Line::Event(event) => G::say(&view, event).map(|said| said.text),
            Line::Roll { only: Some(seat), .. } if !eyes.are(*seat) => None,
            Line::Roll { because, .. } => Some(roll_text(because)),
        };
        self.entries()[entry as usize].lines.iter().filter_map(said).collect()
    }

    /// What happened in an entry, with nothing hidden: each event as the first seat that sees it would say it.
    fn lines_for_all(&self, entry: u32) -> Vec<String> {
        let Some(state) = self.state_after(entry) else { return Vec::new() };
        let everybody = std::iter::once(Eyes::Spectator).chain(G::SEATS.iter().map(|seat| Eyes::Seat(*seat)));
        let views: Vec<View<'_, G>> = everybody.map(|eyes| View::of(state, eyes)).collect();
        let said = |line: &Line<G::Event>| match line {
            Line::Event(event) => views.iter().find_map(|view| G::say(view, event)).map(|said| said.text),
            Line::Roll { because, .. } => Some(roll_text(because)),
        };
        self.entries()[entry as usize].lines.iter().filter_map(said).collect()
    }

    /// Plays a log again, order by order with the dice it names, and holds it to every hash and sentence.
    pub fn replay(logged: &Logged) -> Result<Table<G>, LogTrouble> {
        let (table, trouble) = Table::replay_as_far(logged);
        match trouble {
            Some(trouble) => Err(trouble),
            None => table.ok_or_else(|| LogTrouble::of("the log has no entries")),
        }
    }

    /// Plays a log again as far as it goes.
    pub fn replay_as_far(logged: &Logged) -> (Option<Table<G>>, Option<LogTrouble>) {
        let mut table: Option<Table<G>> = None;
        for entry in &logged.entries {
            if let Err(trouble) = replay_entry(&mut table, logged, entry) {
                return (table, Some(trouble));
            }
        }
        let result = table.as_ref().and_then(|table| table.result().map(|result| result_text(&result)));
        let trouble = match &logged.result {
            Some(said) if result.as_ref() != Some(said) => Some(LogTrouble::of(format!(
                "the log says '{said}', but by the rules {}",
                result.map_or("the game is not over".to_owned(), |result| format!("it is '{result}'"))
            ))),
            _ => None,
        };
        (table, trouble)
    }
}

fn replay_entry<G: Game>(table: &mut Option<Table<G>>, logged: &Logged, entry: &LoggedEntry) -> Result<(), LogTrouble> {
    let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
    let mut dice = Replayed::of::<G>(entry)?;
    match (&entry.what, table.as_mut()) {
        (What::Setup, None) => {
            let key = logged.key.unwrap_or_default();
            *table =
                Some(Table::start(logged.header.clone(), key, &mut dice).map_err(|refusal| at(refusal.to_string()))?);
        }
        (What::Setup, Some(_)) => return Err(at("a game is set up once".to_owned())),
        (_, None) => return Err(at("a log begins with the set-up".to_owned())),
        (What::Orders { seat, ask, orders }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            let orders: Vec<G::Order> = orders
                .iter()
                .map(|order| serde_json::from_value(order.clone()))
                .collect::<Result<_, _>>()
                .map_err(|error| at(format!("the order cannot be read: {error}")))?;
            let count = orders.len();
            let receipt = table.answer(seat, *ask, orders, &mut dice).map_err(|rejection| at(rejected(&rejection)))?;
            if receipt.carried_out != count {
                return Err(at(format!("{count} orders are named, but only {} were carried out", receipt.carried_out)));
            }
        }
        (What::Undo { seat, to, agreed }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            table.replay_undo(seat, *to, *agreed).map_err(|refusal| at(refusal.to_string()))?;
        }
        (What::Resign { seat }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            table.resign(seat).map_err(|rejection| at(rejected(&rejection)))?;
        }
        (What::Abandon, Some(table)) => {
            table.abandon().map_err(|rejection| at(rejected(&rejection)))?;
        }
    }
    dice.finish().map_err(at)?;
    let table = table.as_ref().expect("the set-up was played");
    let played = table.entries().last().expect("an entry was played");
    if played.number != entry.number {
        return Err(at(format!("the log says entry {}, but it is entry {}", entry.number, played.number)));
    }
    if let (Some(said), Some(_)) = (entry.state, logged.key)
        && said != played.hash
    {
        return Err(at("the state that the log names is not the one that these orders and dice lead to".to_owned()));
    }
    let lines = table.lines_for_all(entry.number);
    if lines != entry.said {
        let differing = lines.iter().zip(&entry.said).find(|(played, said)| played != said);
        return Err(at(match differing {
            Some((played, said)) => format!("the log says '{said}', but it is '{played}'"),
            None => format!("the log tells {} things, but {} happened", entry.said.len(), lines.len()),
        }));
    }
    Ok(())
}

impl Logged {
    /// Reads a log.
    pub fn read(text: &str) -> Result<Logged, LogTrouble> {
        Reader::over(text).log()
    }

    /// Checks every die against the keys that its header gives, without any rules: how many dice were proved, or
    /// `None` where the header gives no key (typed dice, or a secret not yet opened).
    pub fn prove_dice(&self) -> Result<Option<usize>, LogTrouble> {
        if let DiceKind::Proved { game, commitment, secret: Some(secret), .. } = &self.header.dice
            && DiceRoot::commitment(secret, game) != *commitment
        {
            return Err(LogTrouble::of("the secret is not the one that was committed to before the game"));
        }
        let Some(root) = self.header.dice.root() else { return Ok(None) };
        let mut proved = 0;
        for entry in &self.entries {
            for Thrown { only: stream, faces } in &entry.dice {
                let mut dice = root.dice(entry.number, stream.as_deref());
                for (at, (die, face)) in faces.iter().enumerate() {
                    let fell = dice.face(*die);
                    if fell != *face {
                        let sentence = format!("die {} is given as {face}, but its key gives {fell}", at + 1);
                        return Err(LogTrouble::at_entry(entry.number, sentence));
                    }
                    proved += 1;
                }
            }
        }
        Ok(Some(proved))
    }
}

/// The seat of this name.
pub(super) fn seat_of<G: Game>(name: &str) -> Result<Seat, Refusal> {
    G::SEATS.iter().copied().find(|seat| seat.0 == name).ok_or_else(|| {
        let seats: Vec<_> = G::SEATS.iter().map(|seat| seat.0).collect();
        Refusal::field("seat", format!("there is no seat '{name}'; the seats are {}", seats.join(", ")))
    })
}

/// Dice as a log names them.
struct Replayed {
    streams: Vec<(Option<Seat>, Typed)>,
}

impl Replayed {
    fn of<G: Game>(entry: &LoggedEntry) -> Result<Replayed, LogTrouble> {
        let mut streams = Vec::new();
        for Thrown { only: stream, faces } in &entry.dice {
            let only = stream.as_deref().map(seat_of::<G>).transpose();
            let only = only.map_err(|refusal| LogTrouble::at_entry(entry.number, refusal.to_string()))?;
            streams.push((only, Typed::new(faces.iter().map(|(_, face)| *face))));
        }
        Ok(Replayed { streams })
    }

    fn finish(self) -> Result<(), String> {
        self.streams.into_iter().try_for_each(|(_, dice)| dice.finish()).map_err(|error| error.to_string())
    }
}

impl Streams for Replayed {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        let at = self.streams.iter().position(|(only, _)| *only == hidden_for).unwrap_or_else(|| {
            self.streams.push((hidden_for, Typed::new([])));
            self.streams.len() - 1
        });
        &mut self.streams[at].1
    }
}

/// Why an answer was not taken, in a sentence.
pub(super) fn rejected(rejection: &Rejection) -> String {
    match rejection {
        Rejection::Stale { open } => match open.first() {
            Some(open) => {
                format!("this answers an ask that is no longer open; open is {}: {}", open.id.0, open.ask.question)
            }
            None => "this answers an ask that is no longer open; the seat has none now".to_owned(),
        },
        Rejection::Refused { refusal, .. } => refusal.to_string(),
        Rejection::Over(result) => format!("the game is over: {}", result.because),
    }
}

pub(super) fn result_text(result: &super::GameResult) -> String {
    match result.winner {
        Some(winner) => format!("the {winner} wins: {}", result.because),
        None => format!("nobody wins: {}", result.because),
    }
}

/// A roll in a line: what it was, the faces, what came of it.
pub(super) fn roll_text(because: &Explanation) -> String {
    let mut text = format!("{} ({})", because.title, because.rule);
    for throw in &because.throws {
        let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
        let _ = write!(text, ", {} for {}: {}", throw.law, throw.why.who, faces.join(" "));
    }
    if !because.result.is_empty() {
        let _ = write!(text, ": {}", because.result);
    }
    text
}

fn header_text(header: &Header, key: Option<[u8; 32]>) -> String {
    let Header { book, release, scenario, options, dice } = header;
    let options = serde_json::to_string(options).expect("options are plain data");
    let mut text =
        format!("{FIRST_LINE}\nbook: {book}\nrelease: {release}\nscenario: {scenario}\noptions: {options}\ndice: ");
    match dice {
        DiceKind::Seed(seed) => {
            let _ = writeln!(text, "seed {seed}");
        }
        DiceKind::Typed => text += "typed\n",
        DiceKind::Proved { game, commitment, openings, secret } => {
            let _ = writeln!(text, "proved {game} {}", hex(commitment));
            for (seat, bytes) in openings {
                let _ = writeln!(text, "opening: {seat} {}", hex(bytes));
            }
            if let Some(secret) = secret {
                let _ = writeln!(text, "secret: {}", hex(secret));
            }
        }
    }
    if let Some(key) = key {
        let _ = writeln!(text, "key: {}", hex(&key));
    }
    text + "\n"
}

fn what_text<O>(what: &What<O>) -> String {
    match what {
        What::Setup => "setup".to_owned(),
        What::Orders { seat, ask, .. } => format!("{seat} answers {}", ask.0),
        What::Undo { seat, to, agreed: false } => format!("{seat} takes back to {to}"),
        What::Undo { seat, to, agreed: true } => format!("{seat} takes back to {to} by agreement"),
        What::Resign { seat } => format!("{seat} resigns"),
        What::Abandon => "abandoned".to_owned(),
    }
}

fn dice_text(text: &mut String, dice: &[Thrown]) {
    for Thrown { only, faces } in dice {
        let _ = match only {
            Some(seat) => write!(text, "  dice {seat}:"),
            None => write!(text, "  dice:"),
        };
        let mut last = None;
        for (die, face) in faces {
            if last != Some(*die) {
                let _ = write!(text, " {}", die_word(*die));
                last = Some(*die);
            }
            let _ = write!(text, " {face}");
        }
        text.push('\n');
    }
}

/// A kind of die in a word.
fn die_word(die: Die) -> &'static str {
    match die {
        Die::D6 => "d6",
        Die::D8 => "d8",
        Die::D10 => "d10",
        Die::D12 => "d12",
        Die::D20 => "d20",
        Die::Average => "average",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pairs = digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit);
    pairs.then(|| {
        let value = |digit: u8| (digit as char).to_digit(16).unwrap_or_default() as u8;
        digits.chunks(2).map(|pair| value(pair[0]) << 4 | value(pair[1])).collect()
    })
}

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
        match self.next() {
            Some((_, FIRST_LINE)) => {}
            _ => return Err(LogTrouble::at_line(1, format!("a log begins with the line '{FIRST_LINE}'"))),
        }
        let book = self.field("book")?.to_owned();
        let release = self.field("release")?.to_owned();
        let scenario = self.field("scenario")?.to_owned();
        let (at, options) = self.field_at("options")?;
        let options = serde_json::from_str(options)
            .map_err(|error| LogTrouble::at_line(at, format!("options are JSON in braces: {error}")))?;
        let dice = self.dice_kind()?;
        let key = match self.optional("key") {
            Some((at, text)) => Some(key_of(at, text)?),
            None => None,
        };
        let header = Header { book, release, scenario, options, dice };
        let mut logged = Logged { header, key, entries: Vec::new(), result: None };
        while let Some((at, line)) = self.next() {
            if let Some(result) = line.strip_prefix("result: ") {
                logged.result = Some(result.to_owned());
            } else if let Some(rest) = line.strip_prefix("entry ") {
                let entry = self.entry(at, rest)?;
                logged.entries.push(entry);
            } else {
                return Err(LogTrouble::at_line(at, format!("'{line}' is neither an entry nor the result")));
            }
        }
        Ok(logged)
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
            ["proved", game, commitment] => {
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
                Ok(DiceKind::Proved { game: game.to_owned(), commitment, openings, secret })
            }
            _ => Err(LogTrouble::at_line(at, "dice are 'seed N', 'typed' or 'proved GAME COMMITMENT'")),
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
