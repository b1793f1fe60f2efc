//! R27, R45: victory points, turn by turn and at the end.

use super::Somme;
use super::event::Event;
use super::offers::{halves, points};
use super::state::{State, Step};
use crate::scenario::Side;
use kernel::game::{Act, GameResult, Secret};
use kernel::rule::Rule;

/// R45 So many assaults a turn are expected of the Allies.
const EXPECTED: u8 = 4;

/// R45 What the German gets for a turn with fewer.
const QUIET_TURN: u16 = 2;

/// 13.0, R45 The points of a turn.
pub(super) fn each_turn(act: &mut Act<'_, Somme>) {
    act.happens(Event::Reorganizes);
    if act.state.cost.allied.assaults < EXPECTED && expects_assaults(act.state) {
        act.state.points.german += 2 * QUIET_TURN;
        act.happens(Event::QuietTurn { assaults: act.state.cost.allied.assaults });
    }
    let allied = act.state.allied;
    let goals = act.state.battle.clone();
    let holds = |goal: u8| allied.has(goals.scenario().objectives[usize::from(goal)].at);
    match &mut act.state.drawn {
        // What secret objectives bring is as secret as they are.
        Some(Secret::Known(drawn)) => {
            let held = drawn.goals.iter().filter(|&&goal| holds(goal)).count() as u16;
            drawn.points += held;
            act.happens(Event::HeldObjectives { held });
        }
        Some(Secret::Hidden) => unreachable!("a whole state has no hidden part"),
        None => {
            let held = (0..goals.scenario().objectives.len() as u8).filter(|&goal| holds(goal)).count() as u16;
            act.state.held_points += held;
            act.happens(Event::HeldObjectives { held });
        }
    }
}

/// The expectation is for whole fronts: in a scenario of one corps a turn without assaults is quiet enough to be seen.
pub(super) fn expects_assaults(state: &State) -> bool {
    !state.battle.scenario().head.learning
}

/// The points of both sides as far as a state knows them, in halves: what was lost and paid, and objectives.
pub(super) fn totals(state: &State) -> [i32; 2] {
    let mut totals = Side::BOTH.map(|side| i32::from(state.points[side]));
    let scenario = state.battle.scenario();
    let mut count = |goal: usize| {
        let goal = &scenario.objectives[goal];
        let holder = state.holder(goal.at);
        totals[holder as usize] += 2 * i32::from(goal.value);
    };
    let mut held = 2 * i32::from(state.held_points);
    match &state.drawn {
        None if scenario.operations => {}
        None => (0..scenario.objectives.len()).for_each(&mut count),
        Some(Secret::Known(drawn)) => {
            drawn.goals.iter().for_each(|&goal| count(usize::from(goal)));
            held += 2 * i32::from(drawn.points);
        }
        Some(Secret::Hidden) => {}
    }
    totals[Side::Allied as usize] += held + 2 * i32::from(state.handicap);
    totals
}

/// By how much the Allies lead, par taken off, in halves.
pub(super) fn lead(state: &State) -> i32 {
    let [allied, german] = totals(state);
    allied - german - 2 * state.battle.scenario().par
}

/// R27 The result once the last turn is over; a tie is German.
pub(super) fn result(state: &State) -> Option<GameResult> {
    if state.step != Step::Over {
        return None;
    }
    let scenario = state.battle.scenario();
    let [allied, german] = totals(state);
    let lead = lead(state);
    let winner = if lead > 0 { Side::Allied } else { Side::German };
    let by = lead.abs().div_euclid(2);
    let level = match by {
        by if by >= scenario.levels.decisive => "decisive",
        by if by >= scenario.levels.clear => "clear",
        _ => "marginal",
    };
    let par = match scenario.par {
        0 => String::new(),
        par if par < 0 => format!("; a par of {} is added to the Allied points", -par),
        par => format!("; the par of {par} is taken off the Allied points"),
    };
    let because = format!(
        "the last turn is over; the Allies have {} and the Germans {}{par}, a {level} {} victory",
        points(allied),
        halves(german),
        winner.name()
    );
    let points = vec![(Side::Allied.seat(), halves(allied)), (Side::German.seat(), halves(german))];
    Some(GameResult { winner: Some(winner.seat()), points, because, rule: Rule("R27") })
}
