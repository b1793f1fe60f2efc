//! Chains: steps joined by stages.

use super::explore::Explored;
use super::{Beyond, Budget, Dist, Kind, Odds, Ratio, ratio, sampled};
use crate::dice::{Dice, Law, Seeded, Throw, Why};
use crate::explain::{Explanation, Phrase, Resolved, Told};
use crate::rule::Rule;
use crate::seat::Seat;
use dashu_int::UBig;
use std::hash::Hash;

/// Steps joined by stages: small, canonical, hashable values where equal branches merge and where players decide.
///
/// A stage must hold all that the rest of the chain depends on and nothing else: what a stage forgets, merges.
pub trait Chain {
    /// Where the chain stands between two steps.
    type Stage: Clone + Eq + Hash;
    /// How it ends.
    type Outcome: Clone + Eq + Hash;

    /// What comes next at this stage.
    fn turn(&self, stage: &Self::Stage) -> Turn<Self::Stage, Self::Outcome>;

    /// The roll at a stage whose turn is [`Turn::Roll`].
    fn step(&self, stage: &Self::Stage, dice: &mut dyn Dice) -> Resolved<Self::Stage>;

    /// The policy: which option the deciding seat takes.
    fn choose(&self, _stage: &Self::Stage, _decision: &Decision<Self::Stage>) -> Pick {
        Pick::Option(0)
    }

    /// What an outcome is worth to a seat whose policy is [`Pick::Best`].
    fn value(&self, _seat: Seat, _outcome: &Self::Outcome) -> i64 {
        0
    }
}

/// What comes next in a chain.
pub enum Turn<S, O> {
    /// Dice: [`Chain::step`].
    Roll,
    /// A player decides.
    Decide(Decision<S>),
    /// The chain has ended.
    Done(O),
}

/// A player's decision and where each option leads.
pub struct Decision<S> {
    /// Who decides.
    pub seat: Seat,
    /// What is decided: 'stand or retire'.
    pub question: &'static str,
    /// The rule that gives him the decision.
    pub rule: Rule,
    /// The options and the stages they lead to.
    pub options: Vec<(Phrase, S)>,
}

/// How a decision is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// By a stated rule: this option.
    Option(usize),
    /// The option with the highest mean of [`Chain::value`] for the deciding seat.
    Best,
}

/// Left-over mass above which bounded odds are no longer worth giving, and sampling takes over.
fn worth_bounding(left: &Ratio) -> bool {
    *left <= ratio(1, 1000)
}

/// The odds of a chain from a distribution of stages.
pub fn of_chain<C: Chain>(budget: &Budget, chain: &C, start: &Dist<C::Stage>) -> Odds<C::Outcome> {
    let walked = Explored::of(budget, chain, start).map(|explored| explored.outcomes(chain));
    match walked {
        Ok((dist, left)) if left == Ratio::ZERO => Odds { kind: Kind::Exact, dist },
        Ok((dist, left)) if worth_bounding(&left) => Odds { kind: Kind::Bounded { left }, dist },
        Ok(_) | Err(Beyond) => {
            let mut pick = Seeded::new(budget.seed ^ 0x5eed);
            sampled(budget, |dice| run(chain, draw(start, &mut pick), dice).outcome)
        }
    }
}

/// Runs a chain to its end with these dice and says why it ended so.
pub fn run<C: Chain>(chain: &C, start: C::Stage, dice: &mut dyn Dice) -> Told<C::Outcome> {
    let mut because = Vec::new();
    let mut stage = start;
    loop {
        match chain.turn(&stage) {
            Turn::Done(outcome) => return Told { outcome, because, measures: Vec::new() },
            Turn::Roll => {
                let resolved = chain.step(&stage, dice);
                because.push(resolved.because);
                // Dice that ran out (typed ones) void the outcome, so any way out of a repeat will do.
                stage = if dice.is_spent() { first_end(chain, resolved.outcome) } else { resolved.outcome };
            }
            Turn::Decide(decision) => {
                let taken = match chain.choose(&stage, &decision) {
                    Pick::Option(i) => i,
                    Pick::Best => best_option(chain, &decision),
                };
                let Decision { seat, question, rule, mut options } = decision;
                let (label, next) = options.swap_remove(taken);
                because.push(Explanation::decided(rule, question, seat, &label));
                stage = next;
            }
        }
    }
}

fn best_option<C: Chain>(chain: &C, decision: &Decision<C::Stage>) -> usize {
    let mean = |stage: &C::Stage| {
        let odds = of_chain(&Budget::default(), chain, &Dist::certain(stage.clone()));
        odds.dist.mean(|outcome| chain.value(decision.seat, outcome))
    };
    let means: Vec<Ratio> = decision.options.iter().map(|(_, stage)| mean(stage)).collect();
    // The first of the best, as the walker has it.
    (0..means.len()).rev().max_by(|&a, &b| means[a].cmp(&means[b])).expect("a decision has options")
}

/// Follows the lowest readings to an end.
fn first_end<C: Chain>(chain: &C, mut stage: C::Stage) -> C::Stage {
    struct Alternating(u64);
    impl Dice for Alternating {
        /// Takes the ways of a law in turn, so that no repeat goes on for ever.
        fn throw(&mut self, law: Law, why: Why) -> Throw {
            self.0 += 1;
            let reading = law.ways().map_or(0, |ways| ways.each[self.0 as usize % ways.each.len()].0);
            Throw { why, law, reading, faces: smallvec::SmallVec::new() }
        }
    }
    let mut dice = Alternating(0);
    loop {
        stage = match chain.turn(&stage) {
            Turn::Done(_) => return stage,
            Turn::Roll => chain.step(&stage, &mut dice).outcome,
            Turn::Decide(mut decision) => decision.options.swap_remove(0).1,
        };
    }
}

fn draw<S: Clone>(start: &Dist<S>, pick: &mut Seeded) -> S {
    if let [(only, _)] = start.parts() {
        return only.clone();
    }
    let mut at = start.total() * UBig::from(pick.below(u32::MAX)) / UBig::from(u32::MAX);
    for (stage, weight) in start.parts() {
        if at < *weight {
            return stage.clone();
        }
        at -= weight;
    }
    start.parts()[0].0.clone()
}
