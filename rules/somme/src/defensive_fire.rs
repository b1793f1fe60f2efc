//! 10.0: the fire of the defenders before an assault.

use crate::charts;
use crate::seats::DEFENDER;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::DEFENSIVE_FIRE {
        close_assault, attacker_interdicted, weather, defender_interdicted, tanks,
    }
}

/// Defenders who fire at an assault.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct DefensiveFire {
    /// Fire factors of the defenders in the square that are neither suppressed nor disrupted.
    #[field(rule = "R18", max = 20, default = 4)]
    pub factors: u8,
    /// Fire factors of one adjacent square that is not itself assaulted; half of them count, rounded down.
    #[field(rule = "R18", max = 20)]
    pub neighbour: u8,
    /// It is a night attack, which halves the factors, rounded up.
    #[field(rule = "R22")]
    pub night: bool,
    /// A unit of the attackers is in close assault.
    #[field(rule = "10.0:close-assault")]
    pub close_assault: bool,
    /// A unit of the attackers is interdicted.
    #[field(rule = "10.0:attacker-interdicted")]
    pub attacker_interdicted: bool,
    /// The weather.
    #[field(rule = "10.0:weather")]
    pub weather: Weather,
    /// A unit of the defenders is interdicted.
    #[field(rule = "10.0:defender-interdicted")]
    pub defender_interdicted: bool,
    /// There are tanks among the attackers.
    #[field(rule = "10.0:tanks")]
    pub tanks: bool,
}

kernel::outcomes! {
    /// What the fire does, from the worst for the defender to the best.
    pub enum Volley hoping for Retreat {
        /// Nothing.
        None = "no effect",
        /// R: the units of one attacking square retreat.
        Retreat = "attacker retreats",
        /// D: the units of one attacking square retreat and are disrupted.
        Disrupt = "attacker retreats, disrupted",
        /// One step.
        OneStep = "1 step lost",
        /// Two steps.
        TwoSteps = "2 steps lost",
        /// Three steps.
        ThreeSteps = "3 steps lost",
        /// Four steps.
        FourSteps = "4 steps lost",
    }
}

impl Volley {
    /// The result that a cell of the chart prints.
    fn of_cell(cell: &str) -> Option<Volley> {
        let place = ["-", "R", "D", "1", "2", "3", "4"].iter().position(|&printed| printed == cell)?;
        Some(Volley::ALL[place])
    }

    /// The steps that the attacker loses.
    pub fn steps(self) -> u8 {
        (self as u8).saturating_sub(Volley::Disrupt as u8)
    }

    fn rule(self) -> Rule {
        match self {
            Volley::None => Rule("10.0:no-effect"),
            Volley::Retreat => Rule("10.0:retreat"),
            Volley::Disrupt => Rule("10.0:disrupt"),
            _ => Rule("10.0:steps"),
        }
    }
}

/// 10.0 Defensive fire: factors give the column, 2D6 with modifiers the row.
pub fn resolve_defensive_fire(fire: &DefensiveFire, dice: &mut dyn Dice) -> Resolved<Volley> {
    let mut factors = Tally::when_told("factors", dice.tells())
        .from(Rule("10.0:roll"), "defenders who can fire", fire.factors.into())
        .plus(Rule("R18"), "half of one adjacent square", i32::from(fire.neighbour / 2));
    if fire.night {
        factors = factors.halved_up(Rule("R22"), "halved at night");
    }
    if factors.total() == 0 {
        return Explanation::of(Rule("R18"), "defensive fire")
            .tally(factors)
            .gives(Volley::None, Phrase::of("nobody can fire"));
    }
    factors = factors.at_most(Rule("10.0:ten-or-more"), "more than 10 count as 10", 10);
    let roll = dice.two_d6(Why::low("defensive fire", DEFENDER));
    let total = Tally::when_told("roll", dice.tells())
        .from(Rule("10.0:roll"), "2D6", roll.value())
        .when(fire.close_assault, &MODIFIERS.close_assault)
        .when(fire.attacker_interdicted, &MODIFIERS.attacker_interdicted)
        .when(fire.weather.is_rain_or_snow(), &MODIFIERS.weather)
        .when(fire.defender_interdicted, &MODIFIERS.defender_interdicted)
        .when(fire.tanks, &MODIFIERS.tanks);
    let found = CHART.under(total.total(), factors.total());
    let volley = *found.result;
    if !dice.tells() {
        return Resolved::untold(volley);
    }
    Explanation::of(volley.rule(), "defensive fire")
        .throw(roll)
        .tally(factors)
        .tally(total)
        .cell(found.cell)
        .gives(volley, Phrase::of(volley.name()))
}

static CHART: LazyLock<Table<Volley>> = LazyLock::new(|| Table::of(&charts::DEFENSIVE_FIRE, Volley::of_cell));

/// The fire of the defenders at one assault.
pub fn procedure() -> impl Procedure<Situation = DefensiveFire> {
    let card = Card {
        name: "defensive-fire",
        title: "Defensive fire",
        rule: Rule("Sequence of play:2h"),
        about: "What the defenders' fire does to an assault before it is resolved.",
        seat: DEFENDER,
    };
    Step::new(card, resolve_defensive_fire)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    fn at_least(fire: &DefensiveFire, volley: Volley) -> Ratio {
        odds(|dice| resolve_defensive_fire(fire, dice).outcome >= volley).remove(&true).unwrap_or(Ratio::ZERO)
    }

    fn plain() -> DefensiveFire {
        DefensiveFire::default()
    }

    #[test]
    fn r10_0_four_factors_by_the_rows_of_the_chart() {
        use Volley::{Disrupt, None, OneStep, Retreat};
        let fall = |faces: [u8; 2]| resolve_defensive_fire(&plain(), &mut Scripted::of(faces)).outcome;
        let falls = [[1, 1], [1, 3], [1, 4], [2, 4], [3, 4], [6, 6]].map(fall);
        assert_eq!(falls, [OneStep, OneStep, Disrupt, Retreat, None, None]);
        // 2 to 4 lose a step (6 ways), 5 is D (4), 6 is R (5).
        assert_eq!(at_least(&plain(), OneStep), ratio(6, 36));
        assert_eq!(at_least(&plain(), Retreat), ratio(15, 36));
    }

    #[test]
    fn r10_0_every_cell_follows_from_factors_less_roll() {
        for factors in 1..=10 {
            for roll in 1..=12 {
                let expected = match factors - roll {
                    ..=-3 => Volley::None,
                    -2 => Volley::Retreat,
                    -1 => Volley::Disrupt,
                    0..=2 => Volley::OneStep,
                    3..=5 => Volley::TwoSteps,
                    6..=8 => Volley::ThreeSteps,
                    _ => Volley::FourSteps,
                };
                assert_eq!(*CHART.under(roll, factors).result, expected, "{factors} factors, roll {roll}");
            }
        }
    }

    #[test]
    fn r10_0_close_assault_takes_one_off() {
        assert_eq!(at_least(&DefensiveFire { close_assault: true, ..plain() }, Volley::Retreat), ratio(21, 36));
    }

    #[test]
    fn r10_0_attacker_interdicted_takes_one_off() {
        assert_eq!(at_least(&DefensiveFire { attacker_interdicted: true, ..plain() }, Volley::Retreat), ratio(21, 36));
    }

    #[test]
    fn r10_0_weather_adds_one() {
        assert_eq!(at_least(&DefensiveFire { weather: Weather::Snow, ..plain() }, Volley::Retreat), ratio(10, 36));
    }

    #[test]
    fn r10_0_defender_interdicted_adds_one() {
        assert_eq!(at_least(&DefensiveFire { defender_interdicted: true, ..plain() }, Volley::Retreat), ratio(10, 36));
    }

    #[test]
    fn r10_0_tanks_add_one() {
        assert_eq!(at_least(&DefensiveFire { tanks: true, ..plain() }, Volley::Retreat), ratio(10, 36));
    }

    #[test]
    fn r10_0_more_than_ten_factors_count_as_ten() {
        let of = |factors| at_least(&DefensiveFire { factors, ..plain() }, Volley::TwoSteps);
        // 10 factors: two steps and more up to a roll of 7, 21 ways.
        assert_eq!((of(10), of(20)), (ratio(21, 36), ratio(21, 36)));
    }

    #[test]
    fn r18_an_adjacent_square_adds_half_its_factors_rounded_down() {
        // 4 + 5/2 = 6: a retreat or worse up to 8, 26 ways.
        assert_eq!(at_least(&DefensiveFire { neighbour: 5, ..plain() }, Volley::Retreat), ratio(26, 36));
    }

    #[test]
    fn r22_night_halves_all_factors_rounded_up() {
        // (4 + 1) / 2 = 2.5, rounded up 3: a retreat or worse up to 5, 10 ways.
        assert_eq!(at_least(&DefensiveFire { night: true, neighbour: 3, ..plain() }, Volley::Retreat), ratio(10, 36));
    }

    #[test]
    fn r18_without_factors_nobody_fires() {
        let none = resolve_defensive_fire(&DefensiveFire { factors: 0, ..plain() }, &mut Scripted::of([]));
        assert_eq!(none.outcome, Volley::None);
    }

    #[test]
    fn r10_0_the_number_is_the_steps_lost() {
        assert_eq!(Volley::ALL.iter().map(|volley| volley.steps()).collect::<Vec<_>>(), [0, 0, 0, 1, 2, 3, 4]);
    }
}
