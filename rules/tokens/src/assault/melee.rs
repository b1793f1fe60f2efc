//! R12: the dice of each side when an assault has come to contact.

use crate::charts;
use crate::to_hit::{ToHit, number_needed};
use crate::units::{Ground, Kind, Quality, Unit};
use kernel::prelude::*;

kernel::modifiers! { Modifiers, MODIFIERS of charts::ASSAULT {
    elite_or_trained, poor, wire_or_fortifications, morale_markers, flank_or_rear, cavalry_charge
} }

/// From where an attacker touches its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Contact {
    /// From before the line of its front.
    #[default]
    Front,
    /// From behind the line of its front.
    FlankOrRear,
}

/// The contact of two units: how, and over what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Melee {
    pub(crate) contact: Contact,
    /// The ground that the target holds.
    pub(crate) ground: Ground,
    /// The attack goes over wire.
    pub(crate) wire: bool,
}

impl Melee {
    /// R12 The attacker's dice, and the number they need.
    pub(crate) fn attackers(self, attacker: Unit, target: Unit) -> ToHit {
        let obstacle = self.wire || self.ground == Ground::Fortifications;
        let flank = self.contact == Contact::FlankOrRear;
        let in_the_open = self.ground == Ground::Open;
        let charge = attacker.kind == Kind::MountedCavalry && in_the_open && (flank || target.is_marked());
        let place = [
            (obstacle, &MODIFIERS.wire_or_fortifications),
            (flank, &MODIFIERS.flank_or_rear),
            (charge, &MODIFIERS.cavalry_charge),
        ];
        ToHit { dice: dice(attacker), needed: needed(attacker, place) }
    }

    /// R12 The target's dice, and the number they need; only what it is itself counts.
    pub(crate) fn targets(target: Unit) -> ToHit {
        ToHit { dice: dice(target), needed: needed(target, []) }
    }
}

/// The cell of the chart that gives a unit its dice.
pub(crate) fn cell(unit: Unit) -> Cell {
    charts::ASSAULT.cell(unit.kind.row(), DICE)
}

fn dice(unit: Unit) -> Tally {
    let each = charts::ASSAULT.number(unit.kind.row(), DICE);
    Tally::of("dice").each(unit.bases.into(), Rule("R12"), "each base", each)
}

fn needed<const N: usize>(unit: Unit, place: [(bool, &'static Modifier); N]) -> Tally {
    let number = charts::ASSAULT.number(unit.kind.row(), "hits on");
    let own = [
        (unit.quality.is_elite_or_trained(), &MODIFIERS.elite_or_trained),
        (unit.quality == Quality::Poor, &MODIFIERS.poor),
        (unit.is_marked(), &MODIFIERS.morale_markers),
    ];
    number_needed(Tally::base("number needed", Rule("R12"), "to hit", number), own.into_iter().chain(place))
}

const DICE: &str = "dice";

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Melee = Melee { contact: Contact::Front, ground: Ground::Open, wire: false };

    fn fresh(kind: Kind) -> Unit {
        Unit::of(kind, Quality::Regular, 3, 0)
    }

    fn marked(kind: Kind) -> Unit {
        Unit { markers: 2, ..fresh(kind) }
    }

    fn attack(melee: Melee, attacker: Unit, target: Unit) -> i32 {
        melee.attackers(attacker, target).needed.total()
    }

    fn infantry_attacks(melee: Melee) -> i32 {
        attack(melee, fresh(Kind::Infantry), fresh(Kind::Infantry))
    }

    #[test]
    fn r12_each_side_rolls_2_dice_a_base_machine_guns_3_and_artillery_1() {
        use Kind::{DismountedCavalry, FieldGuns, HeavyGuns, Infantry, MachineGuns, MountedCavalry};
        let dice = |kind| Melee::targets(fresh(kind)).dice.total();
        assert_eq!([Infantry, MountedCavalry, DismountedCavalry].map(dice), [6, 6, 6]);
        assert_eq!(dice(MachineGuns), 6, "a company has 2 bases");
        assert_eq!([FieldGuns, HeavyGuns].map(dice), [3, 3]);
    }

    #[test]
    fn r12_both_sides_hit_on_5() {
        assert_eq!((infantry_attacks(OPEN), Melee::targets(fresh(Kind::FieldGuns)).needed.total()), (5, 5));
    }

    #[test]
    fn r12_elite_and_trained_units_hit_more_easily_on_either_side() {
        for quality in [Quality::Trained, Quality::Elite] {
            let unit = Unit { quality, ..fresh(Kind::Infantry) };
            assert_eq!(attack(OPEN, unit, fresh(Kind::Infantry)), 4);
            assert_eq!(Melee::targets(unit).needed.total(), 4);
        }
    }

    #[test]
    fn r12_poor_units_hit_less_easily_on_either_side() {
        let poor = Unit { quality: Quality::Poor, ..fresh(Kind::Infantry) };
        assert_eq!((attack(OPEN, poor, fresh(Kind::Infantry)), Melee::targets(poor).needed.total()), (6, 6));
    }

    #[test]
    fn r12_wire_and_fortifications_are_one_minus_for_the_attacker() {
        let over_wire = Melee { wire: true, ..OPEN };
        let into_works = Melee { ground: Ground::Fortifications, ..OPEN };
        let both = Melee { wire: true, ..into_works };
        assert_eq!([over_wire, into_works, both].map(infantry_attacks), [6, 6, 6]);
        assert_eq!(infantry_attacks(Melee { ground: Ground::Cover, ..OPEN }), 5, "mere cover does not hinder");
    }

    #[test]
    fn r12_any_morale_marker_makes_hits_harder_on_either_side() {
        let unit = marked(Kind::Infantry);
        assert_eq!((attack(OPEN, unit, fresh(Kind::Infantry)), Melee::targets(unit).needed.total()), (6, 6));
    }

    #[test]
    fn r12_contact_on_flank_or_rear_helps_the_attacker() {
        assert_eq!(infantry_attacks(Melee { contact: Contact::FlankOrRear, ..OPEN }), 4);
    }

    #[test]
    fn r12_a_cavalry_charge_counts_against_markers_or_on_flank_or_rear() {
        let charge = |melee, target| attack(melee, fresh(Kind::MountedCavalry), target);
        assert_eq!(charge(OPEN, fresh(Kind::MachineGuns)), 5, "not against a fresh front");
        assert_eq!(charge(OPEN, marked(Kind::MachineGuns)), 4);
        let flank = Melee { contact: Contact::FlankOrRear, ..OPEN };
        assert_eq!(charge(flank, fresh(Kind::MachineGuns)), 3, "with the flank itself");
    }

    #[test]
    fn r12_a_cavalry_charge_is_mounted_and_in_the_open() {
        let hedge = Melee { ground: Ground::Cover, ..OPEN };
        assert_eq!(attack(hedge, fresh(Kind::MountedCavalry), marked(Kind::Infantry)), 5);
        assert_eq!(attack(OPEN, fresh(Kind::DismountedCavalry), marked(Kind::Infantry)), 5);
    }
}
