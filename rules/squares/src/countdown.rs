//! 19, step 11: the countdown to the end of the battle (R18).

use crate::seats::DEFENDER;
use kernel::prelude::*;
use std::fmt;

/// The countdown as it stands.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Countdown {
    /// What is left of it; it starts at 21.
    #[field(rule = "R18", min = 1, max = 21, default = 9)]
    pub left: u8,
}

/// How many more turns of the defender the battle lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Turns(pub std::cmp::Reverse<u8>);

/// The countdown turn by turn.
pub struct CountdownChain;

/// What is left, and the turns that took.
type Stage = (u8, u8);

impl Chain for CountdownChain {
    type Stage = Stage;
    type Outcome = Turns;

    fn turn(&self, &(left, turns): &Stage) -> Turn<Stage, Turns> {
        if left == 0 { Turn::Done(Turns(std::cmp::Reverse(turns))) } else { Turn::Roll }
    }

    /// 19:11 At the end of each of his turns the defender takes 1D6 off; at 0 or less the battle ends (R18).
    fn step(&self, &(left, turns): &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let roll = dice.d6(Why::high("countdown", DEFENDER));
        let tally = Tally::base("countdown", Rule("R18"), "what was left", left.into())
            .plus(Rule("19:11"), "1d6", -roll.value())
            .at_least(Rule("R18"), "the battle ends at 0 or less", 0);
        let left = tally.total() as u8;
        let result = if left == 0 { Phrase::of("the battle ends") } else { Phrase::of("{} left").number(left) };
        Explanation::of(Rule("19:11"), "countdown").throw(roll).tally(tally).gives((left, turns + 1), result)
    }
}

/// How long the battle lasts.
pub fn procedure() -> impl Procedure<Situation = Countdown> {
    let card = Card {
        name: "countdown",
        title: "Countdown",
        rule: Rule("19:11"),
        about: "How many more defender's turns does the battle last?",
        seat: DEFENDER,
    };
    Chained::new(card, |countdown: &Countdown| (CountdownChain, (countdown.left, 0)))
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0 {
            1 => f.write_str("ends this turn"),
            more => write!(f, "ends on turn {more} from now"),
        }
    }
}

impl Outcome for Turns {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("defender's turns", self.0.0.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{of_chain, ratio};

    fn turns(left: u8) -> Dist<Turns> {
        of_chain(&Budget::default(), &CountdownChain, &Dist::certain((left, 0))).dist
    }

    #[test]
    fn r18_the_battle_ends_when_the_countdown_reaches_0() {
        let ends_now = |left| turns(left).chance(&Turns(std::cmp::Reverse(1)));
        assert_eq!((ends_now(1), ends_now(6), ends_now(7)), (ratio(1, 1), ratio(1, 6), ratio(0, 1)));
    }

    #[test]
    fn r18_a_whole_battle_lasts_some_six_and_a_half_turns() {
        let mean = turns(21).mean(|turns| turns.0.0.into()).to_f64().value();
        assert!((6.4..6.6).contains(&mean), "{mean}");
    }
}
