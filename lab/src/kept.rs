//! A match on disk, so that one that was interrupted goes on where it was.

use crate::job::{Job, Played};
use crate::matches::{Kept, Match};
use kernel::procedure::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A file with a line for each game that was played, behind one that says which match it is.
pub struct OnDisk {
    known: HashMap<u32, Played>,
    file: Mutex<File>,
    watch: Box<dyn Fn(u32) + Sync + Send>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: u32,
    played: Played,
}

impl OnDisk {
    /// Opens the file of a match, or begins one. A file of another match is refused; a line that was cut off by an
    /// interruption is forgotten. `watch` hears how many games are done.
    pub fn open(path: &Path, of: &Match, watch: Box<dyn Fn(u32) + Sync + Send>) -> Result<OnDisk, Refusal> {
        let trouble = |error: std::io::Error| Refusal::of(format!("{}: {error}", path.display()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(trouble)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(trouble)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(trouble)?;
        }
        let mut lines = text[..whole].lines();
        let title = title(of).to_string();
        match lines.next() {
            None => file.write_all(format!("{title}\n").as_bytes()).map_err(trouble)?,
            Some(found) if found == title => {}
            Some(_) => {
                let sentence = format!(
                    "{} holds another match; name another file, or give the same book, scenarios, players and seed",
                    path.display()
                );
                return Err(Refusal::field("out", sentence));
            }
        }
        let mut known = HashMap::new();
        for (number, line) in lines.enumerate() {
            let line: Line = serde_json::from_str(line)
                .map_err(|error| Refusal::field("out", format!("{}, line {}: {error}", path.display(), number + 2)))?;
            known.insert(line.game, line.played);
        }
        watch(known.len() as u32);
        Ok(OnDisk { known, file: Mutex::new(file), watch })
    }
}

/// What makes two matches the same: all but how many games are played, so that more can be added.
fn title(of: &Match) -> Value {
    json!({ "match": { "book": of.book, "battles": of.battles, "players": of.players, "seed": of.seed } })
}

impl Kept for OnDisk {
    fn known(&self, number: u32, _: &Job) -> Option<Played> {
        self.known.get(&number).cloned()
    }

    fn keep(&self, number: u32, _: &Job, played: &Played) {
        let line = serde_json::to_string(&Line { game: number, played: played.clone() }).expect("plain data");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not stop a match that is nearly over: what was not kept is played again if it goes on.
        let _ = file.write_all(format!("{line}\n").as_bytes());
        (self.watch)(1);
    }
}
