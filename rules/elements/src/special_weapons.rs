//! AP special: weapons with a star in place of an AP value.

use crate::ap_penetration::Column;
use crate::catalogue::{Class, Element};
use crate::grade::Star;
use kernel::prelude::*;
use std::sync::LazyLock;

/// What a star weapon does to a vehicle: the column and its rule, or the rule that says it does no harm.
pub type StarColumn = Result<(Column, Rule), Rule>;

static ONE_TO_TWO: LazyLock<Column> = LazyLock::new(|| Column::headed("1:2"));
static THREE_TO_TWO: LazyLock<Column> = LazyLock::new(|| Column::headed("3:2"));

/// AP special The column of a star weapon against a vehicle; the sheet's 'armour' is the defence (R5).
pub fn star_column(star: Star, target: &Element) -> StarColumn {
    let thin = target.values.defence <= THIN_ARMOUR;
    let exposed = target.figures.open_topped || target.figures.class == Class::ArmouredCar;
    match star {
        Star::Flamethrower => Ok((*THREE_TO_TWO, Rule("AP special:flamethrowers"))),
        Star::Mortar if thin || exposed => Ok((*ONE_TO_TWO, Rule("AP special:mortars"))),
        Star::Sfmg if thin => Ok((*ONE_TO_TWO, Rule("AP special:SFMGs"))),
        Star::Mortar | Star::Sfmg => Err(Rule("AP special:other-vehicles")),
    }
}

/// 'Armour of 2 or less'.
const THIN_ARMOUR: i32 = 2;

/// R10 The column of tank hunters, the same as a flamethrower's.
pub fn hunting_column() -> Column {
    *THREE_TO_TWO
}
