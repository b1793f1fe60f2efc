//! Writing a log.

use super::FIRST_LINE;
use crate::dice::Die;
use crate::explain::Explanation;
use crate::game::{DiceKind, Eyes, Game, GameResult, Header, Line, Table, Thrown, View, What};
use std::fmt::Write;

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
        for (number, entry) in self.entries().iter().enumerate() {
            let number = number as u32;
            let lines = self.lines_for(number, eyes);
            let own = matches!(&entry.what, What::Orders { seat, .. } if eyes.are(*seat));
            if lines.is_empty() && !own && matches!(entry.what, What::Orders { .. }) {
                continue;
            }
            let _ = writeln!(text, "entry {}", what_text(&entry.what));
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
    pub(super) fn lines_for_all(&self, entry: u32) -> Vec<String> {
        let Some(state) = self.state_after(entry) else { return Vec::new() };
        let everybody = std::iter::once(Eyes::Spectator).chain(G::SEATS.iter().map(|seat| Eyes::Seat(*seat)));
        let views: Vec<View<'_, G>> = everybody.map(|eyes| View::of(state, eyes)).collect();
        let said = |line: &Line<G::Event>| match line {
            Line::Event(event) => views.iter().find_map(|view| G::say(view, event)).map(|said| said.text),
            Line::Roll { because, .. } => Some(roll_text(because)),
        };
        self.entries()[entry as usize].lines.iter().filter_map(said).collect()
    }
}

pub(super) fn result_text(result: &GameResult) -> String {
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
