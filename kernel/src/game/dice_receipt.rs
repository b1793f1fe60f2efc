//! Receipts of the dice: what a browser has held since before a game.
//!
//! A log alone can only show that its dice follow from the secret it names. That this is the secret of the commitment
//! that was shown before the players gave their bytes, somebody must have kept; that is a receipt. `docs/dice.md` has its
//! form, with an example.

use super::{DiceKind, DiceRoot, LogTrouble, Logged, hex, unhex};

/// What a browser kept of the dice of a game, as a file of its owner's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceReceipt {
    /// The game's name.
    pub game: String,
    /// When the browser first saw the commitment, by its own clock.
    pub seen: String,
    /// Had play begun by then? Such a receipt came too late to show anything of the beginning.
    pub late: bool,
    /// The server's commitment.
    pub commitment: [u8; 32],
    /// The bytes that this browser gave, by seat.
    pub bytes: Vec<(String, Vec<u8>)>,
    /// What every seat had committed to when this browser opened its bytes; empty where it has not.
    pub committed: Vec<(String, [u8; 32])>,
    /// When it opened its bytes.
    pub opened: Option<String>,
}

/// What a receipt shows of a log that agrees with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vouched {
    /// The server had committed before this browser opened the bytes that the dice come from too.
    CommittedBefore,
    /// The server had committed before play began; none of the bytes were this browser's.
    CommittedBeforePlay,
    /// The commitment was first seen when play had begun.
    Late,
}

const FIRST_LINE: &str = "sandtable receipt 1";

impl DiceReceipt {
    /// Reads a receipt.
    pub fn read(text: &str) -> Result<DiceReceipt, LogTrouble> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end()));
        if lines.next().map(|(_, line)| line) != Some(FIRST_LINE) {
            return Err(LogTrouble::at_line(1, format!("a receipt begins with the line '{FIRST_LINE}'")));
        }
        let (mut game, mut seen, mut late, mut commitment, mut opened) = (None, None, false, None, None);
        let (mut bytes, mut committed) = (Vec::new(), Vec::new());
        for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let wrong = |what: &str| LogTrouble::at_line(at, format!("'{line}' is not {what}"));
            let (name, value) = line.split_once(": ").ok_or_else(|| wrong("a line of a receipt"))?;
            match name {
                "game" => game = Some(value.to_owned()),
                "seen" => seen = Some(value.to_owned()),
                "late" => late = value == "yes",
                "commitment" => commitment = Some(key(value).ok_or_else(|| wrong("a commitment of 64 digits"))?),
                "opened" => opened = Some(value.to_owned()),
                "bytes" | "committed" => {
                    let (seat, digits) = value.split_once(' ').ok_or_else(|| wrong("a seat and digits"))?;
                    if name == "bytes" {
                        bytes.push((seat.to_owned(), unhex(digits).ok_or_else(|| wrong("a seat and its bytes"))?));
                    } else {
                        let digits = key(digits).ok_or_else(|| wrong("a seat and its commitment of 64 digits"))?;
                        committed.push((seat.to_owned(), digits));
                    }
                }
                // For people, and for later releases.
                _ => {}
            }
        }
        let missing = |name: &str| LogTrouble::of(format!("the receipt has no line '{name}: ...'"));
        Ok(DiceReceipt {
            game: game.ok_or_else(|| missing("game"))?,
            seen: seen.ok_or_else(|| missing("seen"))?,
            late,
            commitment: commitment.ok_or_else(|| missing("commitment"))?,
            bytes,
            committed,
            opened,
        })
    }

    /// Holds a log to the receipt: what that shows, or in which way the dice were changed.
    pub fn hold(&self, logged: &Logged) -> Result<Vouched, LogTrouble> {
        let DiceKind::Proved { game, commitment, openings, .. } = &logged.header.dice else {
            return Err(LogTrouble::of(
                "the receipt is of a server's game, and the dice of this log come from no server",
            ));
        };
        if *game != self.game {
            return Err(LogTrouble::of(format!("the receipt is of game {}, and the log of game {game}", self.game)));
        }
        if *commitment != self.commitment {
            return Err(LogTrouble::of(format!(
                "the server has changed its commitment: on {} it was {}, and the log has {}",
                self.seen,
                hex(&self.commitment),
                hex(commitment)
            )));
        }
        for (seat, given) in &self.bytes {
            let opened = openings.iter().find(|(other, _)| other == seat).map(|(_, bytes)| bytes);
            if opened != Some(given) && (self.opened.is_some() || opened.is_some()) {
                let sentence = format!("the log does not have the bytes that the {seat} gave by the receipt");
                return Err(LogTrouble::of(sentence));
            }
        }
        if self.opened.is_some() {
            self.hold_openings(openings)?;
        }
        let gave = self.bytes.iter().any(|own| openings.contains(own));
        Ok(match (self.late, gave) {
            (true, _) => Vouched::Late,
            (false, true) => Vouched::CommittedBefore,
            (false, false) => Vouched::CommittedBeforePlay,
        })
    }

    /// Every seat must have opened what it had committed to when this browser opened, and no other seat anything.
    fn hold_openings(&self, openings: &[(String, Vec<u8>)]) -> Result<(), LogTrouble> {
        for (seat, committed) in &self.committed {
            let opened = openings.iter().find(|(other, _)| other == seat);
            if opened.is_none_or(|(_, bytes)| DiceRoot::player_commitment(bytes) != *committed) {
                let sentence = format!("the {seat} has not opened the bytes that it had committed to by the receipt");
                return Err(LogTrouble::of(sentence));
            }
        }
        let known = |seat: &String| self.committed.iter().any(|(other, _)| other == seat);
        match openings.iter().find(|(seat, _)| !known(seat)) {
            Some((seat, _)) => Err(LogTrouble::of(format!(
                "the {seat} had committed to nothing by the receipt, and the log has bytes of it"
            ))),
            None => Ok(()),
        }
    }
}

fn key(digits: &str) -> Option<[u8; 32]> {
    unhex(digits)?.try_into().ok()
}

/// A commitment in four short words of 16 bits each, to be read to one another across a table: consonants and vowels in
/// turn.
pub fn words_of(commitment: &[u8; 32]) -> String {
    let hash = blake3::derive_key("sandtable 2026-11 words of a commitment", commitment);
    let word = |pair: &[u8]| {
        let bits = u16::from_be_bytes([pair[0], pair[1]]);
        let consonant = |at: u32| char::from(b"bdfghjklmnprstvz"[usize::from(bits >> at & 15)]);
        let vowel = |at: u32| char::from(b"aiou"[usize::from(bits >> at & 3)]);
        String::from_iter([consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)])
    };
    hash[..8].chunks(2).map(word).collect::<Vec<_>>().join("-")
}
