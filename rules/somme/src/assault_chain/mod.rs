//! 8.0 to 11.8 in a row: commitment, coordination, defensive fire, the assault, its losses and a counterattack.

mod chain;
mod force;
mod order_of_battle;
mod plan;

pub use chain::{AssaultChain, Stage};
pub use force::{Battle, Force, MOST_FLANKING};
pub use order_of_battle::{Arm, Attacker, Bystander, Defender, Direction, MOST_CLOSE};
pub use plan::{AssaultPlan, Coordination, LossPolicy, Occasion, OnCounter, SquarePolicy};

use crate::coordination::keeps_policy;
use crate::seats::{ATTACKER, DEFENDER};
use kernel::prelude::*;
use std::fmt;

kernel::outcomes! {
    /// How it ends, from the worst for the attacker to the best. From 'defender retreats' on the square is taken.
    pub enum Ending {
        /// Every unit that attacked is gone.
        AttackerEliminated = "attacker eliminated",
        /// The attackers retreat, or a counterattack beats some of them.
        ThrownBack = "attacker thrown back",
        /// Nobody came as far as the defenders, or some of them stand fast.
        Holds = "defender holds",
        /// The two sides are engaged.
        Engaged = "engaged",
        /// The defenders give up the square.
        DefenderRetreats = "defender retreats",
        /// The defenders are gone.
        DefenderEliminated = "defender eliminated",
        /// The defenders are gone and the attacker breaks through.
        Breakthrough = "breakthrough",
    }
}

/// The ending with its price.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fought {
    /// How it ended.
    pub ending: Ending,
    /// Steps that the attacker lost.
    pub attacker_lost: u8,
    /// Steps that the defender lost.
    pub defender_lost: u8,
    /// Units that went over the top and were not sent back by a lack of coordination.
    pub over_the_top: u8,
    /// Attacking units that defensive fire drove back and disrupted; those eliminated on the way are not among them.
    pub attackers_disrupted: u8,
}

impl fmt::Display for Fought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ending.fmt(f)
    }
}

impl Outcome for Fought {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("attacker steps lost", self.attacker_lost.into()),
            ("defender steps lost", self.defender_lost.into()),
            ("units over the top", self.over_the_top.into()),
            ("attackers disrupted", self.attackers_disrupted.into()),
        ]
    }

    fn is_hoped_for(&self) -> bool {
        self.ending >= Ending::DefenderRetreats
    }
}

/// A whole assault.
pub fn procedure() -> impl Procedure<Situation = AssaultPlan> {
    let card = Card {
        name: "assault-chain",
        title: "Assault from commitment to counterattack",
        rule: Rule("R13"),
        about: "How a planned assault ends and what it costs: commitment, coordination, fire, assault and counterattack.",
        seat: ATTACKER,
    };
    let start = |plan: &AssaultPlan| {
        let chain = AssaultChain::of(plan);
        let stage = chain.start();
        (chain, stage)
    };
    Chained::new(card, start).checked(AssaultPlan::check).under(policies)
}

fn policies(plan: &AssaultPlan) -> Vec<Policy> {
    let mut policies = Vec::new();
    if plan.is_combined() {
        policies.push(keeps_policy(plan.keeps));
        policies.push(Policy {
            seat: ATTACKER,
            decision: "who stays of each country on a 4 or 5",
            rule: Rule("11.3:one-each"),
            policy: "the units with the greatest attack strength".to_owned(),
        });
    }
    let losses = match plan.losses {
        LossPolicy::KeepStrength => "the step that costs the least attack strength, close assault units first",
        LossPolicy::Spread => "from the unit with the most steps, close assault units first",
        LossPolicy::Concentrate => "from the unit with the fewest steps, close assault units first",
    };
    let counters = match plan.answer {
        OnCounter::Counterattack => square(plan.counters),
        OnCounter::GiveWay => "none: he gives way",
    };
    let policy = |seat, decision, rule, policy: &str| Policy { seat, decision, rule, policy: policy.to_owned() };
    policies.extend([
        policy(ATTACKER, chain::LOSES, Rule("R18"), losses),
        policy(DEFENDER, chain::AIMS, Rule("R18"), square(plan.fires_at)),
        policy(DEFENDER, chain::COUNTERS, Rule("R36"), counters),
    ]);
    policies
}

fn square(policy: SquarePolicy) -> &'static str {
    match policy {
        SquarePolicy::Strongest => "the strongest square",
        SquarePolicy::Weakest => "the weakest square",
    }
}

#[cfg(test)]
mod tests;
