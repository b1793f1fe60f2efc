//! 24, R16, R17: movement.

use super::super::*;
use super::table::{Played, Table, at, path};
use crate::unit::{Ground, Kind, Quality};
use field::grid::Way;

fn moving(table: Table) -> Played {
    table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]).0
}

#[test]
fn r24_infantry_moves_2_squares_and_1_extra() {
    let mut game = moving(Table::new().infantry("a1", "D1"));
    assert_eq!(game.refused(game.mv(&["a1"], &["D2", "D3", "D4", "D5"])), "24:infantry");
    let unit = game.id("a1");
    let events = game.give(game.mv(&["a1"], &["D2", "D3", "D4"]), &[]);
    let moved = |from, to, extra| Event::Moved { piece: Piece::Unit(unit), from: at(from), to: at(to), extra };
    assert_eq!(events, [moved("D1", "D2", false), moved("D2", "D3", false), moved("D3", "D4", true)]);
}

#[test]
fn r24_the_extra_square_is_never_next_to_the_enemy() {
    let game = moving(Table::new().infantry("a1", "D1").infantry("d1", "D5"));
    assert_eq!(game.refused(game.mv(&["a1"], &["D2", "D3", "D4"])), "24:extra-enemy");
    let mut game = moving(Table::new().infantry("a1", "D2").infantry("d1", "D5"));
    game.give(game.mv(&["a1"], &["D3", "D4"]), &[]);
    assert_eq!(game.square("a1"), Some(at("D4")), "basic movement may be, and does not stop there for it (R17)");
}

#[test]
fn r24_each_unit_of_a_group_rolls_for_itself_and_uses_its_extra_square_when_it_presses_on() {
    let wood = || Table::new().infantry("a1", "D2").infantry("a2", "D2").ground("D2", Ground::Woods);
    // 3 or more leaves: a1 fails and takes its extra square; a2 gets out and goes on.
    let mut game = moving(wood());
    let events = game.give(game.mv(&["a1", "a2"], &["D3", "D4"]), &[2, 3]);
    let moved = |unit, from, to, extra| Event::Moved { piece: Piece::Unit(unit), from: at(from), to: at(to), extra };
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    assert_eq!(
        events,
        [
            Event::Stuck { piece: Piece::Unit(a1), at: at("D2") },
            moved(a1, "D2", "D3", true),
            moved(a2, "D2", "D3", false),
            moved(a2, "D3", "D4", false),
        ]
    );
    let mut game = moving(wood());
    let careful = Order::Move { units: game.ids(&["a1"]), path: path(&["D3", "D4"]), press: false };
    assert_eq!(game.give(careful, &[2]), [Event::Stuck { piece: Piece::Unit(a1), at: at("D2") }]);
    let mut game = moving(wood().infantry("d1", "D4"));
    let events = game.give(game.mv(&["a1"], &["D3"]), &[2]);
    assert_eq!(
        events,
        [Event::Stuck { piece: Piece::Unit(a1), at: at("D2") }],
        "D3 is next to the enemy: no extra square"
    );
}

#[test]
fn r24_no_roll_across_a_road_face_unless_into_a_square_next_to_the_enemy() {
    let road = || Table::new().kind("a gun", "D2", Kind::Gun).ground("D2", Ground::Buildings).road("D2", Way::North);
    let mut game = moving(road());
    game.give(game.mv(&["a gun"], &["D3"]), &[]);
    assert_eq!(game.square("a gun"), Some(at("D3")));
    let mut game = moving(road().infantry("d1", "D4"));
    game.give(game.mv(&["a gun"], &["D3"]), &[4]);
    assert_eq!(game.square("a gun"), Some(at("D2")), "a gun leaves on 5 or more");
}

#[test]
fn r24_dismounted_cavalry_moves_one_square_in_all() {
    let mut game = moving(Table::new().kind("a horse", "D2", Kind::DismountedCavalry).ground("D2", Ground::Woods));
    assert_eq!(game.refused(game.mv(&["a horse"], &["D3", "D4"])), "24:dismounted-one");
    game.give(game.mv(&["a horse"], &["D3"]), &[]);
    assert_eq!(game.square("a horse"), Some(at("D3")), "without a roll");
}

#[test]
fn r24_an_armoured_car_moves_one_square_and_one_extra_in_a_trench_scenario() {
    let cars = || Table::new().kind("a car", "D1", Kind::ArmouredCar);
    let mut game = moving(cars());
    game.give(game.mv(&["a car"], &["D2", "D3", "D4"]), &[]);
    let game = moving(cars().with(|scenario| scenario.trench = true));
    assert_eq!(game.refused(game.mv(&["a car"], &["D2", "D3", "D4"])), "24:armoured-car-in-trench-scenarios");
}

#[test]
fn r24_each_unit_does_all_its_movement_before_the_next() {
    let mut game = moving(Table::new().infantry("a1", "D2").infantry("a2", "D2"));
    game.give(game.mv(&["a1"], &["D3"]), &[]);
    assert_eq!(game.refused(game.mv(&["a1"], &["D4"])), "24:one-by-one");
    assert_eq!(game.refused(game.mv(&["a1", "a2"], &["D4"])), "24:one-by-one");
    game.give(game.mv(&["a2"], &["D3"]), &[]);
}

#[test]
fn r19_5_movement_goes_from_right_to_left() {
    let mut game = moving(Table::new().infantry("a1", "D2").infantry("a2", "F2").infantry("a3", "D1"));
    game.give(game.mv(&["a1"], &["D3"]), &[]);
    assert_eq!(game.refused(game.mv(&["a2"], &["F3"])), "19:5", "F lies to the right of D");
    game.give(game.mv(&["a3"], &["D2"]), &[]);
}

#[test]
fn r4_nobody_enters_a_full_square_not_even_to_pass() {
    let full = Table::new().infantry("a1", "D1").infantry("b1", "D2").infantry("b2", "D2").infantry("b3", "D2");
    let game = moving(full);
    assert_eq!(game.refused(game.mv(&["a1"], &["D2", "D3"])), "R4");
}

#[test]
fn r22_gas_movement_a_unit_that_moves_into_or_out_of_gas_moves_one_square() {
    let gas = |square: &'static str| move |game: &mut Played| game.state.barrages.defender.gas.add(at(square));
    for square in ["D2", "D3", "D4"] {
        let (game, _) = Table::new().infantry("a1", "D2").at(Side::Attacker, TurnStep::Movement, gas(square), &[]);
        assert_eq!(game.refused(game.mv(&["a1"], &["D3", "D4"])), "22:gas-movement", "{square}");
    }
    let (mut game, _) = Table::new().infantry("a1", "D2").at(Side::Attacker, TurnStep::Movement, gas("D2"), &[]);
    game.give(game.mv(&["a1"], &["D3"]), &[]);
}

#[test]
fn r22_nobody_enters_or_leaves_a_suppression_square() {
    let close = |game: &mut Played| game.state.barrages.defender.suppression.add(at("D3"));
    let table = Table::new().infantry("a1", "D2").infantry("a2", "D3");
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, close, &[]);
    assert_eq!(game.refused(game.mv(&["a1"], &["D3"])), "22:suppression-closed");
    assert_eq!(game.refused(game.mv(&["a2"], &["D4"])), "22:suppression-closed");
}

#[test]
fn r28_steady_and_r16_hold_the_line_keep_a_square_where_it_is() {
    let keep = |game: &mut Played| {
        game.state.steady.add(at("D2"));
        game.state.orders.hold_the_line.add(at("E2"));
    };
    let table = Table::new().infantry("a1", "D2").infantry("a2", "E2");
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, keep, &[]);
    assert_eq!(game.refused(game.mv(&["a1"], &["D3"])), "28:steady");
    assert_eq!(game.refused(game.mv(&["a2"], &["E3"])), "R16");
}

#[test]
fn r17_cavalry_changes_over_instead_of_moving() {
    let mut game = moving(Table::new().kind("a horse", "D2", Kind::MountedCavalry));
    let unit = game.id("a horse");
    assert_eq!(game.refused(Order::Mount { unit }), "R17");
    let events = game.give(Order::Dismount { unit }, &[]);
    assert_eq!(events, [Event::Changed { unit, kind: Kind::DismountedCavalry }]);
    assert_eq!(game.refused(game.mv(&["a horse"], &["D3"])), "24:one-by-one");
}

#[test]
fn r16_a_commander_who_is_alone_when_his_square_is_entered_is_lost() {
    let lone = |game: &mut Played| game.state.commanders.defender = Some(at("D4"));
    let (mut game, _) = Table::new().infantry("a1", "D3").at(Side::Attacker, TurnStep::Movement, lone, &[]);
    let events = game.give(game.mv(&["a1"], &["D4"]), &[]);
    assert_eq!(events[1], Event::CommanderLost { side: Side::Defender, at: at("D4") });
    assert_eq!(game.state.commanders.defender, None);
}

#[test]
fn r24_higher_command_moves_one_square_and_one_extra_and_leaves_scenery_on_5() {
    let place = |game: &mut Played| game.state.commanders.attacker = Some(at("D2"));
    let table = Table::new().ground("D2", Ground::Hill);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Movement, place, &[]);
    let far = Order::MoveCommander { path: path(&["D3", "D4", "D5"]), press: true };
    assert_eq!(game.refused(far), "24:higher-command");
    let events = game.give(Order::MoveCommander { path: path(&["D3", "D4"]), press: true }, &[4]);
    let moved = Event::Moved { piece: Piece::Commander(Side::Attacker), from: at("D2"), to: at("D3"), extra: true };
    assert_eq!(events, [Event::Stuck { piece: Piece::Commander(Side::Attacker), at: at("D2") }, moved]);
}

#[test]
fn r16_orders_reach_3_squares_once_a_square_and_need_4_or_more() {
    let table =
        Table::new().infantry("a1", "D1").infantry("a2", "E1").unit("a3", "A2", Kind::Infantry, Quality::Regular);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::HigherCommand, |_| {}, &[]);
    let order = |square: &str, marker| Order::Command { square: at(square), marker };
    assert_eq!(game.refused(order("E1", Marker::MoraleBonus)), "R16", "4 squares from A1");
    assert_eq!(game.refused(order("B1", Marker::MoraleBonus)), "R16", "nobody is there");
    let events = game.give(order("D1", Marker::HoldTheLine), &[4]);
    let told = |square, marker, through| Event::Commanded { side: Side::Attacker, square: at(square), marker, through };
    assert_eq!(events, [told("D1", Marker::HoldTheLine, true)]);
    assert_eq!(game.refused(order("D1", Marker::MoraleBonus)), "R16", "one attempt a square");
    let events = game.give(order("A1", Marker::FightingBonus), &[3]);
    assert_eq!(events, [told("A1", Marker::FightingBonus, false)]);
    assert_eq!(game.state.orders.hold_the_line, at("D1").into());
    // The third attempt is the last of an average command; then morale passes of itself, and movement is asked.
    game.give(order("A2", Marker::MoraleBonus), &[6]);
    assert_eq!(game.asked(), Some((Side::Attacker, "move")));
}
