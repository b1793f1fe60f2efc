//! Parts of a leg, kept exactly.

use std::cmp::Ordering;

/// A part of a leg, from 0 at its beginning to 1 at its end.
///
/// On a table of at most [`crate::Plan::LARGEST`] numerator and denominator stay below 2^31, so that two of them can be
/// compared in 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    part: i64,
    of: i64,
}

impl Fraction {
    /// The beginning of a leg.
    pub const ZERO: Fraction = Fraction { part: 0, of: 1 };
    /// The end of a leg.
    pub const ONE: Fraction = Fraction { part: 1, of: 1 };

    /// A part of a whole, which is more than nothing.
    pub(crate) const fn new(part: i64, of: i64) -> Fraction {
        Fraction { part, of }
    }

    /// The same seen from the other end of the leg.
    #[must_use]
    pub const fn from_the_end(self) -> Fraction {
        Fraction { part: self.of - self.part, of: self.of }
    }

    /// So much of a length, rounded down: a point so far along a leg does not lie beyond it.
    pub fn of_length(self, length: i64) -> i64 {
        (i128::from(length) * i128::from(self.part) / i128::from(self.of)) as i64
    }
}

/// The length between two parts of a leg, times `times` over `by`, rounded up.
pub(crate) fn stretch(length: i64, from: Fraction, to: Fraction, (times, by): (i64, i64)) -> i64 {
    let between = i128::from(to.part * from.of - from.part * to.of);
    let whole = i128::from(to.of) * i128::from(from.of) * i128::from(by);
    let part = i128::from(length) * i128::from(times) * between;
    // Rounded up, also below 0, where a road makes a leg cheaper.
    -((-part).div_euclid(whole)) as i64
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.part * other.of).cmp(&(other.part * self.of))
    }
}
