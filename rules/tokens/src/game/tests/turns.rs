use super::*;

const ONE: &str = "A1 | infantry | regular | 4 18";
const TWO: &str = "D1 | infantry | regular | 40 6\nD2 | infantry | regular | 40 30";

#[test]
fn r1_a_token_for_each_unit_and_each_commander() {
    let state = battle(ONE, TWO, "");
    assert_eq!((state.tokens.attacker, state.tokens.defender), (2, 3));
}

#[test]
fn r21_a_side_collects_at_most_two_tokens_more_than_the_other() {
    let four = "D1 | infantry | regular | 40 4\nD2 | infantry | regular | 40 12\nD3 | infantry | regular | 40 20\nD4 | infantry | regular | 40 28";
    assert_eq!(battle(ONE, four, "").tokens.defender, 4, "5 of its own, but only 2 more than 2");
    assert_eq!(battle(ONE, four, "lead = 3").tokens.defender, 5, "as the scenario says");
}

#[test]
fn activating_first_needs_no_roll_and_a_later_one_beats_the_tokens() {
    let mut state = battle(ONE, TWO, "");
    let order = stand(&state, 0);
    give(&mut state, order.clone(), []);
    assert_eq!((state.unit(unit(0)).tokens, state.tokens.attacker), (1, 1));
    pass_all(&mut state);
    let told = give(&mut state, order, [1]);
    assert!(told.contains(&"A1 does nothing.".to_owned()), "{told:?}");
    assert_eq!(state.unit(unit(0)).tokens, 2, "R2: the token of a failed test stays");
}

#[test]
fn r4_surrender_asks_for_a_token_spent_in_this_spell() {
    let mut state = battle(ONE, TWO, "");
    assert!(refused(&state, Order::Surrender).contains("(R4)"));
    let order = stand(&state, 0);
    give(&mut state, order, []);
    pass_all(&mut state);
    give(&mut state, Order::Surrender, []);
    assert_eq!((state.active, asked(&state).0), (Side::Defender, "defender"));
    assert!(refused(&state, Order::Surrender).contains("(R4)"), "it has spent none in its own spell");
}

#[test]
fn r4_a_token_with_a_use_is_not_discarded() {
    let state = battle(ONE, TWO, "");
    assert!(refused(&state, Order::Discard).contains("no unit can be activated"));
}

#[test]
fn r3_seizing_changes_the_roles_and_activates_the_unit_without_a_second_test() {
    let mut state = battle(ONE, TWO, "");
    let order = stand(&state, 0);
    give(&mut state, order, []);
    assert_eq!(asked(&state), ("defender", "seize the initiative, or pass"));
    give(&mut state, Order::Seize { unit: unit(1) }, [3]);
    assert_eq!((state.active, state.seized_with, state.tokens.defender), (Side::Defender, Some(unit(1)), 2));
    let other = stand(&state, 2);
    assert!(refused(&state, other).contains("D1 seized the initiative"));
    assert!(refused(&state, Order::Surrender).contains("acts first"));
    let order = stand(&state, 1);
    give(&mut state, order, []);
    assert_eq!((state.unit(unit(1)).tokens, state.tokens.defender), (1, 2), "the same token activates it");
}

#[test]
fn r3_a_failed_try_leaves_the_token_and_there_is_one_try_an_activation() {
    let mut state = battle(ONE, TWO, "");
    let order = stand(&state, 0);
    give(&mut state, order, []);
    give(&mut state, Order::Seize { unit: unit(1) }, [2]);
    assert_eq!(asked(&state), ("attacker", "spend a token, or surrender the initiative"));
    assert_eq!(state.unit(unit(1)).tokens, 1);
}

#[test]
fn turn_order_6_the_turn_ends_at_once_when_both_are_out_of_tokens() {
    let mut state = battle(ONE, "D1 | infantry | regular | 40 6", "");
    for (number, faces) in [(0, vec![]), (0, vec![6]), (1, vec![]), (1, vec![6, 4, 2])] {
        let order = stand(&state, number);
        let told = match faces[..] {
            [] => give(&mut state, order, []),
            [face] => give(&mut state, order, [face]),
            [face, one, other] => give(&mut state, order, [face, one, other]),
            _ => unreachable!(),
        };
        if state.turn == 2 {
            assert!(told.iter().any(|line| line.contains("Turn 2 begins: 2 tokens")), "{told:?}");
            assert!(state.units.iter().all(|unit| unit.tokens == 0 && !unit.activated));
            assert_eq!(state.active, Side::Attacker, "4 beats 2");
            return;
        }
        pass_all(&mut state);
    }
    panic!("the turn has not ended");
}

#[test]
fn turn_order_5_a_side_without_tokens_hands_over_by_itself() {
    let mut state = battle(ONE, TWO, "");
    let order = stand(&state, 0);
    give(&mut state, order.clone(), []);
    pass_all(&mut state);
    let told = give(&mut state, order, [6]);
    assert!(told.contains(&"The defender is the active player now.".to_owned()), "{told:?}");
    assert_eq!(asked(&state), ("defender", "spend a token, or surrender the initiative"));
}

#[test]
fn what_is_told_agrees_with_the_name_of_the_unit() {
    let told = |name: &str| {
        let units = format!("{name} | infantry | regular | 10 18");
        let mut state = battle(&units, "D1 | infantry | regular | 40 18", "");
        let order = stand(&state, 0);
        give(&mut state, order, []).join(" ")
    };
    assert!(
        told("I/Musketeers")
            .contains("I/Musketeers is activated, for the first time this turn. I/Musketeers stands still.")
    );
    assert!(
        told("1st Rifles").contains("1st Rifles are activated, for the first time this turn. 1st Rifles stand still.")
    );
    assert!(told("1st group of 75s").contains("1st group of 75s is activated"));
}

#[test]
fn tokens_and_markers_on_a_counter_are_called_as_many_as_they_are() {
    let mut state = battle(ONE, TWO, "");
    (state.units[0].tokens, state.units[0].markers) = (2, 1);
    let position = Tokens::position(&View::of(&state, Eyes::Spectator));
    let names: Vec<&str> = position.pieces[0].marks.iter().map(|mark| mark.name.as_str()).collect();
    assert_eq!(names, ["command tokens", "morale marker"]);
}
