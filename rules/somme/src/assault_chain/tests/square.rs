//! Who else stands in the squares that attack, and tanks that break down.

use super::*;

/// One brigade over the top against a suppressed regiment: column -2, and 7 + 4 = 11 is C. The regiment then attacks with 2
/// at -1.
fn answered(plan: AssaultPlan) -> AssaultPlan {
    at_once(AssaultPlan { attackers: brigades(&[Direction::West]), defenders: suppressed(), ..plan })
}

#[test]
fn r36_a_counterattack_meets_all_who_stand_in_the_square() {
    // Against the brigade alone column 0: 9 - 1 = 8 is ENG.
    assert_eq!(ended(&answered(rehearsal()), &[3, 4, 4, 5]), (Ending::Engaged, 0, 0, 1));
    // With another and guns 2 - 5 = -3: 8 is ASR, and the square is lost.
    let beside = |from| {
        let guns = Bystander { kind: Kind::FieldArtillery, from, ..Bystander::default() };
        AssaultPlan { bystanders: vec![Bystander { from, ..Bystander::default() }, guns], ..rehearsal() }
    };
    assert_eq!(ended(&answered(beside(Direction::West)), &[3, 4, 4, 5]), (Ending::DefenderRetreats, 0, 1, 1));
    assert_eq!(ended(&answered(beside(Direction::North)), &[3, 4, 4, 5]), (Ending::Engaged, 0, 0, 1), "elsewhere");
}

#[test]
fn r20_those_beside_share_the_fate_of_a_square_that_is_lost() {
    let bystanders = vec![
        Bystander { kind: Kind::FieldArtillery, lost: 1, ..Bystander::default() },
        Bystander { kind: Kind::Tanks, broken_down: true, ..Bystander::default() },
    ];
    let plan = AssaultPlan { bystanders, ..answered(rehearsal()) };
    // 2 - (2 + 1 + 1) = -2: 12 - 1 = 11 is C, and a second C is ENG.
    assert_eq!(ended(&plan, &[3, 4, 6, 6]), (Ending::Engaged, 0, 0, 1));
    let disrupted = Bystander { disrupted: true, ..plan.bystanders[0].clone() };
    let weak = vec![Attacker { lost: 2, ..Attacker::default() }];
    let plan = AssaultPlan { attackers: weak, bystanders: vec![disrupted, plan.bystanders[1].clone()], ..plan };
    // The brigade has a step left and attacks with 1: 1 - 2 - 2 = -3; 9 + 4 = 13 is C. It defends with 1, so 2 - 3 = -1, and
    // 12 - 1 + 1 for the disrupted guns is DR: brigade and guns go back, and the tanks, which cannot, are captured.
    assert_eq!(ended(&plan, &[4, 5, 6, 6]), (Ending::ThrownBack, 2, 0, 1));
}

#[test]
fn r22_who_came_up_goes_back_and_who_stood_there_stays_to_be_counterattacked() {
    let french = |came_up| Attacker { nation: Nation::French, came_up, ..Attacker::default() };
    let plan = |came_up| AssaultPlan {
        attackers: vec![Attacker::default(), french(came_up)],
        defenders: suppressed(),
        keeps: Keeps::British,
        ..rehearsal()
    };
    // Both go, coordination 1: the British alone. C, then 9 - 1 = 8: on column 0 ENG, on -2 against both AR.
    let faces = [1, 1, 1, 3, 4, 4, 5];
    assert_eq!(ended(&plan(true), &faces), (Ending::Engaged, 0, 0, 1));
    assert_eq!(ended(&plan(false), &faces).0, Ending::DefenderRetreats);
}

#[test]
fn r22_what_the_coordination_roll_has_said_is_not_rolled_again() {
    let french = Attacker { nation: Nation::French, morale: 5, from: Direction::SouthWest, ..Attacker::default() };
    let attackers = vec![Attacker::default(), Attacker::default(), french];
    let plan = |coordination| AssaultPlan { attackers: attackers.clone(), coordination, ..rehearsal() };
    // All three go; fire without effect; 2 on the chart.
    let over = |coordination| told(&plan(coordination), &[1, 1, 1, 6, 6, 1, 1]).over_the_top;
    let all = [Coordination::OneCountry, Coordination::OneEach, Coordination::TwoEach, Coordination::All];
    assert_eq!(all.map(over), [2, 2, 3, 3]);
}

#[test]
fn r24_a_company_rolls_for_breakdown_before_anybody_goes() {
    let tanks = Attacker { kind: Arm::Tanks, to_roll: true, ..Attacker::default() };
    let plan = AssaultPlan { attackers: vec![Attacker::default(), tanks], ..rehearsal() };
    let over = odds(&plan);
    // It runs on 4 of 6; then the brigade goes on 5 of 6 and the tanks on 4 of 6, else the brigade alone on 4 of 6.
    assert_eq!(over.chance_that(|fought| fought.over_the_top == 2), ratio(4 * 5 * 4, 216));
    assert_eq!(over.chance_that(|fought| fought.over_the_top == 1), ratio(4 * (5 * 2 + 4) + 2 * 6 * 4, 216));
}

#[test]
fn r24_broken_down_tanks_neither_counterattack_nor_go_back() {
    let tanks =
        |broken_down| Defender { kind: Kind::Tanks, nation: Nation::British, broken_down, ..Defender::default() };
    let german = Attacker { nation: Nation::German, ..Attacker::default() };
    let plan = |broken_down| AssaultPlan {
        attackers: vec![german.clone()],
        defenders: vec![tanks(broken_down)],
        ground: Vec::new(),
        hq: Nation::German,
        ..at_once(rehearsal())
    };
    // 2 - 1 = 1 in either case; 5 + 3 = 8 is C: those that run counterattack, 2 - 4 = -2 and 9, the others are taken.
    assert_eq!(ended(&plan(false), &[2, 3, 4, 5]).0, Ending::Engaged);
    assert_eq!(ended(&plan(true), &[2, 3]), (Ending::DefenderEliminated, 0, 2, 1));
}

#[test]
fn r38_a_breakthrough_within_a_breakthrough_is_de() {
    let guns = Defender { kind: Kind::HeavyArtillery, disrupted: true, ..Defender::default() };
    let plan =
        AssaultPlan { defenders: vec![guns], ground: Vec::new(), occasion: Occasion::Breakthrough, ..rehearsal() };
    // 6 - 1 = 5; 12 + 1 + 1 - 1 = 13 is DEBT.
    assert_eq!(ended(&plan, &[6, 6]).0, Ending::DefenderEliminated);
    assert_eq!(ended(&at_once(AssaultPlan { occasion: Occasion::First, ..plan }), &[6, 6]).0, Ending::Breakthrough);
}
