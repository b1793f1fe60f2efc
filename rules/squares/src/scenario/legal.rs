//! What a scenario must be, wherever it comes from: R4, R6, R15, R19 and names that can be told apart.

use super::Scenario;
use super::army::{ArmyList, AssetKind, Start};
use super::square::{TABLE, name_of};
use crate::game::Side;
use crate::unit::{Unit, check_square};
use field::grid::Square;
use kernel::prelude::*;
use kernel::scenario::Objective;
use std::collections::HashSet;

/// The most units that an army may have.
pub const MOST_UNITS: usize = 32;

/// The most assets that an army may have.
const MOST_ASSETS: usize = 16;

impl Scenario {
    /// Refuses what cannot be played by the book, and says what is allowed.
    pub fn check(&self) -> Result<(), Refusal> {
        self.faults().into_iter().next().map_or(Ok(()), Err)
    }

    /// All that cannot be played by the book.
    pub(super) fn faults(&self) -> Vec<Refusal> {
        let of_side = |side: Side| {
            let army = self.army(side);
            [
                check_units(side, army),
                check_rows(side, army),
                check_room(side, army),
                check_reserve(side, army, self.trench),
                check_assets(side, army),
            ]
        };
        let checks = [self.check_objectives(), self.check_names()];
        checks.into_iter().chain(Side::BOTH.into_iter().flat_map(of_side)).filter_map(Result::err).collect()
    }

    /// R19 Three objectives, or fewer in a learning game, on squares of their own.
    fn check_objectives(&self) -> Result<(), Refusal> {
        let (count, least) = (self.objectives.len(), if self.head.learning { 1 } else { 3 });
        if !(least..=3).contains(&count) {
            let allowed = "there must be 3, or 1 to 3 in a learning game (R19)";
            return Err(Refusal::field("objectives", format!("objectives are {count} squares, but {allowed}")));
        }
        Ok(())
    }

    /// Every unit and every place has a name of its own; both armies may not have units of one name.
    fn check_names(&self) -> Result<(), Refusal> {
        let mut seen = HashSet::new();
        for (side, unit) in self.listed() {
            if !seen.insert(&unit.name) {
                let what = format!("two units are called '{}'; every unit must have a name of its own", unit.name);
                return Err(Refusal::field(&format!("{side}.units.{}", unit.name), what));
            }
        }
        for (index, Objective { at, name, .. }) in self.places.iter().enumerate() {
            if self.places[..index].iter().any(|other| other.at == *at || other.name == *name) {
                let allowed = "a square has one name, and no two squares have the same";
                let field = format!("places.{}", TABLE.name(*at));
                return Err(Refusal::field(&field, format!("{} is called '{name}'; {allowed}", name_of(*at))));
            }
        }
        Ok(())
    }
}

/// R6 May a side set up there?
pub(super) fn sets_up_in(side: Side, square: Square) -> bool {
    row_of(side, square) <= side.set_up_rows()
}

/// R1 The row of a square, counted from a player's base edge.
pub(super) fn row_of(side: Side, square: Square) -> u8 {
    crate::game::Square::from(square).row_of(side)
}

fn check_units(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    let count = army.units.len();
    if (1..=MOST_UNITS).contains(&count) {
        return Ok(());
    }
    refuse(side, "units", &format!("has {count} units, but an army has 1 to {MOST_UNITS}"))
}

/// R6 Everybody begins in his own rows.
fn check_rows(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    if !sets_up_in(side, army.commander) {
        let what = format!("stands in {}, but {}", name_of(army.commander), rows(side));
        return refuse(side, "commander", &what);
    }
    for unit in &army.units {
        if let Start::Square(square) = unit.at
            && !sets_up_in(side, square)
        {
            let what = format!("'{}' begins in {}, but {}", unit.name, name_of(square), rows(side));
            return Err(Refusal::field(&format!("{side}.units.{}", unit.name), what));
        }
    }
    Ok(())
}

/// R6 The rows of a side, as refusals say it.
pub(super) fn rows(side: Side) -> &'static str {
    match side {
        Side::Attacker => "the attacker begins in rows 1 and 2 of the map (R6)",
        Side::Defender => "the defender begins in rows 4, 5 and 6 of the map, his own rows 1 to 3 (R6)",
    }
}

/// R4 No square holds more than it has room for.
fn check_room(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    for square in TABLE.squares() {
        let units: Vec<_> = army.at(square).map(|unit| Unit::of(unit.kind).quality(unit.quality)).collect();
        check_square(&format!("the {side}'s {}", name_of(square)), &units).map_err(|refusal| {
            // The last unit in the square is the one that is too many.
            let last = army.at(square).last().map_or("", |unit| &unit.name);
            Refusal { field: Some(format!("{side}.units.{last}")), ..refusal }
        })?;
    }
    Ok(())
}

/// R6 In a trench scenario a third of the defender's units, rounded down, begin in reserve; nobody else does.
fn check_reserve(side: Side, army: &ArmyList, trench: bool) -> Result<(), Refusal> {
    let (given, all) = (army.reserve(), army.units.len());
    let (asked, allowed) = if side == Side::Defender && trench {
        (all / 3, "in a trench scenario it must be a third of the defender's units, rounded down")
    } else {
        (0, "only the defender of a trench scenario has units in reserve")
    };
    if given == asked {
        return Ok(());
    }
    refuse(side, "units", &format!("has {given} of {all} units in reserve, but {allowed}: {asked} (R6)"))
}

/// 22 A rolling barrage is the attacker's only.
fn check_assets(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    let count = army.assets.len();
    if count > MOST_ASSETS {
        return refuse(side, "assets", &format!("are {count}, but an army has {MOST_ASSETS} at most"));
    }
    if side == Side::Defender && army.assets.iter().any(|asset| asset.kind == AssetKind::Rolling) {
        return refuse(side, "assets", "have a rolling barrage, but only the attacker may have one (22)");
    }
    Ok(())
}

fn refuse(side: Side, field: &str, what: &str) -> Result<(), Refusal> {
    let name = format!("{side}.{field}");
    Err(Refusal::field(&name, format!("{name} {what}")))
}
