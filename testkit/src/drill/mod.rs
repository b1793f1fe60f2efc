//! `drill`: a tiny book for tests only, in which everything that strains the interface of whole games happens at once.
//!
//! # The rules
//!
//! **D1 The table** is 24 by 16 inches. Red sits at its left edge, Blue at its right. There is a wood, where each inch
//! costs two, and a wall that nobody crosses. Before the game one die says how far down the table the wood lies.
//!
//! **D2 Scouts.** Before the first turn both seats hide their scouts at once, each within 8 inches of its own edge, an
//! inch or more apart, and not inside the wall. A scout stays where it hides and is no piece on the table until it is
//! seen. How many scouts hide is known, where is not.
//!
//! **D3 Plots.** A turn begins with both seats plotting a stance at once, unseen; when both have, both are shown. To
//! *rush* is to move up to 8 inches and to be hit on 4 and more, to *march* 6 inches and 5, to *creep* 4 inches and 6. The
//! faster stance acts first; with equal stances each seat throws a die, ties again.
//!
//! **D4 Acting.** A seat acts with its units one by one, in any order, until it passes; then the other seat. A unit acts
//! once a turn and is spent: it moves, or fires, or looks out. A move is a path of up to eight straight legs. Each leg is
//! measured and rounded up to the hundredth of an inch; all together may cost no more than the stance allows. At the end
//! the unit takes one of eight facings. Nobody but its seat knows how a move goes on.
//!
//! **D5 Reaction.** A move is made leg by leg. The other seat is asked whether one of its units that are not spent fires
//! at the mover, or holds: after each leg that passes within 4 inches of such a unit, and, while it has scouts hidden,
//! after the last leg, so that the question tells nothing. Whoever fires must be within 4 inches of that leg; he may face
//! any way; and he is spent. A scout that fires is seen. A mover that loses strength stops.
//!
//! **D6 Fire** by a unit that acts is at an enemy within 6 inches and within 45 degrees of its facing. It throws a die for
//! each point of its strength; the stance of the target says what hits. Hits fall upon the target and those of its side
//! within 2 inches of it, on none more than its strength: the target's seat places one, the shooter's seat the rest.
//!
//! **D7 Seeing.** A scout is seen as soon as an enemy unit comes within 3 inches of it, and is then a unit like any other,
//! with the next number. A mover that runs into a scout stops at the end of that leg. A unit that looks out throws a die
//! which only its seat sees: on 3 and more the seat learns whether an enemy scout hides within 8 inches of the unit.
//!
//! **D8 Duel.** A unit that ends its move within an inch of an enemy fights the nearest: one die each, the strength added,
//! ties again until somebody wins. The loser loses a point of strength.
//!
//! **D9 The end** comes after the last turn, or when a seat has neither units nor scouts. Each seat has a point for each
//! point of strength that the other has lost; the more points win.

mod apply;
mod book;
mod check;
mod combat;
mod event;
mod order;
mod paths;
mod prompt;
mod sample;
mod scenario;
mod scene;
mod sight;
mod state;

#[cfg(test)]
mod tests;

pub use book::{BOOK, GAME};
pub use event::Event;
pub use order::Order;
pub use scenario::Options;
pub use state::{Frame, Phase, Report, Scout, Side, Stance, State, Unit, UnitId};

use kernel::dice::{Dice, Seeded};
use kernel::game::{Act, Ask, Asks, Eyes, Game, GameResult, Pick, Preview, Prompt, Said, ScenarioCard, Scene, View};
use kernel::procedure::Refusal;
use kernel::seat::Seat;
use std::borrow::Cow;

/// The book.
pub struct Drill;

impl Game for Drill {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;

    const SEATS: &'static [Seat] = &[Side::Red.seat(), Side::Blue.seat()];

    fn scenarios() -> Vec<ScenarioCard> {
        scenario::cards()
    }

    fn setup(scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<State, Refusal> {
        scenario::setup(scenario, options, dice)
    }

    fn asks(state: &State) -> Asks {
        state.asks()
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result()
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        Cow::Owned(sight::masked(state, eyes))
    }

    fn imagine(view: &View<'_, Drill>, random: &mut Seeded) -> State {
        sight::imagined(view.state(), random)
    }

    fn check(view: &View<'_, Drill>, ask: &Ask, order: &Order) -> Result<(), Refusal> {
        check::check(view.state(), Side::of(ask.seat), order)
    }

    fn prompt(view: &View<'_, Drill>, ask: &Ask, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
        prompt::prompt(view.state(), Side::of(ask.seat), picks)
    }

    fn picks(view: &View<'_, Drill>, ask: &Ask, order: &Order) -> Vec<Pick> {
        prompt::picks(view.state(), Side::of(ask.seat), order)
    }

    fn preview(view: &View<'_, Drill>, ask: &Ask, order: &Order) -> Preview {
        prompt::preview(view.state(), Side::of(ask.seat), order)
    }

    fn sample(view: &View<'_, Drill>, ask: &Ask, random: &mut Seeded) -> Order {
        sample::sample(view.state(), Side::of(ask.seat), random)
    }

    fn apply(act: &mut Act<'_, Drill>, ask: &Ask, order: &Order) {
        apply::apply(act, Side::of(ask.seat), order);
    }

    fn say(view: &View<'_, Drill>, event: &Event) -> Option<Said> {
        event.said(view.state(), view.eyes())
    }

    fn scene(view: &View<'_, Drill>) -> Scene {
        scene::scene(view.state())
    }
}
