//! R18, R25, R26: who has won.

use super::{Ending, Piece, Place, Side, State};
use kernel::game::GameResult;
use kernel::rule::Rule;

/// The points of a side: the objectives it holds, and the batteries that it saved.
pub fn points(state: &State, side: Side) -> i32 {
    let scenario = state.battle.scenario();
    let held = tabletop::goal::held(&scenario.objectives, &state.holders, &side);
    let is_saved = |unit: &&Piece| unit.side == side && unit.place == Place::Left && unit.kind.is_artillery();
    let saved = state.units.iter().filter(is_saved);
    held + i32::from(scenario.army(side).saved) * saved.count() as i32
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
        Ending::Morale(loser) => {
            (loser.other(), format!("The army morale of the {loser} is broken; points {score}."), "R18")
        }
        Ending::NoUnits(loser) => (loser.other(), format!("The {loser} has no units left; points {score}."), "R26"),
        Ending::Objectives => {
            let wins = margin(state) > 0;
            let par = state.battle.scenario().par;
            let needed = format!("the attacker needed to be ahead by more than {par}");
            let winner = if wins { Side::Attacker } else { Side::Defender };
            (winner, format!("Points are {score}; {needed}."), "R25")
        }
    };
    Some(GameResult { winner: Some(winner.seat()), points, because, rule: Rule(rule) })
}
