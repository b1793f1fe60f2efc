//! Melee 1: charged defenders may first fire at point blank.

use super::charge::shoot;
use super::event::Event;
use super::{Act, Charging, Figures, Frame, Order, Stage, State, preview, questions};
use kernel::game::{Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// The charged squad fires, or holds its fire for phase d.
pub(super) struct Answer;

impl State {
    /// The charge that somebody has to answer.
    pub(super) fn charging(&self) -> Option<Charging> {
        match self.frames.last() {
            Some(Frame::Charge(charging)) => Some(*charging),
            _ => None,
        }
    }
}

impl Decide<Figures> for Answer {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::ANSWER, Rule("Melee 1"))
    }

    fn compose(&self, view: &View<'_, Figures>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let charging = picks.only_some(state.charging())?;
        let (squad, name) = (state.name(charging.squad), state.name(charging.target));
        picks.ask(format_args!("{squad} charges {name}: does it fire?"), Rule("R8")).one_of(
            [Order::Shoot, Order::Hold],
            |order| match order {
                Order::Shoot => Offer::option("fire", "fire at point blank").under(Rule("R8")),
                _ => Offer::option("hold", "hold fire for phase d").under(Rule("Melee 1")),
            },
        )
    }

    fn check(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Shoot | Order::Hold => Ok(()),
            _ => Err(refuse::<Figures>(self, view.state(), "fire, or hold fire")),
        }
    }

    fn preview(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Preview {
        let state = view.state();
        match (order, state.charging()) {
            (Order::Shoot, Some(charging)) => preview::point_blank(state, charging),
            _ => Preview::called("Hold fire"),
        }
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        let charging = act.state.charging().expect("a charge is under way");
        if let Some(Frame::Charge(open)) = act.state.frames.last_mut() {
            open.stage = Stage::Fired;
        }
        if *order == Order::Shoot {
            shoot(act, charging);
        } else {
            act.happens(Event::HoldsFire { squad: charging.target });
        }
    }
}
