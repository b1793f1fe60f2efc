//! Remove suppression: the morale test of the command phase.

use crate::catalogue::Element;
use crate::charts;
use crate::listed::OnTable;
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
    #[field(rule = "Turn sequence:1a")]
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
    #[field(rule = "Remove suppression:unsupported")]
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
    let total = Tally::base("roll", Rule("Remove suppression:roll"), "1d20", natural)
        .when(test.commander, &MODIFIERS.commander)
        .times(test.objectives.into(), &MODIFIERS.objective)
        .when(true, MODIFIERS.quality(test.quality.or(test.element.figures.quality)))
        .times(u16::from(test.removed) / 3, &MODIFIERS.removed)
        .when(test.foreign_edge, &MODIFIERS.foreign_edge)
        .when(!is_supported(test), &MODIFIERS.unsupported);
    let explained = Explanation::of(Rule("Remove suppression"), "remove suppression");
    if natural == 1 {
        let cell = CHART.at(1, 0).cell;
        let explained = Explanation { rule: Rule("Remove suppression:rout"), ..explained };
        return explained.throw(roll).cell(cell).gives(Morale::Routs, Phrase::of("an unmodified 1 routs the element"));
    }
    // The row of 1 is for the unmodified 1 only.
    let found = CHART.at(total.total().max(2), 0);
    explained.throw(roll).tally(total).cell(found.cell).gives(*found.result, Phrase::of(found.result.name()))
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
pub fn procedure() -> impl Procedure {
    let card = Card {
        name: "suppression",
        title: "Remove suppression",
        rule: Rule("Remove suppression"),
        about: "Does a suppressed element shake off its suppression in the command phase?",
        seat: OWNER,
    };
    Step::new(card, resolve_test)
}
