//! 8.3, 8.4 and 11.1: how far a corps headquarters commands and supplies. No dice; other procedures use it.

use crate::charts;
use crate::units::Nation;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

/// A corps headquarters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Headquarters {
    /// Whose it is.
    pub nation: Nation,
    /// Its condition.
    pub condition: Condition,
    /// What it is set to do.
    pub mode: Mode,
}

/// The condition of a headquarters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Condition {
    /// In good order.
    #[default]
    GoodOrder,
    /// Disrupted, which the sheet also calls disordered.
    Disrupted,
    /// Engaged.
    Engaged,
}

/// What a headquarters is set to do (R11). All begin in command mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// It commands, and supplies to 5 squares at most.
    #[default]
    Command,
    /// It supplies to its full range and helps to rally, but does not command.
    Supply,
}

/// Whether an assault has command support (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Support {
    /// From 4 squares away or less.
    #[default]
    Near,
    /// From 5 squares away or more.
    Far,
    /// None, so no resources either.
    None,
}

/// 8.3, 8.4 How many squares a headquarters commands; nothing in supply mode (R11).
///
/// `british_assault` says that British brigades or tank companies take part in the assault; the sum keeps its lines where it
/// `tells` somebody.
pub fn command_range(hq: Headquarters, british_assault: bool, tells: bool) -> Option<Tally> {
    if hq.mode == Mode::Supply {
        return None;
    }
    let mut range =
        Tally::when_told("command range", tells).from(Rule("8.3:good-order"), "good order", RANGES.good_order);
    if hq.condition == Condition::Disrupted {
        range = range.at_most(Rule("8.3:disordered"), "disordered", RANGES.disordered);
    }
    if hq.nation == Nation::British && british_assault {
        range = range.at_most(Rule("8.4:british"), "British brigades or tanks assault", RANGES.british_command);
    }
    if hq.condition == Condition::Engaged {
        range = range.at_most(Rule("8.3:engaged"), "engaged", RANGES.engaged);
    }
    Some(range)
}

/// 8.2, R17 The support that an assault on a square so far from the headquarters has.
pub fn command_support(hq: Headquarters, distance: u8, british_assault: bool) -> Support {
    match command_range(hq, british_assault, false) {
        Some(range) if i32::from(distance) <= range.total() => {
            if distance <= NEAR {
                Support::Near
            } else {
                Support::Far
            }
        }
        _ => Support::None,
    }
}

/// The distance up to which 11.0 counts command as near.
const NEAR: u8 = 4;

/// What a player bought before the campaign for his supply (R28).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Supplies {
    /// Nothing.
    #[default]
    Usual,
    /// Increased supplies: every range is 1 longer.
    Increased,
}

/// 11.1 How many squares a headquarters supplies: the smallest range that applies. The sum keeps its lines where it `tells`
/// somebody.
pub fn supply_range(hq: Headquarters, weather: Weather, supplies: Supplies, tells: bool) -> Tally {
    let (rule, what, squares) = match weather {
        Weather::Fair => (Rule("11.1:fair"), "fair", RANGES.fair),
        Weather::Drizzle => (Rule("11.1:drizzle"), "drizzle", RANGES.drizzle),
        Weather::Rain => (Rule("11.1:rain"), "rain", RANGES.rain),
        Weather::Snow => (Rule("11.1:snow"), "snow", RANGES.snow),
    };
    let mut range = Tally::when_told("supply range", tells).from(rule, what, squares);
    if hq.nation == Nation::British {
        range = range.at_most(Rule("11.1:british"), "British headquarters", RANGES.british_supply);
    }
    if hq.mode == Mode::Command {
        range = range.at_most(Rule("R11"), "in command mode", IN_COMMAND_MODE);
    }
    if hq.condition == Condition::Disrupted {
        range = range.at_most(Rule("11.1:disrupted"), "disrupted headquarters", RANGES.disrupted);
    }
    range.plus(Rule("R28"), "increased supplies", i32::from(supplies == Supplies::Increased))
}

/// R11: a headquarters in command mode supplies no further.
const IN_COMMAND_MODE: i32 = 5;

/// 11.1, 12.2.1 Is a unit near enough to a headquarters in supply mode to be helped in rallying?
pub fn helps_rally(mode: Mode, distance: u8) -> bool {
    mode == Mode::Supply && i32::from(distance) <= RANGES.rally
}

/// The printed ranges.
struct Ranges {
    good_order: i32,
    disordered: i32,
    british_command: i32,
    engaged: i32,
    fair: i32,
    drizzle: i32,
    rain: i32,
    snow: i32,
    british_supply: i32,
    disrupted: i32,
    rally: i32,
}

static RANGES: LazyLock<Ranges> = LazyLock::new(|| {
    let command = |row| charts::COMMAND_RANGE.number(row, "squares");
    let supply = |row| charts::SUPPLY_RANGE.number(row, "squares");
    Ranges {
        good_order: command("Good order"),
        disordered: command("Disordered"),
        british_command: command("British, with British brigades or tanks assaulting"),
        engaged: command("Engaged"),
        fair: supply("Fair"),
        drizzle: supply("Drizzle"),
        rain: supply("Rain"),
        snow: supply("Snow"),
        british_supply: supply("British HQ"),
        disrupted: supply("Disrupted HQ"),
        rally: supply("HQ rally"),
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn hq(nation: Nation, condition: Condition, mode: Mode) -> Headquarters {
        Headquarters { nation, condition, mode }
    }

    #[test]
    fn r8_3_command_ranges() {
        let range = |nation, condition, british| {
            command_range(hq(nation, condition, Mode::Command), british, true).map(|range| range.total())
        };
        assert_eq!(range(Nation::German, Condition::GoodOrder, false), Some(8));
        assert_eq!(range(Nation::French, Condition::Disrupted, true), Some(5));
        assert_eq!(range(Nation::French, Condition::GoodOrder, true), Some(8), "only British HQs are held to 5");
        assert_eq!(range(Nation::German, Condition::Engaged, false), Some(0));
    }

    #[test]
    fn r8_4_a_british_hq_commands_to_5_when_british_brigades_assault() {
        let range = |british| {
            let hq = hq(Nation::British, Condition::GoodOrder, Mode::Command);
            command_range(hq, british, true).map(|range| range.total())
        };
        assert_eq!((range(true), range(false)), (Some(5), Some(8)));
    }

    #[test]
    fn r11_supply_mode_gives_no_command() {
        assert!(command_range(hq(Nation::French, Condition::GoodOrder, Mode::Supply), false, true).is_none());
    }

    #[test]
    fn r17_distance_and_range_give_the_support() {
        let french = hq(Nation::French, Condition::GoodOrder, Mode::Command);
        assert_eq!(
            [0, 4, 5, 8, 9].map(|distance| command_support(french, distance, false)),
            [Support::Near, Support::Near, Support::Far, Support::Far, Support::None]
        );
        let british = hq(Nation::British, Condition::GoodOrder, Mode::Command);
        assert_eq!([5, 6].map(|distance| command_support(british, distance, true)), [Support::Far, Support::None]);
    }

    #[test]
    fn r11_1_supply_ranges_by_weather() {
        let range = |weather| {
            supply_range(hq(Nation::French, Condition::GoodOrder, Mode::Supply), weather, Supplies::Usual, true).total()
        };
        let all = [Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow];
        assert_eq!(all.map(range), [8, 6, 5, 4]);
    }

    #[test]
    fn r11_1_the_smallest_supply_range_counts() {
        let range = |hq| supply_range(hq, Weather::Fair, Supplies::Usual, true).total();
        assert_eq!(range(hq(Nation::British, Condition::GoodOrder, Mode::Supply)), 5);
        assert_eq!(range(hq(Nation::German, Condition::GoodOrder, Mode::Command)), 5, "command mode (R11)");
        assert_eq!(range(hq(Nation::British, Condition::Disrupted, Mode::Supply)), 3);
        let snow =
            supply_range(hq(Nation::British, Condition::GoodOrder, Mode::Supply), Weather::Snow, Supplies::Usual, true);
        assert_eq!(snow.total(), 4);
    }

    #[test]
    fn r28_increased_supplies_lengthen_every_range() {
        let range = |hq| supply_range(hq, Weather::Rain, Supplies::Increased, true).total();
        assert_eq!(range(hq(Nation::German, Condition::GoodOrder, Mode::Supply)), 6);
        assert_eq!(range(hq(Nation::British, Condition::Disrupted, Mode::Command)), 4);
    }

    #[test]
    fn r11_1_the_rally_bonus_reaches_3_squares_from_an_hq_in_supply_mode() {
        assert!(helps_rally(Mode::Supply, 3) && !helps_rally(Mode::Supply, 4) && !helps_rally(Mode::Command, 0));
    }
}
