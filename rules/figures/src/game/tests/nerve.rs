use super::*;
use crate::morale::Occasion;

const TWO: &str = "A1 | infantry | average | 14 24 | 0 | men 8\nA2 | infantry | average | 30 24 | 0 | men 8";
const FAR: &str = "D1 | infantry | average | 24 3 | 180 | men 8";

/// Runs something with these dice; what happened.
fn run<const N: usize>(state: &mut State, faces: [u8; N], work: impl FnOnce(&mut Act<'_>)) -> Vec<Event> {
    let (mut dice, mut record) = (Scripted::of(faces), Record::default());
    let mut streams = OneStream(&mut dice);
    work(&mut Act::on(state, &mut streams, Some(&mut record)));
    record.events().cloned().collect()
}

#[test]
fn r26_squads_that_the_same_burst_makes_test_do_so_together() {
    let mut state = action(TWO, FAR, "");
    for number in [0, 1] {
        state.squads[number].deeds.first_fire = true;
        state.causes.push((7, SquadId(number as u8)));
    }
    // Each has 8 and 1 for its NCO: 18 together, and 17 is less.
    let events = run(&mut state, [9, 8], super::super::nerve::tests);
    let joint = events.iter().filter(|event| matches!(event, Event::Tests { joint: true, .. })).count();
    assert_eq!(joint, 2);
    assert!(state.causes.is_empty());
}

#[test]
fn r1_without_a_common_cause_each_squad_tests_for_itself() {
    let mut state = action(TWO, FAR, "");
    state.squads[0].deeds.first_fire = true;
    state.squads[1].deeds.first_fire = true;
    let events = run(&mut state, [9, 9], super::super::nerve::tests);
    assert!(events.iter().all(|event| !matches!(event, Event::Tests { joint: true, .. })));
}

#[test]
fn morale_3_half_strength_is_tested_when_casualties_are_taken() {
    let mut state = action(TWO, FAR, "");
    state.squads[0].blooded = true;
    state.squads[0].deeds.lost_now = 1;
    assert_eq!(state.occasion(squad(0)), None, "8 of 8");
    for man in 4..8 {
        state.figures[man].alive = false;
    }
    assert_eq!(state.occasion(squad(0)), Some(Occasion::HalfStrength), "4 of 8");
    state.squads[0].deeds.lost_now = 0;
    assert_eq!(state.occasion(squad(0)), None);
}

#[test]
fn r44_vehicles_take_no_morale_tests() {
    let mut state = action("A1 | whippet | average | 24 24 | 0\nA2 | infantry | average | 10 24 | 0 | men 4", FAR, "");
    state.squads[0].deeds.first_fire = true;
    assert_eq!(state.occasion(squad(0)), None);
}

#[test]
fn r48_a_leader_within_6_inches_steadies_a_squad_that_has_lost_its_own() {
    let mut state = action("A1 | infantry | average | 24 24 | 0 | men 4\nA2 | leader | average | 24 27 | 0", FAR, "");
    state.figures[0].alive = false;
    assert!(state.tested(squad(0), Occasion::FirstUnderFire).leader);
    state.figures[4].stand(at(24, 34));
    state.squads[1].at = at(24, 34);
    assert!(!state.tested(squad(0), Occasion::FirstUnderFire).leader);
}

#[test]
fn r46_a_squad_falling_back_within_10_inches_unsettles_others() {
    let mut state =
        action("A1 | infantry | average | 14 24 | 0 | men 4\nA2 | infantry | average | 22 24 | 0 | men 4", FAR, "");
    assert!(!state.tested(squad(0), Occasion::FirstUnderFire).falling_back);
    state.squads[1].deeds.fell_back = true;
    assert!(state.tested(squad(0), Occasion::FirstUnderFire).falling_back);
}

#[test]
fn r11_flank_and_rear_go_by_the_facing_within_12_inches() {
    let state =
        action("A1 | infantry | average | 24 24 | 90 | men 1", "D1 | infantry | average | 16 24 | 180 | men 1", "");
    assert_eq!(state.flank_and_rear(squad(0)), (false, true));
    let state =
        action("A1 | infantry | average | 24 24 | 0 | men 1", "D1 | infantry | average | 16 24 | 180 | men 1", "");
    assert_eq!(state.flank_and_rear(squad(0)), (true, false));
    let state =
        action("A1 | infantry | average | 24 24 | 90 | men 1", "D1 | infantry | average | 10 24 | 180 | men 1", "");
    assert_eq!(state.flank_and_rear(squad(0)), (false, false));
}

#[test]
fn r24_gas_takes_friend_and_foe_alike() {
    let mut state = action(TWO, FAR, "");
    state.clouds.push(Cloud { at: at(14, 24), diameter: 900, age: 1, gas: true });
    let before = state.strength(squad(0));
    let mut seeded = kernel::dice::Seeded::new(4);
    let mut record = Record::default();
    let mut streams = OneStream(&mut seeded);
    super::super::clouds::breathe(&mut Act::on(&mut state, &mut streams, Some(&mut record)));
    assert!(record.events().any(|event| matches!(event, Event::InGas { squad: SquadId(0), men: 8 })));
    assert!(state.squads[0].deeds.gassed && !state.squads[1].deeds.gassed);
    assert_eq!((before, state.occasion(squad(0))), (8, Some(Occasion::UnderGas)));
}

#[test]
fn r30_men_who_keep_down_fire_at_a_charge_unaimed() {
    let ground = "[[ground]]\nkind = \"trench\"\nline = [[14, 17], [34, 17]]\nwidth = 1";
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 8", "D1 | infantry | average | 24 17 | 180 | men 8", ground);
    state.squads[1].posture = Posture::Down;
    assert!(state.answers(squad(1), squad(0)));
    assert!(state.point_blank(squad(1), squad(0)).all(|fire| !fire.aimed));
}

#[test]
fn r38_men_in_a_melee_do_not_fire_at_new_chargers() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 8", "D1 | infantry | average | 24 17 | 180 | men 8", "");
    state.squads[1].brawl = Some(Brawl { rounds: 1, ..Brawl::default() });
    assert!(!state.answers(squad(1), squad(0)));
}

#[test]
fn r36_numbers_are_those_of_the_start_of_the_phase() {
    let squads = "A1 | infantry | average | 14 20 | 0 | men 8\nA2 | infantry | average | 22 20 | 0 | men 8";
    let mut state = action(squads, FAR, "");
    for number in [0, 1] {
        state.squads[number].deeds.first_fire = true;
    }
    // The first falls back within 10 inches of the second, whose 9 is taken from before that.
    let events = run(&mut state, [10, 3, 9], super::super::nerve::tests);
    assert!(state.squads[0].deeds.fell_back && state.tested(squad(1), Occasion::FirstUnderFire).falling_back);
    assert!(events.contains(&Event::Nerve { squad: squad(1), nerve: crate::morale::Nerve::Passes }), "{events:?}");
}

#[test]
fn r10_each_man_throws_once_though_several_clouds_touch_his_squad() {
    let mut state = action(TWO, FAR, "");
    for x in [11, 15] {
        state.clouds.push(Cloud { at: at(x, 24), diameter: 500, age: 1, gas: true });
    }
    let touched = |x: i64| state.men(squad(0)).filter(|man| (man.at().x - 100 * x).abs() <= 287).count();
    let both = state.men(squad(0)).filter(|man| (man.at().x - 1300).abs() <= 87).count();
    let all = (touched(11) + touched(15) - both) as u8;
    let mut seeded = kernel::dice::Seeded::new(4);
    let mut record = Record::default();
    super::super::clouds::breathe(&mut Act::on(&mut state, &mut OneStream(&mut seeded), Some(&mut record)));
    let thrown = record.lines.iter().filter_map(|line| match line {
        Line::Roll { roll, .. } => {
            roll.because().map(|because| because.throws.iter().map(|throw| throw.faces.len()).sum::<usize>())
        }
        Line::Event { .. } => None,
    });
    assert_eq!(thrown.sum::<usize>(), usize::from(all));
    assert!(record.events().any(|event| *event == Event::InGas { squad: squad(0), men: all }));
}

#[test]
fn r12_a_squad_that_stands_mans_no_trench_nearer_to_the_enemy() {
    let ground = "[[ground]]\nkind = \"trench\"\nline = [[14, 22], [34, 22]]\nwidth = 1";
    let mut state = action("A1 | infantry | average | 24 24 | 0 | men 6", FAR, ground);
    to_moves(&mut state);
    let man = Order::Man { squad: squad(0), piece: 0 };
    state.squads[0].holds_until = 1;
    assert!(refused(&state, A, man.clone()).contains("may not come nearer to the enemy (R12)"));
    state.squads[0].holds_until = 0;
    give(&mut state, A, man, []);
}

#[test]
fn morale_cover_a_wall_between_a_squad_and_the_enemy_steadies_it() {
    let wall = "[[ground]]\nkind = \"wall\"\nline = [[14, 23], [34, 23]]";
    let state =
        action("A1 | infantry | average | 24 23.6 | 0 | men 4", "D1 | infantry | average | 24 10 | 180 | men 4", wall);
    assert_eq!(state.tested(squad(0), Occasion::FirstUnderFire).cover, crate::troops::Cover::HardCover);
    let state =
        action("A1 | infantry | average | 24 23.6 | 0 | men 4", "D1 | infantry | average | 24 34 | 0 | men 4", wall);
    assert_eq!(state.tested(squad(0), Occasion::FirstUnderFire).cover, crate::troops::Cover::NoCover, "behind him");
}

#[test]
fn r10_a_man_who_comes_into_gas_throws_though_a_comrade_has_thrown_in_this_move() {
    let mut state = action("A1 | infantry | average | 24 30 | 0 | men 4", FAR, "");
    to_moves(&mut state);
    // Half an inch and half a base around the man on the left: nobody else is in it.
    state.clouds.push(Cloud { at: Point::new(2250, 3000), diameter: 100, age: 2, gas: true });
    let events = run(&mut state, [1], super::super::clouds::breathe);
    assert!(events.contains(&Event::InGas { squad: squad(0), men: 1 }), "{events:?}");
    // The other three come through it or into it, 3 inches to the left.
    let besides = Besides::Nothing;
    let formation = crate::troops::Formation::Line;
    let order = Order::March { squad: squad(0), path: vec![at(21, 30)], facing: 0, formation, besides };
    let told = give(&mut state, A, order, [1, 1, 1]);
    assert!(told.iter().any(|line| line == "A1 is under gas: 3 men."), "{told:?}");
}

#[test]
fn smoke_and_gas_contact_routed_men_run_through_a_cloud_and_throw() {
    let mut state = action("A1 | infantry | average | 24 20 | 0 | men 4", FAR, "");
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    state.squads[0].routed = true;
    state.clouds.push(Cloud { at: at(24, 24), diameter: 600, age: 2, gas: true });
    // All four run 10 inches back through its 6.
    let told = give(&mut state, A, Order::Choose { first: true }, [1, 1, 1, 1]);
    assert!(told.iter().any(|line| line == "A1 is under gas: 4 men."), "{told:?}");
}

#[test]
fn morale_2_masked_men_are_not_under_gas_until_they_take_their_masks_off() {
    let mut state = action(TWO, FAR, "");
    state.clouds.push(Cloud { at: at(14, 24), diameter: 900, age: 1, gas: true });
    state.squads[0].masked = true;
    run(&mut state, [], super::super::clouds::breathe);
    assert!(
        !state.squads[0].deeds.in_gas && state.squads[0].deeds.breathed != 0,
        "who is immune has thrown all the same"
    );
}

#[test]
fn r48_an_officer_steadies_whom_he_is_near_himself_wherever_his_squad_reaches() {
    let led = |x: i64| {
        let attackers =
            format!("A1 | infantry | average | 24 24 | 0 | men 8, officer\nA2 | hmg | average | {x} 24 | 0");
        let state = action(&attackers, FAR, "");
        let officer = state.men(squad(0)).find(|man| man.role == Role::Officer).expect("A1 has one").at();
        let nearest = state.men(squad(1)).map(|man| man.at().x).min().expect("a crew");
        (nearest - officer.x - 75, state.tested(squad(1), Occasion::FirstUnderFire).leader)
    };
    let (gap, led_near) = led(33);
    assert!(gap <= 600 && led_near, "{gap}");
    let (gap, led_far) = led(34);
    assert!(gap > 600 && !led_far, "though men of his squad are nearer: {gap}");
}

#[test]
fn r12_whose_enemy_falls_back_from_a_melee_is_free_to_move_at_once() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 4", "D1 | infantry | average | 24 12 | 180 | men 4", "");
    for man in 0..4 {
        let at = state.figures[4 + man].at();
        state.figures[man].stand(at.plus(Point::new(0, 75)));
    }
    state.squads[0].at = state.squads[1].at.plus(Point::new(0, 75));
    super::super::charge::engage(&mut state);
    assert!(state.squad(squad(0)).fights() && state.squad(squad(1)).fights());
    state.squads[1].deeds.first_fire = true;
    // It fails with 10 and goes back one move.
    run(&mut state, [10, 3], super::super::nerve::tests);
    assert!(state.squads[1].deeds.fell_back && !state.squad(squad(0)).fights());
}
