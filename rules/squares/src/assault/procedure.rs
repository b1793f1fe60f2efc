//! The assault on the charts desk.

use super::chain::{AssaultChain, Ending, Price, Side, Stage};
use super::odds::{AssaultOdds, assault_odds};
use super::{Assault, TargetAnswer};
use crate::hits::{Toll, policies};
use crate::seats::{ASSAULTER, TARGET};
use kernel::odds::{of_chain, run};
use kernel::prelude::*;

/// 26: an assault from both pools to its end, with the retire option beside it.
pub struct Assaults;

/// The assault.
pub fn procedure() -> impl Procedure<Situation = Assault> {
    Assaults
}

impl Procedure for Assaults {
    type Situation = Assault;
    type Outcome = Ending;

    fn card(&self) -> Card {
        Card {
            name: "assault",
            title: "Assault",
            rule: Rule("26"),
            about: "An assault from both pools through hits, saves, outcome, after-hits and withdrawal; retiring beside it.",
            seat: ASSAULTER,
        }
    }

    fn check(&self, assault: &Assault) -> Result<(), Refusal> {
        assault.check()
    }

    fn roll(&self, assault: &Assault, dice: &mut dyn Dice) -> Told<Ending> {
        let chain = AssaultChain::of(assault);
        let Told { outcome: Price { ending, target, assaulter }, because, .. } = run(&chain, Stage::Answer, dice);
        let mut measures = chain.target.measures(&target);
        measures.extend(chain.assaulter.measures(&assaulter));
        Told { outcome: ending, because, measures }
    }

    fn odds(&self, assault: &Assault, budget: &Budget) -> Answer<Ending> {
        let chain = AssaultChain::of(assault);
        let AssaultOdds { ending, target, assaulter } =
            assault_odds(&chain, assault.answer, budget).unwrap_or_else(|| whole(&chain, budget));
        let mut measures = chain.target.measured(&target);
        measures.extend(chain.assaulter.measured(&assaulter));
        let mut policies = policies(TARGET, assault.target_places.own(), ASSAULTER, assault.assaulter_places.other());
        policies.push(Policy {
            seat: TARGET,
            decision: "stand or retire",
            rule: Rule("26:target-retires"),
            policy: assault.answer.name().to_owned(),
        });
        Answer { odds: ending, policies, measures }
    }

    fn beside(&self, assault: &Assault) -> Vec<(String, Assault)> {
        let other = match assault.answer {
            TargetAnswer::Stand if !assault.cut_off => TargetAnswer::Retire,
            TargetAnswer::Retire => TargetAnswer::Stand,
            TargetAnswer::Stand => return Vec::new(),
        };
        vec![(format!("if the target decides to {other}"), Assault { answer: other, ..assault.clone() })]
    }
}

/// Past the budget of the factored walk: the whole chain, which samples.
fn whole(chain: &AssaultChain, budget: &Budget) -> AssaultOdds {
    let odds = of_chain(budget, chain, &Dist::certain(Stage::Answer));
    AssaultOdds {
        ending: odds.map(|price| price.ending),
        target: odds.dist.map(|price| price.target),
        assaulter: odds.dist.map(|price| price.assaulter),
    }
}

type Number<'a> = Box<dyn Fn(&Toll) -> i64 + 'a>;

impl Side {
    /// The numbers that players ask about, for one toll.
    fn measures(&self, toll: &Toll) -> Vec<(String, i64)> {
        self.numbers().into_iter().map(|(name, number)| (name, number(toll))).collect()
    }

    /// The same numbers over all tolls.
    fn measured(&self, tolls: &Dist<Toll>) -> Vec<(String, Dist<i64>)> {
        self.numbers().into_iter().map(|(name, number)| (name, tolls.map(number))).collect()
    }

    fn numbers(&self) -> Vec<(String, Number<'_>)> {
        let mut all: Vec<(String, Number<'_>)> = vec![
            (format!("{}'s half bases lost", self.seat), Box::new(|toll| toll.casualties().into())),
            (format!("{}'s units lost", self.seat), Box::new(|toll| self.body.losses(toll).units.into())),
        ];
        let kinds = self.body.alike();
        if kinds.len() > 1 {
            for units in kinds {
                let name = format!("half bases lost by {} {}", self.seat, self.body.name(units));
                let lost = |toll: &Toll| units.clone().map(|unit| i64::from(toll.lost[unit])).sum();
                all.push((name, Box::new(lost)));
            }
        }
        all
    }
}
