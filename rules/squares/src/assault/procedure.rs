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
pub fn procedure() -> impl Procedure {
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
        let numbers = numbers(&chain.target).into_iter().map(|(name, number)| (name, number(&chain.target, &target)));
        let others =
            numbers_of_assaulter(&chain).into_iter().map(|(name, number)| (name, number(&chain.assaulter, &assaulter)));
        Told { outcome: ending, because, measures: numbers.chain(others).collect() }
    }

    fn odds(&self, assault: &Assault, budget: &Budget) -> Answer<Ending> {
        let chain = AssaultChain::of(assault);
        let AssaultOdds { ending, target, assaulter } =
            assault_odds(&chain, assault.answer, budget).unwrap_or_else(|| whole(&chain, budget));
        let seen = |side: &Side, dist: &Dist<Toll>, numbers: Vec<(String, Number)>| -> Vec<_> {
            numbers.into_iter().map(|(name, number)| (name, dist.map(|toll| number(side, toll)))).collect()
        };
        let mut measures = seen(&chain.target, &target, numbers(&chain.target));
        measures.extend(seen(&chain.assaulter, &assaulter, numbers_of_assaulter(&chain)));
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
            _ => return Vec::new(),
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

type Number = fn(&Side, &Toll) -> i64;

fn numbers(side: &Side) -> Vec<(String, Number)> {
    let seat = side.seat;
    vec![
        (format!("{seat}'s half bases lost"), |_, toll| toll.casualties().into()),
        (format!("{seat}'s units lost"), |side, toll| side.body.losses(toll).units.into()),
    ]
}

fn numbers_of_assaulter(chain: &AssaultChain) -> Vec<(String, Number)> {
    numbers(&chain.assaulter)
}
