//! R6: set-up.

use super::super::*;
use super::table::{Played, Table, at};

fn trench() -> Played {
    let table = Table::new().infantry("d1", "B5").infantry("d2", "C5").infantry("d3", "D5");
    table.with(|scenario| (scenario.fixed_setup, scenario.trench) = (false, true)).begin()
}

#[test]
fn r6_the_defender_sets_up_first_in_his_rows_1_to_3_and_the_attacker_in_his_rows_1_and_2() {
    let mut game = Table::new().infantry("d1", "B5").with(|scenario| scenario.fixed_setup = false).begin();
    assert_eq!(game.asked(), Some((Side::Defender, "set up")));
    let unit = game.id("d1");
    assert_eq!(game.refused(Order::Deploy { unit, to: Some(at("B3")) }), "R6", "row 4 of the defender");
    assert_eq!(game.refused(Order::Deploy { unit, to: Some(at("H6")) }), "R4", "three infantry are there");
    assert_eq!(game.refused(Order::Deploy { unit, to: None }), "R6", "no trench scenario, no reserve");
    let events = game.give(Order::Deploy { unit, to: Some(at("B4")) }, &[]);
    assert_eq!(events, [Event::Deployed { piece: Piece::Unit(unit), to: Some(at("B4")) }]);
    assert_eq!(game.refused(Order::Deploy { unit, to: Some(at("B5")) }), "R6", "each unit is placed once");
    assert_eq!(game.give(Order::Ready, &[]), [Event::SetUp { side: Side::Defender }]);
    assert_eq!(game.asked(), Some((Side::Attacker, "set up")));
    assert_eq!(game.refused(Order::DeployCommander { to: at("D3") }), "R6");
    game.give(Order::DeployCommander { to: at("D2") }, &[]);
    let events = game.give(Order::Ready, &[]);
    assert_eq!(events, [Event::SetUp { side: Side::Attacker }, Event::TurnBegins { turn: 1, side: Side::Attacker }]);
}

#[test]
fn r6_a_third_of_the_defenders_units_begin_in_reserve_in_a_trench_scenario() {
    let mut game = trench();
    // 6 units: 2 in reserve.
    assert_eq!(game.refused(Order::Ready), "R6");
    for name in ["d1", "d2"] {
        game.give(Order::Deploy { unit: game.id(name), to: None }, &[]);
    }
    game.give(Order::Ready, &[]);
    assert_eq!(game.state.waiting(Side::Defender), game.ids(&["d1", "d2"]));
}

#[test]
fn r6_no_placement_is_allowed_that_bars_the_way_to_a_third() {
    let mut game = trench();
    let others = ["d1", "d2", "d3", "defending main body 0"];
    for (name, square) in others.iter().zip(["B4", "C4", "D4", "E4"]) {
        game.give(Order::Deploy { unit: game.id(name), to: Some(at(square)) }, &[]);
    }
    // Two units are left, and both must go into reserve.
    let unit = game.id("defending main body 1");
    assert_eq!(game.refused(Order::Deploy { unit, to: Some(at("F4")) }), "R6");
    game.give(Order::Deploy { unit, to: None }, &[]);
}

#[test]
fn r6_the_preliminary_barrage_hits_the_defender_and_its_markers_do_not_stay() {
    let mut game = trench();
    for name in ["d1", "d2"] {
        game.give(Order::Deploy { unit: game.id(name), to: None }, &[]);
    }
    game.give(Order::Ready, &[]);
    game.give(Order::Ready, &[]);
    assert_eq!(game.asked(), Some((Side::Attacker, "lay the barrage")));
    let unit = game.id("d3");
    // Five deviations from right to left, E5 to A5, all on target; then one hit in D5, whose save fails.
    let events = game.give(Order::LayBarrage { aim: Aim::Row(at("A5")) }, &[3, 3, 3, 3, 3, 1]);
    assert_eq!(
        events[6..],
        [
            Event::SquareHit { at: at("D5"), hits: 1, rule: kernel::rule::Rule("22:suppression-effect") },
            Event::Hit { unit, hits: 1, rule: kernel::rule::Rule("22:suppression-effect") },
            Event::Hurt { unit, half_bases: 1 },
            Event::TurnBegins { turn: 1, side: Side::Attacker },
        ]
    );
    assert_eq!(game.unit("d3").casualties, 1, "hits and casualty markers stay");
    assert_eq!(game.state.barraged(), SquareSet::NONE);
}

#[test]
fn a_scenario_that_has_set_up_everything_asks_nobody() {
    let game = Table::new().begin();
    assert_eq!(game.state.step, TurnStep::HigherCommand);
}
