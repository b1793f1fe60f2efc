//! Units and the ground they stand on (R1, R2).

use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry on foot.
    #[default]
    Infantry,
    /// Cavalry on horseback.
    MountedCavalry,
    /// Cavalry fighting on foot.
    DismountedCavalry,
    /// A machine gun.
    MachineGun,
    /// A field gun.
    Gun,
    /// A mortar; it counts as a gun.
    Mortar,
    /// A mountain gun: a gun with the range of a mortar.
    MountainGun,
    /// A light tank.
    LightTank,
    /// A heavy tank.
    HeavyTank,
    /// An armoured car.
    ArmouredCar,
    /// A light armoured car, which saves worse.
    LightArmouredCar,
}

/// How good a unit's men are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Ordinary troops.
    #[default]
    Regular,
    /// Long-service troops.
    Professional,
    /// Reservists.
    Reservist,
}

/// A unit in a square.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Unit {
    /// What it is.
    #[field(rule = "R2")]
    pub kind: Kind,
    /// How good its men are.
    #[field(rule = "R2")]
    pub quality: Quality,
    /// Half bases already lost: infantry and cavalry have 8, all others 2; half or less left is damaged.
    #[field(rule = "R2", max = 7)]
    pub lost: u8,
}

/// The scenery of a square (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Nothing in it.
    #[default]
    Open,
    /// Woods.
    Woods,
    /// Buildings.
    Buildings,
    /// A hill.
    Hill,
    /// A rough hill.
    RoughHill,
}

/// The defences of a square (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defences {
    /// None.
    #[default]
    None,
    /// Hasty defences.
    Hasty,
    /// Trenches.
    Trenches,
    /// A fort; it counts as trenches for morale and for cavalry.
    Fort,
}

impl Kind {
    /// Infantry or cavalry, on foot or mounted.
    pub fn is_infantry_or_cavalry(self) -> bool {
        matches!(self, Kind::Infantry) || self.is_cavalry()
    }

    /// Cavalry, mounted or dismounted.
    pub fn is_cavalry(self) -> bool {
        matches!(self, Kind::MountedCavalry | Kind::DismountedCavalry)
    }

    /// Guns, mortars and mountain guns: 'artillery' on the sheet; mortars count as guns (R2).
    pub fn is_artillery(self) -> bool {
        matches!(self, Kind::Gun | Kind::Mortar | Kind::MountainGun)
    }

    /// Light or heavy tanks.
    pub fn is_tank(self) -> bool {
        matches!(self, Kind::LightTank | Kind::HeavyTank)
    }

    /// Armoured cars, light ones too.
    pub fn is_armoured_car(self) -> bool {
        matches!(self, Kind::ArmouredCar | Kind::LightArmouredCar)
    }

    /// Half bases at full strength (R2).
    pub fn half_bases(self) -> u8 {
        if self.is_infantry_or_cavalry() { 8 } else { 2 }
    }
}

impl Unit {
    /// A fresh unit of regulars.
    pub fn of(kind: Kind) -> Unit {
        Unit { kind, ..Unit::default() }
    }

    /// The same unit of another quality.
    #[must_use]
    pub fn quality(self, quality: Quality) -> Unit {
        Unit { quality, ..self }
    }

    /// The same unit with so many half bases lost.
    #[must_use]
    pub fn less(self, lost: u8) -> Unit {
        Unit { lost, ..self }
    }

    /// Half bases left.
    pub fn left(&self) -> u8 {
        self.kind.half_bases().saturating_sub(self.lost)
    }

    /// More than half its bases are left (R2).
    pub fn is_at_strength(&self) -> bool {
        self.left() * 2 > self.kind.half_bases()
    }

    /// Is it of this kind of men?
    pub fn is(&self, quality: Quality) -> bool {
        self.quality == quality
    }

    /// Refuses a unit that has lost all it had.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.left() > 0 {
            return Ok(());
        }
        let (kind, all) = (self.kind, self.kind.half_bases());
        Err(Refusal::field(
            "lost",
            format!("a {kind} has {all} half bases, so it cannot have lost {} and still be there", self.lost),
        ))
    }
}

/// Refuses a list with a unit in it that is gone, and blames the field of the list.
pub fn check_units(field: &str, units: &[Unit]) -> Result<(), Refusal> {
    units.iter().try_for_each(Unit::check).map_err(|refusal| Refusal::field(field, format!("in {field}: {refusal}")))
}

/// R4 Is there room for these in one square: at most 3 infantry or cavalry units and 3 others, 1 of them a machine gun?
pub fn fit_together(kinds: impl Iterator<Item = Kind>) -> bool {
    let (mut foot_or_horse, mut others, mut machine_guns) = (0, 0, 0);
    for kind in kinds {
        let foot = kind.is_infantry_or_cavalry();
        foot_or_horse += u8::from(foot);
        others += u8::from(!foot);
        machine_guns += u8::from(kind == Kind::MachineGun);
    }
    foot_or_horse <= 3 && others <= 3 && machine_guns <= 1
}

/// R4 Refuses what does not stand in one square.
pub fn check_square(field: &str, units: &[Unit]) -> Result<(), Refusal> {
    check_units(field, units)?;
    if fit_together(units.iter().map(|unit| unit.kind)) {
        return Ok(());
    }
    let holds = "a square holds at most 3 infantry or cavalry units and 3 others, 1 of them a machine gun";
    Err(Refusal::field(field, format!("{field} is more than one square: {holds} ({})", Rule("R4"))))
}

impl Ground {
    /// Woods or buildings.
    pub fn is_woods_or_buildings(self) -> bool {
        matches!(self, Ground::Woods | Ground::Buildings)
    }

    /// A hill of either sort.
    pub fn is_hill(self) -> bool {
        matches!(self, Ground::Hill | Ground::RoughHill)
    }
}

impl Defences {
    /// Trenches, or a fort, which counts as trenches (R1).
    pub fn is_trenches_or_fort(self) -> bool {
        matches!(self, Defences::Trenches | Defences::Fort)
    }
}
