//! 6.0: bombardment of one square.

use crate::charts;
use crate::guns::{Gun, GunKind, Salvo, check_guns};
use crate::seats::FIRER;
use crate::terrain::{Cover, Ground, Terrain, ground};
use crate::weather::{Weather, check_observation};
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::BOMBARDMENT {
        cavalry_target, air_observation, stacked_unit, heavy_artillery, unsupplied, weather,
    }
}

/// Guns that bombard a square.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Bombardment {
    /// The units that fire, at most 6, of them 2 heavy.
    #[field(rule = "R7", min = 1, max = 6, default = vec![Gun::default(), Gun::default(), Gun::of(GunKind::Heavy)])]
    pub guns: Vec<Gun>,
    /// The terrain of the target square; marsh, rivers, roads, canal and railroad are clear ground here.
    #[field(rule = "6.0:column", max = 3, default = ground(&[Terrain::Woods]))]
    pub ground: Vec<Ground>,
    /// Units in the target square, headquarters apart; 0 when it is vacant.
    #[field(rule = "6.0:vacant", max = 6, default = 1)]
    pub units: u8,
    /// There is cavalry among them.
    #[field(rule = "6.0:cavalry-target")]
    pub cavalry: bool,
    /// The firing side has air observation.
    #[field(rule = "6.0:air-observation")]
    pub observation: bool,
    /// The weather.
    #[field(rule = "6.0:weather")]
    pub weather: Weather,
}

kernel::outcomes! {
    /// What a bombardment does, from the worst for the guns to the best.
    pub enum Effect hoping for Suppress {
        /// Nothing.
        None = "no effect",
        /// I: every unit in the square, or the vacant square, is interdicted.
        Interdict = "interdicted",
        /// S: every unit in the square is suppressed.
        Suppress = "suppressed",
        /// D: every unit in the square is disrupted.
        Disrupt = "disrupted",
        /// ST: one step is lost, and all are disrupted.
        Step = "1 step lost and disrupted",
        /// 2ST: two steps are lost, and all are disrupted.
        TwoSteps = "2 steps lost and disrupted",
        /// 3ST: three steps are lost, and all are disrupted.
        ThreeSteps = "3 steps lost and disrupted",
    }
}

impl Effect {
    /// The effect that a cell of the chart prints.
    fn of_cell(cell: &str) -> Option<Effect> {
        let place = ["-", "I", "S", "D", "ST", "2ST", "3ST"].iter().position(|&printed| printed == cell)?;
        Some(Effect::ALL[place])
    }

    /// The rule that says what it does.
    fn rule(self) -> Rule {
        match self {
            Effect::None => Rule("6.0:no-effect"),
            Effect::Interdict => Rule("6.0:interdict"),
            Effect::Suppress => Rule("6.0:suppress"),
            Effect::Disrupt => Rule("6.0:disrupt"),
            Effect::Step | Effect::TwoSteps | Effect::ThreeSteps => Rule("6.0:step-loss"),
        }
    }
}

/// What is fired at, and under which sky.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Its row of thresholds.
    pub cover: Cover,
    /// Units in it; 0 when it is vacant.
    pub units: u8,
    /// There is cavalry in it.
    pub cavalry: bool,
    /// The firing side has air observation.
    pub observation: bool,
    /// The weather.
    pub weather: Weather,
}

/// 6.0 Guns against a square: factors and terrain give the column, 1D6 with modifiers the row.
pub fn resolve_bombardment(salvo: Salvo, target: Target, seat: Seat, dice: &mut dyn Dice) -> Resolved<Effect> {
    let factors = || Tally::base("factors", Rule("6.0:column"), target.cover.row(), salvo.factors.into());
    let Some(column) = column(salvo.factors, target.cover) else {
        return Explanation::of(Rule("6.0:below-first"), "bombardment").tally(factors()).gives(
            Effect::None,
            Phrase::of("too few factors for an attack; {} {is|are} needed").number(least(target.cover)),
        );
    };
    let roll = dice.d6(Why::low("bombardment", seat));
    let total = modified(&roll, target, dice.tells())
        .when(target.observation, &MODIFIERS.air_observation)
        .times(salvo.heavies.into(), &MODIFIERS.heavy_artillery)
        .when(salvo.unsupplied, &MODIFIERS.unsupplied);
    let mut resolved = read_chart("bombardment", roll, total, column, target);
    if dice.tells() {
        // The factors gave the column, so they are told first.
        resolved.because.tallies.insert(0, factors());
    }
    resolved
}

/// What a bombardment does on each of the six faces; for a quick look, without explanation.
pub fn effects(salvo: Salvo, target: Target) -> [Effect; 6] {
    let Some(column) = column(salvo.factors, target.cover) else { return [Effect::None; 6] };
    let add = i32::from(target.observation) * MODIFIERS.air_observation.add
        + i32::from(salvo.heavies) * MODIFIERS.heavy_artillery.add
        + i32::from(salvo.unsupplied) * MODIFIERS.unsupplied.add
        + i32::from(target.cavalry && target.units > 0) * MODIFIERS.cavalry_target.add
        + i32::from(target.units.saturating_sub(1)) * MODIFIERS.stacked_unit.add
        + i32::from(target.weather.is_rain_or_snow()) * MODIFIERS.weather.add;
    let most = if target.units == 0 { Effect::Interdict } else { Effect::ThreeSteps };
    [1, 2, 3, 4, 5, 6].map(|face| (*CHART.at(face + add, column).result).min(most))
}

/// The modifiers that every bombardment has, from guns or from the air.
pub(crate) fn modified(roll: &Throw, target: Target, tells: bool) -> Tally {
    Tally::when_told("roll", tells)
        .from(Rule("6.0:roll"), "1D6", roll.value())
        .when(target.cavalry && target.units > 0, &MODIFIERS.cavalry_target)
        .times(u16::from(target.units.saturating_sub(1)), &MODIFIERS.stacked_unit)
        .when(target.weather.is_rain_or_snow(), &MODIFIERS.weather)
}

/// 6.0 Reads a column of the chart. A vacant square can only be interdicted (6.5.1).
pub(crate) fn read_chart(
    title: &'static str,
    roll: Throw,
    total: Tally,
    column: usize,
    target: Target,
) -> Resolved<Effect> {
    let found = CHART.at(total.total(), column);
    let vacant = target.units == 0 && *found.result > Effect::Interdict;
    let (rule, effect) =
        if vacant { (Rule("6.5.1:vacant"), Effect::Interdict) } else { (found.result.rule(), *found.result) };
    // A sum that nobody is told has kept no lines.
    if total.lines().is_empty() {
        return Resolved::untold(effect);
    }
    Explanation::of(rule, title).throw(roll).tally(total).cell(found.cell).gives(effect, Phrase::of(effect.name()))
}

static CHART: LazyLock<Table<Effect>> = LazyLock::new(|| Table::of(&charts::BOMBARDMENT, Effect::of_cell));

/// The thresholds of each row of terrain.
static THRESHOLDS: LazyLock<[Vec<u8>; 4]> = LazyLock::new(|| {
    let row = |cover: Cover| {
        let columns = charts::BOMBARDMENT.columns.iter();
        columns.map(|column| charts::BOMBARDMENT.number(cover.label(), column) as u8).collect()
    };
    Cover::ALL.map(row)
});

/// 6.0 The highest column whose threshold is not above the factors, counted from 0.
fn column(factors: u8, cover: Cover) -> Option<usize> {
    THRESHOLDS[cover as usize].iter().rposition(|&threshold| threshold <= factors)
}

/// The factors below which there is no attack.
pub(crate) fn least(cover: Cover) -> u8 {
    THRESHOLDS[cover as usize][0]
}

/// Refuses cavalry in a vacant square.
pub(crate) fn check_cavalry(cavalry: bool, units: u8) -> Result<(), Refusal> {
    if cavalry && units == 0 {
        return Err(Refusal::field("cavalry", "cavalry is given, but with units=0 the square is vacant (6.5.1)"));
    }
    Ok(())
}

/// One bombardment of one square.
pub fn procedure() -> impl Procedure<Situation = Bombardment> {
    let card = Card {
        name: "bombardment",
        title: "Bombardment",
        rule: Rule("Sequence of play:2a"),
        about: "What guns do to the units of a square.",
        seat: FIRER,
    };
    let resolve = |shot: &Bombardment, dice: &mut dyn Dice| {
        resolve_bombardment(Salvo::of(&shot.guns), shot.target(), FIRER, dice)
    };
    Step::new(card, resolve).checked(|shot: &Bombardment| {
        check_guns(&shot.guns)?;
        check_cavalry(shot.cavalry, shot.units)?;
        check_observation("observation", shot.observation, shot.weather)
    })
}

impl Bombardment {
    fn target(&self) -> Target {
        let &Bombardment { units, cavalry, observation, weather, .. } = self;
        Target { cover: Cover::of(&self.ground), units, cavalry, observation, weather }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    const OPEN: Target =
        Target { cover: Cover::Clear, units: 1, cavalry: false, observation: false, weather: Weather::Fair };

    fn salvo(factors: u8) -> Salvo {
        Salvo { factors, ..Salvo::default() }
    }

    fn fall(salvo: Salvo, target: Target, face: u8) -> Effect {
        resolve_bombardment(salvo, target, FIRER, &mut Scripted::of([face])).outcome
    }

    fn at_least(salvo: Salvo, target: Target, effect: Effect) -> Ratio {
        odds(|dice| resolve_bombardment(salvo, target, FIRER, dice).outcome >= effect)
            .remove(&true)
            .unwrap_or(Ratio::ZERO)
    }

    #[test]
    fn r6_0_factors_and_terrain_give_the_column() {
        // The column counted from 0 for 1 to 23 factors, worked out from the thresholds by hand.
        let columns = |cover, all: &[u8]| all.iter().map(|&f| column(f, cover)).collect::<Vec<_>>();
        let some = |all: &[usize]| all.iter().copied().map(Some).collect::<Vec<_>>();
        assert_eq!(columns(Cover::Clear, &[2, 3, 4, 5, 6, 7, 8, 15, 16, 40]), some(&[0, 1, 2, 2, 3, 3, 4, 7, 8, 8]));
        assert_eq!(columns(Cover::WoodsOrTown, &[4, 10, 11, 18]), some(&[0, 4, 4, 8]));
        assert_eq!(columns(Cover::RidgeOrSecondaryTrench, &[6, 7, 9, 20]), some(&[0, 1, 2, 8]));
        assert_eq!(columns(Cover::StartTrench, &[8, 9, 10, 12, 22]), some(&[0, 1, 2, 3, 8]));
    }

    #[test]
    fn r6_0_below_the_first_threshold_there_is_no_attack() {
        for (cover, factors) in Cover::ALL.into_iter().zip([1, 3, 5, 7]) {
            assert_eq!(column(factors, cover), None);
            let target = Target { cover, ..OPEN };
            let none = resolve_bombardment(salvo(factors), target, FIRER, &mut Scripted::of([]));
            assert_eq!(none.outcome, Effect::None);
            assert!(none.because.cites("6.0:below-first"));
        }
    }

    #[test]
    fn r6_0_the_rows_of_the_chart() {
        use Effect::{Disrupt, Interdict, None, Step, Suppress, ThreeSteps, TwoSteps};
        let down = |factors| [1, 2, 3, 4, 5, 6].map(|face| fall(salvo(factors), OPEN, face));
        assert_eq!(down(2), [Interdict, None, None, None, None, None]);
        assert_eq!(down(8), [Step, Disrupt, Suppress, Interdict, None, None]);
        assert_eq!(down(16), [ThreeSteps, TwoSteps, Step, Disrupt, Suppress, Interdict]);
    }

    #[test]
    fn a_quick_look_counts_the_faces_that_the_step_rolls() {
        let targets = [
            OPEN,
            Target { units: 3, observation: true, ..OPEN },
            Target { cavalry: true, weather: Weather::Rain, ..OPEN },
            Target { units: 0, ..OPEN },
        ];
        for target in targets {
            for factors in 1..=22 {
                for (heavies, unsupplied) in [(0, false), (2, true)] {
                    let salvo = Salvo { factors, heavies, unsupplied };
                    for &effect in &[Effect::Interdict, Effect::Suppress, Effect::Step] {
                        let falls = effects(salvo, target);
                        let counted = ratio(falls.iter().filter(|&&found| found >= effect).count() as u64, 6);
                        assert_eq!(counted, at_least(salvo, target, effect), "{salvo:?} at {target:?}, {effect}");
                    }
                }
            }
        }
    }

    #[test]
    fn r6_0_the_chart_is_monotone() {
        for column in 0..9 {
            for roll in 1..=6 {
                let here = *CHART.at(roll, column).result;
                assert!(*CHART.at(roll + 1, column).result <= here, "a higher roll is no better");
                assert!(*CHART.at(roll, column + 1).result >= here, "more factors are no worse");
            }
        }
    }

    #[test]
    fn r6_0_cavalry_target_takes_two_off_once() {
        // c5: a step on 1; with -2 on 3 or less.
        let target = Target { cavalry: true, ..OPEN };
        assert_eq!(at_least(salvo(8), OPEN, Effect::Step), ratio(1, 6));
        assert_eq!(at_least(salvo(8), target, Effect::Step), ratio(1, 2));
        let vacant = Target { units: 0, ..target };
        assert_eq!(at_least(salvo(8), vacant, Effect::Interdict), ratio(4, 6), "no cavalry where nobody is");
    }

    #[test]
    fn r6_0_air_observation_takes_one_off() {
        let target = Target { observation: true, ..OPEN };
        assert_eq!(at_least(salvo(8), target, Effect::Step), ratio(1, 3));
    }

    #[test]
    fn r6_0_stacked_units_beyond_the_first_take_one_off_each() {
        let with = |units| at_least(salvo(8), Target { units, ..OPEN }, Effect::Step);
        assert_eq!([1, 2, 3].map(with), [ratio(1, 6), ratio(1, 3), ratio(1, 2)]);
    }

    #[test]
    fn r6_0_heavy_artillery_takes_one_off_each() {
        let heavies = |heavies| at_least(Salvo { heavies, ..salvo(8) }, OPEN, Effect::Step);
        assert_eq!([0, 1, 2].map(heavies), [ratio(1, 6), ratio(1, 3), ratio(1, 2)]);
    }

    #[test]
    fn r6_0_unsupplied_guns_add_one() {
        // c5: an interdict on 4 or less; with +1 on 3 or less.
        let hungry = Salvo { unsupplied: true, ..salvo(8) };
        assert_eq!(at_least(salvo(8), OPEN, Effect::Interdict), ratio(2, 3));
        assert_eq!(at_least(hungry, OPEN, Effect::Interdict), ratio(1, 2));
    }

    #[test]
    fn r6_0_rain_and_snow_add_two() {
        for weather in [Weather::Rain, Weather::Snow] {
            assert_eq!(at_least(salvo(8), Target { weather, ..OPEN }, Effect::Interdict), ratio(1, 3));
        }
        let drizzle = Target { weather: Weather::Drizzle, ..OPEN };
        assert_eq!(at_least(salvo(8), drizzle, Effect::Interdict), ratio(2, 3));
    }

    #[test]
    fn r6_5_1_a_vacant_square_is_only_interdicted() {
        let vacant = Target { units: 0, ..OPEN };
        let hit = resolve_bombardment(salvo(16), vacant, FIRER, &mut Scripted::of([1]));
        assert_eq!(hit.outcome, Effect::Interdict);
        assert!(hit.because.cites("6.5.1"));
        assert_eq!(fall(salvo(8), vacant, 5), Effect::None);
    }
}
