//! R1: the catalogue of types, with the published figures their values come from.

use crate::grade::{self, Ap, Star, Values};
use crate::quality::Quality;
use serde::Deserialize;
use std::sync::LazyLock;

/// A type of element.
#[derive(Debug)]
pub struct Element {
    /// The word for it: `sherman-75`.
    pub word: &'static str,
    /// The published figures.
    pub figures: Figures,
    /// The values that R3 and R4 make of them.
    pub values: Values,
    name: &'static str,
    help: &'static str,
}

/// Every type, in the order of the file.
pub static CATALOGUE: LazyLock<Vec<Element>> = LazyLock::new(|| {
    let file: toml::Table = toml::from_str(include_str!("../catalogue.toml")).expect("the catalogue can be read");
    file.into_iter().map(|(word, entry)| Element::read(word, entry)).collect()
});

/// The type of this word, which the program knows to be there.
pub fn element(word: &str) -> &'static Element {
    let found = CATALOGUE.iter().find(|element| element.word == word);
    found.unwrap_or_else(|| panic!("the catalogue has no '{word}'"))
}

/// The entry of a type in the data file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Figures {
    /// Its name in full.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// What it is.
    pub class: Class,
    /// What it moves on.
    pub running: Running,
    /// When it was in use.
    pub years: String,
    /// Its gun.
    pub gun: Option<Gun>,
    /// A second, larger gun in the hull, by calibre in millimetres; it fires high explosive only.
    pub hull_gun: Option<u16>,
    /// Its hollow charge.
    pub hollow_charge: Option<HollowCharge>,
    /// Its mortar.
    pub mortar: Option<Mortar>,
    /// Its bombs in kilograms.
    pub bomb: Option<u16>,
    /// Its small arms.
    pub small_arms: Option<SmallArms>,
    /// It has a flamethrower.
    #[serde(default)]
    pub flamethrower: bool,
    /// Its gun had no high explosive.
    #[serde(default)]
    pub no_he: bool,
    /// Its optics are good.
    #[serde(default)]
    pub optics: bool,
    /// One man commands and serves the gun.
    #[serde(default)]
    pub one_man_turret: bool,
    /// Its armour.
    pub armour: Option<Armour>,
    /// A gun with a shield.
    #[serde(default)]
    pub shield: bool,
    /// Its height in centimetres.
    pub height: Option<u16>,
    /// Its speed in kilometres an hour.
    pub speed: Option<u16>,
    /// It has a radio.
    #[serde(default)]
    pub radio: bool,
    /// It is open-topped.
    #[serde(default)]
    pub open_topped: bool,
    /// It can be broken down and carried.
    #[serde(default)]
    pub man_portable: bool,
    /// How many elements can ride in or on it.
    #[serde(default)]
    pub capacity: u8,
    /// How good its men usually are.
    #[serde(default)]
    pub quality: Quality,
}

/// The armies of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// Germany.
    Germany,
    /// Britain.
    Britain,
    /// The USSR.
    Ussr,
    /// The USA.
    Usa,
    /// France.
    France,
}

impl Nation {
    /// Its name as it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Nation::Germany => "Germany",
            Nation::Britain => "Britain",
            Nation::Ussr => "USSR",
            Nation::Usa => "USA",
            Nation::France => "France",
        }
    }
}

/// What a type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A tank.
    Tank,
    /// A gun on an armoured chassis.
    SelfPropelledGun,
    /// An armoured car.
    ArmouredCar,
    /// An armoured carrier of infantry.
    Apc,
    /// A truck, tractor or wagon.
    SoftVehicle,
    /// A gun without a vehicle.
    Gun,
    /// A crew-served weapon: machine gun or mortar.
    Csw,
    /// A squad on foot.
    Infantry,
    /// Men with an anti-tank weapon.
    AtTeam,
    /// Men on horses.
    Cavalry,
    /// A commander.
    Commander,
    /// A forward observation officer.
    Foo,
    /// An aircraft.
    Aircraft,
}

/// What a type moves on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Running {
    /// Tracks.
    Tracked,
    /// Wheels and tracks.
    HalfTracked,
    /// Wheels.
    Wheeled,
    /// Wheels behind horses.
    HorseDrawn,
    /// Horseback.
    Horse,
    /// Feet.
    Foot,
    /// Wings.
    Air,
}

/// A gun's figures.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    /// Millimetres.
    pub calibre: u16,
    /// The barrel's length in calibres.
    pub barrel: u16,
    /// Muzzle velocity in metres a second.
    pub velocity: u16,
    /// Millimetres of armour at 500 m and 30 degrees; none without an armour-piercing round.
    pub penetration: Option<u16>,
}

/// A hollow charge's figures.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HollowCharge {
    /// Nominal penetration in millimetres.
    pub penetration: u16,
    /// Velocity in metres a second.
    pub velocity: u16,
}

/// A mortar's figures.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mortar {
    /// Millimetres.
    pub calibre: u16,
    /// Metres a second.
    pub velocity: u16,
    /// Greatest range in metres.
    pub metres: u16,
}

/// What men carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SmallArms {
    /// Rifles alone.
    Rifles,
    /// Rifles and a light machine gun.
    Lmg,
    /// Rifles and an MG 42.
    #[serde(rename = "mg-42")]
    Mg42,
    /// Submachine guns.
    Smg,
    /// A heavy machine gun.
    Hmg,
    /// The machine guns of a vehicle.
    VehicleMg,
}

/// The plates of an armoured vehicle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Armour {
    /// The front of the hull or superstructure.
    pub hull_front: Plate,
    /// The side of the hull or superstructure.
    pub hull_side: Plate,
    /// The front of the turret.
    pub turret_front: Option<Plate>,
    /// The side of the turret.
    pub turret_side: Option<Plate>,
}

/// A plate of armour.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plate {
    /// Millimetres.
    pub mm: u16,
    /// Degrees from the vertical.
    pub slope: u8,
}

impl Element {
    fn read(word: String, entry: toml::Value) -> Element {
        let figures: Figures = entry.try_into().unwrap_or_else(|error| panic!("catalogue, {word}: {error}"));
        let values = grade::values(&figures);
        let help =
            format!("{}, {} {}: {}", figures.name, figures.nation.name(), figures.years, in_short(&figures, &values));
        Element { word: word.leak(), name: figures.name.clone().leak(), figures, values, help: help.leak() }
    }

    /// Its name in full.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its name, nation and values in one line.
    pub fn help(&self) -> &'static str {
        self.help
    }

    /// R1 The published figures that its values come from, in one line; empty for men, whose values are those of R4.
    pub fn published(&self) -> String {
        let figures = &self.figures;
        let mut told = Vec::new();
        if let Some(gun) = figures.gun {
            let pierces = gun.penetration.map(|mm| format!(", {mm} mm of armour at 500 m")).unwrap_or_default();
            told.push(format!("{} mm L/{}, {} m/s{pierces}", gun.calibre, gun.barrel, gun.velocity));
        }
        told.extend(figures.hollow_charge.map(|charge| format!("hollow charge, {} mm of armour", charge.penetration)));
        told.extend(figures.mortar.map(|mortar| format!("{} mm mortar to {} m", mortar.calibre, mortar.metres)));
        if let Some(armour) = &figures.armour {
            let plate = |plate: Plate| format!("{} mm at {} degrees", plate.mm, plate.slope);
            let turret = armour.turret_front.map(|front| format!(", turret {}", plate(front))).unwrap_or_default();
            told.push(format!("front {}{turret}, side {}", plate(armour.hull_front), plate(armour.hull_side)));
        }
        told.extend(figures.height.map(|height| format!("{}.{:02} m high", height / 100, height % 100)));
        told.extend(figures.speed.map(|speed| format!("{speed} km/h")));
        told.join("; ")
    }

    /// It has armour, so that AP counts against it and HE/SA does not (R5).
    pub fn is_armoured(&self) -> bool {
        self.figures.armour.is_some()
    }

    /// A tank, self-propelled gun or armoured car; an armoured carrier is a transport.
    pub fn is_afv(&self) -> bool {
        matches!(self.figures.class, Class::Tank | Class::SelfPropelledGun | Class::ArmouredCar)
    }

    /// Carries others inside: an APC or a soft vehicle.
    pub fn is_transport(&self) -> bool {
        matches!(self.figures.class, Class::Apc | Class::SoftVehicle)
    }

    /// A vehicle of any kind on the table.
    pub fn is_vehicle(&self) -> bool {
        self.is_afv() || self.is_transport()
    }

    /// Guns and crew-served weapons: CSW where the sheet speaks of results and movement.
    pub fn is_csw(&self) -> bool {
        matches!(self.figures.class, Class::Csw | Class::Gun)
    }

    /// Men on foot who fight as infantry: squads and anti-tank teams.
    pub fn is_infantry(&self) -> bool {
        matches!(self.figures.class, Class::Infantry | Class::AtTeam)
    }

    /// A commander, FOO, soft vehicle or the like, which does not fight (Overrun:non-combat).
    pub fn is_non_combat(&self) -> bool {
        matches!(self.figures.class, Class::Commander | Class::Foo) || self.figures.class == Class::SoftVehicle
    }

    /// An aircraft, which is never on the table.
    pub fn is_aircraft(&self) -> bool {
        self.figures.class == Class::Aircraft
    }

    /// Its fire is mortar fire.
    pub fn is_mortar(&self) -> bool {
        self.figures.mortar.is_some()
    }

    /// Guns, self-propelled or not, and mortars with high explosive, which fire in support when called (R12).
    pub fn can_be_called(&self) -> bool {
        let artillery = self.is_csw() || self.figures.class == Class::SelfPropelledGun;
        artillery && self.figures.small_arms != Some(SmallArms::Hmg) && self.values.he_sa.is_some()
    }

    /// How far it fires AP: a flamethrower has 4, whatever else is aboard.
    pub fn ap_range(&self) -> i32 {
        match self.values.ap {
            Ap::Star(Star::Flamethrower) => grade::FLAMETHROWER_RANGE,
            _ => self.values.range,
        }
    }
}

/// The values, and what else counts for its type; what is nothing is left out.
fn in_short(figures: &Figures, values: &Values) -> String {
    let ap = match values.ap {
        Ap::None => "no AP".to_owned(),
        Ap::Figure(figure) => format!("AP {figure}"),
        Ap::Star(_) => "AP *".to_owned(),
    };
    let he_sa = values.he_sa.map_or("no HE/SA".to_owned(), |value| format!("HE/SA {value}"));
    let Values { defence, range, accuracy, size, moves, .. } = values;
    let more = [
        (*range != 0, format!("range {range}")),
        (*accuracy != 0, format!("accuracy {accuracy:+}")),
        (*size != 0, format!("size {size:+}")),
        (true, moves.name().to_owned()),
        (figures.radio, "radio".to_owned()),
        (figures.open_topped, "open-topped".to_owned()),
        (figures.man_portable, "man-portable".to_owned()),
        (figures.capacity > 0, format!("room for {}", figures.capacity)),
    ];
    let more = more.into_iter().filter(|(counts, _)| *counts).map(|(_, words)| words);
    [ap, he_sa, format!("defence {defence}")].into_iter().chain(more).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ap_fire::column;
    use crate::ap_penetration::Column;

    #[test]
    fn r1_a_card_tells_the_values_that_are_not_nothing() {
        let told = |word: &str| element(word).help();
        assert_eq!(
            told("sherman-75"),
            "M4 Sherman (75 mm), USA 1942-45: AP 37, HE/SA 4, defence 52, range 24, Mech, radio, room for 1"
        );
        assert_eq!(
            told("universal-carrier"),
            "Universal carrier, Britain 1939-45: no AP, HE/SA 2, defence 1, range 10, size -1, Mech, open-topped, room for 1"
        );
    }

    #[test]
    fn r1_a_card_tells_the_published_figures_behind_the_values() {
        assert_eq!(
            element("sherman-75").published(),
            "75 mm L/40, 619 m/s, 68 mm of armour at 500 m; front 51 mm at 56 degrees, turret 76 mm at 30 degrees, side 38 mm at 0 degrees; 2.74 m high; 39 km/h"
        );
        assert_eq!(element("grenadiers").published(), "");
    }

    #[test]
    fn r1_the_catalogue_has_sixty_types_and_more_of_five_nations() {
        assert!(CATALOGUE.len() >= 60, "{}", CATALOGUE.len());
        for nation in [Nation::Germany, Nation::Britain, Nation::Ussr, Nation::Usa, Nation::France] {
            assert!(CATALOGUE.iter().filter(|element| element.figures.nation == nation).count() >= 12, "{nation:?}");
        }
        for element in CATALOGUE.iter() {
            let armed = element.values.he_sa.is_some() || element.values.ap != Ap::None;
            assert!(armed || element.is_non_combat() || element.is_transport(), "{} has no weapon", element.word);
            assert_eq!(element.is_armoured(), matches!(element.figures.class, Class::Apc) || element.is_afv());
        }
    }

    #[test]
    fn r3_the_rehearsed_odds_hold() {
        let rehearsed = [
            ("sherman-75", "panzer-iv-h", "3:2"),
            ("panzer-iv-h", "sherman-75", "3:2"),
            ("t-34-76", "panzer-iii-j", "3:2"),
            ("panzer-iii-j", "t-34-76", "2:3"),
            ("pak-40", "t-34-76", "3:1"),
            ("sherman-75", "tiger-i", "1:3"),
            ("6-pdr", "tiger-i", "2:3"),
            ("2-pdr", "panzer-iii-g", "3:1"),
        ];
        for (firer, target, odds) in rehearsed {
            let (firer, target) = (element(firer), element(target));
            let found = column(firer.values.ap, target).unwrap().column;
            assert_eq!(found, Column::headed(odds), "{} at {}", firer.help(), target.help());
        }
    }

    #[test]
    fn r3_every_figure_of_the_catalogue_is_graded_as_real_numbers_would_be() {
        let g = |mm: f64| (mm / 16.0).powf(2.5).round().max(1.0) as i32;
        for element in CATALOGUE.iter() {
            let (figures, values) = (&element.figures, &element.values);
            if let Ap::Figure(ap) = values.ap {
                let gun = figures.gun.and_then(|gun| gun.penetration);
                let mm = gun.or(figures.hollow_charge.map(|charge| charge.penetration)).unwrap();
                assert_eq!(ap, g(mm.into()), "AP of {}", element.word);
            }
            let Some(armour) = &figures.armour else { continue };
            let sloped = |plate: Plate| f64::from(plate.mm) / f64::from(plate.slope).to_radians().cos();
            let mean = |hull: Plate, turret: Option<Plate>| {
                0.87 * turret.map_or(sloped(hull), |turret| f64::midpoint(sloped(hull), sloped(turret)))
            };
            let front = mean(armour.hull_front, armour.turret_front);
            let held = front.min(2.0 * mean(armour.hull_side, armour.turret_side));
            assert_eq!(values.defence, g(held), "defence of {}", element.word);
        }
    }
}
