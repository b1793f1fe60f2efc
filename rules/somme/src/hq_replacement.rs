//! 11.2.1: when a lost headquarters comes back.

use crate::charts;
use crate::seats::OWNER;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::HQ_REPLACEMENT { weather } }

/// A headquarters that was lost.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct LostHeadquarters {
    /// The weather.
    #[field(rule = "11.2.1:weather")]
    pub weather: Weather,
}

kernel::outcomes! {
    /// When it is back, disrupted, at the rear edge (R12).
    pub enum Return {
        /// After two turns.
        AfterTwoTurns = "after 2 turns",
        /// Next turn.
        NextTurn = "next turn",
    }
}

/// 11.2.1 The roll for a lost headquarters.
pub fn resolve_hq_replacement(lost: &LostHeadquarters, dice: &mut dyn Dice) -> Resolved<Return> {
    let roll = dice.d6(Why::low("HQ replacement", OWNER));
    let total = Tally::base("roll", Rule("11.2.1"), "1D6", roll.value())
        .when(lost.weather.is_rain_or_snow(), &MODIFIERS.weather);
    let found = CHART.at(total.total(), 0);
    let back = *found.result;
    let rule = match back {
        Return::NextTurn => Rule("11.2.1:next-turn"),
        Return::AfterTwoTurns => Rule("11.2.1:two-turns"),
    };
    Explanation::of(rule, "HQ replacement")
        .throw(roll)
        .tally(total)
        .cell(found.cell)
        .gives(back, Phrase::of("the headquarters is back {}").word(back.name()))
}

static CHART: LazyLock<Table<Return>> = LazyLock::new(|| Table::of(&charts::HQ_REPLACEMENT, Return::read));

/// The replacement of a lost headquarters.
pub fn procedure() -> impl Procedure<Situation = LostHeadquarters> {
    let card = Card {
        name: "hq-replacement",
        title: "HQ replacement",
        rule: Rule("R12"),
        about: "When does a lost corps headquarters come back?",
        seat: OWNER,
    };
    Step::new(card, resolve_hq_replacement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{odds, ratio};

    #[test]
    fn r11_2_1_half_come_back_next_turn_and_a_third_in_rain_or_snow() {
        let next = |weather| {
            odds(|dice| resolve_hq_replacement(&LostHeadquarters { weather }, dice).outcome)[&Return::NextTurn].clone()
        };
        let all = [Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow];
        assert_eq!(all.map(next), [ratio(1, 2), ratio(1, 2), ratio(1, 3), ratio(1, 3)]);
    }
}
