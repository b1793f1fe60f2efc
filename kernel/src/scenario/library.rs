//! The scenarios of a book: its files, and battles that are made of options.

use super::{Heading, Overview, SideCard, Troubles};
use crate::game::{Bearing, ScenarioCard, Scenarios};
use crate::procedure::{Refusal, Situation, suggestion};
use crate::seat::Seat;
use serde::Serialize;
use std::sync::OnceLock;

/// A scenario as a book reads it from a file, with what is told of it. How it is listed and found is the same for all books.
pub trait ScenarioFile: Send + Sync + Sized + 'static {
    /// What may be set before a game.
    type Options: Situation;

    /// The scenarios of the book.
    fn library() -> &'static Library<Self>;

    /// What it is called and what it is about.
    fn head(&self) -> &Heading;

    /// What is told of each side.
    fn sides(&self) -> Vec<(Seat, &SideCard)>;

    /// What is in it, each line under a word: 'attacker', 'objectives'.
    fn lines(&self) -> Vec<(&'static str, String)>;

    /// The options that mean something in it.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// What the rules depend on ([`Bearing::bearing`]).
    fn bearing(&self) -> impl Serialize;

    /// Every scenario that can be chosen; a made one as it is by default.
    fn all() -> &'static [Self] {
        Self::library().all()
    }

    /// The whole text of the scenario of this id: a file of the book as it stands, or a battle that is made, written out.
    fn text(id: &str, options: &Self::Options) -> Result<String, Refusal> {
        Self::library().text(id, options)
    }
}

/// A scenario that is being fought, with what is made of it once.
pub trait OfScenario: Send + Sync + 'static {
    /// What it is made of.
    type Scenario: ScenarioFile;

    /// The battle of a scenario.
    fn of(scenario: Self::Scenario) -> Self;

    /// The scenario.
    fn scenario(&self) -> &Self::Scenario;
}

impl<B: OfScenario> Bearing for B {
    fn bearing(&self) -> impl Serialize {
        self.scenario().bearing()
    }
}

impl<B: OfScenario> Scenarios for B {
    type Options = <B::Scenario as ScenarioFile>::Options;

    fn cards() -> Vec<ScenarioCard> {
        B::Scenario::all().iter().map(card).collect()
    }

    fn text(id: &str, options: &Self::Options) -> Result<String, Refusal> {
        B::Scenario::text(id, options)
    }

    fn read(text: &str) -> Result<B, Troubles> {
        (B::Scenario::library().read)(text).map(B::of)
    }

    fn overview(&self) -> Overview {
        let lines = self.scenario().lines().into_iter().map(|(word, line)| (word.to_owned(), line));
        Overview { title: self.scenario().head().title.clone(), lines: lines.collect() }
    }

    fn card(&self) -> ScenarioCard {
        card(self.scenario())
    }
}

fn card(scenario: &impl ScenarioFile) -> ScenarioCard {
    scenario.head().card(scenario.sides(), scenario.options())
}

/// The scenarios of a book. They are read when they are first asked for.
pub struct Library<S: ScenarioFile> {
    files: &'static [&'static str],
    read: fn(&str) -> Result<S, Troubles>,
    made: Option<fn(&S::Options) -> String>,
    all: OnceLock<Vec<S>>,
}

impl<S: ScenarioFile> Library<S> {
    /// These files, the learning game first.
    pub const fn of(files: &'static [&'static str], read: fn(&str) -> Result<S, Troubles>) -> Library<S> {
        Library { files, read, made: None, all: OnceLock::new() }
    }

    /// The same and, behind them, a scenario whose text is made of options.
    pub const fn and_made(
        files: &'static [&'static str],
        read: fn(&str) -> Result<S, Troubles>,
        made: fn(&S::Options) -> String,
    ) -> Library<S> {
        Library { files, read, made: Some(made), all: OnceLock::new() }
    }

    fn all(&self) -> &[S] {
        self.all.get_or_init(|| {
            let made = self.made.map(|made| made(&S::Options::default()));
            let texts = self.files.iter().copied().chain(made.as_deref());
            texts.map(|text| (self.read)(text).unwrap_or_else(|troubles| panic!("{troubles}"))).collect()
        })
    }

    fn text(&self, id: &str, options: &S::Options) -> Result<String, Refusal> {
        let ids = || self.all().iter().map(|scenario| scenario.head().id.as_str());
        let Some(number) = ids().position(|known| known == id) else {
            let names: Vec<_> = ids().collect();
            let hint = suggestion(id, ids());
            let sentence = format!("there is no scenario '{id}'{hint}; the scenarios are {}", names.join(", "));
            return Err(Refusal::field("scenario", sentence));
        };
        let made = || self.made.map(|made| made(options)).unwrap_or_default();
        Ok(self.files.get(number).map_or_else(made, |file| (*file).to_owned()))
    }
}
