//! Smoke and gas: what a gas cloud does to men who are in it.

use crate::charts;
use crate::seats::FIRER;
use kernel::prelude::*;
use std::fmt;

/// Men in a gas cloud.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Cloud {
    /// The move of the cloud in which they come into contact with it; it drifts in its moves 2 and 3.
    #[field(rule = "R10", min = 1, max = 4, default = 1)]
    pub age: u8,
    /// Moves that they stay in it; they throw once a move, until it is gone.
    #[field(rule = "Smoke and gas:move-5", min = 1, max = 4, default = 1)]
    pub moves: u8,
    /// Men in it.
    #[field(rule = "Smoke and gas:contact", min = 1, max = 20, default = 4)]
    pub men: u8,
    /// Those of them who wear masks (from 1916 on) and are immune.
    #[field(rule = "R10", max = 20)]
    pub masked: u8,
}

/// Deaths by gas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Deaths(pub u8);

/// Men in a cloud, move by move.
pub struct Gassed {
    /// The move of the cloud after which they are out of it.
    last: u8,
    men: u8,
}

/// Where they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    age: u8,
    /// Men who can die.
    alive: u8,
    /// Men whom the thinning cloud reaches, once that is known.
    reached: Option<u8>,
}

impl Gassed {
    /// The men and where they begin.
    pub fn begin(cloud: &Cloud) -> (Gassed, Stage) {
        let men = cloud.men.saturating_sub(cloud.masked);
        let last = (cloud.age + cloud.moves - 1).min(THINS);
        (Gassed { last, men }, Stage { age: cloud.age, alive: men, reached: None })
    }

    /// R10: where alternate puffs are gone each man is exposed with a chance of 1/2, on a D6 of 4 or more.
    fn thin(stage: Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let thrown = dice.hits(stage.alive.into(), REACHED_ON, Why::high("alternate puffs", FIRER));
        let reached = thrown.value() as u8;
        let phrase = Phrase::of("the gas reaches {} of {} {man|men}").number(reached).number(stage.alive);
        let next = Stage { reached: Some(reached), ..stage };
        Explanation::of(Rule("Smoke and gas:move-4"), "alternate puffs").throw(thrown).gives(next, phrase)
    }

    /// Smoke and gas:contact Each man throws a D10; above the number he is a casualty.
    fn breathe(stage: Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let (row, rule) = MOVES[usize::from(stage.age) - 1];
        let number = charts::GAS.number(row, "number");
        let men = stage.reached.unwrap_or(stage.alive);
        let law = Law::Pool { die: Die::D10, count: men.into(), on: number as u8 + 1 };
        let thrown = dice.throw(law, Why::high("gas", FIRER));
        let dead = thrown.value() as u8;
        let phrase = Phrase::of("above {}: {} {man dies|men die}").number(number).number(dead);
        let next = Stage { age: stage.age + 1, alive: stage.alive - dead, reached: None };
        Explanation::of(rule, "gas").cell(charts::GAS.cell(row, "number")).throw(thrown).gives(next, phrase)
    }
}

impl Chain for Gassed {
    type Stage = Stage;
    type Outcome = Deaths;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Deaths> {
        // Masked men throw nothing, but that is told once.
        let masked = self.men == 0 && stage.reached.is_none();
        if stage.age > self.last || (stage.alive == 0 && !masked) {
            return Turn::Done(Deaths(self.men - stage.alive));
        }
        Turn::Roll
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if self.men == 0 {
            let out = Stage { age: self.last + 1, ..*stage };
            return Explanation::of(Rule("R10"), "gas").gives(out, Phrase::of("all wear masks: nobody throws"));
        }
        if stage.age == THINS && stage.reached.is_none() {
            return Gassed::thin(*stage, dice);
        }
        Gassed::breathe(*stage, dice)
    }
}

/// The move in which alternate puffs go, the last in which there is gas.
const THINS: u8 = 4;

/// The D6 on which a thinning cloud reaches a man: one chance in two.
const REACHED_ON: u8 = 4;

/// Each move of a cloud: its row in the chart and its statement.
const MOVES: [(&str, Rule); 4] = [
    ("1", Rule("Smoke and gas:move-1")),
    ("2", Rule("Smoke and gas:move-2")),
    ("3", Rule("Smoke and gas:move-3")),
    ("4", Rule("Smoke and gas:move-4")),
];

impl fmt::Display for Deaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("nobody dies"),
            1 => f.write_str("1 man dies"),
            many => write!(f, "{many} men die"),
        }
    }
}

impl Outcome for Deaths {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("deaths", self.0.into())]
    }
}

/// Men in a gas cloud.
pub fn procedure() -> impl Procedure<Situation = Cloud> {
    let card = Card {
        name: "gas",
        title: "Gas",
        rule: Rule("Smoke and gas"),
        about: "How many men does a gas cloud kill?",
        seat: FIRER,
    };
    Chained::new(card, Gassed::begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, of_chain, ratio, run};

    fn dies(cloud: &Cloud) -> Ratio {
        let (gassed, stage) = Gassed::begin(cloud);
        of_chain(&Budget::default(), &gassed, &Dist::certain(stage)).dist.chance_that(|deaths| deaths.0 == 1)
    }

    fn lone_man(age: u8, moves: u8) -> Cloud {
        Cloud { age, moves, men: 1, masked: 0 }
    }

    #[test]
    fn smoke_and_gas_kills_above_5_6_7_and_8() {
        let at = |age| dies(&lone_man(age, 1));
        assert_eq!([1, 2, 3].map(at), [ratio(5, 10), ratio(4, 10), ratio(3, 10)]);
    }

    #[test]
    fn r10_alternate_puffs_expose_each_man_with_one_half() {
        assert_eq!(dies(&lone_man(4, 1)), ratio(1, 2) * ratio(2, 10));
    }

    #[test]
    fn smoke_and_gas_move_5_the_cloud_is_gone() {
        assert_eq!(dies(&lone_man(4, 4)), ratio(1, 10));
    }

    #[test]
    fn men_who_stay_throw_once_a_move() {
        // They live through moves 1 and 2 with 5/10 and 6/10.
        assert_eq!(dies(&lone_man(1, 2)), ratio(1, 1) - ratio(5, 10) * ratio(6, 10));
    }

    #[test]
    fn r10_masked_men_are_immune() {
        let (gassed, stage) = Gassed::begin(&Cloud { men: 3, masked: 1, ..Cloud::default() });
        assert_eq!(run(&gassed, stage, &mut Scripted::of([6, 5])).outcome, Deaths(1));
        let (gassed, stage) = Gassed::begin(&Cloud { men: 3, masked: 3, ..Cloud::default() });
        assert_eq!(run(&gassed, stage, &mut Scripted::of([])).outcome, Deaths(0));
    }
}
