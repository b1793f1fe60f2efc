//! The turn: what needs no decision, from the set-up to the end (Turn sequence, R15, R17, R51).

use super::combat::{fight, fights};
use super::event::Event;
use super::state::Frame;
use super::{Act, Ending, Mark, Phase, Piece, Side, UnitId};
use crate::catalogue::Class;
use field::{Footprint, INCH};

/// R51 How near a combat element must be to an objective.
const HOLDS: i64 = 2 * INCH;

/// The next thing that needs no decision.
pub(super) fn go_on(act: &mut Act<'_>) {
    match (act.state.frames.last(), act.state.phase) {
        (Some(Frame::Move(_)), _) => super::course::go_on(act),
        (Some(_), _) => unreachable!("the other frames wait for a decision"),
        (None, Phase::SetUp) => ready(act),
        (None, Phase::Command | Phase::Calls) => to_fire(act),
        (None, Phase::Smoke) => support_falls(act),
        (None, Phase::Combat) => match fights(act.state).first() {
            Some(contest) => fight(act, contest),
            None => act.state.phase = Phase::Advance,
        },
        (None, Phase::Advance) => act.state.phase = Phase::Movement,
        (None, Phase::Overrun) => overrun(act),
        (None, Phase::Speculative | Phase::Direct | Phase::Movement) => {
            unreachable!("these phases wait for a decision")
        }
    }
}

/// R13 A side is set up: the other sets up, or the battle begins.
pub(super) fn ready(act: &mut Act<'_>) {
    match act.state.side {
        Side::Defender => act.state.side = Side::Attacker,
        Side::Attacker => begin(act),
    }
}

/// A side's half of a turn begins.
fn begin(act: &mut Act<'_>) {
    let side = act.state.side;
    let mut fresh = |piece: &mut Piece| {
        if piece.side == side {
            piece.spent = 0;
            for mark in Mark::OF_A_TURN {
                piece.marks.remove(mark);
            }
        }
    };
    act.state.units.iter_mut().for_each(&mut fresh);
    if let kernel::game::Secret::Known(ambush) = &mut act.state.ambush {
        ambush.iter_mut().for_each(fresh);
    }
    for asset in &mut act.state.assets[side] {
        asset.aimed = None;
    }
    act.state.phase = Phase::Command;
    let turn = act.state.turn;
    act.happens(Event::Turn { turn, side });
}

/// 2 The fire phase begins: called smoke is laid.
pub(super) fn to_fire(act: &mut Act<'_>) {
    act.state.phase = Phase::Smoke;
    super::support::lay_called_smoke(act);
}

/// 2b Support falls, and then the rest of the fire is made.
pub(super) fn support_falls(act: &mut Act<'_>) {
    act.state.phase = Phase::Speculative;
    super::support::falls(act);
    super::hidden::discover(act);
}

/// 3 The close combat phase begins.
pub(super) fn to_combat(act: &mut Act<'_>) {
    super::smoke::clear(act);
    act.state.phase = Phase::Combat;
    act.state.winners.clear();
    for piece in &mut act.state.units {
        piece.marks.remove(Mark::FOUGHT);
    }
}

/// 4b The movement phase is over.
pub(super) fn to_overrun(act: &mut Act<'_>) {
    act.state.phase = Phase::Overrun;
}

/// Overrun:non-combat The next non-combat element in contact is removed; a commander may be replaced. Then the turn ends.
fn overrun(act: &mut Act<'_>) {
    let caught = |(id, _): &(UnitId, &Piece)| !act.state.is_combat(*id) && act.state.is_in_contact(*id);
    let Some(id) = act.state.all().find(caught).map(|(id, _)| id) else {
        return end_turn(act);
    };
    act.happens(Event::Overrun { unit: id });
    super::strike::remove(act, id);
    if act.state.element(id).figures.class != Class::Commander {
        return;
    }
    let candidates: Vec<UnitId> = super::replace::candidates(act.state, id).take(2).collect();
    match candidates[..] {
        [] => act.happens(Event::NotReplaced { unit: id }),
        [only] => super::replace::replace(act, id, only),
        _ => act.state.frames.push(Frame::Replace { commander: id }),
    }
}

/// A side's half of a turn ends: objectives, losses, and the other side's half.
fn end_turn(act: &mut Act<'_>) {
    let side = act.state.side;
    hold(act, side);
    let broken = Side::BOTH.map(|side| {
        let (all, gone) = act.state.strength(side);
        2 * gone >= all
    });
    match broken {
        [true, true] => return over(act, Ending::Objectives),
        [true, false] => return over(act, Ending::Broken(Side::Attacker)),
        [false, true] => return over(act, Ending::Broken(Side::Defender)),
        [false, false] => {}
    }
    act.state.side = side.other();
    if side == Side::Defender {
        if act.state.turn >= act.state.battle.scenario().turns {
            return over(act, Ending::Objectives);
        }
        act.state.turn += 1;
    }
    begin(act);
}

/// R15, R51 An objective changes hands if the side whose turn ends has an unsuppressed combat element near and the other
/// has none. R20 Somebody in hiding who decides it is revealed.
fn hold(act: &mut Act<'_>, side: Side) {
    for goal in 0..act.state.holders.len() {
        if act.state.holders[goal] == Some(side) {
            continue;
        }
        let at = Footprint::from(act.state.battle.scenario().objectives[goal].at);
        let near = |side: Side| {
            let holds = |(id, piece): &(UnitId, &Piece)| {
                !piece.is_suppressed() && act.state.is_combat(*id) && piece.base().within(&at, HOLDS)
            };
            // Those whom all see come first.
            act.state.own(side).find(holds).map(|(id, _)| id)
        };
        let (Some(holder), other) = (near(side), near(side.other())) else { continue };
        match other {
            Some(hidden) if hidden.0 >= super::HIDING => {
                super::hidden::reveal(act, hidden);
                continue;
            }
            Some(_) => continue,
            None => super::hidden::reveal(act, holder),
        };
        act.state.holders[goal] = Some(side);
        act.happens(Event::Holds { goal: goal as u8, side });
    }
}

fn over(act: &mut Act<'_>, ending: Ending) {
    act.state.ending = Some(ending);
    act.state.frames.clear();
    let hidden: Vec<UnitId> = act.state.hidden().map(|(id, _)| id).collect();
    for id in hidden {
        super::hidden::reveal(act, id);
    }
    // Whether or not somebody was still in hiding, all is open now.
    act.reveals();
    act.happens(Event::Over);
}
