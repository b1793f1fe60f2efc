//! Writing a log.

use super::{FIRST_LINE, LoggedEntry};
use crate::dice::Die;
use crate::game::{
    DiceKind, Entry, Eyes, Game, GameResult, Header, Line, Numbering, Table, Telling, Thrown, What, hex,
};
use crate::procedure::Value;
use serde::Serialize;
use std::fmt::{self, Write};

impl<G: Game> Table<G> {
    /// The whole log: for the end of a game, for local games, and for the server's own keeping. A game that is not over
    /// ends with a snapshot, so that a later release can go on with it.
    pub fn log(&self) -> String {
        let mut text = self.head_text();
        for number in 0..self.next_entry() {
            text += &self.entry_text(number);
        }
        text + &self.tail_text()
    }

    /// What stands before the entries.
    pub fn head_text(&self) -> String {
        header_text(self.header(), Some(self.key())) + &self.header().scenario_text()
    }

    /// An entry as the log has it.
    pub fn entry_text(&self, number: u32) -> String {
        self.logged(number).to_string()
    }

    /// What stands after the entries: how the game ended, or how it stands.
    pub fn tail_text(&self) -> String {
        match self.result() {
            Some(result) => format!("result: {}\n", result_text(&result)),
            None => format!("snapshot: {}\n", self.snapshot_text()),
        }
    }

    /// The log as these eyes may read it before the end: no secret, no order of another seat, no key.
    pub fn log_for(&self, eyes: Eyes) -> String {
        let mut header = self.header().clone();
        if let DiceKind::Proved { secret, .. } = &mut header.dice {
            *secret = None;
        }
        let mut text = header_text(&header, None) + &header.scenario_text();
        // Entries have the numbers that these eyes know them by: true numbers would tell how much they do not see.
        let mut seen: Vec<u32> = Vec::new();
        for entry in self.entries() {
            let own = matches!(&entry.what, What::Orders { seat, .. } | What::Undo { seat, .. } if eyes.are(*seat));
            let what = match &entry.what {
                What::Orders { .. } if !own && !entry.lines.iter().any(|line| line.is_told(eyes)) => continue,
                What::Orders { seat, .. } if !own => format!("{seat} answers"),
                What::Undo { to, .. } if !own && seen.iter().all(|number| number <= to) => continue,
                What::Undo { seat, to, agreed } => {
                    let to = seen.iter().rposition(|number| number <= to).unwrap_or_default() as u32;
                    what_text(&What::<Value>::Undo { seat: *seat, to, agreed: *agreed })
                }
                what => what_text(what),
            };
            let _ = writeln!(text, "entry {} {what}", seen.len());
            seen.push(entry.number);
            if own && let What::Orders { orders, .. } = &self.logged(entry.number).what {
                for order in orders {
                    let _ = writeln!(text, "  order: {}", line_of(order));
                }
            }
            for line in self.lines_for(entry.number, eyes) {
                let _ = writeln!(text, "  | {line}");
            }
        }
        let _ = writeln!(text, "view: {}", hex(&self.view_hash(eyes)));
        text
    }

    /// What happened in an entry, in sentences, to these eyes.
    pub fn lines_for(&self, entry: u32, eyes: Eyes) -> Vec<String> {
        let found = self.entries().get(entry as usize);
        found.map_or(Vec::new(), |entry| entry.lines.iter().filter_map(|line| line.text(eyes)).collect())
    }

    /// An entry as it is written.
    pub(super) fn logged(&self, number: u32) -> LoggedEntry {
        let Entry { what, lines, dice, hash, foreign, .. } = &self.entries()[number as usize];
        if let Some(foreign) = foreign {
            return (**foreign).clone();
        }
        LoggedEntry {
            number,
            what: what.named(),
            dice: dice.iter().map(Thrown::named).collect(),
            said: lines.iter().flat_map(heard::<G>).collect(),
            state: *hash,
        }
    }
}

/// A line for all as it is, or `|red| ...` for those who hear it so.
fn heard<G: Game>(line: &Line) -> Vec<String> {
    let told = match line {
        Line::Event { told, .. } => told,
        Line::Roll { roll, only: None } => return vec![roll.text()],
        Line::Roll { roll, only: Some(seat) } => return vec![format!("|{seat}| {}", roll.text())],
    };
    if told.own().is_empty() {
        return told.to(Eyes::Spectator).map(|said| said.text.clone()).into_iter().collect();
    }
    let mut heard: Vec<(String, Vec<String>)> = Vec::new();
    for eyes in std::iter::once(Eyes::Spectator).chain(G::SEATS.iter().map(|seat| Eyes::Seat(*seat))) {
        let Some(said) = told.to(eyes) else { continue };
        match heard.iter_mut().find(|(text, _)| *text == said.text) {
            Some((_, by)) => by.push(eyes.to_string()),
            None => heard.push((said.text.clone(), vec![eyes.to_string()])),
        }
    }
    heard.into_iter().map(|(text, by)| format!("|{}| {text}", by.join(","))).collect()
}

/// A line that was written, with those who heard it.
pub(super) fn heard_by<G: Game>(said: &str) -> Line {
    let (by, text) = match said.strip_prefix('|').and_then(|rest| rest.split_once("| ")) {
        Some((by, text)) => (Some(by), text),
        None => (None, said),
    };
    let hears = |eyes: Eyes| by.is_none_or(|by| by.split(',').any(|name| name == eyes.to_string()));
    let said = |eyes: Eyes| hears(eyes).then(|| crate::game::Said::of(text));
    let public = said(Eyes::Spectator);
    let own = G::SEATS.iter().map(|&seat| (seat, said(Eyes::Seat(seat)))).filter(|(_, said)| *said != public);
    Line::Event { event: (), told: Telling::read(public.clone(), own.collect()) }
}

impl fmt::Display for LoggedEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "entry {} {}", self.number, what_text(&self.what))?;
        match &self.what {
            What::Orders { orders, .. } => {
                for order in orders {
                    writeln!(f, "  order: {}", line_of(order))?;
                }
            }
            What::Release { from, .. } => writeln!(f, "  from: {}", line_of(from))?,
            _ => {}
        }
        for Thrown { only, faces } in &self.dice {
            match only {
                Some(seat) => write!(f, "  dice {seat}:")?,
                None => write!(f, "  dice:")?,
            }
            let mut last = None;
            for (die, face) in faces {
                if last != Some(*die) {
                    write!(f, " {}", die_word(*die))?;
                    last = Some(*die);
                }
                write!(f, " {face}")?;
            }
            writeln!(f)?;
        }
        for said in &self.said {
            if said.starts_with('|') { writeln!(f, "  {said}")? } else { writeln!(f, "  | {said}")? }
        }
        match &self.state {
            Some(hash) => writeln!(f, "  state: {}", hex(hash)),
            None => Ok(()),
        }
    }
}

pub(super) fn result_text(result: &GameResult) -> String {
    GameResult::in_a_line(result.winner.map(|winner| winner.0), &result.because)
}

impl GameResult {
    /// How a game ended, as its log says it.
    pub fn in_a_line(winner: Option<&str>, because: &str) -> String {
        match winner {
            Some(winner) => format!("the {winner} wins: {because}"),
            None => format!("nobody wins: {because}"),
        }
    }
}

/// The head of a log, without the text of its scenario.
pub fn header_text(header: &Header, key: Option<[u8; 32]>) -> String {
    let Header { book, release, scenario, options, seats, practice, dice, .. } = header;
    let options = line_of(options);
    let mut text =
        format!("{FIRST_LINE}\nbook: {book}\nrelease: {release}\nscenario: {scenario}\noptions: {options}\n");
    if !seats.is_empty() {
        let seats: Vec<String> = seats.iter().map(|(seat, who)| format!("{seat} {who}")).collect();
        let _ = writeln!(text, "seats: {}", seats.join(", "));
    }
    if *practice {
        text += "practice: throws may be taken back\n";
    }
    match dice {
        DiceKind::Seed(seed) => {
            let _ = writeln!(text, "dice: seed {seed}");
        }
        DiceKind::Typed => text += "dice: typed\n",
        DiceKind::Proved { game, commitment, openings, secret, by } => {
            let word = if *by == Numbering::Entries { "proved" } else { "committed" };
            let _ = writeln!(text, "dice: {word} {game} {}", hex(commitment));
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
    text
}

impl Header {
    /// The text of the scenario as it stands in a log before the first entry, so that a log needs no other file.
    pub fn scenario_text(&self) -> String {
        let Some(scenario) = &self.text else { return "\n".to_owned() };
        let mut text = "text:\n".to_owned();
        for line in scenario.lines() {
            text += if line.is_empty() { "  >" } else { "  > " };
            text += line;
            text.push('\n');
        }
        text + "\n"
    }
}

fn what_text<O, S: fmt::Display>(what: &What<O, S>) -> String {
    match what {
        What::Setup => "setup".to_owned(),
        What::Orders { seat, ask, .. } => format!("{seat} answers {}", ask.0),
        What::Undo { seat, to, agreed: false } => format!("{seat} takes back to {to}"),
        What::Undo { seat, to, agreed: true } => format!("{seat} takes back to {to} by agreement"),
        What::Resign { seat } => format!("{seat} resigns"),
        What::Abandon => "abandoned".to_owned(),
        What::Release { release, .. } => format!("release {release}"),
    }
}

/// Plain data as JSON in one line.
fn line_of(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be written as JSON")
}

/// A kind of die in a word.
pub(super) fn die_word(die: Die) -> &'static str {
    match die {
        Die::D6 => "d6",
        Die::D8 => "d8",
        Die::D10 => "d10",
        Die::D12 => "d12",
        Die::D20 => "d20",
        Die::Average => "average",
    }
}
