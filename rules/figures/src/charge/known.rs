//! What was added up for a stage, kept while the ways of its dice are walked.

use super::{Fight, Who};
use crate::melee::Blow;
use kernel::prelude::*;
use std::cell::Cell;

/// The sums of the stage that was asked for last. The walker asks for them once for every way the dice can fall.
#[derive(Default)]
pub(super) struct Known {
    blows: Cell<Option<(Fight, [Blow; 2])>>,
    number: Cell<Option<(Tested, i32)>>,
}

/// Who tests after which round, with how many casualties of this move.
type Tested = (Fight, Who, u8);

impl Known {
    /// The blows of the attackers and of the defenders in a fight; `blow` finds them where they are not known.
    pub(super) fn blows(&self, fight: Fight, blow: impl Fn(Who) -> Blow) -> [Blow; 2] {
        match self.blows.get() {
            Some((known, blows)) if known == fight => blows,
            _ => {
                let blows = [blow(Who::Attackers), blow(Who::Defenders)];
                self.blows.set(Some((fight, blows)));
                blows
            }
        }
    }

    /// The morale number of a loser, of which nobody is told; `number` adds it up where it is not known.
    pub(super) fn number(&self, tested: Tested, number: impl Fn() -> Tally) -> Tally {
        match self.number.get() {
            Some((known, number)) if known == tested => {
                Tally::when_told("number", false).plus(Rule("Morale 6"), "number", number)
            }
            _ => {
                let number = number();
                self.number.set(Some((tested, number.total())));
                number
            }
        }
    }
}
