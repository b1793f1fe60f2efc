//! Brute force: every roll from its beginning to its end, through the same rules.
//!
//! By faces it knows neither the laws' ways nor stages nor factoring, so it shows all three to be right where it
//! agrees; where there are too many faces it takes the laws' ways, and still knows neither stages nor factoring.

use kernel::dice::{Dice, Die, Law, Throw, Why};
use kernel::odds::{Budget, Kind, Ratio, of_step, ratio};
use kernel::procedure::{AnyProcedure, Inputs};
use std::collections::BTreeMap;

/// The chances of everything that a roll can come to.
#[derive(Default)]
pub struct Ends {
    /// By the outcome's name.
    pub outcomes: BTreeMap<String, Ratio>,
    /// By the name of the number, then its value.
    pub measures: BTreeMap<String, BTreeMap<i64, Ratio>>,
}

/// The chances of a procedure found by rolling it in every way; `None` when there are too many.
pub fn brute_force(procedure: &dyn AnyProcedure, inputs: &Inputs) -> Option<Ends> {
    by_faces(procedure, inputs, 60_000).or_else(|| by_ways(procedure, inputs, 40_000))
}

/// Rolls once for each path through the laws' ways, with nothing merged on the way.
fn by_ways(procedure: &dyn AnyProcedure, inputs: &Inputs, most: u64) -> Option<Ends> {
    let budget = Budget { leaves: most, throws: 1, ..Budget::default() };
    let odds = of_step(&budget, |dice| {
        let rolled = procedure.roll(inputs, dice).expect("brute force is given checked inputs");
        (rolled.outcome, rolled.measures)
    });
    if odds.kind != Kind::Exact {
        return None;
    }
    let mut ends = Ends::default();
    for ((outcome, measures), chance) in odds.dist.chances() {
        ends.add(outcome.clone(), measures.clone(), &chance);
    }
    Some(ends)
}

/// Rolls once for each sequence of faces.
fn by_faces(procedure: &dyn AnyProcedure, inputs: &Inputs, most: u32) -> Option<Ends> {
    let mut faces = Faces { path: Vec::new(), at: 0, too_deep: false };
    let mut ends = Ends::default();
    for _ in 0..most {
        faces.at = 0;
        let rolled = procedure.roll(inputs, &mut faces).expect("brute force is given checked inputs");
        if faces.too_deep {
            return None;
        }
        let chance = faces.path.iter().fold(ratio(1, 1), |chance, &(die, _)| chance / ratio(die.sides().into(), 1));
        ends.add(rolled.outcome, rolled.measures, &chance);
        if !faces.next() {
            return Some(ends);
        }
    }
    None
}

impl Ends {
    fn add(&mut self, outcome: String, measures: Vec<(String, i64)>, chance: &Ratio) {
        *self.outcomes.entry(outcome).or_default() += chance;
        for (name, value) in measures {
            *self.measures.entry(name).or_default().entry(value).or_default() += chance;
        }
    }
}

/// A source of dice that shows every sequence of faces in turn.
struct Faces {
    path: Vec<(Die, usize)>,
    at: usize,
    too_deep: bool,
}

/// More dice than this in one roll are never enumerated, and repeats must end somewhere.
const DEEPEST: usize = 12;

impl Faces {
    fn next(&mut self) -> bool {
        while let Some((die, face)) = self.path.last_mut() {
            *face += 1;
            if *face < usize::from(die.sides()) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Dice for Faces {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let reading = law.read(|die| {
            if self.at == self.path.len() {
                if self.at == DEEPEST {
                    self.too_deep = true;
                    return None;
                }
                self.path.push((die, 0));
            }
            let (_, face) = self.path[self.at];
            self.at += 1;
            Some(die.faces()[face])
        });
        Throw { why, law, reading: reading.unwrap_or(0), faces: Vec::new().into() }
    }

    fn is_spent(&self) -> bool {
        self.too_deep
    }
}
