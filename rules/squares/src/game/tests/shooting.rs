//! 27, R13: shooting on the table.

use super::super::*;
use super::table::{Played, Table, at};
use crate::unit::{Ground, Kind, Quality};
use kernel::rule::Rule;

fn ready(table: Table) -> Played {
    table.at(Side::Attacker, TurnStep::Shooting, |_| {}, &[]).0
}

fn shoot(game: &Played, from: &str, target: &str, names: &[&str]) -> Order {
    Order::Shoot { from: at(from), target: at(target), units: game.ids(names) }
}

#[test]
fn r19_7_the_opponent_shoots_with_squares_that_were_not_assaulted() {
    let table = || Table::new().infantry("a1", "D3").infantry("d1", "D4");
    let mut game = ready(table());
    assert_eq!(game.asked(), Some((Side::Defender, "shoot")));
    let (a1, units) = (game.id("a1"), game.ids(&["d1"]));
    let events = game.give(shoot(&game, "D4", "D3", &["d1"]), &[6, 3]);
    assert_eq!(
        events,
        [
            Event::Shot { from: at("D4"), target: at("D3"), units },
            Event::Hit { unit: a1, hits: 1, rule: Rule("27:hit") },
            Event::Hurt { unit: a1, half_bases: 1 },
            Event::TurnBegins { turn: 1, side: Side::Defender },
        ]
    );
    let assaulted = |game: &mut Played| game.state.assaulted.add(at("D4"));
    let (game, _) = table().at(Side::Attacker, TurnStep::Shooting, assaulted, &[]);
    assert_eq!(game.state.active, Side::Defender, "nobody can shoot, and the turn is over");
}

#[test]
fn r13_the_first_enemy_square_on_a_straight_line_is_the_target_and_scenery_blocks_what_is_beyond() {
    let table = || Table::new().kind("d gun", "D6", Kind::Gun).infantry("a1", "D2");
    let targets = |table: Table| {
        let (game, _) = table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
        shooting_step::targets(&game.state, Side::Defender, at("D6")).to_vec()
    };
    assert_eq!(targets(table()), [(at("D2"), 4)]);
    assert_eq!(targets(table().infantry("a2", "D3")), [(at("D3"), 3)], "the first enemy square stops it");
    assert_eq!(targets(table().infantry("d1", "D4")), [(at("D2"), 4)], "guns fire over friends");
    for ground in [Ground::Woods, Ground::Buildings, Ground::Hill, Ground::RoughHill] {
        assert_eq!(targets(table().ground("D4", ground)), [], "{ground}");
        assert_eq!(targets(table().ground("D2", ground)), [(at("D2"), 4)], "into it they may");
    }
}

#[test]
fn r13_small_arms_share_one_target_and_guns_may_choose_after_them() {
    let table = Table::new().infantry("d1", "D4").infantry("d2", "D4").kind("d gun", "D4", Kind::Gun);
    let mut game = ready(table.infantry("a1", "D3").infantry("a2", "F4"));
    assert_eq!(game.refused(shoot(&game, "D4", "D3", &["d1"])), "R13", "all of them together");
    assert_eq!(game.refused(shoot(&game, "D4", "F4", &["d gun"])), "R13", "the others come first");
    assert_eq!(game.refused(shoot(&game, "D4", "F4", &["d1", "d2"])), "27", "too far");
    game.give(shoot(&game, "D4", "D3", &["d1", "d2"]), &[1, 1]);
    game.give(shoot(&game, "D4", "F4", &["d gun"]), &[1, 1, 1]);
    assert_eq!(game.state.active, Side::Defender);
}

#[test]
fn r13_guns_do_not_leave_out_units_that_have_the_target_in_range() {
    // A reservist has 1 die less 1: no shot of its own. Left out, it would spare the gun the -1.
    let table = Table::new().unit("d1", "D4", Kind::Infantry, Quality::Reservist).kind("d gun", "D4", Kind::Gun);
    let mut game = ready(table.infantry("a1", "D3"));
    assert_eq!(game.refused(shoot(&game, "D4", "D3", &["d1"])), "27", "no die");
    assert_eq!(game.refused(shoot(&game, "D4", "D3", &["d gun"])), "R13");
    game.give(shoot(&game, "D4", "D3", &["d1", "d gun"]), &[1, 1, 1]);
    assert_eq!(game.state.active, Side::Defender);
}

#[test]
fn r27_the_modifiers_of_a_square_go_to_the_guns_where_only_guns_shoot() {
    let dice = |quality| {
        let table = Table::new().unit("d1", "D4", Kind::Infantry, quality).kind("d gun", "D4", Kind::Gun);
        let game = ready(table.infantry("a2", "F4"));
        let situation = shooting_step::situation(&game.state, at("D4"), at("F4"), 2, game.ids(&["d gun"]));
        crate::shooting::shooting_dice(&situation).total()
    };
    assert_eq!((dice(Quality::Professional), dice(Quality::Regular), dice(Quality::Reservist)), (4, 3, 2));
}

#[test]
fn r26_the_owner_places_the_first_hit_of_shooting_and_the_shooter_the_rest() {
    let table = Table::new().kind("d mg", "D4", Kind::MachineGun).infantry("a1", "D3").kind("a gun", "D3", Kind::Gun);
    let mut game = ready(table);
    game.give(shoot(&game, "D4", "D3", &["d mg"]), &[6, 6]);
    assert_eq!(game.asked(), Some((Side::Attacker, "place the hits")));
    assert_eq!(game.refused(Order::PlaceHits { shares: smallvec::smallvec![1, 1] }), "26:place-first");
    game.give(Order::PlaceHits { shares: smallvec::smallvec![1, 0] }, &[]);
    assert_eq!(game.asked(), Some((Side::Defender, "place the hits")));
    assert_eq!(game.refused(Order::PlaceHits { shares: smallvec::smallvec![1, 1] }), "26:place-rest");
    game.give(Order::PlaceHits { shares: smallvec::smallvec![0, 1] }, &[4, 4]);
    assert_eq!(game.unit("a gun").left, 1, "a gun saves on 5");
}

#[test]
fn r19_7_shooting_goes_from_the_shooters_right_to_his_left() {
    let table = Table::new().infantry("d1", "D4").infantry("d2", "B4").infantry("a1", "D3").infantry("a2", "B3");
    let mut game = ready(table);
    game.give(shoot(&game, "D4", "D3", &["d1"]), &[1]);
    assert_eq!(game.state.active, Side::Defender, "the defender's right is column A: B4 has been passed over");
}
