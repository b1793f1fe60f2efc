//! The dice of both sides of an assault.

use super::{Assault, Face};
use crate::charts;
use crate::unit::{Defences, Kind, Unit};
use kernel::prelude::*;
use std::sync::{LazyLock, OnceLock};

kernel::modifiers! {
    AssaulterModifiers, ASSAULTER of charts::ASSAULT_ASSAULTER {
        flank_or_rear,
        additional_unit,
        support_square,
        winning_the_fight,
        fighting_bonus,
        shock_assault,
        hill,
        hasty_defences,
        hasty_defences_rear,
        trenches_or_fort,
        trenches_or_fort_flank_or_rear,
    }
}

kernel::modifiers! {
    TargetModifiers, TARGET of charts::ASSAULT_TARGET { support_square, winning_the_fight, barrage_marker, additional_unit }
}

/// 26 The assaulter's dice.
pub fn assaulter_dice(assault: &Assault) -> Tally {
    assaulter_pool(assault, true)
}

/// 26 The target's dice.
pub fn target_dice(assault: &Assault) -> Tally {
    target_pool(assault, true)
}

/// The assaulter's dice, whose lines are kept where somebody reads them ([`Dice::tells`]).
pub fn assaulter_pool(assault: &Assault, tells: bool) -> Tally {
    static OTHER: LazyLock<i32> = LazyLock::new(|| charts::ASSAULT_ASSAULTER.number("other unit", AT_STRENGTH));
    let mut dice = Tally::when_told("assaulter's dice", tells);
    let counted = Counted::of(&assault.assaulters, assault.hampers_cavalry());
    for row in &ASSAULTER_ROWS {
        dice = counted.add_row(dice, &charts::ASSAULT_ASSAULTER, row);
    }
    let from_flank_or_rear = assault.from != Face::Front;
    let trenches = assault.defences.is_trenches_or_fort();
    let hasty = assault.defences == Defences::Hasty;
    dice = dice
        .each_at(assault.present.len() as u16, Rule("26:other-unit"), "other unit of the square", *OTHER, || {
            charts::ASSAULT_ASSAULTER.cell("other unit", AT_STRENGTH)
        })
        .when(from_flank_or_rear, &ASSAULTER.flank_or_rear)
        .times(assault.additional.len() as u16, &ASSAULTER.additional_unit);
    supported(dice, assault.supports, assault.from_barrage, &ASSAULTER.support_square)
        .when(assault.winning_the_fight, &ASSAULTER.winning_the_fight)
        .when(assault.fighting_bonus, &ASSAULTER.fighting_bonus)
        .when(assault.shock_assault, &ASSAULTER.shock_assault)
        .when(assault.ground.is_hill() && !assault.from_hill, &ASSAULTER.hill)
        .when(hasty && assault.from != Face::Rear, &ASSAULTER.hasty_defences)
        .when(hasty && assault.from == Face::Rear, &ASSAULTER.hasty_defences_rear)
        .when(trenches && !from_flank_or_rear, &ASSAULTER.trenches_or_fort)
        .when(trenches && from_flank_or_rear, &ASSAULTER.trenches_or_fort_flank_or_rear)
        .at_least(Rule("26:minimum"), "at least 2 dice", 2)
}

/// The target's dice, likewise.
pub fn target_pool(assault: &Assault, tells: bool) -> Tally {
    let mut dice = Tally::when_told("target's dice", tells);
    let counted = Counted::of(&assault.target, assault.hampers_cavalry());
    for row in &TARGET_ROWS {
        dice = counted.add_row(dice, &charts::ASSAULT_TARGET, row);
    }
    supported(dice, assault.target_supports, assault.barrage_markers > 0, &TARGET.support_square)
        .when(assault.target_winning, &TARGET.winning_the_fight)
        .times(assault.barrage_markers.into(), &TARGET.barrage_marker)
        .times(assault.additional.len() as u16, &TARGET.additional_unit)
        .at_least(Rule("26:minimum"), "at least 2 dice", 2)
}

/// Adds the dice of support squares, and takes them away again where the square that they would support lies under a
/// barrage and cannot claim them (22:no-support), so that the sum shows why they are missing.
fn supported(dice: Tally, squares: u8, barraged: bool, modifier: &Modifier) -> Tally {
    let without = dice.total();
    let dice = dice.times(squares.into(), modifier);
    let supports = dice.total() - without;
    dice.plus(Rule("22:no-support"), "a barrage square cannot claim support", if barraged { -supports } else { 0 })
}

/// A row of unit kinds in one of the two charts.
struct UnitRow {
    label: &'static str,
    rule: Rule,
    damaged_label: &'static str,
    damaged_rule: Rule,
    kinds: &'static [Kind],
    /// The dice of a unit at strength and of a damaged one, looked up once.
    dice: OnceLock<(i32, i32)>,
}

impl UnitRow {
    const fn of(label: &'static str, damaged_label: &'static str, rule: Rule, kinds: &'static [Kind]) -> UnitRow {
        UnitRow { label, rule, damaged_label, damaged_rule: rule, kinds, dice: OnceLock::new() }
    }

    const fn damaged_by(mut self, damaged_rule: Rule) -> UnitRow {
        self.damaged_rule = damaged_rule;
        self
    }

    fn dice(&self, chart: &Chart) -> (i32, i32) {
        *self.dice.get_or_init(|| (chart.number(self.label, AT_STRENGTH), chart.number(self.label, DAMAGED)))
    }
}

static ASSAULTER_ROWS: [UnitRow; 5] = [
    UnitRow::of("infantry", "damaged infantry", Rule("26:infantry"), &[Kind::Infantry]).damaged_by(Rule("R7")),
    UnitRow::of("mounted cavalry", "damaged cavalry", Rule("26:mounted-cavalry"), &[Kind::MountedCavalry])
        .damaged_by(Rule("R7")),
    UnitRow::of("heavy tank", "damaged heavy tank", Rule("26:heavy-tank"), &[Kind::HeavyTank]),
    UnitRow::of("armoured car", "damaged armoured car", Rule("26:armoured-car"), ARMOURED_CARS),
    UnitRow::of("light tank", "damaged light tank", Rule("26:light-tank"), &[Kind::LightTank]),
];

static TARGET_ROWS: [UnitRow; 6] = [
    UnitRow::of("infantry", "damaged infantry", Rule("26:target-infantry"), &[Kind::Infantry]),
    UnitRow::of(
        "cavalry",
        "damaged cavalry",
        Rule("26:target-cavalry"),
        &[Kind::MountedCavalry, Kind::DismountedCavalry],
    ),
    UnitRow::of("machine gun", "damaged machine gun", Rule("26:target-machine-gun"), &[Kind::MachineGun]),
    UnitRow::of("gun", "damaged gun", Rule("26:target-gun"), &[Kind::Gun, Kind::Mortar, Kind::MountainGun]),
    UnitRow::of("tank", "damaged tank", Rule("26:target-tank"), &[Kind::LightTank, Kind::HeavyTank]),
    UnitRow::of("armoured car", "damaged armoured car", Rule("26:target-armoured-car"), ARMOURED_CARS),
];

const ARMOURED_CARS: &[Kind] = &[Kind::ArmouredCar, Kind::LightArmouredCar];

const AT_STRENGTH: &str = "at strength";
const DAMAGED: &str = "damaged";

/// How many units of each kind there are, at strength and damaged.
struct Counted {
    kinds: [(u16, u16); Kind::ALL.len()],
    /// Mounted cavalry in, or against, difficult country, which is counted apart.
    hampered: u16,
}

impl Counted {
    fn of(units: &[Unit], hampers_cavalry: bool) -> Counted {
        let mut counted = Counted { kinds: [(0, 0); Kind::ALL.len()], hampered: 0 };
        for unit in units {
            let (sound, damaged) = &mut counted.kinds[unit.kind as usize];
            match unit {
                unit if unit.kind == Kind::MountedCavalry && hampers_cavalry => counted.hampered += 1,
                unit if unit.is_at_strength() => *sound += 1,
                _ => *damaged += 1,
            }
        }
        counted
    }

    /// Adds the dice of the units of one row of a chart.
    fn add_row(&self, mut dice: Tally, chart: &Chart, row: &UnitRow) -> Tally {
        let (mut sound, mut damaged) = (0, 0);
        for &kind in row.kinds {
            let (more_sound, more_damaged) = self.kinds[kind as usize];
            sound += more_sound;
            damaged += more_damaged;
        }
        if sound + damaged > 0 {
            let (at_strength, when_damaged) = row.dice(chart);
            let cell = |column: &'static str| move || chart.cell(row.label, column);
            dice = dice.each_at(sound, row.rule, row.label, at_strength, cell(AT_STRENGTH));
            dice = dice.each_at(damaged, row.damaged_rule, row.damaged_label, when_damaged, cell(DAMAGED));
        }
        if self.hampered > 0 && row.kinds.contains(&Kind::MountedCavalry) {
            let words = "mounted cavalry in difficult country";
            dice = dice.each(self.hampered, Rule("26:mounted-cavalry-limit"), words, 1);
        }
        dice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Ground;

    fn assaulter(change: impl FnOnce(&mut Assault)) -> i32 {
        let mut assault = Assault { assaulters: vec![Unit::default(); 3], ..Assault::default() };
        change(&mut assault);
        assaulter_dice(&assault).total()
    }

    fn target(change: impl FnOnce(&mut Assault)) -> i32 {
        let mut assault = Assault { target: vec![Unit::default(); 3], ..Assault::default() };
        change(&mut assault);
        target_dice(&assault).total()
    }

    fn alone(unit: Unit) -> impl FnOnce(&mut Assault) {
        // Beside one infantry at strength, so that the minimum of 2 dice does not hide small numbers.
        |assault| {
            (assault.assaulters, assault.target) = (vec![unit.clone(), Unit::default()], vec![unit, Unit::default()]);
        }
    }

    #[test]
    fn r26_each_assaulting_unit_gives_its_dice() {
        for (kind, at_strength, damaged) in [
            (Kind::Infantry, 3, 1),
            (Kind::MountedCavalry, 3, 1),
            (Kind::HeavyTank, 3, 2),
            (Kind::ArmouredCar, 2, 1),
            (Kind::LightArmouredCar, 2, 1),
            (Kind::LightTank, 2, 1),
        ] {
            assert_eq!(assaulter(alone(Unit::of(kind))), 3 + at_strength, "{kind}");
            assert_eq!(assaulter(alone(Unit::of(kind).less(kind.half_bases() / 2))), 3 + damaged, "damaged {kind}");
        }
    }

    #[test]
    fn r26_each_unit_of_the_target_gives_its_dice() {
        for (kind, at_strength, damaged) in [
            (Kind::Infantry, 2, 1),
            (Kind::MountedCavalry, 2, 1),
            (Kind::DismountedCavalry, 2, 1),
            (Kind::MachineGun, 5, 3),
            (Kind::Gun, 2, 1),
            (Kind::Mortar, 2, 1),
            (Kind::LightTank, 1, 1),
            (Kind::HeavyTank, 1, 1),
            (Kind::ArmouredCar, 2, 1),
        ] {
            assert_eq!(target(alone(Unit::of(kind))), 2 + at_strength, "{kind}");
            assert_eq!(target(alone(Unit::of(kind).less(kind.half_bases() / 2))), 2 + damaged, "damaged {kind}");
        }
    }

    #[test]
    fn r26_every_other_unit_of_the_square_gives_1() {
        assert_eq!(assaulter(|a| a.present = vec![Unit::of(Kind::MachineGun), Unit::of(Kind::Gun).less(1)]), 9 + 2);
    }

    #[test]
    fn r26_flank_or_rear_gives_2_once() {
        assert_eq!(assaulter(|a| a.from = Face::Flank), 9 + 2);
        assert_eq!(assaulter(|a| a.from = Face::Rear), 9 + 2);
    }

    #[test]
    fn r26_each_additional_unit_gives_1_and_takes_1_from_the_target() {
        let two = |a: &mut Assault| a.additional = vec![Unit::default(); 2];
        assert_eq!((assaulter(two), target(two)), (9 + 2, 6 - 2));
    }

    #[test]
    fn r26_support_squares_give_2_each_at_most_2_and_1_each_at_most_4() {
        assert_eq!((assaulter(|a| a.supports = 1), assaulter(|a| a.supports = 3)), (9 + 2, 9 + 4));
        assert_eq!((target(|a| a.target_supports = 1), target(|a| a.target_supports = 4)), (6 + 1, 6 + 4));
    }

    #[test]
    fn r22_a_barrage_square_cannot_claim_support() {
        assert_eq!(assaulter(|a| (a.supports, a.from_barrage) = (2, true)), 9);
        // Six dice and one off for the marker, which the supports do not make up for.
        assert_eq!(target(|a| (a.target_supports, a.barrage_markers) = (4, 1)), 6 - 1);
        assert_eq!(assaulter(|a| (a.supports, a.barrage_markers) = (2, 3)), 9 + 4, "the target's barrage is not his");
        assert_eq!(target(|a| (a.target_supports, a.from_barrage) = (4, true)), 6 + 4);
        let barraged = Assault { supports: 3, from_barrage: true, ..Assault::default() };
        let dice = assaulter_dice(&barraged);
        assert!(dice.cites("26:support-square") && dice.cites("22:no-support"), "the sum shows what is not claimed");
        assert_eq!(barraged.claimed_supports(), (0, 0));
        assert!(!assaulter_dice(&Assault { from_barrage: true, ..Assault::default() }).cites("22:no-support"));
    }

    #[test]
    fn r26_winning_the_fight_gives_2_to_either_side() {
        assert_eq!(assaulter(|a| a.winning_the_fight = true), 9 + 2);
        assert_eq!(target(|a| a.target_winning = true), 6 + 2);
    }

    #[test]
    fn r26_fighting_bonus_gives_2() {
        assert_eq!(assaulter(|a| a.fighting_bonus = true), 9 + 2);
    }

    #[test]
    fn r26_shock_assault_gives_3() {
        assert_eq!(assaulter(|a| a.shock_assault = true), 9 + 3);
    }

    #[test]
    fn r26_a_hill_takes_1_unless_the_assaulter_is_on_one() {
        for ground in [Ground::Hill, Ground::RoughHill] {
            assert_eq!(assaulter(|a| a.ground = ground), 9 - 1);
            assert_eq!(assaulter(|a| (a.ground, a.from_hill) = (ground, true)), 9);
        }
    }

    #[test]
    fn r26_hasty_defences_take_2_or_1_from_the_rear() {
        assert_eq!(assaulter(|a| a.defences = Defences::Hasty), 9 - 2);
        assert_eq!(assaulter(|a| (a.defences, a.from) = (Defences::Hasty, Face::Flank)), 9 + 2 - 2);
        assert_eq!(assaulter(|a| (a.defences, a.from) = (Defences::Hasty, Face::Rear)), 9 + 2 - 1);
    }

    #[test]
    fn r26_trenches_or_fort_take_3_or_2_from_flank_or_rear() {
        for defences in [Defences::Trenches, Defences::Fort] {
            assert_eq!(assaulter(|a| a.defences = defences), 9 - 3);
            assert_eq!(assaulter(|a| (a.defences, a.from) = (defences, Face::Flank)), 9 + 2 - 2);
            assert_eq!(assaulter(|a| (a.defences, a.from) = (defences, Face::Rear)), 9 + 2 - 2);
        }
    }

    #[test]
    fn r26_barrage_markers_take_1_each_at_most_3() {
        assert_eq!((target(|a| a.barrage_markers = 2), target(|a| a.barrage_markers = 5)), (6 - 2, 6 - 3));
    }

    #[test]
    fn r26_both_sides_roll_at_least_2_dice() {
        let worn = || vec![Unit::default().less(6)];
        assert_eq!(assaulter(|a| (a.assaulters, a.defences) = (worn(), Defences::Fort)), 2);
        assert_eq!(target(|a| (a.target, a.barrage_markers) = (worn(), 3)), 2);
    }

    #[test]
    fn r26_mounted_cavalry_has_only_1_die_in_or_against_difficult_country() {
        let mounted = |a: &mut Assault| a.assaulters = vec![Unit::of(Kind::MountedCavalry); 3];
        let held = |a: &mut Assault| a.target = vec![Unit::of(Kind::MountedCavalry); 3];
        for ground in [Ground::Woods, Ground::Buildings, Ground::RoughHill] {
            let hill = i32::from(ground.is_hill());
            assert_eq!(
                assaulter(|a| {
                    mounted(a);
                    a.ground = ground;
                }),
                3 - hill,
                "{ground}"
            );
            assert_eq!(
                target(|a| {
                    held(a);
                    a.ground = ground;
                }),
                3,
                "{ground}"
            );
        }
        assert_eq!(
            target(|a| {
                held(a);
                a.defences = Defences::Hasty;
            }),
            3
        );
        assert_eq!(
            assaulter(|a| {
                mounted(a);
                a.ground = Ground::Hill;
            }),
            9 - 1,
            "a plain hill does not hamper it"
        );
        assert_eq!(target(|a| (a.target, a.ground) = (vec![Unit::of(Kind::DismountedCavalry); 3], Ground::Woods)), 6);
    }
}
