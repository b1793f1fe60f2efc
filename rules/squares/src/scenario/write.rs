//! Writing a scenario as a file that [`Scenario::read`] reads back.

use super::army::{ArmyList, Asset, AssetKind, Start};
use super::square::TABLE;
use super::{FORMAT, Scenario, map};
use crate::game::Side;
use field::road::paths;
use kernel::scenario::{list, quoted};

impl Scenario {
    /// The text of a file for this scenario.
    pub fn write(&self) -> String {
        self.write_with(|side| written(side, self.army(side)))
    }

    /// The same with the part of each side as it is given.
    pub(super) fn write_with(&self, part: impl Fn(Side) -> String) -> String {
        let mut file = self.head.write(&self.terms(), &FORMAT);
        if self.trench {
            file += "trench = true\n";
        }
        file += &format!("\n{}", map::write(&self.ground, &self.defences));
        file += &format!("roads = {}\n", list(paths(TABLE, &self.roads)));
        let (objectives, others) = self.places.split_at(self.objectives.len());
        for (table, named) in [("objectives", objectives), ("places", others)] {
            if !named.is_empty() {
                file += &format!("\n[{table}]\n");
            }
            for place in named {
                file += &format!("{} = {}\n", TABLE.name(place.at), quoted(&place.name));
            }
        }
        for side in Side::BOTH {
            file += &part(side);
        }
        file + &self.head.write_hints()
    }
}

/// The assets of an army. Their order is that of the army list; those of one kind stand together.
pub(super) fn written_assets(assets: &[Asset]) -> String {
    let mut kinds: Vec<AssetKind> = assets.iter().map(|asset| asset.kind).collect();
    kinds.dedup();
    let of_kind = kinds.iter().map(|kind| {
        let numbers = assets.iter().filter(|asset| asset.kind == *kind).map(|asset| asset.on.to_string());
        format!("{kind} = [{}]", numbers.collect::<Vec<_>>().join(", "))
    });
    format!("assets = {{ {} }}\n", of_kind.collect::<Vec<_>>().join(", "))
}

/// The part of a side in a file.
pub(super) fn written(side: Side, army: &ArmyList) -> String {
    let mut text = format!("\n[{side}]\n{}", army.card.write());
    text += &format!("command = \"{}\"\nguns = \"{}\"\n", army.command, army.guns);
    text += &format!("commander = \"{}\"\n{}", TABLE.name(army.commander), written_assets(&army.assets));
    let name = army.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
    let units = army.units.iter().map(|unit| {
        let place = match unit.at {
            Start::Square(square) => TABLE.name(square),
            Start::Reserve => "reserve".to_owned(),
        };
        format!("{:name$} | {:15} | {:12} | {place}\n", unit.name, unit.kind.name(), unit.quality.name())
    });
    text + &format!("units = {}\n", quoted(&units.collect::<String>()))
}
