//! 26: an assault as it is fought on the table, from the target's answer to the marker.

use super::fight::{Fight, Stage};
use super::offers::{one_unit, some_units};
use super::say::{count, names};
use super::set_up::ensure_room;
use super::way_back::{WayBack, go_back};
use super::{
    AssaultOrder, Cause, Event, Frame, Marks, Order, Side, Squares, State, UnitId, Units, Wounds, movement_step, turn,
};
use crate::assault::chain::{fight as roll_fight, further_hits, verdict};
use crate::assault::dice::{assaulter_pool, target_pool};
use crate::assault::{Assault, TargetAnswer};
use crate::retire::retire_hits;
use crate::seats::{ASSAULTER, TARGET};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, Test, View, refuse};
use kernel::prelude::*;
use kernel::procedure::OnDesk;

/// 26:retire Does the target stand, or retire under hits?
pub(super) struct Answer;

/// 26:move-in Who moves into the square that was taken?
pub(super) struct MoveIn;

/// 26:assaulter-marker, 26:target-marker Who gets the marker?
pub(super) struct GiveMarker;

impl Decide<Squares> for Answer {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("stand or retire", Rule("26:retire"))
    }

    fn compose(&self, view: &View<'_, Squares>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let fight = fight(state);
        picks.ask(format_args!("does {} stand or retire?", fight.target), Rule("26:retire")).one_of(
            [Order::Stand, Order::Retire],
            |order| {
                if *order == Order::Stand {
                    return Offer::option("stand", "stand and fight").under(Rule("R7"));
                }
                let hits = retire_hits(&state.as_units(fight.defenders), state.battle.ground(fight.target)).total();
                let hits = count(hits.max(0).unsigned_abs(), "hit");
                Offer::option("retire", format!("retire under {hits}")).under(Rule("26:retire-hits"))
            },
        )
    }

    fn check(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Stand | Order::Retire => Ok(()),
            _ => Err(refuse(self, view.state(), "stand, or retire under hits")),
        }
    }

    fn preview(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Preview {
        let (fight, verb) = (fight(view.state()), if *order == Order::Retire { "Retire" } else { "Stand and fight" });
        let mut preview = Preview::called(verb);
        preview.path = vec![fight.from.middle(), fight.target.middle()];
        let answer = if *order == Order::Retire { TargetAnswer::Retire } else { TargetAnswer::Stand };
        let assault = Assault { answer, ..fight.situation(view.state()) };
        let mut test = Test::of(format!("the assault on {}", fight.target), &crate::assault::procedure(), &assault);
        test.odds.turn_round();
        preview.tests.push(test);
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, _: Seat, order: &Order) {
        let fight = pop(act);
        if *order == Order::Retire { retire(act, fight) } else { stand(act, fight) }
    }
}

impl Decide<Squares> for MoveIn {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("move in", Rule("26:move-in"))
    }

    /// Infantry and cavalry first, then the others.
    fn compose(&self, view: &View<'_, Squares>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let fight = fight(state);
        let may = fight.may_move_in(state);
        let foot_or_horse = state.those(may, |unit| unit.kind.is_infantry_or_cavalry());
        let all = may & state.standing(fight.assaulters);
        if check_move_in(state, fight, all).is_ok() {
            picks.usual(|| Order::Advance { units: all });
        }
        let mut units = Units::NONE;
        for (of, least) in [(foot_or_horse, 1), (may & !foot_or_horse, 0)] {
            if of.is_empty() {
                continue;
            }
            let question = format_args!("who moves into {}?", fight.target);
            let moving = some_units(picks, (question, Rule("26:move-in")), state, of, (least, 3), all)?;
            picks.tell(|| if moving.is_empty() { "nobody else".to_owned() } else { names(state, moving) });
            units = units | moving;
            picks.only_if(state.has_room(fight.target, units))?;
            picks.usual(|| Order::Advance { units });
        }
        Ok(Order::Advance { units })
    }

    fn check(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Advance { units } => check_move_in(view.state(), fight(view.state()), *units),
            _ => Err(refuse(self, view.state(), "name the units that move in")),
        }
    }

    fn preview(&self, _: &View<'_, Squares>, _: Seat, _: &Order) -> Preview {
        Preview::called("Move in")
    }

    fn apply(&self, act: &mut Act<'_, Squares>, _: Seat, order: &Order) {
        let Order::Advance { units } = *order else { unreachable!("a checked order moves in") };
        let fight = pop(act);
        move_in(act, fight, units);
    }
}

impl Decide<Squares> for GiveMarker {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("give the winning-the-fight marker", fight(state).marker_rule(fight(state).marking()))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let fight = fight(state);
        let asked = picks.ask("which unit is rewarded for the fight?", fight.marker_rule(side));
        let unit = one_unit(asked, state, fight.may_be_marked(state, side))?;
        Ok(Order::GiveMarker { unit })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let fight = fight(state);
        let Order::GiveMarker { unit } = *order else {
            return Err(refuse(self, state, "name a unit that gets the marker"));
        };
        state.check_own(side, unit)?;
        let (may, rule) = (fight.may_be_marked(state, side).has(unit), fight.marker_rule(side));
        let (name, whose) = (state.name(unit), if side == fight.side { "assaulting" } else { "target" });
        ensure!(may, rule, "{name} cannot have it: an infantry or cavalry unit of the {whose} square can");
        Ok(())
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let Order::GiveMarker { unit } = *order else { unreachable!("a checked order gives the marker") };
        let fight = pop(act);
        give_marker(act, &fight, Side::of(seat), unit);
    }
}

/// The assault that is being fought.
fn fight(state: &State) -> &Fight {
    match state.frames.last() {
        Some(Frame::Assault(fight)) => fight,
        _ => unreachable!("an assault has its frame"),
    }
}

fn pop(act: &mut Act<'_, Squares>) -> Fight {
    match act.state.frames.pop() {
        Some(Frame::Assault(fight)) => fight,
        _ => unreachable!("an assault has its frame"),
    }
}

/// R7 The assault is named; from now on its squares support no other this turn. The target is asked whether it stands,
/// where it could retire.
pub(super) fn begin(act: &mut Act<'_, Squares>, named: AssaultOrder, fight: Fight) {
    act.happens(Event::Assaulted(named));
    let engaged = fight.squares(act.state);
    act.state.engaged = act.state.engaged | engaged;
    if fight.way.is_cut_off() {
        stand(act, fight);
    } else {
        act.state.frames.push(Frame::Assault(fight));
    }
}

/// 26:retire The target retires instead of standing.
fn retire(act: &mut Act<'_, Squares>, mut fight: Fight) {
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
    let desk = |_: &State| OnDesk::of(&crate::assault::procedure(), &assault);
    let on_target = act
        .throwing_for(|_| format!("{from} against {target}"))
        .roll_as(desk, |dice| roll_fight(&by_assaulter(dice.tells()), ASSAULTER, TARGET, dice));
    let on_assaulter = act
        .throwing_for(|_| format!("{target} against {from}"))
        .roll_as(desk, |dice| roll_fight(&by_target(dice.tells()), TARGET, ASSAULTER, dice));
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
        let follow = state.those(may & fight.present, |unit| unit.kind.is_infantry_or_cavalry());
        let (left, not) = ("; those who were move in", ", and it is no infantry or cavalry that could follow it up");
        let why = if follow.is_empty() { left } else { not };
        bail!(Rule("26:move-in"), "{name} was not in this assault{why}");
    }
    let foot_or_horse = |units| state.those(units, |unit| unit.kind.is_infantry_or_cavalry());
    if foot_or_horse(units).is_empty() && !foot_or_horse(may).is_empty() {
        bail!(Rule("26:move-in"), "at least 1 infantry or cavalry unit must move into {}", fight.target);
    }
    ensure_room(state, fight.target, units)
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
    match may.only() {
        Some(unit) => give_marker(act, &fight, side, unit),
        None if may.is_empty() => {}
        None => act.state.frames.push(Frame::Assault(Fight { stage: Stage::Marking(side), ..fight })),
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
