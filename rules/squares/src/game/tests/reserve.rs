//! What a player of habit does with the last of his reserve.

use super::super::*;
use super::table::{Table, at};
use crate::unit::{Defences, Kind};
use kernel::game::Judged;

/// Where a unit of the side that moves is when a player of habit has made all his moves. On open ground none throws dice.
fn goes_to(table: Table, side: Side, unit: &str, change: impl FnOnce(&mut State)) -> Square {
    let (mut played, _) = table.at(side, TurnStep::Movement, |played| change(&mut played.state), &[]);
    assert_eq!(reserve(&played.state, side), played.ids(&[unit]), "it is the whole reserve");
    let mut random = Seeded::new(1);
    loop {
        let ask = Squares::asks(&played.state)[0];
        match Squares::habit(&View::of_seat(&played.state, ask.seat), &ask, &mut random) {
            Order::Pass => return played.square(unit).expect("it is on the table"),
            order => drop(played.give(order, &[])),
        }
    }
}

/// An attacking line in F3 that faces F4, and behind it, in F2, the only battalion of the reserve.
fn before_f4() -> Table {
    Table::new().infantry("a line 1", "F3").infantry("a line 2", "F3").infantry("a reserve", "F2")
}

/// Three battalions and a machine gun in trenches in F4, which nobody assaults lightly.
fn strongly_held(table: Table) -> Table {
    let held = (1..=3).fold(table, |table, number| table.infantry(&format!("d trench {number}"), "F4"));
    held.kind("d machine gun", "F4", Kind::MachineGun)
        .with(|scenario| scenario.defences[at("F4").index()] = Defences::Trenches)
}

/// The line is kept in its place by morale, so that only the reserve can move.
fn steady(state: &mut State) {
    state.steady.add(at("F3"));
    state.steady.add(at("F4"));
}

/// F2 and what else lies within a move behind F3.
const BEHIND_F3: [&str; 4] = ["F2", "F1", "E2", "G2"];

fn is_behind_f3(square: Square) -> bool {
    BEHIND_F3.map(at).contains(&square)
}

#[test]
fn a_reserve_is_at_strength_behind_the_line_and_neither_in_it_nor_on_an_objective() {
    let table = before_f4().infantry("d line", "F4").infantry("a far", "D2").infantry("a worn", "G2");
    let table = table.infantry("a garrison", "E2").kind("a gun", "F1", Kind::Gun);
    let (mut played, _) = table.with(|scenario| scenario.objectives.push(at("E2").into())).at(
        Side::Attacker,
        TurnStep::Movement,
        |_| (),
        &[],
    );
    played.unit("a worn").left = 4;
    // F3 is the line, D2 is three steps from it, G2 is worn to half, E2 an objective, and a gun is no reserve.
    assert_eq!(reserve(&played.state, Side::Attacker), played.ids(&["a reserve"]));
}

#[test]
fn the_last_reserve_stays_behind_the_line_where_only_ground_is_to_be_gained() {
    // The objective is in D5: every step to the left is ground gained.
    assert!(is_behind_f3(goes_to(strongly_held(before_f4()), Side::Attacker, "a reserve", steady)));
}

#[test]
fn in_the_last_turn_there_is_nothing_to_save_the_reserve_for() {
    let at_countdown = |countdown: u8| {
        goes_to(strongly_held(before_f4()), Side::Attacker, "a reserve", |state| {
            steady(state);
            state.countdown = countdown;
        })
    };
    // The defender takes at least 1 away: at 1 this is the last turn for certain, at 7 it is not.
    assert!(is_behind_f3(at_countdown(7)));
    assert!(!is_behind_f3(at_countdown(1)));
}

#[test]
fn the_last_reserve_is_spent_on_a_good_assault_and_not_on_a_bad_one() {
    let objective = |scenario: &mut Scenario| scenario.objectives = [at("F4").into()].into_iter().collect();
    let against = |table: Table| goes_to(table.with(objective), Side::Attacker, "a reserve", steady_but_f3);
    assert!(is_behind_f3(against(strongly_held(before_f4()))));
    assert_eq!(against(before_f4().infantry("d alone", "F4")), at("F3"));
}

/// F3 may assault, but its battalions have moved.
fn steady_but_f3(state: &mut State) {
    for unit in state.at[at("F3")].iter() {
        state.unit_mut(unit).marks.put(Marks::MOVED);
    }
}

#[test]
fn the_last_reserve_goes_to_an_objective_of_its_own_that_is_threatened_and_to_no_other() {
    // The defender's line is in F4, his reserve in E5, a step from the objective in D5.
    let table = || Table::new().infantry("d line", "F4").infantry("d reserve", "E5").infantry("a facing", "F3");
    assert_ne!(goes_to(table(), Side::Defender, "d reserve", steady), at("D5"));
    let threatened = (1..=3).fold(table(), |table, number| table.infantry(&format!("a threat {number}"), "D3"));
    assert_eq!(goes_to(threatened, Side::Defender, "d reserve", steady), at("D5"));
}
