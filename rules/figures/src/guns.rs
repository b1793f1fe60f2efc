//! Artillery: guns and how they are laid.

use crate::deviation::Spread;
use crate::fire_modifiers::{Delivery, Firer};
use crate::troops::Quality;
use crate::weapons::{OFF_TABLE_RANGE, Weapon};
use kernel::prelude::*;

/// A gun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Gun {
    /// A medium gun: 18 pounder, 75 mm, 77 mm.
    #[default]
    MediumGun,
    /// A howitzer: 6 inch, 155 mm, 150 mm.
    Howitzer,
    /// A heavy gun: 4.5 inch, 105 mm.
    HeavyGun,
    /// A light gun.
    LightGun,
    /// The main gun of a tank, a light gun.
    TankGun,
    /// A mortar.
    Mortar,
}

/// How a gun is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Laying {
    /// Direct fire at what the gunners see, without a plan.
    #[default]
    Direct,
    /// Indirect fire, planned two moves ahead.
    Indirect,
    /// Fire from off the table, planned five moves ahead.
    OffTable,
}

/// A gun that is about to fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The gun.
    pub gun: Gun,
    /// How it is laid.
    pub laying: Laying,
    /// Inches to the target; guns off the table have their own column.
    pub range: u8,
    /// How good its crew is.
    pub quality: Quality,
    /// Gunners lost.
    pub crew_lost: u8,
}

impl Piece {
    /// The gun as a firer.
    pub fn firer(&self, enfilade: bool) -> Firer {
        Firer {
            weapon: self.gun.weapon(),
            quality: self.quality,
            delivery: Delivery { enfilade, ..Delivery::default() },
            crew_lost: self.crew_lost,
        }
    }

    /// R9: guns off the table use the column of 60.
    pub fn range(&self) -> u8 {
        if self.laying == Laying::OffTable { OFF_TABLE_RANGE } else { self.range }
    }

    /// Refuses guns that cannot fire so.
    pub fn check(&self) -> Result<(), Refusal> {
        match (self.gun, self.laying) {
            (Gun::Mortar, Laying::Direct) => Err(Refusal::field("laying", "mortars always fire indirectly (R9)")),
            (Gun::TankGun, Laying::Indirect | Laying::OffTable) => {
                Err(Refusal::field("laying", "the guns of tanks fire directly (R1)"))
            }
            _ => self.gun.weapon().check(self.range(), self.crew_lost),
        }
    }
}

impl Laying {
    /// Direct or not.
    pub fn is_direct(self) -> bool {
        self == Laying::Direct
    }

    /// How far its shells go astray.
    pub fn spread(self) -> Spread {
        if self.is_direct() { Spread::Direct } else { Spread::Indirect }
    }
}

impl Gun {
    /// The weapon it is in the charts.
    pub fn weapon(self) -> Weapon {
        match self {
            Gun::MediumGun => Weapon::MediumGun,
            Gun::Howitzer => Weapon::Howitzer,
            Gun::HeavyGun => Weapon::HeavyGun,
            Gun::LightGun => Weapon::LightGun,
            Gun::TankGun => Weapon::TankGun,
            Gun::Mortar => Weapon::Mortar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(gun: Gun, laying: Laying) -> Piece {
        Piece { gun, laying, range: 12, quality: Quality::Average, crew_lost: 0 }
    }

    #[test]
    fn r9_mortars_always_fire_indirectly_and_tank_guns_directly() {
        assert!(piece(Gun::Mortar, Laying::Direct).check().is_err());
        assert!(piece(Gun::Mortar, Laying::Indirect).check().is_ok());
        assert!(piece(Gun::TankGun, Laying::Indirect).check().is_err());
        assert!(piece(Gun::TankGun, Laying::Direct).check().is_ok());
    }

    #[test]
    fn r9_guns_off_the_table_use_the_column_of_60() {
        let off = piece(Gun::Howitzer, Laying::OffTable);
        let table = crate::fire_modifiers::weapon_table(&off.firer(false), off.range());
        assert_eq!(table.total(), 10, "not the 14 of 12 inches");
    }
}
