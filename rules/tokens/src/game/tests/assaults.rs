use super::*;

fn assault(number: u8, target: u8) -> Order {
    Order::Assault { unit: unit(number), target: unit(target), by: vec![] }
}

#[test]
fn r12_an_assault_goes_straight_at_its_target_until_the_two_touch() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    give(&mut state, assault(0, 1), []);
    assert_eq!(asked(&state), ("defender", "react, or pass"));
    // Six dice each, hits on 5: two to one; casualty rolls 4+ for each hit.
    let told = give(&mut state, pass(), [5, 5, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 is in contact with D1.".to_owned()), "{told:?}");
    assert!(told.contains(&"A1 against D1: wins.".to_owned()), "{told:?}");
    assert!(told.contains(&"A1 takes 1 hit and 1 marker.".to_owned()), "{told:?}");
    assert!(told.contains(&"D1 takes 2 hits and 3 markers, one of them as the loser.".to_owned()), "{told:?}");
    assert_eq!(state.unit(unit(0)).at, at(16, 18), "where it touched");
    assert_eq!(state.unit(unit(0)).markers, 1);
    let target = state.unit(unit(1));
    assert_eq!((target.at, target.markers, target.bases), (at(25, 18), 3, 3), "two hits and the marker of the loser");
}

#[test]
fn r12_the_attacker_loses_a_tie_and_falls_back() {
    let mut state = battle("A1 | infantry | regular | 12 18", "D1 | infantry | regular | 17 18", "");
    give(&mut state, assault(0, 1), []);
    let told = give(&mut state, pass(), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 takes a marker, as the loser.".to_owned()), "{told:?}");
    let attacker = state.unit(unit(0));
    assert_eq!((attacker.at, attacker.markers), (at(8, 18), 1), "8 inches back from 16");
}

#[test]
fn r5_c_the_target_fires_before_contact_with_the_attacker_in_the_open() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    give(&mut state, assault(0, 1), []);
    // Contact comes after 6 inches, so the last inch for a reaction is the fifth.
    assert!(refused(&state, Order::React { unit: unit(1), inch: 6, reply: Reply::Fire }).contains("only at an inch"));
    // Three dice within 4 inches, hits on 5.
    let told = give(&mut state, Order::React { unit: unit(1), inch: 5, reply: Reply::Fire }, [3, 5, 5, 1, 1, 1]);
    assert!(told.contains(&"A1 takes 2 hits and 2 markers.".to_owned()), "{told:?}");
    assert_eq!((asked(&state).1, state.unit(unit(0)).at), ("go on, or stop short", at(15, 18)));
}

#[test]
fn r6_a_target_that_moves_away_is_caught_only_with_inches_left() {
    let flight = || Order::React { unit: unit(1), inch: 5, reply: Reply::Move { path: vec![at(20, 18)], facing: 90 } };
    let mut short = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    give(&mut short, assault(0, 1), []);
    give(&mut short, flight(), [4]);
    let told = give(&mut short, Order::GoOn { stop: None }, []);
    assert!(told.contains(&"D1 gets away from A1.".to_owned()), "8 inches were too few: {told:?}");
    let mut horse = battle("A1 | mounted-cavalry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    give(&mut horse, assault(0, 1), []);
    give(&mut horse, flight(), [4]);
    let told = give(&mut horse, Order::GoOn { stop: None }, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 is in contact with D1 on flank or rear.".to_owned()), "{told:?}");
}

#[test]
fn r12_whoever_is_assaulted_and_does_not_move_is_reached_from_wherever_the_attacker_comes() {
    for (x, y) in (0..9).flat_map(|x| (0..20).map(move |y| (1200 + 57 * x, 1200 + 61 * y))) {
        let place = format!("D1 | infantry | regular | {}.{:02} {}.{:02}", x / 100, x % 100, y / 100, y % 100);
        let mut state = battle("A1 | mounted-cavalry | regular | 8 18", &place, "");
        give(&mut state, assault(0, 1), []);
        // Nobody hits with twelve ones, but they are thrown.
        let told = give(&mut state, pass(), [1; 12]);
        assert!(told.iter().any(|line| line.contains("in contact with D1")), "{place}: {told:?}");
    }
}

#[test]
fn r13_the_way_round_to_a_target_does_not_lead_through_it() {
    let mut state = battle("A1 | mounted-cavalry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    let round = |by: Point| Order::Assault { unit: unit(0), target: unit(1), by: vec![by] };
    assert!(refused(&state, round(at(20, 18))).contains("leads through D1"), "to its rear, over its middle");
    give(&mut state, round(at(16, 12)), []);
}

#[test]
fn r15_contact_from_behind_the_front_is_flank_or_rear() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18 | 90", "");
    give(&mut state, assault(0, 1), []);
    // On the rear hits come on 4.
    let told = give(&mut state, pass(), [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 is in contact with D1 on flank or rear.".to_owned()), "{told:?}");
    assert!(told.contains(&"A1 against D1: wins.".to_owned()), "{told:?}");
}

#[test]
fn r12_an_assault_over_wire_is_harder_and_r28_stops_at_a_failed_terrain_roll() {
    let wire = "[[ground]]\nkind = \"wire\"\nline = [[14, 6], [14, 30]]\n";
    let fresh = || battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18", wire);
    let mut state = fresh();
    give(&mut state, assault(0, 1), []);
    let told = give(&mut state, pass(), [2]);
    assert!(told.contains(&"A1 stops at the edge of the wire.".to_owned()), "3 was needed: {told:?}");
    assert!(state.unit(unit(0)).moved && state.frames.is_empty());
    let mut over = fresh();
    give(&mut over, assault(0, 1), []);
    // Over the wire with a 3; a 5 does not hit any more.
    let told = give(&mut over, pass(), [3, 5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 against D1: beaten back.".to_owned()), "{told:?}");
}

#[test]
fn r12_winning_cavalry_may_pursue_4_inches() {
    let mut state = battle("A1 | mounted-cavalry | regular | 10 18", "D1 | infantry | regular | 17 18", "");
    give(&mut state, assault(0, 1), []);
    give(&mut state, pass(), [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(asked(&state), ("attacker", "pursue, or stay"));
    give(&mut state, Order::Pursue, []);
    assert_eq!(state.unit(unit(0)).at, at(20, 18));
}

#[test]
fn r12_cavalry_is_not_asked_to_pursue_where_there_is_no_room() {
    let water = "[[ground]]\nkind = \"water\"\nrectangle = { middle = [20, 18], width = 2, depth = 36 }\n";
    let mut state = battle("A1 | mounted-cavalry | regular | 10 18", "D1 | infantry | regular | 17 18", water);
    give(&mut state, assault(0, 1), []);
    let told = give(&mut state, pass(), [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"D1 cannot fall back and stays.".to_owned()), "{told:?}");
    assert_eq!(asked(&state), ("attacker", "spend a token, or surrender the initiative"));
}

#[test]
fn r24_a_loser_that_cannot_fall_back_stays_loses_a_base_and_the_attacker_stands_an_inch_off() {
    let water = "[[ground]]\nkind = \"water\"\nrectangle = { middle = [20, 18], width = 2, depth = 36 }\n";
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 17 18", water);
    give(&mut state, assault(0, 1), []);
    let told = give(&mut state, pass(), [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(told.contains(&"D1 cannot fall back and stays.".to_owned()), "{told:?}");
    assert_eq!((state.unit(unit(1)).at, state.unit(unit(1)).bases), (at(17, 18), 2));
    assert_eq!(state.unit(unit(0)).at, at(15, 18), "the fronts are an inch apart");
}

#[test]
fn moving_machine_guns_and_artillery_have_no_assault_move() {
    let state = battle("A1 | machine-guns | regular | 12 18", "D1 | infantry | regular | 17 18", "");
    assert!(refused(&state, assault(0, 1)).contains("have no assault"));
}

#[test]
fn r16_limbered_guns_roll_no_dice() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | field-guns | regular | 17 18 | 270 | limbered", "");
    give(&mut state, assault(0, 1), []);
    // Only the attacker's six dice fall, and nobody is hurt: the tie is the defender's.
    give(&mut state, pass(), [1, 1, 1, 1, 1, 1]);
    assert_eq!(state.unit(unit(0)).markers, 1);
}
