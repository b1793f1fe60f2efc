//! The turn: its eleven steps (19), and everything in them that needs no decision.

use super::{
    Event, Frame, HigherOrders, Marks, Question, Side, Squares, State, TurnStep, arrivals_step, assault, assaults_step,
    assets_step, barrage_step, command_step, countdown_step, gas_step, morale_step, movement_step, set_up,
    shooting_step, victory,
};
use kernel::game::Act;
use kernel::prelude::*;

/// The next thing that needs no decision.
pub(super) fn go_on(act: &mut Act<'_, Squares>) {
    match act.state.frames.pop() {
        Some(frame) => resume(act, frame),
        None => step_on(act),
    }
}

/// A step without frames that was answered looks again whether there is anything to decide.
pub(super) fn look_again(act: &mut Act<'_, Squares>) {
    act.state.open = false;
}

/// What has to be decided now, and by whom.
///
/// A step without frames asks only if [`step_on`] has found something to decide, and so opened it.
pub(super) fn question(state: &State) -> Option<(Side, Question)> {
    if let Some(frame) = state.frames.last() {
        return match frame {
            Frame::Hits(wounds) => wounds.placing().map(|(side, _)| (side, Question::PlaceHits)),
            Frame::Retreat(retreat) => retreat.wounds.placing().map(|(side, _)| (side, Question::PlaceHits)),
            Frame::Assault(fight) => fight.question(),
            Frame::Lay(laying) => Some((laying.side, Question::LayBarrage)),
            Frame::Arrivals { .. } => Some((state.active, Question::Arrive)),
            Frame::Barrage { .. } | Frame::Gas { .. } => None,
        };
    }
    if !state.open {
        return None;
    }
    match state.step {
        TurnStep::SetUp => Some((state.active, Question::SetUp)),
        TurnStep::Assets => Some((state.active, Question::Assets)),
        TurnStep::HigherCommand => Some((state.active, Question::Command)),
        TurnStep::Movement => Some((state.active, Question::Move)),
        TurnStep::Assaults => Some((state.active, Question::Assault)),
        TurnStep::Shooting => Some((state.active.other(), Question::Shoot)),
        TurnStep::Reinforcements => Some((state.active, Question::Reinforce)),
        _ => None,
    }
}

/// Goes on with what was pending and needs no decision now.
fn resume(act: &mut Act<'_, Squares>, frame: Frame) {
    match frame {
        Frame::Hits(mut wounds) => wounds.save(act),
        Frame::Barrage { laying, left } => barrage_step::fall(act, laying, left),
        Frame::Gas { left } => gas_step::hit(act, left),
        Frame::Retreat(retreat) => morale_step::fall_back(act, retreat),
        Frame::Assault(fight) => assault::go_on(act, fight),
        Frame::Lay(_) | Frame::Arrivals { .. } => unreachable!("these wait for a decision"),
    }
}

/// Hits are pushed as a frame, unless they can fall in one way only; then they are saved at once.
pub(super) fn push(act: &mut Act<'_, Squares>, frame: Frame) {
    act.state.frames.push(frame);
    settle(act.state);
}

/// Places the hits of the last frame that can fall in one way only.
pub(super) fn settle(state: &mut State) {
    let Some(frame) = state.frames.last_mut() else { return };
    let wounds = match frame {
        Frame::Hits(wounds) => wounds,
        Frame::Retreat(retreat) => &mut retreat.wounds,
        Frame::Assault(fight) => return fight.settle(),
        _ => return,
    };
    wounds.settle();
}

/// The step without frames: what it does by itself, or stops for a decision, or is over.
fn step_on(act: &mut Act<'_, Squares>) {
    if victory::collapse(act) {
        return;
    }
    match act.state.step {
        TurnStep::SetUp => set_up::begin(act),
        TurnStep::Preliminary => set_up::preliminary(act),
        TurnStep::Gas => gas_step::drift(act),
        TurnStep::Morale => morale_step::test_next(act),
        TurnStep::CommandMarkers => remove_command_markers(act),
        TurnStep::BarrageMarkers => remove_barrage_markers(act),
        TurnStep::Countdown => countdown_step::count_down(act),
        TurnStep::Over => {}
        asking => {
            let open = match asking {
                TurnStep::Assets => assets_step::is_open(act.state),
                TurnStep::HigherCommand => command_step::is_open(act.state),
                TurnStep::Movement => movement_step::is_open(act.state),
                TurnStep::Assaults => assaults_step::is_open(act.state),
                TurnStep::Shooting => shooting_step::is_open(act.state),
                _ => arrivals_step::is_open(act.state),
            };
            if open {
                act.state.open = true;
            } else {
                next_step(act);
            }
        }
    }
}

/// The player whose ask it is does nothing more in this step.
pub(super) fn pass(act: &mut Act<'_, Squares>, side: Side) {
    let step = act.state.step;
    act.happens(Event::Passed { side, step });
    next_step(act);
}

/// The next step of the turn, or the next turn.
pub(super) fn next_step(act: &mut Act<'_, Squares>) {
    let state = &mut *act.state;
    (state.cursor, state.open) = (0, false);
    state.step = match state.step {
        TurnStep::SetUp => TurnStep::Preliminary,
        TurnStep::Preliminary => return first_turn(act),
        TurnStep::Gas => TurnStep::Assets,
        TurnStep::Assets => {
            state.orders.attempts = state.battle.army(state.active).command.attempts();
            TurnStep::HigherCommand
        }
        TurnStep::HigherCommand => TurnStep::Morale,
        TurnStep::Morale => TurnStep::Movement,
        TurnStep::Movement => TurnStep::Assaults,
        TurnStep::Assaults => TurnStep::Shooting,
        TurnStep::Shooting => TurnStep::CommandMarkers,
        TurnStep::CommandMarkers => TurnStep::BarrageMarkers,
        TurnStep::BarrageMarkers => TurnStep::Reinforcements,
        TurnStep::Reinforcements => TurnStep::Countdown,
        TurnStep::Countdown => return end_turn(act),
        TurnStep::Over => TurnStep::Over,
    };
}

/// 19:alternate The attacker has the first turn.
fn first_turn(act: &mut Act<'_, Squares>) {
    (act.state.active, act.state.step) = (Side::Attacker, TurnStep::Gas);
    act.happens(Event::TurnBegins { turn: 1, side: Side::Attacker });
}

/// 19:alternate The turn goes to the other player. R12: a winning-the-fight marker goes at the end of its owner's next
/// turn.
fn end_turn(act: &mut Act<'_, Squares>) {
    let side = act.state.active;
    for number in 0..act.state.units.len() {
        let unit = &mut act.state.units[number];
        let owner = unit.side;
        let marks = &mut unit.marks;
        marks.end_turn();
        if owner == side && marks.has(Marks::WINNING) {
            if marks.has(Marks::FRESH) {
                marks.take(Marks::FRESH);
            } else {
                marks.take(Marks::WINNING);
                act.happens(Event::MarkerGone { unit: super::UnitId(number as u8) });
            }
        }
    }
    let state = &mut *act.state;
    let none = super::SquareSet::NONE;
    (state.steady, state.assaulted, state.engaged, state.shot) = (none, none, none, none);
    (state.shock, state.commander_moved) = (false, false);
    state.active = side.other();
    state.turn += u8::from(state.active == Side::Attacker);
    state.step = TurnStep::Gas;
    let (turn, side) = (state.turn, state.active);
    act.happens(Event::TurnBegins { turn, side });
}

/// 19:8 The markers of higher command are removed.
fn remove_command_markers(act: &mut Act<'_, Squares>) {
    let HigherOrders { fighting_bonus, morale_bonus, hold_the_line, .. } = act.state.orders;
    if !(fighting_bonus | morale_bonus | hold_the_line).is_empty() {
        act.happens(Event::CommandMarkersRemoved);
    }
    act.state.orders = HigherOrders::default();
    next_step(act);
}

/// 19:9 The barrage markers that the opponent has inflicted are removed. Gas stays (R14).
fn remove_barrage_markers(act: &mut Act<'_, Squares>) {
    let side = act.state.active.other();
    let laid = &mut act.state.barrages[side];
    if !laid.lies.is_empty() {
        *laid = super::Barrages { gas: laid.gas, ..super::Barrages::default() };
        act.happens(Event::BarragesRemoved { side });
    }
    next_step(act);
}

impl TurnStep {
    /// What it is called, and its rule.
    pub fn name(self) -> (&'static str, Rule) {
        match self {
            TurnStep::SetUp => ("set-up", Rule("R6")),
            TurnStep::Preliminary => ("preliminary barrage", Rule("R6")),
            TurnStep::Gas => ("1 gas", Rule("19:1")),
            TurnStep::Assets => ("2 assets", Rule("19:2")),
            TurnStep::HigherCommand => ("3 higher command", Rule("19:3")),
            TurnStep::Morale => ("4 morale", Rule("19:4")),
            TurnStep::Movement => ("5 movement", Rule("19:5")),
            TurnStep::Assaults => ("6 assaults", Rule("19:6")),
            TurnStep::Shooting => ("7 the opponent shoots", Rule("19:7")),
            TurnStep::CommandMarkers => ("8 markers of higher command", Rule("19:8")),
            TurnStep::BarrageMarkers => ("9 barrage markers", Rule("19:9")),
            TurnStep::Reinforcements => ("10 reinforcements", Rule("19:10")),
            TurnStep::Countdown => ("11 countdown", Rule("19:11")),
            TurnStep::Over => ("the game is over", Rule("R19")),
        }
    }
}
