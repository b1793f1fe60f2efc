//! 5.0: the weather, and who has air observation in it.

use crate::charts;
use crate::seats::{ALLIED, GERMAN};
use crate::turns::Turn as Date;
use kernel::chart::Band;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::WEATHER { rain_before, september } }

/// The weather of a turn.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, serde::Serialize, serde::Deserialize,
)]
pub enum Weather {
    /// Fair: full movement and observation.
    #[default]
    Fair,
    /// Drizzle: 1 MP less, observation by a roll.
    Drizzle,
    /// Rain: 2 MP less, observation by a roll.
    Rain,
    /// Snow, which is rain from 3 November on, without observation.
    Snow,
}

/// 5.0:snow Refuses air observation in snow: nobody has it then.
pub fn check_observation(field: &str, observation: bool, weather: Weather) -> Result<(), Refusal> {
    if observation && weather == Weather::Snow {
        let sentence = format!("{field} is given, but in snow nobody has air observation ({})", Rule("5.0:snow"));
        return Err(Refusal::field(field, sentence));
    }
    Ok(())
}

impl Weather {
    /// Snow counts as rain for every modifier that speaks of rain or snow.
    pub fn is_rain_or_snow(self) -> bool {
        matches!(self, Weather::Rain | Weather::Snow)
    }

    /// 5.0 The movement points that every unit loses.
    pub fn movement_lost(self) -> u8 {
        match charts::WEATHER.text(self.row(), "movement") {
            "full" => 0,
            _ => charts::WEATHER.number(self.row(), "movement").unsigned_abs() as u8,
        }
    }

    /// Its row on the chart: snow stands in the row of rain.
    fn row(self) -> &'static str {
        match self {
            Weather::Fair => "3 or less",
            Weather::Drizzle => "4",
            Weather::Rain | Weather::Snow => "5 or more",
        }
    }
}

/// A turn whose weather is rolled.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Forecast {
    /// The first day of the turn. 1 July is fair without a roll, 16 September and later add 1, 3 November and later
    /// have snow for rain.
    #[field(rule = "R2", default = Date::July14)]
    pub turn: Date,
    /// It rained, or snowed, on the turn before.
    #[field(rule = "5.0:rain-before")]
    pub rain_before: bool,
}

/// The weather of a turn and who can observe from the air, from the worst for the Allies to the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sky {
    /// The weather, the best last.
    weather: std::cmp::Reverse<Weather>,
    /// The British, and with them the French (R10), have air observation.
    pub british: bool,
    /// The Germans have none.
    german_blind: bool,
}

impl Sky {
    /// A sky.
    fn of(weather: Weather, british: bool, german: bool) -> Sky {
        Sky { weather: std::cmp::Reverse(weather), british, german_blind: !german }
    }

    /// The weather.
    pub fn weather(self) -> Weather {
        self.weather.0
    }

    /// The Germans have air observation.
    pub fn german(self) -> bool {
        !self.german_blind
    }
}

impl fmt::Display for Sky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let observers = match (self.british, self.german()) {
            (true, true) => "both sides observe",
            (true, false) => "only the Allies observe",
            (false, true) => "only the Germans observe",
            (false, false) => "nobody observes",
        };
        write!(f, "{}, {observers}", self.weather())
    }
}

impl Outcome for Sky {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("Allied air observation", self.british.into()),
            ("German air observation", self.german().into()),
            ("movement points lost", self.weather().movement_lost().into()),
        ]
    }
}

static CHART: LazyLock<Table<String>> = LazyLock::new(|| Table::of(&charts::WEATHER, |cell| Some(cell.to_owned())));

/// 5.0 The weather roll. 1 July is fair (R2); from 3 November on rain is snow.
pub fn resolve_weather(forecast: &Forecast, dice: &mut dyn Dice) -> Resolved<Weather> {
    if forecast.turn == Date::July1 {
        return Explanation::of(Rule("R2"), "weather")
            .gives(Weather::Fair, Phrase::of("1 July is fair without a roll"));
    }
    let roll = dice.d6(Why::low("weather", ALLIED));
    let total = Tally::when_told("roll", dice.tells())
        .from(Rule("5.0:roll"), "1D6", roll.value())
        .when(forecast.rain_before, &MODIFIERS.rain_before)
        .when(forecast.turn >= Date::September16, &MODIFIERS.september);
    let found = CHART.at(total.total(), 0);
    let (rule, weather) = match found.result.as_str() {
        "Fair" => (Rule("5.0:fair"), Weather::Fair),
        "Drizzle" => (Rule("5.0:drizzle"), Weather::Drizzle),
        _ if forecast.turn >= Date::November3 => (Rule("5.0:snow"), Weather::Snow),
        _ => (Rule("5.0:rain"), Weather::Rain),
    };
    if !dice.tells() {
        return Resolved::untold(weather);
    }
    Explanation::of(rule, "weather")
        .throw(roll)
        .tally(total)
        .cell(found.cell)
        .gives(weather, Phrase::of("the weather is {}").word(weather.name()))
}

/// The two sides that look for air observation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Airmen {
    /// The British, whose result the French use (R10).
    British,
    /// The Germans.
    German,
}

/// 5.0, R10 Air observation of one side, rolled once after the weather; fair and snow need no roll.
pub fn resolve_observation(weather: Weather, airmen: Airmen, dice: &mut dyn Dice) -> Resolved<bool> {
    let (rule, title, column, seat) = match airmen {
        Airmen::British => (Rule("5.0:british-observation"), "British air observation", 1, ALLIED),
        Airmen::German => (Rule("5.0:german-observation"), "German air observation", 2, GERMAN),
    };
    let told = |sees| Phrase::of(if sees { "there is air observation" } else { "there is no air observation" });
    match weather {
        Weather::Fair => Explanation::of(rule, title).gives(true, told(true)),
        Weather::Snow => Explanation::of(Rule("5.0:snow"), title).gives(false, told(false)),
        Weather::Drizzle | Weather::Rain => {
            let row = if weather == Weather::Drizzle { 4 } else { 5 };
            let found = CHART.at(row, column);
            let roll = dice.d6(Why::high("air observation", seat));
            let sees = roll.value() >= SEES_FROM[usize::from(weather == Weather::Rain)][column - 1];
            Explanation::of(rule, title).throw(roll).cell(found.cell).gives(sees, told(sees))
        }
    }
}

/// The lowest roll that gives observation, in drizzle and rain, for the British and the Germans: of `1-2 no, 3-6 yes`
/// the 3.
static SEES_FROM: LazyLock<[[i32; 2]; 2]> = LazyLock::new(|| {
    let lowest = |row, column| {
        let cell = CHART.at(row, column).result;
        let yes = cell.split(", ").find_map(|part| part.strip_suffix(" yes")).and_then(Band::read);
        yes.and_then(|band| band.low).unwrap_or_else(|| panic!("the weather chart has no roll for '{cell}'"))
    };
    [4, 5].map(|row| [1, 2].map(|column| lowest(row, column)))
});

/// The weather, then the observation of both sides.
pub struct WeatherChain {
    forecast: Forecast,
}

/// Where the weather stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The weather is to be rolled.
    Weather,
    /// British observation is to be rolled.
    British(Weather),
    /// German observation is to be rolled; whether the British have it is known.
    German(Weather, bool),
    /// All is known.
    Known(Sky),
}

impl Chain for WeatherChain {
    type Stage = Stage;
    type Outcome = Sky;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Sky> {
        match stage {
            Stage::Known(sky) => Turn::Done(*sky),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Weather => resolve_weather(&self.forecast, dice).map(Stage::British),
            Stage::British(weather) => {
                resolve_observation(weather, Airmen::British, dice).map(|british| Stage::German(weather, british))
            }
            Stage::German(weather, british) => resolve_observation(weather, Airmen::German, dice)
                .map(|german| Stage::Known(Sky::of(weather, british, german))),
            Stage::Known(_) => unreachable!("nothing is rolled once all is known"),
        }
    }
}

/// The weather of a turn with the air observation of both sides.
pub fn procedure() -> impl Procedure<Situation = Forecast> {
    let card = Card {
        name: "weather",
        title: "Weather",
        rule: Rule("Sequence of play:1"),
        about: "The weather of a turn, and which side has air observation.",
        seat: ALLIED,
    };
    Chained::new(card, |forecast: &Forecast| (WeatherChain { forecast: forecast.clone() }, Stage::Weather))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, of_chain, ratio};

    fn weather(forecast: &Forecast, wanted: Weather) -> Ratio {
        odds(|dice| resolve_weather(forecast, dice).outcome).remove(&wanted).unwrap_or(Ratio::ZERO)
    }

    fn on(turn: Date) -> Forecast {
        Forecast { turn, ..Forecast::default() }
    }

    #[test]
    fn r5_0_half_of_summer_is_fair() {
        let of = |wanted| weather(&on(Date::July6), wanted);
        let expected = [ratio(1, 2), ratio(1, 6), ratio(1, 3), ratio(0, 1)];
        assert_eq!([Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow].map(of), expected);
    }

    #[test]
    fn r5_0_rain_before_adds_one() {
        let forecast = Forecast { turn: Date::July6, rain_before: true };
        assert_eq!(weather(&forecast, Weather::Fair), ratio(1, 3));
        assert_eq!(weather(&forecast, Weather::Rain), ratio(1, 2));
    }

    #[test]
    fn r5_0_september_adds_one_from_the_16th() {
        assert_eq!(weather(&on(Date::September8), Weather::Fair), ratio(1, 2));
        assert_eq!(weather(&on(Date::September16), Weather::Fair), ratio(1, 3));
        assert_eq!(weather(&Forecast { turn: Date::October2, rain_before: true }, Weather::Rain), ratio(2, 3));
    }

    #[test]
    fn r5_0_rain_is_snow_from_3_november() {
        assert_eq!(weather(&on(Date::October26), Weather::Snow), ratio(0, 1));
        assert_eq!(weather(&on(Date::November3), Weather::Snow), ratio(1, 2));
        assert_eq!(weather(&on(Date::November11), Weather::Rain), ratio(0, 1));
    }

    #[test]
    fn r2_the_first_of_july_is_fair() {
        assert_eq!(weather(&Forecast { turn: Date::July1, rain_before: true }, Weather::Fair), ratio(1, 1));
    }

    #[test]
    fn r5_0_observation_by_side_and_weather() {
        let sees = |weather, airmen| {
            odds(|dice| resolve_observation(weather, airmen, dice).outcome).remove(&true).unwrap_or(Ratio::ZERO)
        };
        let both = |weather| [sees(weather, Airmen::British), sees(weather, Airmen::German)];
        assert_eq!(both(Weather::Fair), [ratio(1, 1), ratio(1, 1)]);
        assert_eq!(both(Weather::Drizzle), [ratio(2, 3), ratio(1, 3)]);
        assert_eq!(both(Weather::Rain), [ratio(1, 3), ratio(1, 6)]);
        assert_eq!(both(Weather::Snow), [ratio(0, 1), ratio(0, 1)]);
    }

    #[test]
    fn r10_both_sides_observe_in_all_of_july_by_this_chance() {
        let chain = WeatherChain { forecast: on(Date::July6) };
        let sky = of_chain(&Budget::default(), &chain, &Dist::certain(Stage::Weather)).dist;
        // 1/2 fair, 1/6 x 2/3 x 1/3 in drizzle, 1/3 x 1/3 x 1/6 in rain.
        let both = ratio(1, 2) + ratio(2, 54) + ratio(1, 54);
        assert_eq!(sky.chance_that(|sky| sky.british && sky.german()), both);
    }

    #[test]
    fn r5_0_weather_costs_movement_points() {
        let lost = [Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow].map(Weather::movement_lost);
        assert_eq!(lost, [0, 1, 2, 2]);
    }
}
