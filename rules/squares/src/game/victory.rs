//! R18, R19: how a battle ends, and who has won it.

use super::{Event, PerSide, Side, Square, Squares, State, TurnStep};
use kernel::game::{Act, GameResult};
use kernel::rule::Rule;

/// The points of a side, part by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// 10 for each objective it held last, and for all of them once the enemy alone has collapsed.
    pub objectives: i32,
    /// 3 for each square of the defender's base row that the attacker holds.
    pub base_row: i32,
    /// 1 for each enemy base lost.
    pub bases: i32,
    /// 5 if the enemy has collapsed.
    pub collapse: i32,
}

impl Points {
    /// All together.
    pub fn total(self) -> i32 {
        self.objectives + self.base_row + self.bases + self.collapse
    }
}

/// R19 What an objective is worth to whoever held it last.
pub(super) const OBJECTIVE: u8 = 10;

/// R19 The points of both sides as they stand.
pub fn points(state: &State) -> PerSide<Points> {
    let master = master_of_the_field(state);
    PerSide::of(|side| {
        let held = state.objectives.iter().filter(|&&holder| master.unwrap_or(holder) == side).count() as i32;
        let in_base_row = state.held[Side::Attacker].iter().filter(|square| square.is_in_base_row_of(Side::Defender));
        Points {
            objectives: i32::from(OBJECTIVE) * held,
            base_row: if side == Side::Attacker { 3 * in_base_row.count() as i32 } else { 0 },
            bases: i32::from(state.lost[side.other()] / 2),
            collapse: if has_collapsed(state, side.other()) { 5 } else { 0 },
        }
    })
}

/// R19 The attacker's points less the defender's, as they stand.
pub(super) fn margin(state: &State) -> i32 {
    let points = points(state);
    points.attacker.total() - points.defender.total()
}

/// R19 Who would win if the battle ended now: the attacker if the margin exceeds par.
pub(super) fn leader(state: &State) -> Side {
    if margin(state) > state.battle.scenario().par { Side::Attacker } else { Side::Defender }
}

/// R19 The side that is left on the field when the other has collapsed: all objectives are its own.
fn master_of_the_field(state: &State) -> Option<Side> {
    let stands = |side| !has_collapsed(state, side);
    Side::BOTH.into_iter().find(|&side| stands(side) && !stands(side.other()))
}

/// R19 Has an army lost half its bases, or more?
pub fn has_collapsed(state: &State, side: Side) -> bool {
    state.lost[side] * 2 >= state.battle.half_bases[side]
}

/// R19 An army that has lost half its bases collapses, and that ends the game. It is looked at when what was going on
/// has been played out.
pub(super) fn collapse(act: &mut Act<'_, Squares>) -> bool {
    let mut over = false;
    for side in Side::BOTH {
        if has_collapsed(act.state, side) {
            act.happens(Event::Collapsed { side });
            over = true;
        }
    }
    if over {
        act.state.step = TurnStep::Over;
        act.happens(Event::Over);
    }
    over
}

/// R19 The result once the game is over: the attacker's points minus the defender's must exceed par.
pub(super) fn result(state: &State) -> Option<GameResult> {
    if state.step != TurnStep::Over {
        return None;
    }
    let points = points(state);
    let (attacker, defender) = (points.attacker.total(), points.defender.total());
    let (margin, par, winner) = (margin(state), state.battle.scenario().par, leader(state));
    let (end, rule) = match master_of_the_field(state) {
        Some(side) => {
            (format!("the {}'s army has collapsed and all objectives are the {side}'s", side.other()), Rule("R19"))
        }
        None if has_collapsed(state, Side::Attacker) => ("both armies have collapsed".to_owned(), Rule("R19")),
        None => ("the countdown has run out".to_owned(), Rule("R18")),
    };
    let exceeds = if winner == Side::Attacker { "exceeds" } else { "does not exceed" };
    let because = format!(
        "{end}; the attacker has {attacker} points and the defender {defender}, and the difference of {margin} {exceeds} \
         the par of {par}"
    );
    let points = vec![(Side::Attacker.seat(), attacker.to_string()), (Side::Defender.seat(), defender.to_string())];
    Some(GameResult { winner: Some(winner.seat()), points, because, rule })
}

/// Where the objectives are and who held each last.
pub fn objectives(state: &State) -> impl Iterator<Item = (Square, Side)> {
    let squares = state.battle.scenario().objectives.iter().map(|&at| Square::from(at));
    squares.zip(state.objectives.iter().copied())
}
