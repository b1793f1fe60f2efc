//! Morale: two or more squads that test together.

use crate::morale::{Nerve, Occasion, Squad, number, resolve_failure};
use crate::seats::OWNER;
use kernel::prelude::*;
use std::fmt;

/// Squads whom the same melee, burst or cloud makes test (R11).
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Group {
    /// The squads; all of them test for the same reason.
    #[field(rule = "R11", min = 2, max = 4, default = vec![Squad::default(), Squad::default()])]
    pub squads: Vec<Squad>,
}

/// What the group does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroupNerve {
    /// The one result for all.
    pub nerve: Nerve,
    /// Figures lost by all squads together.
    pub figures_lost: u8,
}

/// A joint test.
pub struct JointTest {
    number: Tally,
    squads: u8,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The dice of all squads are to be thrown.
    Sum,
    /// They were not below the sum.
    Missed,
    /// All is known.
    Known(Nerve),
}

impl JointTest {
    /// The test of a group and where it begins.
    pub fn begin(group: &Group) -> (JointTest, Stage) {
        let sum =
            |tally: Tally, squad| tally.plus(Rule("Morale:joint-number"), "a squad's number", number(squad).total());
        let number = group.squads.iter().fold(Tally::of("sum of the numbers"), sum);
        (JointTest { number, squads: group.squads.len() as u8 }, Stage::Sum)
    }

    /// Morale:joint-throw A D10 for each squad; all pass if their sum is less than the sum of their numbers.
    fn throw(&self, dice: &mut dyn Dice) -> Resolved<bool> {
        let dice = dice.throw(Law::Sum { die: Die::D10, count: self.squads }, Why::low("joint morale", OWNER));
        let passed = dice.value() < self.number.total();
        let words = if passed { "{} is less than {}: passed" } else { "{} is not less than {}: failed" };
        let phrase = Phrase::of(words).number(dice.value()).number(self.number.total());
        Explanation::of(Rule("Morale:joint-throw"), "joint morale")
            .throw(dice)
            .tally(self.number.clone())
            .gives(passed, phrase)
    }
}

impl Chain for JointTest {
    type Stage = Stage;
    type Outcome = GroupNerve;

    fn turn(&self, stage: &Stage) -> Turn<Stage, GroupNerve> {
        let Stage::Known(nerve) = *stage else { return Turn::Roll };
        // Morale:joint-result On a 5 every squad loses a figure.
        let figures_lost = if nerve == Nerve::FallsBackTwo { self.squads } else { 0 };
        Turn::Done(GroupNerve { nerve, figures_lost })
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if *stage == Stage::Sum {
            return self.throw(dice).map(|passed| if passed { Stage::Known(Nerve::Passes) } else { Stage::Missed });
        }
        let failed = resolve_failure(OWNER, dice);
        let because = failed.because.under(Rule("Morale:joint-result"));
        Resolved { outcome: Stage::Known(failed.outcome), because }
    }
}

impl fmt::Display for GroupNerve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.nerve)
    }
}

impl Outcome for GroupNerve {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("figures lost", self.figures_lost.into())]
    }
}

/// The morale test of squads together.
pub fn procedure() -> impl Procedure<Situation = Group> {
    let card = Card {
        name: "joint-morale",
        title: "Joint morale",
        rule: Rule("Morale:joint-throw"),
        about: "Do two or more squads keep their nerve together?",
        seat: OWNER,
    };
    Chained::new(card, JointTest::begin).checked(check)
}

impl Group {
    /// The same as the form takes it: what made the first test stands for all.
    #[must_use]
    pub fn for_desk(&self) -> Group {
        let occasion = self.squads[0].occasion;
        let squads = self.squads.iter().take(4).map(|squad| Squad { occasion, ..squad.for_desk() });
        Group { squads: squads.collect() }
    }
}

/// R11: joint tests are only for the same melee, burst or cloud; a routed squad recovers alone.
fn check(group: &Group) -> Result<(), Refusal> {
    let occasion = group.squads[0].occasion;
    if group.squads.iter().any(|squad| squad.occasion != occasion) {
        return Err(Refusal::field("squads", "squads test together only for the same melee, burst or cloud (R11)"));
    }
    if occasion == Occasion::Recovery {
        return Err(Refusal::field("squads", "each routed squad tests for itself to recover (R11)"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morale::Outnumbered;
    use crate::troops::{Armour, Cover, Quality};
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    fn steady(quality: Quality) -> Squad {
        Squad { quality, casualties: 0, leader: false, under_fire: false, ..Squad::default() }
    }

    fn group(squads: impl IntoIterator<Item = Squad>) -> Group {
        Group { squads: squads.into_iter().collect() }
    }

    fn nerve(group: &Group, faces: impl IntoIterator<Item = u8>) -> GroupNerve {
        let (test, stage) = JointTest::begin(group);
        run(&test, stage, &mut Scripted::of(faces)).outcome
    }

    #[test]
    fn morale_joint_throw_must_be_less_than_the_sum_of_the_numbers() {
        let two = group([steady(Quality::Average), steady(Quality::Green)]);
        assert_eq!(nerve(&two, [10, 4]).nerve, Nerve::Passes, "14 is less than 15");
        assert_eq!(nerve(&two, [10, 5, 1]).nerve, Nerve::Stands, "an equal throw fails");
        // 2d10 at 15 or more: 6 + 5 + 4 + 3 + 2 + 1 = 21 of 100.
        let (test, stage) = JointTest::begin(&two);
        let odds = of_chain(&Budget::default(), &test, &Dist::certain(stage)).dist;
        assert_eq!(odds.chance_that(|end| end.nerve == Nerve::Passes), ratio(79, 100));
    }

    #[test]
    fn morale_joint_number_adds_the_modified_numbers() {
        let worn = Squad {
            cover: Cover::SoftCover,
            casualties: 2,
            armour: Armour::TankOrCar,
            outnumbered: Outnumbered::TwoToOne,
            ..steady(Quality::Elite)
        };
        let (test, _) = JointTest::begin(&group([worn, steady(Quality::Crack)]));
        assert_eq!(test.number.total(), (10 + 1 - 2 - 1 - 1) + 9);
    }

    #[test]
    fn morale_joint_result_is_one_for_all_and_on_a_5_each_squad_loses_a_figure() {
        let three = group([steady(Quality::Green), steady(Quality::Green), steady(Quality::Green)]);
        assert_eq!(nerve(&three, [7, 7, 7, 5]), GroupNerve { nerve: Nerve::FallsBackTwo, figures_lost: 3 });
        assert_eq!(nerve(&three, [7, 7, 7, 6]), GroupNerve { nerve: Nerve::Routs, figures_lost: 0 });
    }

    #[test]
    fn r11_squads_test_together_only_for_the_same_reason() {
        let gassed = Squad { occasion: Occasion::UnderGas, ..steady(Quality::Average) };
        assert!(check(&group([gassed.clone(), steady(Quality::Average)])).is_err());
        assert!(check(&group([gassed.clone(), gassed])).is_ok());
        let routed = Squad { occasion: Occasion::Recovery, ..steady(Quality::Average) };
        assert!(check(&group([routed.clone(), routed])).is_err());
    }
}
