//! The dice of this book.

use kernel::prelude::*;

/// One twenty-sided die.
pub(crate) fn d20(dice: &mut dyn Dice, why: Why) -> Throw {
    dice.throw(Law::One(Die::D20), why)
}

/// One six-sided die.
pub(crate) fn d6(dice: &mut dyn Dice, why: Why) -> Throw {
    dice.throw(Law::One(Die::D6), why)
}

/// One twelve-sided die, read as the hour of a clock.
pub(crate) fn d12(dice: &mut dyn Dice, why: Why) -> Throw {
    dice.throw(Law::One(Die::D12), why)
}
