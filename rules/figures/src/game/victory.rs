//! R19: who has won.

use super::{Ending, Side, State};
use kernel::game::GameResult;
use kernel::rule::Rule;

/// R19 The margin that wins.
pub(super) const MARGIN: i32 = 10;

/// The points of a side: the objectives it holds, and what the other has lost.
pub fn points(state: &State, side: Side) -> i32 {
    let held = tabletop::goal::held(&state.battle.scenario().objectives, &state.holders, &side);
    held + i32::from(state.score[side])
}

/// By how much the attacker does better than par asks for.
pub fn margin(state: &State) -> i32 {
    points(state, Side::Attacker) - points(state, Side::Defender) - state.battle.scenario().par
}

pub(super) fn result(state: &State) -> Option<GameResult> {
    let ending = state.ending?;
    let points = Side::BOTH.map(|side| (side.seat(), points(state, side).to_string())).to_vec();
    let score = format!("attacker {}, defender {}", points[0].1, points[1].1);
    let (winner, because) = match ending {
        Ending::NoSquads(loser) => {
            (Some(loser.other()), format!("The {loser} has no unrouted squad left; points {score}."))
        }
        Ending::Points => {
            let margin = margin(state);
            let par = state.battle.scenario().par;
            let handicap = match par {
                0 => String::new(),
                1.. => format!(", with {par} more for the defender"),
                _ => format!(", with {} more for the attacker", -par),
            };
            match margin {
                ahead if ahead >= MARGIN => {
                    (Some(Side::Attacker), format!("The attacker is ahead: {score}{handicap}."))
                }
                behind if behind <= -MARGIN => {
                    (Some(Side::Defender), format!("The defender is ahead: {score}{handicap}."))
                }
                _ => (None, format!("Points: {score}{handicap}; less than {MARGIN} apart is a draw.")),
            }
        }
    };
    Some(GameResult { winner: winner.map(Side::seat), points, because, rule: Rule("R19") })
}
