//! Carrying out orders.

use super::Drill;
use super::check::hides;
use super::combat::{self, Duel, Fire, Hits, Won};
use super::event::Event;
use super::order::Order;
use super::scenario;
use super::state::{Frame, HIDING, Phase, Report, Rest, Scout, Side, State, UnitId, Word};
use field::measured::Point;
use field::reach::passes_within;
use kernel::game::{Act, Secret};
use kernel::rule::Rule;

/// D7 How near a scout is seen.
const SIGHT: i64 = 300;
/// D7 How far a look-out sees.
const LOOK_OUT: i64 = 800;
/// D6 How far hits spread.
const SPREAD: i64 = 200;
/// D8 How near is a duel.
const CONTACT: i64 = 100;

pub(super) fn apply(act: &mut Act<'_, Drill>, side: Side, order: &Order) {
    match order {
        Order::Hide { .. } | Order::Plot { .. } => {}
        _ => act.state.step += 1,
    }
    match order {
        Order::Hide { at } => {
            debug_assert!(at.iter().all(|at| hides(act.state, side, &[], *at).is_ok()));
            let scouts = (HIDING..).zip(at).map(|(id, at)| Scout { id, at: *at }).collect();
            act.state.party_mut(side).scouts = Some(Secret::Known(scouts));
            act.happens(Event::Hid { side });
            if act.state.parties.iter().all(|party| party.scouts.is_some()) {
                act.state.phase = Phase::Plotting;
                act.happens(Event::Turn { turn: 1 });
            }
        }
        Order::Plot { stance } => {
            act.state.party_mut(side).plot = Some(Secret::Known(*stance));
            act.happens(Event::Plotted { side });
            if act.state.parties.iter().all(|party| party.plot.is_some()) {
                show_plots(act);
            }
        }
        Order::Move { unit, path, facing } => {
            let rest = Secret::Known(Rest { path: path.clone(), facing: *facing });
            let (from, left) = (act.state.unit(*unit).at, act.state.stance(side).allowance());
            act.state.unit_mut(*unit).spent = true;
            let (unit, halted, broken, asking) = (*unit, false, false, false);
            act.state.frames.push(Frame::Move { unit, from, left, rest, halted, broken, asking });
        }
        Order::Fire { unit, target } => fire(act, *unit, *target),
        Order::LookOut { unit } => look_out(act, side, *unit),
        Order::Pass => {
            act.happens(Event::Passed { side });
            acts_next(act);
        }
        Order::React { unit } => react(act, side, *unit),
        Order::Hold => {
            if let Some(Frame::Move { asking, .. }) = act.state.frames.last_mut() {
                *asking = false;
            }
            act.happens(Event::Held { side });
        }
        Order::TakeHit { unit } => {
            if let Some(Frame::Hits { among, placed, left, .. }) = act.state.frames.last_mut() {
                let at = among.iter().position(|id| id == unit).expect("check found it among those who may be hit");
                placed[at] += 1;
                *left -= 1;
            }
        }
        Order::ShareHits { shares } => {
            if let Some(Frame::Hits { placed, left, .. }) = act.state.frames.last_mut() {
                placed.iter_mut().zip(shares).for_each(|(placed, share)| *placed += share);
                *left = 0;
            }
        }
    }
    go_on(act);
}

/// D3 Both plots are shown, and it is settled who acts first.
fn show_plots(act: &mut Act<'_, Drill>) {
    for side in Side::ALL {
        let plot = act.state.party_mut(side).plot.take().expect("both have plotted");
        act.state.party_mut(side).stance = Some(*plot.whole());
    }
    act.reveals();
    let [red, blue] = Side::ALL.map(|side| act.state.stance(side));
    act.happens(Event::Shown { red, blue });
    let first = match red.cmp(&blue) {
        std::cmp::Ordering::Less => Side::Red,
        std::cmp::Ordering::Greater => Side::Blue,
        std::cmp::Ordering::Equal => act.roll(combat::acts_first),
    };
    act.state.phase = Phase::Acting { side: first, second: false };
    act.happens(Event::Acts { side: first });
}

/// Runs all that needs no decision, until somebody is asked or the game is over.
fn go_on(act: &mut Act<'_, Drill>) {
    loop {
        match act.state.frames.last() {
            Some(Frame::Move { asking: true, .. }) => return,
            Some(Frame::Move { .. }) => go_leg(act),
            Some(Frame::Hits { .. }) => {
                if !settle_hits(act) {
                    return;
                }
            }
            None => {
                let beaten = Side::ALL.into_iter().any(|side| act.state.is_beaten(side));
                match act.state.phase {
                    Phase::Acting { .. } if beaten => end(act),
                    Phase::Acting { side, .. } if act.state.fresh(side).next().is_none() => acts_next(act),
                    _ => return,
                }
            }
        }
    }
}

fn end(act: &mut Act<'_, Drill>) {
    act.state.phase = Phase::Over;
    act.happens(Event::Over);
}

/// The other side acts, or the next turn begins, or the game ends.
fn acts_next(act: &mut Act<'_, Drill>) {
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
    let turn = act.state.turn;
    act.happens(Event::Turn { turn });
}

/// D4, D5 The next leg of a move, or its end.
fn go_leg(act: &mut Act<'_, Drill>) {
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
    let last = path.is_empty();
    *left -= scenario::ground(act.state.wood).leg(from, to).expect("check priced the path");
    if shown {
        act.reveals();
    }
    act.state.unit_mut(unit).at = to;
    act.happens(Event::Went { unit, to });
    let stops = see(act, unit, from);
    let enemy = act.state.unit(unit).side.other();
    let asks = act.state.can_react(unit, from).next().is_some() || (last || stops) && act.state.party(enemy).hidden > 0;
    if stops {
        act.happens(Event::Stops { unit, rule: Rule("D7") });
    }
    if let Some(Frame::Move { from: begun, halted, broken, asking, .. }) = act.state.frames.last_mut() {
        *begun = from;
        *halted |= stops;
        *asking = asks;
        *broken = asks;
    }
}

/// D8 A move has ended; there may be a duel.
fn end_move(act: &mut Act<'_, Drill>, unit: UnitId) {
    act.state.frames.pop();
    let mover = act.state.unit(unit).clone();
    let nearest = act.state.alive(mover.side.other()).map(|(id, enemy)| (enemy.at.distance(mover.at), id)).min();
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

/// D7 The scouts that are seen because a unit has gone a leg. Did it run into one?
fn see(act: &mut Act<'_, Drill>, unit: UnitId, from: Point) -> bool {
    let (side, to) = (act.state.unit(unit).side, act.state.unit(unit).at);
    let near = |state: &State, of: Side, from: Point, to: Point| {
        let seen = state.scouts(of).iter().find(|scout| passes_within(from, to, scout.at, SIGHT));
        seen.map(|scout| scout.id)
    };
    let mut ran_into = false;
    while let Some(scout) = near(act.state, side.other(), from, to) {
        ran_into = true;
        show(act, side.other(), scout);
    }
    ran_into
}

/// D7 A scout becomes a unit with the next number, and may itself see others.
fn show(act: &mut Act<'_, Drill>, side: Side, scout: UnitId) -> UnitId {
    let unit = act.state.units.len() as UnitId;
    let number = 1 + act.state.units.iter().filter(|unit| unit.side == side && unit.scout).count() as u8;
    let party = act.state.party_mut(side);
    let Some(Secret::Known(scouts)) = &mut party.scouts else { unreachable!("a whole state knows the scouts") };
    let place = scouts.iter().position(|hiding| hiding.id == scout).expect("the scout hides");
    let Scout { at, .. } = scouts.remove(place);
    party.hidden -= 1;
    act.state.units.push(scenario::fresh(side, true, number, at));
    act.reveals();
    act.happens(Event::Seen { unit, at });
    see(act, unit, at);
    unit
}

/// D5 A unit or a scout fires at the mover.
fn react(act: &mut Act<'_, Drill>, side: Side, shooter: UnitId) {
    let Some(Frame::Move { unit: mover, asking, .. }) = act.state.frames.last_mut() else {
        unreachable!("a reaction answers a move")
    };
    *asking = false;
    let mover = *mover;
    let shooter = if shooter >= HIDING { show(act, side, shooter) } else { shooter };
    fire(act, shooter, mover);
}

/// D6 A unit fires; hits that can fall in more than one way are left for the seats to place.
fn fire(act: &mut Act<'_, Drill>, shooter: UnitId, target: UnitId) {
    let (side, strength) = (act.state.unit(shooter).side, act.state.unit(shooter).strength);
    let shot = Fire { side, strength, target: act.state.stance(side.other()) };
    act.state.unit_mut(shooter).spent = true;
    let Hits(hits) = act.roll(|dice| combat::fire(&shot, dice));
    act.happens(Event::Fired { unit: shooter, target, hits });
    let at = act.state.unit(target).at;
    let beside = act.state.alive(side.other()).filter(|(id, unit)| *id != target && unit.at.distance(at) <= SPREAD);
    let among: Vec<UnitId> = std::iter::once(target).chain(beside.map(|(id, _)| id)).collect();
    let bearable: u32 = among.iter().map(|id| u32::from(act.state.unit(*id).strength)).sum();
    let left = u32::from(hits).min(bearable) as u8;
    let placed = vec![0; among.len()];
    act.state.frames.push(Frame::Hits { shooter, target, among, placed, left });
}

/// D6 Places hits that can fall in one way only. Are all placed, and the losses taken?
fn settle_hits(act: &mut Act<'_, Drill>) -> bool {
    let Some(Frame::Hits { among, placed, left, .. }) = act.state.frames.last_mut() else {
        unreachable!("hits are being placed")
    };
    let units = &act.state.units;
    let room: Vec<u8> = among.iter().zip(&*placed).map(|(id, placed)| units[*id as usize].strength - placed).collect();
    let open = room.iter().filter(|&&room| room > 0).count();
    let all: u32 = room.iter().map(|&room| u32::from(room)).sum();
    if *left > 0 && (open == 1 || all == u32::from(*left)) {
        for (placed, room) in placed.iter_mut().zip(&room) {
            let share = (*left).min(*room);
            *placed += share;
            *left -= share;
        }
    }
    if *left > 0 {
        return false;
    }
    let Some(Frame::Hits { among, placed, .. }) = act.state.frames.pop() else { unreachable!("hits are being placed") };
    for (id, loss) in among.into_iter().zip(placed) {
        lose(act, id, loss, Rule("D6"));
    }
    true
}

/// A unit loses strength, and stops if it is moving.
fn lose(act: &mut Act<'_, Drill>, id: UnitId, loss: u8, rule: Rule) {
    if loss == 0 {
        return;
    }
    act.state.unit_mut(id).strength -= loss;
    act.happens(Event::Lost { unit: id, loss, rule });
    if act.state.unit(id).strength == 0 {
        act.happens(Event::Destroyed { unit: id });
    } else if let Some(Frame::Move { unit, halted, .. }) = act.state.frames.last_mut()
        && *unit == id
        && !std::mem::replace(halted, true)
    {
        act.happens(Event::Stops { unit: id, rule: Rule("D5") });
    }
}

/// D7 A unit looks out, and only its seat learns what it saw.
fn look_out(act: &mut Act<'_, Drill>, side: Side, unit: UnitId) {
    act.state.unit_mut(unit).spent = true;
    act.happens(Event::LooksOut { unit });
    let from = act.state.unit(unit).at;
    let near = act.state.scouts(side.other()).iter().any(|scout| scout.at.distance(from) <= LOOK_OUT);
    let word = act.roll_unseen(side.seat(), |dice| combat::look_out(side, near, dice));
    if word != Word::Fog {
        act.reveals();
    }
    let hidden = act.state.party(side.other()).hidden;
    act.state.party_mut(side).reports.push(Report { from, hidden, word: Secret::Known(word) });
    act.happens(Event::Told { side, word });
}
