//! Scenarios: one reader for what is built in and what players write.

use crate::{FIRST, SECOND};
use kernel::game::{Bearing, ScenarioCard};
use kernel::procedure::Refusal;
use kernel::scenario::{self, Format, Heading, Overview, SideCard, Troubles};
use serde::Serialize;

const FILE: &str = include_str!("../scenarios/three-hills.toml");
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

impl Bearing for Scenario {
    fn bearing(&self) -> impl Serialize {
        self.turns
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

    /// The text of one that is built in.
    pub fn text(id: &str) -> Result<String, Refusal> {
        scenario::text_of(id, ["three-hills"].into_iter(), &[FILE])
    }

    /// All that are built in.
    pub fn all() -> Vec<ScenarioCard> {
        vec![Scenario::read(FILE).expect("what is built in can be read").card()]
    }

    /// What is told of it before a game.
    pub fn card(&self) -> ScenarioCard {
        self.head.card([FIRST, SECOND].into_iter().zip(&self.sides), &[])
    }

    /// What is in it.
    pub fn overview(&self) -> Overview {
        Overview { title: self.head.title.clone(), lines: vec![("turns".to_owned(), self.turns.to_string())] }
    }

    /// The army that a patrol is drawn as.
    pub fn army(&self, seat: usize) -> &'static str {
        self.sides[seat].army
    }
}
