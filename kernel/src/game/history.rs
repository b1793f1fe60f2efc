//! What lies behind: states and explanations of earlier entries, made again by playing on from the last state that is
//! kept.

use super::analysis::{Answer, Course};
use super::{Act, Entry, Game, Line, Record, Streams, Table, Thrown, What};
use crate::dice::{Dice, DiceError, Typed};
use crate::seat::Seat;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A state is kept after so many orders.
pub(super) const KEEP_EVERY: u8 = 32;

/// The explanations of so many entries are kept; those before are made again when they are wanted.
const EXPLAINED: usize = 32;

/// Lines that were made again, by the number of their entry, and the state after the last of them: whoever reads on from
/// there has each entry played once.
pub(super) struct Remade<S> {
    lines: BTreeMap<u32, Vec<Line>>,
    last: Option<(u32, S)>,
}

impl<S> Default for Remade<S> {
    fn default() -> Remade<S> {
        Remade { lines: BTreeMap::new(), last: None }
    }
}

impl<G: Game> Table<G> {
    /// The whole state after an entry; none where another release has played it.
    pub fn state_after(&self, entry: u32) -> Option<G::State> {
        let mut at = entry;
        loop {
            let found = self.entries.get(at as usize)?;
            let before = match &found.what {
                What::Undo { to, .. } => *to,
                What::Resign { .. } | What::Abandon => found.after,
                _ => break,
            };
            // An entry that was taken over as it was told may name any other; what lies behind lies before it.
            if before >= at {
                return None;
            }
            at = before;
        }
        if self.timeline.last() == Some(&at) {
            return Some(self.head.clone());
        }
        let (mut state, way) = self.way_to(at)?;
        for number in way {
            self.repeat(&mut state, number, None);
        }
        Some(state)
    }

    /// The orders that led to where play stands, as far as these rules have played them; none where they played nothing.
    pub(super) fn course(&self) -> Option<Course<G>> {
        let entry = |number: &u32| &self.entries[*number as usize];
        let is_beginning = |number: &u32| {
            entry(number).foreign.is_some() || matches!(entry(number).what, What::Setup | What::Release { .. })
        };
        let begins = self.timeline.iter().rposition(is_beginning)?;
        let answer = |number: &u32| {
            let Entry { what: What::Orders { seat, orders, .. }, dice, .. } = entry(number) else { return None };
            Some(Answer { entry: *number, seat: *seat, orders: orders.clone(), dice: dice.clone() })
        };
        let answers: Vec<_> = self.timeline[begins + 1..].iter().filter_map(answer).collect();
        let start = self.kept.get(&self.timeline[begins])?.clone();
        (!answers.is_empty()).then_some(Course { start, answers })
    }

    /// What happened in an entry, rolls with their explanations wherever these rules can make them.
    pub fn lines(&self, entry: u32) -> Cow<'_, [Line]> {
        let Some(found) = self.entries.get(entry as usize) else { return Cow::Borrowed(&[]) };
        if !found.lines.iter().any(Line::is_shortened) {
            return Cow::Borrowed(&found.lines);
        }
        let mut remade = self.remade.borrow_mut();
        if let Some(lines) = remade.lines.get(&entry) {
            return Cow::Owned(lines.clone());
        }
        let (mut state, way) = match remade.last.take() {
            Some((last, state)) if last == found.after => (state, vec![entry]),
            _ => {
                let Some(from_kept) = self.way_to(entry) else { return Cow::Borrowed(&found.lines) };
                remade.lines.clear();
                from_kept
            }
        };
        for number in way {
            let mut record = Record::default();
            self.repeat(&mut state, number, Some(&mut record));
            remade.lines.insert(number, record.lines.into_iter().map(Line::kept).collect());
        }
        while remade.lines.len() > usize::from(KEEP_EVERY) {
            remade.lines.pop_first();
        }
        remade.last = Some((entry, state));
        Cow::Owned(remade.lines.get(&entry).cloned().unwrap_or_default())
    }

    /// The last state that is kept on the way to an entry, and the answers that lead on from it, the entry's included.
    fn way_to(&self, entry: u32) -> Option<(G::State, Vec<u32>)> {
        let mut way = Vec::new();
        let mut at = entry;
        loop {
            let found = self.entries.get(at as usize)?;
            if let (true, What::Orders { .. }) = (found.foreign.is_none(), &found.what) {
                way.push(at);
                at = found.after;
                // The state after the entry itself is no help where the entry is to be played again.
                if let Some(state) = self.kept.get(&at) {
                    way.reverse();
                    return Some((state.clone(), way));
                }
            } else {
                let state = self.kept.get(&at)?;
                way.reverse();
                return Some((state.clone(), way));
            }
        }
    }

    /// Carries the orders of an entry out again, with the dice that fell.
    fn repeat(&self, state: &mut G::State, entry: u32, mut record: Option<&mut Record<G::Event>>) {
        let entry = &self.entries[entry as usize];
        let What::Orders { seat, orders, .. } = &entry.what else { return };
        let mut dice = Fallen::of(&entry.dice);
        for order in orders {
            let ask = G::asks(state).into_iter().find(|ask| ask.seat == *seat).expect("what was answered was asked");
            G::apply(&mut Act::on(state, &mut dice, record.as_deref_mut()), &ask, order);
        }
    }

    /// Leaves out explanations that can be made again; nothing lies before the set-up to make its own from.
    pub(super) fn shorten(&mut self) {
        if let Some(old) = self.entries.len().checked_sub(EXPLAINED + 1).filter(|&old| old > 0) {
            self.entries[old].lines.iter_mut().for_each(Line::shorten);
        }
    }
}

/// Dice as they fell.
pub(super) struct Fallen {
    streams: Vec<(Option<Seat>, Typed)>,
}

impl Fallen {
    pub(super) fn of(thrown: &[Thrown]) -> Fallen {
        let typed = |faces: &Thrown| (faces.only, Typed::new(faces.faces.iter().map(|(_, face)| *face)));
        Fallen { streams: thrown.iter().map(typed).collect() }
    }

    /// Were they just what the rules asked for?
    pub(super) fn finish(self) -> Result<(), DiceError> {
        self.streams.into_iter().try_for_each(|(_, dice)| dice.finish())
    }
}

impl Streams for Fallen {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        let at = self.streams.iter().position(|(only, _)| *only == hidden_for).unwrap_or_else(|| {
            self.streams.push((hidden_for, Typed::new([])));
            self.streams.len() - 1
        });
        &mut self.streams[at].1
    }
}
