//! 26: the hits of a target that retires from an assault.

use crate::charts;
use crate::unit::{Ground, Kind, Quality, Unit};
use kernel::prelude::*;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::RETIRE { reservist, artillery, professional_or_cavalry, cover_or_mg_or_ac }
}

/// 26:retire-hits Retiring from an assault instead of standing: 3 hits, more or fewer by who is there.
pub fn retire_hits(target: &[Unit], ground: Ground) -> Tally {
    let any = |is: &dyn Fn(&Unit) -> bool| target.iter().any(is);
    let base = charts::RETIRE.number("base", "hits");
    Tally::base("hits", Rule("26:retire-hits"), "retiring from an assault", base)
        .when(any(&|unit| unit.is(Quality::Reservist)), &MODIFIERS.reservist)
        .when(any(&|unit| unit.kind.is_artillery()), &MODIFIERS.artillery)
        .when(any(&|unit| unit.is(Quality::Professional) || unit.kind.is_cavalry()), &MODIFIERS.professional_or_cavalry)
        .when(
            ground.is_woods_or_buildings() || any(&|unit| unit.kind == Kind::MachineGun || unit.kind.is_armoured_car()),
            &MODIFIERS.cover_or_mg_or_ac,
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(units: &[Unit]) -> i32 {
        retire_hits(units, Ground::Open).total()
    }

    #[test]
    fn r26_retiring_costs_3_hits() {
        assert_eq!(hits(&[Unit::default()]), 3);
    }

    #[test]
    fn r26_retire_reservist_costs_one_more() {
        assert_eq!(hits(&[Unit::default(), Unit::default().quality(Quality::Reservist)]), 4);
    }

    #[test]
    fn r26_retire_artillery_costs_one_more() {
        assert_eq!(hits(&[Unit::default(), Unit::of(Kind::Mortar)]), 4);
    }

    #[test]
    fn r26_retire_professional_or_cavalry_costs_one_less_but_once() {
        let professional = Unit::default().quality(Quality::Professional);
        assert_eq!(hits(std::slice::from_ref(&professional)), 2);
        assert_eq!(hits(&[professional, Unit::of(Kind::MountedCavalry)]), 2);
    }

    #[test]
    fn r26_retire_in_woods_or_buildings_or_with_mg_or_ac_costs_one_less_but_once() {
        assert_eq!(retire_hits(&[Unit::default()], Ground::Woods).total(), 2);
        assert_eq!(retire_hits(&[Unit::default()], Ground::Buildings).total(), 2);
        assert_eq!(hits(&[Unit::of(Kind::MachineGun)]), 2);
        assert_eq!(hits(&[Unit::of(Kind::ArmouredCar)]), 2);
        assert_eq!(retire_hits(&[Unit::of(Kind::MachineGun)], Ground::Woods).total(), 2);
    }
}
