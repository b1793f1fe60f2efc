//! Whole numbers that dice make: products of the small primes that the sides of dice have.

use dashu_int::UBig;

/// The primes of which dice have their ways.
const PRIMES: [u32; 4] = [2, 3, 5, 7];

/// A whole number as the powers of 2, 3, 5 and 7 that it is the product of.
///
/// Denominators of chances are nearly all of this kind, and so told they are multiplied and brought to a common
/// multiple by adding and comparing a few small numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Powers([u32; 4]);

impl Powers {
    /// The powers of a number; `None` where another prime is in it.
    pub(super) fn of(mut number: u128) -> Option<Powers> {
        let mut powers = [0; 4];
        powers[0] = number.trailing_zeros();
        number = number.checked_shr(powers[0])?;
        for (power, prime) in powers.iter_mut().zip(PRIMES).skip(1) {
            while number.is_multiple_of(u128::from(prime)) {
                number /= u128::from(prime);
                *power += 1;
            }
        }
        (number == 1).then_some(Powers(powers))
    }

    /// The product.
    pub(super) fn times(self, other: Powers) -> Powers {
        self.each(other, |one, other| one + other)
    }

    /// The least common multiple.
    pub(super) fn common(self, other: Powers) -> Powers {
        self.each(other, u32::max)
    }

    /// Written out, because this is what the flow of every chain does most.
    fn each(self, other: Powers, join: impl Fn(u32, u32) -> u32) -> Powers {
        let (Powers([a, b, c, d]), Powers([e, f, g, h])) = (self, other);
        Powers([join(a, e), join(b, f), join(c, g), join(d, h)])
    }

    /// How often 2 is in it.
    pub(super) fn twos(self) -> u32 {
        self.0[0]
    }

    /// What is left without the twos, as a product of factors that each fit a word.
    pub(super) fn odd_factors(self) -> impl Iterator<Item = u32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let mut factor = 1_u32;
            for (power, prime) in left.iter_mut().zip(PRIMES).skip(1) {
                while *power > 0 {
                    let Some(product) = factor.checked_mul(prime) else { return Some(factor) };
                    factor = product;
                    *power -= 1;
                }
            }
            (factor > 1).then_some(factor)
        })
    }

    /// The number.
    pub(super) fn number(self) -> UBig {
        self.odd_factors().fold(UBig::ONE, |product, factor| product * factor) << self.twos() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_dice_is_told_by_its_powers() {
        assert_eq!(Powers::of(1), Some(Powers([0; 4])));
        assert_eq!(Powers::of(6 * 6 * 10), Some(Powers([3, 2, 1, 0])));
        assert_eq!(Powers::of(2 * 11), None);
        assert_eq!(Powers::of(0), None);
        for number in [1, 2, 36, 210, 6_u128.pow(20), 10_u128.pow(38)] {
            let powers = Powers::of(number).unwrap();
            assert_eq!(powers.number(), UBig::from(number));
        }
    }

    #[test]
    fn multiples_and_products_are_those_of_the_numbers() {
        let of = |number| Powers::of(number).unwrap();
        assert_eq!(of(12).common(of(90)), of(180));
        assert_eq!(of(12).times(of(90)), of(1080));
        assert_eq!(of(360).twos(), 3);
        assert_eq!(of(360).odd_factors().collect::<Vec<_>>(), [45]);
    }
}
