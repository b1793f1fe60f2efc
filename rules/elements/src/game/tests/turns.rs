use super::*;
use crate::suppression::{Morale, resolve_test};

#[test]
fn turn_sequence_the_phases_come_in_their_order_and_the_attacker_first() {
    let mut state = battle("A1 | bren-section | 24 30", "D1 | grenadiers | 24 4", "");
    assert_eq!(asked(&state), ("attacker", "fire"), "nobody to test or call");
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("attacker", "move"));
    give(&mut state, Order::Done, []);
    assert_eq!((asked(&state), state.turn), (("defender", "fire"), 1));
    give(&mut state, Order::Done, []);
    give(&mut state, Order::Done, []);
    assert_eq!((asked(&state), state.turn), (("attacker", "fire"), 2));
}

#[test]
fn turn_sequence_1a_a_suppressed_element_tests_and_a_1_routs() {
    let mut state = battle("A1 | bren-section | 24 30\nA2 | bren-section | 26 30", "D1 | grenadiers | 24 4", "");
    until(&mut state, "defender", "move");
    state.mark(unit(0), Mark::SUPPRESSED);
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("attacker", "test morale or call for support"));
    let mut well = state.clone();
    give(&mut well, Order::Test { unit: unit(0) }, [12]);
    assert!(!well.unit(unit(0)).is_suppressed());
    give(&mut state, Order::Test { unit: unit(0) }, [1]);
    assert_eq!(state.unit(unit(0)).place, Place::Removed);
}

#[test]
fn remove_suppression_sums_are_taken_from_the_table() {
    let mut state = battle(
        "A1 | bren-section | 24 30\nA2 | bren-section | 40 30\nA3 | british-commander | 26 30",
        "D1 | grenadiers | 24 4",
        "",
    );
    state.mark(unit(0), Mark::SUPPRESSED);
    // Unsupported -3, a commander +1: 14 is needed.
    let passes = |state: &State, face: u8| {
        resolve_test(&state.test(unit(0)), &mut Scripted::of([face])).outcome == Morale::Recovers
    };
    assert!(passes(&state, 14) && !passes(&state, 13));
    state.unit_mut(unit(1)).at = at(2100, 3000);
    assert!(passes(&state, 11) && !passes(&state, 10), "supported now");
    state.mark(unit(2), Mark::SUPPRESSED);
    assert!(!passes(&state, 11), "a suppressed commander gives nothing");
}

#[test]
fn remove_suppression_a_commander_who_rides_is_where_his_vehicle_is() {
    let mut state = battle(
        "A1 | bren-section | 24 30\nA2 | universal-carrier | 27 30\nA3 | british-commander | 27 30 | 0 | in A2",
        "D1 | grenadiers | 24 4",
        "",
    );
    state.mark(unit(0), Mark::SUPPRESSED);
    assert!(state.test(unit(0)).commander);
    // 4 from the vehicle's edge, though more from its middle.
    (state.unit_mut(unit(1)).at, state.unit_mut(unit(2)).at) = (at(2900, 3000), at(2900, 3000));
    assert!(state.test(unit(0)).commander);
    (state.unit_mut(unit(1)).at, state.unit_mut(unit(2)).at) = (at(2901, 3000), at(2901, 3000));
    assert!(!state.test(unit(0)).commander);
}

#[test]
fn r45_the_commander_comes_back_as_suppressed_or_not_as_he_was() {
    let defenders = "D1 | german-commander | 24 20\nD2 | grenadiers | 40 4";
    for suppressed in [false, true] {
        let mut state = battle("A1 | bren-section | 24 23\nA2 | bren-section | 4 30", defenders, "");
        until(&mut state, "attacker", "move");
        if suppressed {
            state.mark(unit(2), Mark::SUPPRESSED);
        }
        give(&mut state, Order::Contact { unit: unit(0), target: unit(2) }, []);
        give(&mut state, Order::Done, []);
        let commander = state.unit(unit(2));
        assert_eq!((commander.at, commander.is_suppressed()), (at(4000, 400), suppressed));
    }
}

#[test]
fn remove_suppression_afv_support_comes_from_afvs() {
    let mut state = battle(
        "A1 | sherman-75 | 24 30\nA2 | bren-section | 26 30\nA3 | sherman-75 | 31 30",
        "D1 | grenadiers | 24 4",
        "",
    );
    state.mark(unit(0), Mark::SUPPRESSED);
    assert_eq!(
        state.test(unit(0)).friend,
        crate::suppression::Friend::SameTypeWithRadioWithin8,
        "6 away, with a radio"
    );
    state.unit_mut(unit(2)).at = at(4500, 3000);
    assert_eq!(state.test(unit(0)).friend, crate::suppression::Friend::CombatElementWithin4);
}

#[test]
fn r51_an_objective_changes_hands_at_the_end_of_a_players_turn() {
    let mut state = battle("A1 | bren-section | 24 20\nA2 | bren-section | 40 30", "D1 | grenadiers | 40 4", "");
    until(&mut state, "attacker", "move");
    assert_eq!(state.holders[0], None);
    let lines = give(&mut state, Order::Done, []);
    assert!(holds(&lines, "The attacker holds the middle now"), "{lines:?}");
    let mut contested = battle("A1 | bren-section | 24 20\nA2 | bren-section | 40 30", "D1 | grenadiers | 24 16", "");
    until(&mut contested, "attacker", "move");
    give(&mut contested, Order::Done, []);
    assert_eq!(contested.holders[0], None);
}

#[test]
fn r17_a_side_loses_with_half_of_its_combat_elements() {
    let mut state = battle(
        "A1 | bren-section | 24 30\nA2 | british-commander | 40 30",
        "D1 | grenadiers | 24 24\nD2 | grenadiers | 30 4",
        "",
    );
    give(&mut state, fires(0, 2, Weapon::HeSa), [20]);
    assert!(Elements::result(&state).is_none(), "it is checked at the end of the turn");
    until(&mut state, "attacker", "move");
    give(&mut state, Order::Done, []);
    let result = Elements::result(&state).expect("it is over");
    assert_eq!((result.winner, result.rule.0), (Some(Side::Attacker.seat()), "R52"));
}

#[test]
fn r17_at_the_turn_limit_the_objectives_decide() {
    let mut state = battle("A1 | bren-section | 24 30", "D1 | grenadiers | 24 4", "");
    for _ in 0..16 {
        give(&mut state, Order::Done, []);
    }
    let result = Elements::result(&state).expect("four turns are over");
    assert_eq!((result.winner, result.rule.0), (Some(Side::Defender.seat()), "R17"));
}

#[test]
fn overrun_commanders_in_contact_take_the_place_of_another() {
    let defenders = "D1 | german-commander | 24 20\nD2 | grenadiers | 40 4\nD3 | grenadiers | 44 4";
    let mut state = battle("A1 | bren-section | 24 23\nA2 | bren-section | 4 30", defenders, "");
    until(&mut state, "attacker", "move");
    give(&mut state, Order::Contact { unit: unit(0), target: unit(2) }, []);
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("defender", "replace the commander"));
    assert!(refused(&state, Order::Replace { unit: unit(0) }).ends_with("(R45)"));
    give(&mut state, Order::Replace { unit: unit(4) }, []);
    assert_eq!((state.unit(unit(4)).place, state.unit(unit(2)).at), (Place::Removed, at(4400, 400)));
    assert_eq!(state.removed(Side::Defender), 1, "one removal is counted");
}

#[test]
fn r22_a_commander_replaces_only_his_own() {
    let defenders = "D1 | german-commander | 40 4\nD2 | german-commander | 24 20\nD3 | grenadiers | 44 4\nD4 | grenadiers | 30 4 | 180 | under D2";
    let mut state = battle("A1 | bren-section | 24 23\nA2 | bren-section | 4 30", defenders, "");
    until(&mut state, "attacker", "move");
    give(&mut state, Order::Contact { unit: unit(0), target: unit(3) }, []);
    let lines = give(&mut state, Order::Done, []);
    assert!(holds(&lines, "D2 takes the place of D4"), "{lines:?}");
}

#[test]
fn observers_of_the_listed_battles_stand_where_they_see_the_enemy() {
    use crate::catalogue::Class;
    use kernel::scenario::ScenarioFile;
    for scenario in crate::scenario::Scenario::all().iter().filter(|scenario| !scenario.head.learning) {
        let title = &scenario.head.title;
        let state = State::of(&Setting::of(Battle::of(scenario.clone())));
        for (id, piece) in state.all().filter(|(id, _)| state.element(*id).figures.class == Class::Foo) {
            let seen = state.of_side(piece.side.other()).any(|(_, enemy)| state.sees(id, &enemy.base()).is_some());
            assert!(seen, "{title}: {} sees nobody", state.name(id));
        }
    }
}
