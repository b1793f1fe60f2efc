//! Vehicles: a shell fired at a tank or an armoured car.

use crate::burst::{Ammunition, diameter};
use crate::casualties::{self, Thrown};
use crate::cover::{Contact, damage, resolve_survivors};
use crate::deviation::{Aim, Fall, resolve_deviation, resolve_distance};
use crate::fire_modifiers::{Posture, table_number, weapon_table};
use crate::guns::{Gun, Laying, Piece};
use crate::seats::FIRER;
use crate::troops::{Formation, Quality};
use crate::vehicles::Vehicle;
use field::{Circle, Direction, Facing, INCH, Point, Rectangle};
use kernel::prelude::*;
use std::fmt;

/// A shell at a vehicle. It is high explosive.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct ShellAtVehicle {
    /// The gun.
    #[field(rule = "Artillery:table")]
    pub gun: Gun,
    /// How it is laid.
    #[field(rule = "R9")]
    pub laying: Laying,
    /// Inches to the vehicle; guns off the table use the column of 60.
    #[field(rule = "Firing:guns", max = 96, default = 24)]
    pub range: u8,
    /// How good the gun's crew is.
    #[field(rule = "Fire modifiers:crack")]
    pub quality: Quality,
    /// Gunners already lost.
    #[field(rule = "Fire modifiers:gunner-lost", max = 4)]
    pub crew_lost: u8,
    /// The vehicle.
    #[field(rule = "Vehicles:value")]
    pub vehicle: Vehicle,
    /// What earlier shells took off its value.
    #[field(rule = "Vehicles:value", max = 21)]
    pub worn: u8,
    /// Men in it, as far as its crew goes.
    #[field(rule = "R17", min = 1, max = 18, default = 4)]
    pub crew: u8,
    /// Inches of the vehicle across the line of fire.
    #[field(rule = "Burst:diameter", min = 1, max = 6, default = 2)]
    pub width: u8,
    /// Inches of the vehicle along the line of fire.
    #[field(rule = "Burst:diameter", min = 1, max = 6, default = 3)]
    pub length: u8,
}

kernel::outcomes! {
    /// What a shell does to a vehicle, from the worst for the gun to the best.
    pub enum Hit {
        /// It falls clear of it.
        Misses = "misses",
        /// It meets it, and does nothing to it.
        NoEffect = "has no effect on the vehicle",
        /// It takes something off its value.
        Damages = "damages the vehicle",
        /// It knocks out one of its guns.
        KnocksOutGun = "knocks out a gun",
        /// It destroys it.
        Destroys = "destroys the vehicle",
    }
}

/// What a shell has done to a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VehicleHit {
    /// In a word.
    pub hit: Hit,
    /// Men of its crew lost.
    pub crew_lost: u8,
    /// Taken off its value.
    pub damage: u8,
    /// A gun is knocked out; the owner names it.
    pub gun_knocked_out: bool,
}

/// A shell on its way to a vehicle.
pub struct Flight {
    piece: Piece,
    diameter: i64,
    plan: Rectangle,
    crew_table: Tally,
    crew_rule: Rule,
    table: Tally,
    value: u8,
    crew: u8,
}

/// Where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The deviation die is due.
    Deviation,
    /// It goes astray in this direction.
    Astray(Direction),
    /// A direct hit may knock out a gun.
    Guns,
    /// The crew is thrown for.
    Crew {
        /// How the burst meets the vehicle.
        contact: Contact,
        /// A gun is knocked out.
        gun: bool,
    },
    /// Its value is worn down.
    Armour {
        /// How the burst meets the vehicle.
        contact: Contact,
        /// A gun is knocked out.
        gun: bool,
        /// Men of the crew lost.
        lost: u8,
    },
    /// The men try to get out of the wreck.
    Wreck(VehicleHit),
    /// All is known.
    Over(VehicleHit),
}

impl Flight {
    /// The shell and where it begins.
    pub fn begin(shell: &ShellAtVehicle) -> (Flight, Stage) {
        let piece = shell.piece();
        let firer = piece.firer(false);
        let cover = shell.vehicle.cover(false);
        // A vehicle is no line of men, so nothing but its cover describes the crew.
        let posture = Posture { cover, formation: Formation::OpenOrder, prone: false };
        let (width, depth) = (i64::from(shell.width) * INCH, i64::from(shell.length) * INCH);
        let flight = Flight {
            piece,
            diameter: diameter(shell.gun.weapon(), Ammunition::HighExplosive),
            plan: Rectangle { middle: Point::default(), width, depth, facing: Facing::UP },
            crew_table: table_number(&firer, piece.range(), &posture),
            crew_rule: shell.vehicle.cover_rule(false),
            table: weapon_table(&firer, piece.range()),
            value: shell.vehicle.value().saturating_sub(shell.worn),
            crew: shell.crew.min(shell.vehicle.crew()),
        };
        (flight, Stage::Deviation)
    }

    fn landing(&self, off: Point) -> Stage {
        let burst = Circle { middle: off, diameter: self.diameter };
        if burst.touches(self.plan) {
            return Stage::Crew { contact: Contact::Touched, gun: false };
        }
        Stage::Over(VehicleHit { hit: Hit::Misses, crew_lost: 0, damage: 0, gun_knocked_out: false })
    }

    /// Vehicles:gun-hit and R17: at a direct hit a D6, and on a 6 a gun is knocked out.
    fn guns(dice: &mut dyn Dice) -> Resolved<Stage> {
        let die = dice.d6(Why::high("a gun knocked out", FIRER));
        let gun = die.value() >= GUN_KNOCKED_OUT_ON;
        let words = if gun { "a gun is knocked out; its owner names it" } else { "no gun is hit" };
        let next = Stage::Crew { contact: Contact::Direct, gun };
        Explanation::of(Rule("Vehicles:gun-hit"), "guns").throw(die).gives(next, Phrase::of(words))
    }

    /// The crew is thrown for in its cover, as men in a burst are.
    fn crew(&self, contact: Contact, gun: bool, dice: &mut dyn Dice) -> Resolved<Stage> {
        let explained = Explanation::of(self.crew_rule, "crew").tally(self.crew_table.clone());
        if self.crew_table.total() < 1 {
            let next = Stage::Armour { contact, gun, lost: 0 };
            return explained.gives(next, Phrase::of("the table is below 1: nobody is hit"));
        }
        let figures = self.piece.gun.weapon().figures(0, 0);
        let why = Why::low("crew", FIRER);
        let Thrown { die, read } = casualties::throw(self.crew_table.total(), figures.total() as u16, why, dice);
        let lost = read.casualties.min(self.crew);
        let explained = explained.tally(figures).throw(die).read_at(read.cell);
        explained.gives(Stage::Armour { contact, gun, lost }, Phrase::of("{} of the crew {is|are} hit").number(lost))
    }

    /// Vehicles:value The shell takes the fire table, or half of it, off the value.
    fn wear_down(&self, contact: Contact, gun: bool, lost: u8) -> Resolved<Stage> {
        let damage = damage(self.table.clone(), contact);
        let off = damage.total().clamp(0, i32::from(self.value)) as u8;
        let left = self.value - off;
        let hit = match () {
            () if left == 0 => Hit::Destroys,
            () if gun => Hit::KnocksOutGun,
            () if off > 0 => Hit::Damages,
            () => Hit::NoEffect,
        };
        let end = VehicleHit { hit, crew_lost: lost, damage: off, gun_knocked_out: gun };
        let next = if left == 0 && self.crew > lost { Stage::Wreck(end) } else { Stage::Over(end) };
        let phrase = Phrase::of("{} off its value, {} left").number(off).number(left);
        Explanation::of(Rule("Vehicles:value"), "armour").tally(damage).gives(next, phrase)
    }
}

impl Chain for Flight {
    type Stage = Stage;
    type Outcome = VehicleHit;

    fn turn(&self, stage: &Stage) -> Turn<Stage, VehicleHit> {
        match stage {
            Stage::Over(hit) => Turn::Done(*hit),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Deviation => {
                let aim = Aim { direct: self.piece.laying.is_direct(), building: false };
                resolve_deviation(aim, dice).map(|fall| match fall {
                    Fall::Hit => Stage::Guns,
                    Fall::Astray(direction) => Stage::Astray(direction),
                })
            }
            Stage::Astray(direction) => {
                resolve_distance(self.piece.laying.spread(), direction, dice).map(|off| self.landing(off))
            }
            Stage::Guns => Flight::guns(dice),
            Stage::Crew { contact, gun } => self.crew(contact, gun, dice),
            Stage::Armour { contact, gun, lost } => self.wear_down(contact, gun, lost),
            Stage::Wreck(end) => resolve_survivors(self.crew - end.crew_lost, Rule("R17"), dice)
                .map(|alive| Stage::Over(VehicleHit { crew_lost: self.crew - alive, ..end })),
            Stage::Over(_) => unreachable!("a shell that has burst throws no dice"),
        }
    }
}

const GUN_KNOCKED_OUT_ON: i32 = 6;

impl ShellAtVehicle {
    fn piece(&self) -> Piece {
        let ShellAtVehicle { gun, laying, range, quality, crew_lost, .. } = *self;
        Piece { gun, laying, range, quality, crew_lost }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.piece().check()?;
        let value = self.vehicle.value();
        if self.worn >= value {
            let sentence = format!("a {} has the value {value}, so with {} off it is a wreck", self.vehicle, self.worn);
            return Err(Refusal::field("worn", sentence));
        }
        Ok(())
    }
}

impl fmt::Display for VehicleHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hit)
    }
}

impl Outcome for VehicleHit {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("crew lost", self.crew_lost.into()),
            ("taken off its value", self.damage.into()),
            ("guns knocked out", self.gun_knocked_out.into()),
        ]
    }
}

/// A shell at a vehicle.
pub fn procedure() -> impl Procedure<Situation = ShellAtVehicle> {
    let card = Card {
        name: "gun-hit",
        title: "Shell at a vehicle",
        rule: Rule("Vehicles:gun-hit"),
        about: "Does a shell knock out a gun of a tank or car, wear it down or destroy it?",
        seat: FIRER,
    };
    Chained::new(card, Flight::begin).checked(ShellAtVehicle::check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    fn fired(shell: &ShellAtVehicle, faces: impl IntoIterator<Item = u8>) -> VehicleHit {
        let (flight, stage) = Flight::begin(shell);
        run(&flight, stage, &mut Scripted::of(faces)).outcome
    }

    #[test]
    fn vehicles_value_falls_by_the_table_at_a_direct_hit_and_by_half_when_touched() {
        // A medium gun at 24 is table 6; the crew is in hard cover, table 4 in the column of 6.
        let mark_iv = ShellAtVehicle::default();
        assert_eq!(fired(&mark_iv, [9, 1, 6]).damage, 6);
        // An inch to the right: the burst of 3 inches touches a tank 2 inches wide.
        assert_eq!(fired(&mark_iv, [3, 1, 6]).damage, 3);
        assert_eq!(fired(&mark_iv, [3, 3]).hit, Hit::Misses, "3 inches off: 2 from its side");
    }

    #[test]
    fn r17_a_gun_is_knocked_out_on_a_6_of_a_direct_hit() {
        let (flight, stage) = Flight::begin(&ShellAtVehicle::default());
        let odds = of_chain(&Budget::default(), &flight, &Dist::certain(stage)).dist;
        assert_eq!(odds.chance_that(|end| end.gun_knocked_out), ratio(3, 10) * ratio(1, 6));
    }

    #[test]
    fn r17_each_man_of_a_destroyed_vehicle_lives_on_4_or_more() {
        let worn = ShellAtVehicle { worn: 9, crew: 3, ..ShellAtVehicle::default() };
        let wreck = fired(&worn, [10, 2, 6, 3, 4, 5]);
        assert_eq!((wreck.hit, wreck.crew_lost, wreck.damage), (Hit::Destroys, 1, 6));
    }

    #[test]
    fn vehicles_crews_are_in_hard_cover_and_in_an_open_car_in_soft() {
        let table =
            |vehicle| Flight::begin(&ShellAtVehicle { vehicle, ..ShellAtVehicle::default() }).0.crew_table.total();
        assert_eq!((table(Vehicle::MarkIv), table(Vehicle::OpenCar)), (4, 5));
    }

    #[test]
    fn no_more_of_the_crew_are_lost_than_the_vehicle_holds() {
        let ft17 = ShellAtVehicle { vehicle: Vehicle::Ft17, crew: 18, ..ShellAtVehicle::default() };
        assert_eq!(Flight::begin(&ft17).0.crew, 2);
    }
}
