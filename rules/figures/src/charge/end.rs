//! The stages of a charge, and how it can end.

use super::Who;
use crate::morale::Nerve;
use kernel::prelude::*;
use std::fmt;

/// Where a charge stands between two throws: counts of men, and what the next round depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The defenders fire.
    Fire {
        /// Volleys already thrown.
        fired: u8,
        /// Attackers left.
        attackers: u8,
    },
    /// The fire calls for a test of the attackers.
    Nerve {
        /// Attackers left.
        attackers: u8,
    },
    /// They failed it.
    Falters {
        /// Attackers left.
        attackers: u8,
    },
    /// A round begins: the attackers strike.
    Attack(Fight),
    /// The defenders strike.
    Defend {
        /// The fight as the round began.
        fight: Fight,
        /// Defenders struck down in this round.
        struck: u8,
    },
    /// The loser of the round tests.
    Test {
        /// The fight after the round's losses.
        fight: Fight,
        /// Who lost it.
        loser: Who,
        /// The loser's casualties of this move.
        lost: u8,
    },
    /// He failed.
    Failed {
        /// The fight after the round's losses.
        fight: Fight,
        /// Who lost it.
        loser: Who,
    },
    /// The charge is over.
    Over(ChargeEnd),
}

/// A melee between two rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// Attackers left.
    pub attackers: u8,
    /// Defenders left.
    pub defenders: u8,
    /// The round, counted from 1; 2 stands for all later ones where a fight goes on to its end.
    pub round: u8,
    /// Who won the round before.
    pub last: LastRound,
    /// The round before brought no casualty.
    pub quiet: bool,
    /// The defenders still man their defences.
    pub in_defences: bool,
    /// Attackers shot down in this move, which count in their test; none after the first round.
    pub shot: u8,
}

/// Who won the last round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastRound {
    /// There was none, or it was equal.
    Nobody,
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
}

impl Fight {
    /// The figures of one side and of its enemy.
    pub fn numbers(&self, who: Who) -> (u8, u8) {
        match who {
            Who::Attackers => (self.attackers, self.defenders),
            Who::Defenders => (self.defenders, self.attackers),
        }
    }

    /// The same fight after one side has lost a figure to a failed test.
    #[must_use]
    pub fn less_a_figure(self, who: Who, lost: bool) -> Fight {
        match who {
            Who::Attackers => Fight { attackers: self.attackers - u8::from(lost), ..self },
            Who::Defenders => Fight { defenders: self.defenders - u8::from(lost), ..self },
        }
    }
}

kernel::outcomes! {
    /// The ways a charge ends, from the worst for the attackers to the best.
    pub enum End {
        /// No attacker is left.
        AttackersDestroyed = "the attackers are destroyed",
        /// The attackers give themselves up.
        AttackersSurrender = "the attackers surrender",
        /// The attackers rout.
        AttackersRout = "the attackers rout",
        /// The attackers lose their nerve in the melee and fall back.
        AttackersFallBack = "the attackers fall back out of the melee",
        /// The attackers lose their nerve before they come to grips.
        Falters = "the attack falters before contact",
        /// The attackers are beaten off by men who stay in their defences.
        ThrownBack = "the attackers are thrown back from the defences",
        /// Two rounds without a casualty: the attackers fall back.
        Spent = "the fight dies down and the attackers fall back",
        /// Nobody is left.
        BothDestroyed = "both sides are destroyed",
        /// More rounds would follow.
        StillFighting = "they are still fighting",
        /// The defenders lose their nerve and fall back.
        DefendersFallBack = "the defenders fall back",
        /// The defenders rout.
        DefendersRout = "the defenders rout",
        /// The defenders give themselves up.
        DefendersSurrender = "the defenders surrender",
        /// No defender is left.
        DefendersDestroyed = "the defenders are destroyed",
    }
}

impl Stage {
    /// This stage, reached by a throw; where the throw ends the charge its explanation cites the rule that says so.
    pub fn ruled(self, because: Explanation) -> Resolved<Stage> {
        let rule = match self {
            Stage::Over(ChargeEnd { end, .. }) => end.rule().unwrap_or(because.rule),
            _ => because.rule,
        };
        Resolved { outcome: self, because: because.under(rule) }
    }
}

impl End {
    /// The statement that ends a charge so, where it is not that of the throw itself.
    fn rule(self) -> Option<Rule> {
        match self {
            End::AttackersSurrender | End::DefendersSurrender => Some(Rule("Melee 7")),
            End::ThrownBack => Some(Rule("Melee 6")),
            End::Spent => Some(Rule("Common:ties")),
            _ => None,
        }
    }

    /// One side gives itself up.
    pub fn surrender(who: Who) -> End {
        match who {
            Who::Attackers => End::AttackersSurrender,
            Who::Defenders => End::DefendersSurrender,
        }
    }

    /// One side leaves the melee after a failed test.
    pub fn of(loser: Who, nerve: Nerve) -> End {
        match (loser, nerve) {
            (Who::Attackers, Nerve::Routs) => End::AttackersRout,
            (Who::Attackers, _) => End::AttackersFallBack,
            (Who::Defenders, Nerve::Routs) => End::DefendersRout,
            (Who::Defenders, _) => End::DefendersFallBack,
        }
    }
}

/// How a charge ended, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ChargeEnd {
    /// How.
    pub end: End,
    /// Attackers lost; prisoners are not counted.
    pub attackers_lost: u8,
    /// Defenders lost; prisoners are not counted.
    pub defenders_lost: u8,
    /// Rounds of melee fought; 2 is two or more.
    pub rounds: u8,
}

impl fmt::Display for ChargeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.end)
    }
}

impl Outcome for ChargeEnd {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("attackers lost", self.attackers_lost.into()),
            ("defenders lost", self.defenders_lost.into()),
            ("rounds of melee (2 is two or more)", self.rounds.into()),
        ]
    }

    fn is_hoped_for(&self) -> bool {
        self.end >= End::DefendersFallBack
    }
}
