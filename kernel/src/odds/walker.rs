//! The walker: a source of dice that takes every way of every law, one path at a time.

use super::Beyond;
use crate::dice::{Dice, Law, Throw, Ways, Why};
use crate::fx::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Walks all branches of a step by running it again for each.
pub(crate) struct Walker {
    path: Vec<Fork>,
    depth: usize,
    /// The law that was asked for last at each depth, with its ways: mostly the next step asks for it again.
    recent: Vec<(Law, Rc<Ways>)>,
    /// A law had more ways than whole numbers can count.
    overflow: bool,
}

thread_local! {
    /// The ways of every law that was asked for; `None` for those that are too many to count.
    static WAYS: RefCell<FxHashMap<Law, Option<Rc<Ways>>>> = RefCell::default();
}

struct Fork {
    ways: Rc<Ways>,
    taken: usize,
    /// The chance of the path up to here, as `weight / whole`.
    weight: u128,
    whole: u128,
}

impl Fork {
    /// The chance of the path past this fork; `None` where it is too small for whole numbers.
    fn past(&self) -> Option<(u128, u128)> {
        let weight = times(self.weight, self.ways.each[self.taken].1)?;
        Some((weight, times(self.whole, self.ways.total)?))
    }
}

/// A product; nearly all numbers are of one word, whose product always fits.
fn times(a: u128, b: u128) -> Option<u128> {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(u128::from(a) * u128::from(b)),
        _ => a.checked_mul(b),
    }
}

impl Walker {
    pub(crate) fn new() -> Walker {
        Walker { path: Vec::new(), depth: 0, recent: Vec::new(), overflow: false }
    }

    /// Runs `step` once for each path and hands its result on with `weight / whole`, the chance of that path.
    pub(crate) fn each_path<T>(
        &mut self,
        leaves: &mut u64,
        mut step: impl FnMut(&mut dyn Dice) -> T,
        mut take: impl FnMut(T, u128, u128),
    ) -> Result<(), Beyond> {
        self.path.clear();
        loop {
            *leaves = leaves.checked_sub(1).ok_or(Beyond)?;
            self.depth = 0;
            let result = step(self);
            if self.overflow {
                self.overflow = false;
                return Err(Beyond);
            }
            debug_assert_eq!(self.depth, self.path.len(), "a step must throw the same dice when it is run again");
            let (weight, whole) = self.path.last().map_or(Some((1, 1)), Fork::past).ok_or(Beyond)?;
            take(result, weight, whole);
            if !self.next_path() {
                return Ok(());
            }
        }
    }

    fn next_path(&mut self) -> bool {
        while let Some(fork) = self.path.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.ways.each.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// The ways of a law that is thrown at the end of the path.
    fn ways(&mut self, law: Law) -> Rc<Ways> {
        if let Some((recent, ways)) = self.recent.get(self.depth)
            && *recent == law
        {
            return Rc::clone(ways);
        }
        let known = WAYS.with_borrow_mut(|known| known.entry(law).or_insert_with(|| law.ways().map(Rc::new)).clone());
        let Some(ways) = known else {
            self.overflow = true;
            return Rc::new(Ways { each: vec![(0, 1)], total: 1 });
        };
        let asked = (law, Rc::clone(&ways));
        match self.recent.get_mut(self.depth) {
            Some(recent) => *recent = asked,
            None => self.recent.push(asked),
        }
        ways
    }
}

impl Dice for Walker {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        if self.depth == self.path.len() {
            let ways = self.ways(law);
            let (weight, whole) = self.path.last().map_or(Some((1, 1)), Fork::past).unwrap_or_else(|| {
                self.overflow = true;
                (1, 1)
            });
            self.path.push(Fork { ways, taken: 0, weight, whole });
        }
        let fork = &self.path[self.depth];
        self.depth += 1;
        Throw { why, law, reading: fork.ways.each[fork.taken].0, faces: SmallVec::new() }
    }

    fn tells(&self) -> bool {
        false
    }

    fn is_spent(&self) -> bool {
        self.overflow
    }
}
