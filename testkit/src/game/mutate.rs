//! Orders that went wrong on the way.

use kernel::dice::Seeded;
use kernel::game::Game;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Changes orders by their JSON, and keeps orders of other positions to try.
pub struct Mutator<G: Game> {
    words: BTreeSet<String>,
    orders: Vec<G::Order>,
}

impl<G: Game> Default for Mutator<G> {
    fn default() -> Mutator<G> {
        Mutator { words: BTreeSet::new(), orders: Vec::new() }
    }
}

/// How many orders are kept.
const KEPT: usize = 64;

impl<G: Game> Mutator<G> {
    /// Learns the words of an order, and keeps it.
    pub fn learn(&mut self, order: &G::Order, random: &mut Seeded) {
        words(&json(order), &mut self.words);
        if self.orders.len() < KEPT {
            self.orders.push(order.clone());
        } else {
            self.orders[random.below(KEPT as u32) as usize] = order.clone();
        }
    }

    /// An order that may be anything: one of another position, or one with something changed.
    pub fn any(&self, like: &G::Order, random: &mut Seeded) -> Option<G::Order> {
        let stranger = (!self.orders.is_empty()).then(|| &self.orders[random.below(self.orders.len() as u32) as usize]);
        let (base, changes) = match (random.below(4), stranger) {
            (0, Some(stranger)) => return Some(stranger.clone()),
            (1, Some(stranger)) => (stranger, 1),
            (2, _) => (like, 2),
            _ => (like, 1),
        };
        let mut value = json(base);
        for _ in 0..changes {
            let count = nodes(&value);
            self.change(&mut value, &mut random.below(count), random);
        }
        // What cannot even be read is refused before any rule is asked.
        serde_json::from_value(value).ok()
    }

    /// Changes the node that is so many further on.
    fn change(&self, value: &mut Value, ahead: &mut u32, random: &mut Seeded) -> bool {
        if *ahead == 0 {
            *value = self.changed(value, random);
            return true;
        }
        *ahead -= 1;
        match value {
            Value::Array(items) => items.iter_mut().any(|item| self.change(item, ahead, random)),
            Value::Object(fields) => fields.values_mut().any(|field| self.change(field, ahead, random)),
            _ => false,
        }
    }

    fn changed(&self, value: &Value, random: &mut Seeded) -> Value {
        match value {
            Value::Null => Value::from(random.below(10)),
            Value::Bool(yes) => Value::Bool(!yes),
            Value::Number(number) => changed_number(number.as_i64().unwrap_or(0), random),
            Value::String(_) => self.word(random),
            Value::Array(items) => changed_list(items, random),
            Value::Object(fields) => {
                // The name of a variant is the only key of its object.
                let swapped = |(name, field): (&String, &Value)| {
                    let name = match self.word(random) {
                        Value::String(word) if fields.len() == 1 => word,
                        _ => name.clone(),
                    };
                    (name, field.clone())
                };
                Value::Object(fields.iter().map(swapped).collect::<Map<_, _>>())
            }
        }
    }

    fn word(&self, random: &mut Seeded) -> Value {
        let word = self.words.iter().nth(random.below(self.words.len().max(1) as u32) as usize);
        Value::from(word.map_or("", String::as_str))
    }
}

fn changed_number(number: i64, random: &mut Seeded) -> Value {
    let far = [0, -1, 255, 256, 65_535, 1 << 31, i64::MAX, i64::MIN];
    Value::from(match random.below(6) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => far[random.below(far.len() as u32) as usize],
        3 => number.wrapping_neg(),
        4 => i64::from(random.below(12)),
        _ => i64::from(random.below(3000)),
    })
}

fn changed_list(items: &[Value], random: &mut Seeded) -> Value {
    let mut items = items.to_vec();
    if items.is_empty() {
        return Value::Array(vec![Value::from(0)]);
    }
    let at = random.below(items.len() as u32) as usize;
    match random.below(5) {
        0 => drop(items.remove(at)),
        1 => items.push(items[at].clone()),
        2 => items.swap(0, at),
        3 => items.clear(),
        _ => items = std::iter::repeat_n(items[at].clone(), 40).collect(),
    }
    Value::Array(items)
}

pub(super) fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("plain data can be written as JSON")
}

fn nodes(value: &Value) -> u32 {
    1 + match value {
        Value::Array(items) => items.iter().map(nodes).sum(),
        Value::Object(fields) => fields.values().map(nodes).sum::<u32>(),
        _ => 0,
    }
}

fn words(value: &Value, known: &mut BTreeSet<String>) {
    match value {
        Value::String(word) => drop(known.insert(word.clone())),
        Value::Array(items) => items.iter().for_each(|item| words(item, known)),
        Value::Object(fields) => {
            for (name, field) in fields {
                known.insert(name.clone());
                words(field, known);
            }
        }
        _ => {}
    }
}
