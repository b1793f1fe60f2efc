//! Vehicles: small arms at a crew, and the men who get out of a wreck.

use crate::casualties::{self, Losses, Thrown};
use crate::cover::resolve_survivors;
use crate::fire_modifiers::{Delivery, Firer, Posture, table_number};
use crate::seats::{FIRER, OWNER};
use crate::troops::{Formation, Quality};
use crate::vehicles::Vehicle;
use crate::weapons::Weapon;
use kernel::prelude::*;
use std::fmt;

/// Small arms that fire at a vehicle.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct FireAtCrew {
    /// The weapon.
    #[field(rule = "Firing:small-arms")]
    pub weapon: SmallArm,
    /// Figures firing rifles; machine guns count as the figures of their chart.
    #[field(rule = "R4", min = 1, max = 40, default = 10)]
    pub figures: u8,
    /// Inches to the vehicle.
    #[field(rule = "R5", max = 60, default = 9)]
    pub range: u8,
    /// How good the firers are.
    #[field(rule = "Fire modifiers:elite")]
    pub quality: Quality,
    /// The firers did not move.
    #[field(rule = "Fire modifiers:aimed", default = true)]
    pub aimed: bool,
    /// The firers are of the British Expeditionary Force; it counts for rifles.
    #[field(rule = "Fire modifiers:bef")]
    pub bef: bool,
    /// The light machine gun is belt-fed.
    #[field(rule = "Fire modifiers:belt-fed")]
    pub belt_fed: bool,
    /// Men of the machine gun's crew already lost.
    #[field(rule = "R3", max = 2)]
    pub crew_lost: u8,
    /// They fire armour-piercing rounds.
    #[field(rule = "Vehicles:armour-piercing")]
    pub armour_piercing: bool,
    /// The vehicle.
    #[field(rule = "Vehicles:closed-crew")]
    pub vehicle: Vehicle,
    /// Men in it, as far as its crew goes.
    #[field(rule = "R17", min = 1, max = 18, default = 8)]
    pub crew: u8,
}

/// A weapon that can fire armour-piercing bullets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum SmallArm {
    /// Rifles.
    #[default]
    Rifle,
    /// A light machine gun.
    Lmg,
    /// A heavy machine gun.
    Hmg,
    /// A sniper.
    Sniper,
}

/// The fire at a crew.
pub struct Firing {
    table: Tally,
    figures: Tally,
    rule: Rule,
    /// Men who can be hit by one throw.
    shown: u8,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The fire is thrown for.
    Fire,
    /// All is known.
    Over(Losses),
}

impl Firing {
    /// The fire and where it begins.
    pub fn begin(fire: &FireAtCrew) -> (Firing, Stage) {
        let weapon = fire.weapon.weapon();
        let FireAtCrew { quality, crew_lost, .. } = *fire;
        let delivery = Delivery { aimed: fire.aimed, bef: fire.bef, belt_fed: fire.belt_fed, enfilade: false };
        let firer = Firer { weapon, quality, delivery, crew_lost };
        let cover = fire.vehicle.cover(fire.armour_piercing);
        let posture = Posture { cover, formation: Formation::OpenOrder, prone: false };
        let firing = Firing {
            table: table_number(&firer, fire.range, &posture),
            figures: weapon.figures(fire.figures.into(), crew_lost),
            rule: fire.vehicle.cover_rule(fire.armour_piercing),
            shown: fire.shown(),
        };
        (firing, Stage::Fire)
    }
}

impl Chain for Firing {
    type Stage = Stage;
    type Outcome = Losses;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Losses> {
        match stage {
            Stage::Over(lost) => Turn::Done(*lost),
            Stage::Fire => Turn::Roll,
        }
    }

    fn step(&self, _: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let explained = Explanation::of(self.rule, "fire at the crew").tally(self.table.clone());
        if self.table.total() < 1 {
            return explained.gives(Stage::Over(lost(0)), Phrase::of("the table is below 1: no effect"));
        }
        let why = Why::low("fire at the crew", FIRER);
        let Thrown { die, read } = casualties::throw(self.table.total(), self.figures.total() as u16, why, dice);
        let hit = read.casualties.min(self.shown);
        let explained = explained.tally(self.figures.clone()).throw(die).read_at(read.cell);
        let phrase = Phrase::of("{} {is|are} lost of the {} who can be hit").number(hit).number(self.shown);
        explained.gives(Stage::Over(lost(hit)), phrase)
    }
}

/// R17 A closed crew shows so many figures to fire without armour-piercing rounds.
const SHOWN: u8 = 2;

impl FireAtCrew {
    fn check(&self) -> Result<(), Refusal> {
        self.weapon.weapon().check(self.range, self.crew_lost)
    }

    fn shown(&self) -> u8 {
        let crew = self.crew.min(self.vehicle.crew());
        if self.vehicle == Vehicle::OpenCar || self.armour_piercing { crew } else { crew.min(SHOWN) }
    }
}

fn lost(casualties: u8) -> Losses {
    // Every man of a crew is a gunner, so his loss is a specialist's (R7).
    Losses { casualties, specialists: casualties }
}

impl SmallArm {
    fn weapon(self) -> Weapon {
        match self {
            SmallArm::Rifle => Weapon::Rifle,
            SmallArm::Lmg => Weapon::Lmg,
            SmallArm::Hmg => Weapon::Hmg,
            SmallArm::Sniper => Weapon::Sniper,
        }
    }
}

/// Small arms at a crew.
pub fn procedure() -> impl Procedure<Situation = FireAtCrew> {
    let card = Card {
        name: "crew",
        title: "Small arms at a crew",
        rule: Rule("Vehicles:closed-crew"),
        about: "What do small arms do to the crew of a tank or an armoured car?",
        seat: FIRER,
    };
    Chained::new(card, Firing::begin).checked(FireAtCrew::check)
}

/// Men in a vehicle or a building that is destroyed.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Wreck {
    /// Men inside.
    #[field(rule = "R17", min = 1, max = 40, default = 5)]
    pub men: u8,
}

/// Men who got out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Survivors {
    /// Alive.
    pub alive: u8,
    /// Dead.
    pub dead: u8,
}

/// R17 and R18: each man in a destroyed vehicle or building lives on a D6 of 4 or more.
pub fn resolve_wreck(wreck: &Wreck, dice: &mut dyn Dice) -> Resolved<Survivors> {
    let men = wreck.men;
    resolve_survivors(men, Rule("R17"), dice).map(|alive| Survivors { alive, dead: men - alive })
}

impl fmt::Display for Survivors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.alive, self.dead) {
            (0, _) => f.write_str("nobody gets out"),
            (_, 0) => f.write_str("all get out"),
            (alive, dead) if alive < dead => f.write_str("fewer than half get out"),
            _ => f.write_str("half or more get out"),
        }
    }
}

impl Outcome for Survivors {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("survivors", self.alive.into())]
    }
}

/// The survivors of a wreck.
pub fn survivors_procedure() -> impl Procedure {
    let card = Card {
        name: "survivors",
        title: "Survivors",
        rule: Rule("R17"),
        about: "How many men get out of a destroyed vehicle or building alive?",
        seat: OWNER,
    };
    Step::new(card, resolve_wreck)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio, run};

    fn fired(fire: &FireAtCrew, faces: impl IntoIterator<Item = u8>) -> u8 {
        let (firing, stage) = Firing::begin(fire);
        run(&firing, stage, &mut Scripted::of(faces)).outcome.casualties
    }

    #[test]
    fn r17_a_closed_crew_shows_2_figures_so_no_throw_costs_more() {
        // Forty aimed rifles at 2 inches: 8 + 1 - 2 hard cover is table 7, which gives 9 under 40 figures on a 1.
        let rifles = FireAtCrew { figures: 40, range: 2, ..FireAtCrew::default() };
        assert_eq!(casualties::read(7, 40, 1).casualties, 9);
        assert_eq!(fired(&rifles, [1]), 2);
        let last_man = FireAtCrew { crew: 1, ..rifles.clone() };
        assert_eq!(fired(&last_man, [1]), 1);
        let piercing = FireAtCrew { armour_piercing: true, ..rifles };
        assert!(fired(&piercing, [1]) > 2, "armour-piercing rounds reach the whole crew");
    }

    #[test]
    fn firing_figures_of_a_machine_gun_fall_with_its_crew_at_a_vehicle_too() {
        let guns = [0, 1, 2].map(|crew_lost| FireAtCrew { weapon: SmallArm::Hmg, crew_lost, ..FireAtCrew::default() });
        assert_eq!(guns.map(|gun| Firing::begin(&gun).0.figures.total()), [15, 10, 5]);
        let unmanned = FireAtCrew { weapon: SmallArm::Lmg, crew_lost: 2, ..FireAtCrew::default() };
        assert!(unmanned.check().is_err(), "R3: no gunner, no fire");
        let regulars = FireAtCrew { bef: true, ..FireAtCrew::default() };
        assert_eq!(Firing::begin(&regulars).0.table.total(), Firing::begin(&FireAtCrew::default()).0.table.total() + 1);
    }

    #[test]
    fn vehicles_armour_piercing_makes_it_soft_cover_and_goes_through() {
        let piercing = FireAtCrew { armour_piercing: true, ..FireAtCrew::default() };
        assert_eq!(Firing::begin(&piercing).0.table.total(), 5);
        assert_eq!(fired(&piercing, [1]), 2);
    }

    #[test]
    fn vehicles_open_crews_are_always_in_soft_cover() {
        let open = FireAtCrew { vehicle: Vehicle::OpenCar, ..FireAtCrew::default() };
        assert_eq!(Firing::begin(&open).0.table.total(), 5);
        assert_eq!(fired(&open, [1]), 2);
        assert_eq!(Firing::begin(&FireAtCrew { armour_piercing: true, ..open }).0.table.total(), 5);
    }

    #[test]
    fn r17_each_man_in_a_wreck_lives_on_4_or_more() {
        let alive = odds(|dice| resolve_wreck(&Wreck { men: 2 }, dice).outcome.alive);
        assert_eq!((&alive[&0], &alive[&1], &alive[&2]), (&ratio(1, 4), &ratio(1, 2), &ratio(1, 4)));
    }
}
