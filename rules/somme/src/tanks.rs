//! 7.8 and 12.3: tanks break down and recover.

use crate::charts;
use crate::seats::ALLIED;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { BreakdownModifiers, BREAKDOWN_MODIFIERS of charts::TANK_BREAKDOWN { weather } }
kernel::modifiers! { RecoveryModifiers, RECOVERY_MODIFIERS of charts::TANK_RECOVERY { german_adjacent, weather, british_stacked } }

/// A tank company that starts to move or to assault (R24).
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct MovingTanks {
    /// The weather.
    #[field(rule = "7.8:weather")]
    pub weather: Weather,
}

/// A tank company that is broken down.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct BrokenTanks {
    /// Adjacent German units in good order; disrupted, interdicted and suppressed ones do not count.
    #[field(rule = "12.3:german-adjacent", max = 8)]
    pub germans_adjacent: u8,
    /// The weather.
    #[field(rule = "12.3:weather")]
    pub weather: Weather,
    /// Who is stacked with it.
    #[field(rule = "12.3:british-stacked")]
    pub company: Company,
}

/// Who is stacked with a broken-down tank company.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Company {
    /// Nobody who helps.
    #[default]
    None,
    /// A British infantry brigade.
    BritishInfantry,
    /// A British cavalry brigade.
    BritishCavalry,
    /// French units, which do not help.
    French,
}

kernel::outcomes! {
    /// Does it keep running?
    pub enum Breakdown {
        /// It breaks down where it stands.
        BreaksDown = "breaks down",
        /// It moves on.
        Runs = "stays in good order",
    }
}

kernel::outcomes! {
    /// Is it mended?
    pub enum Recovery {
        /// It is not.
        Stays = "stays broken down",
        /// It runs again.
        Recovers = "recovers",
    }
}

/// 7.8 The breakdown roll of a tank company.
pub fn resolve_breakdown(tanks: &MovingTanks, dice: &mut dyn Dice) -> Resolved<Breakdown> {
    let roll = dice.d6(Why::low("tank breakdown", ALLIED));
    let total = Tally::base("roll", Rule("7.8:roll"), "1D6", roll.value())
        .when(tanks.weather.is_rain_or_snow(), &BREAKDOWN_MODIFIERS.weather);
    let found = BREAKDOWN.at(total.total(), 0);
    let breakdown = *found.result;
    Explanation::of(Rule("7.8:breaks-down"), "tank breakdown")
        .throw(roll)
        .tally(total)
        .cell(found.cell)
        .gives(breakdown, Phrase::of("the company {}").word(breakdown.name()))
}

/// 12.3 The recovery roll of a broken-down tank company.
pub fn resolve_recovery(tanks: &BrokenTanks, dice: &mut dyn Dice) -> Resolved<Recovery> {
    let helped = matches!(tanks.company, Company::BritishInfantry | Company::BritishCavalry);
    let roll = dice.d6(Why::low("tank recovery", ALLIED));
    let total = Tally::base("roll", Rule("12.3:roll"), "1D6", roll.value())
        .times(tanks.germans_adjacent.into(), &RECOVERY_MODIFIERS.german_adjacent)
        .when(tanks.weather.is_rain_or_snow(), &RECOVERY_MODIFIERS.weather)
        .when(helped, &RECOVERY_MODIFIERS.british_stacked);
    let found = RECOVERY.at(total.total(), 0);
    let recovery = *found.result;
    Explanation::of(Rule("12.3:recovers"), "tank recovery")
        .throw(roll)
        .tally(total)
        .cell(found.cell)
        .gives(recovery, Phrase::of("the company {}").word(recovery.name()))
}

static BREAKDOWN: LazyLock<Table<Breakdown>> = LazyLock::new(|| Table::of(&charts::TANK_BREAKDOWN, Breakdown::read));
static RECOVERY: LazyLock<Table<Recovery>> = LazyLock::new(|| Table::of(&charts::TANK_RECOVERY, Recovery::read));

/// The breakdown of one tank company.
pub fn breakdown() -> impl Procedure<Situation = MovingTanks> {
    let card = Card {
        name: "tank-breakdown",
        title: "Tank breakdown",
        rule: Rule("R24"),
        about: "Does a tank company break down when it moves or assaults?",
        seat: ALLIED,
    };
    Step::new(card, resolve_breakdown)
}

/// The recovery of one tank company.
pub fn recovery() -> impl Procedure<Situation = BrokenTanks> {
    let card = Card {
        name: "tank-recovery",
        title: "Tank recovery",
        rule: Rule("Sequence of play:4d"),
        about: "Does a broken-down tank company run again?",
        seat: ALLIED,
    };
    Step::new(card, resolve_recovery)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn recovers(tanks: &BrokenTanks) -> Ratio {
        odds(|dice| resolve_recovery(tanks, dice).outcome).remove(&Recovery::Recovers).unwrap_or(Ratio::ZERO)
    }

    #[test]
    fn r7_8_a_third_break_down_and_half_in_rain_or_snow() {
        let breaks = |weather| {
            odds(|dice| resolve_breakdown(&MovingTanks { weather }, dice).outcome)[&Breakdown::BreaksDown].clone()
        };
        let all = [Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow];
        assert_eq!(all.map(breaks), [ratio(1, 3), ratio(1, 3), ratio(1, 2), ratio(1, 2)]);
    }

    #[test]
    fn r12_3_a_third_recover() {
        assert_eq!(recovers(&BrokenTanks::default()), ratio(1, 3));
    }

    #[test]
    fn r12_3_german_adjacent_adds_one_but_once() {
        let with = |germans_adjacent| recovers(&BrokenTanks { germans_adjacent, ..BrokenTanks::default() });
        assert_eq!([1, 5].map(with), [ratio(1, 6), ratio(1, 6)]);
    }

    #[test]
    fn r12_3_weather_adds_one() {
        assert_eq!(recovers(&BrokenTanks { weather: Weather::Rain, ..BrokenTanks::default() }), ratio(1, 6));
        let worst = BrokenTanks { weather: Weather::Snow, germans_adjacent: 2, company: Company::None };
        assert_eq!(recovers(&worst), ratio(0, 1));
    }

    #[test]
    fn r12_3_british_stacked_takes_one_off_and_french_do_not() {
        let with = |company| recovers(&BrokenTanks { company, ..BrokenTanks::default() });
        let all = [Company::BritishInfantry, Company::BritishCavalry, Company::French];
        assert_eq!(all.map(with), [ratio(1, 2), ratio(1, 2), ratio(1, 3)]);
    }
}
