//! Sources that throw faces: seeded, scripted and typed in.

use super::{Dice, Die, Law, Throw, Why};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use smallvec::SmallVec;
use std::fmt;

/// Throws faces one by one and lets the law read them; the first reading of the law where faces ran out.
fn thrown(law: Law, why: Why, mut next: impl FnMut(Die) -> Option<u8>) -> (Throw, bool) {
    let mut faces = SmallVec::new();
    let reading = law.read(|die| {
        let face = next(die)?;
        faces.push(face);
        Some(face)
    });
    let whole = reading.is_some();
    let reading = reading.unwrap_or_else(|| law.ways().map_or(0, |ways| ways.each[0].0));
    (Throw { why, law, reading, faces }, whole)
}

/// Dice from a seed: the same seed gives the same faces on every machine and in every release.
///
/// The stream is ChaCha20 under the key `seed` (eight bytes, little-endian, then zeros); a face is the next byte
/// below the largest multiple of the die's sides, modulo the sides.
pub struct Seeded {
    stream: ChaCha20Rng,
    buffer: [u8; 64],
    used: usize,
}

impl Seeded {
    /// Dice from this seed.
    pub fn new(seed: u64) -> Seeded {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Seeded::of_key(key)
    }

    /// Dice from a whole key.
    pub fn of_key(key: [u8; 32]) -> Seeded {
        Seeded { stream: ChaCha20Rng::from_seed(key), buffer: [0; 64], used: 64 }
    }

    /// The next number below `bound`, for choices at random that are not dice of the game.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a choice among none");
        let limit = u32::MAX - u32::MAX % bound;
        loop {
            let number = match self.buffer[self.used..].first_chunk() {
                Some(&bytes) => {
                    self.used += 4;
                    u32::from_le_bytes(bytes)
                }
                None => u32::from_le_bytes(std::array::from_fn(|_| self.byte())),
            };
            if number < limit {
                return number % bound;
            }
        }
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }

    /// Does something happen that happens so many times in a hundred?
    pub fn comes(&mut self, in_a_hundred: u32) -> bool {
        self.below(100) < in_a_hundred
    }

    /// One of several.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u32) as usize]
    }

    /// All of them, in any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    #[inline]
    fn byte(&mut self) -> u8 {
        if self.used == self.buffer.len() {
            self.stream.fill_bytes(&mut self.buffer);
            self.used = 0;
        }
        self.used += 1;
        self.buffer[self.used - 1]
    }

    /// The next face of a die.
    pub fn face(&mut self, die: Die) -> u8 {
        let sides = die.sides();
        let limit = 256 / u16::from(sides) * u16::from(sides);
        loop {
            let byte = self.byte();
            if u16::from(byte) < limit {
                return die.faces()[usize::from(byte % sides)];
            }
        }
    }
}

impl Dice for Seeded {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        thrown(law, why, |die| Some(self.face(die))).0
    }
}

/// Dice that fall as a test says. Throwing more dice than were scripted fails, and so does leaving some over.
#[derive(Debug)]
pub struct Scripted {
    faces: Vec<u8>,
    used: usize,
}

impl Scripted {
    /// Dice that fall in this order.
    pub fn of(faces: impl IntoIterator<Item = u8>) -> Scripted {
        Scripted { faces: faces.into_iter().collect(), used: 0 }
    }
}

impl Dice for Scripted {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let (faces, used) = (&self.faces, &mut self.used);
        let next = |die: Die| {
            let face = *faces.get(*used).unwrap_or_else(|| {
                panic!("the script has {} dice, and {law} for '{}' needs more", faces.len(), why.what)
            });
            assert!(die.shows(face), "a {die} for '{}' cannot show {face}", why.what);
            *used += 1;
            Some(face)
        };
        thrown(law, why, next).0
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.used, self.faces.len(), "scripted dice left over: {:?}", &self.faces[self.used..]);
        }
    }
}

/// Dice thrown on a real table and typed in. Too few, too many or impossible faces are an error to be told, so
/// nothing panics: ask [`Typed::finish`] before believing an outcome.
#[derive(Debug)]
pub struct Typed {
    faces: Vec<u8>,
    used: usize,
    error: Option<DiceError>,
}

/// What was wrong with typed-in dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiceError {
    /// The dice ran out before this throw was complete.
    TooFew {
        /// What the missing dice are for.
        what: &'static str,
        /// The law that was to be read.
        law: Law,
        /// How many dice were given in all.
        given: usize,
    },
    /// A face that the die does not have.
    NoSuchFace {
        /// What the die was for.
        what: &'static str,
        /// The kind of die.
        die: Die,
        /// The face that was typed.
        face: u8,
    },
    /// Dice were left over.
    TooMany {
        /// How many the roll took.
        needed: usize,
        /// How many were given.
        given: usize,
    },
}

impl Typed {
    /// Dice as they fell on the table, in the order they are asked for.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Typed {
        Typed { faces: faces.into_iter().collect(), used: 0, error: None }
    }

    /// Were the dice just what the rules asked for?
    pub fn finish(self) -> Result<(), DiceError> {
        match self.error {
            Some(error) => Err(error),
            None if self.used < self.faces.len() => {
                Err(DiceError::TooMany { needed: self.used, given: self.faces.len() })
            }
            None => Ok(()),
        }
    }

    fn next(&mut self, die: Die, what: &'static str) -> Option<u8> {
        let typed = *self.faces.get(self.used)?;
        self.used += 1;
        // A ten-sided die shows its ten as 0.
        let face = if die == Die::D10 && typed == 0 { 10 } else { typed };
        if !die.shows(face) {
            self.error.get_or_insert(DiceError::NoSuchFace { what, die, face });
        }
        Some(face.clamp(die.faces()[0], die.faces()[die.faces().len() - 1]))
    }
}

impl Dice for Typed {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let (throw, whole) = thrown(law, why, |die| self.next(die, why.what));
        if !whole {
            let given = self.faces.len();
            self.error.get_or_insert(DiceError::TooFew { what: why.what, law, given });
        }
        throw
    }

    fn is_spent(&self) -> bool {
        self.error.is_some()
    }
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceError::TooFew { what, law, given } => {
                let were = if *given == 1 { "die was" } else { "dice were" };
                write!(f, "{given} {were} given, but the roll needs more: next is {law} for '{what}'")
            }
            DiceError::NoSuchFace { what, die, face } => {
                let (low, high) = (die.faces()[0], die.faces()[die.faces().len() - 1]);
                write!(
                    f,
                    "the die for '{what}' is given as {face}, but {} {die} shows {low} to {high}",
                    if *die == Die::Average { "an" } else { "a" }
                )
            }
            DiceError::TooMany { needed, given } => {
                let were = if *given == 1 { "die was" } else { "dice were" };
                match needed {
                    0 => write!(f, "{given} {were} given, but nothing is rolled here"),
                    _ => write!(f, "{given} {were} given, but the roll takes only {needed}"),
                }
            }
        }
    }
}

impl std::error::Error for DiceError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    const WHY: Why = Why::high("a test", Seat("tester"));

    #[test]
    fn a_seed_gives_the_same_faces_for_ever() {
        let mut dice = Seeded::new(1916);
        let faces = dice.throw(Law::Sum { die: Die::D6, count: 12 }, WHY).faces;
        let again = Seeded::new(1916).throw(Law::Sum { die: Die::D6, count: 12 }, WHY).faces;
        assert_eq!(faces, again);
        // Computed apart from this code: ChaCha20 (RFC 8439 block function, nonce 0) under key 7c 07 00 ... 00.
        assert_eq!(faces.as_slice(), SEED_1916);
    }

    const SEED_1916: [u8; 12] = [6, 2, 2, 4, 1, 6, 1, 4, 5, 3, 6, 1];

    #[test]
    #[should_panic(expected = "needs more")]
    fn a_script_that_is_too_short_fails() {
        Scripted::of([1]).throw(Law::Sum { die: Die::D6, count: 2 }, WHY);
    }

    #[test]
    #[should_panic(expected = "left over")]
    fn a_script_that_is_too_long_fails() {
        Scripted::of([1, 2]).throw(Law::One(Die::D6), WHY);
    }

    #[test]
    fn typed_dice_tell_what_is_wrong_with_them() {
        let told = |faces: &[u8], law: Law| {
            let mut dice = Typed::new(faces.iter().copied());
            dice.throw(law, WHY);
            dice.finish().map_err(|error| error.to_string())
        };
        assert_eq!(told(&[4, 2], Law::Sum { die: Die::D6, count: 2 }), Ok(()));
        assert!(told(&[4], Law::Sum { die: Die::D6, count: 2 }).unwrap_err().contains("needs more"));
        assert_eq!(told(&[0], Law::One(Die::D10)), Ok(()), "the ten of a d10 is shown as 0");
        assert!(told(&[7], Law::One(Die::D6)).unwrap_err().contains("shows 1 to 6"));
        assert!(told(&[1, 2, 3], Law::One(Die::D6)).unwrap_err().contains("takes only 1"));
        // Ties again for ever must not hang when the dice run out.
        assert!(told(&[3, 3], Law::Opposed { die: Die::D6, edge: 0 }).unwrap_err().contains("needs more"));
    }
}
