//! 15.5, R28, R46, R49: operations, objectives and what is hidden.

use super::*;
use crate::game::operations_step::{draw, is_fit, price};

#[test]
fn r15_5_the_price_of_operations_goes_to_the_other_side() {
    let mut field = Field::of("campaign");
    let all = Operation::of(Side::Allied);
    assert_eq!(all.iter().map(|operation| price(*operation)).sum::<u16>(), 115);
    assert_eq!(Operation::of(Side::German).iter().map(|operation| price(*operation)).sum::<u16>(), 95);
    let operations = [Operation::PlantMines, Operation::MoreArtillery].into_iter().collect();
    field.give(Side::Allied, Order::Buy { operations }, &[]);
    assert_eq!(field.state.points.german, 2 * 25, "in halves");
    let guns = field.unit("New heavy guns 1");
    assert!(matches!(field.state.unit(guns).at, Station::Waiting { turn: 1, .. }));
    let theirs = [Operation::PlantMines].into_iter().collect();
    assert_eq!(field.refused(Side::German, &Order::Buy { operations: theirs }), "15.5:buy");
}

#[test]
fn r49_of_five_objectives_two_at_most_are_far_and_one_at_least_is_in_the_south() {
    let mut random = Seeded::new(7);
    for _ in 0..200 {
        let goals = draw(|sides| random.below(sides), &[], &[]);
        assert!(goals.len() == 5 && is_fit(&goals), "{goals:?}");
    }
    assert!(!is_fit(&[0, 9, 10, 1, 2]) && !is_fit(&[0, 1, 2, 3, 4]) && is_fit(&[0, 1, 2, 3, 7]));
    let names: Vec<_> =
        Field::of("campaign").state.battle.scenario().objectives.iter().map(|goal| goal.name.clone()).collect();
    assert_eq!(
        ["Serre", "Barleux", "Bapaume", "Péronne"],
        [&names[0], &names[9], &names[10], &names[11]].map(String::as_str)
    );
    assert_eq!(["Combles", "Bouchavesnes"], [&names[7], &names[8]].map(String::as_str));
}

#[test]
fn r28_objectives_are_for_allied_eyes_and_concealed_guns_for_german_ones() {
    let mut field = Field::of("campaign");
    field.give(Side::Allied, Order::Buy { operations: smallvec::smallvec![] }, &[]);
    let operations = [Operation::ConcealedArtillery].into_iter().collect();
    field.give(Side::German, Order::Buy { operations }, &[]);
    let faces: Vec<u8> = vec![2, 3, 4, 5, 8];
    field.give(Side::German, Order::Hide { at: [square("q30"), square("q30")] }, &faces);
    let seen = |eyes| View::<Somme>::of(&field.state, eyes).drawn.clone().unwrap().known().is_some();
    assert!(seen(Eyes::Seat(Side::Allied.seat())) && !seen(Eyes::Seat(Side::German.seat())) && !seen(Eyes::Spectator));
    let pieces = |eyes| Somme::position(&View::<Somme>::of(&field.state, eyes)).pieces.len();
    assert_eq!(pieces(Eyes::Seat(Side::German.seat())), pieces(Eyes::Spectator) + 2);
}

#[test]
fn r46_the_off_map_mission_comes_every_second_turn() {
    let mut field = Field::of("campaign");
    field.state.bought.german = 1;
    field.step(Side::German, Step::Declare);
    let target = field.state.square(field.unit("94 Brigade")).unwrap();
    assert!(field.check(Side::German, &Order::OffMap { target }).is_ok());
    let view = View::<Somme>::of_seat(&field.state, Side::German.seat());
    let preview = Somme::preview(&view, &field.ask(Side::German), &Order::OffMap { target });
    assert_eq!(preview.tests.len(), 1, "its odds stand before it is declared");
    field.state.turn = 2;
    assert_eq!(field.refused(Side::German, &Order::OffMap { target }), "R46");
}

#[test]
fn r26_mines_are_for_german_trenches_that_face_the_british_one_to_a_square() {
    let mut field = Field::of("big-push");
    assert_eq!(field.refused(Side::Allied, &Order::Mine { at: square("s20") }), "R26", "the French face Curlu");
    assert_eq!(field.refused(Side::Allied, &Order::Mine { at: square("p27") }), "R26", "no start trench");
    let told = field.give(Side::Allied, Order::Mine { at: square("g33") }, &[1]);
    assert!(told[0].contains("costs a step"), "{told:?}");
    let regiment = field.unit("RIR 119");
    assert_eq!((field.state.unit(regiment).left, field.state.is(regiment, Marks::DISRUPTED)), (2, true));
    assert_eq!(field.refused(Side::Allied, &Order::Mine { at: square("g33") }), "R43");
}

#[test]
fn r48_rows_are_closed_until_their_turn() {
    let mut field = Field::of("campaign");
    assert!(!field.state.is_open(square("m9")) && field.state.is_open(square("m10")));
    field.state.turn = 9;
    assert!(field.state.is_open(square("m9")));
}

#[test]
fn r2_the_turns_have_their_dates() {
    let mut field = Field::of("campaign");
    field.state.turn = 11;
    assert_eq!(field.state.date(), crate::turns::Turn::September16);
    assert_eq!(field.state.date().date(), "16 September 1916");
}
