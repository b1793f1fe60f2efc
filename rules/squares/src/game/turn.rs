//! The turn: its eleven steps (19), and everything in them that needs no decision.

use super::hits_step::PlaceHits;
use super::{
    Event, Fight, Frame, HigherOrders, Marks, Side, Squares, Stage, State, TurnStep, Wounds, arrivals_step, assault,
    assaults_step, assets_step, barrage_step, command_step, countdown_step, gas_step, morale_step, movement_step,
    set_up, shooting_step, victory,
};
use kernel::game::{Act, Decide, Due, Dues};
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

/// The decision that is due.
pub(super) fn due(state: &State) -> Dues<Squares> {
    deciding(state).into_iter().map(|(side, decision)| Due::of(side.seat(), decision)).collect()
}

type Decision = &'static dyn Decide<Squares>;
type IsOpen = fn(&State) -> bool;

/// Who has to decide now, and what.
///
/// A step without frames asks only if [`step_on`] has found something to decide, and so opened it.
pub(super) fn deciding(state: &State) -> Option<(Side, Decision)> {
    let Some(frame) = state.frames.last() else {
        return asking(state.step).filter(|_| state.open).map(|(decision, _)| (state.acting(), decision));
    };
    match frame {
        Frame::Lay(laying) => Some((laying.side, &barrage_step::LayBarrage)),
        Frame::Arrivals { .. } => Some((state.active, &arrivals_step::Arrive)),
        Frame::Assault(Fight { stage: Stage::Answer, side, .. }) => Some((side.other(), &assault::Answer)),
        Frame::Assault(Fight { stage: Stage::MovingIn, side, .. }) => Some((*side, &assault::MoveIn)),
        Frame::Assault(Fight { stage: Stage::Marking(side), .. }) => Some((*side, &assault::GiveMarker)),
        _ => frame.wounds()?.placing().map(|(side, _)| -> (Side, Decision) { (side, &PlaceHits) }),
    }
}

/// The decision of a step, and whether there is anything to decide in it.
fn asking(step: TurnStep) -> Option<(Decision, IsOpen)> {
    match step {
        TurnStep::SetUp => Some((&set_up::SetUp, set_up::is_open)),
        TurnStep::Assets => Some((&assets_step::Assets, assets_step::is_open)),
        TurnStep::HigherCommand => Some((&command_step::Commanding, command_step::is_open)),
        TurnStep::Movement => Some((&movement_step::Movement, movement_step::is_open)),
        TurnStep::Assaults => Some((&assaults_step::Assaults, assaults_step::is_open)),
        TurnStep::Shooting => Some((&shooting_step::Shoot, shooting_step::is_open)),
        TurnStep::Reinforcements => Some((&arrivals_step::Reinforce, arrivals_step::is_open)),
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
pub(super) fn push(act: &mut Act<'_, Squares>, mut frame: Frame) {
    frame.all_wounds().for_each(Wounds::settle);
    act.state.frames.push(frame);
}

/// The step without frames: what it does by itself, or stops for a decision, or is over.
fn step_on(act: &mut Act<'_, Squares>) {
    if victory::collapse(act) {
        return;
    }
    match act.state.step {
        TurnStep::SetUp if !set_up::is_open(act.state) => set_up::ready(act, act.state.active),
        TurnStep::Preliminary => set_up::preliminary(act),
        TurnStep::Gas => gas_step::drift(act),
        TurnStep::Morale => morale_step::test_next(act),
        TurnStep::CommandMarkers => remove_command_markers(act),
        TurnStep::BarrageMarkers => remove_barrage_markers(act),
        TurnStep::Countdown => countdown_step::count_down(act),
        TurnStep::Over => {}
        step => match asking(step) {
            Some((_, is_open)) if is_open(act.state) => act.state.open = true,
            _ => next_step(act),
        },
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
    match state.step {
        TurnStep::Preliminary => first_turn(act),
        TurnStep::Countdown => end_turn(act),
        step => {
            state.step = TurnStep::ALL[step as usize + 1];
            if state.step == TurnStep::HigherCommand {
                state.orders.attempts = state.battle.army(state.active).command.attempts();
            }
        }
    }
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
    pub fn printed(self) -> (&'static str, Rule) {
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
