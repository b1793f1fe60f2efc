//! 6.6: bombardment from the air.

use crate::bombardment::{Effect, Target, check_cavalry, modified, read_chart};
use crate::charts;
use crate::seats::ALLIED;
use crate::terrain::Cover;
use crate::turns;
use crate::weather::{Weather, check_observation};
use kernel::prelude::*;
use std::sync::LazyLock;

/// An Allied mission against a square, whatever its terrain. The British have air observation, or there is none (R10).
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Mission {
    /// Units in the target square, headquarters apart; 0 when it is vacant.
    #[field(rule = "6.6:allied", max = 6, default = 1)]
    pub units: u8,
    /// There is cavalry among them.
    #[field(rule = "6.0:cavalry-target")]
    pub cavalry: bool,
    /// The weather.
    #[field(rule = "6.0:weather")]
    pub weather: Weather,
}

/// R10: how many missions the Allies have in a turn.
pub fn missions(turn: turns::Turn, british_observation: bool) -> u8 {
    match (british_observation, turn >= turns::Turn::September16) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    }
}

/// 6.6 The roll for the column: 2 is c1 and 10 is c9, counted here from 0; 11 and 12 miss.
pub fn resolve_aim(dice: &mut dyn Dice) -> Resolved<Option<u8>> {
    let roll = dice.two_d6(Why::either("the column of the air bombardment", ALLIED));
    let found = CHART.at(roll.value(), 0);
    let (rule, told) = match found.result {
        Some(column) => (Rule("6.6:column"), Phrase::of("column c{}").number(*column + 1)),
        None => (Rule("6.6:miss"), Phrase::of("the mission misses")),
    };
    Explanation::of(rule, "aim of the aircraft").throw(roll).cell(found.cell).gives(*found.result, told)
}

/// 6.6, R10 The mission on its column: no modifier for observation or heavy artillery.
pub fn resolve_mission(mission: &Mission, column: u8, dice: &mut dyn Dice) -> Resolved<Effect> {
    let &Mission { units, cavalry, weather } = mission;
    let target = Target { cover: Cover::Clear, units, cavalry, observation: false, weather };
    let roll = dice.d6(Why::low("air bombardment", ALLIED));
    let total = modified(&roll, target, dice.tells());
    read_chart("air bombardment", roll, total, column.into(), target)
}

static CHART: LazyLock<Table<Option<u8>>> = LazyLock::new(|| {
    Table::of(&charts::AIR_BOMBARDMENT, |cell| match cell {
        "miss" => Some(None),
        column => column.strip_prefix('c')?.parse::<u8>().ok()?.checked_sub(1).map(Some),
    })
});

/// The column, then the bombs.
pub struct AirBombardment {
    mission: Mission,
}

/// Where a mission stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The column is to be rolled.
    Aim,
    /// The bombs fall on this column.
    Bombs(u8),
    /// It is over.
    Over(Effect),
}

impl Chain for AirBombardment {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Over(effect) => Turn::Done(*effect),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Aim => resolve_aim(dice).map(|column| column.map_or(Stage::Over(Effect::None), Stage::Bombs)),
            Stage::Bombs(column) => resolve_mission(&self.mission, column, dice).map(Stage::Over),
            Stage::Over(_) => unreachable!("nothing is rolled once a mission is over"),
        }
    }
}

/// One mission against one square.
pub fn procedure() -> impl Procedure<Situation = Mission> {
    let card = Card {
        name: "air-bombardment",
        title: "Air bombardment",
        rule: Rule("R10"),
        about: "What an Allied air mission does to the units of a square.",
        seat: ALLIED,
    };
    // A mission needs British observation (R10).
    Chained::new(card, |mission: &Mission| (AirBombardment { mission: mission.clone() }, Stage::Aim)).checked(
        |mission| {
            check_cavalry(mission.cavalry, mission.units)?;
            check_observation("weather", true, mission.weather)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_there_is_no_mission_in_snow() {
        let mission = |weather| Procedure::check(&procedure(), &Mission { weather, ..Mission::default() });
        assert!(mission(Weather::Rain).is_ok() && mission(Weather::Snow).is_err());
    }

    use kernel::odds::{Ratio, odds, of_chain, ratio};

    fn on_column(mission: &Mission, column: u8, effect: Effect) -> Ratio {
        odds(|dice| resolve_mission(mission, column, dice).outcome >= effect).remove(&true).unwrap_or(Ratio::ZERO)
    }

    #[test]
    fn r6_6_two_dice_pick_the_column_and_11_or_12_miss() {
        let columns = odds(|dice| resolve_aim(dice).outcome);
        assert_eq!(columns[&None], ratio(3, 36));
        assert_eq!(
            (columns[&Some(0)].clone(), columns[&Some(5)].clone(), columns[&Some(8)].clone()),
            (ratio(1, 36), ratio(6, 36), ratio(3, 36))
        );
    }

    #[test]
    fn r6_6_a_mission_hits_by_this_chance() {
        let chain = AirBombardment { mission: Mission::default() };
        let hits = of_chain(&Budget::default(), &chain, &Dist::certain(Stage::Aim)).dist;
        // Faces that do anything on c1 ... c9: 1 2 3 4 4 5 5 6 6; ways of 2D6 for 2 ... 10: 1 2 3 4 5 6 5 4 3.
        let faces: [u64; 9] = [1, 2, 3, 4, 4, 5, 5, 6, 6];
        let ways: [u64; 9] = [1, 2, 3, 4, 5, 6, 5, 4, 3];
        let hit: u64 = faces.iter().zip(ways).map(|(faces, ways)| faces * ways).sum();
        assert_eq!(hits.chance_that(|effect| *effect > Effect::None), ratio(hit, 216));
    }

    #[test]
    fn r10_cavalry_stacking_and_weather_modify_a_mission() {
        // c5: a step on 1, an interdict on 4 or less.
        let plain = Mission::default();
        assert_eq!(on_column(&plain, 4, Effect::Step), ratio(1, 6));
        assert_eq!(on_column(&Mission { cavalry: true, ..plain.clone() }, 4, Effect::Step), ratio(1, 2));
        assert_eq!(on_column(&Mission { units: 3, ..plain.clone() }, 4, Effect::Step), ratio(1, 2));
        assert_eq!(on_column(&Mission { weather: Weather::Rain, ..plain }, 4, Effect::Interdict), ratio(1, 3));
    }

    #[test]
    fn r6_5_1_a_mission_can_only_interdict_a_vacant_square() {
        let vacant = Mission { units: 0, ..Mission::default() };
        assert_eq!(on_column(&vacant, 8, Effect::Suppress), ratio(0, 1));
        assert_eq!(on_column(&vacant, 8, Effect::Interdict), ratio(1, 1));
    }

    #[test]
    fn r10_one_mission_with_observation_and_two_from_16_september() {
        use turns::Turn::{July1, September8, September16};
        assert_eq!([missions(July1, false), missions(September8, true), missions(September16, true)], [0, 1, 2]);
        assert_eq!(missions(September16, false), 0);
    }
}
