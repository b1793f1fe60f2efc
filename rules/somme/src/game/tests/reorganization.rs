//! 12.0, 13.0 and their rulings.

use super::*;

fn run_reorganization(field: &mut Field, faces: &[u8]) -> Vec<String> {
    (field.state.step, field.state.open) = (Step::VictoryPoints, false);
    field.happens(faces, go_on)
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
fn r12_1_1_steps_count_for_whoever_made_the_assault_they_were_lost_in() {
    let mut field = Field::of("big-push");
    let (brigade, regiment) = (field.unit("21 Brigade"), field.unit("IR 62"));
    field.step(Side::Allied, Step::Assaults);
    field.happens(&[], |act| {
        super::super::losses::lose(act, brigade, 2, true);
        super::super::losses::lose(act, regiment, 2, true);
    });
    assert_eq!((field.state.cost.allied.steps, field.state.cost.german.steps), (2, 0), "an Allied assault");
    field.step(Side::German, Step::Assaults);
    field.happens(&[], |act| super::super::losses::lose(act, regiment, 1, true));
    assert_eq!((field.state.cost.allied.steps, field.state.cost.german.steps), (2, 1), "a German one");
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
fn r41_who_has_just_rallied_controls_nothing_in_the_rally_of_the_others() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    let (brigade, regiment) = (field.put("21 Brigade", "s25"), field.put("IR 62", "s26"));
    for unit in [brigade, regiment] {
        field.state.mark(unit).put(Marks::DISRUPTED);
    }
    // Both stand beside a disrupted enemy when 4C begins, so a 3 rallies the brigade, and then the regiment as well.
    run_reorganization(&mut field, &[3, 3]);
    assert!(![brigade, regiment].into_iter().any(|unit| field.state.is(unit, Marks::DISRUPTED)));
    assert!(field.state.in_zoc(square("s26"), Side::Allied), "from now on the brigade controls it");
}

#[test]
fn r25_where_nobody_may_have_a_replacement_step_the_log_says_so() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    field.state.cost.allied.assaults = 4;
    let told = run_reorganization(&mut field, &[3, 3]);
    let come = told.iter().position(|line| line == "The Allied player gets 2 replacement steps.");
    let next = "No Allied unit can take a step: it would have to have lost some, be supplied and stand outside enemy zones of control.";
    assert_eq!(told[come.expect("they come") + 1], next);
    let mut nothing = last_turn(&["21 Brigade", "IR 62"]);
    nothing.state.cost.allied.assaults = 1;
    let told = run_reorganization(&mut nothing, &[]);
    assert!(!told.iter().any(|line| line.contains("can take a step")), "{told:?}");
}

#[test]
fn r45_one_assault_is_not_several() {
    let mut field = last_turn(&["21 Brigade", "IR 62"]);
    field.put("21 Brigade", "p25");
    field.state.cost.allied.assaults = 1;
    let told = run_reorganization(&mut field, &[]);
    for line in [
        "The Allies made 1 assault this turn, fewer than four: 2 points to the Germans.",
        "The Allies hold 1 objective: 1 point.",
    ] {
        assert!(told.iter().any(|said| said == line), "{told:?}");
    }
}

#[test]
fn r27_the_panel_says_how_the_lead_is_reckoned() {
    let field = Field::of("big-push");
    let panel = Somme::position(&View::<Somme>::of(&field.state, Eyes::Spectator)).panel;
    let value = |label: &str| panel.iter().find(|line| line.label == label).unwrap().value.clone();
    let points = |label: &str| value(label).parse::<i32>().unwrap();
    let par = field.state.battle.scenario().par;
    let by = points("German points") - points("Allied points") + par;
    assert_eq!(value("lead after par"), format!("Germans by {by} (Allies with the par of {par} taken off)"));
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
