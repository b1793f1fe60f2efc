//! Tests of whole assaults, with odds and paths worked out by hand.

mod fire;
mod square;

use super::*;
use crate::assault::Barrage;
use crate::coordination::Keeps;
use crate::headquarters::{Condition, Mode};
use crate::results::WayBack;
use crate::terrain::{Ground, Terrain, ground};
use crate::units::{Kind, Nation};
use crate::weather::Weather;
use kernel::dice::Scripted;
use kernel::odds::{Kind as Found, Ratio, of_chain, ratio, run};

/// Three British brigades of morale 4 behind a lift barrage, from one square, with command 3 squares away, against a
/// full German regiment in a start trench: column 0, +3 on the roll.
fn rehearsal() -> AssaultPlan {
    AssaultPlan::default()
}

fn suppressed() -> Vec<Defender> {
    vec![Defender { suppressed: true, ..Defender::default() }]
}

fn brigades(from: &[Direction]) -> Vec<Attacker> {
    from.iter().map(|&from| Attacker { from, ..Attacker::default() }).collect()
}

fn odds(plan: &AssaultPlan) -> Dist<Fought> {
    plan.check().unwrap();
    let chain = AssaultChain::of(plan);
    let odds = of_chain(&Budget::default(), &chain, &Dist::certain(chain.start()));
    assert_eq!(odds.kind, Found::Exact);
    odds.dist
}

/// A win: the square is taken.
fn wins(plan: &AssaultPlan) -> Ratio {
    odds(plan).chance_that(|fought| fought.ending >= Ending::DefenderRetreats)
}

fn told(plan: &AssaultPlan, faces: &[u8]) -> Fought {
    let chain = AssaultChain::of(plan);
    run(&chain, chain.start(), &mut Scripted::of(faces.iter().copied())).outcome
}

fn ended(plan: &AssaultPlan, faces: &[u8]) -> (Ending, u8, u8, u8) {
    let Fought { ending, attacker_lost, defender_lost, over_the_top, .. } = told(plan, faces);
    (ending, attacker_lost, defender_lost, over_the_top)
}

/// Without commitment rolls, so that scripts begin with the fire.
fn at_once(plan: AssaultPlan) -> AssaultPlan {
    AssaultPlan { occasion: Occasion::SecondAttack, ..plan }
}

#[test]
fn r14_three_like_brigades_go_over_the_top_by_the_binomial() {
    let over = |units| odds(&rehearsal()).chance_that(|fought| fought.over_the_top == units);
    assert_eq!([0, 1, 2, 3].map(over), [1, 6, 12, 8].map(|ways| ratio(ways, 27)));
}

#[test]
fn a_suppressed_regiment_loses_its_trench_by_this_exact_chance() {
    // 3, 2 or 1 brigades (8, 12, 6 of 27) stand on columns 2, 0, -2 with +4. They win on 5, 7, 9 or more: 30, 21, 10 of
    // 36 ways. A C comes in 5, 9, 11 ways; the regiment then attacks with 2 at -1 against 6, for those who stayed stand
    // there too, on column -3, and fails on 10 or less: 33 ways.
    let ways = 8 * (30 * 36 + 5 * 33) + 12 * (21 * 36 + 9 * 33) + 6 * (10 * 36 + 11 * 33);
    assert_eq!(wins(&AssaultPlan { defenders: suppressed(), ..rehearsal() }), ratio(ways, 27 * 36 * 36));
}

#[test]
fn an_unsuppressed_regiment_loses_its_trench_by_this_exact_chance() {
    // Four fire factors drive the one square back in 9 of 36 ways; a single step costs a brigade no strength in attack
    // or defence. Columns 0, -2, -3 with +3: they win on 8, 10, 11: 15, 6, 3 ways; a C on 6-7, 8-9, 9-10: 11, 9, 7 ways.
    // The regiment attacks with 2 against 6 on column -3 and fails on 9 or less: 30 ways.
    let ways = 8 * (15 * 36 + 11 * 30) + 12 * (6 * 36 + 9 * 30) + 6 * (3 * 36 + 7 * 30);
    assert_eq!(wins(&rehearsal()), ratio(27, 36) * ratio(ways, 27 * 36 * 36));
}

#[test]
fn rehearsal_figures_hold_between_near_and_far_command() {
    // Rehearsed: 22 % and 67 %. The rehearsal does not say how far command was: the mean of near and far is within 5.
    let percent = |plan: &AssaultPlan| wins(plan).to_f64().value() * 100.0;
    let mean = |defenders: Vec<Defender>| {
        let at = |hq_distance| percent(&AssaultPlan { hq_distance, defenders: defenders.clone(), ..rehearsal() });
        let (near, far) = (at(3), at(5));
        assert!(far < near);
        f64::midpoint(near, far)
    };
    let (unsuppressed, suppressed) = (mean(vec![Defender::default()]), mean(suppressed()));
    assert!((unsuppressed - 22.0).abs() < 5.0, "{unsuppressed}");
    assert!((suppressed - 67.0).abs() < 5.0, "{suppressed}");
}

#[test]
fn rehearsal_six_brigades_break_through_less_than_one_time_in_five() {
    use Direction::{SouthWest, West};
    let attackers = brigades(&[West, West, West, SouthWest, SouthWest, SouthWest]);
    let through = |defenders: Vec<Defender>, barrage, all: bool| {
        let attackers = attackers.clone();
        let plan = AssaultPlan { attackers, defenders, barrage, smoke: all, gas: all, night: all, ..rehearsal() };
        odds(&plan).chance_that(|fought| fought.ending == Ending::Breakthrough)
    };
    for barrage in [Barrage::Lift, Barrage::Creeping] {
        assert!(through(suppressed(), barrage, false) <= ratio(1, 5));
        assert!(through(vec![Defender::default()], barrage, false) <= ratio(1, 5));
        assert!(through(vec![Defender::default()], barrage, true) <= ratio(1, 5), "four resources");
    }
    // Only four resources on a regiment that is suppressed as well do more.
    assert!(through(suppressed(), Barrage::Lift, true) > ratio(1, 5));
}

#[test]
fn r14_nobody_over_the_top_is_no_assault() {
    assert_eq!(ended(&rehearsal(), &[5, 6, 5]), (Ending::Holds, 0, 0, 0));
}

#[test]
fn r20_losses_fall_on_each_unit() {
    // No effect of the fire, then 2 + 3 = 5 on column 0: ASR.
    assert_eq!(ended(&at_once(rehearsal()), &[6, 6, 1, 1]), (Ending::ThrownBack, 3, 0, 3));
    // 12 + 3 = 15: D2SR, two steps of the regiment's three.
    assert_eq!(ended(&at_once(rehearsal()), &[6, 6, 6, 6]), (Ending::DefenderRetreats, 0, 2, 3));
}

#[test]
fn r20_without_a_way_back_a_retreat_is_the_end() {
    let trapped =
        AssaultPlan { attacker_retreat: WayBack::Blocked, defender_retreat: WayBack::Blocked, ..at_once(rehearsal()) };
    assert_eq!(ended(&trapped, &[6, 6, 1, 1]), (Ending::ThrownBack, 3, 0, 3), "attackers go back to where they were");
    assert_eq!(ended(&trapped, &[6, 6, 4, 4]), (Ending::DefenderEliminated, 0, 3, 3), "11 is DR on column 0");
    assert_eq!(ended(&trapped, &[3, 3]), (Ending::Holds, 0, 0, 3), "driven back by fire");
}

#[test]
fn r21_a_counterattack_may_win_lose_or_engage() {
    // 7 + 3 = 10 on column 0 is C. The regiment attacks with 2 against 6: column -3.
    let plan = at_once(rehearsal());
    assert_eq!(ended(&plan, &[6, 6, 3, 4, 4, 5]), (Ending::DefenderRetreats, 0, 0, 3), "9 on -3 is AR");
    assert_eq!(ended(&plan, &[6, 6, 3, 4, 1, 1]), (Ending::DefenderEliminated, 0, 3, 3), "2 on -3 is AE");
    assert_eq!(ended(&plan, &[6, 6, 3, 4, 5, 5]), (Ending::Engaged, 0, 0, 3), "10 on -3 is ENG");
}

#[test]
fn r21_a_second_c_is_engaged() {
    assert_eq!(ended(&at_once(rehearsal()), &[6, 6, 3, 4, 6, 6]), (Ending::Engaged, 0, 0, 3), "12 on -3 is C");
}

#[test]
fn r36_disrupted_defenders_do_not_counterattack_and_without_others_c_is_dr() {
    let disrupted = Defender { disrupted: true, ..Defender::default() };
    let alone = AssaultPlan { defenders: vec![disrupted.clone()], ..at_once(rehearsal()) };
    // No fire; +1 for the disrupted defender: 6 + 4 = 10 on column 0 is C, and nobody can.
    assert_eq!(ended(&alone, &[3, 3]), (Ending::DefenderRetreats, 0, 0, 3));
    let both = AssaultPlan { defenders: vec![disrupted, Defender::default()], ..at_once(rehearsal()) };
    // 6 - 8 is -2, held to -3 after the trench; 9 + 4 = 13 is C; the counterattack's 9 is AR and loses the square.
    assert_eq!(ended(&both, &[6, 6, 4, 5, 4, 5]), (Ending::DefenderRetreats, 0, 0, 3));
}

#[test]
fn r21_after_a_breakthrough_no_commitment_no_resources_and_minus_one() {
    let plan = AssaultPlan { occasion: Occasion::Breakthrough, ..rehearsal() };
    // Column 0, command +1, -1: 11 is DR, 10 is C.
    assert_eq!(ended(&plan, &[6, 6, 5, 6]).0, Ending::DefenderRetreats);
    assert_eq!(ended(&plan, &[6, 6, 5, 5, 6, 4]).0, Ending::Engaged);
}

#[test]
fn r17_without_support_resources_do_not_count() {
    let plan = AssaultPlan { hq_mode: Mode::Supply, night: true, smoke: true, ..at_once(rehearsal()) };
    // Full fire (R on 6), no wind roll, column 0 and -1: 12 - 1 = 11 is DR.
    assert_eq!(ended(&plan, &[6, 6, 6, 6]).0, Ending::DefenderRetreats);
    assert_eq!(ended(&plan, &[3, 3]).0, Ending::Holds);
}

#[test]
fn r22_night_halves_the_fire() {
    let plan = AssaultPlan { night: true, ..at_once(rehearsal()) };
    // Two factors: a 5 has no effect. Column 1 with +3: 6 + 3 = 9 is C, 7 + 3 = 10 is DR.
    assert_eq!(ended(&plan, &[2, 3, 3, 4]).0, Ending::DefenderRetreats);
}

#[test]
fn r22_smoke_needs_the_wind() {
    let plan = AssaultPlan { smoke: true, ..at_once(rehearsal()) };
    // Fire, wind, then 6 + 3 = 9 is C, with smoke 11 DR.
    assert_eq!(ended(&plan, &[6, 6, 3, 3, 3]).0, Ending::DefenderRetreats);
    assert_eq!(ended(&plan, &[6, 6, 4, 3, 3, 5, 5]).0, Ending::Engaged);
}

#[test]
fn r22_tanks_must_be_there_to_lead() {
    let led = |kind| {
        let attackers = vec![Attacker::default(), Attacker::default(), Attacker { kind, ..Attacker::default() }];
        at_once(AssaultPlan { attackers, tanks_cavalry: true, ..rehearsal() })
    };
    // Column 1 with tanks, 0 without: 7 + 3 = 10 is DR or C.
    assert_eq!(ended(&led(Arm::Tanks), &[6, 6, 3, 4]).0, Ending::DefenderRetreats);
    assert_eq!(ended(&led(Arm::Cavalry), &[6, 6, 3, 4]).0, Ending::DefenderRetreats);
    assert_eq!(ended(&led(Arm::Infantry), &[6, 6, 3, 4, 5, 5]).0, Ending::Engaged);
}

#[test]
fn r14_a_tank_in_the_square_heartens_the_others() {
    let attackers = vec![Attacker::default(), Attacker { kind: Arm::Tanks, ..Attacker::default() }];
    let over = odds(&AssaultPlan { attackers, ..rehearsal() });
    // The brigade goes on 5 of 6, the tanks on 4 of 6.
    assert_eq!(over.chance_that(|fought| fought.over_the_top == 2), ratio(5 * 4, 36));
}

#[test]
fn r11_3_british_and_french_are_coordinated_by_a_roll() {
    let french = Attacker { nation: Nation::French, morale: 5, from: Direction::SouthWest, ..Attacker::default() };
    let attackers = vec![Attacker::default(), Attacker::default(), french];
    let plan = |keeps| AssaultPlan { attackers: attackers.clone(), keeps, ..rehearsal() };
    let over = |keeps, faces: &[u8]| told(&plan(keeps), faces).over_the_top;
    // The two brigades, the regiment, coordination; then fire without effect and AE or the like on a 2.
    assert_eq!(over(Keeps::Stronger, &[1, 1, 1, 1, 6, 6, 1, 1]), 2, "the British have 4, the French 3");
    assert_eq!(over(Keeps::French, &[1, 1, 1, 3, 6, 6, 1, 1]), 1);
    assert_eq!(over(Keeps::Stronger, &[1, 1, 1, 4, 2, 6, 6, 1, 1]), 2, "one of each, and who advances is rolled");
    assert_eq!(over(Keeps::Stronger, &[1, 1, 1, 5, 2, 6, 6, 1, 1]), 3, "two of each are all");
    assert_eq!(over(Keeps::Stronger, &[1, 1, 1, 6, 6, 6, 1, 1]), 3);
    assert_eq!(over(Keeps::Stronger, &[1, 1, 6, 6, 6, 1, 1]), 2, "the French stay behind, so nothing is rolled");
}

#[test]
fn r19_units_from_90_degrees_or_more_flank() {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    assert!(North.flanks(West) && South.flanks(West) && NorthEast.flanks(West) && East.flanks(West));
    assert!(SouthEast.flanks(West) && !West.flanks(West) && !NorthWest.flanks(West) && !SouthWest.flanks(West));
    // Two from the west and one from the east: column 0, +3 and +1: 7 + 4 = 11 is DR.
    let plan = at_once(AssaultPlan { attackers: brigades(&[West, West, East]), ..rehearsal() });
    assert_eq!(ended(&plan, &[6, 6, 3, 4]).0, Ending::DefenderRetreats);
}

#[test]
fn r15_close_assault_units_take_the_first_losses() {
    let close = Attacker { close_assault: true, lost: 1, ..Attacker::default() };
    let attackers = vec![close, Attacker::default()];
    // Fire of 4 factors at 1-1: 2 - 1 = 1 loses 2 steps, which is the whole close assault unit; then 12 + 3 on
    // column -3 is DR.
    let plan = at_once(AssaultPlan { attackers, ..rehearsal() });
    let defended = AssaultPlan { ground: Vec::new(), ..plan };
    // In the open: 2 - 4 = -2 with one brigade left; 11 + 3 = 14 is DR, and with both it would be 4 - 4 = 0, DSR.
    assert_eq!(ended(&defended, &[1, 1, 5, 6]), (Ending::DefenderRetreats, 2, 0, 2));
}

#[test]
fn r18_the_attacker_chooses_which_steps_he_loses() {
    let plan = |losses| {
        let attackers = vec![Attacker::default(), Attacker { lost: 1, ..Attacker::default() }];
        at_once(AssaultPlan { attackers, losses, ground: Vec::new(), ..rehearsal() })
    };
    // One step (fire 4). Keeping strength: 3 to 2 steps costs nothing, 4 - 4 = 0: 9 + 3 = 12 is DR. From the weaker
    // unit: 2 to 1 step costs 1, column -1: 12 is DR too, and 8 + 3 = 11 is DR or C.
    assert_eq!(ended(&plan(LossPolicy::KeepStrength), &[2, 2, 4, 4]), (Ending::DefenderRetreats, 1, 0, 2));
    assert_eq!(ended(&plan(LossPolicy::Spread), &[2, 2, 4, 4]), (Ending::DefenderRetreats, 1, 0, 2));
    assert_eq!(ended(&plan(LossPolicy::Concentrate), &[2, 2, 4, 4, 5, 6]).0, Ending::Engaged);
}

#[test]
fn r3_guns_in_a_start_trench_are_no_infantry() {
    let guns = Defender { kind: Kind::HeavyArtillery, ..Defender::default() };
    let plan = at_once(AssaultPlan { defenders: vec![guns], ground: ground(&[Terrain::StartTrench]), ..rehearsal() });
    // 6 - 1 = 5 without a shift; 10 + 3 = 13 on 5 is DEBT.
    assert_eq!(ended(&plan, &[6, 6, 5, 5]), (Ending::Breakthrough, 0, 2, 3));
}

#[test]
fn r4_r15_forces_that_cannot_meet_are_refused() {
    let check = |attackers: Vec<Attacker>| AssaultPlan { attackers, ..rehearsal() }.check();
    assert!(check(vec![Attacker::default(); 4]).is_err(), "four in one square");
    assert!(check(vec![Attacker { close_assault: true, ..Attacker::default() }; 2]).is_err());
    assert!(check(vec![Attacker { nation: Nation::German, ..Attacker::default() }]).is_err(), "Germans on Germans");
    let mixed = vec![Attacker::default(), Attacker { nation: Nation::German, ..Attacker::default() }];
    assert!(check(mixed).is_err());
    let resources = AssaultPlan { smoke: true, gas: true, night: true, ..rehearsal() };
    assert!(resources.check().is_ok() && at_once(resources).check().is_err(), "a second attack is a resource");
    let five = AssaultPlan { smoke: true, gas: true, night: true, consolidate: true, ..rehearsal() };
    assert!(five.check().is_err(), "consolidate is a resource");
}

#[test]
fn every_state_of_a_unit_bears_on_the_odds() {
    let plain = wins(&rehearsal());
    let attacked = |change: fn(&mut Attacker)| {
        let mut plan = rehearsal();
        plan.attackers.iter_mut().for_each(change);
        wins(&plan)
    };
    assert!(attacked(|unit| unit.interdicted = true) < plain);
    assert!(attacked(|unit| unit.suppressed = true) < plain);
    assert!(attacked(|unit| unit.unsupplied = true) < plain);
    assert!(attacked(|unit| unit.out_of_command = true) < plain);
    assert!(attacked(|unit| unit.lost = 2) < plain);
    assert!(attacked(|unit| unit.morale = 5) > plain);
    assert_eq!(attacked(|unit| unit.disrupted = true), ratio(0, 1));

    let defended = |change: fn(&mut Defender)| {
        let mut plan = rehearsal();
        plan.defenders.iter_mut().for_each(change);
        wins(&plan)
    };
    assert!(defended(|unit| unit.interdicted = true) > plain);
    assert!(defended(|unit| unit.disrupted = true) > plain);
    assert!(defended(|unit| unit.lost = 1) > plain);
    assert!(defended(|unit| unit.unsupplied = true) > plain, "its counterattack is worse");

    let planned = |change: fn(&mut AssaultPlan)| {
        let mut plan = rehearsal();
        change(&mut plan);
        wins(&plan)
    };
    assert!(planned(|plan| plan.weather = Weather::Rain) < plain);
    assert!(planned(|plan| plan.ground.push(Ground { kind: Terrain::MinorRiver })) < plain);
    assert!(planned(|plan| plan.hq_condition = Condition::Engaged) < plain);
    assert!(planned(|plan| plan.trained = true) > plain);
    assert!(planned(|plan| plan.gas = true) > plain);
    assert!(planned(|plan| plan.smoke = true) > plain);
    assert!(planned(|plan| plan.counter_ground = ground(&[Terrain::Ridge])) >= plain);
    assert_eq!(planned(|plan| plan.consolidate = true), plain);

    // More fire costs more steps, but drives a single square back less often.
    let under_fire = AssaultPlan { neighbour_fire: 8, ..rehearsal() };
    let cost = |plan: &AssaultPlan| odds(plan).mean(|fought| fought.attacker_lost.into());
    assert!(cost(&under_fire) > cost(&rehearsal()));
    assert!(wins(&under_fire) > plain);
}

/// Six unlike units of both nations from four squares, three unlike defenders, four resources.
fn longest() -> AssaultPlan {
    let unit = |kind, nation, morale, from, lost| Attacker { kind, nation, lost, morale, from, ..Attacker::default() };
    let attackers = vec![
        unit(Arm::Infantry, Nation::British, 4, Direction::West, 0),
        unit(Arm::Infantry, Nation::British, 5, Direction::West, 1),
        Attacker { close_assault: true, ..unit(Arm::Tanks, Nation::British, 4, Direction::SouthWest, 0) },
        Attacker { suppressed: true, ..unit(Arm::Infantry, Nation::French, 5, Direction::South, 0) },
        unit(Arm::Infantry, Nation::French, 5, Direction::NorthWest, 0),
        unit(Arm::Cavalry, Nation::French, 5, Direction::South, 0),
    ];
    let defenders = vec![
        Defender::default(),
        Defender { interdicted: true, lost: 1, ..Defender::default() },
        Defender { kind: Kind::HeavyArtillery, ..Defender::default() },
    ];
    AssaultPlan {
        attackers,
        defenders,
        smoke: true,
        tanks_cavalry: true,
        gas: true,
        barrage: Barrage::Creeping,
        neighbour_fire: 5,
        hq: Nation::French,
        ..rehearsal()
    }
}

#[test]
fn the_longest_assault_is_walked_exactly() {
    // `odds` asserts that nothing was bounded or sampled.
    let all = odds(&longest()).chance_that(|_| true);
    assert_eq!(all, ratio(1, 1));
}
