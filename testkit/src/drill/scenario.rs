//! Scenarios and set-up.

use super::state::{Party, Phase, Side, State, Unit};
use field::measured::Point;
use field::reach::{Going, Ground, Terrain};
use kernel::dice::{Dice, Why};
use kernel::game::ScenarioCard;
use kernel::procedure::{Refusal, Situation, suggestion};
use serde::{Deserialize, Serialize};

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

/// The scenarios.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Which {
    Skirmish,
    Parade,
}

impl Which {
    const ALL: [Which; 2] = [Which::Skirmish, Which::Parade];

    fn id(self) -> &'static str {
        match self {
            Which::Skirmish => "skirmish",
            Which::Parade => "parade",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Which::Skirmish => "A skirmish at the wall",
            Which::Parade => "The great parade",
        }
    }

    fn notes(self) -> &'static str {
        match self {
            Which::Skirmish => "Four units and two scouts a side, with a wood and a wall between them.",
            Which::Parade => "Seventy-five units a side: more than anybody wants to move, and enough to draw.",
        }
    }

    /// How far from its edge the first rank of a side stands.
    fn foremost(self) -> i64 {
        match self {
            Which::Skirmish => 700,
            Which::Parade => 500,
        }
    }

    /// Ranks and files of a side.
    fn drawn_up(self) -> (u8, u8) {
        match self {
            Which::Skirmish => (1, 4),
            Which::Parade => (5, 15),
        }
    }
}

pub(super) fn cards() -> Vec<ScenarioCard> {
    let card = |which: Which| ScenarioCard {
        id: which.id().to_owned(),
        title: which.title().to_owned(),
        notes: which.notes().to_owned(),
        minutes: if which == Which::Skirmish { 10 } else { 60 },
        sides: Side::ALL.map(|side| (side.seat(), side.name().to_owned())).to_vec(),
        options: Options::fields().iter().map(|field| field.name.to_owned()).collect(),
        learning: which == Which::Skirmish,
    };
    Which::ALL.map(card).to_vec()
}

pub(super) fn setup(scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<State, Refusal> {
    let which = Which::ALL.into_iter().find(|which| which.id() == scenario).ok_or_else(|| {
        let hint = suggestion(scenario, Which::ALL.map(Which::id));
        Refusal::field("scenario", format!("there is no scenario '{scenario}'{hint}; there are skirmish and parade"))
    })?;
    // D1: the wood lies an inch further down for each pip.
    let wood = 100 + 100 * i64::from(dice.d6(Why::either("place of the wood", Side::Red.seat())).value());
    let (ranks, files) = which.drawn_up();
    let mut units = Vec::new();
    for side in Side::ALL {
        for number in 0..ranks * files {
            let (rank, file) = (i64::from(number / files), i64::from(number % files));
            let deep = which.foremost() - 100 * rank;
            let x = if side == Side::Red { deep } else { WIDTH - deep };
            let y = (file + 1) * DEPTH / (i64::from(files) + 1);
            units.push(fresh(side, false, number + 1, Point { x, y }));
        }
    }
    let hides = options.scouts > 0;
    let party = || Party { scouts: None, hidden: options.scouts, plot: None, stance: None, reports: Vec::new() };
    Ok(State {
        scenario: which,
        wood,
        turns: options.turns,
        turn: 1,
        step: 0,
        phase: if hides { Phase::Hiding } else { Phase::Plotting },
        parties: [party(), party()],
        units,
        frames: Vec::new(),
    })
}

/// A unit that has just come onto the table, facing the enemy's edge.
pub(super) fn fresh(side: Side, scout: bool, number: u8, at: Point) -> Unit {
    let strength = if scout { 2 } else { 4 };
    let facing = if side == Side::Red { 90 } else { 270 };
    Unit { side, scout, number, at, facing, strength, full: strength, spent: false }
}

pub(super) const WIDTH: i64 = 2400;
pub(super) const DEPTH: i64 = 1600;

/// D1 The table: the wood first, then the wall.
pub(super) fn ground(wood: i64) -> Ground {
    let corner = |x: i64, y: i64| Point { x, y };
    let wood = Terrain::rectangle(corner(900, wood), corner(1300, wood + 500), Going::Times(2));
    let wall = Terrain::rectangle(corner(1480, 500), corner(1520, 1200), Going::Barred);
    Ground::new(WIDTH, DEPTH, vec![wood, wall])
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
