//! 26: an assault as it is fought on the table, from the target's answer to the marker.

use super::assaults_step::any_of;
use super::fight::{Fight, Stage};
use super::way_back::{WayBack, go_back};
use super::{
    Cause, Event, Frame, Marks, Order, Question, Side, Squares, State, UnitId, Units, Wounds, movement_step, turn,
};
use crate::assault::chain::{fight, further_hits, verdict};
use crate::assault::dice::{assaulter_pool, target_pool};
use crate::retire::retire_hits;
use crate::seats::{ASSAULTER, TARGET};
use kernel::dice::Seeded;
use kernel::game::Act;
use kernel::prelude::*;

/// R7 The assault is named; from now on its squares support no other this turn. The target is asked whether it stands,
/// where it could retire.
pub(super) fn begin(act: &mut Act<'_, Squares>, fight: Fight) {
    let Fight { from, target, assaulters: units, additional, shock, .. } = fight;
    act.happens(Event::Assaulted { from, target, units, additional, shock });
    let engaged = fight.squares(act.state);
    act.state.engaged = act.state.engaged | engaged;
    if fight.way.is_cut_off() {
        stand(act, fight);
    } else {
        act.state.frames.push(Frame::Assault(fight));
    }
}

/// The target's answer.
pub(super) fn answer(act: &mut Act<'_, Squares>, mut fight: Fight, retires: bool) {
    if !retires {
        return stand(act, fight);
    }
    let target = fight.target;
    fight.retired = true;
    act.happens(Event::Retired { at: target });
    let hits = retire_hits(&act.state.as_units(fight.defenders), act.state.battle.ground(target));
    let number = hits.total().max(0) as u16;
    act.roll(|_| {
        let explained = Explanation::of(Rule("26:retire-hits"), "retiring from an assault").tally(hits);
        explained.gives((), Phrase::of("{} hits on the target").number(number))
    });
    let wounds = Wounds::on(act.state, fight.side.other(), Cause::Retiring, target, fight.defenders, number);
    (fight.stage, fight.on_target) = (Stage::Retiring, Some(wounds));
    push(act, fight);
}

/// R7 The target stands: supports are named, and both sides roll together.
fn stand(act: &mut Act<'_, Squares>, mut fight: Fight) {
    let (side, target, from) = (fight.side, fight.target, fight.from);
    act.happens(Event::Stood { at: target });
    let assault = fight.situation(act.state);
    let (supports, target_supports) = assault.claimed_supports();
    if supports + target_supports > 0 {
        act.happens(Event::Supported { from, supports, target, target_supports });
    }
    let by_assaulter = |tells| assaulter_pool(&assault, tells);
    let by_target = |tells| target_pool(&assault, tells);
    let on_target = act.roll(|dice| self::fight(&by_assaulter(dice.tells()), ASSAULTER, TARGET, dice));
    let on_assaulter = act.roll(|dice| self::fight(&by_target(dice.tells()), TARGET, ASSAULTER, dice));
    fight.on_target = Some(Wounds::on(act.state, side.other(), Cause::Assaulted, target, fight.defenders, on_target));
    let main = (fight.assaulters | fight.present, fight.additional);
    fight.on_assaulter = Some(Wounds::with_additional(act.state, side, Cause::Assaulting, from, main, on_assaulter));
    fight.stage = Stage::Fighting;
    push(act, fight);
}

fn push(act: &mut Act<'_, Squares>, fight: Fight) {
    turn::push(act, Frame::Assault(fight));
}

/// Goes on with an assault once all hits are placed.
pub(super) fn go_on(act: &mut Act<'_, Squares>, mut fight: Fight) {
    // Both sides save before the casualties are compared (R10).
    let mut casualties = [0, 0];
    for (wounds, lost) in [&mut fight.on_target, &mut fight.on_assaulter].into_iter().zip(&mut casualties) {
        if let Some(mut wounds) = wounds.take() {
            wounds.save(act);
            *lost = wounds.casualties();
        }
    }
    match fight.stage {
        Stage::Fighting => decide(act, fight, casualties),
        Stage::Retiring => withdraw(act, fight, Rule("R11")),
        Stage::Beaten => withdraw(act, fight, Rule("26:withdraw")),
        Stage::Repulsed => {
            let defender = fight.side.other();
            mark(act, fight, defender);
        }
        Stage::Answer | Stage::MovingIn | Stage::Marking(_) => unreachable!("these wait for a decision"),
    }
}

/// 26:casualties The casualties are compared, and the loser takes further hits.
fn decide(act: &mut Act<'_, Squares>, mut fight: Fight, [on_target, on_assaulter]: [u8; 2]) {
    let (side, target) = (fight.side, fight.target);
    let guns = act.state.those(act.state.standing(fight.defenders), |unit| unit.kind.is_artillery());
    // Those who would withdraw are those who are left when the guns are gone.
    let leaving = act.state.standing(fight.defenders) & !guns;
    fight.way = WayBack::of(act.state, side.other(), target, leaving);
    let cut_off = !leaving.is_empty() && fight.way.is_cut_off();
    let won = act.roll(|_| verdict(on_target, on_assaulter, guns.len() as u16, cut_off));
    let hits = further_hits(won, cut_off).total() as u16;
    if won {
        act.happens(Event::Won { target });
        for unit in guns.iter() {
            let all = act.state.unit(unit).left;
            act.state.lose(unit, all);
            act.happens(Event::GunRemoved { unit });
        }
        fight.stage = Stage::Beaten;
        fight.on_target = Some(Wounds::on(act.state, side.other(), Cause::Assaulted, target, leaving, hits));
    } else {
        act.happens(Event::Held { target });
        let main = (fight.assaulters | fight.present, fight.additional);
        for unit in (main.0 | main.1).iter() {
            // R12: a lost fight takes the marker.
            act.state.unit_mut(unit).marks.stop_winning();
        }
        fight.stage = Stage::Repulsed;
        fight.on_assaulter = Some(Wounds::with_additional(act.state, side, Cause::Assaulting, fight.from, main, hits));
    }
    push(act, fight);
}

/// 26:withdraw, R11 What is left of the target goes back, or stays where it cannot.
fn withdraw(act: &mut Act<'_, Squares>, fight: Fight, rule: Rule) {
    let (side, target) = (fight.side, fight.target);
    let units = act.state.standing(fight.defenders);
    go_back(act, side.other(), target, units, fight.way, rule);
    if act.state.held[side.other()].has(target) {
        act.happens(Event::CutOff { target });
        return mark(act, fight, side);
    }
    let may = fight.may_move_in(act.state);
    let must = act.state.those(may, |unit| unit.kind.is_infantry_or_cavalry());
    if may.is_empty() {
        mark(act, fight, side);
    } else if may.len() == 1 && must == may {
        move_in(act, fight, may);
    } else {
        act.state.frames.push(Frame::Assault(Fight { stage: Stage::MovingIn, ..fight }));
    }
}

/// 26:move-in Refuses units that may not move in.
pub(super) fn check_move_in(state: &State, fight: &Fight, units: Units) -> Result<(), Refusal> {
    let may = fight.may_move_in(state);
    if let Some(stranger) = units.iter().find(|&unit| !may.has(unit)) {
        state.check_own(fight.side, stranger)?;
        let name = state.name(stranger);
        let sentence = match state.those(may, |unit| unit.kind.is_infantry_or_cavalry()) {
            who if (who & fight.present).is_empty() => {
                format!("{name} was not in this assault; those who were move in")
            }
            _ => format!("{name} was not in this assault, and it is no infantry or cavalry that could follow it up"),
        };
        return Err(Refusal::by(Rule("26:move-in"), sentence));
    }
    let foot_or_horse = |units| state.those(units, |unit| unit.kind.is_infantry_or_cavalry());
    if foot_or_horse(units).is_empty() && !foot_or_horse(may).is_empty() {
        let sentence = format!("at least 1 infantry or cavalry unit must move into {}", fight.target);
        return Err(Refusal::by(Rule("26:move-in"), sentence));
    }
    if !state.has_room(fight.target, units) {
        return Err(super::set_up::no_room(fight.target));
    }
    Ok(())
}

/// 26:move-in Units of the assaulter move into the square.
pub(super) fn move_in(act: &mut Act<'_, Squares>, fight: Fight, units: Units) {
    for unit in units.iter() {
        act.happens(Event::MovedIn { unit, to: fight.target });
        movement_step::enter(act, unit, fight.target);
    }
    let side = fight.side;
    mark(act, fight, side);
}

/// The winner gives a winning-the-fight marker, where there is a unit to take it. Then the assault is over.
fn mark(act: &mut Act<'_, Squares>, fight: Fight, side: Side) {
    let may = fight.may_be_marked(act.state, side);
    match (may.first(), may.len()) {
        (None, _) => {}
        (Some(unit), 1) => give_marker(act, &fight, side, unit),
        _ => act.state.frames.push(Frame::Assault(Fight { stage: Stage::Marking(side), ..fight })),
    }
}

/// 26:assaulter-marker, 26:retire-marker, 26:target-marker The marker is given. R12 says how long it stays.
pub(super) fn give_marker(act: &mut Act<'_, Squares>, fight: &Fight, side: Side, unit: UnitId) {
    let own_turn = side == act.state.active;
    let marks = &mut act.state.unit_mut(unit).marks;
    marks.put(Marks::WINNING);
    if own_turn {
        marks.put(Marks::FRESH);
    }
    let rule = fight.marker_rule(side);
    act.happens(Event::MarkerGiven { unit, rule });
}

pub(super) fn check(state: &State, fight: &Fight, question: Question, order: &Order) -> Result<(), Refusal> {
    match (question, order) {
        (Question::Answer, Order::Stand | Order::Retire) => Ok(()),
        (Question::Answer, _) => Err(question.refuse("stand, or retire under hits")),
        (Question::MoveIn, Order::Advance { units }) => check_move_in(state, fight, *units),
        (Question::MoveIn, _) => Err(question.refuse("name the units that move in")),
        (_, Order::GiveMarker { unit }) => {
            let Stage::Marking(side) = fight.stage else { unreachable!("markers are given at their stage") };
            if fight.may_be_marked(state, side).has(*unit) {
                return Ok(());
            }
            state.check_own(side, *unit)?;
            let square = if side == fight.side { "the assaulting square" } else { "the target square" };
            let sentence = format!("{} cannot have it: an infantry or cavalry unit of {square} can", state.name(*unit));
            Err(Refusal::by(fight.marker_rule(side), sentence))
        }
        _ => Err(question.refuse("name a unit that gets the marker")),
    }
}

pub(super) fn sample(state: &State, fight: &Fight, question: Question, random: &mut Seeded) -> Order {
    match (question, fight.stage) {
        (Question::Answer, _) => {
            if random.below(4) == 0 {
                Order::Retire
            } else {
                Order::Stand
            }
        }
        (_, Stage::Marking(side)) => {
            let may = fight.may_be_marked(state, side);
            Order::GiveMarker { unit: may.nth(random.below(may.len())).expect("somebody may be marked") }
        }
        _ => {
            let may = fight.may_move_in(state);
            let some = any_of(may, random);
            if check_move_in(state, fight, some).is_ok() {
                return Order::Advance { units: some };
            }
            Order::Advance { units: smallest_move(state, fight) }
        }
    }
}

/// The fewest who can move in: one infantry or cavalry unit, or nobody.
pub(super) fn smallest_move(state: &State, fight: &Fight) -> Units {
    let may = fight.may_move_in(state);
    state.those(may, |unit| unit.kind.is_infantry_or_cavalry()).first().map_or(Units::NONE, Units::from)
}

pub(super) fn apply(act: &mut Act<'_, Squares>, side: Side, order: &Order) {
    let Some(Frame::Assault(fight)) = act.state.frames.pop() else { unreachable!("an assault has its frame") };
    match *order {
        Order::Advance { units } => move_in(act, fight, units),
        Order::GiveMarker { unit } => give_marker(act, &fight, side, unit),
        _ => answer(act, fight, *order == Order::Retire),
    }
}
