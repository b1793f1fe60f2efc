//! Dice of a game, each throw's from a key of its own.
//!
//! The key hangs on a number and not on the order, so that nobody can try orders until sixes fall; a crash derives the
//! same dice again, and rolls that one seat makes unseen never shift those that all see. In games of a server the number
//! is that of the throw, so that nobody can move it by orders without dice that he takes back; in games of a seed, and in
//! those that an earlier release has begun, it is that of the entry. `docs/dice.md` is the written specification, with
//! test vectors and a proof.

use super::{Streams, Thrown};
use crate::dice::{Dice, Seeded};
use crate::seat::Seat;

/// The key that all dice of a game come from.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceRoot([u8; 32]);

const OF_SEED: &str = "sandtable 2026-11 dice root of a plain seed";
const OF_COMMITMENT: &str = "sandtable 2026-11 commitment to a dice secret";
const OF_OPENING: &str = "sandtable 2026-11 commitment to a player's bytes";
const OF_SECRET: &str = "sandtable 2026-11 dice root of a committed secret";
const OF_ENTRY: &str = "sandtable 2026-11 dice of an entry";
const OF_THROW: &str = "sandtable 2026-11 dice of a throw";
const OF_STATE: &str = "sandtable 2026-11 key of state hashes";

impl DiceRoot {
    /// The root of a local game: a plain seed.
    pub fn of_seed(seed: u64) -> DiceRoot {
        DiceRoot(blake3::derive_key(OF_SEED, &seed.to_le_bytes()))
    }

    /// What is published before any player's bytes are asked for: a commitment to the secret of this game.
    pub fn commitment(secret: &[u8; 32], game: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key(OF_COMMITMENT);
        hasher.update(secret).update(game.as_bytes());
        *hasher.finalize().as_bytes()
    }

    /// What a player publishes before all open: a commitment to his bytes.
    pub fn player_commitment(bytes: &[u8]) -> [u8; 32] {
        blake3::derive_key(OF_OPENING, bytes)
    }

    /// The root of a game whose dice can be proved: from the secret, its commitment, and the players' bytes by seat.
    pub fn of_secret(secret: &[u8; 32], commitment: &[u8; 32], openings: &[(String, Vec<u8>)]) -> DiceRoot {
        let mut hasher = blake3::Hasher::new_derive_key(OF_SECRET);
        hasher.update(secret).update(commitment);
        for (seat, bytes) in openings {
            for part in [seat.as_bytes(), bytes] {
                hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
            }
        }
        DiceRoot(*hasher.finalize().as_bytes())
    }

    /// The dice of one stream of an entry: public, or those that one seat sees.
    pub fn dice(&self, entry: u32, stream: Option<&str>) -> Seeded {
        self.numbered(OF_ENTRY, entry, stream)
    }

    /// The dice of the throw of this number, from 0, in one stream: public, or those that one seat sees.
    pub fn throw(&self, number: u32, stream: Option<&str>) -> Seeded {
        self.numbered(OF_THROW, number, stream)
    }

    fn numbered(&self, context: &str, number: u32, stream: Option<&str>) -> Seeded {
        let mut hasher = blake3::Hasher::new_derive_key(context);
        hasher.update(&self.0).update(&number.to_le_bytes()).update(stream.unwrap_or_default().as_bytes());
        Seeded::of_key(*hasher.finalize().as_bytes())
    }

    /// The key under which states are hashed; it is opened at the end of the game.
    pub fn state_key(&self) -> [u8; 32] {
        blake3::derive_key(OF_STATE, &self.0)
    }

    /// All dice of an entry, by its number.
    pub fn entry(&self, number: u32) -> EntryDice {
        EntryDice { root: self.clone(), next: Next::Entry(number), open: Vec::new() }
    }

    /// All dice of the entry that comes next, each stream's by the number of its throw.
    pub fn after(&self, throws: &Throws) -> EntryDice {
        EntryDice { root: self.clone(), next: Next::Throws(throws.clone()), open: Vec::new() }
    }
}

/// What the dice of an entry are numbered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// By the number of the entry. Whoever knows the dice beforehand can move that number: by an order without dice that he
    /// takes back. So games of a server are numbered so only where an earlier release has begun them.
    #[default]
    Entries,
    /// By the number of the throw: how many entries have thrown dice in its stream before.
    Throws,
}

/// How many entries have thrown dice in each stream. Taking back does not lower it: no throw can be had twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throws<S = Seat>(Vec<(Option<S>, u32)>);

impl<S> Default for Throws<S> {
    fn default() -> Throws<S> {
        Throws(Vec::new())
    }
}

impl<S: PartialEq + Clone> Throws<S> {
    /// The number of the next throw in a stream.
    pub fn next(&self, stream: Option<&S>) -> u32 {
        self.0.iter().find(|(known, _)| known.as_ref() == stream).map_or(0, |(_, count)| *count)
    }

    /// An entry has thrown these.
    pub fn fell(&mut self, dice: &[Thrown<S>]) {
        for Thrown { only, .. } in dice {
            match self.0.iter_mut().find(|(known, _)| known == only) {
                Some((_, count)) => *count += 1,
                None => self.0.push((only.clone(), 1)),
            }
        }
    }
}

/// The dice of one entry, stream by stream.
pub struct EntryDice {
    root: DiceRoot,
    next: Next,
    open: Vec<(Option<Seat>, Seeded)>,
}

/// What the keys of an entry are made of.
enum Next {
    Entry(u32),
    Throws(Throws),
}

impl EntryDice {
    fn key(&self, stream: Option<Seat>) -> Seeded {
        let name = stream.map(|seat| seat.0);
        match &self.next {
            Next::Entry(number) => self.root.dice(*number, name),
            Next::Throws(throws) => self.root.throw(throws.next(stream.as_ref()), name),
        }
    }
}

impl Streams for EntryDice {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        let at = self.open.iter().position(|(seat, _)| *seat == hidden_for).unwrap_or_else(|| {
            let dice = self.key(hidden_for);
            self.open.push((hidden_for, dice));
            self.open.len() - 1
        });
        &mut self.open[at].1
    }
}
