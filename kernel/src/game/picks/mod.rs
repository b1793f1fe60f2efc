//! Picks: how an order is put together, once, whoever picks.
//!
//! A decision draws picks from a source, as a step draws dice. Where the client's picks end, the source makes the prompt
//! of what can be picked there; or it picks at random; or it takes every branch in turn. So what is offered, what is
//! played at random and what tests count are the same thing, and a book writes it once:
//!
//! ```text
//! let from = picks.ask("which square assaults?", Rule("19:6")).or("pass", "no more assaults", Order::Pass).in_turn(..)?;
//! let target = picks.ask("which square is the target?", Rule("R7")).one_of(near.iter(), |t| offer_square(state, *t))?;
//! picks.usual(|| order(units, false));
//! let units = picks.ask("which units assault?", Rule("R7")).several(units.iter(), (1, 6), |_| true, offer_unit)?;
//! Ok(order(units, false))
//! ```

mod asking;
mod branches;
mod drive;

pub use asking::{Asking, PointOr, Points};
pub use drive::{Enumerated, every, prompt, sample, usual};

use super::{Offer, Offers, Pick, Prompt};
use crate::dice::Seeded;
use crate::procedure::Refusal;
use crate::rule::Rule;
use branches::Branches;
use std::fmt::Display;

/// What was picked, unless the composing stops here: the source then knows why.
pub type Picked<T> = Result<T, Stop>;

/// Composing stops: the picks end here, or the order is complete, or this way leads to none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// A source of picks.
pub struct Picks<'a, O> {
    /// What the client has picked.
    script: &'a [Pick],
    used: usize,
    then: Then<'a>,
    /// What was picked, in words.
    told: Vec<String>,
    /// The order as it would be given now.
    order: Option<O>,
    /// Is that order what was picked, or only what is usual?
    whole: bool,
    /// Does all that is offered lead on, so that nobody has to try?
    sure: bool,
    /// A pick was taken that is not offered, to hear from the rules why not.
    unlawful: Option<Refusal>,
    outcome: Option<Outcome<O>>,
}

/// What happens where the client's picks end.
enum Then<'a> {
    /// The prompt is made.
    Prompt,
    /// Picks are drawn at random, and what is usual is taken where there is such a thing, if that is wanted.
    Random(&'a mut Seeded, Usual),
    /// The branch is taken whose turn it is.
    Branch(&'a mut Branches),
}

/// Is what is usual taken, where chance draws?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Usual {
    Taken,
    LeftToChance,
}

/// Why composing stopped.
enum Outcome<O> {
    Order(O),
    Prompt(Prompt<O>),
    Refused(Refusal),
    DeadEnd,
}

impl<'a, O> Picks<'a, O> {
    fn of(script: &'a [Pick], then: Then<'a>) -> Picks<'a, O> {
        Picks {
            script,
            used: 0,
            then,
            told: Vec::new(),
            order: None,
            whole: false,
            sure: false,
            unlawful: None,
            outcome: None,
        }
    }

    /// What is taken where nobody picks any more, to hear from the rules what is wrong with a pick before.
    fn usual_end<T>(&mut self) -> Option<Picked<T>> {
        let order = self.order.take()?;
        Some(self.stop(Outcome::Order(order)))
    }

    /// Asks for something. The question is put into words only where somebody is told.
    pub fn ask<Q: Display>(&mut self, question: Q, rule: Rule) -> Asking<'_, 'a, O, Q> {
        Asking::of(self, question, rule)
    }

    /// Is somebody told what is offered? Otherwise words need not be made.
    pub fn tells(&self) -> bool {
        matches!(self.then, Then::Prompt)
    }

    /// The next of the client's picks, where there is one: what it cannot mean need not be looked for.
    pub fn upcoming(&self) -> Option<&'a Pick> {
        self.script.get(self.used)
    }

    /// Says in words what has been picked, in place of the words of the offer.
    pub fn tell(&mut self, words: impl FnOnce() -> String) {
        if self.tells() {
            let words = words();
            match self.told.last_mut() {
                Some(last) => *last = words,
                None => self.told.push(words),
            }
        }
    }

    /// The order if the rest is as is usual: offered as complete, and its parts can be picked all the same.
    pub fn usual(&mut self, order: impl FnOnce() -> O) {
        if self.script_has_ended() || self.takes_usual() {
            (self.order, self.whole) = (Some(order()), false);
        }
    }

    /// Is the rest taken as is usual?
    fn takes_usual(&self) -> bool {
        matches!(self.then, Then::Random(_, Usual::Taken))
    }

    /// The order as it is meant by what was picked so far: what is still asked can be picked, and is as is usual otherwise.
    pub fn meant(&mut self, order: impl FnOnce() -> O) {
        if self.script_has_ended() || self.takes_usual() {
            (self.order, self.whole) = (Some(order()), true);
        }
    }

    /// The order is complete as it is; more picks make another one.
    pub fn enough(&mut self, order: impl FnOnce() -> O) -> Picked<()> {
        let done = match &mut self.then {
            _ if self.used < self.script.len() => return Ok(()),
            Then::Prompt if self.unlawful.is_some() => true,
            Then::Prompt => {
                (self.order, self.whole) = (Some(order()), true);
                return Ok(());
            }
            Then::Random(random, _) => random.below(2) == 0,
            Then::Branch(branches) => branches.take(2) == 0,
        };
        if done { self.stop(Outcome::Order(order())) } else { Ok(()) }
    }

    /// Goes on only where this holds; otherwise the way leads to no order.
    pub fn only_if(&mut self, holds: bool) -> Picked<()> {
        // The rules say better than 'no order' what is wrong with a pick that is not offered.
        if holds || self.unlawful.is_some() { Ok(()) } else { self.stop(Outcome::DeadEnd) }
    }

    /// Goes on with what is there; otherwise the way leads to no order.
    pub fn only_some<T>(&mut self, thing: Option<T>) -> Picked<T> {
        match thing {
            Some(thing) => Ok(thing),
            None => self.stop(Outcome::DeadEnd),
        }
    }

    /// Have the client's picks ended, so that somebody is told?
    fn script_has_ended(&self) -> bool {
        self.tells() && self.used == self.script.len()
    }

    fn stop<T>(&mut self, outcome: Outcome<O>) -> Picked<T> {
        self.outcome = Some(outcome);
        Err(Stop)
    }

    /// The next of the client's picks.
    fn next_pick(&mut self) -> Option<&'a Pick> {
        let pick = self.script.get(self.used)?;
        self.used += 1;
        // What was complete before is not any more.
        self.order = None;
        Some(pick)
    }

    /// Composes an order and says what came of it.
    fn run(&mut self, compose: impl FnOnce(&mut Picks<'a, O>) -> Picked<O>) -> Outcome<O> {
        match compose(self) {
            Ok(order) => Outcome::Order(order),
            Err(Stop) => self.outcome.take().unwrap_or(Outcome::DeadEnd),
        }
    }

    /// Stops with the prompt of what can be picked here.
    fn prompted<T>(&mut self, question: &impl Display, rule: Rule, offers: Offers) -> Picked<T> {
        let (order, whole) = (self.order.take(), self.whole);
        let picked = std::mem::take(&mut self.told);
        let prompt = Prompt { question: question.to_string(), rule, picked, offers, order, whole };
        self.stop(Outcome::Prompt(prompt))
    }
}

/// One of the offers that a pick stands for.
fn offered<'o>(offers: &'o [Offer], pick: &Pick) -> Option<&'o Offer> {
    offers.iter().find(|offer| offer.pick == *pick)
}
