//! Probability mass as an unreduced fraction of whole numbers.

use dashu_base::Gcd;
use dashu_int::UBig;
use dashu_ratio::RBig;

/// A fraction that is added up far more often than it is looked at.
///
/// Masses that meet nearly always have the same denominator (they took the same dice to get there), so adding
/// compares denominators first and reduces nothing; reducing is left to [`Mass::ratio`].
#[derive(Clone, Debug)]
pub(crate) struct Mass {
    pub(crate) part: UBig,
    pub(crate) whole: UBig,
}

impl Mass {
    pub(crate) fn none() -> Mass {
        Mass { part: UBig::ZERO, whole: UBig::ONE }
    }

    pub(crate) fn is_none(&self) -> bool {
        self.part.is_zero()
    }

    /// Adds `part / whole`.
    pub(crate) fn add(&mut self, part: UBig, whole: &UBig) {
        if self.is_none() {
            (self.part, self.whole) = (part, whole.clone());
        } else if self.whole == *whole {
            self.part += part;
        } else {
            let common = (&self.whole).gcd(whole);
            let (ours, theirs) = (whole / &common, &self.whole / &common);
            self.part = &self.part * &ours + part * theirs;
            self.whole *= ours;
        }
    }

    /// Times a rational number, reduced: used where a repeat was solved.
    pub(crate) fn times(&self, factor: &RBig) -> Mass {
        let product = self.ratio() * factor;
        Mass {
            part: product.numerator().clone().try_into().expect("masses are not negative"),
            whole: product.denominator().clone(),
        }
    }

    pub(crate) fn ratio(&self) -> RBig {
        RBig::from_parts(self.part.clone().into(), self.whole.clone())
    }
}

/// The parts of masses over one denominator for all of them.
pub(super) fn over_one_whole(masses: Vec<Mass>) -> Vec<UBig> {
    let mut whole = UBig::ONE;
    for mass in &masses {
        if whole != mass.whole {
            let common = (&whole).gcd(&mass.whole);
            whole *= &mass.whole / common;
        }
    }
    let scaled = |mass: Mass| if mass.whole == whole { mass.part } else { mass.part * (&whole / mass.whole) };
    masses.into_iter().map(scaled).collect()
}
