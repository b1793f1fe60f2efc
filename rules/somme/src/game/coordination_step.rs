//! 11.3: British and French in one assault.

use super::checks;
use super::commit_step::strongest;
use super::entering::enter;
use super::event::Event;
use super::fight::{Fight, Stage};
use super::frame::Frame;
use super::offers::{doing, names, offer_unit};
use super::order::Order;
use super::preview::Previewed;
use super::state::{Coordinated, Joins, State};
use super::units::{UnitId, Units};
use super::{Somme, turn};
use crate::coordination::{self, Combined, Keeps, Together, resolve_advance, resolve_coordination};
use crate::scenario::Square;
use crate::units::Nation;
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 11.3 The combined assaults of the phase are coordinated.
pub(super) fn coordinate(act: &mut Act<'_, Somme>) {
    let committed = (0..act.state.fights.len()).filter(|&place| act.state.fights[place].stage == Stage::Committed);
    let committed: SmallVec<[usize; 8]> = committed.collect();
    turn::next_step(act);
    join(act, &committed);
}

/// R22 One roll a phase for all combined assaults, second attacks among them; then the Allied player chooses who stays.
pub(super) fn join(act: &mut Act<'_, Somme>, fights: &[usize]) {
    let combined = fights.iter().copied().filter(|&place| act.state.fights[place].is_combined(act.state));
    let combined: SmallVec<[usize; 4]> = combined.collect();
    let Some(&first) = combined.first() else { return };
    let coordinated = act.state.coordinated.unwrap_or_else(|| roll(act, first));
    act.state.coordinated = Some(coordinated);
    let of_each = match coordinated.joins {
        Joins::OneCountry => None,
        Joins::OfEach(most) => Some(most),
        // R42 On a 6 all take part, and the Allied player chooses who advances.
        Joins::All => return act.happens(Event::AllTogether),
    };
    for &place in combined.iter().rev() {
        act.state.fights[place].advances = coordinated.advances;
        act.state.frames.push(Frame::Keep { fight: place as u8, of_each });
    }
}

/// 11.3 The coordination roll, and on a 4 or 5 a second one for who advances.
fn roll(act: &mut Act<'_, Somme>, first: usize) -> Coordinated {
    // One roll for all of them; the desk has room for one.
    let first = act.state.fights[first].clone();
    let desk = |state: &State| {
        let count = |nation| first.units.iter().filter(|&&unit| state.nation(unit) == nation).count().min(5) as u8;
        let (british, french) = (count(Nation::British), count(Nation::French));
        OnDesk::of(&coordination::procedure(), &Combined { british, french, keeps: Keeps::Stronger })
    };
    let joins = match act.roll_as(desk, resolve_coordination) {
        Together::OneCountry => Joins::OneCountry,
        Together::OneEach => Joins::OfEach(1),
        Together::TwoEach => Joins::OfEach(2),
        Together::All => Joins::All,
    };
    let advances = matches!(joins, Joins::OfEach(_)).then(|| act.roll_as(desk, resolve_advance));
    Coordinated { joins, advances }
}

/// 11.3 Who stays in a combined assault?
pub(super) struct Keep;

impl Decide<Somme> for Keep {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("choose who stays", Rule("11.3"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (fight, of_each) = kept(state);
        let place = state.place_name(fight.target);
        let of = |nation: Nation| -> Units {
            fight.units.iter().copied().filter(|&unit| state.nation(unit) == nation).collect()
        };
        let Some(most) = of_each else {
            let nation = picks
                .ask(format_args!("whose units stay in the assault on {place}?"), Rule("11.3:none"))
                .one_of([Nation::British, Nation::French], |nation| {
                    let stay = names(state, &of(*nation));
                    Offer::option(nation.name(), format!("the {} stay: {stay}", nation.adjective()))
                })?;
            return Ok(Order::Keep { units: of(nation) });
        };
        let mut units = Units::new();
        for nation in [Nation::British, Nation::French] {
            let all = of(nation);
            let count = all.len().min(most.into());
            let usual = strongest(state, &all, count);
            let rule = if most == 1 { Rule("11.3:one-each") } else { Rule("11.3:two-each") };
            let question = format_args!("which {} units stay in the assault on {place}?", nation.adjective());
            let chosen = picks.ask(question, rule).several(
                all,
                (count, count),
                |unit| usual.contains(unit),
                |unit| offer_unit(state, *unit),
            )?;
            units.extend(chosen);
        }
        units.sort_unstable();
        Ok(Order::Keep { units })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Keep { units } = order else {
            return Err(refuse(self, state, "name the units that stay"));
        };
        let (fight, of_each) = kept(state);
        checks::rising(units)?;
        let among = units.iter().all(|unit| fight.units.contains(unit));
        ensure!(among, Rule("11.3"), "only units of the assault on {} stay in it", fight.target);
        let count =
            |units: &[UnitId], nation: Nation| units.iter().filter(|&&unit| state.nation(unit) == nation).count();
        for nation in [Nation::British, Nation::French] {
            let (all, stay) = (count(&fight.units, nation), count(units, nation));
            match of_each {
                Some(most) => {
                    let wanted = all.min(most.into());
                    let whose = nation.adjective();
                    ensure!(stay == wanted, Rule("11.3"), "{wanted} {whose} units stay, and {stay} are named");
                }
                None => ensure!(
                    stay == 0 || stay == all,
                    Rule("11.3:none"),
                    "all units of one country stay, and none of the other"
                ),
            }
        }
        let one = of_each.is_some()
            || (!units.is_empty() && (count(units, Nation::British) == 0 || count(units, Nation::French) == 0));
        ensure!(one, Rule("11.3:none"), "the units of one country stay, and those of the other go back");
        Ok(())
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let (state, mut preview) = (view.state(), Preview::called("Let them go on"));
        if let Order::Keep { units } = order {
            let mut kept = kept(state).0.clone();
            for &unit in kept.units.iter().filter(|unit| !units.contains(unit)) {
                let text = match goes_back_to(state, unit) {
                    Some(to) => doing(state, unit, &format!("goes back to {}", state.place_name(to))),
                    None => doing(state, unit, "stays where it is"),
                };
                preview.add_note(format!("{text}."), Rule("R22"));
            }
            kept.close.retain(|unit| units.contains(unit));
            kept.units.clone_from(units);
            preview.odds_of(state, &kept);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Keep { units } = order else { unreachable!("a checked order keeps units") };
        let Some(Frame::Keep { fight, .. }) = act.state.frames.pop() else {
            unreachable!("units are kept with their frame")
        };
        let place = usize::from(fight);
        let back: Units = act.state.fights[place].units.iter().copied().filter(|unit| !units.contains(unit)).collect();
        act.state.fights[place].units.clone_from(units);
        act.state.fights[place].close.retain(|unit| units.contains(unit));
        if !back.is_empty() {
            act.happens(Event::Uncoordinated { target: act.state.fights[place].target, out: back.clone() });
        }
        for unit in back {
            if let Some(to) = goes_back_to(act.state, unit) {
                act.happens(Event::WentBack { unit, to });
                enter(act, unit, to);
            }
        }
    }
}

/// R22 A unit goes back to where it was when movement began; where it has not moved, or that is full or lost, it stays.
pub(super) fn goes_back_to(state: &State, unit: UnitId) -> Option<Square> {
    let to = state.unit(unit).began?;
    (state.side_at(to) != Some(state.side(unit).other()) && state.has_room(to)).then_some(to)
}

fn kept(state: &State) -> (&Fight, Option<u8>) {
    match state.frames.last() {
        Some(Frame::Keep { fight, of_each }) => (&state.fights[usize::from(*fight)], *of_each),
        _ => unreachable!("units are kept with their frame"),
    }
}
