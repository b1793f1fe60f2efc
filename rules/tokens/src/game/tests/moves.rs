use super::*;

const FAR: &str = "D1 | infantry | regular | 44 30";

#[test]
fn moving_infantry_goes_8_inches_and_pays_an_inch_for_a_turn() {
    let state = battle("A1 | infantry | regular | 10 18", FAR, "");
    assert!(refused(&state, go(&state, 0, 19, 18)).contains("9.00 inches"));
    assert!(refused(&state, go(&state, 0, 10, 10)).contains("costs 9.00"), "8 inches and a turn");
    let mut state = state;
    let order = go(&state, 0, 18, 18);
    give(&mut state, order, []);
    pass_all(&mut state);
    assert_eq!((state.unit(unit(0)).at, state.unit(unit(0)).moved), (at(18, 18), true));
}

#[test]
fn r15_a_turn_at_the_end_costs_an_inch_too() {
    let state = battle("A1 | infantry | regular | 10 18", FAR, "");
    let order = |x, facing| Order::Move { unit: unit(0), path: vec![at(x, 18)], facing, form: false, fire: false };
    assert!(refused(&state, order(18, 180)).contains("this turn costs 1.00 inches, but only 0.00 are left (R15)"));
    let mut state = state;
    give(&mut state, order(17, 180), []);
    pass_all(&mut state);
    assert_eq!(state.unit(unit(0)).facing.degrees(), 180);
}

#[test]
fn r15_guns_turn_with_a_whole_activation() {
    let mut state = battle("A1 | field-guns | regular | 10 18", FAR, "");
    assert!(refused(&state, go(&state, 0, 10, 16)).contains("inches"), "guns cannot turn and move");
    let along = go(&state, 0, 14, 18);
    assert!(!previewed(&state, &along).path.is_empty());
    give(&mut state, Order::Turn { unit: unit(0), facing: 45, form: false }, []);
    assert_eq!(state.unit(unit(0)).facing.degrees(), 45);
}

#[test]
fn r16_limbered_guns_move_4_and_turn_freely() {
    let mut state = battle("A1 | field-guns | regular | 10 18 | 90 | limbered", FAR, "");
    assert!(refused(&state, go(&state, 0, 10, 13)).contains("5.00 inches"));
    let order = go(&state, 0, 10, 14);
    give(&mut state, order, []);
    pass_all(&mut state);
    assert_eq!(state.unit(unit(0)).at, at(10, 14));
    give(&mut state, Order::Change { unit: unit(0) }, [6]);
    assert!(!state.unit(unit(0)).is_limbered());
}

#[test]
fn r16_mounting_and_dismounting_take_an_activation() {
    let mut state = battle("A1 | mounted-cavalry | regular | 10 18", FAR, "");
    give(&mut state, Order::Change { unit: unit(0) }, []);
    assert_eq!(state.unit(unit(0)).kind, crate::units::Kind::DismountedCavalry);
    let infantry = battle("A1 | infantry | regular | 10 18", FAR, "");
    assert!(refused(&infantry, Order::Change { unit: unit(0) }).contains("neither mount nor limber"));
}

#[test]
fn r23_changing_to_column_costs_4_inches() {
    let mut state = battle("A1 | infantry | regular | 10 18", FAR, "");
    let order = |x| Order::Move { unit: unit(0), path: vec![at(x, 18)], facing: 90, form: true, fire: false };
    assert!(refused(&state, order(15)).contains("5.00 inches, but only 4.00"));
    give(&mut state, order(14), []);
    let piece = state.unit(unit(0));
    assert!(piece.column);
    assert_eq!((piece.block().width, piece.block().depth), (200, 300), "three bases one behind the other");
}

#[test]
fn r13_a_unit_keeps_an_inch_from_enemies_and_ends_on_nobody() {
    let state = battle(
        "A1 | infantry | regular | 10 18\nA2 | infantry | regular | 15 18",
        "D1 | infantry | regular | 19 18",
        "",
    );
    // Blocks are an inch deep: 18 less half an inch, 19 less half an inch and an inch between.
    assert!(refused(&state, go(&state, 1, 18, 18)).contains("within an inch of"));
    assert!(refused(&state, go(&state, 0, 15, 18)).contains("A2 stands there"));
    assert!(refused(&state, go(&state, 0, 10, -2)).contains("off the table"));
}

#[test]
fn r13_friends_are_passed_through() {
    let mut state = battle("A1 | infantry | regular | 10 18\nA2 | infantry | regular | 13 18", FAR, "");
    let order = go(&state, 0, 17, 18);
    give(&mut state, order, []);
    pass_all(&mut state);
    assert_eq!(state.unit(unit(0)).at, at(17, 18));
}

#[test]
fn r21_standing_still_is_an_activation() {
    let mut state = battle("A1 | infantry | regular | 10 18", FAR, "");
    let order = stand(&state, 0);
    give(&mut state, order, []);
    assert!(state.spent && state.unit(unit(0)).activated && !state.unit(unit(0)).moved);
}

#[test]
fn r26_a_unit_leaves_by_the_exit_and_is_not_lost() {
    let text = "A1 | field-guns | regular | 3 18 | 270";
    let mut state = battle(text, FAR, "");
    let order = go(&state, 0, 0, 18);
    assert!(refused(&state, order).contains("off the table"), "this scenario has no exit");
    state = battle_with_exit(text, "");
    let order = go(&state, 0, 0, 18);
    give(&mut state, order, []);
    pass_all_or_end(&mut state);
    assert_eq!(state.unit(unit(0)).place, Place::Left);
    assert_eq!((points(&state, Side::Attacker), state.strength(Side::Attacker).bases_lost), (4, 0));
}

#[test]
fn r14_a_unit_that_fails_its_terrain_roll_stops_at_the_edge_facing_along_its_way_and_does_not_leave() {
    let hedge = "[[ground]]\nkind = \"hedge\"\nline = [[1.5, 6], [1.5, 30]]\n";
    let mut state = battle_with_exit("A1 | field-guns | regular | 3 18 | 270 | limbered", hedge);
    let order = go(&state, 0, 0, 18);
    give(&mut state, order, []);
    let told = give(&mut state, pass(), [2]);
    assert!(told.contains(&"A1 stops at the edge of the hedge.".to_owned()), "{told:?}");
    let unit = state.unit(unit(0));
    assert_eq!((unit.place, unit.facing.degrees()), (Place::Table, 270));
    assert!((150..160).contains(&unit.at.x), "before the hedge: {:?}", unit.at);
}

#[test]
fn r13_a_unit_comes_to_where_it_may_stand_as_it_is_to_face() {
    let mut state = battle("A1 | infantry | regular | 10 18 | 90\nA2 | infantry | regular | 16 21 | 0", FAR, "");
    // Across its way the line would stand on A2; turned to the top of the table it stands beside it.
    let order = Order::Move { unit: unit(0), path: vec![at(16, 18)], facing: 0, form: false, fire: false };
    give(&mut state, order, []);
    pass_all(&mut state);
    let unit = state.unit(unit(0));
    assert_eq!((unit.at, unit.facing.degrees()), (at(16, 18), 0));
}

fn battle_with_exit(attackers: &str, more: &str) -> State {
    let text = format!(
        r#"
book = "tokens"
id = "test"
title = "A test"
minutes = 1
par = 0
table = [48, 36]
initiative = "attacker"
objectives = [{{ at = [24, 18], name = "The middle" }}]
{more}
[attacker]
name = "A"
army = "german"
edge = "left"
exit = "left"
saved = 4
units = "{attackers}"
[defender]
name = "D"
army = "british"
edge = "right"
units = "{FAR}"
"#
    );
    let setting = Tokens::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Tokens>(
        &Setting::of(setting),
        &Options::default(),
        &mut kernel::game::OneStream(&mut Scripted::of([])),
        None,
    )
}

fn pass_all_or_end(state: &mut State) {
    while Tokens::result(state).is_none() && asked(state).1.ends_with("or pass") {
        give(state, pass(), []);
    }
}
