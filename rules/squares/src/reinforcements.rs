//! 29: reinforcements.

use crate::seats::ACTIVE;
use kernel::prelude::*;
use std::fmt;

/// The reinforcements of a turn.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Reinforcements {
    /// The units that wait.
    #[field(rule = "29", max = 12, default = 4)]
    pub waiting: u8,
    /// Which way is chosen.
    #[field(rule = "29")]
    pub way: Way,
    /// C only: put both rolls on the same unit, which then arrives on either six.
    #[field(rule = "29:c")]
    pub same_unit: bool,
}

/// The three ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Way {
    /// A: a die for every waiting unit, 6 arrives.
    #[default]
    A,
    /// B: one arrives.
    B,
    /// C: one arrives on a road at the own edge, and 2 rolls on chosen units, 6 arrives there too.
    C,
}

/// How many units arrive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Arrivals(pub u8);

/// 29 Reinforcements: by way A, B or C.
pub fn resolve_reinforcements(asked: &Reinforcements, dice: &mut dyn Dice) -> Resolved<Arrivals> {
    let waiting = i32::from(asked.waiting);
    let (rule, throw, tally) = match asked.way {
        Way::A => {
            let throw = sixes(asked.waiting, dice);
            let tally = Tally::base("arrivals", Rule("29:a"), "sixes", throw.value());
            (Rule("29:a"), Some(throw), tally)
        }
        Way::B => (Rule("29:b"), None, Tally::base("arrivals", Rule("29:b"), "one without a roll", 1)),
        Way::C => {
            let throw = sixes(2, dice);
            let rolled = if asked.same_unit { throw.value().min(1) } else { throw.value() };
            let tally = Tally::base("arrivals", Rule("29:c"), "one by road", 1).plus(Rule("29:c"), "on a six", rolled);
            (Rule("29:c"), Some(throw), tally)
        }
    };
    let tally = tally.at_most(Rule("29"), "no more than wait", waiting);
    let arrivals = Arrivals(tally.total() as u8);
    let mut explanation = Explanation::of(rule, "reinforcements").tally(tally);
    if let Some(throw) = throw {
        explanation = explanation.throw(throw);
    }
    explanation.gives(arrivals, Phrase::of("{} {unit arrives|units arrive}").number(arrivals.0))
}

/// 29 The roll for one waiting unit, by way A or C: does it arrive?
pub fn resolve_arrival(way: Way, dice: &mut dyn Dice) -> Resolved<bool> {
    let throw = sixes(1, dice);
    let arrives = throw.reading == 1;
    if !dice.tells() {
        return Resolved::untold(arrives);
    }
    let rule = if way == Way::C { Rule("29:c") } else { Rule("29:a") };
    let result = if arrives { "it arrives" } else { "it waits; a 6 was needed" };
    Explanation::of(rule, "reinforcements").throw(throw).gives(arrives, Phrase::of(result))
}

/// Each 6 brings a unit on.
fn sixes(count: u8, dice: &mut dyn Dice) -> Throw {
    dice.hits(count.into(), 6, Why::high("reinforcements", ACTIVE))
}

/// The reinforcements of a turn.
pub fn procedure() -> impl Procedure<Situation = Reinforcements> {
    let card = Card {
        name: "reinforcements",
        title: "Reinforcements",
        rule: Rule("29"),
        about: "How many waiting units arrive this turn, by way A, B or C?",
        seat: ACTIVE,
    };
    Step::new(card, resolve_reinforcements)
}

impl fmt::Display for Arrivals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("nobody arrives"),
            1 => f.write_str("1 unit arrives"),
            more => write!(f, "{more} units arrive"),
        }
    }
}

impl Outcome for Arrivals {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("arrivals", self.0.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn chance(waiting: u8, way: Way, same_unit: bool, arrive: u8) -> Ratio {
        let asked = Reinforcements { waiting, way, same_unit };
        odds(|dice| resolve_reinforcements(&asked, dice).outcome).get(&Arrivals(arrive)).cloned().unwrap_or_default()
    }

    #[test]
    fn r29_a_a_die_for_every_waiting_unit_and_6_arrives() {
        assert_eq!((chance(1, Way::A, false, 1), chance(2, Way::A, false, 2)), (ratio(1, 6), ratio(1, 36)));
    }

    #[test]
    fn r29_b_one_arrives() {
        assert_eq!((chance(3, Way::B, false, 1), chance(0, Way::B, false, 0)), (ratio(1, 1), ratio(1, 1)));
    }

    #[test]
    fn r29_c_one_arrives_by_road_and_two_rolls_of_6() {
        assert_eq!((chance(4, Way::C, false, 1), chance(4, Way::C, false, 3)), (ratio(25, 36), ratio(1, 36)));
        assert_eq!(chance(4, Way::C, true, 2), ratio(11, 36), "both rolls on one unit");
        assert_eq!(chance(1, Way::C, false, 1), ratio(1, 1), "nobody else waits");
    }
}
