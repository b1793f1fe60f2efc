//! Saves: what a unit needs to come through a hit unharmed (26).

use crate::charts;
use crate::unit::{Defences, Ground, Kind, Quality, Unit};
use kernel::prelude::*;
use std::sync::{LazyLock, OnceLock};

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::SAVES {
        infantry_professional_or_cover,
        infantry_reservist,
        cavalry_professional,
        cavalry_reservist,
        mg_trenches,
        light_armoured_car,
        tank_in_woods_or_buildings,
        artillery_cover,
    }
}

/// What shelters a unit from hits, and what the hits come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelter {
    /// In its square under shells or bullets.
    UnderFire(Ground, Defences),
    /// In its square, assaulted.
    Assaulted(Ground, Defences),
    /// An assaulter is never in cover.
    Assaulting,
    /// Gas gives no cover benefit.
    Gassed,
}

/// The save of one unit: the face it needs, and how that came about.
#[derive(Clone, Debug)]
pub struct Save {
    /// The statement that gives it.
    pub rule: Rule,
    /// The lowest face that saves.
    pub on: u8,
    /// What is added to the roll.
    pub roll: Tally,
    /// The row of the chart.
    pub cell: Cell,
}

/// 26 Saves. Modifiers change the roll, a natural 1 fails and a natural 6 saves (R5), so a save is a lowest face.
pub fn save(unit: &Unit, shelter: Shelter) -> Save {
    if let Shelter::UnderFire(_, Defences::Fort) | Shelter::Assaulted(_, Defences::Fort) = shelter {
        let (on, cell) = FORT.read();
        return Save { rule: Rule("26:save-fort"), on: on as u8, roll: Tally::of(ADDED), cell };
    }
    let roll = match shelter {
        Shelter::Assaulting => Tally::base(ADDED, Rule("26:assaulter-cover"), "an assaulter is never in cover", 0),
        Shelter::Gassed => Tally::base(ADDED, Rule("22:gas-effect"), "no cover helps against gas", 0),
        Shelter::UnderFire(..) | Shelter::Assaulted(..) => Tally::of(ADDED),
    };
    let (woods_or_buildings, defences) = match shelter {
        Shelter::UnderFire(ground, defences) | Shelter::Assaulted(ground, defences) => {
            (ground.is_woods_or_buildings(), defences)
        }
        Shelter::Assaulting | Shelter::Gassed => (false, Defences::None),
    };
    let cover = woods_or_buildings || defences != Defences::None;
    let (professional, reservist) = (unit.is(Quality::Professional), unit.is(Quality::Reservist));
    let (rule, row, roll): (Rule, &Row, Tally) = match unit.kind {
        Kind::Infantry => (
            Rule("26:save-infantry"),
            &INFANTRY,
            roll.when(professional || cover, &MODIFIERS.infantry_professional_or_cover)
                .when(reservist, &MODIFIERS.infantry_reservist),
        ),
        Kind::MountedCavalry | Kind::DismountedCavalry => (
            Rule("26:save-cavalry"),
            &CAVALRY,
            roll.when(professional, &MODIFIERS.cavalry_professional).when(reservist, &MODIFIERS.cavalry_reservist),
        ),
        Kind::MachineGun => (
            Rule("26:save-machine-gun"),
            &MACHINE_GUN,
            roll.when(defences == Defences::Trenches, &MODIFIERS.mg_trenches),
        ),
        Kind::Gun | Kind::Mortar | Kind::MountainGun => {
            (Rule("26:save-artillery"), &ARTILLERY, roll.when(cover, &MODIFIERS.artillery_cover))
        }
        Kind::LightTank | Kind::HeavyTank | Kind::ArmouredCar | Kind::LightArmouredCar => (
            if unit.kind.is_tank() { Rule("26:save-tank") } else { Rule("26:save-armoured-car") },
            if unit.kind.is_tank() { &TANK } else { &ARMOURED_CAR },
            roll.when(unit.kind == Kind::LightArmouredCar, &MODIFIERS.light_armoured_car).when(
                woods_or_buildings && matches!(shelter, Shelter::Assaulted(..)),
                &MODIFIERS.tank_in_woods_or_buildings,
            ),
        ),
    };
    let (number, cell) = row.read();
    Save { rule, on: (number - roll.total()).clamp(2, 6) as u8, roll, cell }
}

/// The lowest face that saves, without how it came about: every save is worked out once.
pub fn saves_on(unit: &Unit, shelter: Shelter) -> u8 {
    static FACES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let unit = |&kind: &Kind| Quality::ALL.iter().map(move |&quality| Unit { kind, quality, lost: 0 });
        let units = Kind::ALL.iter().flat_map(unit);
        units.flat_map(|unit| Shelter::all().map(move |shelter| save(&unit, shelter).on)).collect()
    });
    let unit = unit.kind as usize * Quality::ALL.len() + unit.quality as usize;
    FACES[unit * Shelter::COUNT + shelter.index()]
}

impl Shelter {
    const PLACES: usize = Ground::ALL.len() * Defences::ALL.len();
    const COUNT: usize = 2 + 2 * Shelter::PLACES;

    /// Every shelter, by its index.
    fn all() -> impl Iterator<Item = Shelter> {
        let places =
            || Ground::ALL.iter().flat_map(|&ground| Defences::ALL.iter().map(move |&defences| (ground, defences)));
        let under_fire = places().map(|(ground, defences)| Shelter::UnderFire(ground, defences));
        let assaulted = places().map(|(ground, defences)| Shelter::Assaulted(ground, defences));
        [Shelter::Assaulting, Shelter::Gassed].into_iter().chain(under_fire).chain(assaulted)
    }

    fn index(self) -> usize {
        let place = |ground: Ground, defences: Defences| ground as usize * Defences::ALL.len() + defences as usize;
        match self {
            Shelter::Assaulting => 0,
            Shelter::Gassed => 1,
            Shelter::UnderFire(ground, defences) => 2 + place(ground, defences),
            Shelter::Assaulted(ground, defences) => 2 + Shelter::PLACES + place(ground, defences),
        }
    }
}

/// A row of the chart: the number in it and its place, looked up once.
struct Row {
    label: &'static str,
    found: OnceLock<(i32, Cell)>,
}

impl Row {
    const fn of(label: &'static str) -> Row {
        Row { label, found: OnceLock::new() }
    }

    fn read(&self) -> (i32, Cell) {
        let look_up = || (charts::SAVES.number(self.label, SAVES_ON), charts::SAVES.cell(self.label, SAVES_ON));
        *self.found.get_or_init(look_up)
    }
}

static INFANTRY: Row = Row::of("infantry");
static CAVALRY: Row = Row::of("cavalry");
static MACHINE_GUN: Row = Row::of("machine gun");
static TANK: Row = Row::of("tank");
static ARMOURED_CAR: Row = Row::of("armoured car");
static ARTILLERY: Row = Row::of("artillery");
static FORT: Row = Row::of("any unit in a fort");

const SAVES_ON: &str = "saves on";
const ADDED: &str = "added to the save (R5)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{
        Defences::Hasty, Defences::Trenches, Ground::Buildings, Ground::Hill, Ground::Open, Ground::Woods,
    };

    fn on(kind: Kind, quality: Quality, shelter: Shelter) -> u8 {
        save(&Unit::of(kind).quality(quality), shelter).on
    }

    #[test]
    fn the_faces_kept_ready_are_those_of_the_rule() {
        for &kind in Kind::ALL {
            for &quality in Quality::ALL {
                let unit = Unit::of(kind).quality(quality);
                for (place, shelter) in Shelter::all().enumerate() {
                    assert_eq!(shelter.index(), place);
                    assert_eq!(saves_on(&unit, shelter), save(&unit, shelter).on, "{quality} {kind} {shelter:?}");
                }
            }
        }
        assert_eq!(Shelter::all().count(), Shelter::COUNT);
    }

    const OPEN: Shelter = Shelter::UnderFire(Open, Defences::None);

    #[test]
    fn r26_each_kind_saves_on_its_number() {
        use Quality::Regular;
        for (kind, number) in [
            (Kind::Infantry, 4),
            (Kind::MountedCavalry, 4),
            (Kind::DismountedCavalry, 4),
            (Kind::MachineGun, 3),
            (Kind::LightTank, 3),
            (Kind::HeavyTank, 3),
            (Kind::ArmouredCar, 3),
            (Kind::Gun, 5),
            (Kind::Mortar, 5),
        ] {
            assert_eq!(on(kind, Regular, OPEN), number, "{kind}");
        }
    }

    #[test]
    fn r26_save_infantry_professional_or_in_cover_has_one_more_but_once() {
        use Quality::{Professional, Regular};
        assert_eq!(on(Kind::Infantry, Professional, OPEN), 3);
        for shelter in [(Woods, Defences::None), (Buildings, Defences::None), (Open, Hasty), (Open, Trenches)] {
            assert_eq!(on(Kind::Infantry, Regular, Shelter::UnderFire(shelter.0, shelter.1)), 3, "{shelter:?}");
        }
        assert_eq!(on(Kind::Infantry, Professional, Shelter::UnderFire(Woods, Trenches)), 3, "the sheet says 'or'");
        assert_eq!(on(Kind::Infantry, Regular, Shelter::UnderFire(Hill, Defences::None)), 4, "a hill is no cover");
    }

    #[test]
    fn r26_save_infantry_reservist_has_one_less() {
        assert_eq!(on(Kind::Infantry, Quality::Reservist, OPEN), 5);
        assert_eq!(on(Kind::Infantry, Quality::Reservist, Shelter::UnderFire(Woods, Defences::None)), 4);
    }

    #[test]
    fn r26_save_cavalry_counts_quality_and_never_cover() {
        assert_eq!(on(Kind::MountedCavalry, Quality::Professional, OPEN), 3);
        assert_eq!(on(Kind::DismountedCavalry, Quality::Reservist, OPEN), 5);
        assert_eq!(on(Kind::DismountedCavalry, Quality::Regular, Shelter::UnderFire(Woods, Trenches)), 4);
    }

    #[test]
    fn r26_save_mg_has_one_more_in_trenches() {
        assert_eq!(on(Kind::MachineGun, Quality::Regular, Shelter::Assaulted(Open, Trenches)), 2);
        assert_eq!(on(Kind::MachineGun, Quality::Regular, Shelter::Assaulted(Open, Hasty)), 3);
    }

    #[test]
    fn r26_save_light_armoured_car_has_one_less() {
        assert_eq!(on(Kind::LightArmouredCar, Quality::Regular, OPEN), 4);
    }

    #[test]
    fn r26_save_tanks_and_cars_assaulted_in_woods_or_buildings_have_one_less() {
        for ground in [Woods, Buildings] {
            for kind in [Kind::LightTank, Kind::HeavyTank, Kind::ArmouredCar] {
                assert_eq!(on(kind, Quality::Regular, Shelter::Assaulted(ground, Defences::None)), 4, "{kind}");
                assert_eq!(on(kind, Quality::Regular, Shelter::UnderFire(ground, Defences::None)), 3, "only assaulted");
            }
        }
    }

    #[test]
    fn r26_save_artillery_has_one_more_in_cover() {
        for shelter in [(Woods, Defences::None), (Buildings, Defences::None), (Open, Hasty), (Open, Trenches)] {
            assert_eq!(on(Kind::Gun, Quality::Regular, Shelter::UnderFire(shelter.0, shelter.1)), 4, "{shelter:?}");
        }
    }

    #[test]
    fn r26_save_fort_is_3_for_all_and_r1_never_worsened() {
        for &kind in Kind::ALL {
            for &quality in Quality::ALL {
                assert_eq!(on(kind, quality, Shelter::Assaulted(Woods, Defences::Fort)), 3, "{quality} {kind}");
            }
        }
    }

    #[test]
    fn r26_assaulter_cover_does_not_count() {
        assert_eq!(on(Kind::Infantry, Quality::Regular, Shelter::Assaulting), 4);
        assert_eq!(on(Kind::Infantry, Quality::Professional, Shelter::Assaulting), 3, "quality still does");
    }

    #[test]
    fn r22_gas_gives_no_cover_benefit() {
        assert_eq!(on(Kind::Infantry, Quality::Regular, Shelter::Gassed), 4);
        assert_eq!(on(Kind::Gun, Quality::Regular, Shelter::Gassed), 5);
    }

    #[test]
    fn r5_a_natural_1_fails_and_a_natural_6_saves() {
        for &kind in Kind::ALL {
            for &quality in Quality::ALL {
                for shelter in [OPEN, Shelter::Assaulting, Shelter::Assaulted(Woods, Trenches)] {
                    assert!((2..=6).contains(&on(kind, quality, shelter)));
                }
            }
        }
    }
}
