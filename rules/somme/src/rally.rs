//! 12.2: rally of disrupted units.

use crate::charts;
use crate::headquarters::{Mode, helps_rally};
use crate::seats::OWNER;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::RALLY { supply_hq, enemy_zoc, weather } }

/// A disrupted unit that tries to rally.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct DisruptedUnit {
    /// Squares to the nearest headquarters of its nation.
    #[field(rule = "11.1:rally", max = 20, default = 3)]
    pub hq_distance: u8,
    /// The mode of that headquarters; only supply mode helps.
    #[field(rule = "12.2.1", default = Mode::Supply)]
    pub hq_mode: Mode,
    /// It stands in an enemy zone of control.
    #[field(rule = "12.2:enemy-zoc")]
    pub enemy_zoc: bool,
    /// It is a tank company.
    #[field(rule = "12.2:weather")]
    pub tanks: bool,
    /// The weather, which matters to tanks only; snow counts as rain.
    #[field(rule = "5.0:snow-is-rain")]
    pub weather: Weather,
}

kernel::outcomes! {
    /// Does it rally?
    pub enum Rally {
        /// It does not.
        Stays = "stays disrupted",
        /// It is in good order again.
        Rallies = "rallies",
    }
}

/// 12.2 The roll of a disrupted unit.
pub fn resolve_rally(unit: &DisruptedUnit, dice: &mut dyn Dice) -> Resolved<Rally> {
    let roll = dice.d6(Why::low("rally", OWNER));
    let total = Tally::when_told("roll", dice.tells())
        .from(Rule("12.2:roll"), "1D6", roll.value())
        .when(helps_rally(unit.hq_mode, unit.hq_distance), &MODIFIERS.supply_hq)
        .when(unit.enemy_zoc, &MODIFIERS.enemy_zoc)
        .when(unit.tanks && unit.weather.is_rain_or_snow(), &MODIFIERS.weather);
    let found = CHART.at(total.total(), 0);
    let rally = *found.result;
    if !dice.tells() {
        return Resolved::untold(rally);
    }
    Explanation::of(Rule("12.2"), "rally")
        .throw(roll)
        .tally(total)
        .cell(found.cell)
        .gives(rally, Phrase::of("the unit {}").word(rally.name()))
}

static CHART: LazyLock<Table<Rally>> = LazyLock::new(|| Table::of(&charts::RALLY, Rally::read));

/// The rally of one unit.
pub fn procedure() -> impl Procedure<Situation = DisruptedUnit> {
    let card = Card {
        name: "rally",
        title: "Rally",
        rule: Rule("Sequence of play:4c"),
        about: "Does a disrupted unit return to good order?",
        seat: OWNER,
    };
    Step::new(card, resolve_rally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    /// Far from any headquarters.
    fn alone() -> DisruptedUnit {
        DisruptedUnit { hq_distance: 9, ..DisruptedUnit::default() }
    }

    fn rallies(unit: &DisruptedUnit) -> Ratio {
        odds(|dice| resolve_rally(unit, dice).outcome)[&Rally::Rallies].clone()
    }

    #[test]
    fn r12_2_half_rally() {
        assert_eq!(rallies(&alone()), ratio(1, 2));
    }

    #[test]
    fn r12_2_an_hq_in_supply_mode_within_3_squares_helps() {
        let near = |hq_distance, hq_mode| rallies(&DisruptedUnit { hq_distance, hq_mode, ..alone() });
        assert_eq!(near(3, Mode::Supply), ratio(2, 3));
        assert_eq!(near(4, Mode::Supply), ratio(1, 2));
        assert_eq!(near(3, Mode::Command), ratio(1, 2));
    }

    #[test]
    fn r12_2_an_enemy_zoc_hinders() {
        assert_eq!(rallies(&DisruptedUnit { enemy_zoc: true, ..alone() }), ratio(1, 3));
    }

    #[test]
    fn r12_2_rain_or_snow_hinders_tanks_only() {
        let in_snow = |tanks| rallies(&DisruptedUnit { tanks, weather: Weather::Snow, ..alone() });
        assert_eq!((in_snow(true), in_snow(false)), (ratio(1, 3), ratio(1, 2)));
    }
}
