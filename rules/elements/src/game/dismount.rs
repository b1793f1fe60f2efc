//! Passengers of an APC that became suppressed (Results:dismount).

use super::state::Frame;
use super::{Act, Elements, Order, State, UnitId};
use kernel::game::{Decide, Offer, Picked, Picks, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// They dismount, or stay aboard.
pub(super) struct Dismount;

/// What is asked.
pub(super) const QUESTION: &str = "dismount, or stay aboard";

impl Decide<Elements> for Dismount {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Results:dismount"))
    }

    fn compose(&self, view: &View<'_, Elements>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let vehicle = state.name(vehicle(state));
        let yes = picks
            .ask(format_args!("do the passengers of {vehicle} dismount?"), Rule("Results:dismount"))
            .one_of([true, false], |yes| {
                let (word, label) = if *yes { ("dismount", "dismount") } else { ("stay", "stay aboard") };
                Offer::option(word, label).under(Rule("Results:dismount"))
            })?;
        Ok(Order::Dismount { yes })
    }

    fn check(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Dismount { .. } => Ok(()),
            _ => Err(refuse::<Elements>(self, view.state(), "say whether they dismount")),
        }
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let vehicle = vehicle(act.state);
        act.state.frames.pop();
        if *order == (Order::Dismount { yes: true }) {
            super::strike::dismount(act, vehicle);
            super::hidden::discover(act);
        } else {
            act.happens(super::Event::StayAboard { vehicle });
        }
    }
}

fn vehicle(state: &State) -> UnitId {
    match state.frames.last() {
        Some(Frame::MayDismount { vehicle }) => *vehicle,
        _ => unreachable!("passengers are asked"),
    }
}
