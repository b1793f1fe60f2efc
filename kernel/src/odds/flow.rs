//! The flow of mass through stages that never repeat: whole numbers only, over one denominator for all stages.

use super::powers::Powers;
use super::row::{Row, add_times};
use dashu_int::{DoubleWord, UBig, Word};
use smallvec::SmallVec;

/// More words than this are not laid out at once; such a graph is walked stage by stage, in fractions.
const MOST_WORDS: usize = 8 << 20;

/// A place for the mass of each stage.
///
/// The denominator is a multiple of what every path through the stages makes, so that each share of a mass is a whole
/// number again: mass is divided, multiplied and added, and never reduced.
pub(super) struct Flow {
    masses: Row,
    /// What is being shared out.
    share: Vec<Word>,
}

impl Flow {
    /// Places for the masses of so many stages, none above `whole`; `None` where that is too much.
    pub(super) fn over(whole: &UBig, stages: usize) -> Option<Flow> {
        let words = whole.as_words().len().checked_mul(stages)?;
        (words <= MOST_WORDS).then(|| Flow { masses: Row::of(stages, whole), share: Vec::new() })
    }

    /// Adds mass to a stage.
    pub(super) fn enter(&mut self, at: u32, part: &UBig) {
        self.masses.add(at, part);
    }

    /// Makes ready to share out the mass at a stage in parts of `1 / whole`. False where there is none.
    pub(super) fn divide(&mut self, at: u32, whole: &Divisor) -> bool {
        let mass = self.masses.at(at);
        self.share.clear();
        self.share.extend_from_slice(&mass[..mass.len() - mass.iter().rev().take_while(|&&word| word == 0).count()]);
        whole.divide(&mut self.share);
        !self.share.is_empty()
    }

    /// Sends so many of the parts made ready on to a stage.
    pub(super) fn send(&mut self, to: u32, mut weight: u128) {
        let mut target = self.masses.at_mut(to);
        loop {
            add_times(target, &self.share, weight as Word);
            weight = weight.checked_shr(Word::BITS).unwrap_or(0);
            if weight == 0 {
                return;
            }
            target = &mut target[1..];
        }
    }

    /// The mass at a stage.
    pub(super) fn part(&self, at: u32) -> UBig {
        self.masses.number(at)
    }
}

/// A number that others are divided by which are multiples of it.
pub(super) struct Divisor {
    twos: u32,
    /// Odd factors, each with its inverse modulo the first power of two that is longer than a word.
    odd: SmallVec<[(Word, Word); 2]>,
}

impl Divisor {
    pub(super) fn of(number: Powers) -> Divisor {
        Divisor {
            twos: number.twos(),
            odd: number.odd_factors().map(Word::from).map(|odd| (odd, inverse(odd))).collect(),
        }
    }

    /// Divides a multiple, from its low words to its high ones, without a single division of the machine: what is
    /// taken off by the low word of the quotient makes the low word of the rest 0, and so on upwards.
    fn divide(&self, number: &mut Vec<Word>) {
        let (words, bits) = ((self.twos / Word::BITS) as usize, self.twos % Word::BITS);
        number.drain(..words.min(number.len()));
        if bits > 0 {
            let mut above: Word = 0;
            for word in number.iter_mut().rev() {
                let low = *word << (Word::BITS - bits);
                *word = (*word >> bits) | above;
                above = low;
            }
        }
        for &(odd, inverse) in &self.odd {
            let mut carry: Word = 0;
            for word in number.iter_mut() {
                let (rest, under) = word.overflowing_sub(carry);
                *word = rest.wrapping_mul(inverse);
                let taken = DoubleWord::from(*word) * DoubleWord::from(odd);
                carry = (taken >> Word::BITS) as Word + Word::from(under);
            }
            debug_assert_eq!(carry, 0, "every share is a whole number");
        }
        while number.last() == Some(&0) {
            number.pop();
        }
    }
}

/// The inverse of an odd number modulo the first power of two that is longer than a word (Newton).
fn inverse(odd: Word) -> Word {
    // Right in the lowest three bits; each round doubles how many are.
    let mut inverse = odd;
    while odd.wrapping_mul(inverse) != 1 {
        inverse = inverse.wrapping_mul((2 as Word).wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(number: u128) -> Divisor {
        Divisor::of(Powers::of(number).unwrap())
    }

    #[test]
    fn mass_is_shared_out_in_whole_numbers() {
        // All is 120. Three quarters go on, and half of them again: 45; the quarter that went elsewhere is 30.
        let mut flow = Flow::over(&UBig::from(120_u8), 4).unwrap();
        flow.enter(0, &UBig::from(120_u8));
        assert!(flow.divide(0, &by(4)));
        flow.send(1, 3);
        flow.send(3, 1);
        assert!(flow.divide(1, &by(2)));
        flow.send(2, 1);
        assert_eq!([2, 3].map(|at| flow.part(at)), [UBig::from(45_u8), UBig::from(30_u8)]);
        assert!(!Flow::over(&UBig::ONE, 1).unwrap().divide(0, &by(2)), "nothing came here");
    }

    #[test]
    fn numbers_past_a_word_are_not_lost() {
        let far = 6_u128.pow(48);
        let whole = UBig::from(far) * UBig::from(7_u8);
        let mut flow = Flow::over(&whole, 3).unwrap();
        flow.enter(0, &whole);
        assert!(flow.divide(0, &by(far)));
        flow.send(1, far - 5);
        flow.send(2, 5);
        assert_eq!(flow.part(1), UBig::from(far - 5) * UBig::from(7_u8));
        assert_eq!(flow.part(2), UBig::from(35_u8));
        assert!(flow.divide(1, &by(1)));
        flow.send(2, 1);
        assert_eq!(flow.part(2), whole);
    }

    #[test]
    fn multiples_are_divided_as_the_numbers_are() {
        for number in [1, 2, 3, 6, 30, 7 * 64, 3_u128.pow(30), 6_u128.pow(48), 1 << 127] {
            for times in [1, 5, u128::MAX] {
                let mut product = (UBig::from(number) * UBig::from(times)).as_words().to_vec();
                by(number).divide(&mut product);
                assert_eq!(UBig::from_words(&product), UBig::from(times), "{number} times {times}");
            }
        }
    }
}
