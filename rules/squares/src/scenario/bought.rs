//! R20: a scenario in which armies are bought, as the text of a file.

use super::Scenario;
use super::army::AssetKind;
use super::generator::purchase;
use super::market::{List, lists};
use super::write::written;
use crate::command::Command;
use crate::game::Side;
use crate::unit::{Kind, Quality};
use kernel::prelude::*;
use kernel::procedure::suggestion;
use kernel::scenario::{Purchase, SideCard, quoted};
use std::collections::{BTreeMap, HashSet};

impl Scenario {
    /// The text of this scenario with armies that are bought: the lines `buy` or `budget` of a file, and the rest of it as
    /// it is. Reading it places the units and holds each army to its budget.
    pub fn with_bought(&self, armies: &BTreeMap<String, Purchase>) -> Result<String, Refusal> {
        let names = |side: Side| self.army(side).units.iter().map(|unit| unit.name.clone());
        let kept = Side::BOTH.into_iter().filter(|side| !armies.contains_key(side.seat().0)).flat_map(names);
        let mut taken: HashSet<String> = kept.collect();
        let mut parts = BTreeMap::new();
        for side in Side::BOTH {
            if let Some(bought) = armies.get(side.seat().0) {
                parts.insert(side.seat().0, self.bought(side, bought, &mut taken)?);
            }
        }
        Ok(self.write_with(|side| parts.get(side.seat().0).cloned().unwrap_or_else(|| written(side, self.army(side)))))
    }

    /// The part of a side that buys its army. Names that are taken are given to no second unit.
    fn bought(&self, side: Side, purchase: &Purchase, taken: &mut HashSet<String>) -> Result<String, Refusal> {
        let Purchase { list, points, items, seed } = purchase;
        let list = list_named(list)?;
        let name = format!("The {} force", list.nation.people);
        let briefing = self.army(side).briefing.clone();
        let mut text = format!("\n[{side}]\n{}", SideCard { name, army: list.nation.army, briefing }.write());
        if items.is_empty() {
            // A seed counts as far as a file can say it.
            let seed = seed % (1 << 31);
            text += &format!("buy = {{ list = \"{list}\", points = {points}, seed = {seed} }}\n");
            taken.extend(purchase::from_list(side, list, (*points).clamp(20, 120), seed as i32).names());
            return Ok(text);
        }
        let chosen = Chosen::of(list, items)?;
        text += &format!("budget = {{ points = {points}, list = \"{list}\" }}\n");
        text += &format!("command = \"{}\"\nguns = \"{}\"\n", chosen.command.name(), chosen.guns.name());
        let assets = chosen.assets.iter().map(|(kind, count)| format!("{kind} = [{}]", vec!["4"; *count].join(", ")));
        text += &format!("assets = {{ {} }}\n", assets.collect::<Vec<_>>().join(", "));
        let mut lines = String::new();
        for (kind, quality, count) in chosen.units {
            for _ in 0..count {
                let name = list.nation.names(kind).find(|name| !taken.contains(name)).unwrap_or_default();
                lines += &format!("{name:28} | {:15} | {quality}\n", kind.name());
                taken.insert(name);
            }
        }
        Ok(text + &format!("units = {}\n", quoted(&lines)))
    }
}

/// A purchase with its names read.
struct Chosen {
    command: Command,
    guns: Command,
    assets: Vec<(AssetKind, usize)>,
    units: Vec<(Kind, Quality, usize)>,
}

impl Chosen {
    /// What is named once may stand once, and everything must be on the list.
    fn of(list: List, items: &BTreeMap<String, u8>) -> Result<Chosen, Refusal> {
        let mut left: BTreeMap<&str, usize> = items
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(name, count)| (name.as_str(), (*count).into()))
            .collect();
        let mut take = |name: String| left.remove(name.as_str());
        let mut one = |what: &str| {
            let bought = |it: &Command| take(format!("{what}.{}", it.name())).is_some();
            let found: Vec<Command> = Command::ALL.iter().copied().filter(bought).collect();
            match found[..] {
                [] => Ok(Command::ALL[0]),
                [it] => Ok(it),
                _ => Err(Refusal::field("items", format!("{what} is bought more than once, but an army has one"))),
            }
        };
        let (command, guns) = (one("command")?, one("guns")?);
        let asset = |kind: AssetKind| take(format!("asset.{kind}")).map(|count| (kind, count));
        let assets = list.assets().into_iter().filter_map(asset).collect();
        let of_kind = |kind: Kind| Quality::ALL.iter().map(move |&quality| (kind, quality));
        let unit = |(kind, quality): (Kind, Quality)| Some((kind, quality, take(format!("{kind}.{quality}"))?));
        let units = list.kinds().into_iter().flat_map(of_kind).filter_map(unit).collect();
        match left.keys().next() {
            None => Ok(Chosen { command, guns, assets, units }),
            Some(stranger) => {
                let goods = list.prices().goods;
                let all: Vec<_> = goods.iter().flat_map(|goods| &goods.rows).flat_map(|row| &row.items).collect();
                let names: Vec<_> = all.iter().map(|item| item.name.as_str()).collect();
                let hint = suggestion(stranger, names.iter().copied());
                let shown: String = stranger.chars().take(40).collect();
                let sentence = format!("there is no '{shown}' on {list}{hint}; it has {}", names.join(", "));
                Err(Refusal::field("items", sentence))
            }
        }
    }
}

fn list_named(name: &str) -> Result<List, Refusal> {
    let names: Vec<_> = lists().iter().map(ToString::to_string).collect();
    let found = lists().into_iter().zip(&names).find(|(_, known)| *known == name);
    found.map(|(list, _)| list).ok_or_else(|| {
        let hint = suggestion(name, names.iter().map(String::as_str));
        let shown: String = name.chars().take(40).collect();
        Refusal::field("list", format!("there is no list '{shown}'{hint}; the lists are {}", names.join(", ")))
    })
}
