//! What was added up for a charge, kept while the ways of its dice are walked.

use super::{Fight, LastRound, Who};
use crate::melee::Blow;
use std::array;
use std::cell::Cell;

/// The tables of a charge, and the sums of the stage that was asked for last: the walker asks for them once for every
/// way the dice can fall.
pub(super) struct Known {
    tables: [Cell<Option<i32>>; 64],
    blows: Cell<Option<(Fight, [Blow; 2])>>,
    number: Cell<Option<(Tested, i32)>>,
}

/// Who tests after which round, with how many casualties of this move.
type Tested = (Fight, Who, u8);

impl Known {
    pub(super) fn nothing() -> Known {
        Known { tables: array::from_fn(|_| Cell::default()), blows: Cell::default(), number: Cell::default() }
    }

    /// The table of a side that outnumbers the enemies in contact so many times; `table` adds it up where it is not
    /// known. All that it hangs on besides is the same for the whole charge.
    pub(super) fn table(&self, who: Who, fight: Fight, times: u16, table: impl FnOnce() -> i32) -> i32 {
        let won_last = fight.last == if who == Who::Attackers { LastRound::Attackers } else { LastRound::Defenders };
        let flags = [who == Who::Attackers, fight.round == 1, won_last, fight.in_defences];
        // Odds of more than three to one count as three.
        let place = flags.iter().fold(usize::from(times.min(3)), |place, &flag| 2 * place + usize::from(flag));
        let known = &self.tables[place];
        known.get().unwrap_or_else(|| {
            let table = table();
            known.set(Some(table));
            table
        })
    }

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

    /// The morale number of a loser; `number` adds it up where it is not known.
    pub(super) fn number(&self, tested: Tested, number: impl Fn() -> i32) -> i32 {
        match self.number.get() {
            Some((known, number)) if known == tested => number,
            _ => {
                let number = number();
                self.number.set(Some((tested, number)));
                number
            }
        }
    }
}
