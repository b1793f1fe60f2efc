//! Buying an army.

use super::lists::{LISTS, Nation, Period};
use crate::command::Command;
use crate::game::Side;
use crate::scenario::army::{Asset, AssetKind, Draft, Listed, Start};
use crate::scenario::legal::MOST_UNITS;
use crate::scenario::market::List;
use crate::unit::{Kind, Quality};
use kernel::dice::Seeded;
use kernel::scenario::SideCard;

/// An army of this nation for at most `budget` points: command, guns and assets for about a quarter of it, at least two
/// battalions, then a mixture in which infantry is the greater part.
pub(super) fn buy(side: Side, budget: u16, year: &Period, nation: &Nation, chance: &mut Seeded) -> Draft {
    let mut purse = budget;
    let staff = [Command::Poor, Command::Average, Command::Average, Command::Good];
    let command = *chance.one_of(&staff);
    let guns = *chance.one_of(&staff);
    purse -= LISTS.command[&command] + LISTS.guns[&guns];
    let assets = buy_assets(side, &mut purse, budget, year, chance);
    let units = buy_units(&mut purse, year, nation, chance);
    let card = SideCard { name: format!("The {} force", nation.people), army: nation.army, briefing: String::new() };
    Draft { card, command, guns, assets, units, commander: None }
}

/// An army of a list, as this seed has it, and the seed of its places.
pub(in crate::scenario) fn from_list(side: Side, list: List, points: u16, seed: i32) -> (Draft, u64) {
    let seed = u64::from(points) << 32 | u64::from(seed.unsigned_abs());
    (buy(side, points, list.year, list.nation, &mut Seeded::new(seed)), seed)
}

/// Assets for at most a sixth of the budget; those of one kind stand together, as in a file.
fn buy_assets(side: Side, purse: &mut u16, budget: u16, year: &Period, chance: &mut Seeded) -> Vec<Asset> {
    let mut on_offer = year.assets.clone();
    on_offer.retain(|kind| side == Side::Attacker || *kind != AssetKind::Rolling);
    let mut left = budget / 6;
    let mut bought = Vec::new();
    while let Some(kind) = Some(*chance.one_of(&on_offer)).filter(|&kind| LISTS.assets[&kind] <= left) {
        left -= LISTS.assets[&kind];
        *purse -= LISTS.assets[&kind];
        bought.push(kind);
    }
    bought.sort_by_key(|kind| *kind as u8);
    bought.into_iter().map(|kind| Asset { kind, on: 4 }).collect()
}

fn buy_units(purse: &mut u16, year: &Period, nation: &Nation, chance: &mut Seeded) -> Vec<Listed<Option<Start>>> {
    let usual = *chance.one_of(Quality::ALL);
    // The first battalion has a number at random, so that armies of one nation are not all the same regiments.
    let first = chance.below(nation.battalions() as u32) as usize;
    let mut units: Vec<Listed<Option<Start>>> = Vec::new();
    while units.len() < MOST_UNITS {
        let infantry = count(&units, Kind::Infantry);
        let kind = if infantry < 2 || chance.comes(60) { Kind::Infantry } else { *chance.one_of(&year.others) };
        // Three others to four battalions are as many as a division has, and one machine gun to two.
        let others_there = units.len() - infantry;
        let room = kind == Kind::Infantry
            || ((others_there + 1) * 4 <= infantry * 3 && count(&units, kind) * 2 < infantry.max(2));
        let kind = if room { kind } else { Kind::Infantry };
        let quality = if chance.comes(70) { usual } else { *chance.one_of(Quality::ALL) };
        let wish = [(kind, quality), (Kind::Infantry, usual), (Kind::Infantry, Quality::Reservist)];
        let Some((kind, quality)) = wish.into_iter().find(|&(kind, quality)| LISTS.unit(kind, quality) <= *purse)
        else {
            break;
        };
        *purse -= LISTS.unit(kind, quality);
        let number = count(&units, kind);
        let name = nation.unit(kind, if kind == Kind::Infantry { first + number } else { number });
        units.push(Listed { name, kind, quality, at: None });
    }
    units
}

fn count(units: &[Listed<Option<Start>>], kind: Kind) -> usize {
    units.iter().filter(|unit| unit.kind == kind).count()
}
