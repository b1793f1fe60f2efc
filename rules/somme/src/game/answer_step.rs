//! 6.4: guns answer those that are about to fire (2C).

use super::batteries::{best, check_guns, further, has_concealed, in_range, on_desk, several_guns, uncover};
use super::event::Event;
use super::offers::{PASS, meant, offer_square};
use super::order::Order;
use super::preview::Previewed;
use super::state::{Barrage, State};
use super::units::Marks;
use super::{Somme, turn};
use crate::bombardment;
use crate::scenario::{Side, Square};
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use smallvec::SmallVec;

/// 2C: which guns answer?
pub(super) struct Answer;

impl Decide<Somme> for Answer {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("answer the guns", Rule("6.4:when"))
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let pick = picks.upcoming();
        let target = picks
            .ask("which guns are answered?", Rule("6.4:when"))
            .or(PASS, "answer no more", Order::Pass)
            .half()
            .one_of_wider(answerable(state, side), || meant(pick), |target| offer_square(state, *target))?;
        let guns = in_range(state, side, target);
        picks.usual(|| Order::Answer { target, guns: best(state, &guns, target) });
        let guns = several_guns(state, picks, &guns, target, "which guns answer?", Rule("R9"))?;
        Ok(Order::Answer { target, guns })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Answer { target, guns } => {
                let fires = firing_squares(state).contains(target);
                ensure!(fires, Rule("R9"), "no guns fire from {target}; only squares of firing guns are answered");
                let twice = state.answers.iter().any(|answer| answer.target == *target);
                ensure!(!twice, Rule("R9"), "{target} is answered already; all answers to one square are one attack");
                check_guns(state, side, *target, guns)
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "name guns that answer, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::Answer { target, guns } = order else { return Preview::called("Answer no more") };
        let mut preview = Preview::called("Answer");
        preview.aims_at(state, side, *target);
        preview.add_note(
            "An interdict halves the factors of each battery there, a suppression or worse silences it.".to_owned(),
            Rule("R9"),
        );
        preview.add_test(
            format!("counter-battery fire on {}", state.place_name(*target)),
            &bombardment::procedure(),
            &on_desk(state, side, *target, guns),
        );
        further(&mut preview, state, side, *target, guns);
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        turn::look_again(act);
        let Order::Answer { target, guns } = order else { return turn::next_step(act) };
        for &gun in guns {
            uncover(act, gun);
            act.state.mark(gun).put(Marks::FIRED);
        }
        act.state.answers.push(Barrage { target: *target, guns: guns.clone() });
        act.happens(Event::Answered { side: Side::of(seat), target: *target, guns: guns.clone() });
    }
}

/// The squares of guns that are about to fire.
fn firing_squares(state: &State) -> SmallVec<[Square; 8]> {
    let guns = state.bombardments.iter().flat_map(|barrage| &barrage.guns);
    let mut squares: SmallVec<[Square; 8]> = guns.filter_map(|&gun| state.square(gun)).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn answerable(state: &State, side: Side) -> impl Iterator<Item = Square> + '_ {
    let open = move |target: &Square| {
        !state.answers.iter().any(|answer| answer.target == *target) && !in_range(state, side, *target).is_empty()
    };
    firing_squares(state).into_iter().filter(open)
}

/// Can the other player answer? Where he has concealed guns he is always asked, so that nobody learns where they are.
pub(super) fn can_answer(state: &State) -> bool {
    let side = state.active.other();
    let fires = !state.bombardments.is_empty();
    let able = has_concealed(state, side) || answerable(state, side).next().is_some();
    fires && (!state.answers.is_empty() || able)
}
