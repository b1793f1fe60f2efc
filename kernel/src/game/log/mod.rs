//! The log of a game as text: it can be read by people, replayed, and checked.
//!
//! ```text
//! sandtable log 2
//! book: squares
//! release: 0.2.0
//! scenario: learning
//! options: {}
//! dice: seed 7
//! key: 5f0c...
//! text:
//!   > title = "First orders"
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
//! Lines with a bar are for people, `|red| ...` for those of one seat; they are made anew when a log is replayed, and must
//! come out the same. A game that is not over has `snapshot: {...}` for its last line, from which a later release can go
//! on.

mod prove;
mod read;
mod replay;
mod write;

pub use prove::Undone;
pub use write::header_text;

use super::{Game, Header, Rejection, Snapshot, Thrown, What};
use crate::procedure::{Refusal, Value};
use crate::seat::Seat;
use std::fmt;

/// A log that was read, not yet believed.
#[derive(Clone, PartialEq, Debug)]
pub struct Logged {
    /// The form it is written in: 1 or 2.
    pub format: u8,
    /// What was played.
    pub header: Header,
    /// The key of the state hashes, where it is opened.
    pub key: Option<[u8; 32]>,
    /// The entries.
    pub entries: Vec<LoggedEntry>,
    /// How it ended, where it has.
    pub result: Option<String>,
    /// How it stands, where it has not ended.
    pub snapshot: Option<Snapshot>,
}

/// A log that was played again, as far as it goes.
pub struct Replayed<T> {
    /// The table, unless not even the set-up could be played.
    pub table: Option<T>,
    /// What each release has played.
    pub parts: Vec<Part>,
    /// What is wrong with it.
    pub trouble: Option<LogTrouble>,
}

/// Entries that one release has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The release.
    pub release: String,
    /// Its first entry.
    pub from: u32,
    /// Its last entry.
    pub to: u32,
    /// Where the rules at hand lead elsewhere; nothing where every entry came out as it is told.
    pub trouble: Option<LogTrouble>,
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
    pub(super) fn at_line(line: usize, sentence: impl Into<String>) -> LogTrouble {
        LogTrouble { line: Some(line), entry: None, sentence: sentence.into() }
    }

    pub(super) fn at_entry(entry: u32, sentence: impl Into<String>) -> LogTrouble {
        LogTrouble { line: None, entry: Some(entry), sentence: sentence.into() }
    }

    pub(super) fn of(sentence: impl Into<String>) -> LogTrouble {
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

const FIRST_LINE: &str = "sandtable log 2";
const FIRST_LINE_BEFORE: &str = "sandtable log 1";

impl Logged {
    /// The release that played an entry.
    pub fn release_of(&self, entry: u32) -> &str {
        let releases = self.entries.iter().take_while(|before| before.number <= entry);
        let release = releases.filter_map(|entry| match &entry.what {
            What::Release { release, .. } => Some(release.as_str()),
            _ => None,
        });
        release.last().unwrap_or(&self.header.release)
    }

    /// Why its play is not found true by the rules of a release. What another release has played last, they cannot judge.
    pub fn why_not_true(&self, trouble: &LogTrouble, rules: &str) -> String {
        let last = self.entries.last().map_or(0, |last| last.number);
        let release = self.release_of(trouble.entry.unwrap_or(last));
        if release == rules {
            return format!("the play is not true: {trouble}");
        }
        format!(
            "the play cannot be judged: it is by the rules of release {release}, and those of release {rules} lead \
             elsewhere: {trouble}; whether it is true, release {release} can tell"
        )
    }
}

/// The seat of this name.
pub(super) fn seat_of<G: Game>(name: &str) -> Result<Seat, Refusal> {
    G::SEATS.iter().copied().find(|seat| seat.0 == name).ok_or_else(|| {
        let seats: Vec<_> = G::SEATS.iter().map(|seat| seat.0).collect();
        Refusal::field("seat", format!("there is no seat '{name}'; the seats are {}", seats.join(", ")))
    })
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
