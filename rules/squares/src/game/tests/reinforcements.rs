//! 29, R17: reinforcements on the table.

use super::super::*;
use super::table::{Played, Table, at};
use field::grid::Way;
use kernel::rule::Rule;
use smallvec::smallvec;

fn waiting(table: Table) -> Played {
    let (game, _) = table.at(Side::Attacker, TurnStep::Reinforcements, |_| {}, &[]);
    assert_eq!(game.asked(), Some((Side::Attacker, "bring on reinforcements")));
    game
}

#[test]
fn r19_10_one_of_the_three_ways_is_chosen_while_somebody_can_come() {
    let game = waiting(Table::new().infantry("a1", "reserve"));
    assert_eq!(game.refused(Order::Pass), "19:10");
    let (game, _) = Table::new().at(Side::Attacker, TurnStep::Reinforcements, |_| {}, &[]);
    assert_eq!(game.state.active, Side::Defender, "nobody waits");
}

#[test]
fn r29_b_one_arrives_on_any_square_of_row_1_with_room() {
    let mut game = waiting(Table::new().infantry("a1", "reserve").infantry("d1", "C1"));
    let unit = game.id("a1");
    assert_eq!(game.refused(Order::BringOn { unit, to: at("D2") }), "R17");
    assert_eq!(game.refused(Order::BringOn { unit, to: at("C1") }), "R17", "the enemy holds it");
    assert_eq!(game.refused(Order::BringOn { unit, to: at("A1") }), "R4", "the main body is there");
    let events = game.give(Order::BringOn { unit, to: at("D1") }, &[]);
    assert_eq!(events[0], Event::Arrived { unit, to: at("D1"), rule: Rule("29:b") });
}

#[test]
fn r29_a_each_unit_that_rolls_a_6_arrives_where_its_owner_likes() {
    let mut game = waiting(Table::new().infantry("a1", "reserve").infantry("a2", "reserve"));
    assert_eq!(game.give(Order::RollForAll, &[5, 6]), []);
    assert_eq!(game.asked(), Some((Side::Attacker, "put arrivals on the table")));
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    assert_eq!(game.refused(Order::Arrive { unit: a1, to: at("D1") }), "29");
    let events = game.give(Order::Arrive { unit: a2, to: at("D1") }, &[]);
    assert_eq!(events[0], Event::Arrived { unit: a2, to: at("D1"), rule: Rule("29:a") });
}

#[test]
fn r29_c_one_arrives_by_road_and_two_rolls_are_made_for_chosen_units() {
    let table = Table::new().infantry("a1", "reserve").infantry("a2", "reserve").road("D1", Way::North);
    let mut game = waiting(table);
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    let by_road = |to: &str, attempts| Order::BringByRoad { unit: a1, to: at(to), attempts };
    assert_eq!(game.refused(by_road("E1", smallvec![a2, a2])), "R17", "no road");
    assert_eq!(game.refused(by_road("D1", smallvec![a2])), "29:c", "two rolls");
    assert_eq!(game.refused(by_road("D1", smallvec![a1, a2])), "29:c", "it has come already");
    // Both rolls may be for the same unit. It comes by road too: there is one square, so nobody is asked.
    let events = game.give(by_road("D1", smallvec![a2, a2]), &[1, 6]);
    let arrived = |unit| Event::Arrived { unit, to: at("D1"), rule: Rule("29:c") };
    assert_eq!(events[..2], [arrived(a1), arrived(a2)]);
}

#[test]
fn r17_who_finds_no_room_waits() {
    let table = Table::new().infantry("a1", "reserve").infantry("a2", "reserve").road("D1", Way::North);
    let mut game = waiting(table.infantry("b1", "D1").infantry("b2", "D1"));
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    let events = game.give(Order::BringByRoad { unit: a1, to: at("D1"), attempts: smallvec![a2, a2] }, &[6]);
    assert_eq!(events[1], Event::NoRoom { unit: a2 });
    assert_eq!(game.unit("a2").at, Station::Waiting);
}
