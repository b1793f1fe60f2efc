//! D3 Stances are plotted and shown.

use super::combat;
use super::event::Event;
use super::order::Order;
use super::state::{Phase, Side, Stance, State};
use super::{DrillOf, Rules};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Secret, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// D3 A seat plots a stance, unseen.
pub(super) struct Plot;

impl<R: Rules> Decide<DrillOf<R>> for Plot {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("plot a stance", Rule("D3"))
    }

    fn compose(&self, _: &View<'_, DrillOf<R>>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let offer = |stance: &Stance| {
            let (allowance, hit_on) = (stance.allowance() / 100, stance.hit_on());
            Offer::option(stance.name(), format!("{}: {allowance} inches, hit on {hit_on}", stance.name()))
        };
        let stance = picks.ask("which stance?", Rule("D3")).one_of(Stance::ALL, offer)?;
        Ok(Order::Plot { stance })
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Plot { .. } => Ok(()),
            _ => Err(refuse::<DrillOf<R>>(self, view.state(), "rush, march or creep")),
        }
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, seat: Seat, order: &Order) {
        let Order::Plot { stance } = order else { unreachable!("a checked order plots") };
        let side = Side::of(seat);
        act.state.party_mut(side).plot = Some(Secret::Known(*stance));
        act.happens(Event::Plotted { side });
        if act.state.parties.iter().all(|party| party.plot.is_some()) {
            show(act);
        }
    }
}

/// D3 Both plots are shown, and it is settled who acts first.
fn show<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    for side in Side::BOTH {
        let plot = act.state.party_mut(side).plot.take().expect("both have plotted");
        act.state.party_mut(side).stance = Some(*plot.whole());
    }
    act.reveals();
    let [red, blue] = Side::BOTH.map(|side| act.state.stance(side));
    act.happens(Event::Shown { red, blue });
    let first = match red.cmp(&blue) {
        std::cmp::Ordering::Less => Side::Red,
        std::cmp::Ordering::Greater => Side::Blue,
        std::cmp::Ordering::Equal => act.roll(combat::acts_first),
    };
    act.state.phase = Phase::Acting { side: first, second: false };
    act.happens(Event::Acts { side: first });
}
