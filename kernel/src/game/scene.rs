//! Scenes: what is on the table, in table units, with roles in place of colours. Browser, terminal and picture draw it.
//!
//! A scene is a [`Ground`], which never changes in a game, and a [`Position`] on it, which changes with every order. They
//! are joined where a table is drawn; only the second goes over the wire again and again.

use super::{Ground, PieceId, PlaceId, Position, Site};
use crate::rule::Rule;
use crate::seat::Seat;
use serde::Serialize;

/// A point in table units: hundredths of an inch on a measured table, hundredths of a square on a board.
pub type Spot = (i64, i64);

/// What a table looks like to some eyes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Scene {
    /// What is being played.
    pub title: String,
    /// Width and height in table units.
    pub size: Spot,
    /// Does it lie on a board of squares? Then the size of one, in table units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub square: Option<i64>,
    /// The ground, from the bottom up.
    pub ground: Vec<Area>,
    /// Roads, streams, wire: what runs over the ground, and over that what lies there for a while.
    pub features: Vec<Feature>,
    /// Named places that can be picked and spoken of.
    pub places: Vec<Place>,
    /// The pieces.
    pub pieces: Vec<Counter>,
    /// What stands beside the table: turn, phase, countdown, points, each with its rule.
    pub panel: Vec<PanelLine>,
}

/// A line of the panel beside the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PanelLine {
    /// What it is: 'countdown'.
    pub label: String,
    /// What it stands at.
    pub value: String,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Rule>,
}

/// What something is, for the client to choose colours and patterns by: 'woods', 'trench', 'objective', 'gas'.
pub type Role = &'static str;

/// A shape in table units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A rectangle: left, top, width, height.
    Rect(i64, i64, i64, i64),
    /// A circle: middle and radius.
    Circle(Spot, i64),
    /// A closed outline.
    Polygon(Vec<Spot>),
    /// An open line.
    Line(Vec<Spot>),
}

/// A piece of ground.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Area {
    /// What it is.
    pub role: Role,
    /// Where.
    pub shape: Shape,
    /// What it is called.
    pub name: String,
}

/// Something that runs over the ground, or an overlay: a road, a trench line, a barrage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Feature {
    /// What it is.
    pub role: Role,
    /// Where.
    pub shape: Shape,
    /// Whose it is, where it is somebody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// What it is called.
    pub name: String,
}

/// A named place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Place {
    /// Its handle.
    pub id: PlaceId,
    /// What it is called: 'C4'.
    pub name: String,
    /// What is there, in words, for those who hear the table read out.
    pub about: String,
    /// Where.
    pub shape: Shape,
    /// Markers that lie there.
    pub marks: Vec<Mark>,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counter {
    /// Its handle.
    pub id: PieceId,
    /// What it is called: '2nd Royal Sussex'.
    pub name: String,
    /// What it is, in words: 'professional infantry, 3 of 4 bases'.
    pub about: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The army, for its colours: 'british', 'german', 'french'.
    pub army: Role,
    /// The number of the formation that it belongs to, where formations are told apart by a band of colour: its corps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub formation: Option<u8>,
    /// The symbol on it.
    pub symbol: Symbol,
    /// Its middle.
    pub at: Spot,
    /// The place it stands in, where places hold pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub place: Option<PlaceId>,
    /// Width and height of the counter, base or footprint.
    pub size: Spot,
    /// The base that it is, to be drawn as it stands on a measured table; a counter otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub base: Option<Base>,
    /// Its arc of fire, shown when it is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub arc: Option<FireArc>,
    /// Where it faces, in degrees clockwise from the top of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<u16>,
    /// What is left of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub strength: Option<Strength>,
    /// Markers on it.
    pub marks: Vec<Mark>,
    /// Has it done what it can do this turn?
    pub spent: bool,
}

/// The outline of a base.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// As wide as its size says along its front, as deep behind it, and turned to where it faces.
    Rectangle,
    /// As wide as its size says.
    Circle,
    /// Men of whom each stands by himself: where, in table units from the middle of the piece, seen with its front up. Its
    /// size is the block that they fill.
    Figures {
        /// Men in the ranks.
        men: Vec<Spot>,
        /// Those who lead them, drawn so that they stand out.
        leaders: Vec<Spot>,
    },
}

/// An arc of fire, from the middle of a piece around its facing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FireArc {
    /// Degrees to each side; 180 is all round.
    pub each_side: u16,
    /// How far it reaches, in table units.
    pub range: i64,
}

/// How much is left of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Strength {
    /// Now.
    pub now: u8,
    /// At first.
    pub full: u8,
}

/// A marker, and how many of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Mark {
    /// What it is.
    pub role: Role,
    /// How many.
    pub count: u8,
    /// What it is called.
    pub name: String,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Rule>,
}

/// The symbol on a counter, as military maps have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// Crossed lines.
    Infantry,
    /// One slanting line.
    Cavalry,
    /// A dot.
    Artillery,
    /// A dot with an arrow.
    Mortar,
    /// An upright with feet.
    MachineGun,
    /// An oval.
    Tank,
    /// An oval on wheels.
    ArmouredCar,
    /// A flag.
    Headquarters,
    /// A wing.
    Aircraft,
    /// A leader.
    Leader,
    /// A question mark: something hidden is there.
    Hidden,
}

impl Scene {
    /// A position on its ground.
    pub fn of(ground: Ground, position: Position) -> Scene {
        let Ground { title, size, square, areas, mut features, sites } = ground;
        let Position { places, overlays, pieces, panel } = position;
        features.extend(overlays);
        let place = |site: Site| {
            let found = places.binary_search_by_key(&site.id, |at| at.id);
            let at = found.ok().map(|found| &places[found]);
            let mut about = site.about;
            if let Some(at) = at.filter(|at| !at.about.is_empty()) {
                about += if about.is_empty() { "" } else { ", " };
                about += &at.about;
            }
            let marks = at.map_or_else(Vec::new, |at| at.marks.clone());
            Place { id: site.id, name: site.name, about, shape: site.shape, marks }
        };
        Scene {
            title,
            size,
            square,
            ground: areas,
            features,
            places: sites.into_iter().map(place).collect(),
            pieces,
            panel,
        }
    }

    /// The piece of this handle.
    pub fn piece(&self, id: PieceId) -> Option<&Counter> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// The place of this handle.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.iter().find(|place| place.id == id)
    }
}
