//! 22, R14, R15: assets and where barrages lie.

use super::super::*;
use super::table::{Played, Table, at};
use crate::barrage::BarrageKind;
use crate::scenario::AssetKind;
use crate::unit::Kind;

fn with_asset(kind: AssetKind) -> Played {
    let table = Table::new().infantry("d1", "C4").asset(Side::Attacker, kind);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Assets, |_| {}, &[]);
    assert_eq!(game.asked(), Some((Side::Attacker, "roll for an asset")));
    game.give(Order::RollAsset { asset: 0 }, &[4]);
    game
}

fn row(first: &str) -> Order {
    Order::LayBarrage { aim: Aim::Row(at(first)) }
}

#[test]
fn r15_an_asset_that_does_not_come_is_kept() {
    let table = Table::new().asset(Side::Attacker, AssetKind::Gas);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Assets, |_| {}, &[]);
    let events = game.give(Order::RollAsset { asset: 0 }, &[3]);
    assert_eq!(events, [Event::AssetRolled { side: Side::Attacker, kind: AssetKind::Gas, came: false }]);
    assert_eq!((game.state.assets.attacker, game.state.step), (1, TurnStep::HigherCommand), "one roll a turn");
}

#[test]
fn a_barrage_is_shown_in_step_2_until_its_last_hit_is_placed() {
    let step = |game: &Played| {
        let panel = scene::position(&game.state).panel;
        panel.into_iter().find(|line| line.label == "step").expect("the panel names the step").value
    };
    let mut game = with_asset(AssetKind::PointEffect);
    assert_eq!(step(&game), TurnStep::Assets.printed().0, "though nothing is left to be rolled for");
    game.give(Order::LayBarrage { aim: Aim::Corner { at: at("F5"), turn: Turned::NorthEast } }, &[3, 3, 3]);
    assert_eq!(step(&game), TurnStep::HigherCommand.printed().0);
}

#[test]
fn r22_suppression_lies_on_five_squares_of_row_2_to_5_and_closes_them() {
    let mut game = with_asset(AssetKind::Suppression);
    assert_eq!(game.asked(), Some((Side::Attacker, "lay the barrage")), "used at once");
    assert_eq!(game.refused(row("A1")), "22:suppression-squares");
    assert_eq!(game.refused(row("A6")), "22:suppression-squares");
    assert_eq!(game.refused(row("E4")), "22:suppression-squares", "off the table");
    let unit = game.id("d1");
    // Average guns: 1 is short, 5 and 6 over. From the right: E4 short to E3, D4 over to D5, the others on.
    let events = game.give(row("A4"), &[1, 6, 2, 3, 4, 4]);
    let kind = BarrageKind::Suppression;
    let fell = |aimed, on| Event::BarrageFell { kind, aimed: at(aimed), on: at(on) };
    let rule = kernel::rule::Rule("22:suppression-effect");
    assert_eq!(
        events,
        [
            Event::BarrageLaid { side: Side::Attacker, kind, squares: ["E4", "D4", "C4", "B4", "A4"].map(at).to_vec() },
            fell("E4", "E3"),
            fell("D4", "D5"),
            fell("C4", "C4"),
            fell("B4", "B4"),
            fell("A4", "A4"),
            Event::SquareHit { at: at("C4"), hits: 1, rule },
            Event::Hit { unit, hits: 1, rule },
        ]
    );
    let lies: SquareSet = ["E3", "D5", "C4", "B4", "A4"].map(at).into_iter().collect();
    assert_eq!((game.state.closed(), game.state.barraged()), (lies, lies));
    assert_eq!(game.state.barrage_markers(at("C4")), 1);
    assert_eq!(game.state.assets.attacker, 0, "it is used");
}

#[test]
fn r22_a_point_effect_barrage_lies_on_an_l_with_three_markers_and_d6_hits() {
    let mut game = with_asset(AssetKind::PointEffect);
    assert_eq!(game.refused(row("A4")), "22:point-effect-squares");
    let corner = |square: &str, turn| Order::LayBarrage { aim: Aim::Corner { at: at(square), turn } };
    assert_eq!(game.refused(corner("H6", Turned::NorthEast)), "22:point-effect-squares");
    // The L of C4, C5 and D4: D4 first, then C5, which falls short onto C4, then C4 itself. Both take effect there:
    // two hits, whose saves hold, then one.
    let events = game.give(corner("C4", Turned::NorthEast), &[3, 1, 3, 2, 4, 4, 1, 4]);
    assert_eq!(game.state.barrage_markers(at("C4")), 6);
    assert_eq!(game.state.barrage_markers(at("D4")), 3);
    let hits: Vec<u16> = events
        .iter()
        .filter_map(|event| if let Event::SquareHit { hits, .. } = event { Some(*hits) } else { None })
        .collect();
    assert_eq!(hits, [2, 1]);
}

#[test]
fn r22_a_rolling_barrage_goes_on_until_it_fails_or_is_three_deep() {
    let mut game = with_asset(AssetKind::Rolling);
    // H2 on, and on twice: 3 deep. G2 on, stops at once. F2 short to F1, rolls on once, stops. E2 and D2 on, stop.
    game.give(row("D2"), &[3, 3, 6, 2, 2, 1, 5, 1, 3, 1, 3, 1]);
    let lies: SquareSet = ["H2", "H3", "H4", "G2", "F1", "F2", "E2", "D2"].map(at).into_iter().collect();
    assert_eq!((game.state.barraged(), game.state.closed()), (lies, SquareSet::NONE));
    assert_eq!(game.state.barrage_markers(at("H4")), 2);
}

#[test]
fn r22_only_the_attacker_may_have_a_rolling_barrage() {
    let table = Table::new().asset(Side::Defender, AssetKind::Rolling);
    let (game, _) = table.at(Side::Defender, TurnStep::Assets, |_| {}, &[]);
    assert_eq!(game.state.step, TurnStep::HigherCommand, "he has nothing to roll for");
}

#[test]
fn r22_gas_lies_on_five_squares_of_any_row_as_one_marker_and_off_the_table_it_is_lost() {
    let mut game = with_asset(AssetKind::Gas);
    // Row 6 of the attacker: E6 over, off the table and lost; D6 short to D5; the rest on.
    let events = game.give(row("A6"), &[6, 1, 3, 3, 3]);
    let kind = BarrageKind::Gas;
    assert!(events.contains(&Event::BarrageLost { kind, aimed: at("E6") }));
    let lies: SquareSet = ["D5", "C6", "B6", "A6"].map(at).into_iter().collect();
    assert_eq!((game.state.gas(), game.state.barrage_markers(at("D5"))), (lies, 1));
}

#[test]
fn r15_a_shock_assault_is_at_hand_for_one_assault_of_this_turn() {
    let table = Table::new().infantry("a1", "C3").infantry("d1", "C4").asset(Side::Attacker, AssetKind::ShockAssault);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Assets, |_| {}, &[]);
    game.give(Order::RollAsset { asset: 0 }, &[6]);
    assert!(game.state.shock);
    let unit = game.id("a1");
    (game.state.step, game.state.open) = (TurnStep::Assaults, false);
    game.go_on(&[]);
    let order = Order::Assault(AssaultOrder {
        from: at("C3"),
        target: at("C4"),
        units: unit.into(),
        additional: Units::NONE,
        shock: true,
    });
    game.give(order, &[]);
    assert!(!game.state.shock);
    // 3 dice for the infantry and 3 for the shock; the target has 2. No hits, so the target holds: 3 hits and saves.
    game.give(Order::Stand, &[1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4]);
}

#[test]
fn r22_a_barrage_square_cannot_claim_support_whether_it_assaults_or_is_assaulted() {
    let supported = |dice: usize, bring: fn(&mut State)| {
        let table = Table::new().infantry("a1", "D3").infantry("a2", "C3").infantry("d1", "D4").infantry("d2", "E4");
        let (mut game, _) = table.at(Side::Attacker, TurnStep::Assaults, |_| {}, &[]);
        bring(&mut game.state);
        game.give(game.assault("D3", "D4"), &[]);
        // Nothing hits, and the three hits of the repulse are saved. Too many or too few dice would be noticed.
        let events = game.give(Order::Stand, &[vec![1; dice], vec![4; 3]].concat());
        let told = events.iter().find_map(|event| match event {
            Event::Supported { supports, target_supports, .. } => Some((*supports, *target_supports)),
            _ => None,
        });
        told.unwrap_or_default()
    };
    // 3 dice and 2 for C3, against 2 dice and 1 for E4.
    assert_eq!(supported(5 + 3, |_| {}), (1, 1));
    assert_eq!(supported(3 + 3, |state| state.barrages.attacker.gas.add(at("D3"))), (0, 1), "his own gas too");
    assert_eq!(supported(5 + 2, |state| state.barrages.attacker.gas.add(at("D4"))), (1, 0));
    let both = |state: &mut State| {
        state.barrages.attacker.gas.add(at("D3"));
        state.barrages.attacker.lies.add(at("D4"));
        state.barrages.attacker.markers[at("D4")] = 3;
    };
    assert_eq!(supported(3 + 2, both), (0, 0));
}

#[test]
fn r22_a_barrage_square_gives_no_support_and_nobody_shoots_in_out_or_across() {
    let table = Table::new().infantry("a1", "D3").infantry("a2", "C3").infantry("a3", "E3").infantry("d1", "D4");
    let table = table.kind("d gun", "D6", Kind::Gun).infantry("a4", "H3").kind("d gun 2", "H5", Kind::Gun);
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Assaults, |_| {}, &[]);
    let supports = |game: &Played| {
        let named = AssaultOrder {
            from: at("D3"),
            target: at("D4"),
            units: game.ids(&["a1"]),
            additional: Units::NONE,
            shock: false,
        };
        fight::Fight::of(&game.state, Side::Attacker, named).situation(&game.state).supports
    };
    assert_eq!(supports(&game), 2);
    game.state.barrages.defender.lies.add(at("C3"));
    assert_eq!(supports(&game), 1);
    game.state.barrages.defender.gas.add(at("E3"));
    assert_eq!(supports(&game), 0, "gas is a barrage marker");

    let targets = |game: &Played, from: &str| shooting_step::targets(&game.state, Side::Defender, at(from));
    assert_eq!(targets(&game, "H5").as_slice(), [(at("H3"), 2)]);
    game.state.barrages.attacker.gas.add(at("H4"));
    assert!(targets(&game, "H5").is_empty(), "across");
    assert!(!shooting_step::shooters(&game.state, Side::Defender).has(at("H4")));
    game.state.barrages.attacker.lies.add(at("H5"));
    assert!(!shooting_step::shooters(&game.state, Side::Defender).has(at("H5")), "out of");
}
