//! Common:interruption: after a reaction the mover may shorten the rest of its path.

use super::event::Event;
use super::state::Frame;
use super::{Act, Asking, Course, Order, State, Tokens};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::inches;

/// The interrupted mover goes on, or stops short.
pub(super) struct Continue;

/// What is asked.
pub(super) const QUESTION: &str = "go on, or stop short";

impl Decide<Tokens> for Continue {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Common:interruption"))
    }

    fn compose(&self, view: &View<'_, Tokens>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let course = course(state);
        let inch = picks
            .ask("does it go on?", Rule("Common:interruption"))
            .or("on", "go on as declared", Order::GoOn { stop: None })
            .half()
            .one_of(stops(state, course), |inch| {
                let at = course.block(state, course.distance(state, *inch)).middle;
                let here = course.distance(state, *inch) == 0;
                let label = if here { "stop here".to_owned() } else { format!("stop at inch {inch}") };
                Offer::of(Pick::option(&inch.to_string()), label).by(vec![(at.x, at.y)])
            })?;
        Ok(Order::GoOn { stop: Some(inch) })
    }

    fn check(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match order {
            Order::GoOn { stop: None } => Ok(()),
            Order::GoOn { stop: Some(inch) } if stops(state, course(state)).any(|able| able == *inch) => Ok(()),
            Order::GoOn { .. } => {
                let to_go = inches(course(state).length(state));
                let sentence =
                    format!("it can stop at a full inch of the {to_go} that it has to go, where it can stand");
                Err(Refusal::by(Rule("Common:interruption"), sentence))
            }
            _ => Err(refuse::<Tokens>(self, state, "go on, or say at which inch it stops")),
        }
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::GoOn { stop } = order else { unreachable!("a checked order says how it goes on") };
        let mut course = course(act.state).clone();
        course.asking = Asking::Anew;
        if let Some(inch) = stop {
            let distance = course.distance(act.state, *inch);
            course.shorten(act.state, distance);
        }
        act.happens(Event::GoesOn { unit: course.unit, shortened: stop.is_some() });
        act.state.frames.pop();
        act.state.frames.push(Frame::Move(course));
    }
}

fn course(state: &State) -> &Course {
    match state.frames.last() {
        Some(Frame::Move(course)) => course,
        _ => unreachable!("a move was interrupted"),
    }
}

/// The inches at which it can stop, short of its end: here, or further on where it can stand.
fn stops<'a>(state: &'a State, course: &'a Course) -> impl Iterator<Item = u8> + 'a {
    let unit = state.unit(course.unit);
    let passage = state.land().passage(unit.kind, unit.column);
    let length = course.length(state);
    course.stations(state).filter(move |inch| {
        let distance = course.distance(state, *inch);
        distance < length && state.rests(course.unit, &course.block(state, distance).into(), passage).is_ok()
    })
}
