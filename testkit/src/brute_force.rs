//! Brute force: every sequence of single faces, through the same rules.
//!
//! It knows neither the laws' ways nor stages nor factoring, so it shows all three to be right where it agrees.

use kernel::dice::{Dice, Die, Law, Throw, Why};
use kernel::odds::{Ratio, ratio};
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

/// Rolls a procedure once for each sequence of faces; `None` when there are more than `most`.
pub fn brute_force(procedure: &dyn AnyProcedure, inputs: &Inputs, most: u32) -> Option<Ends> {
    let mut faces = Faces { path: Vec::new(), at: 0, too_deep: false };
    let mut ends = Ends::default();
    for _ in 0..most {
        faces.at = 0;
        let rolled = procedure.roll(inputs, &mut faces).expect("brute force is given checked inputs");
        if faces.too_deep {
            return None;
        }
        let chance = faces.path.iter().fold(ratio(1, 1), |chance, &(die, _)| chance / ratio(die.sides().into(), 1));
        *ends.outcomes.entry(rolled.outcome).or_default() += &chance;
        for (name, value) in rolled.measures {
            *ends.measures.entry(name).or_default().entry(value).or_default() += &chance;
        }
        if !faces.next() {
            return Some(ends);
        }
    }
    None
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
