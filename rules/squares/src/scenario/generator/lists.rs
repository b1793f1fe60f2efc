//! The price list, the years and the nations that battles are generated from.

use crate::command::Command;
use crate::scenario::{AssetKind, MOST_UNITS};
use crate::unit::{Ground, Kind, Quality};
use kernel::scenario::{battalion, by_budget, numbered};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The lists of the book, of two files that are one text.
pub(in crate::scenario) static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let text = concat!(
        include_str!("../../../armies/generator/prices.toml"),
        include_str!("../../../armies/generator/nations.toml")
    );
    toml::from_str(text).expect("the lists can be read")
});

/// All that generated battles are made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub(in crate::scenario) struct Lists {
    /// The defender's budget as a share of the attacker's, in a hundred.
    pub(super) defender: u16,
    /// The par of generated battles by the budget, from the least budget up.
    par: Vec<(u16, i32)>,
    units: HashMap<Kind, HashMap<Quality, u16>>,
    pub(in crate::scenario) assets: HashMap<AssetKind, u16>,
    pub(in crate::scenario) command: HashMap<Command, u16>,
    pub(in crate::scenario) guns: HashMap<Command, u16>,
    pub(in crate::scenario) years: Vec<Period>,
    pub(in crate::scenario) nations: Vec<Nation>,
    /// Names for squares by their ground.
    pub(super) places: HashMap<Ground, Vec<String>>,
}

/// A year and what there was in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scenario) struct Period {
    pub(in crate::scenario) year: u16,
    /// How the notes of a battle begin.
    pub(super) season: String,
    pub(super) trench: bool,
    /// The briefings of the two sides.
    pub(super) attacker: String,
    pub(super) defender: String,
    /// The kinds of units besides infantry; what stands twice comes twice as often.
    pub(in crate::scenario) others: Vec<Kind>,
    pub(in crate::scenario) assets: Vec<AssetKind>,
}

/// A nation and the names of its units.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scenario) struct Nation {
    /// Its army, for the colours.
    pub(in crate::scenario) army: &'static str,
    pub(in crate::scenario) people: String,
    battalions: Vec<String>,
    regiments: Vec<String>,
    others: HashMap<Kind, String>,
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
        self.units[&kind][&quality]
    }

    /// The par of a battle of so many points.
    pub(super) fn par(&self, points: u16) -> i32 {
        by_budget(&self.par, points)
    }
}

impl Nation {
    /// The name of its unit of this kind and number, from 0; battalions regiment by regiment.
    pub(super) fn unit(&self, kind: Kind, number: usize) -> String {
        match kind {
            Kind::Infantry => battalion(&self.battalions, &self.regiments, number % self.battalions()),
            other => numbered(&self.others[&other], number + 1),
        }
    }

    /// Names for its units of this kind, as many as anybody could want.
    pub(in crate::scenario) fn names(&self, kind: Kind) -> impl Iterator<Item = String> + '_ {
        let most = if kind == Kind::Infantry { self.battalions() } else { 2 * MOST_UNITS };
        (0..most).map(move |number| self.unit(kind, number))
    }

    /// How many battalions have names.
    pub(super) fn battalions(&self) -> usize {
        self.battalions.len() * self.regiments.len()
    }
}
