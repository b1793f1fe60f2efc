//! Remove suppression: the morale test of the command phase.

use crate::catalogue::Element;
use crate::charts;
use crate::choices::OnTable;
use crate::quality::{AskedQuality, quality_rows};
use crate::rolls::d20;
use crate::seats::OWNER;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::SUPPRESSION {
    commander, objective, removed, foreign_edge, unsupported,
    quality_elite, quality_veteran, quality_regular, quality_green, quality_raw,
} }
quality_rows!(Modifiers);

/// A suppressed element that tests its morale.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Test {
    /// What it is: AFVs need other support than the rest.
    #[field(rule = "Remove suppression:afv-support")]
    pub element: OnTable,
    /// The quality of its men.
    #[field(rule = "Remove suppression:quality")]
    pub quality: AskedQuality,
    /// A friendly commander is within 4.
    #[field(rule = "Remove suppression:commander")]
    pub commander: bool,
    /// Objectives of the scenario that its side has captured: they are its own now and were not at the start.
    #[field(rule = "Remove suppression:objective", max = 6)]
    pub objectives: u8,
    /// Elements of its side that have been removed from play.
    #[field(rule = "R15", max = 40)]
    pub removed: u8,
    /// It is within 4 of a table edge that is not its own base edge.
    #[field(rule = "Remove suppression:foreign-edge")]
    pub foreign_edge: bool,
    /// The best friend near it.
    #[field(rule = "Remove suppression:other-support")]
    pub friend: Friend,
    /// That friend is suppressed and so supports nobody.
    #[field(rule = "Remove suppression:suppressed-support")]
    pub friend_suppressed: bool,
}

/// A friend near a suppressed element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Friend {
    /// A combat element within 4 that is not an AFV.
    #[default]
    CombatElementWithin4,
    /// An AFV within 4.
    AfvWithin4,
    /// An AFV of the same type with a radio, within 8.
    SameTypeWithRadioWithin8,
    /// Nobody.
    Nobody,
}

kernel::outcomes! {
    /// How the test ends.
    pub enum Morale {
        /// The element is removed.
        Routs = "routs",
        /// Nothing changes.
        StaysSuppressed = "stays suppressed",
        /// It may act again.
        Recovers = "suppression removed",
    }
}

static CHART: LazyLock<Table<Morale>> = LazyLock::new(|| Table::of(&charts::SUPPRESSION, Morale::read));

/// Remove suppression 12 or more on 1D20 with modifiers; an unmodified 1 routs.
pub fn resolve_test(test: &Test, dice: &mut dyn Dice) -> Resolved<Morale> {
    let roll = d20(dice, Why::high("remove suppression", OWNER));
    let natural = roll.value();
    let total = tally(test, natural);
    let explained = Explanation::of(Rule("Remove suppression"), "remove suppression");
    if natural == 1 {
        let cell = CHART.at(1, 0).cell;
        let explained = explained.under(Rule("Remove suppression:rout"));
        return explained.throw(roll).cell(cell).gives(Morale::Routs, Phrase::of("an unmodified 1 routs the element"));
    }
    // The row of 1 is for the unmodified 1 only.
    let found = CHART.at(total.total().max(2), 0);
    explained.throw(roll).tally(total).cell(found.cell).gives(*found.result, Phrase::of(found.result.name()))
}

/// What is added to the roll of a test, or taken off: what it is, how much, and the rule.
pub(crate) fn modifiers(test: &Test) -> Vec<(&'static str, i32, Rule)> {
    let tally = tally(test, 0);
    let lines = tally.lines().iter().skip(1).filter(|line| line.change != 0);
    lines.map(|line| (line.what, line.change, line.rule)).collect()
}

fn tally(test: &Test, natural: i32) -> Tally {
    Tally::base("roll", Rule("Remove suppression:roll"), "1d20", natural)
        .when(test.commander, &MODIFIERS.commander)
        .times(test.objectives.into(), &MODIFIERS.objective)
        .when(true, MODIFIERS.quality(test.quality.or(test.element.figures.quality)))
        .times(u16::from(test.removed) / 3, &MODIFIERS.removed)
        .when(test.foreign_edge, &MODIFIERS.foreign_edge)
        .when(!is_supported(test), &MODIFIERS.unsupported)
}

fn is_supported(test: &Test) -> bool {
    let element: &Element = &test.element;
    !test.friend_suppressed
        && match test.friend {
            Friend::Nobody => false,
            Friend::AfvWithin4 => true,
            Friend::CombatElementWithin4 => supports_others(element),
            Friend::SameTypeWithRadioWithin8 => supports_afvs_afar(element),
        }
}

/// Remove suppression:other-support A combat element that is no AFV supports all but AFVs.
fn supports_others(element: &Element) -> bool {
    !element.is_afv()
}

/// Remove suppression:afv-support A radio reaches 8, but only between AFVs of a type that has one.
fn supports_afvs_afar(element: &Element) -> bool {
    element.is_afv() && element.figures.radio
}

/// The test to shake off suppression.
pub fn procedure() -> impl Procedure<Situation = Test> {
    let card = Card {
        name: "suppression",
        title: "Remove suppression",
        rule: Rule("Remove suppression"),
        about: "Does a suppressed element shake off its suppression in the command phase?",
        seat: OWNER,
    };
    Step::new(card, resolve_test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    fn plain() -> Test {
        Test { element: OnTable::of("bren-section"), ..Test::default() }
    }

    fn tank(friend: Friend) -> Test {
        Test { element: OnTable::of("sherman-75"), friend, ..Test::default() }
    }

    /// How many of the 20 faces remove the suppression.
    fn recovers(test: &Test) -> u64 {
        let all = odds(|dice| resolve_test(test, dice).outcome);
        assert_eq!(all[&Morale::Routs], ratio(1, 20));
        (0..=20).find(|&part| all.get(&Morale::Recovers).cloned().unwrap_or_default() == ratio(part, 20)).unwrap()
    }

    #[test]
    fn remove_suppression_12_or_more_is_needed() {
        assert_eq!(recovers(&plain()), 9);
    }

    #[test]
    fn remove_suppression_an_unmodified_1_routs_and_a_modified_one_does_not() {
        let worst = Test { removed: 40, friend: Friend::Nobody, ..plain() };
        let roll = |face| resolve_test(&worst, &mut Scripted::of([face])).outcome;
        assert_eq!((roll(1), roll(2)), (Morale::Routs, Morale::StaysSuppressed), "2 - 13 - 3 is far below 1");
    }

    #[test]
    fn remove_suppression_commander_is_plus_1() {
        assert_eq!(recovers(&Test { commander: true, ..plain() }), 10);
    }

    #[test]
    fn remove_suppression_each_objective_is_plus_2() {
        assert_eq!(recovers(&Test { objectives: 2, ..plain() }), 13);
    }

    #[test]
    fn remove_suppression_every_3_removed_are_minus_1() {
        assert_eq!([2, 3, 5, 6].map(|removed| recovers(&Test { removed, ..plain() })), [9, 8, 8, 7]);
    }

    #[test]
    fn remove_suppression_foreign_edge_is_minus_1() {
        assert_eq!(recovers(&Test { foreign_edge: true, ..plain() }), 8);
    }

    #[test]
    fn remove_suppression_unsupported_is_minus_3() {
        assert_eq!(recovers(&Test { friend: Friend::Nobody, ..plain() }), 6);
    }

    #[test]
    fn remove_suppression_quality_is_added() {
        use AskedQuality::{Elite, Green, Raw, Regular, Veteran};
        let faces = [Elite, Veteran, Regular, Green, Raw].map(|quality| recovers(&Test { quality, ..plain() }));
        assert_eq!(faces, [11, 10, 9, 8, 7]);
        let listed = Test { element: OnTable::of("militia"), ..plain() };
        assert_eq!(recovers(&listed), 7, "militia is listed as raw");
    }

    #[test]
    fn remove_suppression_afvs_need_afvs_near_or_a_radio_twin() {
        assert_eq!(recovers(&tank(Friend::AfvWithin4)), 9);
        assert_eq!(recovers(&tank(Friend::SameTypeWithRadioWithin8)), 9);
        assert_eq!(recovers(&tank(Friend::CombatElementWithin4)), 6, "infantry does not support a tank");
        let without_radio = Test { element: OnTable::of("t-34-76"), ..tank(Friend::SameTypeWithRadioWithin8) };
        assert_eq!(recovers(&without_radio), 6);
    }

    #[test]
    fn remove_suppression_others_need_a_combat_element_near() {
        assert_eq!(recovers(&Test { friend: Friend::AfvWithin4, ..plain() }), 9, "an AFV is one");
        assert_eq!(recovers(&Test { friend: Friend::SameTypeWithRadioWithin8, ..plain() }), 6);
    }

    #[test]
    fn remove_suppression_a_suppressed_friend_supports_nobody() {
        assert_eq!(recovers(&Test { friend_suppressed: true, ..plain() }), 6);
    }
}
