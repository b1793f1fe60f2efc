use super::*;

/// A battalion that walks up to two others, 16 inches away.
fn walk_up() -> State {
    battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 26 18\nD2 | infantry | regular | 26 28", "")
}

fn react(number: u8, inch: u8) -> Order {
    Order::React { unit: unit(number), inch, reply: Reply::Fire }
}

#[test]
fn r5_a_a_unit_in_sight_reacts_at_an_inch_of_the_move() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    assert_eq!(asked(&state), ("defender", "react, or pass"));
    // The fronts are 15 inches apart at first: rifles reach after 3 inches.
    assert!(refused(&state, react(1, 2)).contains("13 inches away"));
    let told = give(&mut state, react(1, 3), [3, 1, 1]);
    assert!(told.contains(&"A1 is interrupted at 13.00, 18.00.".to_owned()), "{told:?}");
    assert_eq!((state.unit(unit(0)).at, state.tokens.defender), (at(13, 18), 2));
    assert_eq!(asked(&state), ("attacker", "go on, or stop short"));
}

#[test]
fn r22_after_a_reaction_others_may_react_to_the_rest() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    give(&mut state, react(1, 4), [2]);
    give(&mut state, Order::GoOn { stop: None }, []);
    assert_eq!(asked(&state), ("defender", "react, or pass"));
    assert!(refused(&state, react(1, 8)).contains("has reacted to this activation already (R5)"));
    assert!(refused(&state, react(2, 3)).contains("only at an inch"), "that inch is behind it");
    give(&mut state, pass(), []);
    assert_eq!(state.unit(unit(0)).at, at(18, 18));
}

#[test]
fn common_interruption_the_mover_may_shorten_and_not_redirect() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    give(&mut state, react(1, 4), [2]);
    assert!(refused(&state, Order::GoOn { stop: Some(3) }).contains("a full inch"));
    give(&mut state, Order::GoOn { stop: Some(6) }, []);
    give(&mut state, pass(), []);
    assert_eq!(state.unit(unit(0)).at, at(16, 18));
}

#[test]
fn r6_a_mover_that_loses_a_base_goes_no_further_and_r24_ends_its_activation() {
    let mut state = walk_up();
    state.unit_mut(unit(0)).markers = 3;
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    // Reaction 3, hits on 6: one, with a casualty roll that fails; the fourth marker is its nerve.
    let told = give(&mut state, react(1, 5), [3, 6, 1, 1]);
    assert!(told.contains(&"A1 loses 1 base; 2 left, with 2 markers.".to_owned()), "{told:?}");
    // It was at 15 and falls back 8 inches from the enemy.
    assert_eq!(state.unit(unit(0)).at, at(7, 18));
    assert!(state.frames.is_empty(), "its activation is over");
    assert!(refused(&state, Order::Seize { unit: unit(0) }).contains("one's own"));
}

#[test]
fn r28_a_unit_that_has_just_fallen_back_cannot_seize() {
    let mut state = battle("A1 | machine-guns | regular | 10 18", "D1 | infantry | regular | 26 18", "");
    state.unit_mut(unit(1)).markers = 3;
    give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1]);
    assert_eq!(state.unit(unit(1)).at, at(34, 18));
    assert_eq!(asked(&state).1, "react, or pass", "R5 (b): the target may react");
    give(&mut state, pass(), []);
    assert_eq!(asked(&state), ("attacker", "spend a token, or surrender the initiative"), "nobody else could seize");
}

#[test]
fn r5_b_only_the_target_reacts_to_fire() {
    let mut state = battle(
        "A1 | machine-guns | regular | 10 18",
        "D1 | machine-guns | regular | 26 18\nD2 | machine-guns | regular | 26 22",
        "",
    );
    give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [1, 1]);
    assert!(refused(&state, react(2, 0)).contains("only D1, which was fired at, may react now (R5)"));
    give(&mut state, react(1, 0), [3, 1, 1]);
    assert_eq!(asked(&state).1, "seize the initiative, or pass", "it has reacted, and nobody else may");
}

#[test]
fn r22_d_units_within_12_inches_react_to_what_is_no_move() {
    let near = "D1 | infantry | regular | 22 18";
    let mut state = battle("A1 | infantry | regular | 10 18", near, "");
    let order = stand(&state, 0);
    give(&mut state, order, []);
    assert_eq!(asked(&state).1, "react, or pass");
    give(&mut state, react(1, 0), [3, 1, 1]);
    let mut far = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 24 18", "");
    let order = stand(&far, 0);
    give(&mut far, order, []);
    assert_eq!(asked(&far).1, "seize the initiative, or pass", "13 inches are too far");
}

#[test]
fn r6_a_reaction_move_is_of_4_inches_and_r22_keeps_off_the_path() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    let away = |path: Vec<Point>, facing| Order::React { unit: unit(1), inch: 4, reply: Reply::Move { path, facing } };
    assert!(refused(&state, away(vec![at(21, 18)], 270)).contains("but only 4.00"));
    give(&mut state, away(vec![at(23, 18)], 270), [4]);
    assert_eq!(state.unit(unit(1)).at, at(23, 18));
    assert!(state.unit(unit(1)).moved);
}

#[test]
fn r22_a_reaction_move_does_not_end_on_the_mover_s_path() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 16 13 | 180", "");
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    let onto = Order::React { unit: unit(1), inch: 1, reply: Reply::Move { path: vec![at(16, 17)], facing: 180 } };
    assert!(refused(&state, onto).contains("remaining path (R22)"));
}

#[test]
fn activating_reaction_needs_3_and_more_with_tokens_and_markers() {
    let mut state = walk_up();
    state.unit_mut(unit(1)).markers = 1;
    state.unit_mut(unit(1)).tokens = 1;
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    let told = give(&mut state, react(1, 8), [4]);
    assert!(told.contains(&"D1 reacts too late.".to_owned()), "5 or more was needed: {told:?}");
    assert_eq!(state.unit(unit(1)).tokens, 2);
}

#[test]
fn r14_a_reaction_to_an_inch_that_is_never_reached_costs_nothing() {
    let wood = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [16, 18], width = 1, depth = 6 }\n";
    let mut state = battle("A1 | mounted-cavalry | regular | 10 18", "D1 | infantry | regular | 26 18", wood);
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    // The wood begins at 15.5, five inches and a half on: a 2 stops the horses at its edge.
    let told = give(&mut state, react(1, 7), [2]);
    assert!(told.contains(&"A1 stops at the edge of the wood.".to_owned()), "{told:?}");
    assert_eq!((state.unit(unit(0)).at, state.tokens.defender), (Point::new(1550, 1800), 2));
    assert_eq!(asked(&state), ("defender", "react, or pass"), "it may react to where the horses stand");
}

#[test]
fn standing_answers_are_known_to_their_own_side_only() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    let wait = Standing::PassUntilNear { unit: unit(1), inches: 4 };
    give(&mut state, Order::Pass { then: wait }, []);
    let seen = |eyes| Tokens::mask(&state, eyes).standing.defender;
    assert_eq!(seen(Eyes::Seat(Side::Defender.seat())), Secret::Known(wait));
    assert_eq!((seen(Eyes::Seat(Side::Attacker.seat())), seen(Eyes::Spectator)), (Secret::Hidden, Secret::Hidden));
}

#[test]
fn standing_answers_pass_until_an_enemy_is_near_and_let_one_fire_first() {
    let mut state = walk_up();
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    let answer = |state: &State| {
        let ask = ask(state);
        Tokens::standing(&View::of_seat(state, ask.seat), &ask)
    };
    assert_eq!(answer(&state), None);
    let set = |state: &mut State, then| state.standing.defender = Secret::Known(then);
    // The fronts come to 7 inches of each other.
    set(&mut state, Standing::PassUntilNear { unit: unit(1), inches: 4 });
    assert!(matches!(answer(&state), Some(Order::Pass { .. })));
    set(&mut state, Standing::PassUntilNear { unit: unit(1), inches: 8 });
    assert_eq!(answer(&state), None);
    set(&mut state, Standing::First { unit: unit(1) });
    assert_eq!(answer(&state), Some(react(1, 3)));
    let number = state.activations;
    set(&mut state, Standing::PassActivation { number });
    assert!(matches!(answer(&state), Some(Order::Pass { .. })));
    set(&mut state, Standing::PassActivation { number: number + 1 });
    assert_eq!(answer(&state), None);
}
