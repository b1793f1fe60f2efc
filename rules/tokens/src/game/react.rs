//! R5, R6, R22: reactions of the other side, at an inch of a move or after another activation.

use super::course::{Pending, arrives};
use super::event::Event;
use super::firing::{Aim, fire};
use super::route::{Route, avoiding, route};
use super::say::Does;
use super::state::Frame;
use super::{Act, Asking, Course, Order, Reply, Side, Standing, State, Tokens, UnitId};
use crate::reaction::{self, REACTION_MOVE, Reacted, Reaction, check_reaction, resolve_reaction};
use crate::units::Ground;
use crate::volley::Mode;
use field::{INCH, Point, Rectangle};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, Preview, Said, Secret, View, refuse};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};
use tabletop::{LEGS, picked};

/// A unit of the other side reacts, or none does.
pub(super) struct React;

/// R22 (d) How near a unit must be to react to what is no move.
const NEAR: i64 = 12 * INCH;
/// The distances at which a standing answer can wait.
pub(super) const WAITS: [u8; 5] = [4, 8, 12, 16, 24];

/// What is picked first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Unit(UnitId),
    Until,
    Prefer,
}

/// What is asked.
pub(super) const QUESTION: &str = "react, or pass";

impl Decide<Tokens> for React {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R5"))
    }

    fn compose(&self, view: &View<'_, Tokens>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let number = state.activations;
        let (before, after) = match state.frames.last() {
            Some(Frame::Move(course)) if course.target.is_some() => ("the assault of ", ""),
            Some(Frame::Move(_)) => ("the move of ", ""),
            _ => ("what ", " has done"),
        };
        let first = picks
            .ask(format_args!("who reacts to {before}{}{after}?", state.name(state.acting())), Rule("R5"))
            .or(
                "pass-activation",
                "pass for the whole activation",
                Order::Pass { then: Standing::PassActivation { number } },
            )
            .or("pass", "no reaction", Order::Pass { then: Standing::Ask })
            .half()
            .one_that(
                state.ids().map(First::Unit).chain([First::Until, First::Prefer]),
                |first| match first {
                    First::Unit(id) => may_react(state, *id).is_ok() && moments(state, *id).next().is_some(),
                    First::Until | First::Prefer => true,
                },
                |first| match *first {
                    First::Unit(id) => super::offers::unit(state, id).noted(Some(needs(state, id))),
                    First::Until => Offer::option("pass-until", "pass until an enemy comes near"),
                    First::Prefer => Offer::option("first", "always let one unit fire first"),
                },
            )?;
        let own = state.of_side(side).map(|(id, _)| id);
        let offer = |id: &UnitId| super::offers::unit(state, *id);
        let unit = match first {
            First::Unit(unit) => unit,
            First::Prefer => {
                let unit = picks.ask("which unit fires first?", Rule("R22")).one_of(own, offer)?;
                return Ok(Order::Pass { then: Standing::First { unit } });
            }
            First::Until => {
                let unit = picks.ask("near to which unit?", Rule("R22")).one_of(own, offer)?;
                let inches = picks
                    .ask("within how many inches?", Rule("R22"))
                    .one_of(WAITS, |inches| Offer::option(&inches.to_string(), format!("{inches} inches")))?;
                return Ok(Order::Pass { then: Standing::PassUntilNear { unit, inches } });
            }
        };
        let name = state.name(unit);
        let does = picks.ask(format_args!("what {} do?", Does(name)), Rule("R6")).one_that(
            reaction::Reply::ALL.iter().copied(),
            |reply| match reply {
                reaction::Reply::Fire => moments(state, unit).any(|inch| aim_at(state, unit, inch).is_ok()),
                reaction::Reply::Move => true,
            },
            |reply| match reply {
                reaction::Reply::Fire => Offer::option("fire", "fire").under(Rule("R6")),
                reaction::Reply::Move => Offer::option("move", "move up to 4 inches").under(Rule("R6")),
            },
        )?;
        let fires = does == reaction::Reply::Fire;
        let inch = if matches!(state.frames.last(), Some(Frame::Window { .. })) {
            0
        } else {
            picks.ask(format_args!("at which inch {} react?", Does(name)), Rule("R22")).one_that(
                stations(state),
                |inch| sees_at(state, unit, *inch) && (!fires || aim_at(state, unit, *inch).is_ok()),
                |inch| {
                    let at = mover_at(state, *inch).middle;
                    let aim = if fires { aim_at(state, unit, *inch).ok() } else { None };
                    let label = if fires { format!("fire at inch {inch}") } else { format!("at inch {inch}") };
                    Offer::of(Pick::option(&inch.to_string()), label)
                        .by(vec![(at.x, at.y)])
                        .noted(aim.map(|aim| aim_note(state, &aim)))
                },
            )?
        };
        if fires {
            return Ok(Order::React { unit, inch, reply: Reply::Fire });
        }
        let there = interrupted(state, inch);
        let route = reaction_route(state, &there, unit, inch);
        picked(route, Rule("R6"), picks, |path, facing| Order::React {
            unit,
            inch,
            reply: Reply::Move { path, facing },
        })
    }

    fn check(&self, view: &View<'_, Tokens>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Pass { then } => check_standing(state, side, *then),
            Order::React { unit, inch, reply } => {
                may_react(state, *unit)?;
                let (name, sees) = (state.name(*unit), moments(state, *unit).any(|moment| moment == *inch));
                ensure!(sees, Rule("R5"), "{name} may react only at an inch where it sees the unit that was activated");
                match reply {
                    Reply::Fire => aim_at(state, *unit, *inch).map(|_| ()),
                    Reply::Move { path, facing } => check_move(state, *unit, *inch, path, *facing),
                }
            }
            _ => Err(refuse::<Tokens>(self, state, "say who reacts and how, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Preview {
        let state = view.state();
        let mut preview = Preview::default();
        let Order::React { unit, inch, reply } = order else {
            if *order != (Order::Pass { then: Standing::Ask }) {
                let note = "It is answered for you from now on, and the other side is not told.";
                preview.notes.push(Said::of(note).under(Rule("R22")));
            }
            return preview;
        };
        let piece = state.unit(*unit);
        super::preview::reaction(piece, &mut preview);
        match reply {
            Reply::Fire => {
                if let Ok(aim) = aim_at(state, *unit, *inch) {
                    let there = interrupted(state, *inch);
                    super::preview::shot(&there, state.acting(), &aim, &mut preview);
                }
            }
            Reply::Move { path, facing } => super::preview::way(piece, path, *facing, &mut preview),
        }
        preview
    }

    fn standing(&self, view: &View<'_, Tokens>, seat: Seat) -> Option<Order> {
        stands(view.state(), Side::of(seat))
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        act.state.step += 1;
        let side = Side::of(seat);
        match order {
            Order::React { unit, inch, reply } => {
                let pending = Pending { unit: *unit, inch: *inch, reply: reply.clone() };
                if let Some(Frame::Move(course)) = act.state.frames.last_mut() {
                    (course.asking, course.pending) = (Asking::Nobody, Some(pending));
                    act.happens(Event::Declares { unit: *unit, inch: *inch });
                } else {
                    let Some(Frame::Window { only }) = act.state.frames.pop() else { unreachable!("a window is open") };
                    if reacts(act, &pending) {
                        super::moving::end_activation(act);
                    } else {
                        open_window(act, only);
                    }
                }
            }
            Order::Pass { then } => {
                act.state.standing[side] = Secret::Known(*then);
                act.happens(Event::Passes { side });
                match act.state.frames.last_mut() {
                    Some(Frame::Move(course)) => course.asking = Asking::Nobody,
                    _ => {
                        act.state.frames.pop();
                    }
                }
            }
            _ => unreachable!("a checked order reacts or passes"),
        }
    }
}

/// R22 Opens the window after fire (b) or another activation (d), if somebody may react.
pub(super) fn open_window(act: &mut Act<'_>, only: Option<UnitId>) {
    if !act.state.unit(act.state.acting()).is_here() {
        return;
    }
    act.state.frames.push(Frame::Window { only });
    if !can_react(act.state) {
        act.state.frames.pop();
    }
}

/// May anybody react to what is under way?
pub(super) fn can_react(state: &State) -> bool {
    state.tokens[state.active.other()] > 0 && reactors(state).next().is_some()
}

/// Those who may react at some inch.
pub(super) fn reactors(state: &State) -> impl Iterator<Item = UnitId> {
    let able = move |id: &UnitId| may_react(state, *id).is_ok() && moments(state, *id).next().is_some();
    state.of_side(state.active.other()).map(|(id, _)| id).filter(able)
}

/// R5 May this unit react to the activation at all?
fn may_react(state: &State, id: UnitId) -> Result<(), Refusal> {
    let side = state.active.other();
    let Some(unit) = state.here(id).filter(|unit| unit.side == side) else {
        bail!(Rule("R5"), "only a unit of the reactive player that is on the table may react");
    };
    let has = state.tokens[side] > 0;
    ensure!(has, Rule("Activating:reaction"), "a reaction costs a token, and there is none left");
    let reacted = state.activation.as_ref().is_some_and(|activation| activation.reacted & (1 << id.0) != 0);
    ensure!(!reacted, Rule("R5"), "{} has reacted to this activation already", state.name(id));
    if let Some(Frame::Window { only: Some(only) }) = state.frames.last() {
        ensure!(*only == id, Rule("R5"), "only {}, which was fired at, may react now", state.name(*only));
    }
    check_reaction(unit.tokens, unit.markers)
        .map_err(|refusal| Refusal::by(Rule("Activating:reaction"), refusal.sentence))
}

/// The inches at which others may react; a single 0 where nobody moves.
pub(super) fn stations(state: &State) -> std::ops::RangeInclusive<u8> {
    match state.frames.last() {
        Some(Frame::Move(course)) => course.stations(state),
        _ => 0..=0,
    }
}

/// The inches at which this unit may react.
fn moments(state: &State, id: UnitId) -> impl Iterator<Item = u8> {
    stations(state).filter(move |inch| sees_at(state, id, *inch))
}

/// R5, R22 Does a unit see what it reacts to, or need it not?
fn sees_at(state: &State, id: UnitId, inch: u8) -> bool {
    if !stations(state).contains(&inch) {
        return false;
    }
    let there = mover_at(state, inch);
    match state.frames.last() {
        Some(Frame::Window { only: Some(_) }) => true,
        Some(Frame::Window { only: None }) => {
            state.unit(id).base().within(&there.into(), NEAR) && state.sees(id, state.acting(), &there).is_some()
        }
        // R5 (c) The target knows of an assault an inch before contact, from wherever it comes.
        Some(Frame::Move(course)) if is_before_contact(state, course, id, inch) => true,
        _ => state.sees(id, state.acting(), &there).is_some(),
    }
}

fn is_before_contact(state: &State, course: &Course, id: UnitId, inch: u8) -> bool {
    course.target == Some(id) && inch == *course.stations(state).end()
}

/// The block of the unit that is reacted to, at an inch of its move.
pub(super) fn mover_at(state: &State, inch: u8) -> Rectangle {
    match state.frames.last() {
        Some(Frame::Move(course)) => course.block(state, course.distance(state, inch)),
        _ => state.unit(state.acting()).block(),
    }
}

/// The state with the mover at that inch.
fn interrupted(state: &State, inch: u8) -> State {
    let there = mover_at(state, inch);
    let mut state = state.clone();
    let id = state.acting();
    let mover = state.unit_mut(id);
    (mover.at, mover.facing) = (there.middle, there.facing);
    state
}

/// R6 May a unit fire at the mover at that inch? Before contact the attacker counts as in the open.
pub(super) fn aim_at(state: &State, id: UnitId, inch: u8) -> Result<Aim, Refusal> {
    let aim = state.aim(id, state.acting(), &mover_at(state, inch), Mode::Fire)?;
    match state.frames.last() {
        Some(Frame::Move(course)) if is_before_contact(state, course, id, inch) => {
            Ok(Aim { ground: Ground::Open, smoke: false, ..aim })
        }
        _ => Ok(aim),
    }
}

fn check_move(state: &State, id: UnitId, inch: u8, path: &[Point], facing: u16) -> Result<(), Refusal> {
    ensure!((1..=LEGS).contains(&path.len()), Rule("R6"), "a reaction move has 1 to {LEGS} legs");
    let there = interrupted(state, inch);
    let mut route = reaction_route(state, &there, id, inch);
    route.along(path)?;
    route.check_facing(facing)
}

/// R6, R22 The path of a reaction move: it does not end within an inch of the mover's remaining path, but for the target
/// of an assault.
fn reaction_route<'a>(state: &State, there: &'a State, id: UnitId, inch: u8) -> Route<'a> {
    let route = route(there, id, i64::from(REACTION_MOVE) * INCH, there.unit(id).column, None);
    match state.frames.last() {
        Some(Frame::Move(course)) if course.target != Some(id) => {
            avoiding(route, course.rest(state, course.distance(state, inch)))
        }
        _ => route,
    }
}

/// Carries out a reaction: the token, the roll, and what it does. Did the unit that was activated lose a base?
pub(super) fn reacts(act: &mut Act<'_>, pending: &Pending) -> bool {
    let id = pending.unit;
    let side = act.state.unit(id).side;
    let target = act.state.acting();
    act.state.tokens[side] -= 1;
    act.state.roller = side;
    if let Some(activation) = &mut act.state.activation {
        activation.reacted |= 1 << id.0;
    }
    let unit = act.state.unit_mut(id);
    let reply = if pending.reply == Reply::Fire { reaction::Reply::Fire } else { reaction::Reply::Move };
    let reaction = Reaction { reply, tokens: unit.tokens, markers: unit.markers };
    unit.tokens += 1;
    act.happens(Event::Reacts { unit: id, to: target });
    if act.roll_as(|_| OnDesk::of(&reaction::procedure(), &reaction), |dice| resolve_reaction(&reaction, dice))
        == Reacted::TooLate
    {
        act.happens(Event::TooLate { unit: id });
        return false;
    }
    match &pending.reply {
        Reply::Fire => match aim_at(act.state, id, pending.inch) {
            Ok(aim) => fire(act, id, target, &aim),
            Err(_) => false,
        },
        Reply::Move { path, facing } => {
            let mut course = Course::of(id, path.clone(), *facing);
            let length = course.length(act.state);
            arrives(act, &mut course, length);
            super::moving::finish(act, &course);
            false
        }
    }
}

/// Refuses a standing answer that could never be given.
fn check_standing(state: &State, side: Side, then: Standing) -> Result<(), Refusal> {
    let own = |id: UnitId| state.here(id).is_some_and(|unit| unit.side == side);
    let (can, otherwise) = match then {
        Standing::Ask => return Ok(()),
        Standing::PassActivation { number } => {
            (number == state.activations, "one can pass only for the activation that is under way")
        }
        Standing::PassUntilNear { unit, inches } => (
            own(unit) && WAITS.contains(&inches),
            "one waits for enemies within 4, 8, 12, 16 or 24 inches of one's own unit",
        ),
        Standing::First { unit } => (own(unit), "only a unit of one's own can be the first to fire"),
    };
    ensure!(can, Rule("R22"), "{otherwise}");
    Ok(())
}

/// What the side has said beforehand that it would answer here.
pub(super) fn stands(state: &State, side: Side) -> Option<Order> {
    let then = *state.standing[side].known()?;
    let pass = Some(Order::Pass { then });
    match then {
        Standing::Ask => None,
        Standing::PassActivation { number } => pass.filter(|_| number == state.activations),
        Standing::PassUntilNear { unit, inches } => {
            let base = state.here(unit)?.base();
            let range = i64::from(inches) * INCH;
            let near = stations(state).any(|inch| base.within(&mover_at(state, inch).into(), range));
            let others = state
                .of_side(side.other())
                .any(|(id, enemy)| id != state.acting() && enemy.base().within(&base, range));
            pass.filter(|_| !near && !others)
        }
        Standing::First { unit } => {
            may_react(state, unit).ok()?;
            let inch = moments(state, unit).find(|inch| aim_at(state, unit, *inch).is_ok())?;
            Some(Order::React { unit, inch, reply: Reply::Fire })
        }
    }
}

/// What a unit needs to react, in a word.
pub(super) fn needs(state: &State, id: UnitId) -> String {
    let unit = state.unit(id);
    format!("needs {}+", reaction::needed(unit.tokens, unit.markers))
}

/// What a shot at the mover comes to, in a word.
fn aim_note(state: &State, aim: &Aim) -> String {
    let tenths = (state.expected_hits(aim, state.acting()) + 50) / 100;
    let (dice, range) = (aim.volley.dice().total(), aim.volley.range);
    format!("{dice} dice at {range} inches, {}.{} hits on average", tenths / 10, tenths % 10)
}
