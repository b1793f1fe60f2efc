//! R3: seizing the initiative after an activation.

use super::event::Event;
use super::react::needs;
use super::state::Phase;
use super::{Act, Order, Side, Standing, State, Tokens, UnitId};
use crate::reaction::check_reaction;
use crate::seizing::{Seized, Seizing, resolve_seizing};
use kernel::game::{Decide, Picked, Picks, Preview, Test, View, refuse};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};

/// The reactive side tries to seize the initiative with a unit, or does not.
pub(super) struct Seize;

impl State {
    /// May the reactive side try to seize the initiative?
    pub(super) fn can_seize(&self) -> bool {
        let side = self.active.other();
        self.tokens[side] > 0
            && self.tokens[self.active] > 0
            && self.of_side(side).any(|(id, _)| self.seizes(id).is_ok())
    }

    /// R3, R28 May it try with this unit?
    pub(super) fn seizes(&self, id: UnitId) -> Result<(), Refusal> {
        let Some(unit) = self.here(id).filter(|unit| unit.side != self.active) else {
            bail!(Rule("R3"), "the initiative is seized with a unit of one's own on the table");
        };
        let fell_back = self.activation.as_ref().is_some_and(|activation| activation.fell_back & (1 << id.0) != 0);
        ensure!(!fell_back, Rule("R28"), "{} has just fallen back and cannot seize", self.name(id));
        check_reaction(unit.tokens, unit.markers).map_err(|refusal| Refusal::by(Rule("R3"), refusal.sentence))
    }
}

/// What is asked.
pub(super) const QUESTION: &str = "seize the initiative, or pass";

impl Decide<Tokens> for Seize {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R3"))
    }

    fn compose(&self, view: &View<'_, Tokens>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let unit = picks
            .ask("which unit seizes the initiative?", Rule("R3"))
            .or("pass", "do not try", Order::Pass { then: Standing::Ask })
            .half()
            .one_that(
                state.ids(),
                |id| state.seizes(*id).is_ok(),
                |id| super::offers::unit(state, *id).noted(Some(needs(state, *id))),
            )?;
        Ok(Order::Seize { unit })
    }

    fn check(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Pass { then: Standing::Ask } => Ok(()),
            Order::Seize { unit } => view.state().seizes(*unit),
            _ => Err(refuse::<Tokens>(self, view.state(), "say which unit tries, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Tokens>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        if let Order::Seize { unit } = order {
            let unit = view.state().unit(*unit);
            let seizing = Seizing { tokens: unit.tokens, markers: unit.markers };
            preview.tests.push(Test::of("seizing", &crate::seizing::procedure(), &seizing));
        }
        preview
    }

    /// Who passes for an activation does not seize after it either.
    fn standing(&self, view: &View<'_, Tokens>, seat: Seat) -> Option<Order> {
        let number = view.state().activations;
        let passes = *view.state().standing[Side::of(seat)].known()? == Standing::PassActivation { number };
        passes.then_some(Order::Pass { then: Standing::Ask })
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        act.state.step += 1;
        act.state.phase = Phase::Spell;
        act.state.activation = None;
        let side = Side::of(seat);
        let Order::Seize { unit } = order else {
            act.happens(Event::LeavesIt { side });
            return;
        };
        let piece = act.state.unit_mut(*unit);
        let seizing = Seizing { tokens: piece.tokens, markers: piece.markers };
        piece.tokens += 1;
        act.state.tokens[side] -= 1;
        act.state.roller = side;
        act.happens(Event::TriesToSeize { unit: *unit });
        if act.roll_as(|_| OnDesk::of(&crate::seizing::procedure(), &seizing), |dice| resolve_seizing(&seizing, dice))
            == Seized::Seized
        {
            act.state.active = side;
            act.state.spent = true;
            act.state.seized_with = Some(*unit);
            act.happens(Event::Seizes { unit: *unit });
        }
    }
}
