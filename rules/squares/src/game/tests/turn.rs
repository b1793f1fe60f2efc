//! The turn as a whole (19), markers (R12), countdown (R18) and victory (R19).

use super::super::victory::points;
use super::super::*;
use super::table::{Table, at};
use crate::gas::Drift;

#[test]
fn r19_alternate_the_attacker_has_the_first_turn_and_then_the_players_alternate() {
    let mut game = Table::new().begin();
    assert_eq!((game.state.active, game.state.turn), (Side::Attacker, 1));
    assert_eq!(game.asked(), Some((Side::Attacker, "give orders")), "no gas and no assets: steps 1 and 2 are over");
    for (order, events) in [
        (Order::Pass, vec![Event::Passed { side: Side::Attacker, step: TurnStep::HigherCommand }]),
        (
            Order::Pass,
            vec![
                Event::Passed { side: Side::Attacker, step: TurnStep::Movement },
                Event::TurnBegins { turn: 1, side: Side::Defender },
            ],
        ),
        (Order::Pass, vec![Event::Passed { side: Side::Defender, step: TurnStep::HigherCommand }]),
    ] {
        assert_eq!(game.give(order, &[]), events);
    }
    let events = game.give(Order::Pass, &[4]);
    let ended = Event::Passed { side: Side::Defender, step: TurnStep::Movement };
    let counted = Event::CountedDown { left: 17 };
    assert_eq!(events, [ended, counted, Event::TurnBegins { turn: 2, side: Side::Attacker }]);
}

#[test]
fn r19_1_own_gas_drifts_then_hits_each_square_with_two_hits_without_cover() {
    let table = Table::new().infantry("d1", "D4").ground("D4", crate::unit::Ground::Woods);
    // The gas stays on a 5. In woods infantry would save on 3, but not from gas: two threes cost two half bases.
    let lay = |game: &mut super::table::Played| game.state.barrages.attacker.gas.add(at("D4"));
    let (game, events) = table.at(Side::Attacker, TurnStep::Gas, lay, &[5, 3, 3]);
    let unit = game.id("d1");
    let rule = kernel::rule::Rule("19:gas-hits");
    let drifted = Event::GasDrifted { from: at("D4"), to: Some(at("D4")), drift: Drift::Stays };
    let hurt = Event::Hurt { unit, half_bases: 2 };
    assert_eq!(
        events,
        [drifted, Event::SquareHit { at: at("D4"), hits: 2, rule }, Event::Hit { unit, hits: 2, rule }, hurt]
    );
}

#[test]
fn r14_gas_drifts_away_from_its_owner_becomes_one_with_other_gas_and_disperses_off_the_table() {
    let table = Table::new();
    let lay = |game: &mut super::table::Played| {
        game.state.barrages.attacker.gas = ["D5", "D4", "C6"].map(at).into_iter().collect();
    };
    // Right to left and the front square of a column first: D5 stays, D4 drifts forward onto it, C6 forward off the table.
    let (game, events) = table.at(Side::Attacker, TurnStep::Gas, lay, &[5, 3, 3]);
    assert_eq!(game.state.barrages.attacker.gas, SquareSet::from(at("D5")));
    assert_eq!(events.last(), Some(&Event::GasDrifted { from: at("C6"), to: None, drift: Drift::Forward }));
}

#[test]
fn r19_8_and_19_9_command_markers_and_the_opponents_barrage_markers_go_and_gas_stays() {
    let lay = |game: &mut super::table::Played| {
        game.state.orders.fighting_bonus.add(at("A1"));
        for side in Side::BOTH {
            let laid = &mut game.state.barrages[side];
            laid.markers[at("E4")] = 1;
            laid.lies.add(at("E4"));
            laid.suppression.add(at("E4"));
        }
        game.state.barrages.defender.gas.add(at("D2"));
    };
    // The defender's gas is rolled for when his turn begins; it stays on a 5.
    let (game, events) = Table::new().at(Side::Attacker, TurnStep::CommandMarkers, lay, &[5]);
    assert_eq!(
        events[..3],
        [
            Event::CommandMarkersRemoved,
            Event::BarragesRemoved { side: Side::Defender },
            Event::TurnBegins { turn: 1, side: Side::Defender }
        ]
    );
    assert_eq!(game.state.orders.fighting_bonus, SquareSet::NONE);
    assert_eq!((game.state.barrages.defender.lies, game.state.closed()), (SquareSet::NONE, at("E4").into()));
    assert_eq!(game.state.gas(), at("D2").into());
    assert_eq!(game.state.barrage_markers(at("E4")), 1, "the player's own barrage lies until the opponent's step 9");
}

#[test]
fn r12_a_marker_stays_to_the_end_of_its_owners_next_turn() {
    let table = || Table::new().infantry("a1", "D3").infantry("d1", "F5");
    let fresh = |game: &mut super::table::Played| {
        game.unit("a1").marks.put(Marks::WINNING);
        game.unit("a1").marks.put(Marks::FRESH);
        game.unit("d1").marks.put(Marks::WINNING);
    };
    let (mut game, events) = table().at(Side::Attacker, TurnStep::Countdown, fresh, &[]);
    assert_eq!(events, [Event::TurnBegins { turn: 1, side: Side::Defender }]);
    assert!(game.unit("a1").marks.has(Marks::WINNING), "it was given in this turn; the next is still to come");
    let stale = |game: &mut super::table::Played| game.unit("a1").marks.put(Marks::WINNING);
    let (mut game, events) = table().at(Side::Attacker, TurnStep::Countdown, stale, &[]);
    assert_eq!(events[0], Event::MarkerGone { unit: game.id("a1") });
    assert!(!game.unit("a1").marks.has(Marks::WINNING));
}

#[test]
fn r18_the_game_ends_when_the_defender_counts_down_to_0() {
    let late = |game: &mut super::table::Played| game.state.countdown = 3;
    let (game, events) = Table::new().at(Side::Defender, TurnStep::Countdown, late, &[3]);
    assert_eq!(events, [Event::CountedDown { left: 0 }, Event::Over]);
    let result = Squares::result(&game.state).unwrap();
    assert_eq!((result.rule.0, result.winner), ("R18", Some(DEFENDER)), "0 points against 10 for the objective");
    assert!(Squares::asks(&game.state).is_empty());
}

#[test]
fn r19_points_are_for_objectives_base_row_and_enemy_bases_lost() {
    let table = Table::new().infantry("a1", "C6").infantry("a2", "D6").infantry("a3", "D5").infantry("d1", "F4");
    let hurt = |game: &mut super::table::Played| {
        // 5 half bases are 2 bases, and 3 are 1.
        let (d1, a1) = (game.id("d1"), game.id("a1"));
        game.state.lose(d1, 5);
        game.state.lose(a1, 3);
    };
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, hurt, &[]);
    let points = points(&game.state);
    assert_eq!(points.attacker, Points { objectives: 10, base_row: 6, bases: 2, collapse: 0 });
    assert_eq!(points.defender, Points { objectives: 0, base_row: 0, bases: 1, collapse: 0 });
}

#[test]
fn r19_half_an_armys_bases_lost_collapses_it_and_par_must_be_exceeded() {
    let end = |par| {
        let lose = |game: &mut super::table::Played| {
            // 12 bases in all: the main body of 3 units. 12 half bases are half of them.
            let ids: Vec<UnitId> = game.state.units_of(Side::Defender).map(|(id, _)| id).collect();
            game.state.lose(ids[0], 8);
            game.state.lose(ids[1], 4);
        };
        let table = Table::new().with(|scenario| scenario.par = par);
        let (game, events) = table.at(Side::Attacker, TurnStep::Movement, lose, &[]);
        assert_eq!(events, [Event::Collapsed { side: Side::Defender }, Event::Over]);
        let result = Squares::result(&game.state).unwrap();
        assert_eq!(result.points, [(ATTACKER, (6 + 5 + 10).to_string()), (DEFENDER, "0".to_owned())]);
        result.winner
    };
    assert_eq!((end(20), end(21)), (Some(ATTACKER), Some(DEFENDER)), "a difference equal to par is the defender's");
}

#[test]
fn r19_an_army_that_collapses_alone_leaves_its_objectives_to_the_enemy() {
    // Who holds the only objective, and who has collapsed.
    let objectives = |holder: Side, fallen: &[Side]| {
        let (mut game, _) = Table::new().at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
        game.state.objectives[0] = holder;
        for &side in fallen {
            let ids: Vec<UnitId> = game.state.units_of(side).map(|(id, _)| id).collect();
            game.state.lose(ids[0], 8);
            game.state.lose(ids[1], 8);
        }
        let points = points(&game.state);
        (points.attacker.objectives, points.defender.objectives)
    };
    let (attacker, defender) = (Side::Attacker, Side::Defender);
    assert_eq!((objectives(attacker, &[]), objectives(defender, &[])), ((10, 0), (0, 10)));
    assert_eq!(objectives(attacker, &[attacker]), (0, 10), "nobody is left to hold it");
    assert_eq!(objectives(defender, &[defender]), (10, 0));
    assert_eq!(objectives(attacker, &[defender]), (10, 0), "who stands keeps his own");
    assert_eq!(objectives(attacker, &Side::BOTH), (10, 0), "neither can take over from the other");
}

#[test]
fn r19_an_objective_counts_for_whoever_held_it_last_even_in_passing() {
    let (mut game, _) = Table::new().infantry("a1", "D4").at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
    let unit = game.id("a1");
    let events = game.give(game.mv(&["a1"], &["D5", "E5"]), &[]);
    assert_eq!(
        events,
        [
            Event::Moved { piece: Piece::Unit(unit), from: at("D4"), to: at("D5"), extra: false },
            Event::ObjectiveTaken { at: at("D5"), side: Side::Attacker },
            Event::Moved { piece: Piece::Unit(unit), from: at("D5"), to: at("E5"), extra: false },
        ]
    );
    assert_eq!(game.state.objectives[0], Side::Attacker);
}
