use super::*;
use crate::melee::table_sum;
use crate::morale::number;
use kernel::dice::Scripted;
use kernel::odds::{of_chain, ratio, run};

/// Twelve infantry in open order charge eight in a trench; nobody fires.
fn cold_steel() -> Charge {
    Charge { rifles: 0, ..Charge::default() }
}

fn charged(charge: &Charge, faces: impl IntoIterator<Item = u8>) -> ChargeEnd {
    let (charging, stage) = Charging::begin(charge);
    run(&charging, stage, &mut Scripted::of(faces)).outcome
}

fn ended(end: End, attackers_lost: u8, defenders_lost: u8, rounds: u8) -> ChargeEnd {
    ChargeEnd { end, attackers_lost, defenders_lost, rounds }
}

#[test]
fn melee_1_a_charge_may_falter_in_point_blank_fire() {
    // Six aimed rifles are table 9: 2 fall on a 1. Average men with a leader, 2 lost, under fire: 8 + 1 - 2 - 1 = 6.
    let fresh = Charge { attackers_fresh: true, ..Charge::default() };
    assert_eq!(charged(&fresh, [1, 7, 1]), ended(End::Falters, 2, 0, 0));
    assert_eq!(charged(&fresh, [1, 7, 5]), ended(End::Falters, 3, 0, 0), "a 5 costs a figure");
    assert_eq!(charged(&fresh, [1, 7, 6]), ended(End::AttackersRout, 2, 0, 0));
    let (charging, _) = Charging::begin(&fresh);
    assert_eq!(number(&charging.under_fire(10)).total(), 6);
}

#[test]
fn morale_3_fire_is_tested_at_half_strength_only_by_men_who_were_under_fire_before() {
    let test = |lost_before| {
        let charge = Charge { attackers_lost_before: lost_before, ..Charge::default() };
        Charging::begin(&charge).0.occasion_of_fire(10)
    };
    assert_eq!(test(7), None, "10 of 19 are more than half");
    assert_eq!(test(8), Some(Occasion::HalfStrength), "10 of 20 are half");
}

#[test]
fn r8_each_weapon_fires_once_at_point_blank_in_the_column_of_2() {
    let charge = Charge { rifles: 1, lmgs: 1, hmgs: 2, aimed: false, ..Charge::default() };
    let tables: Vec<_> = charge.volleys().iter().map(|volley| (volley.table.total(), volley.figures.total())).collect();
    assert_eq!(tables, [(8, 1), (9, 8), (10, 15), (10, 15)]);
    assert_eq!(Charge { aimed: true, ..charge }.volleys()[0].table.total(), 9);
}

#[test]
fn melee_7_beaten_defenders_test_outside_their_trench() {
    // Both strike on table 3. A 1 under 12 figures is 2, doubled 4; a 6 under 8 figures is nothing.
    // Four defenders against twelve: 8 + 1 leader - 4 lost - 1 pushed back - 2 outnumbered 3 to 1 = 2.
    assert_eq!(charged(&cold_steel(), [1, 6, 3, 6]), ended(End::DefendersRout, 0, 4, 1));
    assert_eq!(charged(&cold_steel(), [1, 6, 3, 3]), ended(End::DefendersFallBack, 0, 4, 1));
    assert_eq!(charged(&cold_steel(), [1, 6, 3, 5]), ended(End::DefendersFallBack, 0, 5, 1));
    // Passing with a 2 they fight on: 3 - 1 open + 1 won + 2 odds is table 5, where a 1 under 12 kills the last four.
    assert_eq!(charged(&cold_steel(), [1, 6, 2, 1, 6]), ended(End::DefendersDestroyed, 0, 8, 2));
}

#[test]
fn melee_6_winners_follow_unless_they_man_defences() {
    // Elite defenders in a trench: 3 + 2 is table 5, a 1 under 8 figures is 2, doubled 4; the attackers' 6 is 1, doubled 2.
    // Eight attackers: 8 + 1 - 4 - 1 = 4.
    let elite = Charge { defenders_quality: Quality::Elite, ..cold_steel() };
    assert_eq!(charged(&elite, [6, 1, 4]), ended(End::ThrownBack, 4, 2, 1));
    // Without cover they follow, and the next round begins.
    let open = Charge { defenders_cover: Cover::NoCover, rounds: 1, ..elite };
    assert_eq!(charged(&open, [6, 1, 4]), ended(End::StillFighting, 4, 2, 1));
}

#[test]
fn melee_6_winners_behind_cover_that_is_no_fixed_defence_follow() {
    // In hard cover 3 + 2 + 2 is table 7, where a 1 under 8 figures is 2, doubled 4; eight attackers test on 4 as before.
    let walled =
        Charge { defenders_quality: Quality::Elite, defenders_cover: Cover::HardCover, rounds: 1, ..cold_steel() };
    assert_eq!(charged(&walled, [6, 1, 4]).end, End::StillFighting);
    let prepared = Charge { prepared: true, ..walled };
    assert_eq!(charged(&prepared, [6, 1, 4]).end, End::ThrownBack);
}

#[test]
fn r14_losers_who_are_blocked_and_outnumbered_by_half_surrender() {
    let trapped = Charge { defenders_blocked: true, ..cold_steel() };
    assert_eq!(charged(&trapped, [1, 6]), ended(End::DefendersSurrender, 0, 4, 1), "12 against 4");
    let strong = Charge { defenders: 16, ..trapped };
    // Twelve against sixteen less 4: they are not outnumbered, so they test; 8 + 1 - 4 - 1 = 4.
    assert_eq!(charged(&strong, [1, 6, 5, 6]), ended(End::DefendersSurrender, 2, 4, 1), "and cannot run");
}

#[test]
fn common_ties_two_rounds_without_a_casualty_end_the_fight() {
    let duel = Charge { attackers: 1, defenders: 1, ..cold_steel() };
    assert_eq!(charged(&duel, [2, 2, 2, 2]), ended(End::Spent, 0, 0, 2));
    assert_eq!(charged(&duel, [2, 2, 1, 1]), ended(End::BothDestroyed, 1, 1, 2));
}

#[test]
fn a_duel_has_the_odds_worked_out_by_hand() {
    // A lone man strikes only on a 1. In each of two rounds: both 1/36, either alone 5/36, nobody 25/36.
    let (charging, stage) = Charging::begin(&Charge { attackers: 1, defenders: 1, ..cold_steel() });
    let odds = of_chain(&Budget::default(), &charging, &Dist::certain(stage)).dist;
    let chance = |end| odds.chance_that(|other: &ChargeEnd| other.end == end);
    let twice = ratio(1, 1) + ratio(25, 36);
    assert_eq!(chance(End::DefendersDestroyed), ratio(5, 36) * &twice);
    assert_eq!(chance(End::AttackersDestroyed), ratio(5, 36) * &twice);
    assert_eq!(chance(End::BothDestroyed), ratio(1, 36) * twice);
    assert_eq!(chance(End::Spent), ratio(25, 36) * ratio(25, 36));
}

#[test]
fn melee_3_only_the_figures_in_base_contact_strike_in_the_first_round() {
    let narrow = Charge { frontage: 4, ..cold_steel() };
    let (charging, _) = Charging::begin(&narrow);
    let Stage::Attack(fight) = charging.contact(12, 0) else { panic!("nobody fires") };
    assert_eq!(charging.side(Who::Attackers, fight).0.figures, 4);
    assert_eq!(charging.side(Who::Attackers, Fight { round: 2, ..fight }).0.figures, 12);
}

#[test]
fn r11_the_test_of_the_first_round_counts_the_men_shot_in_the_same_move() {
    let (charging, _) = Charging::begin(&Charge::default());
    let Stage::Attack(fight) = charging.contact(10, 2) else { panic!("the fire is over") };
    // Two shot and four struck down; 8 + 1 - 6 - 1 under fire - 1 pushed back = 1.
    let Stage::Test { fight, loser, lost } = charging.after_round(fight, 4, 2) else { panic!("a lost round") };
    assert_eq!((lost, number(&charging.loser(fight, loser, lost)).total()), (6, 1));
}

#[test]
fn charges_get_home_less_often_against_more_fire() {
    let home = |rifles, hmgs| {
        let charge = Charge { rifles, hmgs, attackers_fresh: true, ..Charge::default() };
        let (charging, stage) = Charging::begin(&charge);
        of_chain(&Budget::default(), &charging, &Dist::certain(stage)).dist.chance_that(|end| end.rounds > 0)
    };
    assert!(home(0, 0) == ratio(1, 1) && home(6, 0) > home(12, 0) && home(12, 0) > home(12, 1));
}

#[test]
fn morale_stands_a_loser_who_stands_and_is_followed_fights_on() {
    let charge = Charge { rounds: 1, ..cold_steel() };
    assert_eq!(charged(&charge, [1, 6, 3, 1]), ended(End::StillFighting, 0, 4, 1));
}

/// A charge walked throw by throw, as it is told.
struct ThrowByThrow(Charging);

impl Chain for ThrowByThrow {
    type Stage = Stage;
    type Outcome = ChargeEnd;

    fn turn(&self, stage: &Stage) -> Turn<Stage, ChargeEnd> {
        self.0.turn(stage)
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        self.0.throw(stage, dice)
    }
}

#[test]
fn a_charge_whose_throws_are_taken_together_has_the_odds_of_one_throw_after_another() {
    for charge in [
        cold_steel(),
        Charge { attackers_fresh: true, attackers_blocked: true, ..Charge::default() },
        Charge {
            attackers: 20,
            defenders: 20,
            defenders_cover: Cover::NoCover,
            defenders_blocked: true,
            ..cold_steel()
        },
        Charge { attackers: 15, defenders: 30, frontage: 6, rounds: 3, lmgs: 1, ..Charge::default() },
    ] {
        let (charging, stage) = Charging::begin(&charge);
        let together = of_chain(&Budget::default(), &charging, &Dist::certain(stage)).dist;
        let apart = of_chain(&Budget::default(), &ThrowByThrow(charging), &Dist::certain(stage)).dist;
        assert_eq!(together.parts().len(), apart.parts().len());
        for (end, chance) in apart.chances() {
            assert_eq!(together.chance(end), chance, "{end:?}");
        }
    }
}

#[test]
fn r45_men_charged_on_their_bellies_fight_at_3_less_in_the_first_round() {
    let prone = Charge { defenders_prone: true, defenders_cover: Cover::NoCover, ..cold_steel() };
    let (charging, start) = Charging::begin(&prone);
    let Stage::Attack(fight) = start else { panic!("nobody fires: {start:?}") };
    let table = |fight| table_sum(&charging.side(Who::Defenders, fight).0, 12, true).total();
    // Infantry in line has 3, and 3 less on the ground; the table is held to 0 and above.
    assert_eq!((table(fight), table(Fight { round: 2, ..fight })), (0, 3), "they are up by then");
}

#[test]
fn fire_modifiers_bef_counts_at_point_blank() {
    let charge = Charge { bef: true, ..Charge::default() };
    // Aimed rifles at 2 inches are table 9, and 1 more.
    assert_eq!(charge.volleys()[0].table.total(), 10);
}
