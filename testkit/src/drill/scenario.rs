//! Scenarios and set-up.

use super::land::{DEPTH, WIDTH};
use super::state::{Kind, Party, Phase, Side, State, Unit};
use field::Point;
use kernel::dice::{Dice, Why};
use kernel::game::{Bearing, ScenarioCard, Scenarios, Setting};
use kernel::procedure::{Refusal, Situation, suggestion};
use kernel::scenario::{self, Overview, Troubles};
use serde::Serialize;

/// What may be set before a game.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Options {
    /// How many turns the game lasts.
    #[field(rule = "D9", min = 1, max = 9, default = 4)]
    pub turns: u8,
    /// How many scouts each side hides.
    #[field(rule = "D2", min = 0, max = 4, default = 2)]
    pub scouts: u8,
}

/// What is drilled: the same ground for all, with more units or fewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// Its title.
    pub title: String,
    /// What it is about.
    pub notes: String,
    /// How long it takes, in minutes.
    pub minutes: u16,
    /// How far from its edge the first rank of a side stands, in inches.
    pub foremost: u8,
    /// Ranks of a side.
    pub ranks: u8,
    /// Files of a side.
    pub files: u8,
}

impl Bearing for Exercise {
    fn bearing(&self) -> impl Serialize {
        [self.foremost, self.ranks, self.files]
    }
}

const FILES: [(&str, &str); 2] =
    [("skirmish", include_str!("scenarios/skirmish.toml")), ("parade", include_str!("scenarios/parade.toml"))];

impl Scenarios for Exercise {
    type Options = Options;

    fn cards() -> Vec<ScenarioCard> {
        let printed = |(id, text): (&str, &str)| {
            let exercise = Exercise::read(text).unwrap_or_else(|troubles| panic!("{troubles}"));
            ScenarioCard { id: id.to_owned(), learning: id == "skirmish", ..exercise.card() }
        };
        FILES.map(printed).to_vec()
    }

    fn text(scenario: &str, _: &Options) -> Result<String, Refusal> {
        let found = FILES.into_iter().find(|(id, _)| *id == scenario);
        found.map(|(_, text)| text.to_owned()).ok_or_else(|| {
            let hint = suggestion(scenario, FILES.map(|(id, _)| id));
            let sentence = format!("there is no scenario '{scenario}'{hint}; there are skirmish and parade");
            Refusal::field("scenario", sentence)
        })
    }

    fn read(text: &str) -> Result<Exercise, Troubles> {
        scenario::read(text, |page| {
            let book = page.get("book").choice(&["drill"]);
            let (title, notes) = (page.get("title").name(), page.get("notes").note());
            let minutes = page.get("minutes").number(1..=600);
            // The first rank stands 1 to 12 inches from its edge, with an inch for each rank.
            let foremost = page.get("foremost").number(1..=12);
            let ranks = page.get("ranks").number(1..=foremost.unwrap_or(12));
            let files = page.get("files").number(1..=30);
            book?;
            let (title, notes, minutes) = (title?, notes?, minutes?);
            Ok(Exercise { title, notes, minutes, foremost: foremost?, ranks: ranks?, files: files? })
        })
    }

    fn overview(&self) -> Overview {
        let lines = format!("{} ranks and {} files a side", self.ranks, self.files);
        Overview { title: self.title.clone(), lines: vec![("units".to_owned(), lines)] }
    }

    fn card(&self) -> ScenarioCard {
        ScenarioCard {
            id: "own".to_owned(),
            title: self.title.clone(),
            notes: self.notes.clone(),
            minutes: self.minutes,
            sides: Side::BOTH.map(|side| (side.seat(), side.name().to_owned())).to_vec(),
            briefings: Vec::new(),
            options: Options::fields().iter().map(|field| field.name.to_owned()).collect(),
            learning: false,
        }
    }
}

pub(super) fn setup(exercise: &Setting<Exercise>, options: &Options, dice: &mut dyn Dice) -> State {
    // D1: the wood lies an inch further down for each pip.
    let wood = 100 + 100 * i64::from(dice.d6(Why::either("place of the wood", Side::Red.seat())).value());
    let Exercise { foremost, ranks, files, .. } = **exercise;
    let mut units = Vec::new();
    for side in Side::BOTH {
        for number in 0..ranks * files {
            let (rank, file) = (i64::from(number / files), i64::from(number % files));
            let deep = 100 * (i64::from(foremost) - rank);
            let x = if side == Side::Red { deep } else { WIDTH - deep };
            let y = (file + 1) * DEPTH / (i64::from(files) + 1);
            // The first unit of a side is a mortar, the last one horse.
            let kind = match number + 1 {
                1 => Kind::Mortar,
                last if last == ranks * files => Kind::Horse,
                _ => Kind::Foot,
            };
            units.push(fresh(side, kind, number + 1, Point { x, y }));
        }
    }
    let hides = options.scouts > 0;
    let party = || Party { scouts: None, hidden: options.scouts, plot: None, stance: None, reports: Vec::new() };
    State {
        scenario: exercise.clone(),
        wood,
        turns: options.turns,
        turn: 1,
        step: 0,
        phase: if hides { Phase::Hiding } else { Phase::Plotting },
        parties: [party(), party()],
        units,
        smoke: Vec::new(),
        frames: Vec::new(),
    }
}

/// A unit that has just come onto the table, facing the enemy's edge.
pub(super) fn fresh(side: Side, kind: Kind, number: u8, at: Point) -> Unit {
    let strength = if kind == Kind::Scout { 2 } else { 4 };
    let facing = if side == Side::Red { 90 } else { 270 };
    Unit { side, kind, number, at, facing, strength, full: strength, spent: false }
}

/// D2 May a scout of this side hide here?
pub(super) fn in_zone(side: Side, at: Point) -> bool {
    let zone = if side == Side::Red { 0..=ZONE } else { WIDTH - ZONE..=WIDTH };
    zone.contains(&at.x) && (0..=DEPTH).contains(&at.y)
}

/// D2 How far from its edge a side hides its scouts.
pub(super) const ZONE: i64 = 1000;

/// D2 The places where a scout of this side may hide, on the half-inch lattice.
pub(super) fn hiding_places(side: Side) -> impl Iterator<Item = Point> {
    let lattice =
        (0..=DEPTH / 50).flat_map(|row| (0..=WIDTH / 50).map(move |column| Point { x: column * 50, y: row * 50 }));
    lattice.filter(move |at| in_zone(side, *at))
}
