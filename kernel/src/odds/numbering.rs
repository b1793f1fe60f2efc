//! Things numbered as they are met.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Room for things where nobody knows how many there will be.
pub(super) const FEW: usize = 24;

/// Numbers things from 0 as they are met; equal things have one number.
pub(super) struct Numbering<T> {
    /// The hash and the number of each thing.
    at: HashTable<(u64, u32)>,
    things: Vec<T>,
}

impl<T: Eq + Hash> Numbering<T> {
    /// Nothing met yet, with room for about so many things.
    pub(super) fn with_room(count: usize) -> Numbering<T> {
        Numbering { at: HashTable::with_capacity(count), things: Vec::with_capacity(count) }
    }

    /// The number of a thing, a new one where it was not met before.
    pub(super) fn of(&mut self, thing: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&thing);
        let is_it = |&(other, number): &(u64, u32)| other == hash && self.things[number as usize] == thing;
        if let Some(&(_, number)) = self.at.find(hash, is_it) {
            return number;
        }
        let number = self.things.len() as u32;
        self.at.insert_unique(hash, (hash, number), |&(hash, _)| hash);
        self.things.push(thing);
        number
    }

    /// The thing of a number.
    pub(super) fn thing(&self, number: usize) -> Option<&T> {
        self.things.get(number)
    }

    /// All things in the order of their numbers.
    pub(super) fn into_things(self) -> Vec<T> {
        self.things
    }
}
