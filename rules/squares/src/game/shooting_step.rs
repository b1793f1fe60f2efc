//! 19, step 7: the opponent shoots, from right to left, with squares that were not assaulted (27, R13).

use super::movement_step::check_turn;
use super::offers::{PASS, offer_square, some_units};
use super::say::names;
use super::square::WAYS;
use super::{Cause, Event, Frame, Marks, Order, Side, Square, SquareSet, Squares, State, UnitId, Units, Wounds, turn};
use crate::hits::Placing;
use crate::shooting::{Shooting, fire, pool, range};
use crate::unit::Ground;
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::*;
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 19:7 Which square shoots at which, and with which guns?
pub(super) struct Shoot;

impl Decide<Squares> for Shoot {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("shoot", Rule("19:7"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let from = picks.ask("which square shoots?", Rule("19:7")).or(PASS, "no more shooting", Order::Pass).in_turn(
            shooters(state, side).in_order(side).filter(|&from| any_shot(state, side, from)),
            Square::all,
            |square| offer_square(state, *square).at_turn(square.rank(side).into()),
        )?;
        picks.tell(|| from.to_string());
        let shot = |target: &Target| default_shot(state, side, from, *target).is_some();
        let (target, distance) = picks.ask("at which square?", Rule("R13")).one_of_wider(
            targets(state, side, from).into_iter().filter(shot),
            || Square::all().map(|target| (target, from.steps_to(target))),
            |(target, _)| offer_square(state, *target),
        )?;
        picks.tell(|| format!("at {target}"));
        let all = in_range(state, from, distance);
        let small_arms = small_arms(state, all);
        let guns = all & !small_arms;
        let order = |guns: Units| Order::Shoot { from, target, units: small_arms | guns };
        // Small arms that may not shoot there by themselves need a gun beside them.
        let alone = !small_arms.is_empty() && check(state, side, &order(Units::NONE)).is_ok();
        let least = u32::from(!alone);
        if guns.len() <= least {
            return Ok(order(guns));
        }
        picks.usual(|| order(guns));
        let chosen = some_units(picks, ("which guns shoot?", Rule("R13")), state, guns, (least, guns.len()), guns)?;
        picks.tell(|| names(state, small_arms | chosen));
        picks.only_if(check(state, side, &order(chosen)).is_ok())?;
        Ok(order(chosen))
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        check(view.state(), Side::of(seat), order)
    }

    fn preview(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::called("No more shooting");
        if let Order::Shoot { from, target, units } = *order {
            preview.verb = Some(format!("Shoot at {target}"));
            preview.path = vec![from.middle(), target.middle()];
            let shooting = situation(view.state(), from, target, from.steps_to(target), units);
            preview.add_test(format!("shooting at {target}"), &crate::shooting::procedure(), &shooting);
        }
        preview
    }

    /// 27 A square shoots: its dice, and hits that are placed and saved.
    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        let Order::Shoot { from, target, units } = *order else { return turn::pass(act, side) };
        act.state.cursor = from.rank(side);
        let shooting = situation(act.state, from, target, from.steps_to(target), units);
        act.state.shot.add(from);
        for unit in units.iter() {
            act.state.unit_mut(unit).marks.put(Marks::SHOT);
        }
        act.happens(Event::Shot { from, target, units });
        let hits = act.roll_as(
            |_| OnDesk::of(&crate::shooting::procedure(), &shooting),
            |dice| fire(&pool(&shooting, dice.tells()), dice),
        );
        if hits > 0 {
            let wounds = Wounds::on(act.state, side.other(), Cause::Shooting, target, act.state.at[target], hits);
            turn::push(act, Frame::Hits(wounds));
        }
    }
}

/// A target and how far it is.
pub(super) type Target = (Square, u8);

/// The furthest that anybody shoots.
const FURTHEST: u8 = 4;

/// Can the opponent still shoot at anything?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active.other();
    shooters(state, side).iter().any(|from| any_shot(state, side, from))
}

/// 19:7 The squares that may shoot: not assaulted, and under no barrage (22:no-shooting).
pub(super) fn shooters(state: &State, side: Side) -> SquareSet {
    let may = state.held[side] & !state.assaulted & !state.barraged();
    may.iter().filter(|square| square.rank(side) >= state.cursor).collect()
}

fn any_shot(state: &State, side: Side, from: Square) -> bool {
    if ready(state, from).is_empty() {
        return false;
    }
    targets(state, side, from).iter().any(|&target| default_shot(state, side, from, target).is_some())
}

/// The units of a square that can still shoot: not those that have, nor those that went back this turn.
pub(super) fn ready(state: &State, from: Square) -> Units {
    state.those(state.at[from], |unit| {
        range(unit.kind) > 0 && !unit.marks.has(Marks::SHOT) && !unit.marks.has(Marks::RETIRED)
    })
}

/// R13 The targets of a square: along straight lines, the first enemy square on each. Woods, buildings and hills block
/// what lies beyond them, and nobody shoots into or across a barrage.
pub(super) fn targets(state: &State, side: Side, from: Square) -> SmallVec<[Target; 4]> {
    let barraged = state.barraged();
    let mut targets = SmallVec::new();
    for way in WAYS {
        let mut square = from;
        for distance in 1..=FURTHEST {
            let Some(next) = square.towards(way) else { break };
            if barraged.has(next) {
                break;
            }
            if state.held[side.other()].has(next) {
                targets.push((next, distance));
                break;
            }
            if state.battle.ground(next) != Ground::Open {
                break;
            }
            square = next;
        }
    }
    targets
}

/// Those of some units that are not guns, and share one target and one roll (R13).
pub(super) fn small_arms(state: &State, units: Units) -> Units {
    state.those(units, |unit| !unit.kind.is_artillery())
}

/// The units of a square that reach so far and can still shoot.
pub(super) fn in_range(state: &State, from: Square, distance: u8) -> Units {
    state.those(ready(state, from), |unit| range(unit.kind) >= distance)
}

/// Everybody who can shoot at a target, where that is a legal shot.
pub(super) fn default_shot(state: &State, side: Side, from: Square, (target, distance): Target) -> Option<Order> {
    let units = in_range(state, from, distance);
    let order = Order::Shoot { from, target, units };
    (!units.is_empty() && check(state, side, &order).is_ok()).then_some(order)
}

/// Have the small arms of a square still a shot, on a target at range 1?
fn small_arms_have_a_shot(state: &State, side: Side, from: Square) -> bool {
    let units = small_arms(state, ready(state, from));
    let shot = |&(target, distance): &Target| {
        distance == 1 && pool(&situation(state, from, target, distance, units), false).total() > 0
    };
    !units.is_empty() && targets(state, side, from).iter().any(shot)
}

/// The shooting as the step functions take it. Modifiers are for presence, once a square (27): where guns are the
/// first to shoot, the rest of the square stands by and is listed too, out of range as it is.
pub(super) fn situation(state: &State, from: Square, target: Square, distance: u8, units: Units) -> Shooting {
    let present = if state.shot.has(from) { Units::NONE } else { ready(state, from) };
    let standing_by = state.those(present & !units, |unit| !unit.kind.is_artillery() && range(unit.kind) < distance);
    Shooting {
        shooters: state.as_units(units | standing_by),
        range: distance,
        target: state.as_units(state.at[target]),
        ground: state.battle.ground(target),
        defences: state.battle.defences(target),
        barrage: false,
        target_places: Placing::Toughest,
        shooter_places: Placing::Weakest,
    }
}

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Order::Shoot { from, target, units } = *order else {
        return match order {
            Order::Pass => Ok(()),
            _ => Err(refuse(&Shoot, state, "shoot with a square, or pass")),
        };
    };
    check_square(state, side, from)?;
    let found = targets(state, side, from).into_iter().find(|(square, _)| *square == target);
    let Some((_, distance)) = found else {
        bail!(
            Rule("R13"),
            "{from} cannot shoot at {target}: a target is the first enemy square on a straight line, with no barrage on \
             the way and no woods, buildings or hill before it"
        );
    };
    ensure!(!units.is_empty(), Rule("27"), "name the units of {from} that shoot");
    for unit in units.iter() {
        check_unit(state, side, unit, from, distance)?;
    }
    check_together(state, side, from, distance, units)?;
    let dice = pool(&situation(state, from, target, distance, units), false).total();
    ensure!(dice >= 1, Rule("27"), "{from} has no die to shoot with at {target}");
    Ok(())
}

fn check_square(state: &State, side: Side, from: Square) -> Result<(), Refusal> {
    check_turn(state, side, from)?;
    let (assaulted, barraged) = (state.assaulted.has(from), state.barraged().has(from));
    ensure!(state.held[side].has(from), Rule("27"), "you have no units in {from}");
    ensure!(!assaulted, Rule("19:7"), "{from} was assaulted this turn; only squares that were not shoot");
    ensure!(!barraged, Rule("22:no-shooting"), "a barrage lies on {from}: nobody shoots out of it");
    Ok(())
}

fn check_unit(state: &State, side: Side, unit: UnitId, from: Square, distance: u8) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    let (fielded, name) = (state.unit(unit), state.name(unit));
    ensure!(fielded.square() == Some(from), Rule("27"), "{name} is not in {from}");
    let (kind, reach) = (fielded.kind, range(fielded.kind));
    ensure!(reach > 0, Rule("R13"), "{name} is {kind}, which does not shoot");
    ensure!(reach >= distance, Rule("27"), "{name} shoots {reach} squares far, and the target is {distance} away");
    ensure!(!fielded.marks.has(Marks::SHOT), Rule("R13"), "{name} has shot this turn");
    ensure!(!fielded.marks.has(Marks::RETIRED), Rule("19:7"), "{name} has gone back this turn and does not shoot");
    Ok(())
}

/// R13 All that are not guns share one target and one roll, and come before guns that choose for themselves.
fn check_together(state: &State, side: Side, from: Square, distance: u8, units: Units) -> Result<(), Refusal> {
    let all = small_arms(state, in_range(state, from, distance));
    let named = small_arms(state, units);
    let guns_alone = named.is_empty();
    ensure!(guns_alone || named == all, Rule("R13"), "all units of {from} but its guns shoot together, at one target");
    let text = "all that have the target in range shoot together, with the guns or without";
    ensure!(!guns_alone || all.is_empty(), Rule("R13"), "the guns of {from} do not shoot alone: {text}");
    let waits = guns_alone && small_arms_have_a_shot(state, side, from);
    ensure!(!waits, Rule("R13"), "the other units of {from} shoot first, or with the guns; guns choose after them");
    Ok(())
}
