//! What a straight leg crosses, and for how long. Movement and sight both fold over it.

use crate::fraction::{Fraction, stretch};
use smallvec::SmallVec;

/// A stretch of a leg inside a piece of terrain. Where a leg enters a piece twice, there are two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// The piece, by its place in the plan.
    pub piece: usize,
    /// Where the leg comes in; 0 where it begins inside or at the rim.
    pub from: Fraction,
    /// Where it goes out.
    pub to: Fraction,
}

/// What a leg crosses: by pieces from the bottom up, and within a piece from its beginning on.
pub type Crossings = SmallVec<[Crossing; 8]>;

impl Crossing {
    /// The length inside, of a leg of this length, rounded up to the hundredth of an inch.
    pub fn length(&self, of_leg: i64) -> i64 {
        stretch(of_leg, self.from, self.to, (1, 1))
    }
}

/// What is left of a stretch where nothing of `above` covers it.
pub(crate) fn uncovered(
    stretch: &Crossing,
    above: impl Iterator<Item = Crossing>,
) -> SmallVec<[(Fraction, Fraction); 4]> {
    let mut open: SmallVec<[(Fraction, Fraction); 4]> = SmallVec::new();
    open.push((stretch.from, stretch.to));
    for cover in above {
        let mut left = SmallVec::new();
        for (from, to) in open {
            let before = (from, to.min(cover.from));
            let after = (from.max(cover.to), to);
            left.extend([before, after].into_iter().filter(|(from, to)| from < to));
        }
        open = left;
    }
    open
}
