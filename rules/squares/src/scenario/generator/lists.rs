//! The price list, the years and the nations that battles are generated from.

use crate::command::Command;
use crate::scenario::army::AssetKind;
use crate::unit::{Ground, Kind, Quality};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The lists of the book.
pub(in crate::scenario) static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let prices = toml::from_str(include_str!("../../../armies/generator/prices.toml"));
    let Prices { defender, par, units, assets, command, guns } = prices.expect("the price list can be read");
    let nations = toml::from_str(include_str!("../../../armies/generator/nations.toml"));
    let Listing { years, nations, places } = nations.expect("the nations can be read");
    Lists { defender, par, units, assets, command, guns, years, nations, places }
});

/// All that generated battles are made of.
pub(in crate::scenario) struct Lists {
    /// The defender's budget as a share of the attacker's, in a hundred.
    pub(in crate::scenario) defender: u16,
    /// The par of generated battles by the budget, from the least budget up.
    par: Vec<(u16, i32)>,
    units: BTreeMap<String, BTreeMap<String, u16>>,
    assets: BTreeMap<String, u16>,
    command: BTreeMap<String, u16>,
    guns: BTreeMap<String, u16>,
    pub(in crate::scenario) years: Vec<Period>,
    pub(in crate::scenario) nations: Vec<Nation>,
    places: BTreeMap<String, Vec<String>>,
}

/// A year and what there was in it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::scenario) struct Period {
    pub(in crate::scenario) year: u16,
    /// How the notes of a battle begin.
    pub(in crate::scenario) season: String,
    pub(in crate::scenario) trench: bool,
    others: Vec<String>,
    assets: Vec<String>,
}

/// A nation and the names of its units.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::scenario) struct Nation {
    army: String,
    pub(in crate::scenario) people: String,
    battalions: Vec<String>,
    regiments: Vec<String>,
    others: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prices {
    defender: u16,
    par: Vec<(u16, i32)>,
    units: BTreeMap<String, BTreeMap<String, u16>>,
    assets: BTreeMap<String, u16>,
    command: BTreeMap<String, u16>,
    guns: BTreeMap<String, u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listing {
    years: Vec<Period>,
    nations: Vec<Nation>,
    places: BTreeMap<String, Vec<String>>,
}

impl Lists {
    /// The price of a unit. Cavalry costs the same on foot, and kinds that no army buys cost what is nearest to them.
    pub(in crate::scenario) fn unit(&self, kind: Kind, quality: Quality) -> u16 {
        let kind = match kind {
            Kind::DismountedCavalry => Kind::MountedCavalry,
            Kind::MountainGun => Kind::Gun,
            Kind::LightArmouredCar => Kind::ArmouredCar,
            other => other,
        };
        self.units[kind.name()][quality.name()]
    }

    /// The par of a battle of so many points: as it is listed, and in proportion between two budgets of the list.
    pub(in crate::scenario) fn par(&self, points: u16) -> i32 {
        let above = self.par.partition_point(|&(budget, _)| budget <= points);
        match (&self.par[..above], &self.par[above..]) {
            ([.., (_, par)], []) | ([], [(_, par), ..]) => *par,
            ([.., (low, least)], [(high, most), ..]) => {
                least + (most - least) * i32::from(points - low) / i32::from(high - low)
            }
            ([], []) => unreachable!("the list has budgets"),
        }
    }

    /// The price of an asset.
    pub(in crate::scenario) fn asset(&self, kind: AssetKind) -> u16 {
        self.assets[kind.name()]
    }

    /// The price of a higher command.
    pub(in crate::scenario) fn command(&self, quality: Command) -> u16 {
        self.command[quality.name()]
    }

    /// The price of the quality of the guns.
    pub(in crate::scenario) fn guns(&self, quality: Command) -> u16 {
        self.guns[quality.name()]
    }

    /// Names for squares with this ground.
    pub(in crate::scenario) fn places(&self, ground: Ground) -> &[String] {
        &self.places[ground.name()]
    }
}

impl Period {
    /// The kinds of units besides infantry.
    pub(in crate::scenario) fn others(&self) -> Vec<Kind> {
        self.others.iter().map(|name| known(name, Kind::ALL)).collect()
    }

    /// The assets.
    pub(in crate::scenario) fn assets(&self) -> Vec<AssetKind> {
        self.assets.iter().map(|name| known(name, AssetKind::ALL)).collect()
    }
}

impl Nation {
    /// Its army, for the colours.
    pub(in crate::scenario) fn army(&self) -> &'static str {
        known(&self.army, crate::scenario::ARMIES)
    }

    /// The name of its battalion of this number, from 0: regiment by regiment.
    pub(in crate::scenario) fn battalion(&self, number: usize) -> String {
        let (regiment, battalion) = (number / self.battalions.len(), number % self.battalions.len());
        self.battalions[battalion].replace('*', &self.regiments[regiment % self.regiments.len()])
    }

    /// How many battalions have names.
    pub(in crate::scenario) fn battalions(&self) -> usize {
        self.battalions.len() * self.regiments.len()
    }

    /// The name of its unit of this kind and number, from 0.
    pub(in crate::scenario) fn other(&self, kind: Kind, number: usize) -> String {
        self.others[kind.name()].replace('*', &ordinal(number + 1))
    }
}

/// The thing of this name, which the lists must have right.
fn known<T: Copy + ToString>(name: &str, all: &[T]) -> T {
    let found = all.iter().copied().find(|known| known.to_string() == name);
    found.unwrap_or_else(|| panic!("the lists of the generator name an unknown '{name}'"))
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
