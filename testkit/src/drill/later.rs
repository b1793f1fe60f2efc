//! A later release of the drill, with another rule: whoever looks out is not spent.
//!
//! It proves that games outlive a release whose rules lead elsewhere.

use super::{Drill, Event, Exercise, Options, Order, State};
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Asks, AtRandom, Eyes, Game, GameResult, Machine, Pick, Playable, Preview, Prompt, Said, ScenarioCard,
    Scene, Setting, View,
};
use kernel::procedure::Refusal;
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game under its later rules.
pub struct Later;

/// The later game for a shelf in tests.
pub static LATER: Playable<Later> =
    Playable { machines: &[Machine { name: "random", about: "Takes any legal order.", make: || Box::new(AtRandom) }] };

impl Game for Later {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Exercise;

    const RELEASE: &'static str = "later";
    const SEATS: &'static [Seat] = Drill::SEATS;
    const HIDES: bool = Drill::HIDES;

    fn apply(act: &mut Act<'_, Later>, ask: &Ask, order: &Order) {
        Drill::apply(&mut act.of_same(), ask, order);
        if let Order::LookOut { unit } = order {
            act.state.unit_mut(*unit).spent = false;
        }
    }

    fn scenarios() -> Vec<ScenarioCard> {
        Drill::scenarios()
    }

    fn scenario_text(scenario: &str, options: &Options) -> Result<String, Refusal> {
        Drill::scenario_text(scenario, options)
    }

    fn read_scenario(text: &str) -> Result<Exercise, Refusal> {
        Drill::read_scenario(text)
    }

    fn setup(exercise: &Setting<Exercise>, options: &Options, dice: &mut dyn Dice) -> State {
        Drill::setup(exercise, options, dice)
    }

    fn setting(state: &mut State) -> &mut Setting<Exercise> {
        Drill::setting(state)
    }

    fn asks(state: &State) -> Asks {
        Drill::asks(state)
    }

    fn result(state: &State) -> Option<GameResult> {
        Drill::result(state)
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        Drill::mask(state, eyes)
    }

    fn imagine(view: &View<'_, Later>, random: &mut Seeded) -> State {
        Drill::imagine(&view.of_same(), random)
    }

    fn check(view: &View<'_, Later>, ask: &Ask, order: &Order) -> Result<(), Refusal> {
        Drill::check(&view.of_same(), ask, order)
    }

    fn prompt(view: &View<'_, Later>, ask: &Ask, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
        Drill::prompt(&view.of_same(), ask, picks)
    }

    fn picks(view: &View<'_, Later>, ask: &Ask, order: &Order) -> Vec<Pick> {
        Drill::picks(&view.of_same(), ask, order)
    }

    fn preview(view: &View<'_, Later>, ask: &Ask, order: &Order) -> Preview {
        Drill::preview(&view.of_same(), ask, order)
    }

    fn sample(view: &View<'_, Later>, ask: &Ask, random: &mut Seeded) -> Order {
        Drill::sample(&view.of_same(), ask, random)
    }

    fn say(view: &View<'_, Later>, event: &Event) -> Option<Said> {
        Drill::say(&view.of_same(), event)
    }

    fn scene(view: &View<'_, Later>) -> Scene {
        Drill::scene(&view.of_same())
    }
}
