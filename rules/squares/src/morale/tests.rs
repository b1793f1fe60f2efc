use super::*;
use kernel::dice::Scripted;
use kernel::odds::{of_chain, ratio, run};

fn dice(change: impl FnOnce(&mut MoraleTest)) -> i32 {
    // Four casualty markers, so that what is taken away can be seen.
    let mut test =
        MoraleTest { units: vec![Unit::default()], casualty_markers: 4, enemy_faces: 0, ..MoraleTest::default() };
    change(&mut test);
    morale_dice(&test).total()
}

#[test]
fn r28_casualty_markers_give_1_each_at_most_4() {
    assert_eq!((dice(|t| t.casualty_markers = 2), dice(|t| t.casualty_markers = 6)), (2, 4));
}

#[test]
fn r28_reservists_give_1_once() {
    assert_eq!(dice(|t| t.units = vec![Unit::default().quality(Quality::Reservist); 2]), 4 + 1);
}

#[test]
fn r28_barrage_markers_give_1_each_at_most_3() {
    assert_eq!((dice(|t| t.barrage_markers = 1), dice(|t| t.barrage_markers = 5)), (4 + 1, 4 + 3));
}

#[test]
fn r28_faces_held_by_enemies_count_after_the_first() {
    let faces = |faces| dice(|t| t.enemy_faces = faces);
    assert_eq!([0, 1, 2, 3, 4].map(faces), [4, 4, 5, 6, 7]);
}

#[test]
fn r28_professionals_take_1_once() {
    assert_eq!(dice(|t| t.units = vec![Unit::default().quality(Quality::Professional); 2]), 4 - 1);
}

#[test]
fn r28_mg_tank_or_ac_takes_1_once() {
    for kind in [Kind::MachineGun, Kind::LightTank, Kind::HeavyTank, Kind::ArmouredCar, Kind::LightArmouredCar] {
        assert_eq!(dice(|t| t.units = vec![Unit::of(kind); 2]), 4 - 1, "{kind}");
    }
}

#[test]
fn r28_what_has_fallen_back_into_the_square_counts_for_and_against() {
    let with = |unit: Unit| dice(|t| t.fallen_back = vec![unit]);
    assert_eq!(with(Unit::default()), 4);
    assert_eq!(with(Unit::default().quality(Quality::Reservist)), 4 + 1);
    assert_eq!(with(Unit::default().quality(Quality::Professional)), 4 - 1);
    assert_eq!(with(Unit::of(Kind::MachineGun)), 4 - 1);
    // It counts once with those who test, and it neither routs nor is hit with them.
    let machine_gun = || vec![Unit::of(Kind::MachineGun)];
    assert_eq!(dice(|t| (t.units, t.fallen_back) = (machine_gun(), machine_gun())), 4 - 1);
    let fallen_back = vec![Unit::default().quality(Quality::Professional)];
    let test = MoraleTest { casualty_markers: 3, fallen_back, ..MoraleTest::default() };
    assert_eq!(ends(&test, &[4, 5, 6, 5, 6]), end(Nerve::Run, 2, 0), "three dice, and both that test rout");
}

#[test]
fn r28_hasty_defences_take_1() {
    assert_eq!(dice(|t| t.defences = Defences::Hasty), 4 - 1);
}

#[test]
fn r28_woods_or_buildings_take_1() {
    assert_eq!(dice(|t| t.ground = Ground::Woods), 4 - 1);
    assert_eq!(dice(|t| t.ground = Ground::Buildings), 4 - 1);
    assert_eq!(dice(|t| t.ground = Ground::Hill), 4);
}

#[test]
fn r28_morale_bonus_takes_2() {
    assert_eq!(dice(|t| t.morale_bonus = true), 4 - 2);
}

#[test]
fn r28_trenches_take_2_and_r1_a_fort_counts_as_trenches() {
    assert_eq!(dice(|t| t.defences = Defences::Trenches), 4 - 2);
    assert_eq!(dice(|t| t.defences = Defences::Fort), 4 - 2);
}

#[test]
fn r28_hold_the_line_takes_3() {
    assert_eq!(dice(|t| t.hold_the_line = true), 4 - 3);
}

#[test]
fn r5_fewer_than_1_die_is_passed() {
    let test = MoraleTest { casualty_markers: 1, enemy_faces: 0, hold_the_line: true, ..MoraleTest::default() };
    let odds = of_chain(&Budget::default(), &MoraleChain::of(&test), &Dist::certain(Stage::Test));
    assert_eq!(odds.dist.chance_that(|end| end.nerve == Nerve::Passed), ratio(1, 1));
}

fn ends(test: &MoraleTest, faces: &[u8]) -> MoraleEnd {
    run(&MoraleChain::of(test), Stage::Test, &mut Scripted::of(faces.iter().copied())).outcome
}

fn end(nerve: Nerve, units_lost: u8, half_bases_lost: u8) -> MoraleEnd {
    MoraleEnd { nerve, units_lost: std::cmp::Reverse(units_lost), half_bases_lost: std::cmp::Reverse(half_bases_lost) }
}

#[test]
fn r28_one_fail_is_steady_two_retire_three_run() {
    // Two casualty markers and two enemy faces: three dice.
    let test = MoraleTest::default();
    assert_eq!(ends(&test, &[3, 3, 3]), end(Nerve::Passed, 0, 0));
    assert_eq!(ends(&test, &[4, 3, 3]), end(Nerve::Steady, 0, 0));
    // The owner's one hit is saved on 4 or more.
    assert_eq!(ends(&test, &[4, 5, 3, 4]), end(Nerve::Retire, 0, 0));
    assert_eq!(ends(&test, &[4, 5, 3, 3]), end(Nerve::Retire, 0, 1));
    // Each unit is rolled for first, 5 or 6 routs; then the hit.
    assert_eq!(ends(&test, &[4, 5, 6, 4, 4, 6]), end(Nerve::Run, 0, 0));
    assert_eq!(ends(&test, &[4, 5, 6, 5, 4, 1]), end(Nerve::Run, 1, 1));
    assert_eq!(ends(&test, &[4, 5, 6, 5, 6]), end(Nerve::Run, 2, 0), "nobody is left to be hit");
}

#[test]
fn r28_reservists_run_more_easily_and_professionals_less() {
    let run = |quality, face| {
        // Three dice again: two markers and faces, and the one for reservists or against professionals.
        let markers = if quality == Quality::Reservist { 1 } else { 3 };
        let units = vec![Unit::default().quality(quality)];
        let test = MoraleTest { units, casualty_markers: markers, ..MoraleTest::default() };
        // A unit that does not rout still saves the owner's hit.
        let routs = face >= if quality == Quality::Reservist { 4 } else { 6 };
        let faces: &[u8] = if routs { &[4, 4, 4, face] } else { &[4, 4, 4, face, 6] };
        ends(&test, faces).units_lost.0
    };
    assert_eq!((run(Quality::Reservist, 3), run(Quality::Reservist, 4)), (0, 1));
    assert_eq!((run(Quality::Professional, 5), run(Quality::Professional, 6)), (0, 1));
}

#[test]
fn r28_an_enemy_behind_means_6_hits_instead() {
    let test = MoraleTest { units: vec![Unit::default()], behind: Behind::Enemy, ..MoraleTest::default() };
    assert_eq!(ends(&test, &[4, 4, 1, 6, 1, 1, 1, 4, 4, 4]), end(Nerve::Retire, 0, 3));
}

#[test]
fn r28_units_leaving_the_table_lose_a_base() {
    let units = vec![Unit::default(), Unit::of(Kind::Gun)];
    let test = MoraleTest { units, behind: Behind::TableEdge, ..MoraleTest::default() };
    // Infantry loses two half bases; the gun has no more than one base and is lost.
    assert_eq!(ends(&test, &[4, 4, 1, 6]), end(Nerve::Retire, 1, 4));
}

#[test]
fn r14_units_forced_to_retire_from_a_suppression_square_stay_steady() {
    let test = MoraleTest { suppression: true, ..MoraleTest::default() };
    assert_eq!(ends(&test, &[4, 4, 1]), end(Nerve::Steady, 0, 0));
    assert_eq!(ends(&test, &[4, 4, 4]), end(Nerve::Steady, 0, 0));
}
