#![doc = include_str!("rules.md")]

mod acting;
mod combat;
mod event;
mod fire;
mod hide;
mod hits;
mod land;
mod mortar;
mod order;
mod paths;
mod plot;
mod scenario;
mod scene;
mod scouts;
mod sight;
mod state;
mod turns;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use order::Order;
pub use scenario::{Exercise, Options};
pub use state::{Frame, Kind, Phase, Report, Scout, Side, Stance, State, Unit, UnitId};

use kernel::book::Book;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, AtRandom, Dues, Eyes, Game, GameResult, Ground, Machine, Playable, Position, Said, Setting, Test, View,
};
use kernel::odds::{Budget, of_step};
use kernel::procedure::{Answer, Outcome, Report as Odds};
use kernel::seat::Seat;
use std::borrow::Cow;
use std::marker::PhantomData;

/// The game, by the rules of a release.
pub struct DrillOf<R>(PhantomData<R>);

/// What tells the releases of the drill apart: so it is proved that games outlive a release.
pub trait Rules: Send + Sync + 'static {
    /// The release.
    const RELEASE: &'static str;
    /// D7 Is a unit spent that has looked out?
    const LOOKING_OUT_SPENDS: bool;
}

/// The rules as they are written.
pub struct Written;

/// The rules of a later release, in which looking out costs nothing.
pub struct Revised;

impl Rules for Written {
    const RELEASE: &'static str = env!("CARGO_PKG_VERSION");
    const LOOKING_OUT_SPENDS: bool = true;
}

impl Rules for Revised {
    const RELEASE: &'static str = "later";
    const LOOKING_OUT_SPENDS: bool = false;
}

/// The game.
pub type Drill = DrillOf<Written>;

/// The game under its later rules.
pub type Later = DrillOf<Revised>;

/// The book, for a shelf in tests. It has no charts desk.
pub static BOOK: Book = Book {
    id: "drill",
    title: "Drill",
    about: "A tiny book for tests.",
    scale: "a handful of units",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: include_str!("rules.md"),
};

/// The game for a shelf in tests, with a machine player that does anything.
pub static GAME: Playable<Drill> =
    Playable::of(&[Machine::of("random", "Takes any legal order.", || Box::new(AtRandom))]);

/// The later game for a shelf in tests.
pub static LATER: Playable<Later> =
    Playable::of(&[Machine::of("random", "Takes any legal order.", || Box::new(AtRandom))]);

impl<R: Rules> Game for DrillOf<R> {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Exercise;

    const RELEASE: &'static str = R::RELEASE;
    const HIDES: bool = true;
    const SEATS: &'static [Seat] = &[Side::Red.seat(), Side::Blue.seat()];

    fn setup(exercise: &Setting<Exercise>, options: &Options, dice: &mut dyn Dice) -> State {
        scenario::setup(exercise, options, dice)
    }

    fn setting(state: &mut State) -> &mut Setting<Exercise> {
        &mut state.scenario
    }

    fn due(state: &State) -> Dues<Self> {
        state.due()
    }

    fn go_on(act: &mut Act<'_, Self>) {
        turns::go_on(act);
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result()
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        Cow::Owned(sight::masked(state, eyes))
    }

    fn imagine(view: &View<'_, Self>, random: &mut Seeded) -> State {
        sight::imagined(view.state(), random)
    }

    fn say(view: &View<'_, Self>, event: &Event) -> Option<Said> {
        event.said(view.state(), view.eyes())
    }

    fn ground(state: &State) -> Ground {
        scene::ground(state)
    }

    fn position(view: &View<'_, Self>) -> Position {
        scene::position(view.state())
    }
}

/// A roll with its odds.
fn test<O: Outcome>(label: &str, step: impl FnMut(&mut dyn Dice) -> O) -> Test {
    Test { label: label.to_owned(), odds: Odds::of(Answer::from(of_step(&Budget::default(), step))) }
}
