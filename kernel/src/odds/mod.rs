//! Exact odds: every way the dice can fall, walked through the same steps that play uses.
//!
//! [`of_step`] walks one step. A [`Chain`] joins steps by *stages*, where equal branches merge and where players
//! decide; [`of_chain`] walks it. Sides that meet only in what is compared are walked apart and joined by
//! [`compare`]. Answers are exact, or bounded with the mass left over, or past the [`Budget`] sampled; [`Kind`]
//! says which.

mod chain;
mod contest;
mod dist;
mod explore;
mod flow;
mod graph;
mod mass;
mod merged;
mod numbering;
mod order;
mod powers;
mod repeat;
mod row;
mod walker;

pub use chain::{Chain, Decision, Pick, Turn, of_chain, run};
pub use contest::{Compared, compare};
pub use dist::Dist;
pub(crate) use order::in_order;
pub(crate) use row::Row;

use crate::dice::{Dice, Seeded};
use dashu_int::UBig;
use dashu_ratio::RBig;
use merged::Merged;
use std::hash::Hash;
use walker::Walker;

/// An exact fraction.
pub type Ratio = RBig;

/// The fraction `part / whole`.
pub fn ratio(part: u64, whole: u64) -> Ratio {
    Ratio::from_parts(part.into(), whole.into())
}

/// The odds of something, and how they were found.
#[derive(Clone, Debug)]
pub struct Odds<T> {
    /// How far they can be trusted.
    pub kind: Kind,
    /// The odds themselves; of the mass that was reached, where the kind is bounded.
    pub dist: Dist<T>,
}

/// How odds were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Every branch was walked; the fractions are exact.
    Exact,
    /// Every branch was walked but for some whose mass together is `left`.
    Bounded {
        /// The mass that was not followed to an end.
        left: Ratio,
    },
    /// Thrown at random, since walking went past the budget.
    Sampled {
        /// How often.
        throws: u32,
        /// With dice from which seed.
        seed: u64,
    },
}

/// How much work odds may cost before they are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Paths walked within steps, all steps together.
    pub leaves: u64,
    /// Different stages of a chain.
    pub stages: usize,
    /// Throws when sampling.
    pub throws: u32,
    /// The seed of sampling.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { leaves: 20_000_000, stages: 400_000, throws: 20_000, seed: 1 }
    }
}

/// The budget was used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond;

/// The exact odds of one step; sampled past the budget.
pub fn of_step<T: Clone + Eq + Hash>(budget: &Budget, mut step: impl FnMut(&mut dyn Dice) -> T) -> Odds<T> {
    let mut leaves = budget.leaves;
    let mut merged = Merged::new();
    let walked =
        Walker::new().each_path(&mut leaves, &mut step, |thing, weight, whole| merged.add(thing, weight, whole));
    match walked.and_then(|()| merged.finish()) {
        Ok((parts, _)) => {
            let parts = parts.map(|(thing, weight)| (thing, UBig::from(weight)));
            Odds { kind: Kind::Exact, dist: Dist::weighted(parts) }
        }
        Err(Beyond) => sampled(budget, step),
    }
}

/// The exact chance of each result of a small step, for tests and examples; panics past the budget.
pub fn odds<T: Clone + Eq + Hash + Ord>(step: impl FnMut(&mut dyn Dice) -> T) -> std::collections::BTreeMap<T, Ratio> {
    let odds = of_step(&Budget::default(), step);
    assert_eq!(odds.kind, Kind::Exact, "too large to walk");
    odds.dist.chances().map(|(thing, chance)| (thing.clone(), chance)).collect()
}

/// Odds thrown at random.
pub(crate) fn sampled<T: Clone + Eq + Hash>(budget: &Budget, mut step: impl FnMut(&mut dyn Dice) -> T) -> Odds<T> {
    let mut dice = Seeded::new(budget.seed);
    let throws = (0..budget.throws).map(|_| (step(&mut dice), UBig::ONE));
    let dist = Dist::weighted(throws);
    Odds { kind: Kind::Sampled { throws: budget.throws, seed: budget.seed }, dist }
}

impl<T: Clone + Eq + Hash> Odds<T> {
    /// The same odds seen through `view`.
    pub fn map<U: Clone + Eq + Hash>(&self, view: impl Fn(&T) -> U) -> Odds<U> {
        Odds { kind: self.kind.clone(), dist: self.dist.map(view) }
    }
}

#[cfg(test)]
mod tests;
