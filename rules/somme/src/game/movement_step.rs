//! 7.0: movement (2D), with modes of headquarters, transfers and breaking off.

use super::checks;
use super::entering::go;
use super::event::Event;
use super::losses;
use super::march::{check_march, distances, group_moves, groups, marches};
use super::offers::{PASS, doing, halves, meant, offer_square, offer_unit, points};
use super::order::{Group, Order};
use super::reach::{Reached, Reaches};
use super::state::State;
use super::transfers::{check_transfer, takers, transferable};
use super::units::{Marks, Path, UnitId};
use super::{Somme, turn};
use crate::headquarters::Mode;
use crate::scenario::{Side, Square, SquareSet};
use crate::tanks::MovingTanks;
use crate::units::{Kind, MOST_STACKED};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use smallvec::SmallVec;

/// 2D: who moves, and where to?
pub(super) struct Movement;

impl Decide<Somme> for Movement {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("move", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let pick = picks.upcoming();
        let is_meant = |first: &First| pick.is_none_or(|pick| first.is(state, pick));
        let first =
            picks.ask("who moves?", Rule("7.0")).or(PASS, "end the movement", Order::Pass).half().one_of_wider(
                firsts(state, side).filter(is_meant),
                || Side::BOTH.into_iter().flat_map(|side| state.on_map(side)).map(First::Unit).filter(is_meant),
                |first| first.offer(state, side),
            )?;
        match first {
            // What the rules refuse is given to them as it is.
            First::Unit(unit) if state.side(unit) != side || !state.may_move(unit) => {
                Ok(Order::Move { unit, path: Path::new() })
            }
            First::Unit(unit) => unit_moves(state, unit, picks),
            First::Group(group) => group_moves(state, side, group, picks),
            First::BreakOff(square) => {
                let unit = picks
                    .ask("who loses a step?", Rule("R37"))
                    .one_of(state.units_in(square).collect::<SmallVec<[UnitId; 6]>>(), |unit| {
                        offer_unit(state, *unit)
                    })?;
                Ok(Order::BreakOff { unit })
            }
            First::Transfer => {
                let division = picks.ask("which division is transferred?", Rule("R30")).one_of(
                    transferable(state, side),
                    |division| {
                        let name = state.battle.scenario().division_name(*division);
                        Offer::option(&format!("division-{division}"), name)
                    },
                )?;
                let corps = picks.ask("which corps takes it over?", Rule("R30")).one_of(
                    takers(state, side, division),
                    |corps| {
                        Offer::option(
                            &format!("corps-{corps}"),
                            state.battle.scenario().corps[usize::from(*corps)].name.clone(),
                        )
                    },
                )?;
                Ok(Order::Transfer { division, corps })
            }
        }
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Move { unit, path } => {
                let at = checks::own(state, side, *unit)?;
                state.check_mover(*unit, at)?;
                state.check_path(*unit, at, path).map(drop)
            }
            Order::March { group, units, to } => check_march(state, side, *group, units, *to),
            Order::SetMode { hq, mode } => {
                let at = checks::own(state, side, *hq)?;
                ensure!(state.is_hq(*hq), Rule("7.4.2"), "{} is no headquarters", state.name(*hq));
                state.check_mover(*hq, at)?;
                ensure!(state.mode(*hq) != *mode, Rule("R11"), "{} is in {mode} mode already", state.name(*hq));
                Ok(())
            }
            Order::Transfer { division, corps } => check_transfer(state, side, *division, *corps),
            Order::BreakOff { unit } => {
                let at = checks::own(state, side, *unit)?;
                ensure!(!state.is_hq(*unit), Rule("R37"), "a headquarters has no step to lose");
                ensure!(state.is_engaged(at), Rule("R37"), "{at} is not engaged");
                ensure!(!state.broke_off, Rule("R37"), "one square has broken off already in this movement step");
                Ok(())
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(
                self,
                state,
                "move units, change the mode of a headquarters, transfer a division, break off, or pass",
            )),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Move { unit, path } => {
                let mut preview = Preview::called("Move");
                let start = state.square(*unit);
                preview.path = start.iter().chain(path).map(|&square| state.middle(square)).collect();
                if let Some(cost) = start.and_then(|at| state.check_path(*unit, at, path).ok()) {
                    preview.add_note(
                        format!("It costs {} of {}.", halves(cost), points(state.points(*unit))),
                        Rule("7.0:points"),
                    );
                }
                for (text, rule) in start.map_or_else(Vec::new, |at| state.prices(*unit, at, path)) {
                    preview.add_note(text, rule);
                }
                if rolls(state, *unit) {
                    let situation = MovingTanks { weather: state.weather };
                    preview.add_test("breakdown".to_owned(), &crate::tanks::breakdown(), &situation);
                }
                preview
            }
            Order::March { units, to, .. } => {
                let mut preview = Preview::called("March");
                let mut after = state.clone();
                let mut reaches = Reaches::of(state, side);
                let far = distances(state, &reaches, units, *to);
                for &unit in units {
                    let Some((path, end)) = marches(&after, &mut reaches, unit, &far) else {
                        preview.add_note(format!("{}.", doing(state, unit, "stays")), Rule("7.0"));
                        continue;
                    };
                    let from = state.square(unit);
                    let spots = from.iter().chain(&path).map(|&square| state.middle(square)).collect();
                    preview.overlays.push(kernel::game::Feature {
                        role: "path",
                        shape: kernel::game::Shape::Line(spots),
                        seat: Some(seat),
                        name: state.name(unit).to_owned(),
                    });
                    let goes = format!("goes to {}", state.place_name(end));
                    preview.add_note(format!("{}.", doing(state, unit, &goes)), Rule("7.0"));
                    after.put(unit, end);
                }
                preview
            }
            Order::SetMode { mode, .. } => Preview::called(format!("Set to {mode} mode")),
            Order::Transfer { .. } => Preview::called("Transfer"),
            Order::BreakOff { .. } => Preview::called("Break off"),
            _ => {
                let mut preview = Preview::called("End the movement");
                let idle = state.on_map(side).filter(|&unit| can_act(state, unit)).count();
                preview.add_note(format!("{idle} of your units could still move."), Rule("7.0"));
                for square in crowded(state, side) {
                    let (there, at) = (state.units_in(square).count(), state.place_name(square));
                    let text = format!("{there} units are in {at}: who is above the limit of {MOST_STACKED} is lost.");
                    preview.add_note(text, Rule("R39"));
                }
                preview
            }
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        match order {
            Order::Move { unit, path } => go(act, *unit, path),
            Order::March { units, to, .. } => {
                let mut reaches = Reaches::of(act.state, side);
                let far = distances(act.state, &reaches, units, *to);
                act.happens(Event::Marches { side, to: *to, units: units.iter().copied().collect() });
                for &unit in units {
                    if let Some((path, _)) = marches(act.state, &mut reaches, unit, &far) {
                        go(act, unit, &path);
                    }
                }
            }
            Order::SetMode { hq, mode } => {
                let marks = act.state.mark(*hq);
                marks.put(Marks::MOVED);
                match mode {
                    Mode::Supply => marks.put(Marks::SUPPLY_MODE),
                    Mode::Command => marks.take(Marks::SUPPLY_MODE),
                }
                act.happens(Event::ModeSet { hq: *hq, mode: *mode });
            }
            Order::Transfer { division, corps } => {
                for &unit in act.state.battle.clone().division(*division) {
                    act.state.unit_mut(unit).corps = *corps;
                    if act.state.square(unit).is_some() {
                        act.state.mark(unit).put(Marks::MOVED);
                    }
                }
                act.happens(Event::Transferred { division: *division, corps: *corps });
            }
            Order::BreakOff { unit } => {
                let at = act.state.square(*unit).expect("a checked unit is on the map");
                act.state.broke_off = true;
                act.happens(Event::BreaksOff { at });
                act.state.engaged.retain(|(one, other)| *one != at && *other != at);
                losses::lose(act, *unit, 1, false);
            }
            _ => end(act, side),
        }
    }
}

/// What is picked first.
enum First {
    Unit(UnitId),
    Group(Group),
    BreakOff(Square),
    Transfer,
}

impl First {
    /// Is it what a pick means?
    fn is(&self, state: &State, pick: &Pick) -> bool {
        match (self, pick) {
            (First::Unit(unit), Pick::Piece(piece)) => state.piece(*unit) == *piece,
            (First::Group(group), _) => group.pick() == *pick,
            (First::BreakOff(square), Pick::Option(word)) => break_off(*square) == *word,
            (First::Transfer, Pick::Option(word)) => word == "transfer",
            _ => false,
        }
    }

    fn offer(&self, state: &State, side: Side) -> Offer {
        match *self {
            First::Unit(unit) => offer_unit(state, unit).noted(Some(state.corps(unit).name.clone())),
            First::Group(group) => group.offer(state, side),
            First::BreakOff(square) => {
                let label = format!("{} breaks off at the loss of a step", state.place_name(square));
                Offer::option(&break_off(square), label).under(Rule("R37"))
            }
            First::Transfer => Offer::option("transfer", "transfer a division to another corps").under(Rule("R30")),
        }
    }
}

/// The word by which a square breaks off.
fn break_off(square: Square) -> String {
    format!("break-off-{square}")
}

fn firsts(state: &State, side: Side) -> impl Iterator<Item = First> + '_ {
    // Who can take no step at all leads to no order and is not offered; looking for that here would cost too much.
    let units = state.on_map(side).filter(move |&unit| state.may_move(unit)).map(First::Unit);
    let groups = std::iter::once_with(move || groups(state, side)).flatten().map(First::Group);
    // Whether a division can be transferred is looked at where somebody wants to.
    units.chain(groups).chain(breaking(state, side).map(First::BreakOff)).chain([First::Transfer])
}

/// R37 The engaged squares of a side, one of which may break off in a movement step.
fn breaking(state: &State, side: Side) -> impl Iterator<Item = Square> {
    let engaged = if state.broke_off { SquareSet::default() } else { state.engaged_squares() };
    engaged.into_iter().filter(move |&square| state.side_at(square) == Some(side))
}

/// Can a unit move somewhere, or a headquarters change its mode?
pub(super) fn can_act(state: &State, unit: UnitId) -> bool {
    state.may_move(unit) && (state.is_hq(unit) || can_step(state, unit))
}

/// Can a unit take a step at all?
pub(super) fn can_step(state: &State, unit: UnitId) -> bool {
    let Some(at) = state.square(unit) else { return false };
    let (side, points) = (state.side(unit), state.points(unit));
    let zoc = state.in_zoc(at, side.other());
    let mut full = false;
    let stops = at.neighbours().any(|(way, next)| {
        let steps = state.step_cost(side, at, way, next, zoc).is_some_and(|cost| cost <= points);
        full |= steps && !state.may_stop(unit, next);
        steps && state.may_stop(unit, next)
    });
    // R32 Full squares may be passed through.
    stops || full && state.reach(unit).iter().any(|one| one.square != at && state.may_stop(unit, one.square))
}

/// R24 Does a tank company roll for breakdown if it moves now?
pub(super) fn rolls(state: &State, unit: UnitId) -> bool {
    state.kind(unit) == Some(Kind::Tanks) && !state.is(unit, Marks::ROLLED)
}

fn unit_moves(state: &State, unit: UnitId, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let Some(start) = state.square(unit) else { return picks.only_some(None) };
    let (side, available) = (state.side(unit), state.points(unit));
    let mut path = Path::new();
    let mut spent = 0;
    loop {
        let here = path.last().copied().unwrap_or(start);
        if !path.is_empty() && state.may_stop(unit, here) {
            picks.enough(|| Order::Move { unit, path: path.clone() })?;
        }
        let zoc = state.in_zoc(here, side.other());
        let stops = here != start && (zoc || state.is_engaged(here));
        let mode = (path.is_empty() && state.is_hq(unit)).then(|| {
            let mode = if state.mode(unit) == Mode::Command { Mode::Supply } else { Mode::Command };
            Order::SetMode { hq: unit, mode }
        });
        let pick = picks.upcoming();
        // A player goes to a neighbour by the cheapest way, and to squares further on at once.
        let plays =
            pick.is_some_and(|pick| meant(Some(pick)).any(|to| start.within(available).has(to))) || picks.tells();
        let reached = if path.is_empty() && plays { state.reach(unit) } else { Vec::new() };
        let next = |(way, next): (field::grid::Way, Square)| {
            let cost = state.step_cost(side, here, way, next, zoc)?;
            let open = !stops && next != start && !path.contains(&next) && spent + cost <= available;
            let cheaper = reached.iter().any(|one| one.square == next && one.cost < cost);
            // Nobody is led through an interdict to save half a point.
            let way = cheaper.then(|| State::way(&reached, next));
            let way = way.filter(|way| way.iter().all(|&at| at == next || !state.is_interdicted(at)));
            open.then(|| way.unwrap_or_else(|| Path::from_slice(&[next])))
        };
        let is_meant =
            |way: &Path| pick.is_none_or(|pick| way.last().is_some_and(|to| *pick == Pick::Place(to.place())));
        let steps: SmallVec<[Path; 8]> = here.neighbours().filter_map(next).filter(is_meant).collect();
        let label = if state.mode(unit) == Mode::Command { "change to supply mode" } else { "change to command mode" };
        let way = picks.ask("where to?", Rule("7.1")).or_some("mode", label, Rule("7.4.2"), mode).one_of_or_farther(
            steps,
            || farther(state, unit, start, &reached).into_iter().filter(is_meant),
            || meant(pick).map(|to| beyond(state, unit, &path, to)),
            |way| {
                let to = *way.last().expect("a way leads somewhere");
                let whole: Path = path.iter().chain(way).copied().collect();
                let cost = state.check_path(unit, start, &whole).ok();
                let spots =
                    std::iter::once(start).chain(whole.iter().copied()).map(|square| state.middle(square)).collect();
                offer_square(state, to)
                    .by(spots)
                    .noted(cost.map(|cost| format!("{} of {}", halves(cost), points(available))))
                    .tagged(cost.map(halves))
            },
        )?;
        for square in way {
            let from = path.last().copied().unwrap_or(start);
            let zoc = state.in_zoc(from, side.other());
            let cost = from.way_to(square).and_then(|way| state.step_cost(side, from, way, square, zoc));
            spent = cost.map_or(u8::MAX, |cost| spent.saturating_add(cost));
            path.push(square);
        }
        // What the rules refuse is given to them as it is.
        if spent > available {
            return Ok(Order::Move { unit, path });
        }
    }
}

/// Squares further on that can be picked at once; neighbours are offered with the steps.
fn farther(state: &State, unit: UnitId, start: Square, reached: &[Reached]) -> Vec<Path> {
    let side = state.side(unit);
    let zoc = state.in_zoc(start, side.other());
    let single = |square: Square| {
        let way = start.way_to(square);
        way.and_then(|way| state.step_cost(side, start, way, square, zoc))
            .is_some_and(|cost| cost <= state.points(unit))
    };
    let far = reached.iter().filter(|one| {
        one.square != start && one.from != start && !single(one.square) && state.may_stop(unit, one.square)
    });
    far.map(|one| State::way(reached, one.square)).collect()
}

/// The way to a square that the rules may refuse: by the whole of it they say what it would cost.
fn beyond(state: &State, unit: UnitId, path: &Path, to: Square) -> Path {
    let whole = if path.is_empty() { state.way_beyond(unit, to) } else { None };
    whole.unwrap_or_else(|| Path::from_slice(&[to]))
}

/// Can the active player move anything?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    // R39 Who cannot bring a crowd down must still be told what becomes of it.
    breaking(state, side).next().is_some()
        || state.on_map(side).any(|unit| can_act(state, unit) || state.is(unit, Marks::CROWDED))
}

/// R39 The squares of a side that hold more units than the limit allows.
fn crowded(state: &State, side: Side) -> SquareSet {
    let driven = state.on_map(side).filter(|&unit| state.is(unit, Marks::CROWDED));
    let squares: SquareSet = driven.filter_map(|unit| state.square(unit)).collect();
    squares.into_iter().filter(|&square| state.units_in(square).count() > MOST_STACKED).collect()
}

/// The movement is over. R39 What is above the limit is eliminated.
fn end(act: &mut Act<'_, Somme>, side: Side) {
    for square in crowded(act.state, side) {
        while act.state.units_in(square).count() > MOST_STACKED {
            let weakest = act.state.units_in(square).min_by_key(|&unit| (act.state.unit(unit).left, unit));
            let Some(unit) = weakest else { break };
            act.happens(Event::Crowded { unit, at: square });
            losses::eliminate(act, unit, false);
        }
    }
    let idle: SmallVec<[UnitId; 16]> = act.state.on_map(side).collect();
    for unit in idle {
        act.state.mark(unit).take(Marks::CROWDED);
    }
    act.happens(Event::MovementOver { side });
    turn::next_step(act);
}
