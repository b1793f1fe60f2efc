//! The two kinds of procedure that nearly all are: a single step, and a chain.

use super::{Answer, Card, Outcome, Policy, Procedure, Refusal, Situation};
use crate::dice::Dice;
use crate::explain::{Resolved, Told};
use crate::odds::{Budget, Chain, Dist, of_chain, of_step, run};
use std::marker::PhantomData;

type Check<S> = fn(&S) -> Result<(), Refusal>;

/// A procedure of a single step.
pub struct Step<S, O> {
    card: Card,
    resolve: fn(&S, &mut dyn Dice) -> Resolved<O>,
    check: Check<S>,
}

impl<S: Situation, O: Outcome> Step<S, O> {
    /// A procedure that is this step.
    pub fn new(card: Card, resolve: fn(&S, &mut dyn Dice) -> Resolved<O>) -> Step<S, O> {
        Step { card, resolve, check: |_| Ok(()) }
    }

    /// With a check of inputs that must go together.
    #[must_use]
    pub fn checked(self, check: Check<S>) -> Step<S, O> {
        Step { check, ..self }
    }
}

impl<S: Situation, O: Outcome> Procedure for Step<S, O> {
    type Situation = S;
    type Outcome = O;

    fn card(&self) -> Card {
        self.card
    }

    fn check(&self, situation: &S) -> Result<(), Refusal> {
        (self.check)(situation)
    }

    fn roll(&self, situation: &S, dice: &mut dyn Dice) -> Told<O> {
        let Resolved { outcome, because } = (self.resolve)(situation, dice);
        Told { outcome, because: vec![because], measures: Vec::new() }
    }

    fn odds(&self, situation: &S, budget: &Budget) -> Answer<O> {
        of_step(budget, |dice| (self.resolve)(situation, dice).outcome).into()
    }
}

/// A procedure that is a chain of steps.
pub struct Chained<S, C: Chain> {
    card: Card,
    start: fn(&S) -> (C, C::Stage),
    check: Check<S>,
    policies: fn(&S) -> Vec<Policy>,
    beside: fn(&S) -> Vec<(String, S)>,
    kind: PhantomData<fn() -> C>,
}

impl<S: Situation, C: Chain> Chained<S, C>
where
    C::Outcome: Outcome,
{
    /// A procedure that is this chain from this stage.
    pub fn new(card: Card, start: fn(&S) -> (C, C::Stage)) -> Chained<S, C> {
        Chained { card, start, check: |_| Ok(()), policies: |_| Vec::new(), beside: |_| Vec::new(), kind: PhantomData }
    }

    /// With a check of inputs that must go together.
    #[must_use]
    pub fn checked(self, check: Check<S>) -> Chained<S, C> {
        Chained { check, ..self }
    }

    /// With the policies that its decisions are taken by.
    #[must_use]
    pub fn under(self, policies: fn(&S) -> Vec<Policy>) -> Chained<S, C> {
        Chained { policies, ..self }
    }

    /// With situations whose odds are shown beside.
    #[must_use]
    pub fn beside(self, beside: fn(&S) -> Vec<(String, S)>) -> Chained<S, C> {
        Chained { beside, ..self }
    }
}

impl<S: Situation, C: Chain> Procedure for Chained<S, C>
where
    C::Outcome: Outcome,
{
    type Situation = S;
    type Outcome = C::Outcome;

    fn card(&self) -> Card {
        self.card
    }

    fn check(&self, situation: &S) -> Result<(), Refusal> {
        (self.check)(situation)
    }

    fn roll(&self, situation: &S, dice: &mut dyn Dice) -> Told<C::Outcome> {
        let (chain, stage) = (self.start)(situation);
        run(&chain, stage, dice)
    }

    fn odds(&self, situation: &S, budget: &Budget) -> Answer<C::Outcome> {
        let (chain, stage) = (self.start)(situation);
        let odds = of_chain(budget, &chain, &Dist::certain(stage));
        Answer { odds, policies: (self.policies)(situation), measures: Vec::new() }
    }

    fn beside(&self, situation: &S) -> Vec<(String, S)> {
        (self.beside)(situation)
    }
}
