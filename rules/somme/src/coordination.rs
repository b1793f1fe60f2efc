//! 11.3: British and French in one assault.

use crate::charts;
use crate::seats::ALLIED;
use crate::units::Nation;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

kernel::outcomes! {
    /// Who takes part, from the fewest to all.
    pub enum Together {
        /// The units of one country only.
        OneCountry = "all units of one country",
        /// One unit of each.
        OneEach = "one unit of each country",
        /// Two units of each.
        TwoEach = "two units of each country",
        /// All.
        All = "all units",
    }
}

/// How the Allied player chooses the country whose units stay in the assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Keeps {
    /// The country with the greater attack strength, the British of equals.
    #[default]
    Stronger,
    /// The British.
    British,
    /// The French.
    French,
}

/// An assault of British and French units together.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Combined {
    /// British units that are committed.
    #[field(rule = "11.3", min = 1, max = 5, default = 3)]
    pub british: u8,
    /// French units that are committed.
    #[field(rule = "11.3", min = 1, max = 5, default = 2)]
    pub french: u8,
    /// Whose units stay when there is no coordination; on this page the stronger are the more numerous.
    #[field(rule = "11.3:none")]
    pub keeps: Keeps,
}

/// How many units of each country take part, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Joined {
    /// Who takes part.
    pub together: Together,
    /// The country that advances, where one was rolled for; any may where not.
    pub advances: Option<Nation>,
    /// British units that take part.
    pub british: u8,
    /// French units that take part.
    pub french: u8,
}

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.together.fmt(f)?;
        match self.advances {
            Some(Nation::French) => f.write_str("; the French advance"),
            Some(_) => f.write_str("; the British advance"),
            None => Ok(()),
        }
    }
}

impl Outcome for Joined {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("British units", self.british.into()), ("French units", self.french.into())]
    }
}

static CHART: LazyLock<Table<String>> =
    LazyLock::new(|| Table::of(&charts::COORDINATION, |cell| Some(cell.to_owned())));

/// 11.3 The coordination roll, one a phase for all combined assaults (R22).
pub fn resolve_coordination(dice: &mut dyn Dice) -> Resolved<Together> {
    let roll = dice.d6(Why::high("assault coordination", ALLIED));
    let found = CHART.at(roll.value(), 0);
    let together = match found.result.as_str() {
        "one unit of each country" => Together::OneEach,
        "two units of each country" => Together::TwoEach,
        "all units" => Together::All,
        _ => Together::OneCountry,
    };
    let rule = match together {
        Together::OneCountry => Rule("11.3:none"),
        Together::OneEach => Rule("11.3:one-each"),
        Together::TwoEach => Rule("11.3:two-each"),
        Together::All => Rule("11.3:all"),
    };
    Explanation::of(rule, "assault coordination")
        .throw(roll)
        .cell(found.cell)
        .gives(together, Phrase::of("taking part: {}").word(together.name()))
}

/// 11.3 On a 4 or 5 a second roll: the British advance on 1-3, the French on 4-6.
pub fn resolve_advance(dice: &mut dyn Dice) -> Resolved<Nation> {
    let roll = dice.throw(
        Law::Bands { die: Die::D6, bands: Bands::at([BRITISH_ADVANCE_TO]) },
        Why::either("who advances", ALLIED),
    );
    let (nation, told) = match roll.reading {
        0 => (Nation::British, "the British carry out any advance"),
        _ => (Nation::French, "the French carry out any advance"),
    };
    Explanation::of(Rule("11.3:advance"), "who advances").throw(roll).gives(nation, Phrase::of(told))
}

/// The highest roll with which the British advance.
const BRITISH_ADVANCE_TO: u8 = 3;

/// Coordination, the choice of a country, and who advances.
pub struct CoordinationChain {
    combined: Combined,
}

/// Where coordination stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Coordination is to be rolled.
    Roll,
    /// One country is to be chosen.
    Choose,
    /// Who advances is to be rolled.
    Advance(Together),
    /// All is known.
    Known(Joined),
}

impl Chain for CoordinationChain {
    type Stage = Stage;
    type Outcome = Joined;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Joined> {
        let &Combined { british, french, .. } = &self.combined;
        let only =
            |british, french| Stage::Known(Joined { together: Together::OneCountry, advances: None, british, french });
        match stage {
            Stage::Roll | Stage::Advance(_) => Turn::Roll,
            Stage::Choose => Turn::Decide(Decision {
                seat: ALLIED,
                question: CHOICE,
                rule: Rule("11.3:none"),
                options: vec![
                    (Phrase::of("the British stay"), only(british, 0)),
                    (Phrase::of("the French stay"), only(0, french)),
                ],
            }),
            Stage::Known(joined) => Turn::Done(*joined),
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let joined = |together, most: u8, advances| {
            let &Combined { british, french, .. } = &self.combined;
            Stage::Known(Joined { together, advances, british: british.min(most), french: french.min(most) })
        };
        match stage {
            Stage::Roll => resolve_coordination(dice).map(|together| match together {
                Together::OneCountry => Stage::Choose,
                Together::OneEach | Together::TwoEach => Stage::Advance(together),
                Together::All => joined(together, u8::MAX, None),
            }),
            Stage::Advance(together) => resolve_advance(dice)
                .map(|nation| joined(*together, if *together == Together::OneEach { 1 } else { 2 }, Some(nation))),
            _ => unreachable!("nothing is rolled here"),
        }
    }

    fn choose(&self, _: &Stage, _: &Decision<Stage>) -> Pick {
        let Combined { british, french, keeps } = self.combined;
        let french_stay = match keeps {
            Keeps::Stronger => french > british,
            Keeps::British => false,
            Keeps::French => true,
        };
        Pick::Option(usize::from(french_stay))
    }
}

/// What is decided when there is no coordination.
pub(crate) const CHOICE: &str = "which country's units stay";

/// The policy of [`Keeps`] in words.
pub(crate) fn keeps_policy(keeps: Keeps) -> Policy {
    let policy = match keeps {
        Keeps::Stronger => "the stronger country stays, the British of equals",
        Keeps::British => "the British stay",
        Keeps::French => "the French stay",
    };
    Policy { seat: ALLIED, decision: CHOICE, rule: Rule("11.3:none"), policy: policy.to_owned() }
}

/// Coordination of British and French units.
pub fn procedure() -> impl Procedure<Situation = Combined> {
    let card = Card {
        name: "coordination",
        title: "Assault coordination",
        rule: Rule("11.3"),
        about: "How many British and French units take part in an assault they make together.",
        seat: ALLIED,
    };
    Chained::new(card, |combined: &Combined| (CoordinationChain { combined: combined.clone() }, Stage::Roll))
        .under(|combined| vec![keeps_policy(combined.keeps)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, of_chain, ratio};

    fn chance(combined: &Combined, is: impl Fn(&Joined) -> bool) -> Ratio {
        let chain = CoordinationChain { combined: combined.clone() };
        of_chain(&Budget::default(), &chain, &Dist::certain(Stage::Roll)).dist.chance_that(is)
    }

    #[test]
    fn r11_3_half_the_time_one_country_goes_home() {
        let rolled = odds(|dice| resolve_coordination(dice).outcome);
        let expected = [ratio(1, 2), ratio(1, 6), ratio(1, 6), ratio(1, 6)];
        assert_eq!(
            [Together::OneCountry, Together::OneEach, Together::TwoEach, Together::All].map(|t| rolled[&t].clone()),
            expected
        );
    }

    #[test]
    fn r11_3_units_of_each_country() {
        let combined = Combined { british: 3, french: 1, keeps: Keeps::Stronger };
        assert_eq!(chance(&combined, |j| (j.british, j.french) == (3, 0)), ratio(1, 2));
        assert_eq!(chance(&combined, |j| (j.british, j.french) == (1, 1)), ratio(1, 6));
        assert_eq!(chance(&combined, |j| (j.british, j.french) == (2, 1)), ratio(1, 6));
        assert_eq!(chance(&combined, |j| (j.british, j.french) == (3, 1)), ratio(1, 6));
    }

    #[test]
    fn r11_3_on_4_or_5_a_second_roll_says_who_advances() {
        let combined = Combined::default();
        assert_eq!(chance(&combined, |j| j.advances == Some(Nation::French)), ratio(1, 6));
        assert_eq!(chance(&combined, |j| j.advances == Some(Nation::British)), ratio(1, 6));
    }

    #[test]
    fn r11_3_the_attacker_chooses_the_country() {
        let stay = |keeps| chance(&Combined { keeps, ..Combined::default() }, |j| j.british == 0);
        assert_eq!([Keeps::Stronger, Keeps::British, Keeps::French].map(stay), [ratio(0, 1), ratio(0, 1), ratio(1, 2)]);
    }

    #[test]
    fn r11_3_the_chart_says_who_advances_as_the_roll_reads_it() {
        for face in [4, 5] {
            assert_eq!(CHART.at(face, 2).result, "1-3 British, 4-6 French");
        }
        assert_eq!(BRITISH_ADVANCE_TO, 3);
    }
}
