//! The sequence of play, and everything in it that needs no decision.

use super::event::Event;
use super::fight::Stage;
use super::frame::Frame;
use super::order::Operation;
use super::state::{State, Step};
use super::units::{Marks, Units};
use super::{
    Somme, advance_step, answer_step, arrivals, assault_step, bombard_step, commit_step, coordination_step, losses,
    movement_step, operations_step, replacements_step, retreat_step, secrets, shelling, support_step, victory,
};
use crate::command_center::Resources;
use crate::scenario::{Side, SquareSet};
use crate::weather::{Airmen, Forecast, resolve_observation, resolve_weather};
use kernel::game::{Act, Decide, Due, Dues};
use kernel::prelude::Rule;
use kernel::procedure::OnDesk;

/// What has to be decided now, and by whom.
pub(super) fn due(state: &State) -> Dues<Somme> {
    question(state).into_iter().map(|(side, decision)| Due::of(side.seat(), decision)).collect()
}

fn question(state: &State) -> Option<(Side, &'static dyn Decide<Somme>)> {
    let active = state.active;
    if let Some(frame) = state.frames.last() {
        return match frame {
            Frame::Losses { .. } => losses::asks(state).map(|side| (side, &losses::TakeLosses as _)),
            Frame::Keep { .. } => Some((Side::Allied, &coordination_step::Keep)),
            Frame::Aim { fight } => {
                let fight = &state.fights[usize::from(*fight)];
                (fight.is_fired_at(state) && fight.squares(state).len() > 1)
                    .then_some((fight.side.other(), &assault_step::Aim as _))
            }
            Frame::Answer { fight } => Some((state.fights[usize::from(*fight)].side.other(), &assault_step::Answer)),
            Frame::Retreat { .. } => retreat_step::asks(state).map(|side| (side, &retreat_step::Retreat as _)),
            Frame::Advance { through, .. } => {
                let decision: &'static dyn Decide<Somme> =
                    if *through { &advance_step::Exploit } else { &advance_step::Advance };
                advance_step::asks(state).map(|side| (side, decision))
            }
            Frame::Pursue { .. } => advance_step::pursues(state).map(|side| (side, &advance_step::Pursue as _)),
        };
    }
    if !state.open {
        return None;
    }
    let decision: &'static dyn Decide<Somme> = match state.step {
        Step::Operations => &operations_step::Buy,
        Step::Dig => return Some((Side::German, &operations_step::Dig)),
        Step::Hide => return Some((Side::German, &operations_step::Hide)),
        Step::Mines => return Some((Side::Allied, &operations_step::Mines)),
        Step::Declare => &bombard_step::Declare,
        Step::Answer => return Some((active.other(), &answer_step::Answer)),
        Step::Movement => &movement_step::Movement,
        Step::Commit => &commit_step::Commit,
        Step::Support => &support_step::Supporting,
        Step::Assaults => assault_step::decision(state),
        Step::Replacements => &replacements_step::Replace,
        _ => return None,
    };
    Some((active, decision))
}

/// The next thing that needs no decision.
pub(super) fn go_on(act: &mut Act<'_, Somme>) {
    match act.state.frames.pop() {
        Some(frame) => resume(act, frame),
        None => step_on(act),
    }
}

/// Goes on with what was pending and needs no decision now.
fn resume(act: &mut Act<'_, Somme>, frame: Frame) {
    match frame {
        Frame::Losses { units, first, steps, cause, .. } => losses::settle(act, &units, &first, steps, cause),
        Frame::Aim { fight } => assault_step::fire_at_once(act, fight),
        Frame::Retreat { side, units } => retreat_step::settle(act, side, units),
        Frame::Advance { fight, through, gone } => advance_step::settle(act, fight, through, gone),
        Frame::Pursue { fight, units } => advance_step::pursue_on(act, fight, units),
        Frame::Keep { .. } | Frame::Answer { .. } => unreachable!("these wait for a decision"),
    }
}

/// A step that was answered looks again whether there is anything to decide.
pub(super) fn look_again(act: &mut Act<'_, Somme>) {
    act.state.open = false;
}

/// The step without frames: what it does by itself, or stops for a decision, or is over.
fn step_on(act: &mut Act<'_, Somme>) {
    match act.state.step {
        Step::Objectives => {
            secrets::draw(act);
            next_step(act);
        }
        Step::Weather => weather(act),
        Step::Bombard => shelling::resolve(act),
        Step::Coordinate => coordination_step::coordinate(act),
        Step::CommandCenter => support_step::roll(act),
        Step::DefensiveFire => assault_step::fire_on(act),
        Step::Assaults => assault_step::go_on(act),
        Step::EndOfPhase => end_phase(act),
        Step::VictoryPoints => {
            victory::each_turn(act);
            (act.state.step, act.state.active) = (Step::Replacements, Side::Allied);
        }
        Step::Replacements => replacements_step::roll(act),
        Step::Rally => {
            replacements_step::rally(act);
            end_turn(act);
        }
        Step::Over => {}
        asking => {
            let open = match asking {
                Step::Declare => bombard_step::is_open(act.state),
                Step::Answer => answer_step::can_answer(act.state),
                Step::Movement => movement_step::is_open(act.state),
                Step::Commit => commit_step::is_open(act.state),
                Step::Support => support_step::is_open(act.state),
                _ => operations_step::is_open(act.state),
            };
            if open {
                act.state.open = true;
            } else {
                next_step(act);
            }
        }
    }
}

/// The next step of the sequence.
pub(super) fn next_step(act: &mut Act<'_, Somme>) {
    let state = &mut *act.state;
    state.open = false;
    state.step = match state.step {
        Step::Operations => {
            state.left_to_place = if state.has_bought(Operation::ReinforcedDefenses) { 6 } else { 0 };
            Step::Dig
        }
        // Objectives are drawn after the German options; what the German hides and digs is part of those.
        Step::Dig => Step::Hide,
        Step::Hide => Step::Objectives,
        Step::Objectives => {
            let mines = state.battle.scenario().mines.len() as u8;
            state.left_to_place = if state.has_bought(Operation::PlantMines) { mines } else { 0 };
            Step::Mines
        }
        Step::Mines => {
            state.turn = 1;
            Step::Weather
        }
        Step::Weather => Step::Declare,
        Step::Declare => Step::Answer,
        Step::Answer => Step::Bombard,
        Step::Bombard => {
            state.halved = Units::new();
            arrivals::arrive(act);
            act.state.step = Step::Movement;
            return;
        }
        Step::Movement => Step::Commit,
        // Without assaults there is nothing more to do in the phase.
        Step::Commit if state.fights.iter().all(|fight| fight.stage == Stage::Done) => Step::EndOfPhase,
        Step::Commit => Step::Coordinate,
        Step::Coordinate => Step::CommandCenter,
        Step::CommandCenter => Step::Support,
        Step::Support => Step::DefensiveFire,
        Step::DefensiveFire => Step::Assaults,
        Step::Assaults => Step::EndOfPhase,
        step => step,
    };
}

/// 5.0 The weather of the turn and who observes.
fn weather(act: &mut Act<'_, Somme>) {
    let (turn, date) = (act.state.turn, act.state.date());
    let forecast = Forecast { turn: date, rain_before: turn > 1 && act.state.weather.is_rain_or_snow() };
    act.happens(Event::TurnBegins { turn, date });
    arrivals::open(act);
    let desk = |_: &State| OnDesk::of(&crate::weather::procedure(), &forecast);
    let weather = act.roll_as(desk, |dice| resolve_weather(&forecast, dice));
    act.state.weather = weather;
    act.state.observation.allied = act.roll_as(desk, |dice| resolve_observation(weather, Airmen::British, dice));
    act.state.observation.german = act.roll_as(desk, |dice| resolve_observation(weather, Airmen::German, dice));
    act.happens(Event::Weather { weather });
    act.state.active = act.state.battle.scenario().first;
    let side = act.state.active;
    act.happens(Event::PhaseBegins { side });
    next_step(act);
}

/// R8 The marks of the phase's owner go, and so do the interdicts on vacant squares that last to its end.
fn end_phase(act: &mut Act<'_, Somme>) {
    let side = act.state.active;
    let state = &mut *act.state;
    let done =
        Marks::MOVED.and(Marks::ROLLED).and(Marks::WENT).and(Marks::STAYED).and(Marks::COMMITTED).and(Marks::SILENCED);
    for number in 0..state.units.len() {
        let own = state.side(super::UnitId(number as u16)) == side;
        let unit = &mut state.units[number];
        unit.marks.take(done);
        unit.began = None;
        if own {
            for (mark, fresh) in
                [(Marks::INTERDICTED, Marks::FRESH_INTERDICTED), (Marks::SUPPRESSED, Marks::FRESH_SUPPRESSED)]
            {
                if unit.marks.has(fresh) {
                    unit.marks.take(fresh);
                } else {
                    unit.marks.take(mark);
                }
            }
        }
    }
    state.interdicted[side] = SquareSet::default();
    state.fights.clear();
    state.coordinated = None;
    state.resources = Resources::NONE;
    state.broke_off = false;
    state.open = false;
    let first = state.battle.scenario().first;
    if side == first {
        state.active = side.other();
        state.step = Step::Declare;
        act.happens(Event::PhaseBegins { side: side.other() });
    } else {
        state.step = Step::VictoryPoints;
    }
}

/// 4B is over for one side: the other's turn, then rally.
pub(super) fn after_replacements(act: &mut Act<'_, Somme>) {
    act.state.open = false;
    if act.state.active == Side::Allied {
        act.state.active = Side::German;
    } else {
        act.state.step = Step::Rally;
    }
}

fn end_turn(act: &mut Act<'_, Somme>) {
    let state = &mut *act.state;
    // R23 Attack planning is on for a turn that follows one without British assaults.
    state.attack_planning = !state.british_assaulted;
    state.british_assaulted = false;
    for unit in &mut state.units {
        unit.marks.take(Marks::FIRED);
    }
    if state.turn == state.battle.scenario().turns {
        state.step = Step::Over;
        act.reveals();
        act.happens(Event::Over);
    } else {
        state.turn += 1;
        state.step = Step::Weather;
    }
}

impl State {
    /// The rule of the step as it stands in the phase of whoever is active.
    pub(super) fn step_rule(&self) -> Rule {
        if self.active == self.battle.scenario().first { self.step.name().1 } else { self.step.second() }
    }
}

impl Step {
    /// What it is called, and its rule.
    pub fn name(self) -> (&'static str, Rule) {
        match self {
            Step::Operations => ("operations", Rule("Sequence of play:pregame-operations")),
            Step::Dig | Step::Hide => ("German options", Rule("Sequence of play:pregame-options")),
            Step::Objectives => ("Allied objectives", Rule("Sequence of play:pregame-objectives")),
            Step::Mines => ("mines", Rule("Sequence of play:pregame-mines")),
            Step::Weather => ("weather", Rule("Sequence of play:1")),
            Step::Declare => ("bombardment", Rule("Sequence of play:2b")),
            Step::Answer => ("counter-battery fire", Rule("Sequence of play:2c")),
            Step::Bombard => ("bombardment", Rule("Sequence of play:2a")),
            Step::Movement => ("movement", Rule("Sequence of play:2d")),
            Step::Commit | Step::Coordinate => ("assault commitment", Rule("Sequence of play:2e")),
            Step::CommandCenter | Step::Support => ("command resources", Rule("Sequence of play:2g")),
            Step::DefensiveFire => ("defensive fire", Rule("Sequence of play:2h")),
            Step::Assaults | Step::EndOfPhase => ("assaults", Rule("Sequence of play:2i")),
            Step::VictoryPoints => ("victory points", Rule("Sequence of play:4a")),
            Step::Replacements => ("replacements", Rule("Sequence of play:4b")),
            Step::Rally => ("rally and recovery", Rule("Sequence of play:4c")),
            Step::Over => ("the game is over", Rule("R27")),
        }
    }

    /// The rule of a step in the phase of the second player, where it has one of its own (3A to 3I).
    pub fn second(self) -> Rule {
        match self {
            Step::Declare => Rule("Sequence of play:3b"),
            Step::Answer => Rule("Sequence of play:3c"),
            Step::Bombard => Rule("Sequence of play:3a"),
            Step::Movement => Rule("Sequence of play:3d"),
            Step::Commit | Step::Coordinate => Rule("Sequence of play:3e"),
            Step::CommandCenter => Rule("Sequence of play:3f"),
            Step::Support => Rule("Sequence of play:3g"),
            Step::DefensiveFire => Rule("Sequence of play:3h"),
            Step::Assaults | Step::EndOfPhase => Rule("Sequence of play:3i"),
            step => step.name().1,
        }
    }
}
