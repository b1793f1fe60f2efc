//! The move: what needs no decision, phase by phase (Sequence, R1, R12, R28).

use super::event::Event;
use super::shells::{self, Round};
use super::{Act, Ending, Falling, Frame, Layer, PerSide, Phase, Plan, Side, State, Wind};
use super::{allot, charge, clouds, losses, melee, nerve, retreat, snipers, vehicles, volley};
use crate::bombardment::{self, Bombardment};
use crate::initiative::{self, Initiative, Last, Phase as Thrown, resolve_initiative};
use crate::seats::OWNER;
use crate::wind::{Weather, resolve_wind};
use field::{Direction, INCH, Point};
use kernel::prelude::*;
use kernel::procedure::OnDesk;

/// R19 How near a squad must be to an objective, with no enemy so near.
const HOLDS: i64 = 3 * INCH;
/// R9 Aim points so near to one another are the same target.
const SAME_TARGET: i64 = 6 * INCH;

/// The next thing that needs no decision.
pub(super) fn go_on(act: &mut Act<'_>) {
    match act.state.frames.last() {
        Some(Frame::Losses(_)) => return losses::go_on(act),
        Some(Frame::Shells(_)) => return next_shell(act),
        Some(Frame::Charge(_)) => return charge::go_on(act),
        Some(Frame::Melees(_)) => return melee::next(act),
        Some(Frame::Round(_)) => return melee::after(act),
        Some(Frame::GunOut(_)) => return vehicles::lose_gun(act),
        None => {}
    }
    match act.state.phase {
        Phase::Prepare => begin_move(act),
        Phase::Plot => begin_shelling(act),
        Phase::Shelling => {
            act.state.phase = Phase::Clouds;
            clouds::breathe(act);
        }
        Phase::Clouds => {
            act.state.phase = Phase::ShellNerve;
            nerve::tests(act);
        }
        Phase::ShellNerve => {
            act.state.phase = Phase::Initiative;
            throw_initiative(act);
        }
        Phase::Initiative | Phase::Choose => unreachable!("the winner of the initiative chooses"),
        Phase::Move => {
            act.state.phase = Phase::Fire;
            act.state.ready = PerSide::of(|side| allot::is_plainly_silent(act.state, side));
            if act.state.ready != PerSide::of(|_| true) {
                act.happens(Event::Phase { phase: Phase::Fire });
            }
        }
        Phase::Fire => {
            act.state.phase = Phase::Melee;
            act.state.ready = PerSide::default();
            volley::resolve(act);
        }
        Phase::Melee => {
            act.state.phase = Phase::Nerve;
            melee::begin(act);
        }
        Phase::Nerve => end_move(act),
    }
}

/// The first move begins, or the next.
fn begin_move(act: &mut Act<'_>) {
    act.state.turn += 1;
    act.state.ready = PerSide::default();
    act.state.phase = Phase::Plot;
    let turn = act.state.turn;
    act.happens(Event::Move { turn });
    spot_ground(act.state);
    snipers::look_for_ways_home(act);
}

/// Sequence:b Both sides have written: masks are put on, gas is released, and plotted shells fall.
fn begin_shelling(act: &mut Act<'_>) {
    act.state.phase = Phase::Shelling;
    act.state.ready = PerSide::default();
    act.reveals();
    let turn = act.state.turn;
    let due = |side: Side| {
        let plan = act.state.plan(side);
        plan.release || !plan.masks.is_empty() || plan.shots.iter().any(|shot| shot.turn <= turn)
    };
    if Side::BOTH.into_iter().any(due) {
        act.happens(Event::Phase { phase: Phase::Shelling });
    }
    clouds::drift(act);
    let mut falling = Vec::new();
    for side in Side::BOTH {
        let masks = std::mem::take(&mut act.state.plan_mut(side).masks);
        for id in masks {
            let squad = act.state.squad_mut(id);
            squad.masked = !squad.masked;
            let on = squad.masked;
            act.happens(Event::Masks { squad: id, on });
        }
        let (due, later): (Vec<_>, Vec<_>) = act.state.plan(side).shots.iter().partition(|shot| shot.turn <= turn);
        act.state.plan_mut(side).shots = later;
        let mut fired: Vec<(Point, u8)> = Vec::new();
        for shot in due {
            match shot.piece {
                Layer::Gun(gun) => {
                    let squad = act.state.squad(gun);
                    let lost = !act.state.is_here(gun) || squad.limbered || squad.routed || squad.fights();
                    if lost {
                        act.happens(Event::ShellsLost { squad: gun, shells: 1 });
                    } else {
                        falling.push(Falling { side, gun: Some(gun), aim: shot.at, load: shot.load });
                    }
                }
                Layer::Section(_) => {
                    let guns = super::plotted::guns(act.state, side, shot.piece);
                    falling.extend((0..guns).map(|_| Falling { side, gun: None, aim: shot.at, load: shot.load }));
                    fired.push((shot.at, guns));
                }
            }
        }
        if !fired.is_empty() {
            let battery = &mut act.state.batteries[side];
            battery.moves = battery.moves.saturating_sub(1);
        }
        // All have fired before any is lost.
        for (at, guns) in fired {
            counter(act, side, at, guns);
        }
        if std::mem::take(&mut act.state.plan_mut(side).release) {
            clouds::release(act, side);
        }
    }
    falling.reverse();
    if !falling.is_empty() {
        act.state.frames.push(Frame::Shells(falling));
    }
}

/// Bombardment:counter-third A section of the battery is found by the enemy's guns.
fn counter(act: &mut Act<'_>, side: Side, at: Point, guns: u8) {
    let turn = act.state.turn;
    let fired = &mut act.state.batteries[side].fired;
    fired.push((at, turn));
    let mut turns: Vec<u8> =
        fired.iter().filter(|(other, _)| other.within(at, SAME_TARGET)).map(|(_, turn)| *turn).collect();
    // Both sections at one target are one move of fire at it.
    turns.dedup();
    let times = turns.len() as u8;
    if times < 3 || guns == 0 {
        return;
    }
    act.state.roller = side;
    let fired = Bombardment { guns: guns.clamp(1, 6), fired_before: (times - 1).min(9), ..Bombardment::default() };
    let left = act.roll_as(
        |_| OnDesk::of(&bombardment::procedure(), &fired),
        |dice| bombardment::resolve_counter(times, guns, dice),
    );
    let lost = guns - left;
    act.state.batteries[side].guns -= lost;
    act.happens(Event::Counter { side, lost });
}

fn next_shell(act: &mut Act<'_>) {
    let Some(Frame::Shells(falling)) = act.state.frames.last_mut() else { unreachable!("shells are to fall") };
    let number = falling.len() as u8;
    let Some(shell) = falling.pop() else {
        act.state.frames.pop();
        return;
    };
    let round = Round::plotted(act.state, &shell);
    act.happens(Event::PlottedFalls { side: shell.side, gun: shell.gun });
    let losses = shells::fire(act, &round, number, &[]);
    losses::take(act, losses);
}

/// Sequence:c A D6 for each side decides the initiative.
fn throw_initiative(act: &mut Act<'_>) {
    act.happens(Event::Phase { phase: Phase::Move });
    act.state.roller = Side::Attacker;
    let last = match act.state.initiative {
        None => Last::Nobody,
        Some(Side::Attacker) => Last::Attacker,
        Some(Side::Defender) => Last::Defender,
    };
    let thrown = Thrown { last };
    let won = act.roll_as(|_| OnDesk::of(&initiative::procedure(), &thrown), |dice| resolve_initiative(&thrown, dice));
    let side = if won == Initiative::Attacker { Side::Attacker } else { Side::Defender };
    act.state.initiative = Some(side);
    act.state.active = side;
    act.state.phase = Phase::Choose;
    act.happens(Event::Initiative { side });
}

/// R28 Charges are revealed, routed squads run, tanks throw, and then squads move in turn.
pub(super) fn begin_moves(act: &mut Act<'_>, first: Side) {
    act.reveals();
    for side in Side::BOTH {
        let charges = std::mem::take(&mut act.state.plan_mut(side).charges);
        for (squad, mark) in charges {
            act.state.charges.push((squad, mark));
            act.happens(Event::Declared { squad, mark });
        }
    }
    act.state.phase = Phase::Move;
    act.state.passes = 0;
    act.state.active = first;
    for id in act.state.ids().collect::<Vec<_>>() {
        let squad = act.state.squad(id);
        if !act.state.is_here(id) || squad.deeds.shaken {
            continue;
        }
        let from = act.state.standing(id);
        if squad.routed {
            act.happens(Event::Runs { squad: id });
        } else if squad.retreats > 0 {
            let squad = act.state.squad_mut(id);
            squad.retreats -= 1;
            squad.deeds.shaken = true;
            act.happens(Event::FallsBackAgain { squad: id });
        } else {
            continue;
        }
        retreat::fall_back(act, id);
        clouds::enter(act, id, &from);
    }
    snipers::seek_ways_home(act);
    vehicles::break_down(act);
    snipers::spot(act);
    settle_turn(act.state);
}

/// The other side has the next turn, if it has a squad that may move.
pub(super) fn next_squad(act: &mut Act<'_>) {
    act.state.active = act.state.active.other();
    settle_turn(act.state);
}

/// A side that has nobody to move does not hold the other up.
pub(super) fn settle_turn(state: &mut State) {
    if state.can_move(state.active) {
        return;
    }
    if state.can_move(state.active.other()) && state.passes == 0 {
        state.active = state.active.other();
    } else {
        state.passes = 2;
    }
}

/// Sequence:f Other tests, rallying, objectives; then the next move, or the end.
fn end_move(act: &mut Act<'_>) {
    if act.state.all().any(|(id, squad)| squad.routed || act.state.occasion(id).is_some()) {
        act.happens(Event::Phase { phase: Phase::Nerve });
    }
    let routed = act.state.to_rally();
    nerve::tests(act);
    nerve::rally(act, routed);
    losses::capture(act);
    hold(act);
    for squad in &mut act.state.squads {
        squad.was_gassed = squad.deeds.in_gas;
        squad.rest = if squad.deeds.moved { 0 } else { squad.rest.saturating_add(1) };
        squad.deeds = super::Deeds::default();
        if let Some(hull) = &mut squad.hull {
            hull.shelled = std::mem::take(&mut hull.shelled_now);
        }
    }
    for side in Side::BOTH {
        let plan = act.state.plan_mut(side);
        *plan = Plan { fire: Vec::new(), ..std::mem::take(plan) };
        if let kernel::game::Secret::Known(hidden) = &mut act.state.hidden[side] {
            for sniper in hidden {
                sniper.rest = if sniper.crept { 0 } else { sniper.rest.saturating_add(1) };
                sniper.crept = false;
            }
        }
    }
    act.state.charges.clear();
    let beaten = Side::BOTH.map(|side| !act.state.stands(side));
    let ending = match beaten {
        [true, false] => Some(Ending::NoSquads(Side::Attacker)),
        [false, true] => Some(Ending::NoSquads(Side::Defender)),
        [true, true] => Some(Ending::Points),
        _ if act.state.turn >= act.state.battle.scenario().moves => Some(Ending::Points),
        _ => None,
    };
    if ending.is_some() {
        act.state.ending = ending;
        act.happens(Event::Over);
        return;
    }
    begin_move(act);
}

/// R19 An objective is held by the side that has an unrouted man near it, and the enemy none.
fn hold(act: &mut Act<'_>) {
    for goal in 0..act.state.holders.len() {
        let at = act.state.battle.scenario().objectives[goal].at;
        let near = |side: Side| {
            act.state.of_side(side).any(|(id, squad)| {
                !squad.routed && squad.at.within(at, HOLDS + 20 * INCH) && act.state.distance_to(id, at) <= HOLDS
            })
        };
        let holder = match Side::BOTH.map(near) {
            [true, false] => Side::Attacker,
            [false, true] => Side::Defender,
            _ => continue,
        };
        if act.state.holders[goal] != Some(holder) {
            act.state.holders[goal] = Some(holder);
            act.happens(Event::Holds { goal: goal as u8, side: holder });
        }
    }
}

/// R23 Trenches and buildings where each side sees enemies.
fn spot_ground(state: &mut State) {
    for side in Side::BOTH {
        let mut pieces: Vec<u16> = Vec::new();
        for (id, squad) in state.of_side(side.other()) {
            if let Some(piece) = state.land().inside(squad.at)
                && !state.spotted[side].contains(&(piece as u16))
                && !pieces.contains(&(piece as u16))
                && state.side_sees(side, id)
            {
                pieces.push(piece as u16);
            }
        }
        state.spotted[side].extend(pieces);
        state.spotted[side].sort_unstable();
    }
}

/// R10, R27 The wind is thrown once; with cylinders among 8, 1 and 2 of their owner.
pub(super) fn throw_wind(state: &State, dice: &mut dyn Dice) -> Wind {
    let owner = Side::BOTH.into_iter().find(|side| state.battle.army(*side).cylinders.is_some());
    let up = |side: Side| state.battle.army(side).edge.facing().turned(180).degrees();
    let (turned, inches) = if let Some(side) = owner {
        let thrown = dice.throw(Law::One(Die::D6), Why::either("direction of the wind", OWNER)).value();
        let strength = dice.d6(Why::either("strength of the wind", OWNER)).value();
        (up(side) + [315, 0, 45][(thrown as usize - 1) / 2], strength as u8)
    } else {
        let wind = resolve_wind(&Weather {}, dice).outcome;
        (up(Side::Attacker) + 45 * i64::from(wind.blows.eighth()), wind.inches)
    };
    Wind { towards: Direction::ALL[(turned.rem_euclid(360) / 45) as usize], inches }
}
