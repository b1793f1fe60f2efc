use super::*;

#[test]
fn r25_an_objective_is_held_by_the_last_unit_that_ended_an_activation_near_it() {
    let mut state = battle(
        "A1 | infantry | regular | 16 18\nA2 | field-guns | regular | 24 24 | 0",
        "D1 | infantry | regular | 40 18",
        "",
    );
    let order = stand(&state, 1);
    give(&mut state, order, []);
    pass_all(&mut state);
    assert_eq!(state.holders[0], None, "artillery holds nothing, and is too far away besides");
    let order = go(&state, 0, 22, 18);
    give(&mut state, order, []);
    let told = give(&mut state, pass(), []);
    assert!(told.contains(&"The attacker holds the middle now.".to_owned()), "{told:?}");
    assert_eq!(points(&state, Side::Attacker), 3);
}

#[test]
fn r25_nobody_takes_an_objective_with_an_enemy_within_3_inches() {
    let mut state = battle("A1 | infantry | regular | 16 18", "D1 | infantry | regular | 26 18", "");
    let order = go(&state, 0, 22, 18);
    give(&mut state, order, []);
    pass_all(&mut state);
    assert_eq!(state.holders[0], None);
}

#[test]
fn r18_objectives_decide_at_the_turn_limit_and_a_tie_goes_to_the_defender() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 40 18", "turns = 1");
    let mut held = state.clone();
    held.holders[0] = Some(Side::Attacker);
    for (state, winner) in [(&mut state, "defender"), (&mut held, "attacker")] {
        while Tokens::result(state).is_none() {
            let (seat, question) = asked(state);
            if question.ends_with("or pass") {
                give(state, pass(), []);
                continue;
            }
            let number = u8::from(seat == "defender");
            let order = stand(state, number);
            if state.unit(unit(number)).activated {
                give(state, order, [6])
            } else {
                give(state, order, [])
            };
        }
        let result = Tokens::result(state).expect("the last turn is over");
        assert_eq!((result.winner.map(|seat| seat.0), result.rule.0), (Some(winner), "R25"));
    }
}

#[test]
fn r18_army_morale_is_tested_before_tokens_from_half_the_bases_on() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 40 18", "");
    state.unit_mut(unit(0)).bases = 1;
    (state.tokens.attacker, state.tokens.defender) = (1, 0);
    let order = stand(&state, 0);
    // Two of three bases are lost: a 1 loses the battle.
    give(&mut state, order, [1]);
    let result = Tokens::result(&state).expect("the army is broken");
    assert_eq!((result.winner.map(|seat| seat.0), result.rule.0), (Some("defender"), "R18"));
}

#[test]
fn r26_what_left_by_the_exit_counts_as_not_lost() {
    let mut state = battle(
        "A1 | infantry | regular | 10 18\nA2 | infantry | regular | 10 28",
        "D1 | infantry | regular | 40 18",
        "",
    );
    state.unit_mut(unit(1)).place = Place::Left;
    let has = state.strength(Side::Attacker);
    assert_eq!((has.bases_left, has.bases_lost, has.units_lost, has.units_left), (6, 0, 0, 2));
}
