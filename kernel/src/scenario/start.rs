//! Where a unit begins, or when it comes.

use super::node::Node;
use super::trouble::Reading;

/// Where a unit begins, or when it comes as a reinforcement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start<P> {
    /// In its place.
    At(P),
    /// In reserve: the rules of the book bring it.
    Reserve,
    /// It comes in this turn, at this place where the scenario says so.
    Turn {
        /// The turn, from 1.
        turn: u8,
        /// The place.
        at: Option<P>,
    },
}

impl<'a> Node<'a> {
    /// A start: a place as the book reads it, `reserve`, `turn 3` or `turn 3 at h6`.
    pub fn start<P>(&self, place: impl Fn(&Node<'a>) -> Reading<P>) -> Reading<Start<P>> {
        let words = self.string("a place, 'reserve' or a turn")?.trim();
        if words == "reserve" {
            return Ok(Start::Reserve);
        }
        let Some(turn) = words.strip_prefix("turn ") else { return place(self).map(Start::At) };
        let (turn, at) = turn.split_once(" at ").map_or((turn, None), |(turn, at)| (turn, Some(at)));
        let turn = turn.trim().parse().ok().filter(|turn| (1..=99).contains(turn));
        let turn = turn.ok_or_else(|| self.wrong("a turn from 1 to 99, such as 'turn 3' or 'turn 3 at h6'"))?;
        let at = at.map(|at| place(&self.word(at.trim()))).transpose()?;
        Ok(Start::Turn { turn, at })
    }
}
