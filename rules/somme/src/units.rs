//! R3: units, their nations and their ratings.

use crate::charts;
use kernel::prelude::*;
use std::sync::LazyLock;

/// Whose unit or headquarters it is.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// British and Empire troops.
    #[default]
    British,
    /// French troops.
    French,
    /// German troops.
    German,
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Kind {
    /// A British brigade, a French or a German regiment.
    #[default]
    Infantry,
    /// A cavalry brigade.
    Cavalry,
    /// A tank company, British only.
    Tanks,
    /// A field artillery group.
    FieldArtillery,
    /// A heavy artillery group.
    HeavyArtillery,
}

/// The ratings of a unit at full strength (R3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratings {
    /// Strength in an assault that it makes.
    pub attack: u8,
    /// Strength in an assault that it meets.
    pub defence: u8,
    /// Factors in defensive fire.
    pub fire: u8,
    /// Steps.
    pub steps: u8,
    /// Movement points.
    pub movement: u8,
    /// Factors in a bombardment.
    pub bombardment: u8,
}

/// R3: the ratings of a unit, from the chart of units.
pub fn ratings(kind: Kind, nation: Nation) -> Ratings {
    static INFANTRY: LazyLock<[Ratings; 3]> =
        LazyLock::new(|| ["British brigade", "French regiment", "German regiment"].map(printed));
    static OTHERS: LazyLock<[Ratings; 4]> =
        LazyLock::new(|| ["Cavalry brigade", "Tank company", "Field artillery", "Heavy artillery"].map(printed));
    match kind {
        Kind::Infantry => INFANTRY[nation as usize],
        other => OTHERS[other as usize - 1],
    }
}

/// The ratings that stand in a row of the chart of units.
pub fn printed(row: &str) -> Ratings {
    let number = |column| charts::UNITS.number(row, column) as u8;
    Ratings {
        attack: number("attack"),
        defence: number("defence"),
        fire: number("fire"),
        steps: number("steps"),
        movement: number("MP"),
        bombardment: number("bombardment"),
    }
}

impl Ratings {
    /// R3: a rating in proportion to the steps left, rounded up.
    pub fn reduced(self, rating: u8, steps_left: u8) -> u8 {
        (rating * steps_left).div_ceil(self.steps)
    }
}

impl Kind {
    /// Field or heavy artillery.
    pub fn is_artillery(self) -> bool {
        matches!(self, Kind::FieldArtillery | Kind::HeavyArtillery)
    }
}

impl Nation {
    /// What its units are called in a sentence.
    pub const fn adjective(self) -> &'static str {
        match self {
            Nation::British => "British",
            Nation::French => "French",
            Nation::German => "German",
        }
    }

    /// The two nations that the Allied player commands.
    pub fn is_allied(self) -> bool {
        self != Nation::German
    }
}

/// R4 How many units a square holds besides headquarters.
pub const MOST_STACKED: usize = 3;

/// Refuses a tank company that is not British, and a unit that has lost all its steps.
pub fn check_unit(kind: Kind, nation: Nation, lost: u8) -> Result<(), Refusal> {
    if kind == Kind::Tanks && nation != Nation::British {
        return Err(Refusal::field(
            "nation",
            format!("tank companies are British, so a {} one cannot be there", nation.adjective()),
        ));
    }
    let steps = ratings(kind, nation).steps;
    if lost >= steps {
        let steps = Phrase::of("{} {step|steps}").number(steps);
        let sentence = format!("a unit of {kind} has {steps}, so it cannot have lost {lost} and still be there");
        return Err(Refusal::field("lost", sentence));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_the_ratings_to_start_from() {
        let of = |kind, nation| {
            let Ratings { attack, defence, fire, steps, movement, bombardment } = ratings(kind, nation);
            [attack, defence, fire, steps, movement, bombardment]
        };
        assert_eq!(of(Kind::Infantry, Nation::British), [2, 2, 1, 3, 4, 0]);
        assert_eq!(of(Kind::Infantry, Nation::French), [3, 2, 1, 3, 4, 0]);
        assert_eq!(of(Kind::Infantry, Nation::German), [2, 4, 4, 3, 4, 0]);
        assert_eq!(of(Kind::Cavalry, Nation::French), [2, 1, 1, 2, 6, 0]);
        assert_eq!(of(Kind::Tanks, Nation::British), [2, 1, 0, 2, 3, 0]);
        assert_eq!(of(Kind::FieldArtillery, Nation::German)[5], 3);
        assert_eq!(of(Kind::HeavyArtillery, Nation::British)[5], 5);
    }

    #[test]
    fn r3_a_reduced_unit_fights_in_proportion_rounded_up() {
        let german = ratings(Kind::Infantry, Nation::German);
        // 4 x 2/3 = 2.67 and 4 x 1/3 = 1.33.
        assert_eq!([3, 2, 1].map(|left| german.reduced(german.defence, left)), [4, 3, 2]);
        let british = ratings(Kind::Infantry, Nation::British);
        assert_eq!([3, 2, 1].map(|left| british.reduced(british.attack, left)), [2, 2, 1]);
    }

    #[test]
    fn r3_tank_companies_are_british_and_steps_run_out() {
        assert!(check_unit(Kind::Tanks, Nation::French, 0).is_err());
        assert!(check_unit(Kind::Cavalry, Nation::French, 2).is_err());
        assert!(check_unit(Kind::Infantry, Nation::French, 2).is_ok());
    }
}
