//! What happened, in sentences; for the terminal.

use crate::draw::explanation::{Charts, explanation_text};
use crate::style::{ASIDE, LIT, RULE, TITLE, styled};
use kernel::book::Book;
use kernel::explain::Explanation;
use kernel::game::{EntryView, GameResult, LineView, Said};
use std::fmt::Write;

/// How rolls are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rolls {
    /// In a line each, with the number that `why` takes.
    Short,
    /// With everything that was added up and the chart that was read, at most so wide.
    Whole(usize),
}

/// Tells entries and numbers their rolls, from 1.
pub(crate) struct Teller {
    book: &'static Book,
    rolls: Rolls,
    told: usize,
}

impl Teller {
    /// A teller who has told so many rolls before.
    pub(crate) fn after(book: &'static Book, rolls: Rolls, told: usize) -> Teller {
        Teller { book, rolls, told }
    }

    /// An entry: what was done and what came of it.
    pub(crate) fn entry(&mut self, entry: &EntryView) -> String {
        let mut out = deed(entry).map_or(String::new(), |deed| format!("  {deed}\n"));
        for line in &entry.lines {
            match line {
                LineView::Said(said) => {
                    let _ = writeln!(out, "  {}", sentence(said));
                }
                LineView::Roll { because, .. } => {
                    self.told += 1;
                    out += &match self.rolls {
                        Rolls::Short => format!("  {}\n", roll_line(self.told, because)),
                        Rolls::Whole(width) => {
                            let text = explanation_text(self.book, because, Charts::Drawn(width - 4));
                            text.lines().map(|line| format!("    {line}\n")).collect()
                        }
                    };
                }
            }
        }
        out
    }
}

/// How many rolls some entries have.
pub(crate) fn rolls_in(entries: &[EntryView]) -> usize {
    explanations(entries).count()
}

/// The rolls of some entries.
pub(crate) fn explanations(entries: &[EntryView]) -> impl Iterator<Item = &Explanation> {
    entries.iter().flat_map(|entry| &entry.lines).filter_map(|line| match line {
        LineView::Roll { because, .. } => Some(because),
        LineView::Said(_) => None,
    })
}

/// A sentence with its rule.
pub(crate) fn sentence(said: &Said) -> String {
    match said.rule {
        Some(rule) => format!("{} {}", said.text, styled(RULE, format!("({rule})"))),
        None => said.text.clone(),
    }
}

/// A seat as one speaks of it: attackers and defenders are called so, and whoever has a colour or a nation is a side.
pub(crate) fn side(seat: &str) -> String {
    if seat.ends_with("er") { format!("the {seat}") } else { format!("the {seat} side") }
}

/// The same at the beginning of a sentence.
pub(crate) fn capital(words: &str) -> String {
    words.chars().take(1).flat_map(char::to_uppercase).chain(words.chars().skip(1)).collect()
}

/// How a game ended.
pub(crate) fn result_text(result: &GameResult) -> String {
    let who = result.winner.map_or("Nobody wins".to_owned(), |winner| format!("{} wins", capital(&side(winner.0))));
    let rule = if result.rule.0.is_empty() { String::new() } else { styled(RULE, format!(" ({})", result.rule)) };
    let mut out = format!("{}: {}{rule}\n", styled(LIT, who), result.because);
    if !result.points.is_empty() {
        let points: Vec<String> = result.points.iter().map(|(seat, points)| format!("{seat} {points}")).collect();
        let _ = writeln!(out, "Points: {}", points.join(", "));
    }
    out
}

/// Whose entry it is, in a word.
pub(crate) fn who(entry: &EntryView) -> String {
    match (entry.seat, entry.what) {
        (Some(seat), _) => seat.to_string(),
        (None, "setup") => "set-up".to_owned(),
        (None, "release") => "another release".to_owned(),
        (None, _) => "the end".to_owned(),
    }
}

/// What an entry does that its lines do not tell.
fn deed(entry: &EntryView) -> Option<String> {
    let who = entry.seat.map_or_else(String::new, |seat| seat.to_string());
    match (entry.what, entry.back_to) {
        ("undo", Some(to)) => Some(format!("The {who} takes play back to entry {to}.")),
        ("undo", None) => Some(format!("The {who} takes the last answer back.")),
        ("resign", _) => Some(format!("The {who} resigns.")),
        ("abandon", _) => Some("The game is left off.".to_owned()),
        _ => None,
    }
}

fn roll_line(number: usize, because: &Explanation) -> String {
    let mut out = styled(ASIDE, format!("[{number}] "));
    let _ = write!(out, "{} {}", styled(TITLE, because.title), styled(RULE, format!("({})", because.rule)));
    for throw in &because.throws {
        let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
        let _ = write!(out, ", {} throws {}", throw.why.who, styled(TITLE, faces.join(" ")));
        let _ = write!(out, " {}", styled(ASIDE, format!("({})", throw.law)));
    }
    if !because.result.is_empty() {
        let _ = write!(out, ": {}", styled(LIT, &because.result));
    }
    out
}
