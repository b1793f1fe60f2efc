//! What a player of habit does when the end of the battle is near.

use super::super::*;
use super::table::{Table, at};
use crate::unit::{Defences, Kind};
use kernel::game::Judged;

/// The first thing that a player of habit orders in a step.
fn first_order(table: Table, step: TurnStep, change: impl FnOnce(&mut State)) -> Order {
    let (played, _) = table.at(Side::Attacker, step, |played| change(&mut played.state), &[]);
    let ask = Squares::asks(&played.state)[0];
    Squares::habit(&View::of_seat(&played.state, ask.seat), &ask, &mut Seeded::new(1))
}

fn is_assault(order: &Order) -> bool {
    matches!(order, Order::Assault { .. })
}

#[test]
fn the_attacker_walks_into_the_empty_base_row_of_the_defender() {
    let order = first_order(Table::new().infantry("a one", "H5"), TurnStep::Movement, |state| state.countdown = 1);
    let Order::Move { path, .. } = &order else { panic!("{order:?}") };
    assert_eq!(path.last().map(|square| square.row_of(Side::Defender)), Some(1), "{order:?}");
}

/// Two battalions before a machine gun in trenches: an assault that promises more losses than gain.
fn poor_odds(par: i32) -> Table {
    let attackers = Table::new().infantry("a one", "F3").infantry("a two", "F3");
    attackers.kind("d machine gun", "F4", Kind::MachineGun).infantry("d one", "F4").with(move |scenario| {
        scenario.defences[at("F4").index()] = Defences::Trenches;
        scenario.par = par;
    })
}

#[test]
fn a_side_that_loses_anyway_takes_poor_odds_in_the_last_turn_and_only_then() {
    // The objective is the defender's: the attacker has 10 points less.
    let orders = |par, countdown| {
        is_assault(&first_order(poor_odds(par), TurnStep::Assaults, |state| state.countdown = countdown))
    };
    assert!(orders(0, 1), "it loses if it does nothing");
    assert!(!orders(0, 7), "there is another turn");
    assert!(!orders(-20, 1), "it has won if it does nothing");
}

#[test]
fn an_army_near_collapse_spares_its_men() {
    let table = || {
        let attackers = Table::new().infantry("a one", "F3").infantry("a two", "F3");
        attackers.infantry("d one", "F4").infantry("d two", "F4")
    };
    let after_losses = |lost| is_assault(&first_order(table(), TurnStep::Assaults, |state| state.lost.attacker = lost));
    // 5 units have 40 half bases, and 20 lost are a collapse.
    assert!(after_losses(0));
    assert!(!after_losses(19));
}
