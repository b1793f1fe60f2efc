//! 3a: which close combat is fought next (Turn sequence:3).

use super::combat::{Contest, fight, fights};
use super::offers;
use super::preview::names;
use super::{Act, Elements, Order, Side, State, UnitId};
use kernel::ensure;
use kernel::game::{Decide, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// The side whose turn it is chooses the next close combat.
pub(super) struct Fight;

/// What is asked.
pub(super) const QUESTION: &str = "choose the next close combat";

impl Decide<Elements> for Fight {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn sequence:3"))
    }

    fn compose(&self, view: &View<'_, Elements>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let first = |contest: Contest| contest.attackers[0];
        let unit = picks.ask("which close combat is fought next?", Rule("Turn sequence:3a")).one_of_wider(
            fights(state).into_iter().map(first),
            || state.ids(),
            |id| {
                let against = contest_of(state, *id).map(|contest| names(state, &contest.defenders));
                offers::unit(state, *id).noted(against.map(|enemies| format!("against {enemies}")))
            },
        )?;
        Ok(Order::Fight { unit })
    }

    fn check(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Fight { unit } = order else {
            return Err(refuse::<Elements>(self, state, "name the first attacker of a close combat"));
        };
        let name = state.name(*unit);
        let known = contest_of(state, *unit).is_some();
        ensure!(known, Rule("R9"), "{name} is not the first attacker of a close combat that is to be fought");
        Ok(())
    }

    fn preview(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        if let Order::Fight { unit } = order
            && let Some(contest) = contest_of(view.state(), *unit)
        {
            super::preview::contest(view.state(), Side::of(seat), &contest, &mut preview);
            // The last one needs no choice: it follows at once.
            if let [one, other] = &fights(view.state())[..] {
                let last = if *one == contest { other } else { one };
                super::preview::contest(view.state(), Side::of(seat), last, &mut preview);
            }
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::Fight { unit } = order else { unreachable!("a checked order names a close combat") };
        let contest = contest_of(act.state, *unit).expect("check has found it");
        fight(act, &contest);
        super::hidden::discover(act);
    }
}

fn contest_of(state: &State, unit: UnitId) -> Option<Contest> {
    fights(state).into_iter().find(|contest| contest.attackers[0] == unit)
}
