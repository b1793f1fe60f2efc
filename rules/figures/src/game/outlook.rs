//! What can be asked at any moment: what if one squad fired at another or charged it, and who sees whom.

use super::{Mark, SquadId, State, preview};
use field::Line;
use kernel::game::{Pick, PieceId, Preview, Said, Survey, Test};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use tabletop::sight_line;

/// The rolls of one squad against another: fire of each weapon, a shell, and a charge.
pub(super) fn what_if(state: &State, piece: PieceId, on: &Pick) -> Option<Preview> {
    let Pick::Piece(target) = on else { return None };
    let (id, target) = (squad_of(state, piece)?, squad_of(state, *target)?);
    let (squad, mark) = (state.here(id)?, state.here(target)?);
    let mut what_if = Preview::default();
    if squad.side == mark.side {
        let note = format!("{} and {} are of one side.", state.name(id), state.name(target));
        what_if.notes.push(Said::of(note).under(Rule("R34")));
        return Some(what_if);
    }
    let figures = u8::from(squad.is_vehicle());
    for (weapon, _) in state.weapons(id) {
        match state.aim(id, weapon, target, figures).map(|aim| state.shot(&aim)) {
            Ok(super::aim::Shot::Men(fire)) => preview::volley(&fire, &mut what_if),
            Ok(super::aim::Shot::Crew(fire)) => {
                what_if.tests.push(Test::of("fire at the crew", &crate::crew::procedure(), &fire));
            }
            Ok(super::aim::Shot::Shell) => {
                let gun = crate::guns::Gun::TankGun;
                preview::shell(state, id, gun, Mark::Squad(target), &mut what_if);
            }
            Err(refusal) => not_now(super::offers::weapon(weapon), &refusal, &mut what_if),
        }
    }
    if squad.kind.is_field_piece() {
        match (state.check_lay(id, Mark::Squad(target)), squad.kind.gun()) {
            (Ok(_), Some(gun)) => preview::shell(state, id, gun, Mark::Squad(target), &mut what_if),
            (Err(refusal), _) => not_now("shell", &refusal, &mut what_if),
            _ => {}
        }
    }
    if squad.kind.charges() {
        if let Err(refusal) = state.check_charge(id, Mark::Squad(target)) {
            not_now("charge", &refusal, &mut what_if);
        }
        if !mark.is_vehicle() {
            let whole = preview::whole(state, id, target);
            what_if.tests.push(Test::of("charge", &crate::charge::procedure(), &whole));
        }
    }
    Some(what_if)
}

/// What stands against it now.
fn not_now(what: &str, refusal: &Refusal, what_if: &mut Preview) {
    let note = Said::of(format!("Not now, {what}: {}.", refusal.sentence));
    what_if.notes.push(match refusal.rule {
        Some(rule) => note.under(rule),
        None => note,
    });
}

fn squad_of(state: &State, piece: PieceId) -> Option<SquadId> {
    let id = SquadId(u8::try_from(piece).ok()?);
    (usize::from(id.0) < state.squads.len()).then_some(id)
}

/// Common:sight Which enemies a squad sees, and which see it.
pub(super) fn survey(state: &State, piece: PieceId) -> Option<Survey> {
    let id = squad_of(state, piece)?;
    let squad = state.here(id)?;
    let mut survey = Survey::default();
    for (other, enemy) in state.of_side(squad.side.other()) {
        let handle = PieceId::from(other.0);
        if state.squad_sees(id, other) {
            survey.sees.push(handle);
            let line = Line { from: squad.at, to: enemy.at };
            survey
                .overlays
                .push(kernel::game::Feature { name: format!("sight of {}", state.name(other)), ..sight_line(&line) });
            let inches = tabletop::inches(state.distance(id, other));
            let note = format!("It sees {}, {inches} inches away.", state.name(other));
            survey.notes.push(Said::of(note).under(Rule("Common:distance")));
        }
        if state.squad_sees(other, id) {
            survey.seen_by.push(handle);
        }
    }
    if survey.sees.is_empty() {
        survey.notes.push(Said::of("It sees no enemy.").under(Rule("Common:sight")));
    }
    Some(survey)
}
