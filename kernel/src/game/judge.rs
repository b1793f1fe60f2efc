//! What a machine player needs to know of a book beyond its rules.

use super::{Ask, Facts, Game, Group, View};
use crate::dice::Seeded;
use crate::seat::Seat;

/// What matches have found of the levels that people choose from, in a sentence each; nothing where they were not played.
pub struct LevelStrength {
    /// Of the easy one.
    pub easy: &'static str,
    /// Of the fair one.
    pub fair: &'static str,
    /// Of the hard one.
    pub hard: &'static str,
}

/// A book's own judgement. A book has it in its `machine.rs`, some hundred lines; search and learning are for all books.
pub trait Judged: Game {
    /// The name of the book.
    const BOOK: &'static str;

    /// What a position is described by, for the learned judgement: groups of facts of which at most one of each group
    /// holds of one thing.
    const FACTS: &'static [Group];

    /// How many games in thought a decision of fair play has.
    const FAIR: u32 = 24;

    /// Does search go by what was learned? Where matches have found the margin the better guide it does not; what was
    /// learned then tells how likely games were to be won that are looked at afterwards.
    const SEARCHES_BY_JUDGEMENT: bool = true;

    /// How many quiet points a turn has: two where each side has a half-turn of its own.
    const QUIET_A_TURN: u32 = 1;

    /// What quick play weighs, by name, and how much it weighs as matches have found.
    const WEIGHTS: &'static [(&'static str, i64)];

    /// How strong the levels are in this book, as matches have found.
    const STRENGTH: LevelStrength = LevelStrength { easy: "", fair: "", hard: "" };

    /// A sensible order at once, by these weights. Games in thought are played by it, so it must be fast.
    fn quick(view: &View<'_, Self>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> Self::Order;

    /// Orders worth a thought beside the quick one, where the book knows some that chance would seldom find. They need
    /// not be legal.
    fn hints(_view: &View<'_, Self>, _ask: &Ask, _weights: &[i64], _random: &mut Seeded) -> Vec<Self::Order> {
        Vec::new()
    }

    /// Is this decision worth a thought of its own? Where not, it is made at once by the plan that was found best when the
    /// turn began: an army of a hundred units has more moves than there is time to think about.
    fn weighty(_view: &View<'_, Self>, _ask: &Ask) -> bool {
        true
    }

    /// Counts the quiet points that a game has passed: the ends of turns or half-turns, where nothing is pending and
    /// positions can be compared.
    fn quiet(state: &Self::State) -> u32;

    /// The number of the papers that are being written in secret, where some are: what stands on them does nothing before
    /// all are shown, so whoever asks what an order does just now looks on to that moment.
    fn writing(_state: &Self::State) -> Option<u32> {
        None
    }

    /// By how much a seat would have won if the game ended now, in points; less than zero where it would have lost, and
    /// what one seat has more, the other has less.
    fn margin(state: &Self::State, seat: Seat) -> i32;

    /// By how many points of the game a seat leads, par taken off: what people are told, where the margin weighs other things
    /// beside points.
    fn lead(state: &Self::State, seat: Seat) -> i32 {
        Self::margin(state, seat)
    }

    /// Describes a whole state.
    fn facts(state: &Self::State, facts: &mut Facts);

    /// What was learned of the book, as `sandtable lab train` has written it.
    fn learned() -> &'static str;
}
