//! R3, R4: game values from published figures, in whole numbers.

use crate::catalogue::{Armour, Class, Figures, Gun, Mortar, Plate, Running, SmallArms};
use field::sine;
use kernel::prelude::*;

/// What an element is worth in the game (R1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// Its power against armour.
    pub ap: Ap,
    /// Its fire against men and soft things; none where it has no such weapon.
    pub he_sa: Option<i32>,
    /// What its armour, or its being hard to hit, is worth.
    pub defence: i32,
    /// How far it fires, in units.
    pub range: i32,
    /// Added to its rolls to hit with AP.
    pub accuracy: i32,
    /// Added to the rolls to hit it with AP.
    pub size: i32,
    /// How it moves.
    pub moves: MoveType,
}

/// Power against armour: a figure, a star, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ap {
    /// It cannot fire at armour.
    None,
    /// A figure that is set against the defence.
    Figure(i32),
    /// A star: a column of its own.
    Star(Star),
}

/// Weapons with a star in place of an AP value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Star {
    /// A mortar.
    Mortar,
    /// A machine gun for sustained fire.
    Sfmg,
    /// A flamethrower.
    Flamethrower,
}

/// The rows of the movement chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveType {
    /// Command.
    Cmd,
    /// Tracked, half-tracked and mounted.
    Mech,
    /// Infantry.
    Inf,
    /// Slow tracked.
    S,
    /// Wheeled.
    Wh,
    /// Horse-drawn.
    Hd,
    /// Crew-served weapons.
    Csw,
    /// Aircraft, which are not on the table.
    Air,
}

/// R3, R4 All values of an element.
pub fn values(figures: &Figures) -> Values {
    Values {
        ap: ap(figures),
        he_sa: he_sa(figures),
        defence: defence(figures),
        range: range(figures),
        accuracy: accuracy(figures).total(),
        size: figures.height.map_or(0, |height| size(height).total()),
        moves: moves(figures),
    }
}

/// R3 g(mm) = max(1, round((mm / 16)^2.5)), of hundredths of a millimetre; halves round up.
///
/// With x = (h / 1600)^2.5 the rounded x is the whole part of (floor(2x) + 1) / 2, and floor(2x) is the whole root of
/// 4 h^5 / 1600^5, so no fraction is ever needed.
pub fn grade(hundredths: i32) -> i32 {
    let h = u128::from(hundredths.unsigned_abs());
    let doubled = (4 * h.pow(5) / 1600_u128.pow(5)).isqrt();
    (doubled.div_ceil(2) as i32).max(1)
}

/// R3 The figure that defence is graded from, in hundredths of a millimetre.
pub fn armour_figure(armour: &Armour) -> Tally {
    const RULE: Rule = Rule("R3");
    let side = mean_of(armour.hull_side, armour.turret_side, "hull side", "turret side").total();
    mean_of(armour.hull_front, armour.turret_front, "hull front", "turret front").at_most(
        RULE,
        "held to twice the figure of the side",
        2 * side,
    )
}

fn mean_of(hull: Plate, turret: Option<Plate>, hull_name: &'static str, turret_name: &'static str) -> Tally {
    const RULE: Rule = Rule("R3");
    let hull = Tally::base("armour in 1/100 mm", RULE, hull_name, along_the_shot(hull));
    let mean = match turret {
        Some(turret) => {
            hull.plus(RULE, turret_name, along_the_shot(turret)).halved_down(RULE, "the mean of hull and turret")
        }
        None => hull,
    };
    let at_30_degrees = mean.total() * 87 / 100 - mean.total();
    mean.plus(RULE, "times 0.87", at_30_degrees)
}

/// A plate's thickness divided by the cosine of its slope, in hundredths of a millimetre.
fn along_the_shot(plate: Plate) -> i32 {
    let cosine = sine(90 - i64::from(plate.slope)) as i32;
    (i32::from(plate.mm) * 10_000_000 + cosine / 2) / cosine
}

fn ap(figures: &Figures) -> Ap {
    if figures.flamethrower {
        return Ap::Star(Star::Flamethrower);
    }
    if figures.mortar.is_some() {
        return Ap::Star(Star::Mortar);
    }
    if figures.small_arms == Some(SmallArms::Hmg) {
        return Ap::Star(Star::Sfmg);
    }
    let penetration = match (figures.gun, figures.hollow_charge) {
        (Some(gun), _) => gun.penetration,
        (None, Some(charge)) => Some(charge.penetration),
        (None, None) => None,
    };
    penetration.map_or(Ap::None, |mm| Ap::Figure(grade(i32::from(mm) * 100)))
}

/// R4 The best of an element's weapons against men.
fn he_sa(figures: &Figures) -> Option<i32> {
    let gun = figures.gun.filter(|_| !figures.no_he).and_then(|gun| high_explosive(gun.calibre));
    let hull_gun = figures.hull_gun.and_then(high_explosive);
    let mortar = figures.mortar.map(mortar_bomb);
    let bomb = figures.bomb.map(|_| high_explosive(150).expect("150 mm is on the list"));
    // A flamethrower carried by men burns like an HMG fires; one in a vehicle leaves it its other weapons.
    let flame = (figures.flamethrower && figures.class == Class::Infantry).then(|| small_arms(SmallArms::Hmg));
    [gun, hull_gun, mortar, bomb, flame, figures.small_arms.map(small_arms)].into_iter().flatten().max()
}

/// R4 High explosive by calibre; between two classes the lower, and 20-36 mm with 37-57 mm.
fn high_explosive(calibre: u16) -> Option<i32> {
    match calibre {
        0..20 => None,
        20..75 => Some(1),
        75..105 => Some(4),
        105..120 => Some(5),
        120..150 => Some(6),
        150.. => Some(7),
    }
}

fn mortar_bomb(mortar: Mortar) -> i32 {
    match mortar.calibre {
        0..81 => 2,
        81..120 => 4,
        120.. => 6,
    }
}

fn small_arms(arms: SmallArms) -> i32 {
    match arms {
        SmallArms::Rifles => 1,
        SmallArms::Lmg | SmallArms::VehicleMg => 2,
        SmallArms::Mg42 | SmallArms::Smg => 3,
        SmallArms::Hmg => 5,
    }
}

fn defence(figures: &Figures) -> i32 {
    if let Some(armour) = &figures.armour {
        return grade(armour_figure(armour).total());
    }
    match figures.class {
        Class::SoftVehicle | Class::Cavalry | Class::Aircraft => 0,
        Class::Gun if !figures.shield => 2,
        _ => 3,
    }
}

/// R4 The range of the weapon that reaches furthest; men who carry a flamethrower have its 4.
fn range(figures: &Figures) -> i32 {
    if figures.class == Class::Aircraft {
        return GREATEST_RANGE;
    }
    if figures.flamethrower && figures.class == Class::Infantry {
        return FLAMETHROWER_RANGE;
    }
    let arms = figures.small_arms.map(|arms| match arms {
        SmallArms::Rifles => 8,
        SmallArms::Lmg | SmallArms::Mg42 | SmallArms::VehicleMg => 10,
        SmallArms::Smg => 4,
        SmallArms::Hmg => 20,
    });
    let hollow_charge = figures.hollow_charge.map(|_| 4);
    let all = [figures.gun.map(gun_range), figures.mortar.map(mortar_range), hollow_charge, arms];
    all.into_iter().flatten().max().unwrap_or(0)
}

/// The length of the table: nothing on it is further away.
const GREATEST_RANGE: i32 = 72;
/// The range of a flamethrower, whatever else the element carries.
pub const FLAMETHROWER_RANGE: i32 = 4;

fn gun_range(gun: Gun) -> i32 {
    // A 'long' 75 mm has a barrel of 43 calibres or more; 76 and 77 mm are taken with 75.
    match gun.calibre {
        0..20 => 8,
        20..50 => 16,
        50..75 => 20,
        75..=77 if gun.barrel < 43 => 24,
        75.. => 32,
    }
}

fn mortar_range(mortar: Mortar) -> i32 {
    match mortar.calibre {
        81 | 82 => 48,
        _ => (i32::from(mortar.metres) / 50).min(GREATEST_RANGE),
    }
}

/// R4 Accuracy: fast shot with good optics is better, slow shot or a one-man turret worse.
pub fn accuracy(figures: &Figures) -> Tally {
    let velocity = figures
        .gun
        .map(|gun| gun.velocity)
        .or(figures.mortar.map(|mortar| mortar.velocity))
        .or(figures.hollow_charge.map(|charge| charge.velocity));
    let fast = figures.optics && velocity.is_some_and(|velocity| velocity >= 750);
    let slow = velocity.is_some_and(|velocity| velocity < 500);
    let hampered = slow || (figures.one_man_turret && figures.gun.is_some());
    Tally::of("accuracy").plus(Rule("R4"), "750 m/s or more, and good optics", i32::from(fast)).plus(
        Rule("R4"),
        "below 500 m/s, or a one-man turret",
        -i32::from(hampered),
    )
}

/// R4 Size by height in centimetres.
pub fn size(height: u16) -> Tally {
    Tally::of("size").plus(Rule("R4"), "under 2.0 m high", -i32::from(height < 200)).plus(
        Rule("R4"),
        "over 2.8 m high",
        i32::from(height > 280),
    )
}

/// R4, R13 The row of the movement chart.
fn moves(figures: &Figures) -> MoveType {
    match (figures.class, figures.running) {
        (Class::Aircraft, _) | (_, Running::Air) => MoveType::Air,
        (Class::Commander | Class::Foo, _) => MoveType::Cmd,
        (_, Running::Tracked) if figures.speed.is_some_and(|speed| speed <= 25) => MoveType::S,
        (_, Running::Tracked | Running::HalfTracked | Running::Horse) => MoveType::Mech,
        (_, Running::Wheeled) => MoveType::Wh,
        (_, Running::HorseDrawn) => MoveType::Hd,
        (Class::Gun | Class::Csw, Running::Foot) => MoveType::Csw,
        (_, Running::Foot) => MoveType::Inf,
    }
}

impl MoveType {
    /// The row's label on the movement chart.
    pub const fn name(self) -> &'static str {
        match self {
            MoveType::Cmd => "Cmd",
            MoveType::Mech => "Mech",
            MoveType::Inf => "Inf",
            MoveType::S => "S",
            MoveType::Wh => "Wh",
            MoveType::Hd => "HD",
            MoveType::Csw => "CSW",
            MoveType::Air => "air",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::element;

    #[test]
    fn r3_the_grade_is_the_power_of_two_and_a_half() {
        // (mm / 16)^2.5 is the fifth power of a quarter of the root: (4/4)^5, (5/4)^5 = 3.05, (7/4)^5 = 16.41 ...
        let known = [(16, 1), (25, 3), (36, 8), (49, 16), (64, 32), (81, 58), (100, 98), (121, 157), (144, 243)];
        for (mm, graded) in known {
            assert_eq!(grade(mm * 100), graded, "{mm} mm");
        }
        assert_eq!(grade(800), 1, "never less than 1");
    }

    #[test]
    fn r3_thicker_is_never_graded_lower() {
        assert!((0..30_000).all(|hundredths| grade(hundredths) <= grade(hundredths + 1)));
    }

    #[test]
    fn r3_halves_round_up() {
        // 1.5 = x^2.5 at x = 1.17608, that is 18.8173 mm: 18.81 grades 1 and 18.82 grades 2.
        assert_eq!((grade(1881), grade(1882)), (1, 2));
    }

    #[test]
    fn r3_defence_is_the_sloped_mean_held_to_twice_the_side() {
        let plate = |mm, slope| Plate { mm, slope };
        let armour = Armour {
            hull_front: plate(45, 60),
            turret_front: Some(plate(45, 0)),
            hull_side: plate(40, 0),
            turret_side: Some(plate(40, 0)),
        };
        // 45 / cos 60 = 90; the mean with 45 is 67.5; 0.87 of it is 58.725.
        assert_eq!(armour_figure(&armour).total(), 5872);
        // A side of 20 mm holds it to 2 x 0.87 x 20 = 34.8.
        let thin = Armour { hull_side: plate(20, 0), turret_side: Some(plate(20, 0)), ..armour };
        assert_eq!(armour_figure(&thin).total(), 3480);
        // Without a turret the hull counts alone: 0.87 x 90 = 78.3, held to 69.6.
        let casemate = Armour { turret_front: None, turret_side: None, ..armour };
        assert_eq!(armour_figure(&casemate).total(), 6960);
    }

    #[test]
    fn r4_small_arms_and_high_explosive_have_their_values() {
        let he_sa = |word| element(word).values.he_sa;
        for (word, value) in [("militia", 1), ("bren-section", 2), ("grenadiers", 3), ("soviet-smg", 3), ("maxim", 5)] {
            assert_eq!(he_sa(word), Some(value), "{word}");
        }
        let guns =
            [("pak-36", 1), ("6-pdr", 1), ("pak-40", 4), ("flak-36", 4), ("lefh-18", 5), ("m-30", 6), ("sig-33", 7)];
        let mortars = [("legrw-36", 2), ("60mm-m2", 2), ("grw-34", 4), ("bm-37", 4), ("pm-38", 6)];
        for (word, value) in guns.into_iter().chain(mortars) {
            assert_eq!(he_sa(word), Some(value), "{word}");
        }
        assert_eq!(he_sa("2-pdr"), None, "it had no high explosive");
        assert_eq!(he_sa("piat"), None);
        assert_eq!(he_sa("char-b1-bis"), Some(4), "by the gun in its hull");
    }

    #[test]
    fn r4_ranges_go_by_weapon_and_calibre() {
        let ranges = [
            ("militia", 8),
            ("bren-section", 10),
            ("maxim", 20),
            ("soviet-smg", 4),
            ("pak-36", 16),
            ("s-35", 16),
            ("pak-38", 20),
            ("6-pdr", 20),
            ("leig-18", 24),
            ("sherman-75", 24),
            ("panzer-iv-g", 32),
            ("pak-40", 32),
            ("flak-36", 32),
            ("piat", 4),
            ("grw-34", 48),
            ("3-inch-mortar", 48),
            ("2-inch-mortar", 9),
            ("pm-38", 72),
            ("ptrd", 8),
            ("pioniere", 4),
        ];
        for (word, range) in ranges {
            assert_eq!(element(word).values.range, range, "{word}");
        }
        assert_eq!((element("crocodile").values.range, element("crocodile").ap_range()), (24, 4));
    }

    #[test]
    fn r4_defence_of_what_has_no_armour() {
        for (word, defence) in
            [("grenadiers", 3), ("maxim", 3), ("pak-40", 3), ("flak-36", 2), ("opel-blitz", 0), ("spahis", 0)]
        {
            assert_eq!(element(word).values.defence, defence, "{word}");
        }
    }

    #[test]
    fn r4_accuracy_size_and_move_type() {
        let values = |word| element(word).values;
        assert_eq!(values("panther-g").accuracy, 1, "935 m/s and good optics");
        assert_eq!(values("6-pdr").accuracy, 0, "fast, but not with good optics");
        assert_eq!(values("panzer-iv-d").accuracy, -1, "385 m/s");
        assert_eq!(values("s-35").accuracy, -1, "a one-man turret");
        assert_eq!(values("sherman-75").accuracy, 0, "619 m/s");
        assert_eq!((values("jagdpanzer-iv").size, values("sherman-75").size, values("tiger-i").size), (-1, 0, 1));
        assert_eq!((size(199).total(), size(200).total(), size(280).total(), size(281).total()), (-1, 0, 0, 1));
        let moves =
            ["churchill-iv", "cromwell-iv", "sdkfz-251", "jeep", "hf-wagon", "maxim", "guards", "us-foo", "cossacks"];
        let names = moves.map(|word| values(word).moves.name());
        assert_eq!(names, ["S", "Mech", "Mech", "Wh", "HD", "CSW", "Inf", "Cmd", "Mech"]);
    }
}
