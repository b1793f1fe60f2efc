//! What a scenario must be, wherever it comes from: R4, R6, R15, R19 and names that can be told apart.

use super::army::{ArmyList, AssetKind, Start};
use super::square::{TABLE, name_of};
use super::{Named, Scenario};
use crate::unit::{Unit, check_square};
use field::grid::Square;
use kernel::prelude::*;

/// The most units that an army may have.
pub const MOST_UNITS: usize = 32;

impl Scenario {
    /// Refuses what cannot be played by the book, and says what is allowed.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_objectives()?;
        self.check_names()?;
        for side in [Side::Attacker, Side::Defender] {
            let army = side.army(self);
            check_units(side, army)?;
            check_rows(side, army)?;
            check_room(side, army)?;
            check_reserve(side, army, self.trench)?;
            check_assets(side, army)?;
        }
        Ok(())
    }

    /// R19 Three objectives, or fewer in a learning game, on squares of their own.
    fn check_objectives(&self) -> Result<(), Refusal> {
        let refuse = |what: String| Err(Refusal::field("objectives", what));
        let (count, least) = (self.objectives.len(), if self.learning { 1 } else { 3 });
        if !(least..=3).contains(&count) {
            let allowed = "there must be 3, or 1 to 3 in a learning game (R19)";
            return refuse(format!("objectives are {count} squares, but {allowed}"));
        }
        for (index, square) in self.objectives.iter().enumerate() {
            if self.objectives[..index].contains(square) {
                return refuse(format!("objectives have {} twice; each must be a square of its own", name_of(*square)));
            }
        }
        Ok(())
    }

    /// Every unit and every place has a name of its own.
    fn check_names(&self) -> Result<(), Refusal> {
        let mut seen: Vec<&str> = Vec::new();
        for unit in self.attacker.units.iter().chain(&self.defender.units) {
            if seen.contains(&unit.name.as_str()) {
                let what = format!("two units are called '{}'; every unit must have a name of its own", unit.name);
                return Err(Refusal::field("army", what));
            }
            seen.push(&unit.name);
        }
        for (index, Named { at, name }) in self.places.iter().enumerate() {
            if self.places[..index].iter().any(|other| other.at == *at || other.name == *name) {
                let allowed = "a square has one name, and no two squares have the same";
                return Err(Refusal::field("places", format!("{} is called '{name}'; {allowed}", name_of(*at))));
            }
        }
        Ok(())
    }
}

/// Which of the two armies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The one at the bottom of the table.
    Attacker,
    /// The one at the top of the table.
    Defender,
}

impl Side {
    pub(super) fn army(self, scenario: &Scenario) -> &ArmyList {
        match self {
            Side::Attacker => &scenario.attacker,
            Side::Defender => &scenario.defender,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Side::Attacker => "attacker",
            Side::Defender => "defender",
        }
    }

    /// R6 May it set up there: the defender in his rows 1 to 3, the attacker in his rows 1 and 2?
    pub(super) fn sets_up_in(self, square: Square) -> bool {
        match self {
            Side::Attacker => square.row >= TABLE.rows() - 2,
            Side::Defender => square.row < 3,
        }
    }
}

fn check_units(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    let count = army.units.len();
    if (1..=MOST_UNITS).contains(&count) {
        return Ok(());
    }
    refuse(side, "army", &format!("'{}' has {count} units, but an army has 1 to {MOST_UNITS}", army.name))
}

/// R6 Everybody begins in his own rows.
fn check_rows(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    let allowed = match side {
        Side::Attacker => "the attacker begins in rows 1 and 2 of the map (R6)",
        Side::Defender => "the defender begins in rows 4, 5 and 6 of the map, his own rows 1 to 3 (R6)",
    };
    if !side.sets_up_in(army.commander) {
        return refuse(side, "commander", &format!("stands in {}, but {allowed}", name_of(army.commander)));
    }
    for unit in &army.units {
        if let Start::Square(square) = unit.at
            && !side.sets_up_in(square)
        {
            return refuse(side, &name_of(square).to_lowercase(), &format!("has '{}', but {allowed}", unit.name));
        }
    }
    Ok(())
}

/// R4 No square holds more than it has room for.
fn check_room(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    for square in TABLE.squares() {
        let units: Vec<_> = army.at(square).map(|unit| Unit::of(unit.kind).quality(unit.quality)).collect();
        check_square(&format!("{}.{}", side.name(), name_of(square).to_lowercase()), &units)?;
    }
    Ok(())
}

/// R6 In a trench scenario a third of the defender's units, rounded down, begin in reserve; nobody else does.
fn check_reserve(side: Side, army: &ArmyList, trench: bool) -> Result<(), Refusal> {
    let (given, all) = (army.reserve(), army.units.len());
    match side {
        Side::Defender if trench && given != all / 3 => {
            let allowed = "in a trench scenario it must be a third of the defender's units, rounded down";
            refuse(side, "reserve", &format!("has {given} of {all} units, but {allowed}: {} (R6)", all / 3))
        }
        Side::Defender if trench => Ok(()),
        _ if given > 0 => {
            let allowed = "only the defender of a trench scenario has units in reserve (R6)";
            refuse(side, "reserve", &format!("has {given} of {all} units, but {allowed}"))
        }
        _ => Ok(()),
    }
}

/// 22 A rolling barrage is the attacker's only.
fn check_assets(side: Side, army: &ArmyList) -> Result<(), Refusal> {
    if side == Side::Defender && army.assets.iter().any(|asset| asset.kind == AssetKind::Rolling) {
        return refuse(side, "army", "has a rolling barrage, but only the attacker may have one (22)");
    }
    if let Some(asset) = army.assets.iter().find(|asset| !(2..=6).contains(&asset.on)) {
        let what =
            format!("has the asset {} on {}, but an asset comes on a number from 2 to 6 (R15)", asset.kind, asset.on);
        return refuse(side, "army", &what);
    }
    Ok(())
}

fn refuse(side: Side, field: &str, what: &str) -> Result<(), Refusal> {
    let name = format!("{}.{field}", side.name());
    Err(Refusal::field(&name, format!("{name} {what}")))
}
