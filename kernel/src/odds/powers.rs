//! Whole numbers that dice make: products of the small primes that the sides of dice have.

use dashu_int::UBig;

/// A whole number as the powers of 2, 3, 5 and 7 that it is the product of.
///
/// Denominators of chances are nearly all of this kind, and so told they are multiplied and brought to a common
/// multiple by adding and comparing a few small numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Powers {
    twos: u32,
    threes: u32,
    fives: u32,
    sevens: u32,
}

impl Powers {
    /// The powers of a number; `None` where another prime is in it.
    pub(super) fn of(mut number: u128) -> Option<Powers> {
        let twos = number.trailing_zeros();
        number = number.checked_shr(twos)?;
        let mut power = |prime: u128| {
            let mut power = 0;
            while number.is_multiple_of(prime) {
                number /= prime;
                power += 1;
            }
            power
        };
        let powers = Powers { twos, threes: power(3), fives: power(5), sevens: power(7) };
        (number == 1).then_some(powers)
    }

    /// The product.
    pub(super) fn times(self, other: Powers) -> Powers {
        self.each(other, |one, other| one + other)
    }

    /// The least common multiple.
    pub(super) fn common(self, other: Powers) -> Powers {
        self.each(other, u32::max)
    }

    fn each(self, other: Powers, join: impl Fn(u32, u32) -> u32) -> Powers {
        Powers {
            twos: join(self.twos, other.twos),
            threes: join(self.threes, other.threes),
            fives: join(self.fives, other.fives),
            sevens: join(self.sevens, other.sevens),
        }
    }

    /// How often 2 is in it.
    pub(super) fn twos(self) -> u32 {
        self.twos
    }

    /// What is left without the twos, as a product of factors that each fit a word.
    pub(super) fn odd_factors(self) -> impl Iterator<Item = u32> {
        let mut left = [(self.threes, 3), (self.fives, 5), (self.sevens, 7)];
        std::iter::from_fn(move || {
            let mut factor = 1_u32;
            for (power, prime) in &mut left {
                while *power > 0 {
                    let Some(product) = factor.checked_mul(*prime) else { return Some(factor) };
                    factor = product;
                    *power -= 1;
                }
            }
            (factor > 1).then_some(factor)
        })
    }

    /// The number.
    pub(super) fn number(self) -> UBig {
        self.odd_factors().fold(UBig::ONE, |product, factor| product * factor) << self.twos as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_dice_is_told_by_its_powers() {
        assert_eq!(Powers::of(1), Some(Powers::default()));
        assert_eq!(Powers::of(6 * 6 * 10), Some(Powers { twos: 3, threes: 2, fives: 1, sevens: 0 }));
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
