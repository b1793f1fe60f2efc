//! A commander who was overrun takes the place of another element (Overrun:commander, R22, R45, R58).

use super::event::Event;
use super::offers;
use super::state::Frame;
use super::{Act, Elements, Order, Place, State, UnitId};
use kernel::ensure;
use kernel::game::{Decide, Picked, Picks, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// The owner chooses the element.
pub(super) struct Replace;

/// What is asked.
pub(super) const QUESTION: &str = "replace the commander";

impl Decide<Elements> for Replace {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R58"))
    }

    fn compose(&self, view: &View<'_, Elements>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let commander = commander(state);
        let name = state.name(commander);
        let unit = picks
            .ask(format_args!("who is given up, so that {name} comes back in his place?"), Rule("R22"))
            .one_of_wider(candidates(state, commander), || state.ids(), |id| offers::unit(state, *id))?;
        Ok(Order::Replace { unit })
    }

    fn check(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Replace { unit } = order else {
            return Err(refuse::<Elements>(self, state, "name the element whose place he takes"));
        };
        let able = candidates(state, commander(state)).any(|id| id == *unit);
        ensure!(
            able,
            Rule("R45"),
            "he takes the place of a combat element of his command on the table, neither riding nor in contact"
        );
        Ok(())
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::Replace { unit } = order else { unreachable!("a checked order names an element") };
        let commander = commander(act.state);
        act.state.frames.pop();
        replace(act, commander, *unit);
    }
}

fn commander(state: &State) -> UnitId {
    match state.frames.last() {
        Some(Frame::Replace { commander }) => *commander,
        _ => unreachable!("a commander is replaced"),
    }
}

impl State {
    /// R22 Does an element stand under a commander? The senior one has all, and those who may hide have no other.
    pub(super) fn commands(&self, commander: UnitId, id: UnitId) -> bool {
        let (number, piece) = (self.unit(commander).listed, self.unit(id));
        let army = self.battle.army(piece.side);
        let first = army.elements.iter().position(|l| l.element.figures.class == crate::catalogue::Class::Commander);
        let under = !piece.pool && army.elements[usize::from(piece.listed)].under == Some(number);
        under || first == Some(usize::from(number))
    }
}

/// R45 The elements whose place a commander can take: of his chain of command.
pub(super) fn candidates(state: &State, commander: UnitId) -> impl Iterator<Item = UnitId> {
    let able = move |id: &UnitId| {
        *id != commander && state.is_combat(*id) && !state.is_in_contact(*id) && state.commands(commander, *id)
    };
    state.of_side(state.unit(commander).side).map(|(id, _)| id).filter(able)
}

/// The element is removed, and he stands where it stood.
pub(super) fn replace(act: &mut Act<'_>, commander: UnitId, unit: UnitId) {
    let (at, facing) = (act.state.unit(unit).at, act.state.unit(unit).facing);
    act.happens(Event::Replaces { unit: commander, place: unit });
    super::strike::remove(act, unit);
    let piece = act.state.unit_mut(commander);
    (piece.at, piece.facing, piece.place) = (at, facing, Place::Table);
    piece.marks.add(super::Mark::STRAYED);
}
