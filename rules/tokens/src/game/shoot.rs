//! R7: a unit that has moved fires.

use super::event::Event;
use super::firing::fire;
use super::react::open_window;
use super::say::Does;
use super::{Act, Order, State, Tokens, UnitId};
use crate::volley::Mode;
use kernel::game::{Decide, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// After its move a unit fires at an enemy, or holds.
pub(super) struct Shoot;

impl State {
    /// Has a unit that has moved anybody to fire at?
    pub(super) fn has_target(&self, id: UnitId) -> bool {
        self.of_side(self.unit(id).side.other()).any(|(target, _)| self.aims(id, target, Mode::MoveAndFire).is_ok())
    }

    /// May a unit fire at another where it stands?
    pub(super) fn aims(&self, id: UnitId, target: UnitId, mode: Mode) -> Result<super::firing::Aim, Refusal> {
        // Whoever is not there is refused, wherever he may have been.
        let block = self.here(target).map_or_else(|| self.unit(id).block(), super::Piece::block);
        self.aim(id, target, &block, mode)
    }
}

/// What is asked.
pub(super) const QUESTION: &str = "fire after the move, or hold";

impl Decide<Tokens> for Shoot {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R7"))
    }

    fn compose(&self, view: &View<'_, Tokens>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let unit = state.acting();
        let target = picks
            .ask(format_args!("at whom {} fire?", Does(state.name(unit))), Rule("R7"))
            .or("hold", "hold fire", Order::Hold)
            .one_that(
                state.ids(),
                |target| state.aims(unit, *target, Mode::MoveAndFire).is_ok(),
                |target| super::offers::unit(state, *target),
            )?;
        Ok(Order::Shoot { target })
    }

    fn check(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match order {
            Order::Hold => Ok(()),
            Order::Shoot { target } => state.aims(state.acting(), *target, Mode::MoveAndFire).map(|_| ()),
            _ => Err(refuse::<Tokens>(self, state, "say at whom it fires, or hold")),
        }
    }

    fn preview(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        if let Order::Shoot { target } = order {
            let state = view.state();
            super::preview::fire(state, state.acting(), *target, Mode::MoveAndFire, &mut preview);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        act.state.frames.pop();
        let unit = act.state.acting();
        if let Order::Shoot { target } = order {
            let aim = act.state.aims(unit, *target, Mode::MoveAndFire).expect("check has aimed");
            fire(act, unit, *target, &aim);
            open_window(act, Some(*target));
        } else {
            act.happens(Event::HoldsFire { unit });
        }
    }
}
