//! The way to the charts desk: rolls as the forms of their procedures have them, what if one element fired at another, and
//! who sees whom.

use super::offers::handle;
use super::{State, UnitId};
use crate::air_support::{self, AirSupport, Attack};
use crate::ap_fire::{self, ApFire, ApShot};
use crate::close_combat::{self, CloseCombat};
use crate::he_sa::{self, HeSaFire, HeSaShot};
use crate::speculative_fire::{self, Guess};
use crate::support_fire::{self, Support};
use crate::tank_hunting::{self, Hunt, TankHunt};
use kernel::game::{Pick, PieceId, Preview, Said, Survey};
use kernel::procedure::OnDesk;
use kernel::rule::Rule;
use tabletop::sight_line;

/// A roll, or several that follow one another, as a form of the desk has them. What is rolled is made of it.
#[derive(Clone, Debug)]
pub(super) enum Form {
    HeSa(HeSaFire),
    Ap(ApFire),
    Hunt(TankHunt),
    Support(Support),
    Air(AirSupport),
    Guess(Guess),
}

/// The rolls of a shot.
#[derive(Clone, Debug)]
pub(super) enum Shot {
    HeSa(HeSaShot),
    Ap(ApShot),
    Hunt(Hunt),
}

impl Form {
    /// The rolls at an element, from the moment that it is fired at.
    pub(super) fn shot(&self) -> Shot {
        match self {
            Form::HeSa(fire) => Shot::HeSa(fire.shot()),
            Form::Ap(fire) => Shot::Ap(fire.shot()),
            Form::Hunt(hunt) => Shot::Hunt(hunt.ready()),
            Form::Support(support) => Shot::HeSa(support.shot()),
            Form::Guess(guess) => Shot::HeSa(guess.shot()),
            Form::Air(support) => match support.attack() {
                Attack::Ap(shot) => Shot::Ap(shot),
                Attack::HeSa(shot) => Shot::HeSa(shot),
            },
        }
    }

    /// Where the desk has it.
    pub(super) fn on_desk(&self) -> OnDesk {
        match self {
            Form::HeSa(fire) => OnDesk::of(&he_sa::procedure(), fire),
            Form::Ap(fire) => OnDesk::of(&ap_fire::procedure(), fire),
            Form::Hunt(hunt) => OnDesk::of(&tank_hunting::procedure(), hunt),
            Form::Support(support) => OnDesk::of(&support_fire::procedure(), support),
            Form::Air(support) => OnDesk::of(&air_support::procedure(), support),
            Form::Guess(guess) => OnDesk::of(&speculative_fire::procedure(), guess),
        }
    }
}

/// Where the desk has the blows of a close combat.
pub(super) fn of_combat(combat: &CloseCombat) -> OnDesk {
    OnDesk::of(&close_combat::procedure(), combat)
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
        let refusal = state.aim(id, target, state.meant_weapon(id, target)).err()?;
        let note = Said::of(format!("No fire now: {}.", refusal.sentence));
        what_if.notes.push(note.under(refusal.rule.unwrap_or(Rule("R6"))).piece(handle(target)));
    }
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
