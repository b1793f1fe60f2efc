//! Squads, crews, guns and vehicles, and the figures of which they consist (R2, R3, R17).

use super::Side;
use crate::guns::Gun;
use crate::melee::Troops;
use crate::troops::{Formation, Quality};
use crate::vehicles::Vehicle;
use crate::weapons::Weapon;
use field::{Facing, INCH, Point};
use kernel::prelude::Choice;
use serde::{Deserialize, Serialize};

/// A squad by its place in the army lists, the attacker's first; snipers follow when they are seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SquadId(pub u8);

/// The number of a side's own first sniper while he is hidden. Only that side's view has such numbers.
pub(super) const HIDDEN: u8 = 200;

/// What a squad is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A squad of infantry.
    #[default]
    Infantry,
    /// Cavalry on horseback.
    Cavalry,
    /// Cavalry on foot.
    DismountedCavalry,
    /// A heavy machine gun with its crew.
    Hmg,
    /// A light machine gun with its crew.
    Lmg,
    /// A mortar with its crew.
    Mortar,
    /// A howitzer.
    Howitzer,
    /// A heavy gun.
    HeavyGun,
    /// A medium gun.
    MediumGun,
    /// A light gun.
    LightGun,
    /// A medium gun of the horse artillery.
    HorseGun,
    /// A leader by himself.
    Leader,
    /// A sniper who has been seen.
    Sniper,
    /// A wagon.
    Wagon,
    /// A British tank of 1916 with guns.
    MarkIMale,
    /// A British tank of 1916 with machine guns.
    MarkIFemale,
    /// A British tank of 1917 with guns.
    MarkIvMale,
    /// A British tank of 1917 with machine guns.
    MarkIvFemale,
    /// A British light tank.
    Whippet,
    /// A French heavy tank.
    StChamond,
    /// A French tank.
    Schneider,
    /// A French light tank with a gun.
    Ft17Gun,
    /// A French light tank with a machine gun.
    Ft17Mg,
    /// The German tank.
    A7v,
    /// A closed armoured car.
    ClosedCar,
    /// An open armoured car.
    OpenCar,
}

/// What a man of a squad is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A man with a rifle.
    Rifleman,
    /// The NCO of a squad.
    Nco,
    /// An officer, with a pistol.
    Officer,
    /// A man of a light machine gun.
    LmgGunner,
    /// A man of a heavy machine gun, a mortar or a gun.
    Gunner,
    /// A sniper.
    Sniper,
}

/// One figure, one man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// Where he stands, in hundredths of an inch to the right.
    pub x: i16,
    /// And down.
    pub y: i16,
    /// What he is.
    pub role: Role,
    /// R8 Grenades that he has left.
    pub grenades: u8,
    /// Is he there?
    pub alive: bool,
}

/// How the men of a squad hold themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    /// On their feet.
    #[default]
    Up,
    /// Lying down (R45).
    Prone,
    /// Keeping down in a trench or dugout (R15).
    Down,
}

/// A melee that a squad is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Brawl {
    /// Rounds fought.
    pub rounds: u8,
    /// It won the last one.
    pub won: bool,
    /// The last one brought no casualty.
    pub quiet: bool,
    /// It has charged into it, and is the attacker as long as it goes on.
    #[serde(default)]
    pub charged: bool,
}

/// What has happened to a squad in this move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of a move that some rule asks for")]
pub struct Deeds {
    /// It has had its turn in phase c (R28).
    pub done: bool,
    /// It has moved, so its fire is not aimed (R6).
    pub moved: bool,
    /// It has charged (Melee:charging).
    pub charged: bool,
    /// It may not fire in phase d: it has fired at a charge (R8), charged, or fallen back (R25).
    pub silent: bool,
    /// Its fire is not aimed for another reason: it has just risen, or it failed a test (R2, R25).
    pub unsteady: bool,
    /// Somebody has thrown at it (Morale:under-fire).
    pub under_fire: bool,
    /// It came under fire for the first time in this phase (Morale 1).
    pub first_fire: bool,
    /// It came under gas in this phase (Morale 2).
    pub gassed: bool,
    /// A man of it has thrown against gas in this move, so it is under gas attack (Morale:gas).
    pub in_gas: bool,
    /// Those of its men who have, a bit for each by his number in the squad (R10).
    #[serde(default)]
    pub breathed: u16,
    /// Casualties of this move (R11).
    pub lost: u8,
    /// Casualties of this phase (Morale 3).
    pub lost_now: u8,
    /// It has tested in this move (R47).
    pub tested: bool,
    /// It has used half of its move to mount or dismount (R31).
    pub half: bool,
    /// It has fought its round of melee (R13).
    pub fought: bool,
    /// It lost a melee (Morale:pushed-back).
    pub pushed: bool,
    /// It fell back or routed (R46).
    pub fell_back: bool,
    /// It did not see to its own side's orders: the failed test took its charge and move (R25).
    pub shaken: bool,
}

/// A vehicle beside its crew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hull {
    /// What shells took off its value.
    pub worn: u8,
    /// Men in it.
    pub crew: u8,
    /// Weapons knocked out: main guns, light and heavy machine guns (R17).
    pub knocked_out: [u8; 3],
    /// It is bogged or broken down.
    pub stuck: bool,
    /// It was under armour-piercing bullets or artillery in the last move (R17).
    pub shelled: bool,
    /// The same, in this move.
    pub shelled_now: bool,
}

/// A squad, crew, gun or vehicle as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact that some rule asks for")]
pub struct Squad {
    /// Whose it is.
    pub side: Side,
    /// What it is; cavalry mounts and dismounts.
    pub kind: Kind,
    /// How good its men are.
    pub quality: Quality,
    /// The place of its first figure in the list of all.
    pub first: u16,
    /// Its figures at the beginning.
    pub count: u8,
    /// The middle of its men, or the place of its gun or vehicle.
    pub at: Point,
    /// Where it faces.
    pub facing: Facing,
    /// The formation that was declared (R32).
    pub formation: Formation,
    /// How its men hold themselves.
    pub posture: Posture,
    /// Its guns or horses are limbered.
    pub limbered: bool,
    /// Its men wear masks (R10).
    pub masked: bool,
    /// It is routed (R12).
    pub routed: bool,
    /// It has been under fire (Morale 1).
    pub blooded: bool,
    /// It was under gas in the last move (Morale 2).
    pub was_gassed: bool,
    /// It may not come nearer to the enemy up to this move (R12).
    pub holds_until: u8,
    /// Retreats that take the place of its orders (R12).
    pub retreats: u8,
    /// It stands at wire, which it may cross in this move (R2).
    pub at_wire: bool,
    /// Moves at rest, for a sniper (Snipers 1).
    pub rest: u8,
    /// A sniper who has fired is seen from further off (R16).
    pub has_fired: bool,
    /// A sniper who had no way home when that was looked at in phase a (R16).
    pub cut_off: bool,
    /// Who fired at a sniper last (R37).
    pub shot_at_by: Option<SquadId>,
    /// The melee that it is in.
    pub brawl: Option<Brawl>,
    /// The vehicle, where it is one.
    pub hull: Option<Hull>,
    /// Who has taken or destroyed its gun or vehicle (R19, R43).
    pub taken: bool,
    /// What has happened to it in this move.
    pub deeds: Deeds,
}

/// R2 The side of a figure's base.
pub(super) const BASE: i64 = crate::burst::BASE;

impl Figure {
    /// Where he stands.
    pub fn at(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }

    pub(super) fn stand(&mut self, at: Point) {
        (self.x, self.y) = (at.x as i16, at.y as i16);
    }
}

/// Common:distance The gap between two bases, from edge to edge.
pub(super) fn gap(one: Point, other: Point) -> i64 {
    Point::default().distance(beside(one, other))
}

/// How far two bases are apart along the table and across it.
pub(super) fn beside(one: Point, other: Point) -> Point {
    let off = |off: i64| (off.abs() - BASE).max(0);
    Point::new(off(one.x - other.x), off(one.y - other.y))
}

/// Do two bases touch or overlap?
pub(super) fn touch(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() <= BASE && (one.y - other.y).abs() <= BASE
}

/// Do two bases share ground?
pub(super) fn overlap(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() < BASE && (one.y - other.y).abs() < BASE
}

/// Does a burst of this diameter touch the base of a man?
pub(super) fn is_in(burst: Point, diameter: i64, man: Point) -> bool {
    let beside = |off: i64| (2 * off.abs() - BASE).max(0);
    let (x, y) = (beside(man.x - burst.x), beside(man.y - burst.y));
    x * x + y * y <= diameter * diameter
}

impl Role {
    /// An officer, gunner or other specialist (Firing:specialists).
    pub fn is_specialist(self) -> bool {
        self != Role::Rifleman
    }

    /// What he is called.
    pub fn name(self) -> &'static str {
        match self {
            Role::Rifleman => "rifleman",
            Role::Nco => "NCO",
            Role::Officer => "officer",
            Role::LmgGunner => "machine gunner",
            Role::Gunner => "gunner",
            Role::Sniper => "sniper",
        }
    }

    /// The weapon that he fires by himself.
    pub fn weapon(self) -> Option<Weapon> {
        match self {
            Role::Rifleman | Role::Nco => Some(Weapon::Rifle),
            Role::Officer => Some(Weapon::Pistol),
            Role::LmgGunner => Some(Weapon::Lmg),
            Role::Sniper => Some(Weapon::Sniper),
            Role::Gunner => None,
        }
    }
}

impl Kind {
    /// The vehicle that it is.
    pub fn vehicle(self) -> Option<Vehicle> {
        Some(match self {
            Kind::MarkIMale | Kind::MarkIFemale => Vehicle::MarkI,
            Kind::MarkIvMale | Kind::MarkIvFemale => Vehicle::MarkIv,
            Kind::Whippet => Vehicle::Whippet,
            Kind::StChamond => Vehicle::StChamond,
            Kind::Schneider => Vehicle::Schneider,
            Kind::Ft17Gun | Kind::Ft17Mg => Vehicle::Ft17,
            Kind::A7v => Vehicle::A7v,
            Kind::ClosedCar => Vehicle::ClosedCar,
            Kind::OpenCar => Vehicle::OpenCar,
            _ => return None,
        })
    }

    /// R17 The weapons of a vehicle: main guns, light and heavy machine guns.
    pub fn armament(self) -> [(Weapon, u8); 3] {
        let (guns, lmgs, hmgs) = match self {
            Kind::MarkIMale | Kind::MarkIvMale => (2, 3, 0),
            Kind::MarkIFemale | Kind::MarkIvFemale => (0, 5, 0),
            Kind::Whippet => (0, 0, 4),
            Kind::StChamond => (1, 0, 4),
            Kind::Schneider => (1, 0, 2),
            Kind::Ft17Gun => (1, 0, 0),
            Kind::Ft17Mg | Kind::ClosedCar | Kind::OpenCar => (0, 0, 1),
            Kind::A7v => (1, 0, 6),
            _ => (0, 0, 0),
        };
        [(Weapon::TankGun, guns), (Weapon::Lmg, lmgs), (Weapon::Hmg, hmgs)]
    }

    /// The gun or mortar that it is.
    pub fn gun(self) -> Option<Gun> {
        Some(match self {
            Kind::Mortar => Gun::Mortar,
            Kind::Howitzer => Gun::Howitzer,
            Kind::HeavyGun => Gun::HeavyGun,
            Kind::MediumGun | Kind::HorseGun => Gun::MediumGun,
            Kind::LightGun => Gun::LightGun,
            _ => return None,
        })
    }

    /// Guns on wheels, which limber and unlimber.
    pub fn is_field_piece(self) -> bool {
        self.gun().is_some_and(|gun| gun != Gun::Mortar)
    }

    /// R3 How many figures it has where the scenario does not say.
    pub fn usual_men(self) -> u8 {
        match self {
            Kind::Infantry => 10,
            Kind::Cavalry | Kind::DismountedCavalry => 8,
            Kind::Hmg | Kind::Mortar => 3,
            Kind::Lmg | Kind::Wagon => 2,
            Kind::Leader | Kind::Sniper => 1,
            kind if kind.is_field_piece() => 5,
            _ => 0,
        }
    }

    /// Who fights in a melee.
    pub fn troops(self) -> Troops {
        match self {
            Kind::Cavalry => Troops::MountedCavalry,
            Kind::DismountedCavalry => Troops::DismountedCavalry,
            Kind::Leader => Troops::DismountedGeneral,
            Kind::Infantry | Kind::Sniper => Troops::Infantry,
            _ => Troops::Gunners,
        }
    }

    /// Is it a vehicle that shells or captors score for, or a gun (R19)?
    pub fn is_prize(self) -> bool {
        self.vehicle().is_some() || self.is_field_piece()
    }

    /// What it is called: 'heavy machine gun'.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::DismountedCavalry => "dismounted cavalry",
            Kind::Hmg => "heavy machine gun",
            Kind::Lmg => "light machine gun",
            Kind::Mortar => "mortar",
            Kind::Howitzer => "howitzer",
            Kind::HeavyGun => "heavy gun",
            Kind::MediumGun => "medium gun",
            Kind::LightGun => "light gun",
            Kind::HorseGun => "gun of the horse artillery",
            Kind::Leader => "leader",
            Kind::Sniper => "sniper",
            Kind::Wagon => "wagon",
            Kind::MarkIMale => "Mark I, male",
            Kind::MarkIFemale => "Mark I, female",
            Kind::MarkIvMale => "Mark IV, male",
            Kind::MarkIvFemale => "Mark IV, female",
            Kind::Whippet => "Whippet",
            Kind::StChamond => "St Chamond",
            Kind::Schneider => "Schneider",
            Kind::Ft17Gun | Kind::Ft17Mg => "FT17",
            Kind::A7v => "A7V",
            Kind::ClosedCar => "closed armoured car",
            Kind::OpenCar => "open armoured car",
        }
    }
}

impl Squad {
    /// Is it a vehicle that still goes or fights?
    pub fn is_vehicle(&self) -> bool {
        self.hull.is_some()
    }

    /// R17 Vehicles whose crews are closed in are not charged (R13).
    pub fn is_closed(&self) -> bool {
        self.is_vehicle() && self.kind != Kind::OpenCar
    }

    /// Is it in a melee?
    pub fn fights(&self) -> bool {
        self.brawl.is_some()
    }

    /// R15 Do its men keep down?
    pub fn keeps_down(&self) -> bool {
        self.posture == Posture::Down
    }

    /// R6, R10 Is its fire aimed?
    pub fn aims(&self) -> bool {
        !self.deeds.moved && !self.deeds.unsteady && !self.masked && !self.keeps_down()
    }

    /// R2 The ground that a vehicle covers: 2 by 3 inches.
    pub fn hull_plan(&self) -> field::Rectangle {
        field::Rectangle { middle: self.at, width: 2 * INCH, depth: 3 * INCH, facing: self.facing }
    }
}
