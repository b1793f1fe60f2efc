//! One number of a scenario, or one of its options, over a range.

use crate::balance::{Balance, Found};
use crate::job::Battle;
use kernel::procedure::Refusal;
use serde_json::{Map, Value};

/// What is varied, and over which values.
#[derive(Clone, PartialEq, Debug)]
pub struct Vary {
    /// The option, or the key of the scenario file.
    pub key: String,
    /// The values.
    pub values: Vec<i64>,
}

impl Vary {
    /// Reads `par=-10,-5,0`.
    pub fn read(text: &str) -> Result<Vary, Refusal> {
        let wrong =
            || Refusal::field("vary", format!("'{text}' is not KEY=A,B,C with whole numbers, as in par=-10,-5,0,5,10"));
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Option<Vec<i64>> = values.split(',').map(|value| value.trim().parse().ok()).collect();
        let values = values.filter(|values| (1..=100).contains(&values.len())).ok_or_else(wrong)?;
        Ok(Vary { key: key.trim().to_owned(), values })
    }

    /// The same battle with another value. An option of the scenario is set; anything else is a number of its file, whose
    /// text is then the battle's.
    fn set(&self, battle: &Battle, value: i64, options: &[&str], text: &str) -> Result<Battle, Refusal> {
        let mut battle = battle.clone();
        if options.contains(&self.key.as_str()) {
            battle.options.insert(self.key.clone(), value.into());
        } else {
            battle.text = Some(with_number(text, &self.key, value)?);
        }
        Ok(battle)
    }
}

/// A scenario's text with one number of its head changed. Lines and comments stay as they are.
fn with_number(text: &str, key: &str, value: i64) -> Result<String, Refusal> {
    let is_key = |line: &str| {
        let mut parts = line.splitn(2, '=');
        parts.next().map(str::trim) == Some(key) && parts.next().is_some_and(|rest| leading_number(rest).is_some())
    };
    let Some(at) = text.lines().position(is_key) else {
        let keys: Vec<&str> = text.lines().filter_map(|line| line.split_once('=')).filter_map(number_of).collect();
        let sentence = format!("the scenario has no number '{key}'; it has {}", keys.join(", "));
        return Err(Refusal::field("vary", sentence));
    };
    let changed = |(number, line): (usize, &str)| {
        if number == at { format!("{key} = {value}\n") } else { format!("{line}\n") }
    };
    Ok(text.lines().enumerate().map(changed).collect())
}

fn number_of<'a>((key, value): (&'a str, &str)) -> Option<&'a str> {
    let plain = key.trim().chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_');
    (plain && leading_number(value).is_some()).then_some(key.trim())
}

fn leading_number(text: &str) -> Option<i64> {
    text.split('#').next()?.trim().parse().ok()
}

/// A sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What each value is measured by.
    pub balance: Balance,
    /// What is varied.
    pub vary: Vary,
}

impl Sweep {
    /// Measures every value.
    pub fn find(&self, watch: &(dyn Fn() + Sync)) -> Result<Vec<(i64, Found)>, Refusal> {
        let Balance { book, battle, .. } = &self.balance;
        let shelf = shelf::Shelf::five();
        let game = shelf.game(book)?;
        let cards = game.scenarios();
        let card = cards.iter().find(|card| card.id == battle.scenario);
        let options: Vec<&str> = card.map(|card| card.options.iter().map(String::as_str).collect()).unwrap_or_default();
        let text = match &battle.text {
            Some(text) => text.clone(),
            None => game.scenario_text(&battle.scenario, &Map::<String, Value>::clone(&battle.options))?,
        };
        let found = |&value: &i64| {
            let battle = self.vary.set(battle, value, &options, &text)?;
            Ok((value, Balance { battle, ..self.balance.clone() }.find(watch)?))
        };
        self.vary.values.iter().map(found).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_varied_is_read_or_refused_with_a_sentence() {
        assert_eq!(Vary::read("par=-5, 0,5").unwrap(), Vary { key: "par".to_owned(), values: vec![-5, 0, 5] });
        for wrong in ["par", "par=", "par=a,b", "par=1.5"] {
            assert!(Vary::read(wrong).unwrap_err().sentence.contains("KEY=A,B,C"), "{wrong}");
        }
    }

    #[test]
    fn a_number_of_a_scenario_is_changed_and_nothing_else() {
        let text = "title = \"A fight\"\npar = 3 # measured\nmap = '''\na = b\n'''\n";
        assert_eq!(with_number(text, "par", -2).unwrap(), "title = \"A fight\"\npar = -2\nmap = '''\na = b\n'''\n");
        let refused = with_number(text, "title", 1).unwrap_err().sentence;
        assert_eq!(refused, "the scenario has no number 'title'; it has par");
    }
}
