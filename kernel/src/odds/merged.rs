//! The paths of one step, merged.

use super::Beyond;
use crate::dice::gcd;
use crate::fx::FxHashMap;
use std::hash::Hash;

/// Paths of one step merged by what they lead to, over one common denominator.
pub(super) struct Merged<T> {
    /// Used only once there are too many parts to look through.
    at: FxHashMap<T, usize>,
    parts: Vec<(T, u128)>,
    whole: u128,
    overflow: bool,
}

/// So many parts are looked through sooner than they are hashed.
const FEW: usize = 24;

impl<T: Clone + Eq + Hash> Merged<T> {
    pub(super) fn new() -> Merged<T> {
        Merged { at: FxHashMap::default(), parts: Vec::new(), whole: 1, overflow: false }
    }

    pub(super) fn add(&mut self, thing: T, weight: u128, whole: u128) {
        let Some(weight) = self.scaled(weight, whole) else {
            self.overflow = true;
            return;
        };
        match self.place(&thing) {
            Some(i) => self.parts[i].1 += weight,
            None => self.parts.push((thing, weight)),
        }
    }

    fn place(&mut self, thing: &T) -> Option<usize> {
        let count = self.parts.len();
        if count < FEW {
            return self.parts.iter().position(|(other, _)| other == thing);
        }
        if self.at.is_empty() {
            self.at.extend(self.parts.iter().enumerate().map(|(i, (other, _))| (other.clone(), i)));
        }
        let found = self.at.get(thing).copied();
        if found.is_none() {
            self.at.insert(thing.clone(), count);
        }
        found
    }

    /// Brings `weight / whole` over the common denominator, or the common denominator up to it.
    fn scaled(&mut self, weight: u128, whole: u128) -> Option<u128> {
        if whole == self.whole {
            return Some(weight);
        }
        let common = gcd(whole, self.whole);
        let (up, scale) = (over(whole, common), over(self.whole, common));
        if up > 1 {
            self.whole = self.whole.checked_mul(up)?;
            for (_, part) in &mut self.parts {
                *part = part.checked_mul(up)?;
            }
        }
        weight.checked_mul(scale)
    }

    /// Hands out the parts and the denominator, and is empty again.
    pub(super) fn finish(&mut self) -> Result<(std::vec::Drain<'_, (T, u128)>, u128), Beyond> {
        self.at.clear();
        let whole = std::mem::replace(&mut self.whole, 1);
        if std::mem::take(&mut self.overflow) { Err(Beyond) } else { Ok((self.parts.drain(..), whole)) }
    }
}

/// A quotient; most numbers are of one word, which is far quicker to divide.
fn over(number: u128, by: u128) -> u128 {
    match (u64::try_from(number), u64::try_from(by)) {
        (Ok(number), Ok(by)) => (number / by).into(),
        _ => number / by,
    }
}
