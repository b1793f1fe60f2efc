#![doc = include_str!("rules.md")]

mod apply;
mod check;
mod combat;
mod event;
mod later;
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

pub use event::Event;
pub use later::{LATER, Later};
pub use order::Order;
pub use scenario::{Exercise, Options};
pub use state::{Frame, Phase, Report, Scout, Side, Stance, State, Unit, UnitId};

use kernel::book::Book;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Asks, AtRandom, Eyes, Game, GameResult, Machine, Pick, Playable, Preview, Prompt, Said, ScenarioCard,
    Scene, Setting, View,
};
use kernel::procedure::Refusal;
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game.
pub struct Drill;

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
    Playable { machines: &[Machine { name: "random", about: "Takes any legal order.", make: || Box::new(AtRandom) }] };

impl Game for Drill {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Exercise;

    const HIDES: bool = true;

    const SEATS: &'static [Seat] = &[Side::Red.seat(), Side::Blue.seat()];

    fn scenarios() -> Vec<ScenarioCard> {
        scenario::cards()
    }

    fn scenario_text(scenario: &str, _: &Options) -> Result<String, Refusal> {
        scenario::text(scenario)
    }

    fn read_scenario(text: &str) -> Result<Exercise, Refusal> {
        scenario::read(text)
    }

    fn setup(exercise: &Setting<Exercise>, options: &Options, dice: &mut dyn Dice) -> State {
        scenario::setup(exercise, options, dice)
    }

    fn setting(state: &mut State) -> &mut Setting<Exercise> {
        &mut state.scenario
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
