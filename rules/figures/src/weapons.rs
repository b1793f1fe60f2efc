//! Firing: the weapons, their factors by range and the figures they count as.

use crate::charts;
use kernel::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A weapon of the chart of fire factors, with the two that use another's line: tank guns and snipers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Rifles.
    #[default]
    Rifle,
    /// Pistols.
    Pistol,
    /// A light machine gun.
    Lmg,
    /// A heavy machine gun.
    Hmg,
    /// A sniper's rifle.
    Sniper,
    /// A grenade.
    Grenade,
    /// A mortar.
    Mortar,
    /// A howitzer: a shell of about 100 lb.
    Howitzer,
    /// A heavy gun: about 35 lb.
    HeavyGun,
    /// A medium gun: 15 to 20 lb.
    MediumGun,
    /// A light gun: under 12 lb.
    LightGun,
    /// The main gun of a tank, which is a light gun.
    TankGun,
}

/// The longest range of the chart, in inches.
pub const LONGEST_RANGE: u8 = 96;

/// The column of guns off the table (R9).
pub const OFF_TABLE_RANGE: u8 = 60;

/// The column of fire at a charge (R8).
pub const POINT_BLANK: u8 = 2;

impl Weapon {
    /// Firing:factor The factor at a range; none where the chart has a dash. A range between columns uses the longer
    /// one (R4).
    pub fn factor(self, range: u8) -> Option<i32> {
        let factors = &*FACTORS;
        let column = factors.ranges.iter().position(|&longest| range <= longest)?;
        factors.by_weapon[self as usize][column]
    }

    /// The longest range at which it has a factor.
    pub fn longest_range(self) -> u8 {
        let factors = &*FACTORS;
        let column = factors.by_weapon[self as usize].iter().rposition(Option::is_some);
        column.map_or(0, |column| factors.ranges[column])
    }

    /// The figures it counts as with this many of its crew lost, or, for small arms that men fire, the figures firing.
    pub fn figures(self, firing: u16, crew_lost: u8) -> Tally {
        let Some(row) = self.figures_row() else {
            return Tally::base("figures", Rule("Casualty tables:reading"), "figures firing", i32::from(firing));
        };
        let whole = charts::WEAPON_FIGURES.number(row, "figures");
        let tally = Tally::base("figures", self.figures_rule(), "the weapon counts as", whole);
        match self {
            Weapon::Hmg | Weapon::Lmg => {
                let lost = charts::WEAPON_FIGURES.number(row, "lost a casualty");
                tally.each(u16::from(crew_lost), self.figures_rule(), "each of its crew lost", -lost)
            }
            _ => tally,
        }
    }

    /// R3: how many of its crew can be lost before nobody is left to fire it; all for weapons without a crew.
    pub fn crew(self) -> Option<u8> {
        match self {
            Weapon::Hmg | Weapon::Mortar => Some(3),
            Weapon::Lmg => Some(2),
            weapon if weapon.is_gun() => Some(5),
            _ => None,
        }
    }

    /// Guns and mortars: they burst, and 'guns' in the fire modifiers means them.
    pub fn is_gun(self) -> bool {
        use Weapon::{HeavyGun, Howitzer, LightGun, MediumGun, Mortar, TankGun};
        matches!(self, Mortar | Howitzer | HeavyGun | MediumGun | LightGun | TankGun)
    }

    /// Rifles, pistols, machine guns and snipers.
    pub fn is_small_arm(self) -> bool {
        !self.is_gun() && self != Weapon::Grenade
    }

    /// Its line in the charts of fire factors and bursts.
    pub fn row(self) -> &'static str {
        match self {
            Weapon::TankGun => Weapon::LightGun.name(),
            Weapon::Sniper => Weapon::Rifle.name(),
            other => other.name(),
        }
    }

    /// The statement on its ranges or its class.
    pub fn rule(self) -> Rule {
        match self {
            Weapon::Rifle | Weapon::Pistol | Weapon::Lmg | Weapon::Hmg | Weapon::Sniper => Rule("Firing:small-arms"),
            Weapon::Grenade => Rule("Firing:grenade-range"),
            Weapon::Mortar => Rule("Firing:mortar"),
            Weapon::Howitzer => Rule("Artillery:howitzer"),
            Weapon::HeavyGun => Rule("Artillery:heavy"),
            Weapon::MediumGun => Rule("Artillery:medium"),
            Weapon::LightGun | Weapon::TankGun => Rule("Artillery:light"),
        }
    }

    /// Refuses a weapon that cannot fire: out of its range, or with no gunner left.
    pub fn check(self, range: u8, crew_lost: u8) -> Result<(), Refusal> {
        if self.crew().is_some_and(|crew| crew_lost >= crew) {
            let sentence =
                format!("a {self} has a crew of {}, and without a gunner it does not fire (R3)", crew_of(self));
            return Err(Refusal::field("crew-lost", sentence));
        }
        if self.factor(range).is_none() {
            let sentence = format!("a {self} has no factor at {range} inches (Firing)");
            return Err(Refusal::field("range", sentence).under(self.rule()));
        }
        Ok(())
    }

    fn figures_row(self) -> Option<&'static str> {
        match self {
            Weapon::Rifle | Weapon::Pistol => None,
            Weapon::Lmg | Weapon::Hmg | Weapon::Sniper | Weapon::Grenade => Some(self.name()),
            _ => Some("guns"),
        }
    }

    fn figures_rule(self) -> Rule {
        match self {
            Weapon::Hmg => Rule("Firing:figures-hmg"),
            Weapon::Lmg => Rule("Firing:figures-lmg"),
            Weapon::Sniper => Rule("Firing:figures-sniper"),
            Weapon::Grenade => Rule("Firing:figures-grenade"),
            _ => Rule("Firing:figures-guns"),
        }
    }
}

fn crew_of(weapon: Weapon) -> u8 {
    weapon.crew().unwrap_or_default()
}

struct Factors {
    /// The longest range of each column.
    ranges: Vec<u8>,
    /// For each weapon, in the order of its variants, the factor in each column.
    by_weapon: Vec<Vec<Option<i32>>>,
}

static FACTORS: LazyLock<Factors> = LazyLock::new(|| {
    let chart: &Chart = &charts::FIRE_FACTORS;
    let ranges = chart.columns.iter().map(|range| range.parse().expect("the headings are ranges")).collect();
    let factor = |cell: &String| (cell != "-").then(|| cell.parse().expect("a factor or a dash"));
    let row = |weapon: &Weapon| {
        let place = chart.cell(weapon.row(), &chart.columns[0]).row;
        chart.rows[usize::from(place)].cells.iter().map(factor).collect()
    };
    Factors { ranges, by_weapon: Weapon::ALL.iter().map(row).collect() }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_a_range_between_columns_uses_the_longer_one() {
        assert_eq!(Weapon::Rifle.factor(0), Some(8), "point blank is the first column");
        assert_eq!((Weapon::Rifle.factor(12), Weapon::Rifle.factor(13)), (Some(4), Some(3)));
        assert_eq!(Weapon::Rifle.factor(61), None, "the next column, 72, has a dash");
        assert_eq!(Weapon::Pistol.factor(10), None);
        assert_eq!((Weapon::Mortar.factor(6), Weapon::Mortar.factor(7)), (None, Some(5)));
        assert_eq!((Weapon::Mortar.factor(84), Weapon::Mortar.factor(85)), (Some(1), None));
        assert_eq!(Weapon::Howitzer.factor(97), None, "off the chart");
    }

    #[test]
    fn firing_factors_fall_with_the_range() {
        for weapon in Weapon::ALL.iter().filter(|weapon| **weapon != Weapon::Mortar) {
            let longest = weapon.longest_range();
            assert!((0..=LONGEST_RANGE).all(|range| weapon.factor(range).is_some() == (range <= longest)), "{weapon}");
            let factors: Vec<i32> = (0..=LONGEST_RANGE).map(|range| weapon.factor(range).unwrap_or(0)).collect();
            assert!(factors.is_sorted_by(|near, far| near >= far), "{weapon}: {factors:?}");
        }
    }

    #[test]
    fn firing_tank_guns_are_light_guns_and_snipers_fire_rifles() {
        assert_eq!(Weapon::TankGun.factor(12), Some(6));
        assert_eq!(Weapon::Sniper.factor(36), Some(2));
    }

    #[test]
    fn firing_figures_fall_with_the_crew_of_a_machine_gun_only() {
        let figures = |weapon: Weapon, lost| weapon.figures(10, lost).total();
        assert_eq!([0, 1, 2].map(|lost| figures(Weapon::Hmg, lost)), [15, 10, 5]);
        assert_eq!([0, 1].map(|lost| figures(Weapon::Lmg, lost)), [8, 4]);
        assert_eq!((figures(Weapon::Howitzer, 2), figures(Weapon::Mortar, 1)), (6, 6));
        assert_eq!((figures(Weapon::Sniper, 0), figures(Weapon::Grenade, 0), figures(Weapon::Rifle, 0)), (4, 8, 10));
    }

    #[test]
    fn r3_a_weapon_without_a_gunner_does_not_fire() {
        assert!(Weapon::Lmg.check(12, 2).unwrap_err().sentence.contains("R3"));
        assert!(Weapon::Lmg.check(12, 1).is_ok() && Weapon::Hmg.check(12, 2).is_ok());
        assert!(Weapon::MediumGun.check(12, 4).is_ok() && Weapon::MediumGun.check(12, 5).is_err());
        assert!(Weapon::Mortar.check(12, 3).is_err() && Weapon::Rifle.check(12, 4).is_ok());
    }
}
