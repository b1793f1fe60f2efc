//! 7.0: stacks, divisions and corps that march by one order, each unit as near to a square as it comes.

use super::checks;
use super::movement_step::{can_step, rolls};
use super::offers::{meant, names, offer_square, offer_unit};
use super::order::{Group, Order};
use super::reach::Reaches;
use super::state::State;
use super::units::{Marks, Path, UnitId};
use crate::scenario::{Side, Square, SquareSet};
use kernel::game::{Offer, Pick, Picked, Picks};
use kernel::prelude::{Refusal, Rule, bail, ensure};
use smallvec::SmallVec;
use std::cell::RefCell;

pub(super) type Many = SmallVec<[UnitId; 16]>;

/// Stacks, divisions and corps of which at least two units can move.
pub(super) fn groups(state: &State, side: Side) -> SmallVec<[Group; 32]> {
    let scenario = state.battle.scenario();
    let (mut squares, mut stacks) = (SquareSet::default(), SquareSet::default());
    let mut divisions: SmallVec<[u8; 64]> = SmallVec::from_elem(0, scenario.divisions.len());
    let mut corps: SmallVec<[u8; 32]> = SmallVec::from_elem(0, scenario.corps.len());
    for unit in state.on_map(side).filter(|&unit| may_march(state, unit)) {
        let Some(at) = state.square(unit) else { continue };
        if squares.has(at) {
            stacks.add(at);
        }
        squares.add(at);
        divisions[usize::from(state.listed(unit).division)] += 1;
        corps[usize::from(state.unit(unit).corps)] += 1;
    }
    let several = |counts: &[u8]| -> SmallVec<[u16; 32]> {
        (0..).zip(counts).filter(|(_, count)| **count > 1).map(|(place, _)| place).collect()
    };
    let divisions = several(&divisions).into_iter().map(Group::Division);
    let corps = several(&corps).into_iter().map(|corps| Group::Corps(corps as u8));
    corps.chain(divisions).chain(stacks.into_iter().map(Group::Stack)).collect()
}

impl Group {
    /// What is picked for it.
    pub(super) fn pick(self) -> Pick {
        match self {
            Group::Stack(square) => Pick::Place(square.place()),
            Group::Division(division) => Pick::Option(format!("division-{division}")),
            Group::Corps(corps) => Pick::Option(format!("corps-{corps}")),
        }
    }

    pub(super) fn offer(self, state: &State, side: Side) -> Offer {
        let (scenario, count) = (state.battle.scenario(), movable(state, side, self).len());
        let label = match self {
            Group::Stack(square) => format!("all {count} units of {}", state.place_name(square)),
            Group::Division(division) => format!("{}: {count} units", scenario.division_name(division)),
            Group::Corps(corps) => {
                format!("{}: all {count} units that can march", scenario.corps[usize::from(corps)].name)
            }
        };
        Offer::of(self.pick(), label)
    }
}

/// Units that march in groups: all but headquarters, which are moved by themselves, and tanks that would roll.
fn may_march(state: &State, unit: UnitId) -> bool {
    !state.is_hq(unit) && !rolls(state, unit) && state.may_move(unit)
}

/// The units of a group that can march.
pub(super) fn movable(state: &State, side: Side, group: Group) -> Many {
    let in_group = |unit: &UnitId| match group {
        Group::Stack(square) => state.square(*unit) == Some(square),
        Group::Division(division) => state.listed(*unit).division == division,
        Group::Corps(corps) => state.unit(*unit).corps == corps,
    };
    state.on_map(side).filter(in_group).filter(|&unit| may_march(state, unit) && can_step(state, unit)).collect()
}

/// Where a group goes, and who of it. It may be sent towards any square, however far; shown are those that somebody comes
/// to now, and towns and objectives further on.
pub(super) fn group_moves(state: &State, side: Side, group: Group, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let all = movable(state, side, group);
    picks.only_if(all.len() > 1)?;
    let pick = picks.upcoming();
    let reaches = RefCell::new(Reaches::of(state, side));
    // All come who come nearer, as near as each can; who they are is found for the square that was looked at last.
    let coming = RefCell::new(Many::new());
    let somebody_comes = |to: &Square| {
        let nearer = those_nearer(state, &mut reaches.borrow_mut(), &all, *to);
        coming.replace(nearer);
        !coming.borrow().is_empty()
    };
    let to = picks.ask("towards which square? Any can be named, not only these", Rule("7.0")).sure().one_named(
        meant(pick).filter(|&to| pick.is_some() || state.is_open(to)),
        |to| state.is_open(*to) && somebody_comes(to),
        || shown(state, &mut reaches.borrow_mut(), &all),
        |to| offer_square(state, *to),
    )?;
    let nearer = coming.take();
    if nearer.is_empty() {
        // What the rules refuse is given to them as it is.
        return Ok(Order::March { group, units: all, to });
    }
    let all = nearer;
    // Who is better left where he is stays, unless he is told to go.
    let usual = usual(state, side, &all);
    picks.usual(|| Order::March { group, units: usual.clone(), to });
    let most = all.len();
    let stay = if usual.len() < most { "Who has a reason to stay does" } else { "All of them" };
    let chosen = picks.ask(format_args!("who marches? {stay}, if you do not say otherwise"), Rule("7.0")).several(
        all,
        (1, most),
        |unit| usual.contains(unit),
        |unit| offer_unit(state, *unit).noted(stays(state, side, *unit).map(str::to_owned)),
    )?;
    Ok(Order::March { group, units: chosen.into_iter().collect(), to })
}

pub(super) fn check_march(
    state: &State,
    side: Side,
    group: Group,
    units: &[UnitId],
    to: Square,
) -> Result<(), Refusal> {
    checks::rising(units)?;
    checks::on_map(state, to)?;
    let all = movable(state, side, group);
    ensure!(all.len() > 1, Rule("7.0"), "a group is two units or more that can march");
    ensure!(!units.is_empty(), Rule("7.0"), "nobody is named");
    for unit in units {
        checks::own(state, side, *unit)?;
        ensure!(all.contains(unit), Rule("7.0"), "{} does not march with that group now", state.name(*unit));
    }
    let nearer = nearer(state, side, units, to);
    ensure!(!nearer.is_empty(), Rule("7.0"), "none of them comes nearer to {to} in this step");
    if let Some(idle) = units.iter().find(|unit| !nearer.contains(unit)) {
        bail!(Rule("7.0"), "{} comes no nearer to {to} in this step", state.name(*idle));
    }
    Ok(())
}

/// Those of some units that march if nobody says otherwise: all who have no reason to stay, or all of them, where all have one.
fn usual(state: &State, side: Side, units: &[UnitId]) -> Many {
    let free: Many = units.iter().copied().filter(|&unit| stays(state, side, unit).is_none()).collect();
    if free.is_empty() { units.into() } else { free }
}

/// Why a unit of a group stays where it is, if nobody says otherwise.
pub(super) fn stays(state: &State, side: Side, unit: UnitId) -> Option<&'static str> {
    let at = state.square(unit)?;
    let objective = || state.battle.scenario().objectives.iter().any(|goal| goal.at == at);
    let captured = || state.battle.map().land(at).trench.is_some_and(|trench| trench.side() != side);
    let alone = || state.units_in(at).filter(|&other| !state.is_gun(other)).min() == Some(unit);
    match () {
        () if state.is_gun(unit) => Some("guns stay"),
        () if state.in_zoc(at, side.other()) => Some("in an enemy zone of control"),
        () if state.is(unit, Marks::DISRUPTED) => Some("disrupted"),
        () if (objective() || captured()) && alone() => Some("holds what was taken"),
        () => None,
    }
}

/// The squares that are shown to be marched to: where one of some units can stop, and the towns and objectives that one of
/// them comes nearer to.
fn shown(state: &State, reaches: &mut Reaches, units: &[UnitId]) -> impl Iterator<Item = Square> + use<> {
    let mut stops = SquareSet::default();
    for &unit in units {
        let start = state.square(unit);
        let reached = reaches.reach(state, unit).iter().map(|one| one.square);
        stops = stops | reached.filter(|&at| Some(at) != start && state.may_stop(unit, at)).collect();
    }
    let objectives = state.battle.scenario().objectives.iter().map(|goal| goal.at);
    let known: SquareSet = Square::all().filter(|at| state.battle.map().land(*at).town).chain(objectives).collect();
    let farther = (known & !stops).into_iter().filter(|&to| state.is_open(to));
    let farther: Vec<Square> = farther.filter(|&to| !those_nearer(state, reaches, units, to).is_empty()).collect();
    stops.into_iter().chain(farther)
}

/// Those of some units that come nearer to a square by marching.
pub(super) fn nearer(state: &State, side: Side, units: &[UnitId], to: Square) -> Many {
    those_nearer(state, &mut Reaches::of(state, side), units, to)
}

fn those_nearer(state: &State, reaches: &mut Reaches, units: &[UnitId], to: Square) -> Many {
    let far = distances(state, reaches, units, to);
    units.iter().copied().filter(|&unit| nearest(state, reaches, unit, &far).is_some()).collect()
}

/// How far squares are from the goal of some units, as far as that matters to them.
pub(super) fn distances(state: &State, reaches: &Reaches, units: &[UnitId], to: Square) -> Vec<u16> {
    reaches.distances(state, to, units.iter().filter_map(|&unit| state.square(unit)))
}

/// How a unit of a group goes: to where it is nearest to the goal, if that is nearer than where it is. Guns go nowhere where
/// the enemy touches them.
pub(super) fn marches(state: &State, reaches: &mut Reaches, unit: UnitId, far: &[u16]) -> Option<(Path, Square)> {
    let end = nearest(state, reaches, unit, far)?;
    Some((State::way(reaches.reach(state, unit), end), end))
}

fn nearest(state: &State, reaches: &mut Reaches, unit: UnitId, far: &[u16]) -> Option<Square> {
    let start = state.square(unit)?;
    let here = far[start.index()];
    let nearer = reaches.reach(state, unit).iter().filter(|one| far[one.square.index()] < here);
    let gun = state.is_gun(unit);
    nearer
        .filter(|one| state.may_stop(unit, one.square) && !(gun && one.in_zoc))
        .min_by_key(|one| (far[one.square.index()], one.cost, one.square))
        .map(|one| one.square)
}

/// Those who marched, in words.
pub(super) fn marched(state: &State, units: &[UnitId]) -> String {
    if units.len() > 6 { format!("{} units", units.len()) } else { names(state, units) }
}
