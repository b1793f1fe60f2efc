//! R20, R21, R34, R38: who advances into a square that was taken, how far after a breakthrough, and what is assaulted then.

use super::assault_step::{self, aimed};
use super::checks;
use super::entering::enter;
use super::event::Event;
use super::fight::{Fight, Occasion, Stage};
use super::frame::Frame;
use super::offers::{PASS, offer_square, offer_unit};
use super::order::{Order, Resource};
use super::preview::Previewed;
use super::state::State;
use super::units::{Path, UnitId, Units};
use super::{Somme, commit_step};
use crate::scenario::{Side, Square, SquareSet};
use crate::terrain::Terrain;
use crate::units::MOST_STACKED;
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use smallvec::SmallVec;

/// Who may advance: those who took part and did not go back, and of a combined assault those of the country that may.
pub(super) fn eligible(state: &State) -> Units {
    let fight = aimed(state);
    // Headquarters that are left alone are taken (R12).
    let open = !state.units_in(fight.target).any(|unit| state.side(unit) != fight.side);
    let may = |unit: &UnitId| {
        let beside = state.square(*unit).is_some_and(|square| square.is_beside(fight.target));
        beside && fight.advances.is_none_or(|nation| state.nation(*unit) == nation)
    };
    let gone: &[UnitId] = match state.frames.last() {
        Some(Frame::Advance { gone, .. }) => gone,
        _ => &[],
    };
    let all = fight.units.iter().copied().filter(|unit| !gone.contains(unit));
    if open { all.filter(may).collect() } else { Units::new() }
}

/// How many find room.
pub(super) fn room(state: &State) -> usize {
    MOST_STACKED.saturating_sub(state.units_in(aimed(state).target).count())
}

/// Does the attacker have to choose? After a breakthrough he is asked as long as somebody is left to go.
pub(super) fn asks(state: &State) -> Option<Side> {
    let fight = aimed(state);
    let through = matches!(state.frames.last(), Some(Frame::Advance { through: true, .. }));
    (!eligible(state).is_empty() && (through || room(state) > 0)).then_some(fight.side)
}

/// Nobody is left to advance: those who have broken through may still assault.
pub(super) fn settle(act: &mut Act<'_, Somme>, fight: u8, through: bool, mut gone: Units) {
    if through && !gone.is_empty() {
        gone.sort_unstable();
        act.state.frames.push(Frame::Pursue { fight, units: gone });
    }
}

/// R34 Who advances?
pub(super) struct Advance;

impl Decide<Somme> for Advance {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("advance", Rule("R34"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (all, most) = (eligible(state), room(state));
        let usual = commit_step::strongest(state, &all, most);
        let chosen = picks
            .ask(format_args!("who advances into {}?", state.place_name(aimed(state).target)), Rule("R20"))
            .several(all, (0, most), |unit| usual.contains(unit), |unit| offer_unit(state, *unit))?;
        Ok(Order::Advance { units: chosen.into_iter().collect() })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Advance { units } = order else {
            return Err(refuse(self, state, "name the units that advance, or none"));
        };
        checks::rising(units)?;
        let (all, most) = (eligible(state), room(state));
        let among = units.iter().all(|unit| all.contains(unit));
        ensure!(among, Rule("R34"), "only units that took part and did not go back advance, of the country that may");
        ensure!(units.len() <= most, Rule("R4"), "{} units would advance, but there is room for {most}", units.len());
        Ok(())
    }

    fn preview(&self, _: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let none = matches!(order, Order::Advance { units } if units.is_empty());
        Preview::called(if none { "Stay where they are" } else { "Advance" })
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Advance { units } = order else { unreachable!("a checked order advances") };
        let Some(Frame::Advance { fight, .. }) = act.state.frames.pop() else {
            unreachable!("an advance has its frame")
        };
        let target = act.state.fights[usize::from(fight)].target;
        if units.is_empty() {
            return act.happens(Event::NobodyAdvanced { target });
        }
        act.happens(Event::Advanced { target, units: units.clone() });
        for &unit in units {
            enter(act, unit, target);
        }
        consolidate(act, usize::from(fight));
    }
}

/// A square that was taken is consolidated where that was wanted (R22).
fn consolidate(act: &mut Act<'_, Somme>, place: usize) {
    let Fight { side, target, .. } = act.state.fights[place];
    if act.state.fights[place].resources.contains(&Resource::Consolidate) && act.state.trench(target, side).is_none() {
        act.state.dug[side].add(target);
        act.happens(Event::Consolidated { target });
    }
}

/// R21 How far does a unit go after a breakthrough?
pub(super) struct Exploit;

/// Squares of a breakthrough: the one taken, and up to two more.
const FAR: usize = 3;

impl Decide<Somme> for Exploit {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("break through", Rule("11.8:bt"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let fight = aimed(state);
        let unit = picks
            .ask("who breaks through?", Rule("R21"))
            .or(PASS, "no more", Order::Pass)
            .one_of(eligible(state), |unit| offer_unit(state, *unit))?;
        let mut path = Path::new();
        loop {
            let stops = path.last().is_some_and(|here| state.may_stop(unit, *here));
            if path.len() == FAR {
                picks.only_if(stops)?;
                return Ok(Order::Exploit { unit, path });
            }
            if stops {
                picks.enough(|| Order::Exploit { unit, path: path.clone() })?;
            }
            let ways = |path: &Path| -> Vec<Path> {
                further(state, fight, unit, path).into_iter().map(|next| Path::from_slice(&[next])).collect()
            };
            let way = picks.ask("how far?", Rule("R21")).one_of_or_farther(
                ways(&path),
                || if path.is_empty() { farther(state, fight, unit) } else { Vec::new() },
                std::iter::empty,
                |way| offer_square(state, *way.last().expect("a way leads somewhere")),
            )?;
            path.extend(way);
        }
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Exploit { unit, path } => {
                checks::own(state, side, *unit)?;
                ensure!(eligible(state).contains(unit), Rule("R21"), "{} did not break through", state.name(*unit));
                let Some((&end, &first)) = path.last().zip(path.first()) else {
                    bail!(Rule("R21"), "a breakthrough begins in the square that was taken");
                };
                ensure!(
                    first == aimed(state).target,
                    Rule("R21"),
                    "a breakthrough begins in {}, the square that was taken",
                    aimed(state).target
                );
                ensure!(
                    path.len() <= FAR,
                    Rule("R21"),
                    "a breakthrough goes {} squares beyond the one that was taken",
                    FAR - 1
                );
                for pair in path.windows(2) {
                    ensure!(
                        passes(state, side, pair[0], pair[1]),
                        Rule("R38"),
                        "{} cannot be entered from {}: enemies, a river, or not beside it",
                        pair[1],
                        pair[0]
                    );
                }
                let twice = (1..path.len()).any(|place| path[..place].contains(&path[place]));
                let home = path.iter().any(|&square| state.square(*unit) == Some(square));
                ensure!(!twice && !home, Rule("R21"), "a path enters no square twice");
                ensure!(state.may_stop(*unit, end), Rule("R38"), "there is no room in {end}");
                Ok(())
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "send a unit through, or pass")),
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Some(Frame::Advance { fight, gone, .. }) = act.state.frames.last_mut() else {
            unreachable!("a breakthrough has its frame")
        };
        let fight = *fight;
        if let Order::Exploit { unit, path } = order {
            gone.push(*unit);
            act.happens(Event::BrokeThrough { unit: *unit, to: *path.last().expect("a checked path has an end") });
            for &square in path {
                enter(act, *unit, square);
            }
            return consolidate(act, usize::from(fight));
        }
        let stay = eligible(act.state);
        let Some(Frame::Advance { gone, .. }) = act.state.frames.pop() else { return };
        act.happens(Event::OthersStay { units: stay });
        settle(act, fight, true, gone);
    }
}

/// The next squares of a breakthrough: first the one that was taken.
fn further(state: &State, fight: &Fight, unit: UnitId, path: &[Square]) -> SmallVec<[Square; 8]> {
    let Some(&here) = path.last() else { return SmallVec::from_slice(&[fight.target]) };
    let open = |&next: &Square| {
        !path.contains(&next) && state.square(unit) != Some(next) && passes(state, fight.side, here, next)
    };
    here.neighbours().map(|(_, next)| next).filter(open).collect()
}

/// All ways of a unit that breaks through, the short ones first, whether it can stop at their end or not.
pub(super) fn ways(state: &State, fight: &Fight, unit: UnitId) -> Vec<Path> {
    let mut ways = vec![Path::from_slice(&[fight.target])];
    let mut from = 0;
    while let Some(way) = ways.get(from).filter(|way| way.len() < FAR).cloned() {
        ways.extend(
            further(state, fight, unit, &way).into_iter().map(|next| way.iter().copied().chain([next]).collect()),
        );
        from += 1;
    }
    ways
}

/// The squares beyond the one that was taken in which a unit can stop, each by a shortest way.
fn farther(state: &State, fight: &Fight, unit: UnitId) -> Vec<Path> {
    let mut ends = SquareSet::default();
    ends.add(fight.target);
    let mut ways = ways(state, fight, unit);
    ways.retain(|way| {
        let end = way.last().copied().filter(|end| !ends.has(*end) && state.may_stop(unit, *end));
        end.inspect(|end| ends.add(*end)).is_some()
    });
    ways
}

/// R38 May a unit that breaks through go on to a neighbour: no enemies, and no river but at a major road?
pub(super) fn passes(state: &State, side: Side, from: Square, to: Square) -> bool {
    let Some(way) = from.way_to(to) else { return false };
    let link = state.battle.map().link(from, way);
    let dry = link.river.is_none() || link.road == Some(Terrain::MajorRoad);
    let enemies = state.side_at(to) == Some(side.other()) && state.units_in(to).next().is_some();
    dry && !enemies && state.is_open(to)
}

/// The targets of those who have broken through.
pub(super) fn pursuit(state: &State, side: Side, units: &[UnitId]) -> SmallVec<[(Square, Units); 4]> {
    let mut targets: SmallVec<[(Square, Units); 4]> = SmallVec::new();
    for &unit in units {
        let Some(at) = state.square(unit) else { continue };
        for (way, next) in at.neighbours() {
            let open = state.battle.map().is_open(at, way) && commit_step::may_engage(state, at, next);
            if !open || !commit_step::is_target(state, side, next) {
                continue;
            }
            match targets.iter_mut().find(|(target, _)| *target == next) {
                Some((_, able)) => able.push(unit),
                None => targets.push((next, Units::from_slice(&[unit]))),
            }
        }
    }
    targets.sort_by_key(|(target, _)| *target);
    targets
}

/// Does somebody have to say whether he goes on? Not before an assault that somebody else made is over (R13).
pub(super) fn pursues(state: &State) -> Option<Side> {
    let Some(Frame::Pursue { fight, units, .. }) = state.frames.last() else { return None };
    let side = state.fights[usize::from(*fight)].side;
    (waiting(state).is_none() && !pursuit(state, side, units).is_empty()).then_some(side)
}

/// An assault after a breakthrough that was fired at and is to be resolved.
fn waiting(state: &State) -> Option<u8> {
    let waits = |fight: &Fight| fight.occasion == Occasion::Pursuit && fight.stage == Stage::Fired;
    state.fights.iter().position(waits).map(|place| place as u8)
}

/// What follows from a breakthrough is finished before the next assault; then the others who broke through may assault too.
pub(super) fn pursue_on(act: &mut Act<'_, Somme>, fight: u8, units: Units) {
    if let Some(place) = waiting(act.state) {
        act.state.frames.push(Frame::Pursue { fight, units });
        assault_step::resolve(act, place);
    }
}

/// R21 Is anything assaulted after a breakthrough?
pub(super) struct Pursue;

impl Decide<Somme> for Pursue {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("assault after a breakthrough", Rule("R21"))
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let targets = pursuit(state, side, pursuers(state));
        let (target, able) = picks
            .ask("which square is assaulted, at -1?", Rule("R21"))
            .or(PASS, "no assault", Order::Pass)
            .one_of(targets, |(target, _)| offer_square(state, *target))?;
        let units = picks.ask("who assaults?", Rule("R21")).several(
            able.iter().copied(),
            (1, commit_step::MOST_ATTACKERS),
            |_| true,
            |unit| offer_unit(state, *unit),
        )?;
        Ok(Order::Pursue { target, units: units.into_iter().collect() })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Pursue { target, units } => {
                checks::rising(units)?;
                let targets = pursuit(state, side, pursuers(state));
                let Some((_, able)) = targets.iter().find(|(known, _)| known == target) else {
                    bail!(Rule("R21"), "nobody who broke through stands beside enemies in {target}");
                };
                let all = !units.is_empty() && units.iter().all(|unit| able.contains(unit));
                ensure!(all, Rule("R21"), "only units that broke through and stand beside {target} assault it");
                Ok(())
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "name a square and who assaults it, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::Pursue { target, units } = order else { return Preview::called("No assault") };
        let mut preview = Preview::called("Assault at once");
        preview.odds_of(state, &Fight::of(side, *target, units.clone(), Units::new(), Occasion::Pursuit));
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let Some(Frame::Pursue { fight: through, units: mut others }) = act.state.frames.pop() else {
            unreachable!("a pursuit has its frame")
        };
        let Order::Pursue { target, units } = order else { return };
        let side = Side::of(seat);
        // R21 Each of them may assault once.
        others.retain(|unit| !units.contains(unit));
        act.state.frames.push(Frame::Pursue { fight: through, units: others });
        let mut fight = Fight::of(side, *target, units.clone(), Units::new(), Occasion::Pursuit);
        fight.stage = Stage::Committed;
        act.state.cost[side].assaults = act.state.cost[side].assaults.saturating_add(1);
        act.happens(Event::AssaultDeclared(fight.clone()));
        act.state.fights.push(fight);
        let place = act.state.fights.len() as u8 - 1;
        act.state.frames.push(Frame::Aim { fight: place });
    }
}

pub(super) fn pursuers(state: &State) -> &[UnitId] {
    match state.frames.last() {
        Some(Frame::Pursue { units, .. }) => units,
        _ => unreachable!("a pursuit has its frame"),
    }
}
