//! What a player can be asked, and which decision that is.

use super::assault::{Answer, GiveMarker, MoveIn};
use super::fight::Fight;
use super::hits_step::PlaceHits;
use super::{
    Frame, Laying, Squares, State, Wounds, arrivals_step, assaults_step, assets_step, barrage_step, command_step,
    movement_step, set_up, shooting_step, turn,
};
use kernel::game::{Decide, Due, Dues};

/// What has to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    SetUp,
    Assets,
    LayBarrage,
    Command,
    Move,
    Assault,
    Answer,
    PlaceHits,
    MoveIn,
    GiveMarker,
    Shoot,
    Reinforce,
    Arrive,
}

impl Question {
    fn decision(self) -> &'static dyn Decide<Squares> {
        match self {
            Question::SetUp => &set_up::SetUp,
            Question::Assets => &assets_step::Assets,
            Question::LayBarrage => &barrage_step::LayBarrage,
            Question::Command => &command_step::Commanding,
            Question::Move => &movement_step::Movement,
            Question::Assault => &assaults_step::Assaults,
            Question::Answer => &Answer,
            Question::PlaceHits => &PlaceHits,
            Question::MoveIn => &MoveIn,
            Question::GiveMarker => &GiveMarker,
            Question::Shoot => &shooting_step::Shoot,
            Question::Reinforce => &arrivals_step::Reinforce,
            Question::Arrive => &arrivals_step::Arrive,
        }
    }
}

/// The decision that is due.
pub(super) fn due(state: &State) -> Dues<Squares> {
    turn::question(state).into_iter().map(|(side, question)| Due::of(side.seat(), question.decision())).collect()
}

/// The hits that are being placed.
pub(super) fn wounds(state: &State) -> Option<&Wounds> {
    match state.frames.last()? {
        Frame::Hits(wounds) => Some(wounds),
        Frame::Retreat(retreat) => Some(&retreat.wounds),
        Frame::Assault(fight) => fight.wounds(),
        _ => None,
    }
}

/// The hits that are being placed, to be changed.
pub(super) fn wounds_mut(state: &mut State) -> Option<&mut Wounds> {
    match state.frames.last_mut()? {
        Frame::Hits(wounds) => Some(wounds),
        Frame::Retreat(retreat) => Some(&mut retreat.wounds),
        Frame::Assault(fight) => fight.wounds_mut(),
        _ => None,
    }
}

/// The assault that is being fought.
pub(super) fn fight(state: &State) -> &Fight {
    match state.frames.last() {
        Some(Frame::Assault(fight)) => fight,
        _ => unreachable!("an assault has its frame"),
    }
}

/// The barrage that is to be laid.
pub(super) fn laying(state: &State) -> Laying {
    match state.frames.last() {
        Some(Frame::Lay(laying)) => *laying,
        _ => unreachable!("a barrage is laid with its frame"),
    }
}
