//! Marks, steps lost and units eliminated; where there is a choice, the owner makes it (R8, R15, R18).

use super::event::Event;
use super::frame::{Cause, Frame};
use super::offers::{count, offer_unit};
use super::order::Order;
use super::state::{State, Step};
use super::units::{Marks, Station, UnitId, Units};
use super::{Somme, turn};
use crate::hq_replacement::{LostHeadquarters, Return, resolve_hq_replacement};
use crate::scenario::{Side, Square};
use crate::units::Kind;
use kernel::dice::Dice;
use kernel::explain::Resolved;
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// R8 Interdicts or suppresses a unit. What is done in a phase of its owner stays over the end of that phase.
pub(super) fn mark(act: &mut Act<'_, Somme>, unit: UnitId, mark: Marks) {
    let own_phase = act.state.side(unit) == act.state.active && act.state.step >= Step::Declare;
    let fresh = if mark == Marks::INTERDICTED { Marks::FRESH_INTERDICTED } else { Marks::FRESH_SUPPRESSED };
    act.state.mark(unit).put(if own_phase { mark.and(fresh) } else { mark });
}

/// R8 Who enters an interdicted square becomes interdicted.
pub(super) fn interdict(act: &mut Act<'_, Somme>, unit: UnitId) {
    if act.state.square(unit).is_some_and(|at| act.state.is_interdicted(at)) {
        mark(act, unit, Marks::INTERDICTED);
    }
}

/// Disrupts a unit.
pub(super) fn disrupt(act: &mut Act<'_, Somme>, unit: UnitId) {
    if !act.state.is(unit, Marks::DISRUPTED) {
        act.state.mark(unit).put(Marks::DISRUPTED);
        let side = act.state.side(unit);
        // 12.1.1 Units that became disordered, from any cause.
        act.state.cost[side].disordered = act.state.cost[side].disordered.saturating_add(1);
        act.happens(Event::Disrupted { unit });
    }
}

/// A unit loses steps; with the last of them it is gone. Points go to the other side (R27, R45).
pub(super) fn lose(act: &mut Act<'_, Somme>, unit: UnitId, steps: u8, assault: bool) {
    let lost = steps.min(act.state.unit(unit).left);
    if lost == 0 || act.state.is_hq(unit) {
        return;
    }
    let side = act.state.side(unit);
    act.state.unit_mut(unit).left -= lost;
    let each = if matches!(act.state.kind(unit), Some(Kind::Cavalry | Kind::Tanks)) { 2 } else { 1 };
    // In halves: a German step gives a point, an Allied one half a point (R45).
    let halves = u16::from(lost) * each * if side == Side::German { 2 } else { 1 };
    act.state.points[side.other()] += halves;
    // 12.1.1 Steps count that were lost in assaults which the player made himself, not in those he met.
    if assault && side == act.state.active {
        act.state.cost[side].steps = act.state.cost[side].steps.saturating_add(lost);
    }
    let left = act.state.unit(unit).left;
    act.happens(Event::Lost { unit, steps: lost, left });
    if left == 0 {
        remove(act, unit);
    }
}

/// A unit is eliminated with all its steps; a headquarters is lost and rolls when it comes back (R40).
pub(super) fn eliminate(act: &mut Act<'_, Somme>, unit: UnitId, assault: bool) {
    if act.state.is_hq(unit) {
        lose_hq(act, unit);
    } else {
        lose(act, unit, u8::MAX, assault);
    }
}

/// R12, R40 A headquarters is eliminated: 5 points, and 11.2.1 is rolled at once.
fn lose_hq(act: &mut Act<'_, Somme>, hq: UnitId) {
    let side = act.state.side(hq);
    act.state.points[side.other()] += 2 * 5;
    act.happens(Event::HqLost { hq });
    let lost = LostHeadquarters { weather: act.state.weather };
    let desk = |_: &State| OnDesk::of(&crate::hq_replacement::procedure(), &lost);
    let back = for_owner(act, side, desk, |dice| resolve_hq_replacement(&lost, dice));
    let turns = if back == Return::NextTurn { 1 } else { 2 };
    let nation = act.state.nation(hq);
    let at = act.state.battle.scenario().edges[nation as usize];
    let turn = act.state.turn + turns;
    act.state.take(hq, Station::Waiting { turn, at });
    let marks = act.state.mark(hq);
    *marks = Marks::DISRUPTED;
}

/// A roll for a side, whoever's phase it is.
pub(super) fn for_owner<T>(
    act: &mut Act<'_, Somme>,
    side: Side,
    desk: impl FnOnce(&State) -> OnDesk,
    step: impl FnOnce(&mut dyn Dice) -> Resolved<T>,
) -> T {
    act.state.rolling = Some(side);
    let outcome = act.roll_as(desk, step);
    act.state.rolling = None;
    outcome
}

fn remove(act: &mut Act<'_, Somme>, unit: UnitId) {
    act.state.take(unit, Station::Lost);
    leave(act.state, unit);
}

/// A unit that is lost or driven back takes no further part in anything (R34).
pub(super) fn leave(state: &mut State, unit: UnitId) {
    for fight in &mut state.fights {
        fight.units.retain(|other| *other != unit);
        fight.close.retain(|other| *other != unit);
    }
    for frame in &mut state.frames {
        if let Frame::Retreat { units, .. } | Frame::Pursue { units, .. } = frame {
            units.retain(|other| *other != unit);
        }
    }
}

/// Steps fall on a square: the owner takes them where he likes. An HQ alone is lost by them (R40).
pub(super) fn of_square(act: &mut Act<'_, Somme>, side: Side, square: Square, steps: u8, cause: Cause) {
    if steps == 0 {
        return;
    }
    let units: Units = act.state.units_in(square).collect();
    if units.is_empty() {
        let hqs: Units = act.state.stack(square).collect();
        hqs.into_iter().for_each(|hq| lose_hq(act, hq));
        return;
    }
    push(act, side, units, Units::new(), steps, cause);
}

/// Steps fall on some units, on the first ones before the others.
pub(super) fn push(act: &mut Act<'_, Somme>, side: Side, mut units: Units, first: Units, steps: u8, cause: Cause) {
    units.sort_unstable();
    act.state.frames.push(Frame::Losses { side, units, first, steps, cause });
}

/// How losses fall on units. Those in close assault give all they have before others give anything (R15).
struct Split {
    /// What each unit loses in any case.
    shares: SmallVec<[u8; 6]>,
    /// Those among whom the rest is shared out, by their places, and what each of them can lose of it.
    open: SmallVec<[usize; 6]>,
    limits: SmallVec<[u8; 6]>,
    rest: u8,
}

impl Split {
    fn of(state: &State, units: &[UnitId], first: &[UnitId], steps: u8) -> Split {
        let left = |unit: &UnitId| state.unit(*unit).left;
        let close: u8 = units.iter().filter(|unit| first.contains(unit)).map(left).sum();
        let spent = close < steps;
        let rest = if spent { steps - close } else { steps };
        let share = |unit: &UnitId| if spent && first.contains(unit) { left(unit) } else { 0 };
        let is_open = |place: &usize| close == 0 || first.contains(&units[*place]) != spent;
        let open: SmallVec<[usize; 6]> = (0..units.len()).filter(is_open).collect();
        let limits = open.iter().map(|&place| left(&units[place]).min(rest)).collect();
        Split { shares: units.iter().map(share).collect(), open, limits, rest }
    }

    /// All losses, with the rest as it is given.
    fn with(&self, given: &[u8]) -> SmallVec<[u8; 6]> {
        let mut shares = self.shares.clone();
        self.open.iter().zip(given).for_each(|(&place, more)| shares[place] += more);
        shares
    }

    /// All losses, where the owner has no choice.
    fn only(&self) -> Option<SmallVec<[u8; 6]>> {
        let no_choice = self.open.len() == 1 || self.limits.iter().sum::<u8>() <= self.rest;
        no_choice.then(|| self.with(&self.limits))
    }
}

/// Does the owner have to choose?
pub(super) fn asks(state: &State) -> Option<Side> {
    match state.frames.last() {
        Some(Frame::Losses { side, units, first, steps, .. }) => {
            Split::of(state, units, first, *steps).only().is_none().then_some(*side)
        }
        _ => None,
    }
}

/// Losses that fall in one way only are taken at once.
pub(super) fn settle(act: &mut Act<'_, Somme>, units: &[UnitId], first: &[UnitId], steps: u8, cause: Cause) {
    let shares = Split::of(act.state, units, first, steps).only().expect("nobody has to choose");
    take(act, units, &shares, cause);
}

fn take(act: &mut Act<'_, Somme>, units: &[UnitId], shares: &[u8], cause: Cause) {
    for (&unit, &steps) in units.iter().zip(shares) {
        lose(act, unit, steps, cause == Cause::Fire);
    }
}

/// R8, R18 Which units lose steps?
pub(super) struct TakeLosses;

impl Decide<Somme> for TakeLosses {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("take losses", Rule("R8"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (units, first, steps, rule) = pending(state);
        let split = Split::of(state, units, first, steps);
        let rest = split.rest;
        let left: SmallVec<[u8; 6]> = split.open.iter().map(|&place| state.unit(units[place]).left).collect();
        let given = picks.ask(format_args!("which units lose {}?", count(rest, "step")), rule).share(
            rest,
            &split.limits,
            || usual(&left, rest),
            |place| offer_unit(state, units[split.open[place]]),
        )?;
        Ok(Order::TakeLosses { shares: split.with(&given) })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::TakeLosses { shares } = order else {
            return Err(refuse(self, state, "say how many steps each unit loses"));
        };
        let (units, first, steps, rule) = pending(state);
        ensure!(
            shares.len() == units.len(),
            rule,
            "{} numbers are given, but {} units may lose steps",
            shares.len(),
            units.len()
        );
        let fits = units.iter().zip(shares).all(|(&unit, &share)| share <= state.unit(unit).left);
        ensure!(fits, rule, "a unit cannot lose more steps than it has");
        let sum: u32 = shares.iter().map(|share| u32::from(*share)).sum();
        ensure!(sum == u32::from(steps), rule, "{sum} steps are given up, but it must be {steps}");
        let in_close = || units.iter().zip(shares).filter(|(unit, _)| first.contains(unit));
        let close: u8 = in_close().map(|(unit, _)| state.unit(*unit).left).sum();
        let given: u8 = in_close().map(|(_, share)| *share).sum();
        ensure!(given == close.min(steps), Rule("R15"), "units in close assault take the first step losses");
        Ok(())
    }

    fn preview(&self, _: &View<'_, Somme>, _: Seat, _: &Order) -> Preview {
        Preview::called("Take the losses so")
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::TakeLosses { shares } = order else { unreachable!("a checked order takes losses") };
        let Some(Frame::Losses { units, cause, .. }) = act.state.frames.pop() else {
            unreachable!("losses are taken with their frame")
        };
        take(act, &units, shares, cause);
        turn::look_again(act);
    }
}

/// The usual share: from whoever has most steps left, so that nobody is lost; of several the first.
fn usual(left: &[u8], total: u8) -> Vec<u8> {
    let mut shares = vec![0; left.len()];
    for _ in 0..total {
        let best = (0..left.len()).max_by_key(|&place| (left[place] - shares[place], std::cmp::Reverse(place)));
        if let Some(place) = best {
            shares[place] += 1;
        }
    }
    shares
}

fn pending(state: &State) -> (&[UnitId], &[UnitId], u8, Rule) {
    match state.frames.last() {
        Some(Frame::Losses { units, first, steps, cause, .. }) => {
            let rule = match cause {
                Cause::Bombardment => Rule("6.0:step-loss"),
                Cause::Mine => Rule("R26"),
                Cause::Fire => Rule("R18"),
            };
            (units.as_slice(), first.as_slice(), *steps, rule)
        }
        _ => unreachable!("losses are placed with their frame"),
    }
}
