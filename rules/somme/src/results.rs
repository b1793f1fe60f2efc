//! 11.8: the key to the results of an assault.

use kernel::prelude::*;

kernel::outcomes! {
    /// How an assault ends, from the worst for the attacker to the best, as the chart has them.
    pub enum Verdict hoping for DefenderRetreats {
        /// AE.
        AttackerEliminated = "attacker eliminated (AE)",
        /// A2SR.
        AttackerLosesTwo = "attacker loses 2 steps each and retreats (A2SR)",
        /// ASR.
        AttackerLosesOne = "attacker loses 1 step each and retreats (ASR)",
        /// AR.
        AttackerRetreats = "attacker retreats (AR)",
        /// ENG.
        Engaged = "engaged (ENG)",
        /// C.
        Counterattack = "counterattack (C)",
        /// DR.
        DefenderRetreats = "defender retreats (DR)",
        /// DSR.
        DefenderLosesOne = "defender loses 1 step each and retreats (DSR)",
        /// D2SR.
        DefenderLosesTwo = "defender loses 2 steps each and retreats (D2SR)",
        /// DE.
        DefenderEliminated = "defender eliminated (DE)",
        /// DEBT.
        Breakthrough = "defender eliminated, breakthrough (DEBT)",
    }
}

/// What happens to one side (11.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// It stands.
    Stands,
    /// Each unit loses so many steps and retreats.
    Retreats(u8),
    /// All its units are eliminated.
    Eliminated,
}

impl Verdict {
    /// The verdict that a cell of the chart prints.
    pub fn of_cell(cell: &str) -> Option<Verdict> {
        Some(match cell {
            "AE" => Verdict::AttackerEliminated,
            "A2SR" => Verdict::AttackerLosesTwo,
            "ASR" => Verdict::AttackerLosesOne,
            "AR" => Verdict::AttackerRetreats,
            "ENG" => Verdict::Engaged,
            "C" => Verdict::Counterattack,
            "DR" => Verdict::DefenderRetreats,
            "DSR" => Verdict::DefenderLosesOne,
            "D2SR" => Verdict::DefenderLosesTwo,
            "DE" => Verdict::DefenderEliminated,
            "DEBT" => Verdict::Breakthrough,
            _ => return None,
        })
    }

    /// The part of the key that says what it means.
    pub fn rule(self) -> Rule {
        match self {
            Verdict::AttackerEliminated => Rule("11.8:a"),
            Verdict::AttackerLosesTwo | Verdict::DefenderLosesTwo => Rule("11.8:2sr"),
            Verdict::AttackerLosesOne | Verdict::DefenderLosesOne => Rule("11.8:sr"),
            Verdict::AttackerRetreats => Rule("11.8:r"),
            Verdict::Engaged => Rule("11.8:eng"),
            Verdict::Counterattack => Rule("11.8:c"),
            Verdict::DefenderRetreats => Rule("11.8:d"),
            Verdict::DefenderEliminated => Rule("11.8:e"),
            Verdict::Breakthrough => Rule("11.8:bt"),
        }
    }

    /// What becomes of the attacker.
    pub fn attacker(self) -> Fate {
        match self {
            Verdict::AttackerEliminated => Fate::Eliminated,
            Verdict::AttackerLosesTwo => Fate::Retreats(2),
            Verdict::AttackerLosesOne => Fate::Retreats(1),
            Verdict::AttackerRetreats => Fate::Retreats(0),
            _ => Fate::Stands,
        }
    }

    /// What becomes of the defender.
    pub fn defender(self) -> Fate {
        match self {
            Verdict::DefenderRetreats => Fate::Retreats(0),
            Verdict::DefenderLosesOne => Fate::Retreats(1),
            Verdict::DefenderLosesTwo => Fate::Retreats(2),
            Verdict::DefenderEliminated | Verdict::Breakthrough => Fate::Eliminated,
            _ => Fate::Stands,
        }
    }
}

/// The ways of retreat that a side has (R20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum WayBack {
    /// A square without enemies or their zone of control.
    #[default]
    Open,
    /// Only into an enemy zone of control, which costs each unit a step more.
    EnemyZoc,
    /// None: units that must retreat are eliminated.
    Blocked,
}

impl Fate {
    /// R20 The steps that a unit with so many left loses.
    pub fn steps_lost(self, left: u8, way_back: WayBack) -> u8 {
        match (self, way_back) {
            (Fate::Stands, _) => 0,
            (Fate::Eliminated, _) | (Fate::Retreats(_), WayBack::Blocked) => left,
            (Fate::Retreats(steps), WayBack::Open) => left.min(steps),
            (Fate::Retreats(steps), WayBack::EnemyZoc) => left.min(steps + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_8_each_result_falls_on_one_side() {
        use Fate::{Eliminated, Retreats, Stands};
        let fates: Vec<_> = Verdict::ALL.iter().map(|verdict| (verdict.attacker(), verdict.defender())).collect();
        assert_eq!(
            fates,
            [
                (Eliminated, Stands),
                (Retreats(2), Stands),
                (Retreats(1), Stands),
                (Retreats(0), Stands),
                (Stands, Stands),
                (Stands, Stands),
                (Stands, Retreats(0)),
                (Stands, Retreats(1)),
                (Stands, Retreats(2)),
                (Stands, Eliminated),
                (Stands, Eliminated),
            ]
        );
    }

    #[test]
    fn r20_a_retreat_into_a_zoc_costs_a_step_more_and_none_costs_all() {
        let lost = |way_back| [3, 2, 1].map(|left| Fate::Retreats(1).steps_lost(left, way_back));
        assert_eq!(lost(WayBack::Open), [1, 1, 1]);
        assert_eq!(lost(WayBack::EnemyZoc), [2, 2, 1]);
        assert_eq!(lost(WayBack::Blocked), [3, 2, 1]);
        assert_eq!(Fate::Stands.steps_lost(3, WayBack::Blocked), 0);
        assert_eq!(Fate::Eliminated.steps_lost(3, WayBack::Open), 3);
    }
}
