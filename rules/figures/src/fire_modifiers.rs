//! Fire modifiers: what makes the casualty table of fire. Infantry and guns add up the same list.

use crate::casualties::held_to_tables;
use crate::charts;
use crate::troops::{Cover, Formation, Quality};
use crate::weapons::Weapon;
use kernel::prelude::*;

kernel::modifiers! { Modifiers, MODIFIERS of charts::FIRE_MODIFIERS {
    elite, crack, bef, green, bunker, hard_cover, soft_cover, enfilade, aimed, prone, gunner_lost, belt_fed, sniper,
    skirmishers, tank_gun,
} }

/// Who fires what, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Firer {
    /// The weapon.
    pub weapon: Weapon,
    /// How good the men are.
    pub quality: Quality,
    /// How the fire is delivered.
    pub delivery: Delivery,
    /// Men of the crew already lost.
    pub crew_lost: u8,
}

/// What helps a firer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delivery {
    /// The firer did not move (R6).
    pub aimed: bool,
    /// The men are of the British Expeditionary Force.
    pub bef: bool,
    /// The machine gun is belt-fed.
    pub belt_fed: bool,
    /// The fire comes along the target's line (R6).
    pub enfilade: bool,
}

/// How the target stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Posture {
    /// Its best cover.
    pub cover: Cover,
    /// Its formation.
    pub formation: Formation,
    /// Its men lie down.
    pub prone: bool,
}

/// Firing:table The factor at the range and the modifiers give the number of the casualty table.
///
/// A line that speaks of one weapon counts for that weapon only. A grenade has no modifiers (Firing:figures-grenade).
pub fn table_number(firer: &Firer, range: u8, target: &Posture) -> Tally {
    let Firer { weapon, delivery, .. } = *firer;
    let tally = weapon_table(firer, range);
    if weapon == Weapon::Grenade {
        return tally;
    }
    let tally = tally.when(delivery.enfilade && target.can_be_enfiladed(), &MODIFIERS.enfilade);
    // A posture is no cover, so prone is added.
    let tally = covered(tally, target.cover)
        .when(target.prone, &MODIFIERS.prone)
        .when(weapon.is_gun() && target.formation == Formation::Skirmish, &MODIFIERS.skirmishers);
    held_to_tables(tally)
}

/// The table with the line for the target's cover: of several the best counts (R6).
pub fn covered(tally: Tally, cover: Cover) -> Tally {
    tally.greatest([
        (cover == Cover::Bunker, &MODIFIERS.bunker),
        (cover.is_hard(), &MODIFIERS.hard_cover),
        (cover.is_soft(), &MODIFIERS.soft_cover),
    ])
}

/// The table as far as the firer makes it, without what describes the men fired at: this is what wears down cover
/// and vehicles (Cover:direct-hit).
pub fn weapon_table(firer: &Firer, range: u8) -> Tally {
    let Firer { weapon, quality, delivery, crew_lost } = *firer;
    let factor = weapon.factor(range).unwrap_or(0);
    let rule = if weapon.is_gun() { weapon.rule() } else { Rule("Firing:factor") };
    let tally = Tally::base("table", rule, "factor at the range", factor);
    if weapon == Weapon::Grenade {
        return tally;
    }
    tally
        .when(quality == Quality::Elite, &MODIFIERS.elite)
        .when(quality == Quality::Crack, &MODIFIERS.crack)
        .when(delivery.bef && matches!(weapon, Weapon::Rifle | Weapon::Sniper), &MODIFIERS.bef)
        .when(quality == Quality::Green, &MODIFIERS.green)
        .when(delivery.aimed && weapon.is_small_arm(), &MODIFIERS.aimed)
        .times(if weapon.is_gun() { u16::from(crew_lost) } else { 0 }, &MODIFIERS.gunner_lost)
        .when(delivery.belt_fed && weapon == Weapon::Lmg, &MODIFIERS.belt_fed)
        .when(weapon == Weapon::Sniper, &MODIFIERS.sniper)
        .when(weapon == Weapon::TankGun, &MODIFIERS.tank_gun)
}

impl Firer {
    /// A full crew or squad of average men whose fire has no advantage.
    pub fn of(weapon: Weapon) -> Firer {
        Firer { weapon, quality: Quality::Average, delivery: Delivery::default(), crew_lost: 0 }
    }
}

impl Posture {
    /// R6: only a target in line or in a trench can be enfiladed.
    fn can_be_enfiladed(self) -> bool {
        self.formation == Formation::Line || self.cover == Cover::Trench
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The change that a firer and a posture make against a plain shot of the same weapon at 12 inches.
    fn change(firer: Firer, target: Posture) -> i32 {
        let plain = table_number(
            &Firer::of(firer.weapon),
            12,
            &Posture { formation: Formation::OpenOrder, ..target_in_open() },
        );
        table_number(&firer, 12, &target).total() - plain.total()
    }

    fn target_in_open() -> Posture {
        Posture::default()
    }

    fn rifles(change: impl FnOnce(&mut Firer)) -> Firer {
        with(Weapon::Rifle, change)
    }

    fn with(weapon: Weapon, change: impl FnOnce(&mut Firer)) -> Firer {
        let mut firer = Firer::of(weapon);
        change(&mut firer);
        firer
    }

    #[test]
    fn firing_table_is_the_factor_of_the_range() {
        assert_eq!(table_number(&Firer::of(Weapon::Hmg), 24, &target_in_open()).total(), 5);
        assert_eq!(table_number(&Firer::of(Weapon::Howitzer), 24, &target_in_open()).total(), 12);
    }

    #[test]
    fn fire_modifiers_elite_adds_2_crack_adds_1_green_takes_1() {
        let by = |quality| change(rifles(|firer| firer.quality = quality), target_in_open());
        assert_eq!([Quality::Elite, Quality::Crack, Quality::Average, Quality::Green].map(by), [2, 1, 0, -1]);
    }

    #[test]
    fn fire_modifiers_bef_adds_1_to_rifles_only() {
        assert_eq!(change(rifles(|firer| firer.delivery.bef = true), target_in_open()), 1);
        assert_eq!(change(with(Weapon::Sniper, |firer| firer.delivery.bef = true), target_in_open()), 1, "a rifle too");
        assert_eq!(change(with(Weapon::Lmg, |firer| firer.delivery.bef = true), target_in_open()), 0);
    }

    #[test]
    fn fire_modifiers_aimed_adds_1_to_small_arms_only() {
        for weapon in [Weapon::Rifle, Weapon::Lmg, Weapon::Hmg, Weapon::Sniper] {
            let plain = table_number(&Firer::of(weapon), 12, &target_in_open()).total();
            let aimed = table_number(&with(weapon, |firer| firer.delivery.aimed = true), 12, &target_in_open()).total();
            assert_eq!(aimed - plain, 1, "{weapon}");
        }
        assert_eq!(change(with(Weapon::HeavyGun, |firer| firer.delivery.aimed = true), target_in_open()), 0);
    }

    #[test]
    fn fire_modifiers_belt_fed_adds_1_to_light_machine_guns_only() {
        assert_eq!(change(with(Weapon::Lmg, |firer| firer.delivery.belt_fed = true), target_in_open()), 1);
        assert_eq!(change(with(Weapon::Hmg, |firer| firer.delivery.belt_fed = true), target_in_open()), 0);
    }

    #[test]
    fn fire_modifiers_sniper_adds_2() {
        // A sniper has the rifle's factor of 4 at 12 inches, and 2 more.
        assert_eq!(table_number(&Firer::of(Weapon::Sniper), 12, &target_in_open()).total(), 6);
    }

    #[test]
    fn fire_modifiers_enfilade_adds_2_against_line_or_trench_only() {
        let along = rifles(|firer| firer.delivery.enfilade = true);
        let standing = |formation, cover| change(along, Posture { cover, formation, ..Posture::default() });
        assert_eq!(standing(Formation::Line, Cover::NoCover), 2);
        assert_eq!(standing(Formation::OpenOrder, Cover::NoCover), 0);
        assert_eq!(standing(Formation::Skirmish, Cover::Trench), 2 - 2, "a trench is hard cover too");
    }

    #[test]
    fn fire_modifiers_cover_takes_4_in_bunkers_2_in_hard_1_in_soft() {
        let behind = |cover| change(Firer::of(Weapon::Rifle), Posture { cover, ..Posture::default() });
        let covers = [Cover::NoCover, Cover::SoftCover, Cover::HardCover, Cover::Trench, Cover::Bunker];
        assert_eq!(covers.map(behind), [0, -1, -2, -2, -4]);
    }

    #[test]
    fn fire_modifiers_prone_takes_2_besides_cover() {
        let target = Posture { prone: true, cover: Cover::SoftCover, ..Posture::default() };
        assert_eq!(change(Firer::of(Weapon::Rifle), target), -3);
    }

    #[test]
    fn fire_modifiers_gunner_lost_takes_1_each_from_guns_only() {
        assert_eq!(change(with(Weapon::MediumGun, |gun| gun.crew_lost = 3), target_in_open()), -3);
        assert_eq!(change(with(Weapon::Hmg, |gun| gun.crew_lost = 1), target_in_open()), 0);
    }

    #[test]
    fn fire_modifiers_skirmishers_take_3_from_guns_only() {
        let skirmishers = Posture { formation: Formation::Skirmish, ..Posture::default() };
        assert_eq!(change(Firer::of(Weapon::MediumGun), skirmishers), -3);
        assert_eq!(change(Firer::of(Weapon::Hmg), skirmishers), 0);
    }

    #[test]
    fn fire_modifiers_tank_gun_takes_2() {
        // The light gun's 6 at 12 inches, less 2.
        assert_eq!(table_number(&Firer::of(Weapon::TankGun), 12, &target_in_open()).total(), 4);
    }

    #[test]
    fn firing_figures_grenade_a_grenade_has_no_modifiers() {
        let elite = with(Weapon::Grenade, |firer| firer.quality = Quality::Elite);
        let dug_in = Posture { cover: Cover::Bunker, prone: true, ..Posture::default() };
        assert_eq!(table_number(&elite, 6, &dug_in).total(), 4);
    }

    #[test]
    fn r4_the_table_is_held_to_15() {
        let elite = with(Weapon::Howitzer, |gun| gun.quality = Quality::Elite);
        assert_eq!(table_number(&elite, 12, &target_in_open()).total(), 15, "14 and 2");
    }
}
