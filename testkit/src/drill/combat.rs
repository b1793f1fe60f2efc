//! The steps that throw dice, each a function of plain inputs.

use super::state::{Side, Stance, Word};
use kernel::dice::{Dice, Die, Law, Why};
use kernel::explain::{Explanation, Phrase, Resolved};
use kernel::procedure::Outcome;
use kernel::rule::Rule;
use kernel::tally::Tally;
use std::fmt;

/// D6 A unit that fires.
pub(super) struct Fire {
    pub(super) side: Side,
    pub(super) strength: u8,
    pub(super) target: Stance,
    /// D12 Is it from flank or rear?
    pub(super) aside: bool,
}

/// How many hits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Hits(pub(super) u8);

impl fmt::Display for Hits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no hit"),
            1 => f.write_str("1 hit"),
            more => write!(f, "{more} hits"),
        }
    }
}

impl Outcome for Hits {}

/// D6 Throws a die for each point of strength.
pub(super) fn fire(fire: &Fire, dice: &mut dyn Dice) -> Resolved<Hits> {
    let pool = Tally::base("dice", Rule("D6"), "strength", i32::from(fire.strength));
    let pool = if fire.aside { pool.plus(Rule("D12"), "from flank or rear", 1) } else { pool };
    let on = fire.target.hit_on();
    let roll = dice.hits(pool.total() as u16, on, Why::high("fire", fire.side.seat()));
    let hits = roll.reading as u8;
    let result = Phrase::of("{} hits on {} and more: the target is at the {}").number(hits).number(on);
    Explanation::of(Rule("D6"), "fire").tally(pool).throw(roll).gives(Hits(hits), result.word(fire.target.name()))
}

/// D11 Is a unit hit that a burst has caught? The stance of its side says what hits.
pub(super) fn burst(side: Side, target: Stance, dice: &mut dyn Dice) -> Resolved<Hits> {
    let on = target.hit_on();
    let roll = dice.hits(1, on, Why::high("burst", side.seat()));
    let hits = roll.reading as u8;
    let result = Phrase::of("{} hits on {} and more: the target is at the {}").number(hits).number(on);
    Explanation::of(Rule("D11"), "burst").throw(roll).gives(Hits(hits), result.word(target.name()))
}

/// D8 Two that fight.
pub(super) struct Duel {
    pub(super) mover: Side,
    pub(super) strength: u8,
    pub(super) against: u8,
}

kernel::outcomes! {
    /// Who wins a duel.
    pub enum Won {
        /// The enemy.
        Enemy = "the enemy wins",
        /// The mover.
        Mover = "the mover wins",
    }
}

/// D8 One die each, ties again.
pub(super) fn duel(duel: &Duel, dice: &mut dyn Dice) -> Resolved<Won> {
    let edge = Tally::base("edge", Rule("D8"), "strength of the mover", i32::from(duel.strength)).plus(
        Rule("D8"),
        "strength of the enemy",
        -i32::from(duel.against),
    );
    let law = Law::Opposed { die: Die::D6, edge: edge.total() as i8 };
    let roll = dice.throw(law, Why::high("duel", duel.mover.seat()));
    let won = if roll.reading == 1 { Won::Mover } else { Won::Enemy };
    Explanation::of(Rule("D8"), "duel").tally(edge).throw(roll).gives(won, Phrase::of(won.name()))
}

/// D3 Who acts first when the stances are equal: one die each, ties again.
pub(super) fn acts_first(dice: &mut dyn Dice) -> Resolved<Side> {
    let roll = dice.throw(Law::Opposed { die: Die::D6, edge: 0 }, Why::high("who acts first", Side::Red.seat()));
    let first = if roll.reading == 1 { Side::Red } else { Side::Blue };
    Explanation::of(Rule("D3"), "equal stances")
        .throw(roll)
        .gives(first, Phrase::of("{} acts first").word(first.name()))
}

/// D7 What a look-out learns, when a scout is near or is not.
pub(super) fn look_out(side: Side, near: bool, dice: &mut dyn Dice) -> Resolved<Word> {
    let roll = dice.d6(Why::high("look-out", side.seat()));
    let word = match (roll.reading >= 3, near) {
        (false, _) => Word::Fog,
        (true, false) => Word::Clear,
        (true, true) => Word::Near,
    };
    Explanation::of(Rule("D7"), "look-out").throw(roll).gives(word, Phrase::of(word.sentence()))
}

impl Word {
    /// What the seat is told.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Word::Fog => "nothing can be made out",
            Word::Clear => "no enemy scout hides within 8 inches",
            Word::Near => "an enemy scout hides within 8 inches",
        }
    }
}
