//! R12: mounted cavalry that has won may pursue.

use super::event::Event;
use super::state::Frame;
use super::{Act, Order, State, Tokens, UnitId};
use field::{INCH, Point};
use kernel::game::{Decide, Offer, Picked, Picks, Preview, Said, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::inches;

/// Winning cavalry goes on for 4 inches, or stays.
pub(super) struct Pursue;

/// R12 Inches of a pursuit.
const PURSUIT: i64 = 4 * INCH;

/// What is asked.
pub(super) const QUESTION: &str = "pursue, or stay";

impl Decide<Tokens> for Pursue {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R12"))
    }

    fn compose(&self, _: &View<'_, Tokens>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let offers = [("pursue", "pursue straight ahead", Order::Pursue), ("stay", "stay", Order::Stay)];
        let picked = picks
            .ask("does the cavalry pursue?", Rule("R12"))
            .one_of(offers, |(word, label, _)| Offer::option(word, *label))?;
        Ok(picked.2)
    }

    fn check(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Pursue | Order::Stay => Ok(()),
            _ => Err(refuse::<Tokens>(self, view.state(), "pursue or stay")),
        }
    }

    fn preview(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        let state = view.state();
        if let (Order::Pursue, Some(Frame::Pursuit { unit })) = (order, state.frames.last())
            && let Some(to) = ahead(state, *unit)
        {
            let from = state.unit(*unit).at;
            let sentence = format!("It goes on for {} inches.", inches(from.distance(to)));
            preview.notes.push(Said::of(sentence).under(Rule("R12")).piece(unit.0.into()));
            preview.path = vec![(from.x, from.y), (to.x, to.y)];
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Some(Frame::Pursuit { unit }) = act.state.frames.pop() else { unreachable!("cavalry has won") };
        if *order == Order::Pursue {
            let to = ahead(act.state, unit).expect("only where there is room it is asked");
            act.state.unit_mut(unit).at = to;
            act.happens(Event::Pursues { unit, to });
            super::leaders::flee(act);
        } else {
            act.happens(Event::Stays { unit });
        }
    }
}

/// Where it comes to straight ahead, if anywhere: it stops before terrain that is tested for, friends, and an inch from
/// enemies.
pub(super) fn ahead(state: &State, id: UnitId) -> Option<Point> {
    let unit = state.unit(id);
    let passage = state.land().passage(unit.kind, unit.column);
    let end = |along: i64| unit.at.plus(unit.facing.way(along));
    let free = |to: &Point| {
        state.land().ground().holds(*to)
            && passage.leg(unit.at, *to).is_ok()
            && state.land().tests(unit.at, *to, unit.column).is_empty()
            && state.rests(id, &unit.base().at(*to), passage).is_ok()
    };
    (1..=PURSUIT / 25).rev().map(|quarter| end(quarter * 25)).find(free)
}
