//! Vehicles: tanks and armoured cars, and how tanks bog and break down.

use crate::charts;
use crate::seats::OWNER;
use crate::troops::Cover;
use kernel::prelude::*;

/// A vehicle of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Vehicle {
    /// The British Mark I.
    MarkI,
    /// The British Mark IV.
    #[default]
    MarkIv,
    /// The British Whippet.
    Whippet,
    /// The French St Chamond.
    StChamond,
    /// The French Schneider.
    Schneider,
    /// The French FT17.
    Ft17,
    /// The German A7V.
    A7v,
    /// A fully closed armoured car.
    ClosedCar,
    /// An open armoured car.
    OpenCar,
}

impl Vehicle {
    /// Vehicles:value Its value, which shells wear down like that of cover.
    pub fn value(self) -> u8 {
        charts::VEHICLES.number(self.name(), "value") as u8
    }

    /// R17: its crew.
    pub fn crew(self) -> u8 {
        charts::VEHICLES.number(self.name(), "crew") as u8
    }

    /// Is it a tank? Only tanks bog down (R17).
    pub fn is_tank(self) -> bool {
        !matches!(self, Vehicle::ClosedCar | Vehicle::OpenCar)
    }

    /// Vehicles:closed-crew The cover of its crew; against armour-piercing rounds it is soft, and in an open car always.
    pub fn cover(self, armour_piercing: bool) -> Cover {
        if armour_piercing || self == Vehicle::OpenCar { Cover::SoftCover } else { Cover::HardCover }
    }

    /// The statement on the cover of its crew.
    pub fn cover_rule(self, armour_piercing: bool) -> Rule {
        match self {
            Vehicle::OpenCar => Rule("Vehicles:open-crew"),
            _ if armour_piercing => Rule("Vehicles:armour-piercing"),
            _ => Rule("Vehicles:closed-crew"),
        }
    }
}

/// A tank at the start of a move.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Going {
    /// The vehicle; cars do not bog down.
    #[field(rule = "R17")]
    pub vehicle: Vehicle,
    /// It is bogged or broken down.
    #[field(rule = "Vehicles:freed")]
    pub stuck: bool,
    /// It was under armour-piercing bullets or artillery in the last move.
    #[field(rule = "Vehicles:breakdown-under-fire")]
    pub under_fire: bool,
}

kernel::outcomes! {
    /// How a vehicle goes in a move, from the worst for its owner to the best.
    pub enum Progress {
        /// It stays bogged or broken down.
        StaysStuck = "stays stuck",
        /// It bogs or breaks down.
        BreaksDown = "bogs or breaks down",
        /// It is freed and moves.
        Freed = "is freed and moves",
        /// It moves.
        Moves = "moves",
    }
}

/// Vehicles:breakdown 1D6 for a tank each move: on a 1, or 1 or 2 under fire, it bogs or breaks down; a 6 frees it.
pub fn resolve_breakdown(going: &Going, dice: &mut dyn Dice) -> Resolved<Progress> {
    if !going.vehicle.is_tank() {
        return Explanation::of(Rule("R17"), "breakdown").gives(Progress::Moves, Phrase::of("only tanks bog down"));
    }
    let die = dice.d6(Why::high("breakdown", OWNER));
    if going.stuck {
        let progress = if die.value() >= FREED_ON { Progress::Freed } else { Progress::StaysStuck };
        let phrase = Phrase::of("{}; a {} was needed").word(progress.name()).number(FREED_ON);
        return Explanation::of(Rule("Vehicles:freed"), "breakdown").throw(die).gives(progress, phrase);
    }
    let most = Tally::base("breaks down up to", Rule("Vehicles:breakdown"), "on this or less", BREAKS_DOWN_ON).plus(
        Rule("Vehicles:breakdown-under-fire"),
        "under armour-piercing bullets or artillery",
        going.under_fire.into(),
    );
    let progress = if die.value() <= most.total() { Progress::BreaksDown } else { Progress::Moves };
    Explanation::of(Rule("Vehicles:breakdown"), "breakdown")
        .throw(die)
        .tally(most)
        .gives(progress, Phrase::of(progress.name()))
}

const BREAKS_DOWN_ON: i32 = 1;
const FREED_ON: i32 = 6;

/// The throw for a tank's breakdown.
pub fn procedure() -> impl Procedure<Situation = Going> {
    let card = Card {
        name: "breakdown",
        title: "Breakdown",
        rule: Rule("Vehicles:breakdown"),
        about: "Does a tank bog or break down, or get going again?",
        seat: OWNER,
    };
    Step::new(card, resolve_breakdown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn chance(going: &Going, progress: Progress) -> Ratio {
        odds(|dice| resolve_breakdown(going, dice).outcome).get(&progress).cloned().unwrap_or_default()
    }

    #[test]
    fn vehicles_breakdown_is_a_1_and_under_fire_1_or_2() {
        let calm = Going::default();
        assert_eq!(chance(&calm, Progress::BreaksDown), ratio(1, 6));
        assert_eq!(chance(&Going { under_fire: true, ..calm }, Progress::BreaksDown), ratio(1, 3));
    }

    #[test]
    fn vehicles_freed_needs_a_6() {
        let stuck = Going { stuck: true, under_fire: true, ..Going::default() };
        assert_eq!(chance(&stuck, Progress::Freed), ratio(1, 6));
    }

    #[test]
    fn r17_only_tanks_bog_down() {
        let car = Going { vehicle: Vehicle::ClosedCar, under_fire: true, ..Going::default() };
        assert_eq!(chance(&car, Progress::Moves), ratio(1, 1));
    }

    #[test]
    fn vehicles_values_and_crews_are_those_of_the_chart() {
        let values: Vec<_> = Vehicle::ALL.iter().map(|vehicle| (vehicle.value(), vehicle.crew())).collect();
        let printed = [(12, 8), (15, 8), (15, 3), (18, 9), (12, 6), (15, 2), (22, 18), (10, 4), (6, 4)];
        assert_eq!(values, printed);
    }
}
