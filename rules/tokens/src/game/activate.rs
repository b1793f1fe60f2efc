//! Activating: the active side spends a token on a unit, moves a commander, or gives the initiative away.

use super::event::Event;
use super::firing::fire;
use super::leaders::RIDE;
use super::react::open_window;
use super::route::{FACINGS, allowance, route};
use super::say::Does;
use super::state::{Activation, Frame};
use super::{Act, Course, Order, Side, Smoke, State, Tokens, UnitId, deeds};
use crate::activation::{self, Activated, resolve_activation};
use crate::rally::{Rallied, resolve_rally};
use crate::volley::Mode;
use deeds::Deed;
use field::{Facing, Move, Point, STEP};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, Points, Preview, Region, View, refuse};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};
use tabletop::{LEGS, inches, picked};

/// The active side spends a token, or surrenders the initiative.
pub(super) struct Activate;

/// Who acts.
#[derive(Clone, Copy)]
enum Who {
    Unit(UnitId),
    Leader(usize),
}

/// What is asked.
pub(super) const QUESTION: &str = "spend a token, or surrender the initiative";

impl Decide<Tokens> for Activate {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn order:3"))
    }

    fn compose(&self, view: &View<'_, Tokens>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let who = state.seized_with.map_or_else(|| who(state, side, picks), |unit| Ok(Who::Unit(unit)))?;
        let unit = match who {
            Who::Unit(unit) => unit,
            Who::Leader(number) => return ride(state, side, number, picks),
        };
        let name = state.name(unit);
        let deed = picks.ask(format_args!("what {} do?", Does(name)), Rule("Activating:actions")).one_that(
            Deed::ALL.iter().copied(),
            |deed| deed.is_open(state, unit),
            |deed| deed.offer(state, unit),
        )?;
        let Some(piece) = state.units.get(usize::from(unit.0)) else {
            return Ok(Order::Rally { unit });
        };
        match deed {
            Deed::Rally => Ok(Order::Rally { unit }),
            Deed::Change => Ok(Order::Change { unit }),
            Deed::Stand => Ok(Order::Turn { unit, facing: piece.facing.degrees() as u16, form: false }),
            Deed::Form => Ok(Order::Turn { unit, facing: piece.facing.degrees() as u16, form: true }),
            Deed::Turn => {
                let turns = |degrees: u16| {
                    let facing = Facing::of(degrees.into());
                    facing != piece.facing && deeds::stands(state, unit, facing, piece.column).is_ok()
                };
                let facing =
                    picks.ask(format_args!("where {} face?", Does(name)), Rule("R21")).facing_that(&FACINGS, turns)?;
                Ok(Order::Turn { unit, facing, form: false })
            }
            Deed::Move | Deed::FormAndMove | Deed::MoveAndFire => {
                let (form, fire) = (deed == Deed::FormAndMove, deed == Deed::MoveAndFire);
                let route = deeds::march(state, unit, form, fire);
                picked(route, Rule("Moving"), picks, |path, facing| Order::Move { unit, path, facing, form, fire })
            }
            Deed::Fire => {
                let target = picks.ask(format_args!("at whom {} fire?", Does(name)), Rule("Firing")).one_that(
                    state.ids(),
                    |target| state.aims(unit, *target, Mode::Fire).is_ok(),
                    |target| super::offers::unit(state, *target),
                )?;
                Ok(Order::Fire { unit, target })
            }
            Deed::Smoke => {
                let (x, y) = picks.ask(format_args!("where {} lay smoke?", Does(name)), Rule("R8")).point(Points {
                    take: |pick: &Pick| match *pick {
                        Pick::Point { x, y } => state.check_smoke(unit, Point { x, y }),
                        _ => Ok(()),
                    },
                    region: || deeds::smoke_region(state, unit),
                    draw: |random| deeds::somewhere_for_smoke(state, unit, random).map(|at| (at.x, at.y)),
                })?;
                Ok(Order::Smoke { unit, at: Point { x, y } })
            }
            Deed::Assault => assaulted(state, unit, picks),
        }
    }

    fn check(&self, view: &View<'_, Tokens>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let Some((unit, action)) = deeds::activated(order) else {
            return self.check_other(state, side, order);
        };
        state.may_activate(side, unit)?;
        let piece = state.unit(unit);
        deeds::check_action(piece, action)?;
        match order {
            Order::Move { path, facing, form, fire, .. } => {
                let legs = !path.is_empty();
                ensure!(legs, Rule("Moving"), "a move has at least one leg; a unit that stays turns or stands still");
                let forms = !form || !fire && !piece.kind.is_artillery();
                ensure!(forms, Rule("R23"), "changing between line and column costs 4 inches, which are not there");
                let mut route = deeds::march(state, unit, *form, *fire);
                route.along(path)?;
                route.check_facing(*facing)
            }
            Order::Turn { facing, form, .. } => {
                let turned = Facing::of((*facing).into());
                let turns = turned != piece.facing;
                ensure!(
                    !turns || !form && FACINGS.contains(facing),
                    Rule("R23"),
                    "a unit turns to 0, 15 ... 345 degrees, and not in the activation in which it forms up"
                );
                let (name, forms) = (state.name(unit), !form || !piece.kind.is_artillery());
                ensure!(forms, Rule("R16"), "{name} limbers and unlimbers instead of forming line and column");
                if turns || *form { deeds::stands(state, unit, turned, piece.column != *form) } else { Ok(()) }
            }
            Order::Fire { target, .. } => state.aims(unit, *target, Mode::Fire).map(|_| ()),
            Order::Smoke { at, .. } => state.check_smoke(unit, *at),
            Order::Assault { target, by, .. } => {
                let few = by.len() <= MOST_WAYPOINTS;
                ensure!(few, Rule("Common:path"), "an assault goes by {MOST_WAYPOINTS} points at most");
                state.charge(unit, by, *target).map(|_| ())
            }
            Order::Rally { .. } => deeds::check_rally(state, unit),
            Order::Change { .. } => deeds::check_change(state, unit),
            _ => unreachable!("these orders activate a unit"),
        }
    }

    fn preview(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Preview {
        super::preview::order(view.state(), order)
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        act.state.step += 1;
        let side = Side::of(seat);
        let Some((unit, action)) = deeds::activated(order) else {
            apply_other(act, side, order);
            return;
        };
        if !is_activated(act, side, unit, deeds::told(order, action)) {
            return;
        }
        match order {
            Order::Move { path, facing, form, fire, .. } => {
                let mut route = deeds::march(act.state, unit, *form, *fire);
                let _ = route.along(path);
                let leaves = route.leaves();
                let mut course = Course { fire: *fire, leaves, ..Course::of(unit, path.clone(), *facing) };
                course.trail.push(act.state.unit(unit).at);
                act.state.unit_mut(unit).column ^= *form;
                let to = path.last().copied().unwrap_or_else(|| act.state.unit(unit).at);
                act.happens(Event::Moves { unit, to, fires: *fire, forms: *form });
                act.state.frames.push(Frame::Move(course));
            }
            Order::Assault { target, by, .. } => {
                let mut course = act.state.charge(unit, by, *target).expect("check has found a way");
                course.trail.push(act.state.unit(unit).at);
                act.happens(Event::Assaults { unit, target: *target });
                act.state.frames.push(Frame::Move(course));
            }
            Order::Turn { facing, form, .. } => {
                let piece = act.state.unit_mut(unit);
                let was = std::mem::replace(&mut piece.facing, Facing::of((*facing).into()));
                let turns = piece.facing != was;
                piece.column ^= *form;
                act.happens(Event::Turns { unit, turns, forms: *form });
                open_window(act, None);
            }
            Order::Fire { target, .. } => {
                let aim = act.state.aims(unit, *target, Mode::Fire).expect("check has aimed");
                fire(act, unit, *target, &aim);
                open_window(act, Some(*target));
            }
            Order::Smoke { at, .. } => {
                act.state.unit_mut(unit).smoked = true;
                let until = act.state.turn + 1;
                act.state.smoke.push(Smoke { at: *at, until });
                act.happens(Event::LaysSmoke { unit, at: *at });
                open_window(act, None);
            }
            Order::Rally { .. } => {
                let rally = deeds::rally(act.state, unit);
                act.state.unit_mut(unit).rallied = true;
                let rallied = act
                    .throwing_for(|state| state.name(unit).to_owned())
                    .roll_as(|_| OnDesk::of(&crate::rally::procedure(), &rally), |dice| resolve_rally(&rally, dice))
                    == Rallied::Rallies;
                act.state.unit_mut(unit).markers -= u8::from(rallied);
                act.happens(Event::Rallies { unit, rallied });
                open_window(act, None);
            }
            Order::Change { .. } => {
                let piece = act.state.unit_mut(unit);
                *piece = deeds::changed(piece);
                let (kind, limbered) = (piece.kind, piece.is_limbered());
                act.happens(Event::Changes { unit, kind, limbered });
                open_window(act, None);
            }
            _ => unreachable!("these orders activate a unit"),
        }
    }
}

impl Activate {
    fn check_other(&self, state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
        let free = state.seized_with.is_none();
        ensure!(free, Rule("R3"), "the unit with which the initiative was seized acts first");
        match order {
            Order::Command { commander, path } => state.check_ride(side, *commander, path),
            Order::Surrender if may_surrender(state, side).is_some() => Ok(()),
            Order::Surrender => bail!(
                Rule("R4"),
                "the initiative can be surrendered after a token was spent in this spell, to a side that has tokens"
            ),
            Order::Discard if may_discard(state, side).is_some() => Ok(()),
            Order::Discard => bail!(Rule("R4"), "a token is discarded only where no unit can be activated"),
            _ => Err(refuse::<Tokens>(self, state, "activate a unit, move a commander, or surrender the initiative")),
        }
    }
}

/// Whom the active side picks: a unit that can be activated, or a commander who has not moved.
fn who(state: &State, side: Side, picks: &mut Picks<'_, Order>) -> Picked<Who> {
    let able = |id: &UnitId| state.may_activate(side, *id).is_ok();
    let units = state.of_side(side).map(|(id, _)| id).filter(able).map(Who::Unit);
    let leaders = (0..state.leaders.len()).filter(|number| {
        let leader = &state.leaders[*number];
        leader.side == side && !leader.lost && !leader.moved
    });
    picks
        .ask("which unit is activated?", Rule("Turn order:3"))
        .or_some("surrender", "surrender the initiative", Rule("R4"), may_surrender(state, side))
        .or_some("discard", "discard a token that has no use", Rule("R4"), may_discard(state, side))
        .one_of_wider(
            units.chain(leaders.map(Who::Leader)),
            || state.ids().map(Who::Unit),
            |who| match *who {
                Who::Unit(id) => super::offers::unit(state, id).noted(Some(deeds::needs(state, id))),
                Who::Leader(number) => super::offers::leader(state, number).under(Rule("R17")),
            },
        )
}

/// What is ordered without activating a unit.
fn apply_other(act: &mut Act<'_>, side: Side, order: &Order) {
    match order {
        Order::Command { commander, path } => {
            let to = *path.last().expect("a checked path has an end");
            let leader = &mut act.state.leaders[usize::from(*commander)];
            (leader.at, leader.moved) = (to, true);
            act.happens(Event::Rides { leader: *commander, to });
        }
        Order::Surrender => {
            act.happens(Event::Surrenders { side });
            super::turn::change_roles(act);
        }
        Order::Discard => {
            act.state.tokens[side] -= 1;
            act.state.spent = true;
            act.happens(Event::Discards { side });
        }
        _ => unreachable!("a checked order is one of these"),
    }
}

/// Spends the token and rolls where a roll is needed. Does the unit act?
fn is_activated(act: &mut Act<'_>, side: Side, unit: UnitId, action: activation::Action) -> bool {
    let seized = act.state.seized_with.take().is_some();
    act.state.activations += 1;
    act.state.roller = side;
    act.state.activation = Some(Activation { unit, reacted: 0, fell_back: 0 });
    let piece = act.state.unit_mut(unit);
    let test = deeds::activation(piece, action);
    piece.activated = true;
    if seized {
        act.happens(Event::Activated { unit, first: false, seized });
        return true;
    }
    piece.tokens += 1;
    act.state.tokens[side] -= 1;
    act.state.spent = true;
    act.happens(Event::Activated { unit, first: test.first, seized });
    if test.first {
        return true;
    }
    let acts = act.roll_as(
        |_| OnDesk::of(&crate::activation::procedure(), &deeds::on_desk(&test)),
        |dice| resolve_activation(&test, dice),
    ) == Activated::Acts;
    if !acts {
        act.happens(Event::Idle { unit });
    }
    acts
}

/// R4 The order to surrender, where it may be given.
fn may_surrender(state: &State, side: Side) -> Option<Order> {
    (state.spent && state.tokens[side.other()] > 0).then_some(Order::Surrender)
}

/// R4 The order to discard a token, where none has a use.
fn may_discard(state: &State, side: Side) -> Option<Order> {
    let useless = state.of_side(side).all(|(id, _)| state.may_activate(side, id).is_err());
    useless.then_some(Order::Discard)
}

impl State {
    /// Activating: may a token be spent on this unit?
    pub(super) fn may_activate(&self, side: Side, id: UnitId) -> Result<(), Refusal> {
        let Some(unit) = self.here(id).filter(|unit| unit.side == side) else {
            bail!(Rule("Activating"), "only a unit of one's own on the table can be activated");
        };
        if let Some(seized) = self.seized_with {
            ensure!(seized == id, Rule("R3"), "{} seized the initiative and acts first", self.name(seized));
            return Ok(());
        }
        let (name, can) = (self.name(id), !unit.activated || deeds::number(unit) <= 6);
        ensure!(can, Rule("Activating:later"), "{name} would need more than a 6 to be activated again");
        Ok(())
    }
}

/// R17 A commander's move.
fn ride(state: &State, side: Side, number: usize, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let zones = state.unsafe_for(side);
    let ride = picks.only_some(state.ride(side, number as u8, &zones).ok())?;
    let way = |to: Point| ride.reach().way(to).map(|way| way.path).filter(|path| path.len() <= LEGS);
    let straight = |to: Point| ride.price(&[to], None).is_ok();
    let name = state.leader_name(number);
    let (x, y) = picks.ask(format_args!("where does {name} ride?"), Rule("R17")).point(Points {
        take: |pick: &Pick| match *pick {
            Pick::Point { x, y } if straight(Point { x, y }) || way(Point { x, y }).is_some() => Ok(()),
            _ => bail!(Rule("R17"), "{name} cannot ride there; he has {} inches", inches(RIDE)),
        },
        region: || {
            let reach = ride.reach();
            let rides = |point: &(Point, i64)| reach.way(point.0).is_some_and(|way| way.path.len() <= LEGS);
            let points = reach.points().filter(rides).map(|(at, cost)| (at.x, at.y, cost)).collect();
            Region { from: (ride.from.x, ride.from.y), step: STEP, points }
        },
        draw: |random| {
            let drawn: Option<field::Way> = Move { ..ride }.draw(|limit| random.below(limit));
            drawn.and_then(|way| way.path.last().map(|at| (at.x, at.y)))
        },
    })?;
    let to = Point { x, y };
    let path = if straight(to) { vec![to] } else { picks.only_some(way(to))? };
    Ok(Order::Command { commander: number as u8, path })
}

/// R12 Whom a unit assaults: straight, or by way of some points round to the target.
fn assaulted(state: &State, unit: UnitId, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    #[derive(Clone, Copy)]
    enum Next {
        Straight(UnitId),
        Round,
    }
    let piece = state.unit(unit);
    let reach = picks.only_some(allowance(piece, activation::Action::Assault))?;
    let next = picks.ask(format_args!("whom {} assault?", Does(state.name(unit))), Rule("R12")).one_that(
        state.ids().map(Next::Straight).chain([Next::Round]),
        |next| match next {
            Next::Straight(target) => state.charge(unit, &[], *target).is_ok(),
            Next::Round => true,
        },
        |next| match *next {
            Next::Straight(target) => super::offers::unit(state, target),
            Next::Round => Offer::option("round", "by way of a point, to flank or rear").under(Rule("R15")),
        },
    )?;
    if let Next::Straight(target) = next {
        return Ok(Order::Assault { unit, target, by: Vec::new() });
    }
    let base = piece.base();
    let near = |id: &UnitId| {
        state.here(*id).is_some_and(|enemy| enemy.side != piece.side && enemy.base().within(&base, reach))
    };
    let target = picks
        .ask("round to whom?", Rule("R12"))
        .one_of(state.ids().filter(near), |target| super::offers::unit(state, *target))?;
    let mut route = route(state, unit, reach, piece.column, Some(target));
    loop {
        let by = route.points.clone();
        if by.len() == MOST_WAYPOINTS {
            return Ok(Order::Assault { unit, target, by });
        }
        if !by.is_empty() {
            picks.enough(|| Order::Assault { unit, target, by: by.clone() })?;
        }
        // A point is of use only if the target can be assaulted from there.
        let leads_on = |point: Point| {
            let by: Vec<Point> = by.iter().copied().chain([point]).collect();
            state.charge(unit, &by, target).map(|_| ())
        };
        let (x, y) = picks.ask("by way of which point?", Rule("Common:path")).point(Points {
            take: |pick: &Pick| match *pick {
                Pick::Point { x, y } => leads_on(Point { x, y }),
                _ => Ok(()),
            },
            region: || route.inches_around(|point| leads_on(point).is_ok()),
            draw: |random| {
                let tried = (0..4).filter_map(|_| route.somewhere_on_the_way(random));
                { tried }.find(|to| leads_on(*to).is_ok()).map(|to| (to.x, to.y))
            },
        })?;
        let taken = route.leg(Point { x, y });
        picks.only_if(taken.is_ok())?;
        picks.tell(|| format!("by {}, {}", inches(x), inches(y)));
    }
}

/// The most points on the way of an assault.
const MOST_WAYPOINTS: usize = 3;
