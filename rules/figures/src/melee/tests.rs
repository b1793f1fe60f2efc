use super::*;
use crate::seats::ATTACKER;
use kernel::dice::Scripted;

/// What a change adds to the table of ten average infantry in line against nine.
fn adds(change: impl FnOnce(&mut Side)) -> i32 {
    let plain = Side { figures: 10, ..Side::default() };
    let mut side = plain;
    change(&mut side);
    table_number(&side, 9).total() - table_number(&plain, 9).total()
}

#[test]
fn melee_bases_are_3_5_2_and_1_and_gunners_fight_at_3() {
    let base = |troops| {
        // Mounted men charge, or they would lose 2; charging adds 1.
        let charging = troops == Troops::MountedCavalry;
        table_number(&Side { troops, charging, figures: 10, ..Side::default() }, 10).total() - i32::from(charging)
    };
    assert_eq!(Troops::ALL.iter().map(|&troops| base(troops)).collect::<Vec<_>>(), [3, 5, 2, 1, 3]);
}

#[test]
fn melee_elite_adds_2_crack_1_and_green_takes_1() {
    let by = |quality| adds(|side| side.quality = quality);
    assert_eq!([Quality::Elite, Quality::Crack, Quality::Green].map(by), [2, 1, -1]);
}

#[test]
fn melee_open_takes_1_skirmish_2_prone_3_and_only_the_heaviest_counts() {
    assert_eq!(adds(|side| side.formation = Formation::OpenOrder), -1);
    assert_eq!(adds(|side| side.formation = Formation::Skirmish), -2);
    assert_eq!(adds(|side| side.prone = true), -3);
    assert_eq!(adds(|side| (side.prone, side.formation) = (true, Formation::Skirmish)), -3);
}

#[test]
fn melee_charging_adds_1() {
    assert_eq!(adds(|side| side.charging = true), 1);
}

#[test]
fn melee_cavalry_not_charging_takes_2_from_mounted_men_only() {
    let standing = |troops| table_number(&Side { troops, figures: 10, ..Side::default() }, 10).total();
    assert_eq!((standing(Troops::MountedCavalry), standing(Troops::DismountedCavalry)), (5 - 2, 2));
}

#[test]
fn melee_lancers_add_2_to_mounted_men_who_charge() {
    let lancers = |charging| {
        let side = Side { troops: Troops::MountedCavalry, lancers: true, charging, figures: 10, ..Side::default() };
        table_number(&side, 10).total()
    };
    assert_eq!((lancers(true), lancers(false)), (5 + 1 + 2, 5 - 2));
}

#[test]
fn melee_won_last_round_adds_1() {
    assert_eq!(adds(|side| side.won_last_round = true), 1);
}

#[test]
fn melee_flank_rear_takes_3() {
    assert_eq!(adds(|side| side.flanked = true), -3);
}

#[test]
fn melee_odds_add_1_at_two_to_one_and_2_at_three_to_one() {
    let at = |figures, enemies| table_number(&Side { figures, ..Side::default() }, enemies).total();
    assert_eq!([at(19, 10), at(20, 10), at(29, 10), at(30, 10)], [3, 4, 4, 5]);
}

#[test]
fn melee_uphill_adds_1() {
    assert_eq!(adds(|side| side.uphill = true), 1);
}

#[test]
fn melee_cover_adds_2_hard_and_1_soft_and_a_trench_takes_2_besides_its_hard_cover() {
    let behind = |cover| adds(|side| side.cover = cover);
    let covers = [Cover::NoCover, Cover::SoftCover, Cover::HardCover, Cover::Trench, Cover::Bunker];
    assert_eq!(covers.map(behind), [0, 1, 2, 0, 2]);
}

#[test]
fn melee_4_casualties_are_twice_the_number() {
    // Table 4 under 10 figures: 2 2 1 1 1 1.
    let table = || Tally::base("table", Rule("Melee 2"), "", 4);
    let struck = |die| resolve_blow(table(), 10, ATTACKER, &mut Scripted::of([die])).outcome;
    assert_eq!([1, 2, 3].map(struck), [4, 4, 2]);
}

#[test]
fn r4_a_lone_man_strikes_only_on_a_1_and_his_hit_is_doubled() {
    let table = || Tally::base("table", Rule("Melee 2"), "", 9);
    let struck = |die| resolve_blow(table(), 1, ATTACKER, &mut Scripted::of([die])).outcome;
    assert_eq!([1, 2].map(struck), [2, 0]);
}
