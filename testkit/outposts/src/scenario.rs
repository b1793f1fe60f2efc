//! Scenarios: one reader for what is built in and what players write.

use crate::game::Options;
use crate::{FIRST, SECOND};
use kernel::scenario::{self, Format, Heading, Library, OfScenario, ScenarioFile, SideCard, Troubles};
use kernel::seat::Seat;
use serde::Serialize;

const FILES: &[&str] = &[include_str!("../scenarios/three-hills.toml")];
const FORMAT: Format = Format {
    book: "outposts",
    seats: &[FIRST, SECOND],
    questions: &["take an outpost or rest"],
    par: 0..=0,
    length: "turns",
    lengths: 1..=20,
    usual_length: 6,
};

/// A scenario.
pub struct Scenario {
    head: Heading,
    sides: [SideCard; 2],
    /// 2.1 How many turns it has.
    pub turns: u8,
}

impl ScenarioFile for Scenario {
    type Options = Options;

    fn library() -> &'static Library<Scenario> {
        static LIBRARY: Library<Scenario> = Library::of(FILES, Scenario::read);
        &LIBRARY
    }

    fn head(&self) -> &Heading {
        &self.head
    }

    fn sides(&self) -> Vec<(Seat, &SideCard)> {
        [FIRST, SECOND].into_iter().zip(&self.sides).collect()
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        vec![("turns", self.turns.to_string())]
    }

    fn bearing(&self) -> impl Serialize {
        self.turns
    }
}

/// Nothing is made of a scenario before it is played.
impl OfScenario for Scenario {
    type Scenario = Scenario;

    fn of(scenario: Scenario) -> Scenario {
        scenario
    }

    fn scenario(&self) -> &Scenario {
        self
    }
}

impl Scenario {
    /// Reads one.
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, |page| {
            let head = Heading::read(page, &FORMAT);
            let sides = [FIRST, SECOND].map(|seat| page.get(seat.0).table(|page| SideCard::read(page, None)));
            let [first, second] = sides;
            let (head, terms) = head?;
            Ok(Scenario { head, sides: [first?, second?], turns: terms.length })
        })
    }

    /// The army that a patrol is drawn as.
    pub fn army(&self, seat: usize) -> &'static str {
        self.sides[seat].army
    }
}
