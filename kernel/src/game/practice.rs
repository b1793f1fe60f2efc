//! Practice: games in which throws may be taken back, and which say so.

use super::{Entry, Header, Line, Logged, Said, Telling, Thrown, What};
use crate::seat::Seat;
use std::fmt;

/// What was taken back in a game after dice had fallen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TakenBack {
    /// How many answers were, at which dice fell.
    pub throws: u32,
    /// How many dice those were.
    pub dice: u32,
}

impl TakenBack {
    fn add<S>(&mut self, thrown: &[Thrown<S>], counts: impl Fn(&Thrown<S>) -> bool) {
        let dice: usize = thrown.iter().filter(|thrown| counts(thrown)).map(|thrown| thrown.faces.len()).sum();
        self.throws += u32::from(dice > 0);
        self.dice += dice as u32;
    }

    /// What is told of entries that are taken back in a practice game. Dice that only one seat saw are not spoken of.
    pub(super) fn told<O>(undone: &[&Entry<O>]) -> Vec<Line> {
        let mut taken = TakenBack::default();
        for entry in undone {
            taken.add(&entry.dice, |thrown| thrown.only.is_none());
        }
        if taken.throws == 0 {
            return Vec::new();
        }
        let told = Telling::to_all(Said::of(format!("Practice: {taken}.")));
        vec![Line::Event { event: (), told }]
    }
}

impl fmt::Display for TakenBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        write!(f, "{} taken back ({})", many(self.throws, "throw", "throws"), many(self.dice, "die", "dice"))
    }
}

impl Header {
    /// Does a machine sit there?
    pub fn is_machine(&self, seat: Seat) -> bool {
        self.seats.iter().any(|(name, who)| name == seat.0 && who != PERSON)
    }
}

/// What a header calls whoever is no machine.
pub const PERSON: &str = "person";

impl Logged {
    /// What was taken back after dice had fallen, in a practice game; nothing in any other.
    pub fn taken_back(&self) -> Option<TakenBack> {
        if !self.header.practice {
            return None;
        }
        let mut taken = TakenBack::default();
        let mut timeline: Vec<usize> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let What::Undo { to, .. } = &entry.what else {
                timeline.push(at);
                continue;
            };
            while let Some(last) = timeline.pop_if(|last| self.entries[*last].number > *to) {
                taken.add(&self.entries[last].dice, |_| true);
            }
        }
        Some(taken)
    }
}
