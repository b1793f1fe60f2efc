use super::*;

const GUNS: &str = "support = \"Guns | 25-pdr | 2\"";

fn called() -> State {
    set(
        "A1 | british-commander | 24 30\nA2 | bren-section | 30 30",
        "D1 | grenadiers | 24 16\nD2 | grenadiers | 25.5 16",
        "",
        GUNS,
        "",
    )
}

fn call(x: i64, y: i64) -> Order {
    Order::Call { caller: unit(0), asset: 0, at: at(x, y), smoke: None }
}

#[test]
fn r12_a_call_by_radio_needs_10_and_fire_falls_on_all_within_2() {
    let mut state = called();
    assert_eq!(asked(&state), ("attacker", "test morale or call for support"));
    // Called with 10, on the point with 11, then both squads: 4 - 3, so 17 is K and 12 is F, which is S under support fire.
    let lines = give(&mut state, call(2450, 1600), [10, 11, 17, 12]);
    assert_eq!(state.unit(unit(2)).place, Place::Removed, "{lines:?}");
    assert!(state.unit(unit(3)).is_suppressed());
    assert_eq!(state.assets[Side::Attacker][0].left, 1);
}

#[test]
fn r24_a_call_that_is_not_answered_is_not_spent_but_the_try_is() {
    let mut state = called();
    give(&mut state, call(2450, 1600), [9]);
    assert_eq!(state.assets[Side::Attacker][0].left, 2);
    assert_eq!(asked(&state), ("attacker", "fire"));
}

#[test]
fn r24_guns_that_did_not_answer_may_be_called_by_another_in_the_same_turn() {
    let mut state = set(
        "A1 | british-commander | 24 30\nA2 | british-foo | 30 30",
        "D1 | grenadiers | 24 16\nD2 | grenadiers | 40 4",
        "",
        GUNS,
        "",
    );
    let by = |caller: u8| Order::Call { caller: unit(caller), asset: 0, at: at(2400, 1600), smoke: None };
    give(&mut state, by(0), [9]);
    assert_eq!(asked(&state), ("attacker", "test morale or call for support"));
    assert!(refused(&state, by(0)).contains("has tried to call already this turn"));
    let lines = give(&mut state, by(1), [10, 20, 20]);
    assert!(holds(&lines, "Guns at D1: K, knocked out"), "{lines:?}");
    assert_eq!(state.assets[Side::Attacker][0].left, 1);
}

#[test]
fn r12_on_10_or_less_the_fire_deviates_by_the_clock() {
    let mut state = called();
    // Deviates on 10; 12 o'clock is straight away from the caller, 6 inches on.
    let lines = give(&mut state, call(2400, 1600), [10, 10, 12, 6]);
    assert!(holds(&lines, "The fire of Guns falls at 24.00, 10.00"), "{lines:?}");
}

#[test]
fn r25_a_called_battery_lays_smoke_which_is_minus_4() {
    let mut state = called();
    let order = Order::Call { caller: unit(0), asset: 0, at: at(2700, 2300), smoke: Some(0) };
    give(&mut state, order, [10]);
    assert_eq!(state.smoke.len(), 1);
    let mut near = state.clone();
    near.unit_mut(unit(1)).at = at(2700, 2400);
    near.unit_mut(unit(2)).at = at(2700, 1800);
    let preview = previewed(&near, &fires(1, 2, Weapon::HeSa));
    assert!(preview.notes.iter().any(|said| said.text.contains("behind smoke")), "{:?}", preview.notes);
}

#[test]
fn r25_smoke_goes_at_the_end_of_the_owners_next_fire_phase() {
    let mut state = battle("A1 | 3-inch-mortar | 24 30", "D1 | grenadiers | 24 4", "");
    give(&mut state, Order::Smoke { unit: unit(0), at: at(2400, 2000), facing: 0 }, []);
    until(&mut state, "defender", "move");
    assert_eq!(state.smoke.len(), 1);
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "fire");
    assert_eq!(state.smoke.len(), 1);
    until(&mut state, "attacker", "move");
    assert!(state.smoke.is_empty());
}

#[test]
fn r28_nobody_aims_within_2_of_a_friend_in_contact() {
    let mut state = called();
    state.unit_mut(unit(1)).at = at(2400, 1700);
    assert!(refused(&state, call(2400, 1600)).ends_with("is in contact within 2 of that point (R28)"));
}

#[test]
fn r28_is_no_bar_to_smoke() {
    let mut state = battle("A1 | 3-inch-mortar | 24 30\nA2 | bren-section | 30 30", "D1 | grenadiers | 24 16", "");
    state.unit_mut(unit(1)).at = at(2400, 1700);
    assert!(is_allowed(&state, Order::Smoke { unit: unit(0), at: at(2400, 1800), facing: 0 }));
}

#[test]
fn r12_a_call_says_who_stands_under_it_and_what_would_become_of_him() {
    let mut state = called();
    state.unit_mut(unit(1)).at = at(2600, 1750);
    let preview = previewed(&state, &call(2450, 1600));
    assert!(preview.notes.iter().any(|said| said.text == "Within 2 of that point: A2, D1 and D2."), "{preview:?}");
    let labels: Vec<&str> = preview.tests.iter().map(|test| test.label.as_str()).collect();
    assert_eq!(labels, ["the call", "A2 (your own)", "D1", "D2"]);
    // Of 20 faces 11 answer the call, 10 of 20 fall on the point, and 4 - 3 more than the die is K on 17 to 20. What
    // deviates by 1 or 2 may still reach him.
    let chance = |test: &kernel::game::Test, outcome: &str| {
        let found = test.odds.outcomes.iter().find(|line| line.outcome == outcome);
        found.map_or(kernel::odds::Ratio::ZERO, |line| line.chance.clone())
    };
    let on_the_point = kernel::odds::ratio(11 * 10 * 4, 20 * 20 * 20);
    assert!(chance(&preview.tests[2], "knocked out") > on_the_point);
    let bare = previewed(&state, &call(4000, 1600));
    assert!(bare.notes.iter().any(|said| said.text == "Nobody who is seen stands within 2 of that point."));
}

#[test]
fn r38_a_call_for_aircraft_says_whom_they_would_attack() {
    let planes = "support = \"Planes | typhoon | 1\"";
    let attackers = "A1 | british-commander | 24 30\nA2 | bren-section | 30 30";
    let state = set(attackers, "D1 | panzer-iv-h | 24 16", "", planes, "");
    let preview = previewed(&state, &call(2400, 1600));
    assert_eq!(preview.tests[0].label, "D1");
    assert!(preview.notes.iter().any(|said| said.text.contains("attacks D1, the nearest in the open")), "{preview:?}");
    assert!(previewed(&state, &call(4000, 1600)).tests.is_empty());
}

#[test]
fn r53_who_came_on_later_has_moved_since_the_set_up() {
    let attackers = "A1 | soviet-foo | 24 34 | 0 | turn 1\nA2 | bren-section | 30 30";
    let mut state = set(attackers, "D1 | grenadiers | 24 16", "", GUNS, "");
    until(&mut state, "attacker", "move");
    give(&mut state, Order::Enter { unit: unit(0), at: at(2400, 3450), facing: 0 }, []);
    until(&mut state, "defender", "move");
    state.mark(unit(1), Mark::SUPPRESSED);
    give(&mut state, Order::Done, []);
    assert!(refused(&state, call(2400, 1600)).ends_with("has moved since the set-up (R53)"));
}

#[test]
fn r53_who_has_a_telephone_must_not_have_moved() {
    let attackers = "A1 | soviet-foo | 24 30\nA2 | bren-section | 30 30";
    let mut state = set(attackers, "D1 | grenadiers | 24 16", "", GUNS, "");
    // By telephone 12 is needed.
    let mut tried = state.clone();
    give(&mut tried, call(2400, 1600), [11]);
    assert!(tried.assets[Side::Attacker][0].aimed.is_none());
    state.mark(unit(0), Mark::STRAYED);
    state.mark(unit(1), Mark::SUPPRESSED);
    assert!(refused(&state, call(2400, 1600)).ends_with("has moved since the set-up (R53)"));
}

#[test]
fn r38_aircraft_attack_what_is_nearest_in_the_open_and_on_a_1_their_own() {
    let planes = "support = \"Planes | typhoon | 1\"";
    let state =
        set("A1 | british-commander | 24 30\nA2 | bren-section | 30 30", "D1 | panzer-iv-h | 24 16", "", planes, "");
    let mut missed = state.clone();
    let lines = give(&mut missed, call(2400, 1600), [12]);
    assert!(holds(&lines, "No sign of Planes"), "{lines:?}");
    assert_eq!(missed.assets[Side::Attacker][0].left, 1);
    let mut own = state;
    let lines = give(&mut own, call(2400, 1600), [1, 1]);
    assert!(holds(&lines, "is attacked by Planes"), "{lines:?}");
}

#[test]
fn r25_who_lays_smoke_is_named() {
    let mut state = set("A1 | 3-inch-mortar | 24 30", "D1 | grenadiers | 24 10", "", "", "");
    let lines = give(&mut state, Order::Smoke { unit: unit(0), at: at(2400, 2000), facing: 0 }, []);
    assert!(holds(&lines, "A screen of smoke is laid by A1 at 24.00, 20.00"), "{lines:?}");
}
