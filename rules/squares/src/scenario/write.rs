//! Writing a scenario as a file that [`Scenario::read`] reads back.

use super::army::{ArmyList, AssetKind, places};
use super::legal::Side;
use super::square::in_files;
use super::{Scenario, map, roads};
use std::fmt::Write;

impl Scenario {
    /// The text of a file for this scenario, with both armies written out in it.
    pub fn write(&self) -> String {
        let mut file = String::new();
        let mut line = |text: String| {
            file.push_str(&text);
            file.push('\n');
        };
        line(format!("id = {}", quoted(&self.id)));
        line(format!("title = {}", quoted(&self.title)));
        line(format!("notes = {}", quoted(&self.notes)));
        line(format!("minutes = {}", self.minutes));
        for (field, flag) in [("learning", self.learning), ("trench", self.trench), ("fixed-setup", self.fixed_setup)] {
            if flag {
                line(format!("{field} = true"));
            }
        }
        line(format!("par = {}", self.par));
        line(format!("countdown = {}", self.countdown));
        line(format!("\n# {}.", map::LEGEND));
        line(format!("map = '''\n{}'''", map::draw(&self.ground, &self.defences)));
        line(format!("roads = {}", list(roads::paths(&self.roads).iter().map(String::as_str))));
        let (objectives, others) = self.places.split_at(self.objectives.len());
        for (table, named) in [("objectives", objectives), ("places", others)] {
            if !named.is_empty() {
                line(format!("\n[{table}]"));
            }
            for place in named {
                line(format!("{} = {}", in_files(place.at), quoted(&place.name)));
            }
        }
        for side in [Side::Attacker, Side::Defender] {
            line(written(side, side.army(self)));
        }
        file
    }
}

fn written(side: Side, army: &ArmyList) -> String {
    let mut text = format!("\n[{}]\ncommander = {}\n", side.name(), quoted(&in_files(army.commander)));
    for (place, units) in places(army) {
        writeln!(text, "{place} = {}", list(units.into_iter())).expect("a text can be written to");
    }
    let head = format!(
        "\n[{}.army]\nname = {}\narmy = {}\ncommand = {}\nguns = {}\n",
        side.name(),
        quoted(&army.name),
        quoted(army.army),
        quoted(army.command.name()),
        quoted(army.guns.name())
    );
    text.push_str(&head);
    let units = army.units.iter().map(|unit| format!("{} | {} | {}", unit.name, unit.kind, unit.quality));
    let units = units.collect::<Vec<_>>().join("\n") + "\n";
    write!(text, "units = {}\nassets = {{ ", quoted(&units)).expect("a text can be written to");
    let mut kinds: Vec<AssetKind> = Vec::new();
    for asset in &army.assets {
        if !kinds.contains(&asset.kind) {
            kinds.push(asset.kind);
        }
    }
    let assets = kinds.iter().map(|kind| {
        let numbers = army.assets.iter().filter(|asset| asset.kind == *kind).map(|asset| asset.on.to_string());
        format!("{kind} = [{}]", numbers.collect::<Vec<_>>().join(", "))
    });
    text.push_str(&assets.collect::<Vec<_>>().join(", "));
    text.push_str(" }");
    text
}

fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", texts.map(quoted).collect::<Vec<_>>().join(", "))
}

/// A text as TOML has it: over several lines where it has some.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let lines = text.contains('\n');
    quoted.push_str(if lines { "\"\"\"\n" } else { "\"" });
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push('\n'),
            c if c.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(c)).expect("a text can be written to");
            }
            c => quoted.push(c),
        }
    }
    quoted.push_str(if lines { "\"\"\"" } else { "\"" });
    quoted
}
