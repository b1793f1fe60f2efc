//! Sequence:c The winner of the initiative goes first, or second.

use super::event::Event;
use super::{Act, Figures, Order, Side, State, questions, turn};
use kernel::game::{Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// The winner of the initiative chooses.
pub(super) struct Choose;

impl Decide<Figures> for Choose {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::CHOOSE, Rule("Sequence:c"))
    }

    fn compose(&self, _: &View<'_, Figures>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let first = picks.ask("who moves the first squad?", Rule("Sequence:c")).one_of([true, false], |first| {
            if *first { Offer::option("first", "we do") } else { Offer::option("second", "the other side does") }
        })?;
        Ok(Order::Choose { first })
    }

    fn check(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Choose { .. } => Ok(()),
            _ => Err(refuse::<Figures>(self, view.state(), "go first, or second")),
        }
    }

    fn preview(&self, _: &View<'_, Figures>, _: Seat, order: &Order) -> Preview {
        Preview::called(if *order == (Order::Choose { first: true }) { "Go first" } else { "Go second" })
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let Order::Choose { first } = order else { unreachable!("a checked order chooses") };
        let side = Side::of(seat);
        let goes = if *first { side } else { side.other() };
        act.happens(Event::GoesFirst { side: goes });
        turn::begin_moves(act, goes);
    }
}
