//! The chance to win an assault, at a glance: exact for units that all save alike, kept in a table.

use crate::saves::{Shelter, saves_on};
use crate::unit::Unit;
use std::sync::LazyLock;

/// What an assault promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chance {
    /// The chance that the assaulter wins, in thousandths.
    pub(super) win: i64,
    /// Mean half bases that the target loses in the fight itself, in thousandths.
    pub(super) on_target: i64,
    /// Mean half bases that the assaulter loses in it.
    pub(super) on_assaulter: i64,
}

/// The chance of so many dice a side, each side's units failing so many of twelve saves.
pub(super) fn chance(dice: i32, target_fails: u8, target_dice: i32, assaulter_fails: u8) -> Chance {
    let (dice, target_dice) = (dice.clamp(0, MOST) as usize, target_dice.clamp(0, MOST) as usize);
    let (target, assaulter) = (usize::from(target_fails.min(12)), usize::from(assaulter_fails.min(12)));
    // A die hits on 5 or 6, and the save then fails so often.
    let mean = |dice: usize, fails: usize| (dice * fails * 1000 / 36) as i64;
    Chance {
        win: WINS[at(dice, target, target_dice, assaulter)].into(),
        on_target: mean(dice, target),
        on_assaulter: mean(target_dice, assaulter),
    }
}

/// How many of twelve saves units fail on average.
pub(super) fn fails(units: impl Iterator<Item = Unit>, shelter: Shelter) -> u8 {
    let (mut sum, mut count) = (0_u32, 0_u32);
    for unit in units {
        sum += u32::from(saves_on(&unit, shelter) - 1) * 2;
        count += 1;
    }
    (sum + count / 2).checked_div(count).map_or(6, |mean| mean as u8)
}

const MOST: i32 = 32;
const POOLS: usize = MOST as usize + 1;

const fn at(dice: usize, target: usize, target_dice: usize, assaulter: usize) -> usize {
    ((dice * 13 + target) * POOLS + target_dice) * 13 + assaulter
}

/// The chance of more casualties on the target than on the assaulter, in thousandths.
static WINS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let casualties: Vec<Vec<f64>> =
        (0..POOLS * 13).map(|pool| binomial(pool / 13, (pool % 13) as f64 / 36.0)).collect();
    let mut wins = vec![0; at(POOLS - 1, 12, POOLS - 1, 12) + 1];
    for dice in 0..POOLS {
        for target in 0..13 {
            let inflicted = &casualties[dice * 13 + target];
            for target_dice in 0..POOLS {
                for assaulter in 0..13 {
                    let mut not_more = 0.0;
                    let (mut win, suffered) = (0.0, &casualties[target_dice * 13 + assaulter]);
                    for (count, chance) in inflicted.iter().enumerate() {
                        win += chance * not_more;
                        not_more += suffered.get(count).copied().unwrap_or_default();
                    }
                    wins[at(dice, target, target_dice, assaulter)] = (win * 1000.0).round() as u16;
                }
            }
        }
    }
    wins
});

/// The chances of 0 to `dice` successes.
fn binomial(dice: usize, chance: f64) -> Vec<f64> {
    let mut all = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; all.len() + 1];
        for (count, before) in all.iter().enumerate() {
            next[count] += before * (1.0 - chance);
            next[count + 1] += before * chance;
        }
        all = next;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_die_against_none_wins_as_often_as_it_hits_and_is_not_saved() {
        // A hit on 2 of 6, a save that fails 6 times of 12: one in six.
        assert_eq!(chance(1, 6, 0, 6).win, 167);
        assert_eq!(chance(1, 6, 0, 6).on_target, 166);
    }

    #[test]
    fn equal_sides_win_less_than_half_because_the_target_holds_a_tie() {
        let even = chance(12, 6, 12, 6).win;
        assert!((300..500).contains(&even), "{even}");
        assert!(chance(14, 6, 12, 6).win > even && chance(12, 6, 14, 6).win < even);
    }
}
