//! R20: a scenario in which armies are bought, as the text of a file.

use super::Scenario;
use super::army::Asset;
use super::generator::purchase;
use super::market::{List, lists};
use super::write::{written, written_assets};
use crate::command::Command;
use crate::game::Side;
use crate::unit::Quality;
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
        let briefing = self.army(side).card.briefing.clone();
        let mut text = format!("\n[{side}]\n{}", SideCard { name, army: list.nation.army, briefing }.write());
        if items.is_empty() {
            // A seed counts as far as a file can say it.
            let seed = seed % (1 << 31);
            text += &format!("buy = {{ list = \"{list}\", points = {points}, seed = {seed} }}\n");
            let (army, _) = purchase::from_list(side, list, (*points).clamp(20, 120), seed as i32);
            taken.extend(army.units.into_iter().map(|unit| unit.name));
            return Ok(text);
        }
        let counted = |name: String| usize::from(items.get(&name).copied().unwrap_or(0));
        let one = |what: &str| {
            let bought = |it: &&Command| counted(format!("{what}.{it}")) > 0;
            match Command::ALL.iter().filter(bought).collect::<Vec<_>>()[..] {
                [] => Ok(Command::ALL[0]),
                [it] => Ok(*it),
                _ => Err(Refusal::field("items", format!("{what} is bought more than once, but an army has one"))),
            }
        };
        let (command, guns) = (one("command")?, one("guns")?);
        check_listed(list, items)?;
        let asset = |kind| vec![Asset { kind, on: 4 }; counted(format!("asset.{kind}"))];
        let assets: Vec<Asset> = list.assets().into_iter().flat_map(asset).collect();
        text += &format!("budget = {{ points = {points}, list = \"{list}\" }}\n");
        text += &format!("command = \"{command}\"\nguns = \"{guns}\"\n{}", written_assets(&assets));
        let mut lines = String::new();
        for (kind, quality) in list.kinds().into_iter().flat_map(|kind| Quality::ALL.iter().map(move |it| (kind, it))) {
            for _ in 0..counted(format!("{kind}.{quality}")) {
                let name = list.nation.names(kind).find(|name| !taken.contains(name)).unwrap_or_default();
                lines += &format!("{name:28} | {:15} | {quality}\n", kind.name());
                taken.insert(name);
            }
        }
        Ok(text + &format!("units = {}\n", quoted(&lines)))
    }
}

/// Refuses what is not on the list.
fn check_listed(list: List, items: &BTreeMap<String, u8>) -> Result<(), Refusal> {
    let goods = list.prices().goods;
    let all = goods.iter().flat_map(|goods| &goods.rows).flat_map(|row| &row.items);
    let names: Vec<_> = all.map(|item| item.name.as_str()).collect();
    let bought = items.iter().filter(|(_, count)| **count > 0).map(|(name, _)| name.as_str());
    bought.filter(|name| !names.contains(name)).try_for_each(|stranger| {
        let hint = suggestion(stranger, names.iter().copied());
        let shown: String = stranger.chars().take(40).collect();
        let sentence = format!("there is no '{shown}' on {list}{hint}; it has {}", names.join(", "));
        Err(Refusal::field("items", sentence))
    })
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
