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
    assert!(!state.moves(D, squad(1)), "R38: it is in a melee");
}

#[test]
fn r13_who_charged_stays_the_attacker_and_prone_men_are_up_after_the_first_round() {
    let mut state = near("men 8");
    state.squads[1].posture = Posture::Prone;
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    give(&mut state, D, Order::Hold, []);
    // Sixes hit nobody, so they fight on; there is nobody else to fire.
    give(&mut state, D, Order::Pass, [6, 6]);
    assert_eq!((state.turn, state.squad(squad(1)).posture), (2, Posture::Up));
    assert!(state.squad(squad(0)).fights() && !state.squad(squad(0)).deeds.charged);
    state.initiative = Some(D);
    assert_eq!(state.assailant(&smallvec::smallvec![squad(0), squad(1)]), A);
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

/// A round has been fought in which the defenders lost two more men; what follows, with these dice.
fn beaten<const N: usize>(state: &mut State, squads: &[u8], faces: [u8; N]) -> Vec<Event> {
    for id in squads {
        state.squad_mut(squad(*id)).brawl = Some(Brawl::default());
    }
    let squads = squads.iter().map(|id| squad(*id)).collect();
    state.frames.push(Frame::Round(Round { squads, attacker: A, attackers_lost: 0, defenders_lost: 2 }));
    let (mut dice, mut record) = (Scripted::of(faces), Record::default());
    super::super::melee::after(&mut Act::on(state, &mut OneStream(&mut dice), Some(&mut record)));
    record.events().cloned().collect()
}

/// One man against one, touching: the attacker south of the defender.
fn duel(more: &str) -> State {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 8", "D1 | infantry | average | 24 12 | 180 | men 4", more);
    for man in 0..8 {
        state.figures[man].stand(Point::new(2050 + 100 * man as i64, 1275));
    }
    state.squads[0].at = Point::new(2400, 1275);
    state
}

#[test]
fn melee_6_losers_go_back_3_inches_and_winners_follow_unless_they_man_fixed_defences() {
    let mut state = duel("");
    let events = beaten(&mut state, &[0, 1], [1]);
    assert!(events.contains(&Event::PushedBack { squad: squad(1) }));
    assert!(events.contains(&Event::FollowsUp { squad: squad(0), joins: None }), "{events:?}");
    assert_eq!(state.squad(squad(1)).at.y, 900, "3 inches away from the enemy's middle");
    assert!(state.are_in_contact(squad(0), squad(1)) && state.squad(squad(0)).brawl.is_some_and(|brawl| brawl.won));

    let mut held = duel("[[ground]]\nkind = \"trench\"\nline = [[14, 12.75], [34, 12.75]]\nwidth = 1");
    let events = beaten(&mut held, &[0, 1], [1]);
    assert!(events.contains(&Event::KeepsDefences { squad: squad(0) }), "{events:?}");
    assert!(!held.squad(squad(0)).fights());
}

#[test]
fn melee_6_winners_follow_3_inches_over_shelled_ground_too() {
    let mut state = duel("[[ground]]\nkind = \"shelled\"\nrectangle = { middle = [24, 12], width = 40, depth = 20 }");
    beaten(&mut state, &[0, 1], [1]);
    assert!(state.are_in_contact(squad(0), squad(1)));
}

/// A man with water on both sides and the edge behind him; eight of his squad's friends elsewhere.
fn cornered() -> State {
    let water = "[[ground]]\nkind = \"water\"\nrectangle = { middle = [18.5, 3], width = 10, depth = 6 }\n\
                 [[ground]]\nkind = \"water\"\nrectangle = { middle = [29.5, 3], width = 10, depth = 6 }";
    let defenders = "D1 | infantry | average | 24 0.5 | 180 | men 1\nD2 | infantry | average | 24 12 | 180 | men 8";
    action("A1 | infantry | average | 24 9 | 0 | men 8", defenders, water)
}

#[test]
fn r40_odds_for_surrender_count_all_figures_in_the_melee_and_each_squad_is_blocked_for_itself() {
    let mut alone = cornered();
    let events = beaten(&mut alone, &[0, 1], []);
    assert!(events.contains(&Event::Surrenders { squad: squad(1), men: 1 }), "8 against 1: {events:?}");
    let mut together = cornered();
    // 8 against 9: nobody surrenders. The one stays, the others go back, and both test together.
    let events = beaten(&mut together, &[0, 1, 2], [1, 1]);
    assert!(!events.iter().any(|event| matches!(event, Event::Surrenders { .. })), "{events:?}");
    assert!(events.contains(&Event::PushedBack { squad: squad(2) }));
    let joint = events.iter().filter(|event| matches!(event, Event::Tests { joint: true, .. }));
    assert_eq!(joint.count(), 2);
}

#[test]
fn r41_a_beaten_squad_that_cannot_go_back_and_need_not_surrender_stays_in_contact() {
    let mut state = cornered();
    let events = beaten(&mut state, &[0, 1, 2], [1, 1]);
    assert!(events.contains(&Event::StaysInContact { squad: squad(1) }), "{events:?}");
    assert_eq!(state.squad(squad(1)).at, Point::new(2400, 50));
    // Where it is touched the fight goes on, and the winners have their +1.
    let mut touched = cornered();
    touched.figures[0].stand(Point::new(2400, 125));
    beaten(&mut touched, &[0, 1, 2], [1, 1]);
    assert!(touched.squad(squad(1)).fights() && touched.squad(squad(0)).brawl.is_some_and(|brawl| brawl.won));
}

#[test]
fn r42_a_squad_that_is_touched_by_winners_who_follow_joins_from_the_next_move() {
    let defenders = "D1 | infantry | average | 24 12 | 180 | men 1\nD2 | infantry | average | 27 10 | 180 | men 1";
    let mut state = action("A1 | infantry | average | 24 24 | 0 | men 1", defenders, "");
    state.figures[0].stand(Point::new(2400, 1275));
    state.squads[0].at = Point::new(2400, 1275);
    state.figures[2].stand(Point::new(2475, 975));
    state.squads[2].at = Point::new(2475, 975);
    let events = beaten(&mut state, &[0, 1], [1]);
    assert!(events.contains(&Event::FollowsUp { squad: squad(0), joins: Some(squad(2)) }), "{events:?}");
    let joined = state.squad(squad(2));
    assert_eq!(joined.brawl.map(|brawl| brawl.rounds), Some(0));
    assert!(!joined.deeds.fought && !joined.deeds.charged && !state.squad(squad(0)).deeds.charged);
    // Who has fought fights no second round in this move.
    state.frames.push(Frame::Melees(vec![squad(2), squad(0)]));
    let mut record = Record::default();
    let mut dice = Scripted::of([]);
    let mut streams = OneStream(&mut dice);
    let mut act = Act::on(&mut state, &mut streams, Some(&mut record));
    (0..3).for_each(|_| super::super::melee::next(&mut act));
    assert_eq!(record.events().count(), 0);
}

#[test]
fn r39_from_the_second_round_on_all_take_part_who_reach_a_free_place_within_6_inches() {
    let fight = |rounds: u8, y: i64| {
        let mut state = near("men 8");
        for man in 1..8 {
            state.figures[man].stand(Point::new(2050 + 100 * man as i64, y));
        }
        let enemy = state.figures[8].at();
        state.figures[0].stand(enemy.plus(Point::new(0, 75)));
        for id in [0, 1] {
            state.squad_mut(squad(id)).brawl = Some(Brawl { rounds, ..Brawl::default() });
        }
        state.frames.push(Frame::Melees(vec![squad(0)]));
        let (mut dice, mut record) = (kernel::dice::Seeded::new(5), Record::default());
        super::super::melee::next(&mut Act::on(&mut state, &mut OneStream(&mut dice), Some(&mut record)));
        let closes = record.events().find_map(|event| match event {
            Event::ClosesUp { squad: SquadId(0), men } => Some(*men),
            _ => None,
        });
        closes.unwrap_or(0)
    };
    assert_eq!(fight(0, 2000), 0, "in the first round only those in contact");
    assert!(fight(1, 2000) >= 5, "{}", fight(1, 2000));
    assert_eq!(fight(1, 2700), 0, "10 inches off");
}

#[test]
fn r39_who_cannot_reach_the_nearest_enemies_of_a_melee_comes_into_contact_with_others() {
    let attackers = "A1 | infantry | average | 10 30 | 0 | men 2\nA2 | infantry | average | 22 30 | 0 | men 2";
    let defenders = "D1 | infantry | average | 10 3 | 180 | men 1\nD2 | infantry | average | 22 3 | 180 | men 1";
    let mut state = action(attackers, defenders, "");
    // A2 touches both enemies and ties them into one melee; the second man of A1 is 12 inches from the one and 4 from the
    // other.
    let places = [(1000, 1275), (2200, 1600), (1075, 1275), (2275, 1275), (1000, 1200), (2200, 1200)];
    for (man, (x, y)) in places.into_iter().enumerate() {
        state.figures[man].stand(Point::new(x, y));
    }
    for id in 0..4 {
        state.squad_mut(squad(id)).brawl = Some(Brawl { rounds: 1, ..Brawl::default() });
    }
    state.frames.push(Frame::Melees(vec![squad(0)]));
    let (mut dice, mut record) = (kernel::dice::Seeded::new(5), Record::default());
    super::super::melee::next(&mut Act::on(&mut state, &mut OneStream(&mut dice), Some(&mut record)));
    assert!(record.events().any(|event| *event == Event::ClosesUp { squad: squad(0), men: 1 }));
    assert_eq!(state.figures[0].at(), Point::new(1000, 1275), "who fights already stays where he is");
}

#[test]
fn melee_charging_who_charges_into_a_melee_is_its_attacker_whoever_charged_before() {
    let mut state = near("men 8");
    let squads = smallvec::smallvec![squad(0), squad(1)];
    state.initiative = Some(A);
    state.squads[0].brawl = Some(Brawl { rounds: 1, won: true, charged: true, ..Brawl::default() });
    state.squads[1].brawl = Some(Brawl { charged: true, ..Brawl::default() });
    state.squads[1].deeds.charged = true;
    assert_eq!(state.assailant(&squads), D);
    let of = |id: SquadId| spots(&state, id.0).into_iter().map(move |spot| (id, spot)).collect::<Vec<_>>();
    let sides = PerSide::of(|side| state.of_side(side).flat_map(|(id, _)| of(id)).collect());
    assert!(state.melee(&squads, &sides, D).charged_into, "so it has the line for charging");
}

#[test]
fn r47_a_squad_first_under_fire_in_d_that_loses_a_melee_in_e_tests_in_e_and_again_in_f() {
    let mut state = duel("");
    state.squads[1].deeds.first_fire = true;
    let mut events = beaten(&mut state, &[0, 1], [1]);
    let (mut dice, mut record) = (Scripted::of([1]), Record::default());
    super::super::nerve::tests(&mut Act::on(&mut state, &mut OneStream(&mut dice), Some(&mut record)));
    events.extend(record.events().cloned());
    let tests: Vec<bool> = events
        .iter()
        .filter_map(|event| match event {
            Event::Tests { squad: SquadId(1), again, .. } => Some(*again),
            _ => None,
        })
        .collect();
    assert_eq!(tests, [false, true]);
}

#[test]
fn melee_1_a_charge_that_falters_stops_2_inches_before_the_enemy() {
    let mut state = near("men 8");
    state.squads[0].blooded = false;
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    give(&mut state, D, Order::Shoot, [6, 1, 10, 1]);
    let gap = state.distance(squad(0), squad(1));
    assert!((190..=230).contains(&gap), "{gap}");
}

#[test]
fn melee_won_last_round_counts_though_another_squad_charges_in() {
    let attackers = "A1 | infantry | average | 20 24 | 0 | men 8\nA2 | infantry | average | 30 24 | 0 | men 8";
    let mut state = action(attackers, "D1 | infantry | average | 24 17 | 180 | men 8", "");
    for (number, rounds, won) in [(0, 1, false), (1, 0, false), (2, 1, true)] {
        state.squads[number].brawl = Some(Brawl { rounds, won, ..Brawl::default() });
    }
    state.squads[1].deeds.charged = true;
    let squads = state.ids().collect();
    let of = |id: SquadId| spots(&state, id.0).into_iter().map(move |spot| (id, spot)).collect::<Vec<_>>();
    let sides = PerSide::of(|side| state.of_side(side).flat_map(|(id, _)| of(id)).collect());
    let melee = state.melee(&squads, &sides, A);
    assert_eq!(melee.round, crate::melee::round::Round::DefendersWonLast);
    assert!(melee.charged_into, "A2 has the line for charging all the same");
}

#[test]
fn melee_flank_rear_lines_that_overlap_meet_from_the_front() {
    let mut state = near("men 8");
    // Two lines of eight in contact, the one 3 inches to the right of the other: five men of each touch.
    for man in 0..8 {
        state.figures[man].stand(Point::new(2000 + 100 * man as i64, 1800));
        state.figures[8 + man].stand(Point::new(2300 + 100 * man as i64, 1725));
    }
    let both = [squad(0), squad(1)];
    assert!(!state.is_flanked(squad(0), &both) && !state.is_flanked(squad(1), &both));
    for (turned, whence) in [(90, "the right"), (270, "the left"), (0, "behind")] {
        state.squads[1].facing = field::Facing::of(turned);
        assert!(state.is_flanked(squad(1), &both), "the enemy comes from {whence}");
        assert!(!state.is_flanked(squad(0), &both), "and has it in front");
    }
}

#[test]
fn r14_who_is_beaten_with_the_edge_within_3_inches_does_not_slide_along_it() {
    let met = |y: &str, attackers: u8| {
        let mut state = action(
            &format!("A1 | infantry | average | 24 24 | 0 | men {attackers}"),
            &format!("D1 | infantry | average | 24 {y} | 180 | men 6"),
            "",
        );
        let front = state.squads[1].at.y + 75;
        state.squads[0].at = Point::new(2400, front);
        for man in 0..usize::from(attackers) {
            state.figures[man].stand(Point::new(2450 - 50 * i64::from(attackers) + 100 * man as i64, front));
        }
        state
    };
    let events = beaten(&mut met("1", 9), &[0, 1], []);
    assert!(events.contains(&Event::Surrenders { squad: squad(1), men: 6 }), "9 against 6: {events:?}");
    let events = beaten(&mut met("1", 8), &[0, 1], [1]);
    assert!(events.contains(&Event::StaysInContact { squad: squad(1) }), "8 against 6: {events:?}");
    let events = beaten(&mut met("6", 9), &[0, 1], [1]);
    assert!(events.contains(&Event::PushedBack { squad: squad(1) }), "there is room: {events:?}");
}

/// Men and an open car with its crew of 4, so many inches apart.
fn at_a_car(inches: i64) -> State {
    let attackers = format!("A1 | infantry | average | 24 {} | 0 | men 8", 17 + inches);
    let mut state = action(&attackers, "D1 | open-car | average | 24 17 | 180", "");
    state.squads[0].blooded = true;
    state
}

#[test]
fn r13_the_crew_of_an_open_car_is_charged_and_fights() {
    let mut state = at_a_car(7);
    give(&mut state, A, charge(), []);
    to_moves(&mut state);
    give(&mut state, A, Order::Run { squad: squad(0) }, []);
    assert_eq!(asked(&state, D), Some(questions::ANSWER), "its machine gun may fire first");
    let mut record = Record::default();
    for order in [Order::Hold, Order::Pass] {
        let ask = ask(&state, D);
        let legal =
            View::<Figures>::of_seat(&state, D.seat()).check(&ask, order).expect("it holds its fire, and passes");
        apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(1)), Some(&mut record));
    }
    let met = record.events().find_map(|event| match event {
        Event::Melee { attackers, defenders, .. } => Some((*attackers, *defenders)),
        _ => None,
    });
    assert!(met.is_some_and(|(attackers, defenders)| attackers >= 6 && defenders == 4), "{met:?}");
}

#[test]
fn r13_a_beaten_car_is_not_pushed_back_and_its_crew_surrenders_where_it_is_outnumbered() {
    let events = beaten(&mut at_a_car(2), &[0, 1], []);
    assert!(events.contains(&Event::Surrenders { squad: squad(1), men: 4 }), "8 against 4: {events:?}");
    assert!(events.contains(&Event::Prize { squad: squad(1), crew: 0 }), "R43: {events:?}");
    let mut few = at_a_car(2);
    for man in 5..8 {
        few.figures[man].alive = false;
    }
    let events = beaten(&mut few, &[0, 1], []);
    assert!(events.contains(&Event::StaysInContact { squad: squad(1) }), "5 against 4, and R44 no test: {events:?}");
}

#[test]
fn r13_a_car_that_drives_up_to_men_is_in_no_melee() {
    let mut state = at_a_car(7);
    state.squads[1].at = Point::new(2400, 2200);
    assert!(state.are_in_contact(squad(0), squad(1)));
    super::super::charge::engage(&mut state);
    assert!(!state.squad(squad(0)).fights() && !state.squad(squad(1)).fights());
}
