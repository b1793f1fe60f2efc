use super::*;

const FAR: &str = "D1 | infantry | average | 24 3 | 180 | men 8";

#[test]
fn r1_both_sides_write_at_once_and_each_waits_for_the_other() {
    let mut state = action("A1 | infantry | average | 24 30 | 0 | men 8", FAR, "");
    assert_eq!((asked(&state, A), asked(&state, D)), (Some(questions::PLOT), Some(questions::PLOT)));
    give(&mut state, A, Order::Ready, []);
    assert_eq!((asked(&state, A), asked(&state, D)), (None, Some(questions::PLOT)));
    give(&mut state, D, Order::Ready, [2, 6]);
    assert_eq!((asked(&state, A), asked(&state, D)), (None, Some(questions::CHOOSE)), "6 beats 2");
}

#[test]
fn r28_a_pass_gives_the_turn_to_the_other_side_and_two_in_a_row_end_the_phase() {
    let mut state = action("A1 | infantry | average | 24 30 | 0 | men 8", FAR, "");
    to_moves(&mut state);
    assert_eq!(state.active, A);
    give(&mut state, A, Order::Pass, []);
    assert_eq!((asked(&state, A), asked(&state, D)), (None, Some(questions::MOVE)));
    give(&mut state, D, Order::Pass, []);
    assert_eq!(state.phase, Phase::Fire);
}

#[test]
fn movement_line_infantry_goes_6_inches_and_cavalry_12() {
    let state =
        action("A1 | infantry | average | 24 30 | 0 | men 6\nA2 | cavalry | average | 10 30 | 0 | men 4", FAR, "");
    let mut state = state;
    to_moves(&mut state);
    let too_far = march(&state, 0, 24, 23);
    assert!(refused(&state, A, too_far).contains("7.00 inches"));
    let order = march(&state, 1, 10, 18);
    give(&mut state, A, order, []);
    assert_eq!(state.squad(squad(1)).at.y, 1800);
}

#[test]
fn r2_figures_stand_1_inch_apart_in_line_and_2_in_open_order() {
    let state = action(
        "A1 | infantry | average | 24 30 | 0 | men 6\nA2 | infantry | average | 10 30 | 0 | men 6, open-order",
        FAR,
        "",
    );
    let mut line: Vec<i64> = spots(&state, 0).iter().map(|at| at.x).collect();
    line.sort_unstable();
    assert_eq!(line, [2150, 2250, 2350, 2450, 2550, 2650]);
    let mut open: Vec<i64> = spots(&state, 1).iter().map(|at| at.x).collect();
    open.sort_unstable();
    assert_eq!(open, [800, 800, 1000, 1000, 1200, 1200], "two ranks of three");
}

#[test]
fn r2_a_change_of_formation_costs_half_a_move() {
    let mut state = action("A1 | infantry | average | 24 30 | 0 | men 6", FAR, "");
    to_moves(&mut state);
    let open = |y| Order::March {
        squad: squad(0),
        path: vec![at(24, y)],
        facing: 0,
        formation: crate::troops::Formation::OpenOrder,
        besides: Besides::Nothing,
    };
    assert!(refused(&state, A, open(26)).contains("4.00 inches, but only 3.00"));
    give(&mut state, A, open(27), []);
    assert_eq!(state.squad(squad(0)).formation, crate::troops::Formation::OpenOrder);
}

#[test]
fn movement_shelled_ground_is_half_speed() {
    let ground = "[[ground]]\nkind = \"shelled\"\nrectangle = { middle = [24, 24], width = 48, depth = 8 }";
    let mut state = action("A1 | infantry | average | 24 27 | 0 | men 6", FAR, ground);
    to_moves(&mut state);
    let too_far = march(&state, 0, 24, 23);
    assert!(refused(&state, A, too_far).contains("8.00 inches"));
    let order = march(&state, 0, 24, 24);
    give(&mut state, A, order, []);
    assert_eq!(state.cover_of(squad(0), None), crate::troops::Cover::SoftCover, "and soft cover");
}

#[test]
fn r2_wire_stops_a_move_and_is_crossed_in_the_next_with_2_inches_left() {
    let ground = "[[ground]]\nkind = \"wire\"\nline = [[4, 26], [44, 26]]";
    let mut state = action("A1 | infantry | average | 24 29 | 0 | men 6", FAR, ground);
    to_moves(&mut state);
    let order = march(&state, 0, 24, 24);
    give(&mut state, A, order, []);
    assert!(state.squad(squad(0)).at_wire);
    assert!(spots(&state, 0).iter().all(|spot| spot.y > 2600), "all stand before it: {:?}", spots(&state, 0));
    to_fire(&mut state);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, []);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, []);
    let order = march(&state, 0, 24, 22);
    give(&mut state, A, order, []);
    let beyond: Vec<i64> = spots(&state, 0).iter().map(|spot| spot.y).collect();
    assert!(beyond.iter().all(|y| *y < 2600 && *y >= 2600 - 300), "over it, and no further than 2 inches: {beyond:?}");
}

#[test]
fn r2_prone_men_crawl_2_inches_as_they_lie_wherever_they_turn() {
    let mut state = action("A1 | infantry | average | 24 30 | 0 | men 9, open-order, prone", FAR, "");
    to_moves(&mut state);
    let before = spots(&state, 0);
    let crawl = |y| Order::Crawl { squad: squad(0), path: vec![Point::new(state.squad(squad(0)).at.x, y)], facing: 90 };
    let y = state.squad(squad(0)).at.y;
    assert!(refused(&state, A, crawl(y - 210)).contains("only 2.00 are left"));
    let order = crawl(y - 200);
    give(&mut state, A, order, []);
    let crept: Vec<Point> = before.iter().map(|at| Point::new(at.x, at.y - 200)).collect();
    assert_eq!(spots(&state, 0), crept);
}

#[test]
fn r31_a_heavy_machine_gun_moves_3_and_does_not_fire_then() {
    let mut state = action("A1 | hmg | average | 24 20 | 0", "D1 | infantry | average | 24 6 | 180 | men 8", "");
    to_moves(&mut state);
    let too_far = march(&state, 0, 24, 16);
    assert!(refused(&state, A, too_far).contains("only 3.00"));
    let order = march(&state, 0, 24, 18);
    give(&mut state, A, order, []);
    let refusal = state.aim(squad(0), crate::weapons::Weapon::Hmg, squad(1), 0).err().expect("it has moved");
    assert!(refusal.sentence.contains("has moved, so its weapon does not fire in this move"), "{refusal}");
}

#[test]
fn r32_men_take_places_along_a_trench_that_they_man() {
    let ground = "[[ground]]\nkind = \"trench\"\nname = \"The sap\"\nline = [[14, 26], [34, 26]]\nwidth = 1";
    let mut state = action("A1 | infantry | average | 24 28 | 0 | men 6", FAR, ground);
    to_moves(&mut state);
    let told = give(&mut state, A, Order::Man { squad: squad(0), piece: 0 }, []);
    assert!(told.contains(&"A1 mans the sap.".to_owned()), "{told:?}");
    assert!(spots(&state, 0).iter().all(|spot| spot.y == 2600), "{:?}", spots(&state, 0));
    assert_eq!(state.cover_of(squad(0), None), crate::troops::Cover::Trench);
    assert!(state.mans_fixed_defences(squad(0)));
}

#[test]
fn r15_only_men_in_a_trench_keep_down() {
    let mut state = action("A1 | infantry | average | 24 28 | 0 | men 6", FAR, "");
    to_moves(&mut state);
    assert!(refused(&state, A, Order::KeepDown { squad: squad(0) }).ends_with("(R15)"));
    give(&mut state, A, Order::LieDown { squad: squad(0) }, []);
    assert_eq!(state.squad(squad(0)).posture, Posture::Prone);
}

#[test]
fn r2_prone_men_crawl_2_inches() {
    let mut state = action("A1 | infantry | average | 24 28 | 0 | men 6, prone", FAR, "");
    to_moves(&mut state);
    let crawl = |y| Order::Crawl { squad: squad(0), path: vec![at(24, y)], facing: 0 };
    assert!(refused(&state, A, crawl(25)).contains("only 2.00"));
    give(&mut state, A, crawl(26), []);
    assert_eq!(state.squad(squad(0)).posture, Posture::Prone);
}

#[test]
fn r32_single_men_can_be_placed_within_the_rules() {
    let mut state = action("A1 | infantry | average | 24 28 | 0 | men 6", FAR, "");
    to_moves(&mut state);
    let place = |to| Order::Place { squad: squad(0), men: vec![(2, to)] };
    assert!(refused(&state, A, place(at(24, 20))).contains("further than he goes"));
    assert!(refused(&state, A, place(at(24, 23))).contains("within 4 inches of another"));
    give(&mut state, A, place(at(24, 25)), []);
    assert_eq!(state.figures[2].at(), at(24, 25));
}

#[test]
fn vehicles_tank_move_and_breakdown() {
    let ground = "[[ground]]\nkind = \"wire\"\nline = [[4, 26], [44, 26]]";
    let mut state = action("A1 | mark-iv-male | average | 24 29 | 0", FAR, ground);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    let told = give(&mut state, A, Order::Choose { first: true }, [1]);
    assert!(told.iter().any(|line| line == "A1 bogs or breaks down."), "{told:?}");
    let order = march(&state, 0, 24, 24);
    assert!(refused(&state, A, order).contains("bogged or broken down"));
    state.squads[0].hull.as_mut().unwrap().stuck = false;
    let order = march(&state, 0, 24, 24);
    let told = give(&mut state, A, order, []);
    assert!(told.iter().any(|line| line.starts_with("A gap of 2.00 inches is cleared")), "{told:?}");
}

#[test]
fn r33_foot_steps_out_of_the_way_of_a_tank() {
    let mut state =
        action("A1 | mark-iv-female | average | 24 29 | 0\nA2 | infantry | average | 24 24 | 0 | men 6", FAR, "");
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, [4]);
    let order = march(&state, 0, 24, 24);
    let told = give(&mut state, A, order, []);
    assert!(told.iter().any(|line| line.contains("steps out of its way")), "{told:?}");
    let hull = field::Footprint::from(state.squad(squad(0)).hull_plan());
    let under = |spot: &Point| hull.overlaps(&field::Rectangle::square(*spot, 75).into());
    assert!(!spots(&state, 1).iter().any(under));
}

#[test]
fn r45_a_squad_may_lie_down_at_the_end_of_its_move() {
    let mut state = action("A1 | infantry | average | 24 28 | 0 | men 6\nA2 | hmg | average | 10 28 | 0", FAR, "");
    to_moves(&mut state);
    let dash = |number, x, y| match march(&state, number, x, y) {
        Order::March { squad, path, facing, formation, .. } => {
            Order::March { squad, path, facing, formation, besides: Besides::LiesDown }
        }
        other => other,
    };
    let (hmg, order) = (dash(1, 10, 26), dash(0, 24, 22));
    assert!(refused(&state, A, hmg).contains("cannot go to ground (R45)"));
    give(&mut state, A, order, []);
    assert_eq!((state.squad(squad(0)).at, state.squad(squad(0)).posture), (at(24, 22), Posture::Prone));
}

#[test]
fn r31_cavalry_mounts_in_half_a_move_and_rides_on_with_the_other() {
    let mut state = action("A1 | dismounted-cavalry | average | 24 30 | 0 | men 4", FAR, "");
    to_moves(&mut state);
    let ride = |y| Order::March {
        squad: squad(0),
        path: vec![at(24, y)],
        facing: 0,
        formation: crate::troops::Formation::Line,
        besides: Besides::Changes,
    };
    assert!(refused(&state, A, ride(23)).contains("7.00 inches, but only 6.00"));
    let told = give(&mut state, A, ride(24), []);
    assert!(told.contains(&"A1 mounts.".to_owned()), "{told:?}");
    assert_eq!((state.squad(squad(0)).kind, state.squad(squad(0)).at), (Kind::Cavalry, at(24, 24)));
}

#[test]
fn movement_strategic_follows_the_road_round_its_bends() {
    let ground = "[[ground]]\nkind = \"road\"\nline = [[10, 36], [10, 27], [30, 27]]\nwidth = 1";
    let mut state =
        action("A1 | infantry | average | 10 34 | 0 | men 1", "D1 | infantry | average | 44 1 | 180 | men 4", ground);
    to_moves(&mut state);
    let road = |path: Vec<Point>| Order::Road { squad: squad(0), path, facing: 90 };
    assert!(refused(&state, A, road(vec![at(18, 27)])).contains("keeps to the road"));
    assert!(refused(&state, A, road(vec![at(10, 27), at(22, 27)])).contains("12.00 inches, but only 11.00"));
    give(&mut state, A, road(vec![at(10, 27), at(21, 27)]), []);
    assert_eq!(state.squad(squad(0)).at, at(21, 27), "18 inches by road");
    assert!(state.squad(squad(0)).deeds.silent, "R2 no fire");
}

#[test]
fn vehicles_car_move_is_12_inches_on_a_road_and_3_off_it() {
    let ground = "[[ground]]\nkind = \"road\"\nline = [[24, 0], [24, 36]]\nwidth = 1";
    let mut state = action(
        "A1 | open-car | average | 24 33 | 0\nA2 | open-car | average | 34 33 | 0",
        "D1 | infantry | average | 6 3 | 180 | men 4",
        ground,
    );
    to_moves(&mut state);
    let (far, off) = (march(&state, 0, 24, 20), march(&state, 1, 34, 29));
    assert!(refused(&state, A, far).contains("(Vehicles:car-move)") && refused(&state, A, off).contains("only 3.00"));
    let order = march(&state, 0, 24, 21);
    give(&mut state, A, order, []);
    assert_eq!(state.squad(squad(0)).at, at(24, 21));
}

#[test]
fn r12_a_gun_falls_back_with_its_crew() {
    let mut state = action(
        "A1 | medium-gun | average | 24 24 | 0 | limbered\nA2 | infantry | average | 10 24 | 0 | men 4",
        "D1 | infantry | average | 24 3 | 180 | men 4",
        "",
    );
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    let crew = places::middle(state.spots(squad(0))).expect("a crew");
    let behind = crew.minus(state.squad(squad(0)).at);
    let told = give(&mut state, A, Order::FallBack { squad: squad(0) }, []);
    assert!(told.iter().any(|line| line == "A1 falls back to 24.00, 30.00."), "{told:?}");
    let crew = places::middle(state.spots(squad(0))).expect("a crew");
    assert_eq!(crew.minus(state.squad(squad(0)).at), behind, "it stands by its gun as before");
}

#[test]
fn r2_a_squad_keeps_its_front_where_it_goes_and_wheels_when_it_is_told_to() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 5", "D1 | infantry | average | 24 3 | 180 | men 4", "");
    to_moves(&mut state);
    let walk = state.walk(squad(0), crate::troops::Formation::Line, land::Gait::March);
    let mut route = walk.route();
    route.leg(at(28, 23)).expect("a step aside");
    assert_eq!(route.faces(), field::Facing::UP, "not where it went");
    let wheel = |facing| Order::March {
        squad: squad(0),
        path: Vec::new(),
        facing,
        formation: crate::troops::Formation::Line,
        besides: Besides::Nothing,
    };
    assert!(refused(&state, A, wheel(0)).contains("a path has at least one leg"));
    let told = give(&mut state, A, wheel(45), []);
    assert_eq!(told[0], "A1 wheels to 45 degrees.");
    let line = state.line_of(squad(0)).expect("a line").degrees() % 180;
    assert!((line - 135).abs() <= 10, "the men stand across their new front: {line}");
}

const WIRE: &str = "[[ground]]\nkind = \"wire\"\nline = [[4, 26], [44, 26]]";

#[test]
fn r2_cavalry_never_crosses_wire_but_rides_through_a_gap() {
    let ride = |gap: bool| {
        let mut state = action("A1 | cavalry | average | 24 29 | 0 | men 1", FAR, WIRE);
        state.gaps.extend(gap.then_some(Gap { at: at(24, 26), width: 200 }));
        to_moves(&mut state);
        let order = march(&state, 0, 24, 20);
        give(&mut state, A, order, []);
        state
    };
    assert_eq!(ride(true).squad(squad(0)).at, at(24, 20));
    let stopped = ride(false);
    assert!(stopped.squad(squad(0)).at.y > 2600 && stopped.squad(squad(0)).at_wire);
    assert!(!stopped.going(squad(0), land::Gait::March).crosses_wire, "not in the next move either");
}

#[test]
fn r32_men_in_a_gap_count_as_line() {
    use crate::troops::{Cover, Formation};
    let mut state = action("A1 | infantry | average | 24 26 | 0 | men 6, skirmish", FAR, WIRE);
    assert_eq!(state.formation_of(squad(0), Cover::NoCover), Formation::Skirmish);
    state.gaps.push(Gap { at: at(24, 26), width: 200 });
    assert_eq!(state.formation_of(squad(0), Cover::NoCover), Formation::Line);
}

#[test]
fn r28_who_moves_nobody_any_more_is_not_asked_again_and_the_other_side_goes_on() {
    let attackers = "A1 | infantry | average | 14 30 | 0 | men 4\nA2 | infantry | average | 34 30 | 0 | men 4";
    let mut state = action(attackers, "D1 | infantry | average | 24 3 | 180 | men 8", "");
    to_moves(&mut state);
    give(&mut state, A, Order::Pass, []);
    let told = give(&mut state, D, Order::Rest, []);
    assert_eq!(told, ["The defender moves nobody any more in this phase."]);
    for number in [0, 1] {
        assert_eq!((asked(&state, A), asked(&state, D)), (Some(questions::MOVE), None));
        give(&mut state, A, Order::Stand { squad: squad(number) }, []);
    }
    assert_eq!(state.phase, Phase::Fire);
}

#[test]
fn r28_a_side_with_a_charge_to_make_cannot_rest() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 8", "D1 | infantry | average | 24 17 | 180 | men 8", "");
    give(&mut state, A, Order::Charge { squad: squad(0), at: Mark::Squad(squad(1)) }, []);
    to_moves(&mut state);
    assert!(refused(&state, A, Order::Rest).contains("say what a squad does, or pass"));
    give(&mut state, A, Order::Pass, []);
    give(&mut state, D, Order::Rest, []);
}
