use super::*;

const ONE: &str = "A1 | infantry | regular | 10 18";

#[test]
fn r17_a_commander_rides_12_inches_free_once_a_turn() {
    let mut state = battle(ONE, "D1 | infantry | regular | 44 18", "");
    let ride = |y| Order::Command { commander: 0, path: vec![at(1, y)] };
    assert!(refused(&state, ride(21)).contains("13.00 inches"));
    give(&mut state, ride(22), []);
    assert_eq!((state.leaders[0].at, state.tokens.attacker), (at(1, 22), 2));
    assert!(refused(&state, ride(24)).contains("has moved already this turn (R17)"));
    assert!(refused(&state, Order::Command { commander: 1, path: vec![at(40, 30)] }).contains("no such commander"));
}

#[test]
fn r10_a_commander_within_6_inches_helps_to_rally() {
    let mut state = battle(ONE, "D1 | infantry | regular | 44 18", "");
    state.unit_mut(unit(0)).markers = 1;
    state.leaders[0].at = at(6, 20);
    give(&mut state, Order::Rally { unit: unit(0) }, [3]);
    assert_eq!(state.unit(unit(0)).markers, 0, "3 and 1 for the commander");
}

#[test]
fn r17_a_commander_with_a_unit_that_loses_a_base_is_lost_on_a_6() {
    let mut state = battle("A1 | machine-guns | regular | 10 18", "D1 | infantry | regular | 26 18", "");
    state.unit_mut(unit(1)).markers = 3;
    state.leaders[1].at = at(27, 18);
    let told = give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1, 6]);
    assert!(told.contains(&"General D is lost.".to_owned()), "{told:?}");
}

#[test]
fn r25_a_commander_whom_an_enemy_touches_flees_to_the_nearest_friend_or_is_lost() {
    for (friend, lost) in [("28 18", false), ("44 6", true)] {
        let mut state = battle(ONE, &format!("D1 | infantry | regular | {friend}"), "");
        state.leaders[1].at = at(18, 18);
        let order = go(&state, 0, 18, 18);
        give(&mut state, order, []);
        give(&mut state, pass(), []);
        assert_eq!(state.leaders[1].lost, lost);
        if !lost {
            assert_eq!(state.leaders[1].at, at(29, 18), "behind the middle of D1");
        }
    }
}

#[test]
fn r8_a_commander_observes_for_the_guns() {
    let hill = "[[ground]]\nkind = \"hill\"\nrectangle = { middle = [15, 14], width = 2, depth = 28 }\n";
    let mut state = battle("A1 | field-guns | regular | 8 18", "D1 | infantry | regular | 24 18", hill);
    let order = Order::Fire { unit: unit(0), target: unit(1) };
    assert!(refused(&state, order.clone()).contains("no unit or commander"));
    state.leaders[0].at = at(18, 24);
    give(&mut state, order, [1, 1]);
}
