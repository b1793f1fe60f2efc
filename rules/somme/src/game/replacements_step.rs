//! 12.0: replacements, rally and recovery (4B, 4C, 4D).

use super::checks;
use super::event::Event;
use super::offers::{count, offer_unit};
use super::order::Order;
use super::state::{Cost, State};
use super::units::{Marks, UnitId};
use super::{Somme, losses, turn};
use crate::headquarters::Mode;
use crate::rally::{DisruptedUnit, Rally, resolve_rally};
use crate::replacements::{Losses, resolve_replacements};
use crate::scenario::Side;
use crate::tanks::{BrokenTanks, Company, Recovery, resolve_recovery};
use crate::units::{Kind, Nation};
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 12.1, R25 The roll of the player whose turn it is to place replacements.
pub(super) fn roll(act: &mut Act<'_, Somme>) {
    let side = act.state.active;
    let Cost { assaults, steps, disordered } = act.state.cost[side];
    let cost = Losses { assaults: assaults.min(20), steps_lost: steps.min(40), disordered: disordered.min(20) };
    if cost.assaults + cost.steps_lost + cost.disordered > 0 {
        let got = act.roll_as(
            |_| OnDesk::of(&crate::replacements::procedure(), &cost),
            |dice| resolve_replacements(&cost, dice),
        );
        act.state.replacements = got.0;
        act.happens(Event::ReplacementsCome { side, steps: got.0 });
    }
    act.state.cost[side] = Cost::default();
    if act.state.replacements == 0 {
        return over(act);
    }
    let able = eligible(act.state, side);
    if able.is_empty() {
        act.happens(Event::NobodyReplaced { side, others: false });
        return over(act);
    }
    if able.len() <= usize::from(act.state.replacements) {
        give(act, &able);
        if able.len() < usize::from(act.state.replacements) {
            act.happens(Event::NobodyReplaced { side, others: true });
        }
        return over(act);
    }
    act.state.open = true;
}

fn over(act: &mut Act<'_, Somme>) {
    act.state.replacements = 0;
    turn::after_replacements(act);
}

/// R25 Supplied units outside enemy zones of control that have lost steps.
fn eligible(state: &State, side: Side) -> SmallVec<[UnitId; 16]> {
    let may = |unit: &UnitId| {
        let reduced = !state.is_hq(*unit) && state.unit(*unit).left < state.ratings(*unit).steps;
        let free = || state.square(*unit).is_some_and(|at| !state.in_zoc(at, side.other()));
        reduced && free() && state.is_supplied(*unit)
    };
    state.on_map(side).filter(may).collect()
}

fn give(act: &mut Act<'_, Somme>, units: &[UnitId]) {
    for &unit in units {
        act.state.unit_mut(unit).left += 1;
    }
    if !units.is_empty() {
        act.happens(Event::Replaced { units: units.to_vec() });
    }
}

/// R25 Which units get a step?
pub(super) struct Replace;

impl Decide<Somme> for Replace {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("place replacements", Rule("Sequence of play:4b"))
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (all, steps) = (eligible(state, Side::of(seat)), usize::from(state.replacements));
        let mut worst = all.clone();
        worst.sort_by_key(|&unit| (state.unit(unit).left, unit));
        worst.truncate(steps);
        let get = if steps == 1 { "gets" } else { "get" };
        let chosen = picks.ask(format_args!("which {} {get} a step?", count(steps, "unit")), Rule("R25")).several(
            all,
            (steps, steps),
            |unit| worst.contains(unit),
            |unit| offer_unit(state, *unit),
        )?;
        Ok(Order::Replace { units: chosen.into_iter().collect() })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Replace { units } = order else {
            return Err(refuse(self, state, "name the units that get a step"));
        };
        checks::rising(units)?;
        let all = eligible(state, Side::of(seat));
        let fit = units.iter().all(|unit| all.contains(unit));
        ensure!(fit, Rule("R25"), "steps go to supplied units outside enemy zones of control that have lost some");
        let steps = usize::from(state.replacements);
        ensure!(
            units.len() == steps,
            Rule("R25"),
            "{} units are named, but there are {steps} steps, one for each",
            units.len()
        );
        Ok(())
    }

    fn preview(&self, _: &View<'_, Somme>, _: Seat, _: &Order) -> Preview {
        Preview::called("Give them the steps")
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Replace { units } = order else { unreachable!("a checked order replaces") };
        give(act, units);
        act.state.open = false;
        over(act);
    }
}

/// 12.2, 12.3, R41 Rally of all disrupted units and recovery of tanks, judged as things stood when each began; the Allies
/// first.
pub(super) fn rally(act: &mut Act<'_, Somme>) {
    // Both sides are looked at before anybody rolls: who has just rallied controls nothing yet.
    for (side, unit, situation) in Side::BOTH.into_iter().flat_map(|side| tries(act.state, side)).collect::<Vec<_>>() {
        let desk = |_: &State| OnDesk::of(&crate::rally::procedure(), &situation);
        let rallies = losses::for_owner(act, side, desk, |dice| resolve_rally(&situation, dice)) == Rally::Rallies;
        if rallies {
            act.state.mark(unit).take(Marks::DISRUPTED);
        }
        act.happens(Event::Rallied { unit, rallies });
    }
    let tanks: Vec<(UnitId, BrokenTanks)> = act
        .state
        .on_map(Side::Allied)
        .filter(|&unit| act.state.is(unit, Marks::BROKEN))
        .map(|unit| (unit, broken(act.state, unit)))
        .collect();
    for (unit, situation) in tanks {
        let desk = |_: &State| OnDesk::of(&crate::tanks::recovery(), &situation);
        let recovers = act.roll_as(desk, |dice| resolve_recovery(&situation, dice)) == Recovery::Recovers;
        if recovers {
            act.state.mark(unit).take(Marks::BROKEN);
        }
        act.happens(Event::Recovered { unit, recovers });
    }
}

/// The units of a side that try to rally, each with what bears on its roll.
fn tries(state: &State, side: Side) -> impl Iterator<Item = (Side, UnitId, DisruptedUnit)> + '_ {
    let disrupted = state.on_map(side).filter(|&unit| state.is(unit, Marks::DISRUPTED));
    disrupted.map(move |unit| (side, unit, situation(state, side, unit)))
}

fn situation(state: &State, side: Side, unit: UnitId) -> DisruptedUnit {
    let at = state.square(unit).expect("who rallies is on the map");
    let supplying = state
        .seats(state.nation(unit), Mode::Supply)
        .filter(|seat| seat.hq.mode == Mode::Supply && seat.unit != Some(unit));
    let nearest = supplying.map(|seat| seat.at.steps_to(at)).min();
    DisruptedUnit {
        hq_distance: nearest.unwrap_or(20).min(20),
        hq_mode: if nearest.is_some() { Mode::Supply } else { Mode::Command },
        enemy_zoc: state.in_zoc(at, side.other()),
        tanks: state.kind(unit) == Some(Kind::Tanks),
        weather: state.weather,
    }
}

fn broken(state: &State, unit: UnitId) -> BrokenTanks {
    let at = state.square(unit).expect("who recovers is on the map");
    let barred = Marks::DISRUPTED.and(Marks::INTERDICTED).and(Marks::SUPPRESSED);
    let near = at.neighbours().flat_map(|(_, next)| state.units_in(next).collect::<SmallVec<[UnitId; 4]>>());
    let germans = near.filter(|&other| state.side(other) == Side::German && !state.is(other, barred)).count();
    let with =
        |nation, kind| state.units_in(at).any(|other| state.nation(other) == nation && state.kind(other) == Some(kind));
    BrokenTanks {
        germans_adjacent: germans.min(8) as u8,
        weather: state.weather,
        company: match () {
            () if with(Nation::British, Kind::Infantry) => Company::BritishInfantry,
            () if with(Nation::British, Kind::Cavalry) => Company::BritishCavalry,
            () if state.units_in(at).any(|other| state.nation(other) == Nation::French) => Company::French,
            () => Company::None,
        },
    }
}
