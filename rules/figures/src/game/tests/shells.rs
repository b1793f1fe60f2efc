use super::*;

fn with_mortar() -> State {
    let text = text(
        "A1 | mortar | average | 24 33 | 0",
        "D1 | infantry | average | 24 9 | 180 | men 8",
        "",
        "smoke-shells = 1",
        "",
    );
    let setting = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Figures>(
        &Setting::of(setting),
        &Options {},
        &mut kernel::game::OneStream(&mut Scripted::of([1, 3])),
        None,
    )
}

fn shell(up: i16, load: Load, first: u8, last: u8) -> Order {
    Order::Shell { piece: Layer::Gun(squad(0)), from: 0, up, right: 0, load, first, last }
}

#[test]
fn r21_orders_before_the_game_name_any_move_and_later_ones_fall_two_moves_on() {
    let mut state = with_mortar();
    assert_eq!(
        (asked(&state, A), asked(&state, D)),
        (Some(questions::PREPARE), None),
        "the defender has nothing to prepare"
    );
    give(&mut state, A, shell(9, Load::HighExplosive, 3, 3), []);
    give(&mut state, A, Order::Ready, []);
    assert_eq!(state.turn, 1);
    assert!(refused(&state, A, shell(9, Load::HighExplosive, 2, 2)).contains("falls in move 3 to 6 (R21)"));
    assert!(refused(&state, A, shell(9, Load::HighExplosive, 3, 3)).contains("crossed out but not changed (R22)"));
    give(&mut state, A, Order::Cancel { number: 0 }, []);
    give(&mut state, A, shell(8, Load::HighExplosive, 3, 4), []);
    assert_eq!(state.plan(A).shots.len(), 2);
}

#[test]
fn bombardment_aim_is_an_offset_from_a_named_point() {
    let state = with_mortar();
    let at = plotted::aim(&state, 0, 9, -2).expect("the middle has a name");
    assert_eq!(at, Point::inches(22, 9), "up 9 and left 2 of [24, 18]");
    let off = at.minus(Point::inches(24, 18));
    let words = |side| offers::offset(&state, side, off);
    assert_eq!(
        (words(A), words(D)),
        ("forward 9, left 2".to_owned(), "back 9, right 2".to_owned()),
        "each from his edge"
    );
    assert!(refused(&state, A, shell(40, Load::HighExplosive, 1, 1)).contains("an aim lies on the table"));
}

#[test]
fn r22_a_plotted_shell_is_lost_when_its_piece_moves() {
    let mut state = with_mortar();
    give(&mut state, A, shell(9, Load::HighExplosive, 2, 2), []);
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    let order = march(&state, 0, 24, 31);
    let told = give(&mut state, A, order, []);
    assert!(told.iter().any(|line| line.contains("its plotted shell is lost")), "{told:?}");
    assert!(state.plan(A).shots.is_empty());
}

#[test]
fn r22_a_plotted_shell_is_lost_when_its_piece_falls_back() {
    let mut state = with_mortar();
    give(&mut state, A, shell(9, Load::HighExplosive, 2, 4), []);
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    let told = give(&mut state, A, Order::FallBack { squad: squad(0) }, []);
    assert!(told.iter().any(|line| line.contains("its 3 plotted shells are lost")), "{told:?}");
    assert!(state.plan(A).shots.is_empty());
}

#[test]
fn artillery_plotted_shells_fall_in_phase_b_and_deviate() {
    let mut state = with_mortar();
    give(&mut state, A, shell(9, Load::HighExplosive, 1, 1), []);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, A, Order::Ready, []);
    // A 3 goes astray to the right by 6 inches: nobody is there. Then the initiative.
    let told = give(&mut state, D, Order::Ready, [3, 2, 4, 5, 2]);
    assert!(told.iter().any(|line| line == "A shell (high explosive) bursts at 30.00, 9.00."), "{told:?}");
}

#[test]
fn smoke_and_gas_clouds_live_four_moves_and_drift_with_the_wind() {
    let mut state = with_mortar();
    give(&mut state, A, shell(0, Load::Smoke, 1, 1), []);
    assert!(refused(&state, A, shell(0, Load::Smoke, 2, 2)).contains("not enough shells of smoke"));
    give(&mut state, A, Order::Ready, []);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [9, 5, 2]);
    assert_eq!((state.clouds[0].at, state.clouds[0].diameter, state.clouds[0].age), (at(24, 18), 200, 1));
    // The wind blows away from the attackers, 3 inches a move.
    let expected = [(15, 283, 2), (12, 283, 3), (12, 283, 4)];
    for (y, diameter, age) in expected {
        give(&mut state, A, Order::Choose { first: true }, []);
        to_fire(&mut state);
        hold_fire(&mut state);
        give(&mut state, A, Order::Ready, []);
        give(&mut state, D, Order::Ready, [5, 2]);
        let cloud = state.clouds[0];
        assert_eq!((cloud.at, cloud.diameter, cloud.age), (at(24, y), diameter, age));
    }
}

#[test]
fn r5_smoke_of_an_inch_or_more_blocks_sight() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 4", "D1 | infantry | average | 24 12 | 180 | men 4", "");
    assert!(state.squad_sees(squad(0), squad(1)));
    state.clouds.push(Cloud { at: at(24, 18), diameter: 800, age: 1, gas: false });
    assert!(!state.squad_sees(squad(0), squad(1)));
}

#[test]
fn r27_with_cylinders_the_wind_carries_the_gas_towards_the_enemy() {
    let text = text(
        "A1 | infantry | average | 24 33 | 0 | men 8",
        "D1 | infantry | average | 24 9 | 180 | men 8",
        "year = 1915",
        "cylinders = [[14, 28], [34, 28]]",
        "",
    );
    for face in 1..=6 {
        let setting = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
        let mut state = kernel::game::set_up::<Figures>(
            &Setting::of(setting),
            &Options {},
            &mut kernel::game::OneStream(&mut Scripted::of([face, 3])),
            None,
        );
        assert!(state.blows(A).allows_cylinders(), "{face}");
        give(&mut state, A, Order::Release, []);
        assert!(refused(&state, A, Order::Release).contains("open already"));
        give(&mut state, A, Order::Ready, []);
        give(&mut state, D, Order::Ready, [5, 2]);
        assert_eq!(state.clouds.len(), 5, "a row of circles 5 inches across, 20 inches long");
    }
}

#[test]
fn cover_direct_hit_wears_a_building_down() {
    let ground = "[[ground]]\nkind = \"small-wooden-building\"\nname = \"The hut\"\nrectangle = { middle = [24, 9], width = 4, depth = 3 }";
    let mut state =
        action("A1 | medium-gun | average | 24 30 | 0", "D1 | infantry | average | 10 3 | 180 | men 4", ground);
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    to_fire(&mut state);
    give(&mut state, A, Order::Lay { squad: squad(0), at: Mark::Piece(0) }, []);
    give(&mut state, A, Order::Ready, []);
    // A 6 and 1 and 2 hits; a medium gun at 21 inches is table 6; nobody is inside.
    let told = give(&mut state, D, Order::Ready, [6]);
    assert!(told.iter().any(|line| line == "The hut has a value of 2 left."), "{told:?}");
    assert_eq!(state.worn[0], 6);
}

/// A mortar that is plotted at a house, and howitzers off the table.
fn at_a_house() -> State {
    let house = "[[ground]]\nkind = \"small-wooden-building\"\nname = \"The shed\"\n\
                 rectangle = { middle = [24, 12], width = 4, depth = 4 }";
    let attackers = "A1 | mortar | average | 24 33 | 0";
    let text = text(attackers, "D1 | infantry | average | 24 12 | 180 | men 4", house, "battery = 6", "");
    let setting = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Figures>(
        &Setting::of(setting),
        &Options {},
        &mut kernel::game::OneStream(&mut Scripted::of([1, 3, 3, 3, 3])),
        None,
    )
}

#[test]
fn cover_direct_hit_a_plotted_shell_that_is_aimed_at_a_house_hits_it_with_2_more_on_the_die() {
    let mut state = at_a_house();
    let falls = |aim: Point| Falling { side: A, gun: Some(squad(0)), aim, load: Load::HighExplosive };
    let beside = super::super::shells::Round::plotted(&state, &falls(at(24, 16)));
    assert_eq!((beside.mark, beside.aimed(&state).building), (None, false));
    let round = super::super::shells::Round::plotted(&state, &falls(at(24, 12)));
    assert_eq!((round.mark, round.aimed(&state).building), (Some(Mark::Piece(0)), true));
    // A 7 and 2 for a building hit. All 4 inside are exposed; the mortar takes its whole table, 4 at 21 inches, off the 8.
    let mut dice = Scripted::of([7, 6]);
    super::super::shells::fire(&mut Act::on(&mut state, &mut OneStream(&mut dice), None), &round, 0, &[]);
    assert_eq!(state.worn[0], 4);
}

#[test]
fn bombardment_counter_third_both_sections_at_one_target_are_one_move_of_fire_at_it() {
    let mut state = at_a_house();
    for section in [1, 2] {
        let order = Order::Shell {
            piece: Layer::Section(section),
            from: 0,
            up: 0,
            right: 0,
            load: Load::Smoke,
            first: 1,
            last: 3,
        };
        state.plan_mut(A).smoke = 60;
        give(&mut state, A, order, []);
    }
    give(&mut state, A, Order::Ready, []);
    let mut answered = Vec::new();
    for _ in 0..3 {
        let mut record = Record::default();
        for side in Side::BOTH {
            let ask = ask(&state, side);
            let legal = View::<Figures>::of_seat(&state, side.seat()).check(&ask, Order::Ready).expect("ready");
            apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(3)), Some(&mut record));
        }
        answered.push(record.events().filter(|event| matches!(event, Event::Counter { .. })).count());
        let bursts = record.events().filter(|event| matches!(event, Event::Bursts { .. })).count();
        assert_eq!(bursts, 6, "all fire before any is lost");
        while state.phase != Phase::Plot {
            let ask = Figures::asks(&state)[0];
            let order = match ask.question {
                questions::CHOOSE => Order::Choose { first: true },
                questions::MOVE => Order::Pass,
                _ => Order::Ready,
            };
            let legal = View::<Figures>::of_seat(&state, ask.seat).check(&ask, order).expect("nothing is done");
            apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(3)), None);
        }
    }
    assert_eq!(answered, [0, 0, 2], "each section is found in the third move");
}

#[test]
fn smoke_and_gas_contact_men_whose_way_leads_through_a_cloud_throw() {
    let mut state =
        action("A1 | infantry | average | 24 30 | 0 | men 4", "D1 | infantry | average | 24 3 | 180 | men 4", "");
    to_moves(&mut state);
    state.clouds.push(Cloud { at: at(24, 27), diameter: 200, age: 1, gas: true });
    let order = march(&state, 0, 24, 24);
    // Two of the four pass within an inch and half a base of its middle; 10 is above the cloud's 5.
    let told = give(&mut state, A, order, [10, 1]);
    assert!(told.iter().any(|line| line == "A1 is under gas: 2 men."), "{told:?}");
    assert_eq!(state.strength(squad(0)), 3);
}
