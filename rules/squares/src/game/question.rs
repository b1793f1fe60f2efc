//! What a player can be asked.

use super::fight::Fight;
use super::{Frame, Laying, Side, State, Wounds, turn};
use kernel::game::Ask;
use kernel::prelude::*;

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
    /// What is asked, and the rule that gives the decision.
    pub(super) fn words(self) -> (&'static str, Rule) {
        match self {
            Question::SetUp => ("set up", Rule("R6")),
            Question::Assets => ("roll for an asset", Rule("19:2")),
            Question::LayBarrage => ("lay the barrage", Rule("R15")),
            Question::Command => ("give orders", Rule("19:3")),
            Question::Move => ("move", Rule("19:5")),
            Question::Assault => ("assault", Rule("19:6")),
            Question::Answer => ("stand or retire", Rule("26:retire")),
            Question::PlaceHits => ("place the hits", Rule("26:place-first")),
            Question::MoveIn => ("move in", Rule("26:move-in")),
            Question::GiveMarker => ("give the winning-the-fight marker", Rule("26:assaulter-marker")),
            Question::Shoot => ("shoot", Rule("19:7")),
            Question::Reinforce => ("bring on reinforcements", Rule("19:10")),
            Question::Arrive => ("put arrivals on the table", Rule("R17")),
        }
    }

    /// Refuses an order that does not answer it.
    pub(super) fn refuse(self, allowed: &str) -> Refusal {
        let (question, rule) = self.words();
        Refusal::by(rule, format!("the question is to {question}: {allowed}"))
    }
}

/// The open ask: the same one as long as the player has the same thing to decide.
pub(super) fn ask(state: &State) -> Option<Ask> {
    let (side, question) = turn::question(state)?;
    let (words, mut rule) = question.words();
    match question {
        Question::PlaceHits if wounds(state).is_some_and(|wounds| wounds.own == 0) => rule = Rule("26:place-rest"),
        Question::GiveMarker => {
            if let Some(fight) = fight(state) {
                rule = fight.marker_rule(side);
            }
        }
        _ => {}
    }
    Some(Ask::of(side.seat(), words, rule))
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
pub(super) fn fight(state: &State) -> Option<&Fight> {
    match state.frames.last()? {
        Frame::Assault(fight) => Some(fight),
        _ => None,
    }
}

/// The barrage that is to be laid.
pub(super) fn laying(state: &State) -> Option<Laying> {
    match state.frames.last()? {
        Frame::Lay(laying) => Some(*laying),
        _ => None,
    }
}

/// The side of an ask, and what it is asked.
pub(super) fn asked(state: &State, ask: &Ask) -> Result<(Side, Question), Refusal> {
    match turn::question(state) {
        Some((side, question)) if side.seat() == ask.seat => Ok((side, question)),
        Some((side, _)) => Err(Refusal::of(format!("it is the {side} who has to decide"))),
        None => Err(Refusal::of("nothing has to be decided now")),
    }
}
