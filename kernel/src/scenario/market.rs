//! Armies bought by points: what a book sells, and what a player takes of it.

use crate::rule::Rule;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a book's armies can be bought from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Market {
    /// The rule behind it.
    pub rule: Rule,
    /// The least and the most points of a budget.
    pub points: (u16, u16),
    /// The lists: what a nation had in a year.
    pub lists: Vec<PriceList>,
}

/// A list that an army is bought from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PriceList {
    /// Its name in files: 'british-1914'.
    pub name: String,
    /// What it is called: 'British, 1914'.
    pub title: String,
    /// What is on it.
    pub goods: Vec<Goods>,
}

/// Things of a list that stand together: units, assets, command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Goods {
    /// What they are: 'units'.
    pub title: String,
    /// Has an army exactly one of them? Then the first is taken where none is named.
    pub one: bool,
    /// Those that differ in one respect only stand in a row.
    pub rows: Vec<GoodsRow>,
}

/// Things that differ in one respect only, such as infantry of three qualities.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GoodsRow {
    /// What they have in common: 'infantry'. Empty where the title of the goods says it.
    pub title: String,
    /// The things.
    pub items: Vec<Item>,
}

/// A thing that can be bought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Item {
    /// Its name in a purchase: 'infantry.regular'.
    pub name: String,
    /// What tells it from the others of its row: 'regular'.
    pub title: String,
    /// What one costs.
    pub points: u16,
    /// How many an army can have.
    pub most: u8,
}

/// An army that a player buys.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// The list, by its name.
    pub list: String,
    /// The budget.
    pub points: u16,
    /// How many of each thing. Where it is empty the army is bought as the seed has it.
    #[serde(default)]
    pub items: BTreeMap<String, u8>,
    /// The seed of an army that chance buys.
    #[serde(default)]
    pub seed: u32,
}

/// What an army costs, line by line.
pub type Bill = Vec<(String, u16)>;

/// What the army of each seat costs.
pub type Bills = Vec<(Seat, Bill)>;
