use super::*;

fn moving(attackers: &str, defenders: &str, more: &str) -> State {
    let mut state = battle(attackers, defenders, more);
    until(&mut state, "attacker", "move");
    state
}

const FAR: &str = "D1 | grenadiers | 24 2";

#[test]
fn movement_inf_moves_4_and_mech_8() {
    let state = moving("A1 | bren-section | 24 30\nA2 | sherman-75 | 30 30", FAR, "");
    assert!(is_allowed(&state, go(&state, 0, 2400, 2600)));
    assert_eq!(refused(&state, go(&state, 0, 2400, 2595)), "that costs 4.05 inches, but only 4.00 are left (R13)");
    assert!(is_allowed(&state, go(&state, 1, 3000, 2200)));
}

#[test]
fn r13_mixed_ground_is_paid_for_in_proportion() {
    // Four inches of open ground and then ploughed ground, where Mech moves 4: 4 + 2 x 2 is all of 8.
    let field = "[[ground]]\nkind = \"ploughed\"\nrectangle = { middle = [30, 23], width = 6, depth = 6 }\n";
    let state = moving("A1 | sherman-75 | 30 30", FAR, field);
    assert!(is_allowed(&state, go(&state, 0, 3000, 2400)));
    assert!(!is_allowed(&state, go(&state, 0, 3000, 2390)));
}

#[test]
fn movement_a_linear_obstacle_takes_half_the_move() {
    let hedge = "[[ground]]\nkind = \"hedge\"\nline = [[10, 28], [40, 28]]\n";
    let state = moving("A1 | bren-section | 24 30", FAR, hedge);
    assert!(is_allowed(&state, go(&state, 0, 2400, 2802)), "before it");
    assert!(is_allowed(&state, go(&state, 0, 2400, 2801)) && !is_allowed(&state, go(&state, 0, 2400, 2795)));
    let near = moving("A1 | bren-section | 24 29", FAR, hedge);
    assert!(is_allowed(&near, go(&near, 0, 2400, 2700)), "two inches, and two for the hedge");
}

#[test]
fn movement_wh_goes_10_on_roads_and_never_into_woods_but_by_a_track() {
    let ground = "[[ground]]\nkind = \"road\"\nline = [[10, 35], [10, 0]]\nwidth = 1\n[[ground]]\nkind = \"wood\"\nrectangle = { middle = [30, 27], width = 6, depth = 4 }\n";
    let attackers = "A1 | opel-blitz | 10 34\nA2 | bren-section | 10 34 | 0 | in A1\nA3 | opel-blitz | 30 31\nA4 | bren-section | 30 31 | 0 | in A3";
    let state = moving(attackers, FAR, ground);
    assert!(is_allowed(&state, go(&state, 0, 1000, 2400)), "10 inches of road");
    assert!(refused(&state, go(&state, 2, 3000, 2800)).contains("cannot enter: wood"));
    let track = format!("{ground}[[ground]]\nkind = \"track\"\nline = [[30, 25], [30, 29]]\nwidth = 2\n");
    let state = moving(attackers, FAR, &track);
    assert!(is_allowed(&state, go(&state, 2, 3000, 2800)), "two inches in the open, then one at a speed of 2");
}

#[test]
fn r13_a_track_is_used_instead_of_worse_ground_and_costs_nothing_in_the_open() {
    use crate::grade::MoveType::{Inf, Wh};
    let ground = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [30, 27], width = 6, depth = 4 }\n[[ground]]\nkind = \"track\"\nline = [[30, 20], [30, 34]]\nwidth = 1\n";
    let state = moving("A1 | opel-blitz | 30 33\nA2 | bren-section | 30 33 | 0 | in A1", FAR, ground);
    let cost = |row: crate::grade::MoveType, from: i64, to: i64| {
        state.land().passage(row).leg(field::Point::inches(30, from), field::Point::inches(30, to))
    };
    assert_eq!(cost(Wh, 34, 30), Ok(400), "beside the wood as in the open");
    assert_eq!(cost(Wh, 30, 24), Ok(200 + 2 * 400), "through the wood at a speed of 2 in place of 4");
    assert_eq!(cost(Inf, 30, 24), Ok(600), "men are no slower in the wood, and need no track");
}

#[test]
fn r36_houses_are_closed_to_vehicles() {
    let house = "[[ground]]\nkind = \"house\"\nrectangle = { middle = [24, 27], width = 3, depth = 3 }\n";
    let state = moving("A1 | bren-section | 24 30\nA2 | sherman-75 | 24 32", FAR, house);
    assert!(is_allowed(&state, go(&state, 0, 2400, 2700)));
    assert!(!is_allowed(&state, go(&state, 1, 2400, 2700)));
}

#[test]
fn results_suppressed_elements_only_fall_back() {
    let mut state = moving("A1 | bren-section | 24 20", "D1 | grenadiers | 24 10", "");
    state.mark(unit(0), Mark::SUPPRESSED);
    assert!(refused(&state, go(&state, 0, 2400, 1800)).ends_with("(Results:suppressed-move)"));
    let back = Order::FallBack { unit: unit(0), home: false, about: false };
    give(&mut state, back, []);
    assert_eq!(state.unit(unit(0)).at, at(2400, 2400), "straight away from the enemy");
}

#[test]
fn movement_fall_back_only_holds_for_empty_transports() {
    let state = moving("A1 | universal-carrier | 24 20\nA2 | bren-section | 30 30", FAR, "");
    assert!(refused(&state, go(&state, 0, 2400, 1800)).ends_with("infantry comes to it (Movement:fall-back-only)"));
    assert!(is_allowed(&state, Order::FallBack { unit: unit(0), home: true, about: true }));
}

#[test]
fn movement_infantry_mounts_free_and_not_both_in_a_turn() {
    let mut state = moving("A1 | universal-carrier | 24 30 | 0\nA2 | bren-section | 25.5 30", FAR, "");
    give(&mut state, Order::Board { unit: unit(1), vehicle: unit(0) }, []);
    assert!(is_allowed(&state, go(&state, 0, 2400, 2200)), "laden, it drives");
    let alight = Order::Alight { unit: unit(1), at: at(2550, 3000), facing: 0 };
    assert!(refused(&state, alight).ends_with("already this turn (Movement:infantry-mounting)"));
}

#[test]
fn r32_infantry_has_spent_the_same_part_of_its_move_as_its_vehicle() {
    let mut state = moving("A1 | universal-carrier | 24 30 | 0\nA2 | bren-section | 24 30 | 0 | in A1", FAR, "");
    // Half of the carrier's 8.
    let drive = go(&state, 0, 2400, 2600);
    give(&mut state, drive, []);
    give(&mut state, Order::Alight { unit: unit(1), at: at(2550, 2600), facing: 0 }, []);
    assert_eq!(state.left(unit(1)), 200);
    assert!(is_allowed(&state, go(&state, 1, 2550, 2400)) && !is_allowed(&state, go(&state, 1, 2550, 2390)));
}

#[test]
fn r32_who_has_walked_rides_no_further_than_the_same_part_of_his_move_is_left() {
    let mut state = moving("A1 | universal-carrier | 24 30 | 0\nA2 | bren-section | 25.5 32", FAR, "");
    // Half of the section's 4: the carrier has half of its 8 left.
    let walk = go(&state, 1, 2550, 3000);
    give(&mut state, walk, []);
    give(&mut state, Order::Board { unit: unit(1), vehicle: unit(0) }, []);
    assert!(is_allowed(&state, go(&state, 0, 2400, 2600)) && !is_allowed(&state, go(&state, 0, 2400, 2590)));
}

#[test]
fn r33_nothing_is_unlimbered_while_its_tow_is_suppressed_or_in_contact() {
    let towed = "A1 | bedford-ql | 24 30 | 0\nA2 | 6-pdr | 24 30 | 0 | in A1";
    let unlimber = Order::Alight { unit: unit(1), at: at(2400, 3180), facing: 0 };
    let mut state = moving(towed, FAR, "");
    assert!(is_allowed(&state, unlimber.clone()));
    state.mark(unit(0), Mark::SUPPRESSED);
    assert_eq!(refused(&state, unlimber.clone()), "A1 cannot do that while suppressed or in contact (R33)");
    let mut touching = moving(towed, FAR, "");
    touching.unit_mut(unit(2)).at = at(2500, 3000);
    assert_eq!(refused(&touching, unlimber), "A1 cannot do that while suppressed or in contact (R33)");
}

#[test]
fn movement_csw_take_a_whole_turn_to_limber_and_unlimber() {
    let mut state = moving("A1 | bedford-ql | 24 30 | 0\nA2 | 6-pdr | 24 31.8", FAR, "");
    give(&mut state, Order::Board { unit: unit(1), vehicle: unit(0) }, []);
    assert!(state.unit(unit(1)).is(Mark::TOWED));
    assert!(refused(&state, go(&state, 0, 2400, 2900)).contains("has moved already"), "tow and gun do nothing else");
    until(&mut state, "defender", "move");
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "move");
    let drive = go(&state, 0, 2400, 2800);
    give(&mut state, drive, []);
    let unlimber = Order::Alight { unit: unit(1), at: at(2400, 2960), facing: 0 };
    assert!(refused(&state, unlimber).contains("that takes a whole turn, and A1 has fired or moved"));
}

#[test]
fn movement_man_portable_weapons_break_down_and_walk_as_infantry() {
    let mut state = moving("A1 | vickers-mmg | 24 30", FAR, "");
    assert!(!is_allowed(&state, go(&state, 0, 2400, 2800)), "a CSW moves 1");
    give(&mut state, Order::Pack { unit: unit(0) }, []);
    until(&mut state, "defender", "move");
    give(&mut state, Order::Done, []);
    assert!(refused(&state, fires(0, 1, Weapon::HeSa)).contains("is broken down"));
    until(&mut state, "attacker", "move");
    assert!(is_allowed(&state, go(&state, 0, 2400, 2600)));
}

#[test]
fn r34_nobody_ends_on_somebody_or_passes_through_vehicles() {
    let state = moving(
        "A1 | bren-section | 24 30\nA2 | bren-section | 24 28\nA3 | sherman-75 | 30 28\nA4 | bren-section | 30 30",
        FAR,
        "",
    );
    assert_eq!(refused(&state, go(&state, 0, 2400, 2750)), "A2 stands there (R34)");
    assert!(is_allowed(&state, go(&state, 0, 2400, 2650)), "through friends on foot");
    assert!(refused(&state, go(&state, 3, 3000, 2620)).ends_with("(R34)"));
}

#[test]
fn r9_contact_is_made_by_moving_straight_into_it() {
    let mut state = moving("A1 | bren-section | 24 23", "D1 | grenadiers | 24 20", "");
    assert!(refused(&state, go(&state, 0, 2400, 2102)).contains("contact is made by moving straight into it"));
    give(&mut state, Order::Contact { unit: unit(0), target: unit(1) }, []);
    assert!(state.touch(unit(0), unit(1)) && !state.unit(unit(0)).base().overlaps(&state.unit(unit(1)).base()));
    assert!(state.unit(unit(0)).is(Mark::CHARGED));
}

#[test]
fn r44_who_is_in_contact_leaves_it_only_by_falling_back() {
    let mut state = moving(
        "A1 | bren-section | 24 23\nA2 | sherman-75 | 30 24",
        "D1 | grenadiers | 24 20\nD2 | grenadiers | 30 20",
        "",
    );
    state.unit_mut(unit(0)).at = at(2400, 2100);
    state.unit_mut(unit(1)).at = at(3000, 2150);
    assert!(refused(&state, go(&state, 0, 2400, 2300)).ends_with("(R44)"));
    assert!(is_allowed(&state, go(&state, 1, 3000, 2500)), "an armoured vehicle in contact with men moves as it likes");
    assert!(is_allowed(&state, Order::FallBack { unit: unit(0), home: false, about: false }));
}

#[test]
fn r23_non_combat_elements_do_not_move_into_contact() {
    let state = moving("A1 | british-commander | 24 23\nA2 | bren-section | 40 30", "D1 | grenadiers | 24 20", "");
    assert!(refused(&state, Order::Contact { unit: unit(0), target: unit(2) }).ends_with("(R23)"));
}

#[test]
fn r19_the_reserve_comes_on_at_its_own_edge_from_its_turn_on() {
    let attackers = "A1 | bren-section | 24 30\nA2 | sherman-75 | 20 34 | 0 | turn 2";
    let mut state = moving(attackers, FAR, "");
    let enter = Order::Enter { unit: unit(1), at: at(2000, 3450), facing: 0 };
    assert_eq!(refused(&state, enter.clone()), "A2 comes on from turn 2 (R19)");
    until(&mut state, "defender", "move");
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "move");
    assert!(refused(&state, Order::Enter { unit: unit(1), at: at(2000, 3000), facing: 0 }).contains("within 3"));
    give(&mut state, enter, []);
    assert!(state.unit(unit(1)).stands() && state.unit(unit(1)).is(Mark::MOVED));
}

#[test]
fn a_destination_says_who_could_fire_at_it() {
    let state = moving("A1 | bren-section | 24 30", "D1 | grenadiers | 24 20\nD2 | grenadiers | 44 4", "");
    let notes = previewed(&state, &go(&state, 0, 2400, 2800)).notes;
    // At 7 inches: 3 - 3, F 12-13 drives it off the table, S 14-17, K 18-20: 9 faces of 20, 5 of them K.
    let told = notes
        .iter()
        .any(|said| said.text.contains("1 enemy could fire at it there: D1 (S\u{a0}20\u{a0}%, K\u{a0}25\u{a0}%)"));
    assert!(told, "{notes:?}");
}

#[test]
fn r21_dug_in_is_lost_on_leaving_the_place_and_not_by_breaking_down_in_it() {
    let mut state = moving("A1 | vickers-mmg | 24 30 | 0 | dug-in\nA2 | bren-section | 40 30 | 0 | dug-in", FAR, "");
    give(&mut state, Order::Pack { unit: unit(0) }, []);
    assert!(state.unit(unit(0)).is(Mark::DUG_IN));
    let walk = go(&state, 1, 4000, 2900);
    give(&mut state, walk, []);
    assert!(!state.unit(unit(1)).is(Mark::DUG_IN));
}

#[test]
fn r14_who_dismounts_where_only_the_usual_facing_fits_is_asked_for_no_other() {
    let mut state = moving(
        "A1 | universal-carrier | 24 30 | 17\nA2 | bren-section | 24 30 | 17 | in A1\n\
         A3 | bren-section | 10 30\nA4 | bren-section | 12 30",
        FAR,
        "",
    );
    // Behind the carrier, between two sections that stand as it does and leave a hundredth of an inch on either side: any turn
    // by two degrees needs more.
    let (carrier, facing) = (state.unit(unit(0)).clone(), field::Facing::of(17));
    let behind = carrier.at.plus(facing.turned(180).way(170));
    for (number, side) in [(2, 90), (3, 270)] {
        let beside = behind.plus(facing.turned(side).way(101));
        let piece = state.unit_mut(unit(number));
        (piece.at, piece.facing) = (beside, facing);
    }
    let alight = |degrees: u16| Order::Alight { unit: unit(1), at: behind, facing: degrees };
    assert!(is_allowed(&state, alight(17)));
    assert!((0..24).all(|turn| !is_allowed(&state, alight(turn * 15))));
    let (ask, point) = (ask(&state), Pick::Point { x: behind.x, y: behind.y });
    let picks = [Pick::Piece(1), Pick::Option("alight".into()), point];
    let prompt = Elements::prompt(&View::of_seat(&state, ask.seat), &ask, &picks).unwrap();
    assert_eq!((prompt.order, prompt.offers), (Some(alight(17)), kernel::game::Offers::Nothing));
}

#[test]
fn r14_a_fall_back_that_ends_before_the_edge_leaves_nobody_off_the_table() {
    use crate::results::WayBack;
    let retreat =
        |y: &str| battle("A1 | bren-section | 24 20", &format!("D1 | grenadiers | 24 {y}"), "").falls_back(unit(1));
    // Two moves of 4, and half a base before the middle.
    for (y, end) in [("8.9", 90), ("8.5", 50)] {
        let retreat = retreat(y);
        assert_eq!((retreat.way, retreat.to.last().map(|at| at.y)), (WayBack::Free, Some(end)), "{y}");
    }
    assert_eq!(retreat("8.4").way, WayBack::OffTable);
    assert_eq!(retreat("3").way, WayBack::OffTable);
}

#[test]
fn movement_side_or_rear_a_vehicle_that_reverses_falls_back_half_a_move() {
    let mut state = moving("A1 | sherman-75 | 24 22 | 0\nA2 | bren-section | 40 30", "D1 | grenadiers | 24 10", "");
    state.mark(unit(0), Mark::SUPPRESSED);
    let back = |about: bool| Order::FallBack { unit: unit(0), home: false, about };
    let mut reversed = state.clone();
    give(&mut reversed, back(false), []);
    let faces = |state: &State| state.unit(unit(0)).facing.degrees();
    assert_eq!((reversed.unit(unit(0)).at, faces(&reversed)), (at(2400, 2600), 0), "4 of 8, its front to the enemy");
    let mut turned = state.clone();
    give(&mut turned, back(true), []);
    assert_eq!((turned.unit(unit(0)).at, faces(&turned)), (at(2400, 3000), 180), "all of 8, its rear to the enemy");
    // Who has turned its back already goes the full move as it stands.
    state.unit_mut(unit(0)).facing = field::Facing::DOWN;
    give(&mut state, back(false), []);
    assert_eq!((state.unit(unit(0)).at, faces(&state)), (at(2400, 3000), 180));
}

#[test]
fn movement_fall_back_vehicles_that_are_driven_back_turn_about() {
    let attackers = "A1 | bren-section | 24 28\nA2 | bren-section | 40 30";
    let defenders = "D1 | opel-blitz | 24 21 | 180\nD2 | grenadiers | 24 21 | 180 | in D1";
    let mut state = battle(attackers, defenders, "");
    // 10 + 2 - 0 is F: two moves of 4 in the open.
    give(&mut state, fires(0, 2, Weapon::HeSa), [10]);
    let truck = state.unit(unit(2));
    assert_eq!((truck.at, truck.facing.degrees()), (at(2400, 1300), 0));
}

#[test]
fn r50_men_who_fall_back_go_the_full_move_however_they_face() {
    let mut state = moving("A1 | bren-section | 24 20 | 0\nA2 | bren-section | 40 30", "D1 | grenadiers | 24 10", "");
    state.mark(unit(0), Mark::SUPPRESSED);
    for about in [false, true] {
        let mut state = state.clone();
        give(&mut state, Order::FallBack { unit: unit(0), home: false, about }, []);
        let piece = state.unit(unit(0));
        assert_eq!((piece.at, piece.facing.degrees()), (at(2400, 2400), if about { 180 } else { 0 }));
    }
}

#[test]
fn r21_a_destination_is_shown_without_the_hole_that_is_left() {
    let state = moving("A1 | bren-section | 24 24 | 0 | dug-in", "D1 | grenadiers | 24 16\nD2 | grenadiers | 44 4", "");
    let threat = |order: &Order| {
        let notes = previewed(&state, order).notes;
        notes.iter().find(|said| said.text.contains("could fire at it")).expect("it is said").text.clone()
    };
    let turned = threat(&Order::Turn { unit: unit(0), facing: 90 });
    let gone = threat(&go(&state, 0, 2500, 2400));
    // Dug in -4: K on 20 needs 22. In the open K on 18 to 20.
    assert!(!turned.contains("K\u{a0}15") && gone.contains("K\u{a0}15\u{a0}%"), "{turned} {gone}");
}
