//! R20: armies bought by points, from the lists of a nation in a year.

use super::army::{ArmyList, AssetKind};
use super::generator::{LISTS, Nation, Period};
use super::legal::MOST_UNITS;
use super::read::MOST_OF_AN_ASSET;
use crate::command::Command;
use crate::game::Side;
use crate::unit::{Kind, Quality};
use kernel::prelude::*;
use kernel::scenario::{Goods, GoodsRow, Item, Market, PriceList};
use std::collections::HashMap;
use std::fmt;

/// A list that an army can be bought from: what a nation had in a year.
#[derive(Clone, Copy)]
pub struct List {
    pub(super) nation: &'static Nation,
    pub(super) year: &'static Period,
}

/// The budgets that a file may name.
pub(super) const BUDGETS: std::ops::RangeInclusive<u16> = 10..=300;

/// All that can be bought, from every list.
pub fn market() -> Market {
    Market {
        rule: Rule("R20"),
        points: (*BUDGETS.start(), *BUDGETS.end()),
        lists: lists().into_iter().map(List::prices).collect(),
    }
}

/// All lists.
pub fn lists() -> Vec<List> {
    let of_nation = |nation| LISTS.years.iter().map(move |year| List { nation, year });
    LISTS.nations.iter().flat_map(of_nation).collect()
}

impl List {
    /// The list with its prices.
    pub fn prices(self) -> PriceList {
        let one = |title: &str, prices: &HashMap<Command, u16>| {
            let item = |&it: &Command| item(title, it.name(), prices[&it], 1);
            let items = Command::ALL.iter().map(item).collect();
            Goods { title: title.to_owned(), one: true, rows: vec![GoodsRow { title: String::new(), items }] }
        };
        let unit = |kind: Kind| GoodsRow {
            title: kind.name().to_owned(),
            items: Quality::ALL
                .iter()
                .map(|&it| item(kind.name(), it.name(), LISTS.unit(kind, it), MOST_UNITS as u8))
                .collect(),
        };
        let asset = |kind: AssetKind| GoodsRow {
            title: kind.name().to_owned(),
            items: vec![item("asset", kind.name(), LISTS.assets[&kind], MOST_OF_AN_ASSET as u8)],
        };
        let many = |title: &str, rows| Goods { title: title.to_owned(), one: false, rows };
        PriceList {
            name: self.to_string(),
            title: format!("{}, {}", self.nation.people, self.year.year),
            goods: vec![
                one("command", &LISTS.command),
                one("guns", &LISTS.guns),
                many("assets", self.assets().into_iter().map(asset).collect()),
                many("units", self.kinds().into_iter().map(unit).collect()),
            ],
        }
    }

    pub(super) fn kinds(self) -> Vec<Kind> {
        let has = |kind: &Kind| *kind == Kind::Infantry || self.year.others.contains(kind);
        Kind::ALL.iter().copied().filter(has).collect()
    }

    pub(super) fn assets(self) -> Vec<AssetKind> {
        AssetKind::ALL.iter().copied().filter(|kind| self.year.assets.contains(kind)).collect()
    }
}

/// An item, which a purchase calls by its row and itself: 'infantry.regular'.
fn item(row: &str, title: &str, points: u16, most: u8) -> Item {
    Item { name: format!("{row}.{title}"), title: title.to_owned(), points, most }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.nation.army, self.year.year)
    }
}

/// What an army costs by the price list.
pub fn price(army: &ArmyList) -> u16 {
    bill(army).iter().map(|(_, points)| points).sum()
}

/// What an army costs, line by line: its command, its guns, its assets and its units by kind and quality.
pub fn bill(army: &ArmyList) -> Vec<(String, u16)> {
    let mut bill = vec![
        (format!("{} command", army.command.name()), LISTS.command[&army.command]),
        (format!("{} guns", army.guns.name()), LISTS.guns[&army.guns]),
    ];
    for &kind in AssetKind::ALL {
        let count = army.assets.iter().filter(|asset| asset.kind == kind).count();
        bill.push((format!("{count} {kind}"), count as u16 * LISTS.assets[&kind]));
    }
    for &kind in Kind::ALL {
        for &quality in Quality::ALL {
            let count = army.units.iter().filter(|unit| (unit.kind, unit.quality) == (kind, quality)).count();
            bill.push((format!("{count} {quality} {kind}"), count as u16 * LISTS.unit(kind, quality)));
        }
    }
    bill.retain(|(_, points)| *points > 0);
    bill
}

/// What an army costs, if that is within a budget and, where a list is named, all of it is on the list.
pub fn afford(side: Side, army: &ArmyList, points: u16, list: Option<List>) -> Result<u16, Refusal> {
    let refuse = |field: &str, what: String| Err(Refusal::field(&format!("{side}.{field}"), what));
    if let Some(list) = list {
        let (kinds, assets) = (list.kinds(), list.assets());
        if let Some(unit) = army.units.iter().find(|unit| !kinds.contains(&unit.kind)) {
            let what = format!("'{}' is a {}, but {list} has {}", unit.name, unit.kind, words(&kinds));
            return refuse(&format!("units.{}", unit.name), what);
        }
        if let Some(asset) = army.assets.iter().find(|asset| !assets.contains(&asset.kind)) {
            return refuse("assets", format!("{} is an asset, but {list} has {}", asset.kind, words(&assets)));
        }
    }
    if let Some(asset) = army.assets.iter().find(|asset| asset.on < 4) {
        let what = format!("{} comes on {}, but an asset that is bought comes on 4, 5 or 6", asset.kind, asset.on);
        return refuse("assets", what);
    }
    let bill = bill(army);
    let cost = bill.iter().map(|(_, points)| points).sum();
    if cost > points {
        let lines: Vec<_> = bill.iter().map(|(what, points)| format!("{what} {points}")).collect();
        let what = format!("{side}.budget is {points} points, but the army costs {cost}: {}", lines.join(", "));
        return refuse("budget", what);
    }
    Ok(cost)
}

fn words<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
