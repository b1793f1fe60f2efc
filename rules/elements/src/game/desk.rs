//! The way to the charts desk: shots as the forms of their procedures have them, what if one element fired at another, and
//! who sees whom.

use super::aim::{Aim, Shot};
use super::offers::handle;
use super::{State, UnitId, Weapon};
use crate::ap_fire::{self, ApFire};
use crate::choices::{ApFirer, ApTarget, Armoured, HeSaFirer, Infantry};
use crate::ground::{self, Cover};
use crate::he_sa::{self, HeSaFire};
use crate::results::Passengers;
use crate::tank_hunting::{self, TankHunt};
use kernel::game::{Pick, PieceId, Preview, Said, Survey, Test};
use kernel::procedure::OnDesk;
use kernel::rule::Rule;
use tabletop::sight_line;

/// A shot as a form of the desk has it.
pub(super) enum Form {
    HeSa(HeSaFire),
    Ap(ApFire),
    Hunt(TankHunt),
}

impl Form {
    /// The form of a shot; none where the desk has no line for it: riders who are shot off, a mortar that does not see.
    pub(super) fn of(state: &State, id: UnitId, target: UnitId, aim: &Aim) -> Option<Form> {
        let (firer, mark) = (state.element(id), state.element(target));
        let range = aim.distance.units.clamp(1, 72) as u8;
        let quality = state.quality(id).into();
        let suppressed = state.unit(id).is_suppressed();
        let foreign_edge = state.is_at_foreign_edge(state.unit(id).side, &state.unit(id).base());
        let (cover, smoke) = (aim.shelter.cover, aim.shelter.smoke);
        let target_state = ground::State::of(state.unit(target).is_suppressed());
        let (riders, towed) = (state.riders(target).len() as u8, state.tow(target).is_some());
        Some(match &aim.shot {
            Shot::HeSa(shot) if aim.line.is_some() => Form::HeSa(HeSaFire {
                attacker: HeSaFirer::of(firer.word),
                target: mark.into(),
                range,
                quality,
                suppressed,
                cover,
                smoke,
                foreign_edge,
                target_state,
                way_back: shot.struck.way_back,
                riders,
                towed,
            }),
            Shot::Ap(_) => Form::Ap(ApFire {
                attacker: ApFirer::of(firer.word),
                target: ApTarget::of(mark.word),
                range,
                facing: aim.facing,
                quality,
                suppressed,
                cover,
                hull_down: aim.shelter.crest || cover == Cover::Wall,
                smoke,
                foreign_edge,
                target_state,
                riders,
                towed,
                passengers: Passengers::Stay,
            }),
            Shot::Hunt(_) => Form::Hunt(TankHunt {
                hunter: Infantry::of(firer.word),
                quality,
                target: Armoured::of(mark.word),
                target_state,
                friends_near: state.has_friends_near(target),
                riders,
                passengers: Passengers::Stay,
            }),
            Shot::HeSa(_) | Shot::Riders(_) => return None,
        })
    }

    /// Where the desk has it.
    pub(super) fn on_desk(&self) -> OnDesk {
        match self {
            Form::HeSa(fire) => OnDesk::of(&he_sa::procedure(), fire),
            Form::Ap(fire) => OnDesk::of(&ap_fire::procedure(), fire),
            Form::Hunt(hunt) => OnDesk::of(&tank_hunting::procedure(), hunt),
        }
    }
}

/// The rolls of one element that fires at another, or why it cannot now.
pub(super) fn what_if(state: &State, piece: PieceId, on: &Pick) -> Option<Preview> {
    let Pick::Piece(target) = on else { return None };
    let (id, target) = (unit_of(state, piece)?, unit_of(state, *target)?);
    let mut what_if = Preview::default();
    if state.unit(id).side == state.unit(target).side {
        return None;
    }
    if let Some(weapon) = state.weapons(id, target).next() {
        super::preview::fire(state, id, target, weapon, &mut what_if);
    } else {
        let weapon = if state.element(target).is_armoured() { Weapon::Ap } else { Weapon::HeSa };
        let refusal = state.aim(id, target, weapon).err()?;
        let note = Said::of(format!("No fire now: {}.", refusal.sentence));
        what_if.notes.push(note.under(refusal.rule.unwrap_or(Rule("R6"))).piece(handle(target)));
    }
    what_if.tests.retain(|test: &Test| test.odds.desk.is_some());
    Some(what_if)
}

/// The enemies that an element sees, and those that see it: elements do not block sight, so both are the same.
pub(super) fn survey(state: &State, piece: PieceId) -> Option<Survey> {
    let id = unit_of(state, piece)?;
    let side = state.unit(id).side;
    let seen = state.of_side(side.other()).filter_map(|(enemy, other)| Some((enemy, state.sees(id, &other.base())?)));
    let seen: Vec<_> = seen.collect();
    let pieces: Vec<PieceId> = seen.iter().map(|(enemy, _)| handle(*enemy)).collect();
    let note = Said::of("Houses, hills and more than 2 inches of wood block sight; elements do not.").under(Rule("R8"));
    Some(Survey {
        sees: pieces.clone(),
        seen_by: pieces,
        notes: vec![note],
        overlays: seen.iter().map(|(_, line)| sight_line(line)).collect(),
    })
}

/// The element of a handle, whose base stands on the table.
fn unit_of(state: &State, piece: PieceId) -> Option<UnitId> {
    let id = UnitId(u8::try_from(piece).ok()?);
    state.get(id).filter(|piece| piece.stands()).map(|_| id)
}
