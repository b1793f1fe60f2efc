//! The turn: what needs no decision, from army morale to the end (Turn order, R1, R18, R21).

use super::event::Event;
use super::state::{Frame, Phase};
use super::{Act, Ending, PerSide, Side, State};
use crate::army_morale::{ArmyMorale, resolve_army_morale};
use crate::initiative::{Initiative, Scenario as Given, StartOfTurn, resolve_initiative};
use field::INCH;
use kernel::procedure::OnDesk;

/// R25 How near a unit must be to an objective.
const HOLDS: i64 = 3 * INCH;

/// The next thing that needs no decision.
pub(super) fn go_on(act: &mut Act<'_>) {
    match act.state.frames.last() {
        Some(Frame::Move(_)) => super::moving::go_on(act),
        Some(_) => unreachable!("the other frames wait for a decision"),
        None if act.state.phase == Phase::Begin => begin(act),
        None if act.state.activation.is_some() => end_activation(act),
        None if act.state.tokens[act.state.active.other()] > 0 => change_roles(act),
        None => end_turn(act),
    }
}

/// Turn order:5 The reactive player becomes the active one.
pub(super) fn change_roles(act: &mut Act<'_>) {
    act.state.active = act.state.active.other();
    act.state.spent = false;
    let side = act.state.active;
    act.happens(Event::Roles { side });
}

/// A turn begins: army morale, tokens, initiative.
fn begin(act: &mut Act<'_>) {
    let breaks = |act: &mut Act<'_>, side: Side| {
        let army = act.state.strength(side);
        if army.bases_lost < army.bases_left {
            return false;
        }
        act.state.roller = side;
        act.throwing_for(|_| format!("the army of the {side}"))
            .roll_as(|_| OnDesk::of(&crate::army_morale::procedure(), &army), |dice| resolve_army_morale(&army, dice))
            == ArmyMorale::Loses
    };
    let broken = Side::BOTH.map(|side| breaks(act, side));
    match broken {
        [true, true] => return over(act, Ending::Objectives),
        [true, false] => return over(act, Ending::Morale(Side::Attacker)),
        [false, true] => return over(act, Ending::Morale(Side::Defender)),
        [false, false] => {}
    }
    act.state.tokens = collected(act.state);
    let PerSide { attacker, defender } = act.state.tokens;
    let turn = act.state.turn;
    act.happens(Event::Turn { turn, attacker, defender });
    let given = match act.state.battle.scenario().initiative.filter(|_| turn == 1) {
        Some(Side::Attacker) => Given::FirstSide,
        Some(Side::Defender) => Given::SecondSide,
        None => Given::Rolled,
    };
    act.state.roller = Side::Attacker;
    let first = act.roll_as(
        |_| OnDesk::of(&crate::initiative::procedure(), &StartOfTurn { scenario: given }),
        |dice| resolve_initiative(&StartOfTurn { scenario: given }, dice),
    );
    let side = if first == Initiative::First { Side::Attacker } else { Side::Defender };
    (act.state.active, act.state.spent, act.state.phase) = (side, false, Phase::Spell);
    act.happens(Event::Initiative { side });
}

/// R1, R21 A token for each unit and commander, and at most so many more than the other side.
fn collected(state: &State) -> PerSide<u8> {
    let scenario = state.battle.scenario();
    let has = PerSide::of(|side| {
        let own = state.of_side(side).count() + state.leaders_of(side).count();
        (own as i64 + i64::from(scenario.army(side).tokens)).clamp(1, 99) as u8
    });
    PerSide::of(|side| has[side].min(has[side.other()].saturating_add(scenario.lead)))
}

/// An activation has ended: objectives change hands, and the other side may seize the initiative.
fn end_activation(act: &mut Act<'_>) {
    hold(act);
    if let Some(beaten) = Side::BOTH.into_iter().find(|side| act.state.of_side(*side).next().is_none()) {
        let left = act.state.strength(beaten).units_left > 0;
        return over(act, if left { Ending::Objectives } else { Ending::NoUnits(beaten) });
    }
    if act.state.can_seize() {
        act.state.phase = Phase::Seizing;
    } else {
        act.state.activation = None;
    }
}

/// R25 An objective is held by the last unit, not artillery, that ended an activation near it, with no enemy near.
fn hold(act: &mut Act<'_>) {
    let unit = act.state.unit(act.state.acting());
    if !unit.is_here() || unit.kind.is_artillery() {
        return;
    }
    let (side, base) = (unit.side, unit.base());
    for goal in 0..act.state.holders.len() {
        let at = field::Footprint::from(act.state.battle.scenario().objectives[goal].at);
        let contested = act.state.of_side(side.other()).any(|(_, enemy)| enemy.base().within(&at, HOLDS));
        if act.state.holders[goal] != Some(side) && base.within(&at, HOLDS) && !contested {
            act.state.holders[goal] = Some(side);
            act.happens(Event::Holds { goal: goal as u8, side });
        }
    }
}

/// R21 Both sides are out of tokens: the turn ends at once.
fn end_turn(act: &mut Act<'_>) {
    for unit in &mut act.state.units {
        (unit.tokens, unit.moved, unit.activated, unit.rallied) = (0, false, false, false);
    }
    act.state.leaders.iter_mut().for_each(|leader| leader.moved = false);
    let (turn, clouds) = (act.state.turn, act.state.smoke.len());
    act.state.smoke.retain(|smoke| smoke.until > turn);
    if act.state.smoke.len() < clouds {
        act.happens(Event::SmokeClears);
    }
    if turn >= act.state.battle.scenario().turns {
        return over(act, Ending::Objectives);
    }
    act.state.turn += 1;
    act.state.phase = Phase::Begin;
}

fn over(act: &mut Act<'_>, ending: Ending) {
    act.state.ending = Some(ending);
    act.state.frames.clear();
    act.state.activation = None;
    act.happens(Event::Over);
}
