//! Reading a scenario file.

use super::army::read_side;
use super::page::{self, Page};
use super::roads::{Roads, lay};
use super::square::SQUARES;
use super::{Named, Scenario, map};
use kernel::prelude::*;
use smallvec::SmallVec;
use toml::Value;

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told in a sentence that names the field and says what is
    /// allowed.
    ///
    /// ```
    /// let refused = squares::scenario::Scenario::read("id = 'mine'").unwrap_err();
    /// assert_eq!(refused.sentence, "in the scenario 'mine': title is missing; it must be a text");
    /// ```
    pub fn read(text: &str) -> Result<Scenario, Refusal> {
        let unnamed = |refusal: Refusal| within("in the scenario", refusal);
        let mut file = Page::of(text).map_err(unnamed)?;
        let id = file.text("id").map_err(unnamed)?;
        read_file(id.clone(), file).map_err(|refusal| within(&format!("in the scenario '{id}'"), refusal))
    }
}

fn within(file: &str, refusal: Refusal) -> Refusal {
    Refusal { sentence: format!("{file}: {}", refusal.sentence), ..refusal }
}

fn read_file(id: String, mut file: Page) -> Result<Scenario, Refusal> {
    if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(file.refuse("id", "must be small letters, digits and hyphens, such as 'le-cateau'"));
    }
    let title = file.text("title")?;
    let notes = file.text("notes")?;
    let minutes = file.number("minutes", 1, 600)? as u16;
    let learning = file.flag("learning")?;
    let trench = file.flag("trench")?;
    let fixed_setup = file.flag("fixed-setup")?;
    let par = file.number("par", -100, 100)? as i32;
    let countdown = file.number_or("countdown", 1, 99, COUNTDOWN)? as u8;
    let (ground, defences) = map::read(&file.text("map")?)?;
    let mut roads = [Roads::default(); SQUARES];
    for path in file.texts("roads")? {
        lay(&mut roads, &path)?;
    }
    let mut places = read_places(file.page("objectives")?)?;
    let objectives: SmallVec<[_; 3]> = places.iter().map(|named| named.at).collect();
    if let Some(others) = file.page_if("places")? {
        places.extend(read_places(others)?);
    }
    let attacker = read_side(file.page("attacker")?)?;
    let defender = read_side(file.page("defender")?)?;
    file.finish()?;
    let scenario = Scenario {
        id,
        title,
        notes,
        minutes,
        learning,
        trench,
        fixed_setup,
        par,
        countdown,
        ground,
        defences,
        roads,
        objectives,
        places,
        attacker,
        defender,
    };
    scenario.check()?;
    Ok(scenario)
}

/// R18 Where the countdown starts when a scenario does not say.
pub(super) const COUNTDOWN: i64 = 21;

/// Squares and what they are called.
fn read_places(mut page: Page) -> Result<Vec<Named>, Refusal> {
    let mut places = Vec::new();
    for (square, value) in page.rest() {
        let at = page::square(&square).map_err(|_| page.refuse(&square, "is no square; squares go from a1 to h6"))?;
        match value {
            Value::String(name) if !name.trim().is_empty() => {
                places.push(Named { at, name: name.trim().to_owned() });
            }
            other => return Err(page.wrong(&square, &other, "what the square is called")),
        }
    }
    Ok(places)
}
