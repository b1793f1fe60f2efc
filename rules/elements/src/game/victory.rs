//! R15, R17, R52: who has won.

use super::{Ending, Side, State};
use kernel::game::GameResult;
use kernel::rule::Rule;

/// The points of a side: the objectives it holds.
pub fn points(state: &State, side: Side) -> i32 {
    tabletop::goal::held(&state.battle.scenario().objectives, &state.holders, &side)
}

/// By how much the attacker does better than par asks for.
pub fn margin(state: &State) -> i32 {
    points(state, Side::Attacker) - points(state, Side::Defender) - state.battle.scenario().par
}

pub(super) fn result(state: &State) -> Option<GameResult> {
    let ending = state.ending?;
    let points = Side::BOTH.map(|side| (side.seat(), points(state, side).to_string())).to_vec();
    let score = format!("{} to {}", points[0].1, points[1].1);
    let (winner, because, rule) = match ending {
        Ending::Broken(loser) => {
            let (all, gone) = state.strength(loser);
            let because = format!("The {loser} has lost {gone} of {all} combat elements; points {score}.");
            (loser.other(), because, "R52")
        }
        Ending::Objectives => {
            let par = state.battle.scenario().par;
            let winner = if margin(state) > 0 { Side::Attacker } else { Side::Defender };
            let needed = format!("the attacker needed to be ahead by more than {par}");
            (winner, format!("Points are {score}; {needed}."), "R17")
        }
    };
    Some(GameResult { winner: Some(winner.seat()), points, because, rule: Rule(rule) })
}
