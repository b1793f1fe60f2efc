use super::*;
use kernel::dice::Scripted;
use kernel::odds::{of_chain, ratio, run};

fn fought(melee: &Melee, faces: impl IntoIterator<Item = u8>) -> RoundEnd {
    let (fighting, stage) = Fighting::begin(melee);
    run(&fighting, stage, &mut Scripted::of(faces)).outcome
}

#[test]
fn melee_5_a_specialist_may_be_named_on_a_1_that_hits() {
    let end = fought(&Melee::default(), [1, 2]);
    assert!(end.defenders.specialist_named && !end.attackers.specialist_named);
    assert!(!fought(&Melee::default(), [2, 1]).attackers.specialist_named, "there is none");
    let both = Melee { attackers_specialist: true, ..Melee::default() };
    assert!(fought(&both, [2, 1]).attackers.specialist_named);
}

#[test]
fn melee_6_the_side_with_more_casualties_loses_and_equal_ones_fight_on() {
    // Ten charging infantry are table 4 (2 2 1 1 1 1), eight in a trench are table 3.
    let melee = Melee::default();
    let (fighting, stage) = Fighting::begin(&melee);
    assert_eq!(table_number(&fighting.attackers.side, 8).total(), 4);
    assert_eq!(table_number(&fighting.defenders.side, 10).total(), 3);
    // Table 4 under 10 figures is 2 2 1 1 1 1, table 3 under 8 figures 1 1 1 1 1 0; both are doubled alike. The
    // attackers win with 2 (1/3), or with 1 (2/3) against 0 (1/6); they never inflict less than they take.
    let odds = of_chain(&Budget::default(), &fighting, &Dist::certain(stage)).dist;
    let chance = |verdict| odds.chance_that(|end: &RoundEnd| end.verdict == verdict);
    assert_eq!(chance(Verdict::AttackersWin), ratio(1, 3) + ratio(2, 3) * ratio(1, 6));
    assert_eq!(chance(Verdict::Equal), ratio(2, 3) * ratio(5, 6));
    let hard = Melee { defenders_cover: Cover::HardCover, ..melee };
    // Hard cover without a trench is table 5: on a 1 eight figures inflict 2, and the attackers throw 3 to 6.
    assert_eq!(fought(&hard, [3, 1]).verdict, Verdict::AttackersLose);
}

#[test]
fn r13_the_majority_gives_grade_base_and_formation_and_a_tie_the_lower() {
    let of = |quality, troops, figures| Contingent { troops, quality, figures, ..Contingent::default() };
    let side = majority(&[of(Quality::Elite, Troops::Infantry, 6), of(Quality::Green, Troops::Infantry, 5)]);
    assert_eq!((side.quality, side.figures), (Quality::Elite, 11));
    let side =
        majority(&[of(Quality::Elite, Troops::MountedCavalry, 5), of(Quality::Green, Troops::DismountedCavalry, 5)]);
    assert_eq!((side.quality, side.troops), (Quality::Green, Troops::DismountedCavalry));
}

#[test]
fn r4_more_than_40_in_contact_are_split() {
    let forty = Contingent { figures: 40, ..Contingent::default() };
    let melee = Melee {
        attackers: vec![forty.clone(), Contingent { figures: 2, ..forty }],
        defenders: vec![Contingent { figures: 30, ..Contingent::default() }],
        ..Melee::default()
    };
    // Table 4: 40 figures on a 6 are 4 or 5, two figures on a 1 are 1; the defenders' table 3 under 30 follows.
    let end = fought(&melee, [1, 1, 6]);
    assert_eq!(end.defenders.casualties, 2 * (6 + 1));
}

#[test]
fn melee_charging_and_lances_count_in_the_round_of_contact_only() {
    let cavalry = vec![Contingent { troops: Troops::MountedCavalry, ..Contingent::default() }];
    let number = |round| {
        let melee = Melee { attackers: cavalry.clone(), lancers: true, round, ..Melee::default() };
        table_number(&Fighting::begin(&melee).0.attackers.side, 8).total()
    };
    assert_eq!(number(Round::First), 5 + 1 + 2);
    assert_eq!(number(Round::AfterEqual), 5 - 2);
    assert_eq!(number(Round::AttackersWonLast), 5 - 2 + 1);
}

#[test]
fn melee_charging_into_a_melee_that_goes_on_takes_nothing_from_who_won_the_last_round() {
    let number = |round, charged_into| {
        let melee = Melee { round, charged_into, defenders_cover: Cover::NoCover, ..Melee::default() };
        let fighting = Fighting::begin(&melee).0;
        (table_number(&fighting.attackers.side, 8).total(), table_number(&fighting.defenders.side, 10).total())
    };
    let (later, winners) = number(Round::DefendersWonLast, false);
    assert_eq!(number(Round::DefendersWonLast, true), (later + 1, winners));
    assert_eq!(number(Round::AfterEqual, false), (later, winners - 1));
    assert_eq!(number(Round::AttackersWonLast, true).0, later + 2);
}

#[test]
fn no_more_are_lost_than_there_are() {
    let melee = Melee { defenders: vec![Contingent { figures: 2, ..Contingent::default() }], ..Melee::default() };
    assert_eq!(fought(&melee, [1, 6]).defenders.casualties, 2);
    assert_eq!(fought(&Melee { defenders_behind: 1, ..melee }, [1, 6]).defenders.casualties, 3);
}
