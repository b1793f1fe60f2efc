//! What needs no decision: legs of a move, losses, whose turn it is, the end.

use super::combat::{self, Duel, Won};
use super::event::Event;
use super::hits::{lose, settle};
use super::paths::unhindered;
use super::scouts::see;
use super::state::{Frame, Phase, Rest, Side, UnitId};
use super::{DrillOf, Rules};
use kernel::game::{Act, Secret};
use kernel::rule::Rule;

/// D8 How near is a duel.
const CONTACT: i64 = 100;

/// The next thing that needs no decision.
pub(super) fn go_on<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    match act.state.frames.last() {
        Some(Frame::Move { .. }) => go_leg(act),
        Some(Frame::Hits { .. }) => settle(act),
        None if Side::BOTH.into_iter().any(|side| act.state.is_beaten(side)) => end(act),
        None => acts_next(act),
    }
}

fn end<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    act.state.phase = Phase::Over;
    act.happens(Event::Over);
}

/// The other side acts, or the next turn begins, or the game ends.
pub(super) fn acts_next<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    let Phase::Acting { side, second } = act.state.phase else { unreachable!("somebody acts") };
    if !second {
        act.state.phase = Phase::Acting { side: side.other(), second: true };
        act.happens(Event::Acts { side: side.other() });
        return;
    }
    if act.state.turn == act.state.turns {
        end(act);
        return;
    }
    act.state.turn += 1;
    act.state.phase = Phase::Plotting;
    act.state.units.iter_mut().for_each(|unit| unit.spent = false);
    act.state.parties.iter_mut().for_each(|party| party.stance = None);
    act.state.smoke.clear();
    let turn = act.state.turn;
    act.happens(Event::Turn { turn });
}

/// D4, D5 The next leg of a move, or its end.
fn go_leg<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    let Some(Frame::Move { unit, left, rest, halted, broken, .. }) = act.state.frames.last_mut() else {
        unreachable!("a move is under way")
    };
    let unit = *unit;
    if act.state.units[unit as usize].strength == 0 {
        act.state.frames.pop();
        return;
    }
    let Secret::Known(Rest { path, facing }) = rest else { unreachable!("a whole state knows how a move goes on") };
    if *halted {
        end_move(act, unit);
        return;
    }
    // How the move goes on was hidden from the one who was asked, and is known from here on.
    let shown = std::mem::take(broken);
    if path.is_empty() {
        let facing = *facing;
        if shown {
            act.reveals();
        }
        act.state.unit_mut(unit).facing = facing;
        act.happens(Event::Faces { unit, facing });
        end_move(act, unit);
        return;
    }
    let (from, to) = (act.state.units[unit as usize].at, path.remove(0));
    let (last, had) = (path.is_empty(), *left);
    let mut way = unhindered(act.state, unit, had);
    way.leg(to).expect("check priced the path");
    if shown {
        act.reveals();
    }
    let mover = act.state.unit_mut(unit);
    (mover.at, mover.facing) = (to, way.faces().degrees() as u16);
    act.happens(Event::Went { unit, to });
    let stops = see(act, unit, from);
    let enemy = act.state.unit(unit).side.other();
    let asks = act.state.can_react(unit, from).next().is_some() || (last || stops) && act.state.party(enemy).hidden > 0;
    if stops {
        act.happens(Event::Stops { unit, rule: Rule("D7") });
    }
    if let Some(Frame::Move { from: begun, left, halted, broken, asking, .. }) = act.state.frames.last_mut() {
        *begun = from;
        *left = way.left;
        *halted |= stops;
        *asking = asks;
        *broken = asks;
    }
}

/// D8 A move has ended; there may be a duel.
fn end_move<R: Rules>(act: &mut Act<'_, DrillOf<R>>, unit: UnitId) {
    act.state.frames.pop();
    let mover = act.state.unit(unit).clone();
    let nearest = act.state.alive(mover.side.other()).map(|(id, enemy)| (enemy.base().gap(&mover.base()), id)).min();
    let Some((_, enemy)) = nearest.filter(|(distance, _)| *distance <= CONTACT) else { return };
    let against = act.state.unit(enemy).strength;
    let duel = Duel { mover: mover.side, strength: mover.strength, against };
    let (winner, loser) = match act.roll(|dice| combat::duel(&duel, dice)) {
        Won::Mover => (unit, enemy),
        Won::Enemy => (enemy, unit),
    };
    act.happens(Event::Won { winner, loser });
    lose(act, loser, 1, Rule("D8"));
}
