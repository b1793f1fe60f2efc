//! 28, R3: morale on the table.

use super::super::*;
use super::table::{Played, Table, at};
use crate::morale::Nerve;
use crate::unit::{Ground, Kind};
use kernel::rule::Rule;

fn test(table: Table, change: impl FnOnce(&mut Played), dice: &[u8]) -> (Played, Vec<Event>) {
    table.at(Side::Attacker, TurnStep::Morale, change, dice)
}

fn shaken(markers: u8) -> impl FnOnce(&mut Played) {
    move |game| game.unit("a1").casualties = markers
}

fn tested(square: &str, nerve: Nerve) -> Event {
    Event::Tested { side: Side::Attacker, square: at(square), nerve, suppressed: false }
}

#[test]
fn r19_4_squares_test_from_right_to_left() {
    let table = Table::new().infantry("a1", "D2").infantry("a2", "F2").infantry("a3", "F3");
    let shake = |game: &mut Played| ["a1", "a2", "a3"].iter().for_each(|name| game.unit(name).casualties = 1);
    let (_, events) = test(table, shake, &[1, 1, 1]);
    let squares: Vec<Square> = events
        .iter()
        .filter_map(|event| if let Event::Tested { square, .. } = event { Some(*square) } else { None })
        .collect();
    assert_eq!(squares, ["F3", "F2", "D2"].map(at));
}

#[test]
fn r3_casualty_markers_go_after_the_test_whatever_it_brought() {
    let (mut game, events) = test(Table::new().infantry("a1", "D2"), shaken(1), &[3]);
    assert_eq!(events, [tested("D2", Nerve::Passed), Event::CasualtiesCleared { square: at("D2"), markers: 1 }]);
    assert_eq!(game.unit("a1").casualties, 0);
    let (game, events) = test(Table::new().infantry("a1", "D2"), shaken(1), &[4]);
    assert_eq!(events[0], tested("D2", Nerve::Steady));
    assert!(game.state.steady.has(at("D2")));
}

#[test]
fn r3_a_marker_from_the_hit_of_the_test_stays_and_travels_with_the_unit() {
    // Two dice, two fails; the owner's hit is not saved.
    let (mut game, events) = test(Table::new().infantry("a1", "D2"), shaken(2), &[4, 4, 3]);
    let (unit, units) = (game.id("a1"), game.ids(&["a1"]));
    assert_eq!(
        events,
        [
            tested("D2", Nerve::Retire),
            Event::CasualtiesCleared { square: at("D2"), markers: 2 },
            Event::Hit { unit, hits: 1, rule: Rule("28:retire-hit") },
            Event::Hurt { unit, half_bases: 1 },
            Event::FellBack { units, from: at("D2"), to: at("D1"), rule: Rule("28:fall-back-scenery") },
        ]
    );
    assert_eq!((game.unit("a1").casualties, game.square("a1")), (1, Some(at("D1"))));
}

#[test]
fn r28_own_units_behind_are_leapfrogged_whatever_the_scenery_and_the_turn_is_used_up() {
    let table = Table::new().infantry("a1", "D3").infantry("b1", "D2").infantry("b2", "D2").infantry("b3", "D2");
    // Woods take a die: 3 markers are 2 dice. In woods infantry saves on 3.
    let (game, events) = test(table.ground("D3", Ground::Woods), shaken(3), &[4, 4, 3]);
    let units = game.ids(&["a1"]);
    assert_eq!(
        events.last(),
        Some(&Event::FellBack { units, from: at("D3"), to: at("D1"), rule: Rule("28:leapfrog") })
    );
    assert_eq!(game.asked(), Some((Side::Attacker, "move")));
    assert_eq!(game.refused(game.mv(&["a1"], &["E1"])), "28:whole-turn");
}

#[test]
fn r28_units_leaving_the_table_lose_a_base_and_become_reinforcements_or_are_lost() {
    let (mut game, events) = test(Table::new().infantry("a1", "D1"), shaken(2), &[4, 4, 4]);
    let unit = game.id("a1");
    assert_eq!(events.last(), Some(&Event::LeftTable { unit, gone: false }));
    assert_eq!((game.unit("a1").at, game.unit("a1").left), (Station::Waiting, 6));
    let worn = |game: &mut Played| {
        let unit = game.id("a1");
        game.state.lose(unit, 6);
        game.unit("a1").casualties = 2;
    };
    let (mut game, events) = test(Table::new().infantry("a1", "D1"), worn, &[4, 4, 4]);
    assert_eq!(events.last(), Some(&Event::LeftTable { unit, gone: true }));
    assert_eq!(game.unit("a1").at, Station::Lost, "it had no more than a base");
}

#[test]
fn r28_an_enemy_behind_means_six_hits_and_nobody_moves() {
    let table = Table::new().infantry("a1", "D3").infantry("d1", "D2");
    // One enemy face is free. Two fails, the first hit saved, then six hits: four saved.
    let (mut game, events) = test(table, shaken(2), &[4, 4, 4, 4, 4, 4, 4, 1, 1]);
    let unit = game.id("a1");
    assert_eq!(
        events[3..],
        [Event::Hit { unit, hits: 6, rule: Rule("28:enemy-behind") }, Event::Hurt { unit, half_bases: 2 }]
    );
    assert_eq!(game.square("a1"), Some(at("D3")));
    assert!(game.unit("a1").marks.has(Marks::RETIRED));
}

#[test]
fn r14_units_forced_to_retire_from_or_into_a_suppression_square_stay_and_are_steady() {
    for closed in ["D3", "D2"] {
        let close = |game: &mut Played| {
            game.state.barrages.defender.suppression.add(at(closed));
            game.unit("a1").casualties = 2;
        };
        let (game, events) = test(Table::new().infantry("a1", "D3"), close, &[4, 4]);
        assert_eq!(
            events[0],
            Event::Tested { side: Side::Attacker, square: at("D3"), nerve: Nerve::Steady, suppressed: true }
        );
        assert_eq!((game.square("a1"), game.state.steady.has(at("D3"))), (Some(at("D3")), true), "{closed}");
    }
}

#[test]
fn r28_on_a_run_each_unit_may_rout_and_the_rest_retires() {
    let table = Table::new().infantry("a1", "D2").infantry("a2", "D2");
    // Three fails; a1 routs on a 5, a2 does not on a 4; its hit is saved.
    let (mut game, events) = test(table, shaken(3), &[4, 5, 6, 5, 4, 4]);
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    assert_eq!(
        events,
        [
            tested("D2", Nerve::Run),
            Event::CasualtiesCleared { square: at("D2"), markers: 3 },
            Event::Routed { unit: a1 },
            Event::Hit { unit: a2, hits: 1, rule: Rule("28:retire-hit") },
            Event::FellBack { units: a2.into(), from: at("D2"), to: at("D1"), rule: Rule("28:fall-back-scenery") },
        ]
    );
    assert_eq!((game.unit("a1").at, game.state.lost.attacker), (Station::Lost, 8));
}

#[test]
fn r28_units_that_have_fallen_back_into_a_square_count_for_its_dice_but_do_not_test_again() {
    let table = || Table::new().infantry("a1", "D3").infantry("a2", "D2");
    let shake = |game: &mut Played| {
        game.unit("a1").casualties = 2;
        game.unit("a2").casualties = 1;
    };
    // D3: two fails and a failed save, so a1 comes to D2 with a marker. D2 then tests with that and the one of a2.
    let (mut game, events) = test(table(), shake, &[4, 4, 3, 3, 3]);
    assert_eq!(events.last(), Some(&Event::CasualtiesCleared { square: at("D2"), markers: 2 }));
    assert_eq!((game.unit("a1").casualties, game.unit("a2").casualties), (0, 0));
    // Two fails in D2 as well: a2 alone takes its hit and falls back, while a1 stays.
    let (game, events) = test(table(), shake, &[4, 4, 3, 4, 4, 4]);
    let units = game.ids(&["a2"]);
    let rule = Rule("28:fall-back-scenery");
    assert_eq!(events.last(), Some(&Event::FellBack { units, from: at("D2"), to: at("D1"), rule }));
    assert_eq!((game.square("a1"), game.square("a2")), (Some(at("D2")), Some(at("D1"))));
}

#[test]
fn r28_the_quality_and_the_weapons_of_what_has_fallen_back_count_too() {
    let table = Table::new().kind("a mg", "D3", Kind::MachineGun).infantry("a2", "D2");
    let shake = |game: &mut Played| {
        game.unit("a mg").casualties = 3;
        game.unit("a2").casualties = 2;
    };
    // D3: 3 markers less the machine gun's die are 2 dice, two fails, the hit is saved. D2: 2 markers less 1 are 1 die.
    let (_, events) = test(table, shake, &[4, 4, 3, 3]);
    assert_eq!(
        events[events.len() - 2..],
        [tested("D2", Nerve::Passed), Event::CasualtiesCleared { square: at("D2"), markers: 2 }]
    );
}

#[test]
fn r28_units_that_have_fallen_back_face_their_own_edge_until_the_turn_ends() {
    let facing = |game: &Played, name: &str| {
        let scene = scene::position(&game.state);
        scene.pieces.iter().find(|piece| piece.name == name).unwrap().facing
    };
    let table = || Table::new().infantry("a1", "D3").infantry("a2", "C2").infantry("d1", "D5");
    // The attacker's edge is at the bottom of the table.
    let (mut game, _) = test(table(), shaken(2), &[4, 4, 4]);
    assert_eq!((facing(&game, "a1"), facing(&game, "a2")), (Some(180), None));
    while game.state.active == Side::Attacker {
        game.give(Order::Pass, &[]);
    }
    assert_eq!(facing(&game, "a1"), None);
    let shake = |game: &mut Played| game.unit("d1").casualties = 2;
    let (game, _) = table().at(Side::Defender, TurnStep::Morale, shake, &[4, 4, 4]);
    assert_eq!(facing(&game, "d1"), Some(0), "the defender's edge is at the top");
}

#[test]
fn the_owner_chooses_who_takes_the_hit_of_a_retreat() {
    let table = Table::new().infantry("a1", "D2").infantry("a2", "D2");
    let (mut game, _) = test(table, shaken(2), &[4, 4]);
    assert_eq!(game.asked(), Some((Side::Attacker, "place the hits")));
    game.give(Order::PlaceHits { shares: smallvec::smallvec![0, 1] }, &[3]);
    assert_eq!((game.unit("a1").left, game.unit("a2").left), (8, 7));
}
