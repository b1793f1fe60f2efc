//! 12.0, 13.0 and their rulings.

use super::*;

fn run_reorganization(field: &mut Field, faces: &[u8]) {
    (field.state.step, field.state.open) = (Step::VictoryPoints, false);
    let mut dice = Scripted::of(faces.iter().copied());
    go_on(&mut Act::<Somme>::on(&mut field.state, &mut OneStream(&mut dice), None));
}

/// The Big Push in its last turn, all units but these gone.
fn last_turn(names: &[&str]) -> Field {
    let mut field = Field::of("big-push");
    field.only(names);
    field.state.turn = 3;
    field
}

#[test]
fn r45_a_turn_with_fewer_than_four_assaults_gives_the_german_two_points() {
    let mut quiet = last_turn(&["21 Brigade", "IR 62"]);
    quiet.state.cost.allied.assaults = 3;
    // Three assaults and nothing lost: below the first column, no roll.
    run_reorganization(&mut quiet, &[]);
    assert_eq!(quiet.state.points.german, 4, "in halves");
    let mut busy = last_turn(&["21 Brigade", "IR 62"]);
    busy.state.cost.allied.assaults = 4;
    run_reorganization(&mut busy, &[3, 3]);
    assert_eq!(busy.state.points.german, 0);
}

#[test]
fn r45_the_allies_get_a_point_for_each_objective_they_hold() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    field.put("21 Brigade", "p25");
    field.state.cost.allied.assaults = 4;
    run_reorganization(&mut field, &[3, 3]);
    assert_eq!(field.state.held_points, 1);
}

#[test]
fn r45_an_allied_step_is_worth_half_a_point_and_a_german_one_a_whole() {
    let mut field = Field::of("big-push");
    let (brigade, regiment) = (field.unit("21 Brigade"), field.unit("IR 62"));
    let mut dice = Scripted::of([]);
    let mut streams = OneStream(&mut dice);
    let mut act = Act::<Somme>::on(&mut field.state, &mut streams, None);
    super::super::losses::lose(&mut act, brigade, 2, true);
    super::super::losses::lose(&mut act, regiment, 2, true);
    assert_eq!((field.state.points.german, field.state.points.allied), (2, 4), "in halves");
}

#[test]
fn r25_replacements_go_to_supplied_units_outside_zones_of_control() {
    let mut field = last_turn(&["21 Brigade", "89 Brigade", "IR 62", "XIII Corps HQ"]);
    let (far, near) = (field.put("21 Brigade", "n21"), field.put("89 Brigade", "o23"));
    field.put("IR 62", "o24");
    for unit in [far, near] {
        field.state.unit_mut(unit).left = 1;
    }
    field.state.cost.allied.assaults = 4;
    // Column 4: a roll of 6 gives 2 steps; only one unit may have one. Then nobody is disrupted.
    run_reorganization(&mut field, &[3, 3]);
    assert_eq!((field.state.unit(far).left, field.state.unit(near).left), (2, 1));
}

#[test]
fn r41_the_allied_player_rallies_first() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    let (brigade, regiment) = (field.put("21 Brigade", "n21"), field.put("IR 62", "s26"));
    for unit in [brigade, regiment] {
        field.state.mark(unit).put(Marks::DISRUPTED);
    }
    field.state.cost.allied.assaults = 4;
    // Replacements 3-3; then the brigade's 3 rallies and the regiment's 4 does not.
    run_reorganization(&mut field, &[3, 3, 3, 4]);
    assert!(!field.state.is(brigade, Marks::DISRUPTED) && field.state.is(regiment, Marks::DISRUPTED));
}

#[test]
fn r27_a_tie_is_german_and_levels_of_victory_are_named() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    field.state.cost.allied.assaults = 4;
    run_reorganization(&mut field, &[3, 3]);
    let result = Somme::result(&field.state).expect("the last turn is over");
    assert_eq!(result.winner, Some(Side::German.seat()));
    assert!(result.because.contains("a decisive German victory"), "{}", result.because);
}
