use super::*;

fn fire(number: u8, target: u8) -> Order {
    Order::Fire { unit: unit(number), target: unit(target) }
}

/// Dice of the first test of a preview that is called fire: the chance of no hit, in words.
fn no_hit(state: &State, order: &Order) -> String {
    let preview = previewed(state, order);
    let test = preview.tests.iter().find(|test| test.label == "fire").expect("fire has odds");
    let line = test.odds.outcomes.iter().find(|line| line.outcome == "no hit").expect("a miss is possible");
    line.chance.to_string()
}

#[test]
fn firing_infantry_battalion_reaches_12_inches_within_45_degrees() {
    let state = battle(
        "A1 | infantry | regular | 10 18",
        "D1 | infantry | regular | 23 18\nD2 | infantry | regular | 12 32",
        "",
    );
    assert_eq!(no_hit(&state, &fire(0, 1)), "25/36", "two dice, each hits on 6");
    assert!(refused(&state, fire(0, 2)).contains("within 45 degrees"));
    let far = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 24 18", "");
    assert!(refused(&far, fire(0, 1)).contains("13 inches away, but infantry reach 12"));
}

#[test]
fn r15_mounted_cavalry_fires_all_round() {
    let state = battle("A1 | mounted-cavalry | regular | 20 18", "D1 | infantry | regular | 12 18 | 90", "");
    assert_eq!(no_hit(&state, &fire(0, 1)), "5/6");
}

#[test]
fn firing_target_moved_counts_a_move_completed_this_turn() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", "");
    state.unit_mut(unit(1)).moved = true;
    // A needed 7 is a 6 followed by 4 or more: 33/36 a die misses.
    assert_eq!(no_hit(&state, &fire(0, 1)), "121/144");
}

#[test]
fn r13_cover_counts_when_half_or_more_of_the_bases_are_in_it() {
    let wood =
        |x: i64| format!("[[ground]]\nkind = \"wood\"\nrectangle = {{ middle = [20, {x}], width = 2, depth = 4 }}\n");
    let shoot = |middle| {
        let state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", &wood(middle));
        no_hit(&state, &fire(0, 1))
    };
    // The bases stand at 16, 18 and 20: a wood from 16 to 20 holds one wholly and the rims of two.
    assert_eq!(shoot(19), "121/144", "two of three");
    assert_eq!(shoot(21), "25/36", "one of three");
}

#[test]
fn firing_cover_meaning_a_hedge_before_the_target_is_cover() {
    let hedge = "[[ground]]\nkind = \"hedge\"\nline = [[18.5, 10], [18.5, 26]]\n";
    let behind = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", hedge);
    assert_eq!(no_hit(&behind, &fire(0, 1)), "121/144");
    let beyond = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 22 18", hedge);
    assert_eq!(no_hit(&beyond, &fire(0, 1)), "25/36", "three inches behind it is no cover");
}

#[test]
fn casualty_rolls_fortifications_are_asked_for_in_trenches() {
    let trench = "[[ground]]\nkind = \"trench\"\nrectangle = { middle = [20, 18], width = 2, depth = 8 }\n";
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", trench);
    // Needed 7: a 6 and a 4; then the casualty roll needs a 6.
    let told = give(&mut state, fire(0, 1), [6, 1, 4, 5]);
    assert!(told.contains(&"D1 takes 1 hit and 1 marker.".to_owned()), "{told:?}");
}

#[test]
fn r15_woods_of_more_than_2_inches_buildings_hills_and_units_block_sight() {
    let between = |kind: &str, width: i64| {
        format!("[[ground]]\nkind = \"{kind}\"\nrectangle = {{ middle = [15, 18], width = {width}, depth = 20 }}\n")
    };
    let sees = |more: &str| {
        let state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", more);
        let ask = ask(&state);
        View::<Tokens>::of_seat(&state, ask.seat).check(&ask, fire(0, 1)).is_ok()
    };
    assert!(sees("") && sees(&between("wood", 2)) && sees(&between("village", 3)));
    assert!(!sees(&between("wood", 3)) && !sees(&between("building", 1)) && !sees(&between("hill", 2)));
    let screened = battle(
        "A1 | infantry | regular | 10 18\nA2 | infantry | regular | 15 18",
        "D1 | infantry | regular | 20 18 | 270 | column",
        "",
    );
    assert!(refused(&screened, fire(0, 2)).contains("does not see"));
}

#[test]
fn r27_a_unit_on_a_hill_sees_over_units_and_not_over_woods_near_the_target() {
    let hill = "[[ground]]\nkind = \"hill\"\nrectangle = { middle = [10, 18], width = 4, depth = 10 }\n";
    let screened = battle(
        "A1 | infantry | regular | 10 18\nA2 | infantry | regular | 15 18",
        "D1 | infantry | regular | 20 18 | 270 | column",
        hill,
    );
    assert_eq!(no_hit(&screened, &fire(0, 2)), "25/36");
    let wood = |x: i64| {
        format!("{hill}[[ground]]\nkind = \"wood\"\nrectangle = {{ middle = [{x}, 18], width = 3, depth = 20 }}\n")
    };
    let guns = |x| battle("A1 | field-guns | regular | 10 18", "D1 | infantry | regular | 30 18", &wood(x));
    assert!(previewed(&guns(18), &fire(0, 1)).tests.iter().any(|test| test.label == "fire"));
    assert!(refused(&guns(26), fire(0, 1)).contains("sees"), "the wood ends 2.5 inches before the target");
}

#[test]
fn r8_field_guns_fire_indirectly_with_an_observer() {
    let hill = "[[ground]]\nkind = \"hill\"\nrectangle = { middle = [15, 18], width = 2, depth = 30 }\n";
    let blind = battle("A1 | field-guns | regular | 8 18", "D1 | infantry | regular | 24 18", hill);
    assert!(refused(&blind, fire(0, 1)).contains("no unit or commander"));
    let state = battle(
        "A1 | field-guns | regular | 8 18\nA2 | infantry | regular | 18 6",
        "D1 | infantry | regular | 24 18",
        hill,
    );
    // One die a base of two, not two a base: indirect fire.
    assert_eq!(no_hit(&state, &fire(0, 2)), "25/36");
    let seen = battle("A1 | field-guns | regular | 8 18", "D1 | infantry | regular | 24 18", "");
    assert_eq!(no_hit(&seen, &fire(0, 1)), "625/1296", "two dice a base within 24 inches");
}

#[test]
fn r20_a_battery_has_so_many_firings() {
    let mut state = battle("A1 | field-guns | regular | 8 18 | 90 | firings 1", "D1 | infantry | regular | 24 18", "");
    give(&mut state, fire(0, 1), [1, 1, 1, 1]);
    pass_all(&mut state);
    assert!(refused(&state, fire(0, 1)).contains("no shells left (R20)"));
}

#[test]
fn r8_smoke_hides_what_is_in_it_or_behind_it_and_lasts_to_the_end_of_the_next_turn() {
    let mut state = battle(
        "A1 | field-guns | regular | 8 18\nA2 | infantry | regular | 12 12",
        "D1 | infantry | regular | 24 18",
        "",
    );
    give(&mut state, Order::Smoke { unit: unit(0), at: at(18, 18) }, []);
    pass_all(&mut state);
    assert_eq!(state.smoke[0].until, 2);
    assert!(refused(&state, Order::Smoke { unit: unit(0), at: at(20, 18) }).contains("one mission a game"));
    // Behind smoke a 7 is needed: 11/12 of each of four dice miss.
    assert_eq!(no_hit(&state, &fire(0, 2)), "14641/20736");
    state.smoke[0].at = at(24, 20);
    assert_eq!(no_hit(&state, &fire(0, 2)), "14641/20736", "in smoke");
    state.smoke[0].at = at(24, 30);
    assert_eq!(no_hit(&state, &fire(0, 2)), "625/1296");
}

#[test]
fn r7_move_and_fire_goes_4_inches_and_fires_to_6() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 22 18", "");
    let order = |x| Order::Move { unit: unit(0), path: vec![at(x, 18)], facing: 90, form: false, fire: true };
    assert!(refused(&state, order(15)).contains("5.00 inches"));
    give(&mut state, order(14), []);
    give(&mut state, pass(), []);
    assert_eq!(asked(&state).1, "seize the initiative, or pass", "the target is 7 inches away");
    let mut near = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", "");
    give(&mut near, order(14), []);
    give(&mut near, pass(), []);
    assert_eq!(asked(&near), ("attacker", "fire after the move, or hold"));
    give(&mut near, Order::Shoot { target: unit(1) }, [1, 1]);
    assert_eq!(asked(&near), ("defender", "react, or pass"));
}

#[test]
fn activating_machine_guns_move_or_fire() {
    let state = battle("A1 | machine-guns | regular | 10 18", "D1 | infantry | regular | 22 18", "");
    let order = Order::Move { unit: unit(0), path: vec![at(12, 18)], facing: 90, form: false, fire: true };
    assert!(refused(&state, order).contains("(Activating:machine-guns)"));
}

#[test]
fn r10_rally_takes_a_marker_off_on_4_once_a_turn_and_r28_also_when_it_failed() {
    let mut state = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 30 18", "");
    assert!(refused(&state, Order::Rally { unit: unit(0) }).contains("no marker"));
    state.unit_mut(unit(0)).markers = 2;
    state.roller = Side::Defender;
    let told = give(&mut state, Order::Rally { unit: unit(0) }, [3]);
    assert!(told[1].contains("for attacker: 3"), "whoever threw before, the die is its own: {told:?}");
    assert_eq!(state.unit(unit(0)).markers, 2);
    pass_all(&mut state);
    assert!(refused(&state, Order::Rally { unit: unit(0) }).contains("tried to rally already this turn (R28)"));
    let mut near = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 15 18", "");
    near.unit_mut(unit(0)).markers = 1;
    assert!(refused(&near, Order::Rally { unit: unit(0) }).contains("within 4 inches"));
}

#[test]
fn r23_a_column_fires_with_its_leading_base_and_machine_guns_in_column_do_not() {
    let column = battle("A1 | infantry | regular | 10 18 | 90 | column", "D1 | infantry | regular | 20 18", "");
    assert_eq!(no_hit(&column, &fire(0, 1)), "5/6", "one die");
    let notes = previewed(&column, &fire(0, 1)).notes;
    assert!(notes.iter().any(|note| note.text == "In column only the leading base fires."));
    let near = battle("A1 | infantry | regular | 10 18 | 90 | column", "D1 | infantry | regular | 15 18", "");
    assert_eq!(no_hit(&near, &fire(0, 1)), "2/3", "no die more within 4 inches, but 5 or more hits");
    let line = battle("A1 | infantry | regular | 10 18", "D1 | infantry | regular | 20 18", "");
    assert_eq!(no_hit(&line, &fire(0, 1)), "25/36", "two dice");
    let guns = battle("A1 | machine-guns | regular | 10 18 | 90 | column", "D1 | infantry | regular | 20 18", "");
    assert!(refused(&guns, fire(0, 1)).contains("packed up for the march in column (R23)"));
}
