//! Whole numbers of one length, laid out in one row.

use dashu_int::{DoubleWord, UBig, Word};
use std::ops::Range;

/// Numbers that are added to far more often than they are read, none above a whole: adding neither makes room nor
/// tidies up.
pub(crate) struct Row {
    /// Words to a number.
    room: usize,
    words: Vec<Word>,
}

impl Row {
    /// So many numbers, each 0 and none ever above `whole`.
    pub(crate) fn of(count: usize, whole: &UBig) -> Row {
        let room = whole.as_words().len();
        Row { room, words: vec![0; room * count] }
    }

    /// One more number, 0; its place.
    pub(crate) fn push(&mut self) -> u32 {
        let place = self.words.len() / self.room;
        self.words.resize(self.words.len() + self.room, 0);
        place as u32
    }

    /// Adds to the number at a place.
    pub(crate) fn add(&mut self, at: u32, more: &UBig) {
        add_times(self.at_mut(at), more.as_words(), 1);
    }

    /// The number at a place.
    pub(crate) fn number(&self, at: u32) -> UBig {
        UBig::from_words(self.at(at))
    }

    /// Its words, the low ones first.
    pub(super) fn at(&self, at: u32) -> &[Word] {
        &self.words[self.range(at)]
    }

    /// The same, to be changed.
    pub(super) fn at_mut(&mut self, at: u32) -> &mut [Word] {
        let range = self.range(at);
        &mut self.words[range]
    }

    fn range(&self, at: u32) -> Range<usize> {
        let begin = at as usize * self.room;
        begin..begin + self.room
    }
}

/// Adds `times` of `source` to `target`, which has room for it.
pub(super) fn add_times(target: &mut [Word], source: &[Word], times: Word) {
    let mut carry: Word = 0;
    let (low, high) = target.split_at_mut(source.len());
    for (word, &more) in low.iter_mut().zip(source) {
        let sum = DoubleWord::from(*word) + DoubleWord::from(more) * DoubleWord::from(times) + DoubleWord::from(carry);
        *word = sum as Word;
        carry = (sum >> Word::BITS) as Word;
    }
    for word in high {
        if carry == 0 {
            return;
        }
        let (sum, over) = word.overflowing_add(carry);
        *word = sum;
        carry = Word::from(over);
    }
    assert_eq!(carry, 0, "a mass is at most the whole");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_up_apart_from_one_another() {
        let whole = UBig::from(u128::MAX);
        let mut row = Row::of(1, &whole);
        let second = row.push();
        row.add(0, &UBig::from(u64::MAX));
        row.add(0, &UBig::ONE);
        row.add(second, &UBig::from(7_u8));
        assert_eq!([0, second].map(|at| row.number(at)), [UBig::from(1_u128 << 64), UBig::from(7_u8)]);
    }
}
