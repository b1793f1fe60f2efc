//! What a quick player does when the end of the battle is near.

use super::super::*;
use super::table::Table;
use kernel::game::Judged;

/// The first thing that a quick player orders in a step.
fn first_order(table: Table, step: TurnStep, change: impl FnOnce(&mut State)) -> Order {
    let (played, _) = table.at(Side::Attacker, step, |played| change(&mut played.state), &[]);
    let ask = Squares::asks(&played.state)[0];
    let weights: Vec<i64> = Squares::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    Squares::quick(&View::of_seat(&played.state, ask.seat), &ask, &weights, &mut Seeded::new(1))
}

fn is_assault(order: &Order) -> bool {
    matches!(order, Order::Assault(_))
}

#[test]
fn the_attacker_walks_into_the_empty_base_row_of_the_defender() {
    let order = first_order(Table::new().infantry("a one", "H5"), TurnStep::Movement, |state| state.countdown = 1);
    let Order::Move { path, .. } = &order else { panic!("{order:?}") };
    assert_eq!(path.last().map(|square| square.row_of(Side::Defender)), Some(1), "{order:?}");
}

#[test]
fn an_army_near_collapse_spares_its_men() {
    let table = || {
        let attackers = Table::new().infantry("a one", "F3").infantry("a two", "F3").infantry("a three", "F3");
        attackers.infantry("d one", "F4").infantry("d two", "F4")
    };
    let after_losses = |lost| is_assault(&first_order(table(), TurnStep::Assaults, |state| state.lost.attacker = lost));
    // 6 units have 48 half bases, and 24 lost are a collapse.
    assert!(after_losses(0));
    assert!(!after_losses(23));
}
