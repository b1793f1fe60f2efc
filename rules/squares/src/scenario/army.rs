//! R20: an army, as its own file lists it and as a scenario places it.

use super::page::{self, Page};
use super::square::in_files;
use crate::barrage::BarrageKind;
use crate::command::Command;
use crate::unit::{Kind, Quality};
use field::grid::Square;
use kernel::prelude::*;
use kernel::procedure::suggestion;
use std::collections::BTreeMap;

/// An army in its places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmyList {
    /// What it is called: '5th Division'.
    pub name: String,
    /// Whose it is, for its colours; one of [`ARMIES`].
    pub army: &'static str,
    /// The quality of its higher command (R16).
    pub command: Command,
    /// The quality of its guns, for barrages (22:deviation).
    pub guns: Command,
    /// Its assets (R15).
    pub assets: Vec<Asset>,
    /// Its units.
    pub units: Vec<Listed>,
    /// Where its commander stands.
    pub commander: Square,
}

/// The armies that scenarios can have.
pub const ARMIES: &[&str] = &[
    "british",
    "german",
    "french",
    "belgian",
    "russian",
    "austrian",
    "italian",
    "turkish",
    "american",
    "australian",
    "canadian",
];

/// An asset of an army (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Asset {
    /// What it is.
    pub kind: AssetKind,
    /// It comes on this or more.
    pub on: u8,
}

/// What an asset can be (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum AssetKind {
    /// A suppression barrage.
    #[default]
    Suppression,
    /// A point effect barrage.
    PointEffect,
    /// A rolling barrage; the attacker's only.
    Rolling,
    /// A gas barrage.
    Gas,
    /// A shock assault: 3 dice more in one assault.
    ShockAssault,
}

/// A unit of an army.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Listed {
    /// Its name: '2nd Suffolks'.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// Where it begins.
    pub at: Start,
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// In a square.
    Square(Square),
    /// In reserve; it comes as a reinforcement.
    Reserve,
}

impl AssetKind {
    /// The barrage that it is, where it is one.
    pub const fn barrage(self) -> Option<BarrageKind> {
        match self {
            AssetKind::Suppression => Some(BarrageKind::Suppression),
            AssetKind::PointEffect => Some(BarrageKind::PointEffect),
            AssetKind::Rolling => Some(BarrageKind::Rolling),
            AssetKind::Gas => Some(BarrageKind::Gas),
            AssetKind::ShockAssault => None,
        }
    }
}

impl ArmyList {
    /// Bases at full strength (R2): 4 for infantry and cavalry, 1 for all others.
    pub fn bases(&self) -> u16 {
        self.units.iter().map(|unit| u16::from(unit.kind.half_bases() / 2)).sum()
    }

    /// The units that begin in this square.
    pub fn at(&self, square: Square) -> impl Iterator<Item = &Listed> {
        self.units.iter().filter(move |unit| unit.at == Start::Square(square))
    }

    /// How many units begin in reserve.
    pub fn reserve(&self) -> usize {
        self.units.iter().filter(|unit| unit.at == Start::Reserve).count()
    }
}

/// The armies of the book, by the names that scenarios refer to them by.
pub(super) const FILES: &[(&str, &str)] = &[
    ("first-orders-british", include_str!("../../armies/first-orders-british.toml")),
    ("first-orders-german", include_str!("../../armies/first-orders-german.toml")),
    ("le-cateau-british", include_str!("../../armies/le-cateau-british.toml")),
    ("le-cateau-german", include_str!("../../armies/le-cateau-german.toml")),
    ("montauban-british", include_str!("../../armies/montauban-british.toml")),
    ("montauban-german", include_str!("../../armies/montauban-german.toml")),
    ("villers-bretonneux-british", include_str!("../../armies/villers-bretonneux-british.toml")),
    ("villers-bretonneux-german", include_str!("../../armies/villers-bretonneux-german.toml")),
];

/// A side of a scenario: `army`, the name of an army file or a table with the same fields; `commander`, his square;
/// and for each square, and for `reserve`, the names of the units that begin there.
pub(super) fn read_side(mut side: Page) -> Result<ArmyList, Refusal> {
    let army = if side.has_text("army") {
        let name = side.text("army")?;
        read_file(&name).unwrap_or_else(|| {
            let names: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
            let hint = suggestion(&name, names.iter().copied());
            let what = format!("is '{name}'{hint}, but it must be a table of its own or one of {}", names.join(", "));
            Err(side.refuse("army", &what))
        })?
    } else {
        read_army(side.page("army")?)?
    };
    let commander = side.square("commander")?;
    let mut starts = BTreeMap::new();
    for (place, value) in side.rest() {
        let start = if place == "reserve" {
            Start::Reserve
        } else {
            let known = page::square(&place).map_err(|_| {
                side.refuse(
                    &place,
                    "is not known here; the fields are army, commander, reserve and the squares a1 to h6",
                )
            })?;
            Start::Square(known)
        };
        let units =
            page::texts(&value).map_err(|()| side.wrong(&place, &value, "a list of the units that begin there"))?;
        for name in units {
            if !army.units.iter().any(|unit| unit.name == name) {
                let hint = suggestion(&name, army.units.iter().map(|unit| unit.name.as_str()));
                let what = format!("has '{name}'{hint}, but there is no such unit in '{}'", army.name);
                return Err(side.refuse(&place, &what));
            }
            if starts.insert(name.clone(), start).is_some() {
                let what = format!("has '{name}', but it has a place already; a unit begins in one place");
                return Err(side.refuse(&place, &what));
            }
        }
    }
    let units = army.units.into_iter().map(|unit| match starts.get(&unit.name) {
        Some(&at) => Ok(Listed { name: unit.name, kind: unit.kind, quality: unit.quality, at }),
        None => Err(side.refuse(
            "army",
            &format!("has '{}', which has no place; every unit begins in a square or in reserve", unit.name),
        )),
    });
    let units = units.collect::<Result<Vec<_>, _>>()?;
    let Army { name, colours, command, guns, assets, .. } = army;
    Ok(ArmyList { name, army: colours, command, guns, assets, units, commander })
}

/// The army of one of the book's files.
pub(super) fn read_file(name: &str) -> Option<Result<Army, Refusal>> {
    let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
    let army = Page::of(text).and_then(read_army);
    Some(army.map_err(|refusal| {
        let sentence = format!("in the army '{name}': {}", refusal.sentence);
        Refusal { sentence, ..refusal }
    }))
}

/// An army without places.
#[derive(Debug)]
pub(super) struct Army {
    pub(super) name: String,
    pub(super) colours: &'static str,
    pub(super) command: Command,
    pub(super) guns: Command,
    pub(super) assets: Vec<Asset>,
    pub(super) units: Vec<Enrolled>,
}

/// A unit without a place.
#[derive(Debug)]
pub(super) struct Enrolled {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) quality: Quality,
}

/// An army of an army file, or of a table in a scenario.
pub(super) fn read_army(mut file: Page) -> Result<Army, Refusal> {
    let name = file.text("name")?;
    let colours = file.choice("army", ARMIES)?;
    let command = file.choice("command", Command::ALL)?;
    let guns = file.choice("guns", Command::ALL)?;
    let units = file.text("units")?;
    let units = read_units(&units).map_err(|what| file.refuse("units", &what))?;
    let assets = match file.page_if("assets")? {
        Some(assets) => read_assets(assets)?,
        None => Vec::new(),
    };
    file.finish()?;
    Ok(Army { name, colours, command, guns, assets, units })
}

/// The units of an army, a line each: name, kind and quality between bars.
fn read_units(table: &str) -> Result<Vec<Enrolled>, String> {
    let mut units: Vec<Enrolled> = Vec::new();
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, kind, quality] = cells[..] else {
            return Err(format!("has the line '{line}', but a line is: name | kind | quality"));
        };
        if name.is_empty() {
            return Err(format!("has the line '{line}', but a unit must have a name"));
        }
        let of = |what: String| format!("has '{name}', whose {what}");
        let kind = page::one_of(kind, Kind::ALL).map_err(|what| of(format!("kind {what}")))?;
        let quality = page::one_of(quality, Quality::ALL).map_err(|what| of(format!("quality {what}")))?;
        if units.iter().any(|unit| unit.name == name) {
            return Err(format!("has '{name}' twice; every unit must have a name of its own"));
        }
        units.push(Enrolled { name: name.to_owned(), kind, quality });
    }
    Ok(units)
}

/// The assets of an army (R15): the number of each, or a list of numbers where there are several of a kind.
fn read_assets(mut assets: Page) -> Result<Vec<Asset>, Refusal> {
    let mut read = Vec::new();
    for (name, value) in assets.rest() {
        let kind = page::one_of(&name, AssetKind::ALL)
            .map_err(|_| assets.refuse(&name, &format!("is no asset; the assets are {}", words(AssetKind::ALL))))?;
        let numbers = match value.as_array() {
            Some(numbers) => numbers.clone(),
            None => vec![value.clone()],
        };
        for number in numbers {
            let on = number.as_integer().filter(|number| (2..=6).contains(number)).ok_or_else(|| {
                assets.wrong(&name, &number, "the number it comes on, from 2 to 6, or a list of them (R15)")
            })?;
            read.push(Asset { kind, on: on as u8 });
        }
    }
    Ok(read)
}

/// An army's places as a file has them: each square with its units, in the order of the army's list, then the reserve.
pub(super) fn places(army: &ArmyList) -> Vec<(String, Vec<&str>)> {
    let mut places: Vec<(String, Vec<&str>)> = Vec::new();
    for unit in &army.units {
        let place = match unit.at {
            Start::Square(square) => in_files(square),
            Start::Reserve => "reserve".to_owned(),
        };
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, units)) => units.push(&unit.name),
            None => places.push((place, vec![&unit.name])),
        }
    }
    places
}

fn words<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
