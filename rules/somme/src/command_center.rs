//! 9.0: the resources of a player's assaults.

use crate::charts;
use crate::seats::OWNER;
use crate::weather::Weather;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::COMMAND_CENTER {
        weather, disrupted_hq, objectives, attack_planning, no_germans, allied_on_start_line, primary_trench, tanks_out,
    }
}

/// A player's command center in his phase.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct CommandCenter {
    /// Whose it is. Each side has its own modifiers, and the other side's inputs do not matter.
    #[field(rule = "9.0:roll")]
    pub side: Side,
    /// Better command was bought before the campaign: +1 for either side.
    #[field(rule = "R28")]
    pub improved: bool,
    /// Allied: the weather.
    #[field(rule = "9.0:weather")]
    pub weather: Weather,
    /// Allied: headquarters that are disrupted, British and French.
    #[field(rule = "9.0:disrupted-hq", max = 9)]
    pub disrupted_hqs: u8,
    /// Allied: objectives reached and revealed.
    #[field(rule = "9.0:objectives", max = 12)]
    pub objectives: u8,
    /// Allied: attack planning is on, on the first turn or after a turn without British assaults.
    #[field(rule = "R23", default = true)]
    pub attack_planning: bool,
    /// Allied: no German stands on a start-trench square.
    #[field(rule = "9.0:no-germans")]
    pub no_germans: bool,
    /// German: an Allied unit is still on the Allied start line.
    #[field(rule = "9.0:allied-on-start-line")]
    pub allied_on_start_line: bool,
    /// German: a German unit stands on a start-trench square.
    #[field(rule = "9.0:primary-trench")]
    pub primary_trench: bool,
    /// German: the state of the Allied tanks.
    #[field(rule = "9.0:tanks-out")]
    pub tanks: Tanks,
}

/// The side whose command center it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Side {
    /// The Allies, who share what the British roll (R22).
    #[default]
    Allied,
    /// The Germans.
    German,
}

/// The tank companies on the map (R23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Tanks {
    /// There is none.
    #[default]
    None,
    /// One at least is running and has all its steps.
    Running,
    /// All are broken down or have lost a step.
    AllOut,
}

/// How many of each resource a player has, from the fewest to the most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Resources {
    /// Assaults that may be repeated.
    pub second_attacks: u8,
    /// Lift barrages.
    pub lift: u8,
    /// Creeping barrages.
    pub creeping: u8,
    /// Smokescreens.
    pub smoke: u8,
    /// Assaults that tanks or cavalry may lead.
    pub tanks_cavalry: u8,
    /// Gas attacks.
    pub gas: u8,
    /// Night attacks.
    pub night: u8,
    /// Squares taken that may be consolidated.
    pub consolidate: u8,
}

impl Resources {
    /// None of anything.
    pub const NONE: Resources = Resources {
        second_attacks: 0,
        lift: 0,
        creeping: 0,
        smoke: 0,
        tanks_cavalry: 0,
        gas: 0,
        night: 0,
        consolidate: 0,
    };
}

impl Outcome for Resources {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("second attacks", self.second_attacks.into()),
            ("lift barrages", self.lift.into()),
            ("creeping barrages", self.creeping.into()),
            ("smokescreens", self.smoke.into()),
            ("tank or cavalry attacks", self.tanks_cavalry.into()),
            ("gas attacks", self.gas.into()),
            ("night attacks", self.night.into()),
            ("consolidations", self.consolidate.into()),
        ]
    }
}

impl fmt::Display for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let had: Vec<String> = self
            .measures()
            .into_iter()
            .filter(|(_, number)| *number > 0)
            .map(|(name, number)| format!("{number} {}", if number == 1 { name.trim_end_matches('s') } else { name }))
            .collect();
        if had.is_empty() { f.write_str("no resources") } else { f.write_str(&had.join(", ")) }
    }
}

/// 9.0 The roll for resources.
pub fn resolve_command_center(center: &CommandCenter, dice: &mut dyn Dice) -> Resolved<Resources> {
    let roll = dice.two_d6(Why::high("command center", OWNER));
    let total = Tally::when_told("roll", dice.tells()).from(Rule("9.0:roll"), "2D6", roll.value());
    let total = match center.side {
        Side::Allied => total
            .when(center.weather.is_rain_or_snow(), &MODIFIERS.weather)
            .times(center.disrupted_hqs.into(), &MODIFIERS.disrupted_hq)
            .when(center.objectives >= 2, &MODIFIERS.objectives)
            .when(center.attack_planning, &MODIFIERS.attack_planning)
            .when(center.no_germans, &MODIFIERS.no_germans),
        Side::German => total
            .when(center.allied_on_start_line, &MODIFIERS.allied_on_start_line)
            .when(center.primary_trench, &MODIFIERS.primary_trench)
            .when(center.tanks == Tanks::AllOut, &MODIFIERS.tanks_out),
    };
    let total = total.plus(Rule("R28"), "improved command center", center.improved.into());
    let row = |place| CHART.at(total.total(), place);
    let number = |place| *row(place).result;
    let resources = Resources {
        second_attacks: number(0),
        lift: number(1),
        creeping: number(2),
        smoke: number(3),
        tanks_cavalry: number(4),
        gas: number(5),
        night: number(6),
        consolidate: number(7),
    };
    if !dice.tells() {
        return Resolved::untold(resources);
    }
    let cell = row(0).cell;
    let told = Phrase::of("{} second {attack|attacks}, {} lift and {} creeping {barrage|barrages}, {} smoke, {} tanks/cavalry, {} gas, {} night, {} consolidate")
        .number(number(0)).number(number(1)).number(number(2)).number(number(3))
        .number(number(4)).number(number(5)).number(number(6)).number(number(7));
    Explanation::of(Rule("9.0"), "command center").throw(roll).tally(total).cell(cell).gives(resources, told)
}

static CHART: LazyLock<Table<u8>> = LazyLock::new(|| Table::of(&charts::COMMAND_CENTER, |cell| cell.parse().ok()));

/// The resources of a player's phase.
pub fn procedure() -> impl Procedure<Situation = CommandCenter> {
    let card = Card {
        name: "command-center",
        title: "Command center",
        rule: Rule("Sequence of play:2g"),
        about: "How many barrages, smokescreens, tanks and other resources a player has for his assaults.",
        seat: OWNER,
    };
    Step::new(card, resolve_command_center)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;

    /// Every modifier off.
    fn plain(side: Side) -> CommandCenter {
        CommandCenter { side, attack_planning: false, ..CommandCenter::default() }
    }

    fn row(center: &CommandCenter, faces: [u8; 2]) -> [u8; 8] {
        let resources = resolve_command_center(center, &mut Scripted::of(faces)).outcome;
        let numbers: Vec<u8> = resources.measures().into_iter().map(|(_, number)| number as u8).collect();
        numbers.try_into().unwrap()
    }

    const TWO: [u8; 8] = [0; 8];
    const SIX: [u8; 8] = [2, 2, 1, 1, 1, 1, 0, 0];
    const SEVEN: [u8; 8] = [2, 3, 1, 2, 1, 1, 1, 1];
    const EIGHT: [u8; 8] = [3, 3, 1, 2, 2, 1, 1, 1];
    const NINE: [u8; 8] = [3, 4, 2, 2, 2, 2, 1, 1];
    const FOURTEEN: [u8; 8] = [5, 5, 4, 4, 4, 3, 4, 6];

    #[test]
    fn r9_0_the_rows_of_the_chart_and_its_edges() {
        let allied = plain(Side::Allied);
        assert_eq!(row(&allied, [1, 1]), TWO);
        assert_eq!(row(&allied, [3, 4]), SEVEN);
        assert_eq!(row(&allied, [6, 6]), [4, 5, 3, 3, 3, 3, 2, 4]);
        let best = CommandCenter { attack_planning: true, no_germans: true, objectives: 2, ..allied.clone() };
        assert_eq!(row(&best, [6, 6]), FOURTEEN, "17 uses the last row (R6)");
        assert_eq!(row(&CommandCenter { disrupted_hqs: 9, ..allied }, [6, 1]), TWO, "-2 uses the first row (R6)");
    }

    #[test]
    fn r9_0_more_is_never_less() {
        for roll in 2..14 {
            for place in 0..8 {
                assert!(CHART.at(roll, place).result <= CHART.at(roll + 1, place).result);
            }
        }
    }

    #[test]
    fn r9_0_weather_takes_one_from_the_allies_only() {
        let wet = |side| row(&CommandCenter { weather: Weather::Rain, ..plain(side) }, [3, 4]);
        assert_eq!((wet(Side::Allied), wet(Side::German)), (SIX, SEVEN));
    }

    #[test]
    fn r9_0_each_disrupted_hq_takes_one() {
        assert_eq!(row(&CommandCenter { disrupted_hqs: 2, ..plain(Side::Allied) }, [4, 4]), SIX);
    }

    #[test]
    fn r9_0_objectives_give_one_from_the_second_on() {
        let reached = |objectives| row(&CommandCenter { objectives, ..plain(Side::Allied) }, [3, 4]);
        assert_eq!([1, 2, 5].map(reached), [SEVEN, EIGHT, EIGHT]);
    }

    #[test]
    fn r9_0_attack_planning_gives_two() {
        assert_eq!(row(&CommandCenter { attack_planning: true, ..plain(Side::Allied) }, [3, 4]), NINE);
    }

    #[test]
    fn r9_0_no_germans_on_the_start_line_give_two() {
        assert_eq!(row(&CommandCenter { no_germans: true, ..plain(Side::Allied) }, [3, 4]), NINE);
    }

    #[test]
    fn r9_0_allied_on_start_line_gives_the_germans_one() {
        let with = |side| row(&CommandCenter { allied_on_start_line: true, ..plain(side) }, [3, 4]);
        assert_eq!((with(Side::German), with(Side::Allied)), (EIGHT, SEVEN));
    }

    #[test]
    fn r9_0_a_primary_trench_square_gives_the_germans_one() {
        assert_eq!(row(&CommandCenter { primary_trench: true, ..plain(Side::German) }, [3, 4]), EIGHT);
    }

    #[test]
    fn r23_tanks_out_give_the_germans_two_if_there_are_tanks() {
        let with = |tanks| row(&CommandCenter { tanks, ..plain(Side::German) }, [3, 4]);
        assert_eq!([Tanks::None, Tanks::Running, Tanks::AllOut].map(with), [SEVEN, SEVEN, NINE]);
    }

    #[test]
    fn r28_an_improved_command_center_gives_either_side_one() {
        for side in [Side::Allied, Side::German] {
            assert_eq!(row(&CommandCenter { improved: true, ..plain(side) }, [3, 4]), EIGHT);
        }
    }
}
