//! What is made of a decision: the prompt, an order at random, every order.

use super::{Branches, Outcome, Picks, Then, Usual, offered};
use crate::dice::Seeded;
use crate::game::decide::decision;
use crate::game::{Ask, Decide, Game, Offer, Offers, Pick, Prompt, View};
use crate::procedure::Refusal;

/// No more ways than these are tried to find out whether an offer leads to an order.
const TRIED: u32 = 10_000;

/// What can be picked next, when this much of an order has been picked. What leads to no order is not offered.
pub fn prompt<G: Game>(view: &View<'_, G>, ask: &Ask, script: &[Pick]) -> Result<Prompt<G::Order>, Refusal> {
    let decision = decision::<G>(view.state(), ask)?;
    let mut picks = Picks::of(script, Then::Prompt);
    let outcome = picks.run(|picks| decision.compose(view, ask.seat, picks));
    if let Some(not_offered) = picks.unlawful {
        return in_the_rules_words(view, ask, outcome, not_offered);
    }
    match outcome {
        Outcome::Order(_) if picks.used < script.len() => {
            Err(Refusal::by(ask.rule, "the order is complete; nothing more is picked"))
        }
        Outcome::Order(order) => Ok(whole(ask, picks.told, order)),
        Outcome::Prompt(mut prompt) => {
            let leads = |offer: &Offer| leads_on(view, ask, decision, script, &offer.pick);
            match &mut prompt.offers {
                Offers::OneOf(offers) | Offers::Point { or: offers, .. } | Offers::Facing { or: offers, .. } => {
                    if !picks.sure {
                        offers.retain(leads);
                    }
                }
                Offers::Nothing | Offers::Several { .. } | Offers::Share { .. } => {}
            }
            let nothing = match &prompt.offers {
                Offers::OneOf(offers) => offers.is_empty(),
                Offers::Point { region, or } => region.points.is_empty() && or.is_empty(),
                _ => false,
            };
            if nothing && prompt.order.is_none() {
                return Err(no_order(ask));
            }
            if nothing {
                prompt.offers = Offers::Nothing;
            }
            Ok(prompt)
        }
        Outcome::Refused(refusal) => Err(refusal),
        Outcome::DeadEnd => Err(no_order(ask)),
    }
}

/// An order at random. Every legal order is possible.
pub fn sample<G: Game>(view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
    drawn(view, ask, Usual::LeftToChance, random)
}

/// An order as it is usual, and at random where nothing is.
pub fn usual<G: Game>(view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
    drawn(view, ask, Usual::Taken, random)
}

fn drawn<G: Game>(view: &View<'_, G>, ask: &Ask, usual: Usual, random: &mut Seeded) -> G::Order {
    let decision = decision::<G>(view.state(), ask).expect("orders are drawn for open asks");
    for _ in 0..32 {
        let mut picks = Picks::of(&[], Then::Random(random, usual));
        if let Outcome::Order(order) = picks.run(|picks| decision.compose(view, ask.seat, picks)) {
            return order;
        }
    }
    // So many dead ends in a row: the first way that leads anywhere.
    let mut found = None;
    let mut visit = |order: G::Order| {
        found = Some(order);
        false
    };
    walk(view, ask, decision, &[], TRIED, &mut visit);
    found.unwrap_or_else(|| panic!("nothing can be ordered where the {} has to {}", ask.seat, ask.question))
}

/// What an enumeration came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enumerated {
    /// How many orders were met.
    pub orders: u32,
    /// Were they all?
    pub complete: bool,
}

/// Every order below some picks, as far as the budget of ways goes; points of a measured table are one way.
pub fn every<G: Game>(
    view: &View<'_, G>,
    ask: &Ask,
    script: &[Pick],
    budget: u32,
    mut visit: impl FnMut(G::Order),
) -> Enumerated {
    let decision = decision::<G>(view.state(), ask).expect("orders are enumerated for open asks");
    let mut orders = 0;
    let complete = walk(view, ask, decision, script, budget, &mut |order| {
        orders += 1;
        visit(order);
        true
    });
    Enumerated { orders, complete }
}

/// Takes every branch below some picks in turn, until `visit` has seen enough. Were these all orders?
fn walk<G: Game>(
    view: &View<'_, G>,
    ask: &Ask,
    decision: &dyn Decide<G>,
    script: &[Pick],
    budget: u32,
    visit: &mut dyn FnMut(G::Order) -> bool,
) -> bool {
    let mut branches = Branches::default();
    for _ in 0..budget {
        let mut picks = Picks::of(script, Then::Branch(&mut branches));
        if let Outcome::Order(order) = picks.run(|picks| decision.compose(view, ask.seat, picks))
            && !visit(order)
        {
            return false;
        }
        if !branches.advance() {
            return !branches.measured;
        }
    }
    false
}

/// Does a pick lead on to an order?
fn leads_on<G: Game>(view: &View<'_, G>, ask: &Ask, decision: &dyn Decide<G>, script: &[Pick], pick: &Pick) -> bool {
    let script: Vec<Pick> = script.iter().chain([pick]).cloned().collect();
    let mut found = false;
    let mut visit = |_| {
        found = true;
        false
    };
    let all = walk(view, ask, decision, &script, TRIED, &mut visit);
    // Where not all could be tried, points of a table above all, what could be picked there tells.
    found || (!all && prompt(view, ask, &script).is_ok())
}

/// Why the rules refuse an order that has a pick in it which is not offered. What they allow after all is taken.
fn in_the_rules_words<G: Game>(
    view: &View<'_, G>,
    ask: &Ask,
    outcome: Outcome<G::Order>,
    not_offered: Refusal,
) -> Result<Prompt<G::Order>, Refusal> {
    let Outcome::Order(order) = outcome else { return Err(not_offered) };
    G::check(view, ask, &order)?;
    Err(not_offered)
}

fn whole<O>(ask: &Ask, picked: Vec<String>, order: O) -> Prompt<O> {
    let question = ask.question.to_owned();
    Prompt { question, rule: ask.rule, picked, offers: Offers::Nothing, order: Some(order), whole: true }
}

fn no_order(ask: &Ask) -> Refusal {
    Refusal::by(ask.rule, format!("these picks lead to no order where one has to {}", ask.question))
}

impl Offers {
    /// Is this pick among what is offered?
    pub fn holds(&self, pick: &Pick) -> bool {
        match (self, pick) {
            (Offers::OneOf(offers), _) => offered(offers, pick).is_some(),
            (Offers::Several { of, least, most, .. }, Pick::Several(taken)) => {
                let rising = taken.windows(2).all(|pair| pair[0] < pair[1]);
                let known = taken.iter().all(|&i| usize::from(i) < of.len());
                rising && known && (usize::from(*least)..=usize::from(*most)).contains(&taken.len())
            }
            (Offers::Share { total, of, .. }, Pick::Share(shares)) => {
                let within = |(share, offer): (&u8, &Offer)| offer.most.is_none_or(|most| *share <= most);
                let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
                shares.len() == of.len() && sum == u32::from(*total) && shares.iter().zip(of).all(within)
            }
            // A point off the lattice may be legal too; `check` prices any path exactly.
            (Offers::Point { region, or }, _) => match pick {
                Pick::Point { x, y } => region.points.iter().any(|point| (point.0, point.1) == (*x, *y)),
                _ => offered(or, pick).is_some(),
            },
            (Offers::Facing { of, or }, _) => match pick {
                Pick::Facing(degrees) => of.contains(degrees),
                _ => offered(or, pick).is_some(),
            },
            _ => false,
        }
    }
}
