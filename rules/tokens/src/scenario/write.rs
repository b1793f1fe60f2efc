//! Writing a scenario as a file that [`Scenario::read`] reads back.

use super::{Army, FORMAT, Scenario};
use crate::game::Side;
use field::Point;
use kernel::scenario::{Hundredths, Terms, list, quoted};
use std::fmt::Write;
use tabletop::written;

impl Scenario {
    /// The text of a file for this scenario.
    pub fn write(&self) -> String {
        let terms = Terms { fixed_setup: true, par: self.par, length: self.turns };
        let mut file = self.head.write(&terms, &FORMAT) + &self.table.write_size();
        if let Some(side) = self.initiative {
            file += &format!("initiative = \"{side}\"\n");
        }
        file += &format!("lead = {}\n", self.lead);
        for goal in &self.objectives {
            let (at, name) = (written(goal.at), quoted(&goal.name));
            file += &format!("\n[[objectives]]\nat = {at}\nname = {name}\nvalue = {}\n", goal.value);
        }
        file += &self.table.write_ground();
        for side in Side::BOTH {
            file += &self.write_side(side, self.army(side));
        }
        file + &self.head.write_hints()
    }

    fn write_side(&self, side: Side, army: &Army) -> String {
        let mut text = format!("\n[{side}]\n{}edge = \"{}\"\n", army.card.write(), army.edge);
        if let Some(exit) = army.exit {
            text += &format!("exit = \"{exit}\"\nsaved = {}\n", army.saved);
        }
        if army.tokens != 0 {
            text += &format!("tokens = {}\n", army.tokens);
        }
        let held = self.objectives.iter().filter(|goal| goal.holder == Some(side)).map(|goal| &goal.name);
        text += &format!("holds = {}\n", list(held));
        let place = |at: Point| format!("{} {}", Hundredths(at.x), Hundredths(at.y));
        let rows = army.commanders.iter().map(|leader| format!("{} | {}\n", leader.name, place(leader.at)));
        text += &format!("commanders = {}\n", quoted(&rows.collect::<String>()));
        let mut rows = String::new();
        for unit in &army.units {
            let mut words = vec![format!("bases {}", unit.bases)];
            if unit.kind.is_artillery() {
                words.push(format!("firings {}", unit.firings));
            }
            if unit.column {
                words.push(if unit.kind.is_artillery() { "limbered" } else { "column" }.to_owned());
            }
            let (at, facing, words) = (place(unit.at), unit.facing.degrees(), words.join(", "));
            writeln!(rows, "{} | {} | {} | {at} | {facing} | {words}", unit.name, unit.kind, unit.quality)
                .expect("a text can be written to");
        }
        text + &format!("units = {}\n", quoted(&rows))
    }
}
