//! What is known of sight over the ground as it was laid out, kept for all states of a battle.
//!
//! Men stand still far more often than they move, and whoever fires, charges or tests asks for the same lines again. Each
//! answer is one word with its whole question in it, so that whoever reads it reads a true one, and it does not matter
//! who wrote it last.

use field::Point;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lines of sight that have been looked along.
pub(super) struct Sightlines {
    known: Box<[AtomicU64]>,
}

/// So many lines are kept at least, and at most; a power of two.
const KEPT: (usize, usize) = (1 << 15, 1 << 18);
/// So many bits of a word hold a coordinate: up to 163 inches.
const BITS: u32 = 14;

impl Sightlines {
    /// For so many men a side: each may look at each.
    pub(super) fn of(men: [usize; 2]) -> Sightlines {
        let kept = (2 * men[0] * men[1]).next_power_of_two().clamp(KEPT.0, KEPT.1);
        Sightlines { known: (0..kept).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl fmt::Debug for Sightlines {
    /// Without the lines, which are many and follow from the ground.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sightlines")
    }
}

impl Sightlines {
    /// Whether two points see each other, which is looked for where it is not known. Sight is the same both ways.
    pub(super) fn are_clear(&self, one: Point, other: Point, look: impl FnOnce() -> bool) -> bool {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        let coordinates = [one.x, one.y, other.x, other.y];
        if coordinates.iter().any(|at| !(0..1 << BITS).contains(at)) {
            return look();
        }
        // The question, a bit for the answer, and a bit that says that there is one.
        let question = coordinates.iter().fold(0, |word: u64, at| (word << BITS) | *at as u64);
        let question = (question << 2) | 1;
        // Knuth's multiplicative hash spreads neighbours.
        let place = question.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.known.len().ilog2());
        let word = &self.known[place as usize];
        let known = word.load(Ordering::Relaxed);
        if known & !2 == question {
            return known & 2 != 0;
        }
        let clear = look();
        word.store(question | (u64::from(clear) << 1), Ordering::Relaxed);
        clear
    }
}
