use super::*;

fn near(defenders: &str) -> State {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8",
        &format!("D1 | infantry | average | 24 17 | 180 | {defenders}"),
        "",
    );
    state.squads.iter_mut().for_each(|squad| squad.blooded = true);
    state
}

fn charge() -> Order {
    Order::Charge { squad: squad(0), at: Mark::Squad(squad(1)) }
}

#[test]
fn r23_a_charge_names_an_enemy_who_is_seen_within_twice_the_charge() {
    let far = action("A1 | infantry | average | 24 33 | 0 | men 8", "D1 | infantry | average | 24 3 | 180 | men 8", "");
    assert!(refused(&far, A, charge()).contains("further off than twice the charge of A1, 20 inches (R23)"));
    let wood = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 20], width = 48, depth = 4 }";
    let hidden =
        action("A1 | infantry | average | 24 26 | 0 | men 8", "D1 | infantry | average | 24 14 | 180 | men 8", wood);
    assert!(refused(&hidden, A, charge()).contains("A1 does not see D1 (R23)"));
}

#[test]
fn sequence_c_charges_are_secret_until_squads_move() {
    let mut state = near("men 8");
    give(&mut state, A, charge(), []);
    assert!(View::<Figures>::of_seat(&state, D.seat()).state().plan(A).charges.is_empty());
    to_moves(&mut state);
    assert_eq!(state.charges.len(), 1);
    assert!(
        refused(&state, A, march(&state, 0, 24, 20)).contains("has declared a charge, and makes it or stays (R23)")
    );
}

#[test]
fn melee_1_the_charged_squad_fires_first_in_the_column_of_2() {
    let mut state = near("men 8");
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    assert_eq!(asked(&state, D), Some(questions::ANSWER));
    // 8 aimed rifles at 2 inches are table 9: a 6 under 8 figures.
    let hit = crate::casualties::read(9, 8, 6).casualties;
    let told = give(&mut state, D, Order::Shoot, [6, 1]);
    assert!(told.iter().any(|line| line == "D1 fires at A1 at point blank."), "{told:?}");
    assert_eq!(state.strength(squad(0)), 8 - hit);
    assert!(state.squad(squad(0)).fights() && state.squad(squad(1)).fights());
    assert!(state.squad(squad(1)).deeds.silent, "R8: it does not fire again in phase d");
}

#[test]
fn melee_1_a_charge_may_falter_in_the_fire() {
    let mut state = near("men 8");
    state.squads[0].blooded = false;
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    // The casualties, no specialist, then the test of men who are first under fire fails, and they stand.
    let told = give(&mut state, D, Order::Shoot, [6, 1, 10, 1]);
    assert!(told.iter().any(|line| line == "A1 falters, and no melee follows."), "{told:?}");
    assert!(!state.squad(squad(0)).fights());
}

#[test]
fn r29_two_squads_that_charge_each_other_do_not_fire() {
    let mut state = near("men 8");
    give(&mut state, A, charge(), []);
    give(&mut state, D, Order::Charge { squad: squad(1), at: Mark::Squad(squad(0)) }, []);
    to_moves(&mut state);
    let told = give(&mut state, A, Order::Run { squad: squad(0) }, []);
    assert!(told.iter().any(|line| line.contains("charge each other")), "{told:?}");
    assert!(state.squad(squad(0)).deeds.charged && state.squad(squad(1)).deeds.charged);
    assert_ne!(asked(&state, D), Some(questions::ANSWER));
}

#[test]
fn r45_men_charged_before_their_turn_stay_prone() {
    let mut state = near("men 8, prone");
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    give(&mut state, D, Order::Hold, []);
    assert_eq!(state.squad(squad(1)).posture, Posture::Prone);
    assert!(state.may_move(D, squad(1)).is_err(), "R38: it is in a melee");
}

#[test]
fn r13_a_charge_wholly_over_shelled_ground_goes_5_inches() {
    let ground = "[[ground]]\nkind = \"shelled\"\nrectangle = { middle = [24, 20], width = 48, depth = 20 }";
    let reach = |y: i64| {
        let state = action(
            "A1 | infantry | average | 24 24 | 0 | men 4",
            &format!("D1 | infantry | average | 24 {y} | 180 | men 4"),
            ground,
        );
        state.contact(squad(0), squad(1), &state.going(squad(0), land::Gait::Charge)).is_some()
    };
    assert!(reach(19) && !reach(18), "4.25 inches to contact, and 5.25");
}

#[test]
fn melee_6_losers_go_back_3_inches_and_winners_follow_unless_they_man_fixed_defences() {
    let mut state = near("men 8");
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    give(&mut state, D, Order::Hold, []);
    while state.phase == Phase::Move {
        let side = state.active;
        give(&mut state, side, Order::Pass, []);
    }
    give(&mut state, A, Order::Ready, []);
    let ask = ask(&state, D);
    let legal = View::<Figures>::of_seat(&state, D.seat()).check(&ask, Order::Ready).map_err(|_| ()).unwrap();
    let mut record = Record::default();
    apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(3)), Some(&mut record));
    let fought = record.events().any(|event| matches!(event, Event::Melee { .. }));
    assert!(fought, "a round is fought in phase e");
}
