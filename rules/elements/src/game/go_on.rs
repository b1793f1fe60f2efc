//! A mover who has found somebody goes on, or stops short (Common:interruption, R16).

use super::state::Frame;
use super::{Act, Course, Elements, Order, State};
use field::{INCH, Point};
use kernel::ensure;
use kernel::game::{Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// The interrupted mover goes on, or stops short; he does not go another way.
pub(super) struct GoOn;

/// What is asked.
pub(super) const QUESTION: &str = "go on, or stop short";

impl Decide<Elements> for GoOn {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Common:interruption"))
    }

    fn compose(&self, view: &View<'_, Elements>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let course = course(state);
        let name = state.name(course.unit);
        let stop = picks
            .ask(format_args!("does {name} go on?"), Rule("Common:interruption"))
            .or_under("go-on", "go on to the end", Rule("Common:interruption"), Order::GoOn { stop: None })
            .one_of(0..=last(state), |inch| {
                Offer::option(&inch.to_string(), stops(*inch)).under(Rule("R31")).by(rest(state, *inch))
            })?;
        Ok(Order::GoOn { stop: Some(stop) })
    }

    fn check(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::GoOn { stop } = order else {
            return Err(refuse::<Elements>(self, state, "go on to the end, or stop after so many inches"));
        };
        ensure!(
            stop.is_none_or(|inch| inch <= last(state)),
            Rule("Common:interruption"),
            "{} inches of the path are left to stop at",
            last(state)
        );
        Ok(())
    }

    fn preview(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        if let Order::GoOn { stop } = order {
            preview.path = rest(view.state(), stop.unwrap_or(u8::MAX));
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::GoOn { stop } = order else { unreachable!("a checked order goes on") };
        let at = act.state.unit(course(act.state).unit).at;
        let Some(Frame::Move(course)) = act.state.frames.last_mut() else { unreachable!("a move is under way") };
        course.asking = false;
        if let Some(inch) = stop {
            course.target = None;
            course.path = shortened(at, &course.path, i64::from(*inch) * INCH);
        }
        // What was revealed may stand in the way now: the rest is gone as carefully.
        super::course::go_on(act);
    }
}

fn course(state: &State) -> &Course {
    match state.frames.last() {
        Some(Frame::Move(course)) => course,
        _ => unreachable!("a move is under way"),
    }
}

/// The last full inch before the end.
fn last(state: &State) -> u8 {
    ((course(state).length(state) - 1).max(0) / INCH).clamp(0, 60) as u8
}

fn stops(inch: u8) -> String {
    if inch == 0 { "stop here".to_owned() } else { format!("stop after {}", tabletop::count(inch, "inch")) }
}

fn rest(state: &State, inch: u8) -> Vec<(i64, i64)> {
    let course = course(state);
    let at = state.unit(course.unit).at;
    std::iter::once(at).chain(shortened(at, &course.path, i64::from(inch) * INCH)).map(tabletop::spot).collect()
}

/// The first so many hundredths of a path.
fn shortened(from: Point, path: &[Point], length: i64) -> Vec<Point> {
    let (mut at, mut left) = (from, length);
    let mut kept = Vec::new();
    for to in path {
        let leg = at.distance(*to);
        if left < leg {
            if left > 0 {
                kept.push(at.towards(*to, left));
            }
            return kept;
        }
        kept.push(*to);
        (at, left) = (*to, left - leg);
    }
    kept
}
