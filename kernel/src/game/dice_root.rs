//! Dice of a game, each entry's from a key of its own.
//!
//! The key of an entry hangs on its number and not on the order, so that nobody can try orders until sixes fall; a
//! crash derives the same dice again, and rolls that one seat makes unseen never shift those that all see.
//! `docs/dice.md` is the written specification, with test vectors.

use super::Streams;
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
        let mut hasher = blake3::Hasher::new_derive_key(OF_ENTRY);
        hasher.update(&self.0).update(&entry.to_le_bytes()).update(stream.unwrap_or_default().as_bytes());
        Seeded::of_key(*hasher.finalize().as_bytes())
    }

    /// The key under which states are hashed; it is opened at the end of the game.
    pub fn state_key(&self) -> [u8; 32] {
        blake3::derive_key(OF_STATE, &self.0)
    }

    /// All dice of an entry.
    pub fn entry(&self, number: u32) -> EntryDice {
        EntryDice { root: self.clone(), number, open: Vec::new() }
    }
}

/// The dice of one entry, stream by stream.
pub struct EntryDice {
    root: DiceRoot,
    number: u32,
    open: Vec<(Option<Seat>, Seeded)>,
}

impl Streams for EntryDice {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        let at = self.open.iter().position(|(seat, _)| *seat == hidden_for).unwrap_or_else(|| {
            let dice = self.root.dice(self.number, hidden_for.map(|seat| seat.0));
            self.open.push((hidden_for, dice));
            self.open.len() - 1
        });
        &mut self.open[at].1
    }
}
