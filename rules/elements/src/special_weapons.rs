//! AP special: weapons with a star in place of an AP value.

use crate::ap_penetration::{Base, Column};
use crate::catalogue::{Class, Element, Figures};
use crate::grade::Star;
use kernel::prelude::*;
use std::sync::LazyLock;

static ONE_TO_TWO: LazyLock<Column> = LazyLock::new(|| Column::headed("1:2"));
static THREE_TO_TWO: LazyLock<Column> = LazyLock::new(|| Column::headed("3:2"));

/// AP special The column of a star weapon against a vehicle, or the rule that says it does no harm. The sheet's
/// 'armour' is the defence (R5).
pub fn star_column(star: Star, target: &Element) -> Result<Base, Rule> {
    let thin = target.values.defence <= THIN_ARMOUR;
    match star {
        Star::Flamethrower => Ok(Base::named(*THREE_TO_TWO, Rule("AP special:flamethrowers"))),
        Star::Mortar if thin || is_exposed_to_bombs(&target.figures) => {
            Ok(Base::named(*ONE_TO_TWO, Rule("AP special:mortars")))
        }
        Star::Sfmg if thin => Ok(Base::named(*ONE_TO_TWO, Rule("AP special:SFMGs"))),
        Star::Mortar | Star::Sfmg => Err(Rule("AP special:other-vehicles")),
    }
}

/// AP special:mortars Open-topped vehicles and armoured cars, however thick their armour.
fn is_exposed_to_bombs(figures: &Figures) -> bool {
    figures.open_topped || figures.class == Class::ArmouredCar
}

/// 'Armour of 2 or less'.
const THIN_ARMOUR: i32 = 2;

/// R10 The column of tank hunters, the same as a flamethrower's.
pub fn hunting_column() -> Base {
    Base::named(*THREE_TO_TWO, Rule("R10"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::element;

    fn reads(star: Star, target: &str) -> Option<Column> {
        star_column(star, element(target)).ok().map(|base| base.column)
    }

    #[test]
    fn ap_special_mortars_reach_into_open_tops_and_armoured_cars() {
        let closed = element("panzer-iii-g").figures.clone();
        assert!(!is_exposed_to_bombs(&closed));
        assert!(is_exposed_to_bombs(&Figures { open_topped: true, ..closed.clone() }));
        assert!(is_exposed_to_bombs(&Figures { class: Class::ArmouredCar, ..closed }));
        assert_eq!(reads(Star::Mortar, "m10"), Some(Column::headed("1:2")), "thick, but open");
        assert_eq!(reads(Star::Mortar, "panzer-iii-g"), None);
    }

    #[test]
    fn ap_special_sfmgs_harm_thin_armour_only() {
        assert!(element("m10").values.defence > THIN_ARMOUR);
        assert_eq!((reads(Star::Sfmg, "m10"), reads(Star::Sfmg, "sdkfz-251")), (None, Some(Column::headed("1:2"))));
    }

    #[test]
    fn ap_special_a_star_against_a_soft_vehicle_keeps_its_own_column() {
        for star in [Star::Sfmg, Star::Mortar] {
            assert_eq!(reads(star, "opel-blitz"), Some(Column::headed("1:2")));
        }
        assert_eq!(reads(Star::Flamethrower, "opel-blitz"), Some(Column::headed("3:2")));
    }
}
