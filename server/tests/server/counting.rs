//! A game of counting for tests that need what no real book should have: faults, and answers that nobody hears of.

use kernel::book::Book;
use kernel::dice::{Dice, Seeded, Why};
use kernel::explain::{Explanation, Phrase};
use kernel::game::{
    Act, Ask, Bearing, Decide, Due, Dues, Eyes, Game, GameResult, Ground, Machine, Offer, Picked, Picks, Playable,
    Player, Position, Said, ScenarioCard, Scenarios, Setting, View,
};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::scenario::{Overview, Troubles};
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use testkit::drill::Drill;

/// Red counts aloud; blue counts aloud too, or whispers, and nobody knows that he is asked.
pub(crate) struct Counting;

pub(crate) static BOOK: Book = Book {
    id: "counting",
    title: "Counting",
    about: "A game of counting on, with faults in it.",
    scale: "",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "",
};
pub(crate) static GAME: Playable<Counting> =
    Playable::of(&[Machine::of("slow", "thinks for a while", || Box::new(Slow))]);

const RED: Seat = Seat("red");
const BLUE: Seat = Seat("blue");
/// Where counting ends.
const LAST: u32 = 6;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    CountOn,
    /// Only the seat itself hears it.
    Whisper,
    /// Counted on, while the other seat throws a die in secret for what it has heard.
    Mumble,
    /// Carried out half when the fault is met.
    Stumble,
    /// Nobody can draw what it leads to.
    Vanish,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Count {
    scenario: Setting<Way>,
    at: u32,
    whispered: u32,
    vanished: bool,
}

/// Is it one that can be set up?
pub(crate) struct Way {
    sound: bool,
}

impl Bearing for Way {
    fn bearing(&self) -> impl Serialize {
        self.sound
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Counted(u32),
    Whispered,
}

impl Scenarios for Way {
    type Options = <Drill as Game>::Options;

    fn cards() -> Vec<ScenarioCard> {
        [true, false].map(|sound| Way { sound }.card()).to_vec()
    }

    fn text(scenario: &str, _: &Self::Options) -> Result<String, Refusal> {
        Ok(scenario.to_owned())
    }

    fn read(text: &str) -> Result<Way, Troubles> {
        Ok(Way { sound: text.trim() != "unsound" })
    }

    fn overview(&self) -> Overview {
        Overview { title: "Counting".to_owned(), lines: Vec::new() }
    }

    fn card(&self) -> ScenarioCard {
        let id = if self.sound { "sound" } else { "unsound" };
        ScenarioCard {
            id: id.to_owned(),
            title: id.to_owned(),
            notes: String::new(),
            minutes: 1,
            sides: vec![(RED, "Red".to_owned()), (BLUE, "Blue".to_owned())],
            briefings: Vec::new(),
            options: Vec::new(),
            learning: false,
        }
    }
}

impl Game for Counting {
    type State = Count;
    type Order = Order;
    type Event = Event;
    type Options = <Drill as Game>::Options;
    type Setting = Way;

    const SEATS: &'static [Seat] = &[RED, BLUE];
    const HIDES: bool = true;

    fn setup(way: &Setting<Way>, _: &Self::Options, _: &mut dyn Dice) -> Count {
        assert!(way.sound, "a fault in the set-up");
        Count { scenario: way.clone(), at: 0, whispered: 0, vanished: false }
    }

    fn setting(state: &mut Count) -> &mut Setting<Way> {
        &mut state.scenario
    }

    fn due(state: &Count) -> Dues<Counting> {
        let red = Due::of(RED, &CountOn).about(state.at);
        let blue = Due::of(BLUE, &Listen).about(state.at + 1000 * state.whispered).secret();
        if state.at >= LAST { Dues::new() } else { [red, blue].into_iter().collect() }
    }

    fn go_on(_: &mut Act<'_, Counting>) {
        unreachable!("somebody can always count on")
    }

    fn result(state: &Count) -> Option<GameResult> {
        let over = GameResult { winner: None, points: Vec::new(), because: "all is counted".into(), rule: Rule("C3") };
        (state.at >= LAST).then_some(over)
    }

    fn mask(state: &Count, eyes: Eyes) -> Cow<'_, Count> {
        if eyes.are(BLUE) { Cow::Borrowed(state) } else { Cow::Owned(Count { whispered: 0, ..state.clone() }) }
    }

    fn imagine(view: &View<'_, Counting>, _: &mut Seeded) -> Count {
        view.state().clone()
    }

    fn say(view: &View<'_, Counting>, event: &Event) -> Option<Said> {
        match event {
            Event::Counted(at) => Some(Said::of(format!("{at}."))),
            Event::Whispered => view.eyes().are(BLUE).then(|| Said::of("Blue has whispered.")),
        }
    }

    fn ground(_: &Count) -> Ground {
        let (areas, features, sites) = Default::default();
        Ground { title: "Counting".to_owned(), size: (1, 1), square: None, areas, features, sites }
    }

    fn position(view: &View<'_, Counting>) -> Position {
        assert!(!view.state().vanished, "a fault in the drawing");
        let (places, overlays, pieces, panel) = Default::default();
        Position { places, overlays, pieces, panel }
    }
}

/// Red counts on.
struct CountOn;

/// Blue counts on too, or whispers.
struct Listen;

impl Decide<Counting> for CountOn {
    fn question(&self, _: &Count) -> (&'static str, Rule) {
        ("count on?", Rule("C1"))
    }

    fn compose(&self, _: &View<'_, Counting>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        picks.meant(|| Order::CountOn);
        picks.ask("count on?", Rule("C1")).one_of([Order::CountOn], |_| Offer::option("on", "count on"))
    }

    fn check(&self, _: &View<'_, Counting>, _: Seat, _: &Order) -> Result<(), Refusal> {
        Ok(())
    }

    fn apply(&self, act: &mut Act<'_, Counting>, _: Seat, order: &Order) {
        if *order == Order::Whisper {
            act.state.whispered += 1;
            act.happens(Event::Whispered);
            return;
        }
        if *order == Order::Mumble {
            act.roll_unseen(BLUE, |dice| {
                let die = dice.d6(Why::high("hearing", BLUE));
                let explained = Explanation::of(Rule("C4"), "hearing").throw(die);
                explained.gives((), Phrase::of("blue has listened"))
            });
        }
        act.state.at += 1;
        act.state.vanished = *order == Order::Vanish;
        assert_ne!(*order, Order::Stumble, "a fault in the rules");
        act.happens(Event::Counted(act.state.at));
    }
}

impl Decide<Counting> for Listen {
    fn question(&self, _: &Count) -> (&'static str, Rule) {
        ("whisper?", Rule("C2"))
    }

    fn compose(&self, view: &View<'_, Counting>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        CountOn.compose(view, seat, picks)
    }

    fn check(&self, _: &View<'_, Counting>, _: Seat, _: &Order) -> Result<(), Refusal> {
        Ok(())
    }

    fn apply(&self, act: &mut Act<'_, Counting>, seat: Seat, order: &Order) {
        CountOn.apply(act, seat, order);
    }
}

/// A machine that thinks for a while, and lets itself be watched.
struct Slow;

/// How many machines think now.
pub(crate) static THINKING: AtomicUsize = AtomicUsize::new(0);
/// How many thought at once at the most.
pub(crate) static AT_ONCE: AtomicUsize = AtomicUsize::new(0);
/// How many thoughts there were.
pub(crate) static THOUGHTS: AtomicUsize = AtomicUsize::new(0);

impl Player<Counting> for Slow {
    fn decide(&mut self, _: &View<'_, Counting>, _: &Ask, _: &mut Seeded) -> Order {
        let now = THINKING.fetch_add(1, Ordering::SeqCst) + 1;
        AT_ONCE.fetch_max(now, Ordering::SeqCst);
        THOUGHTS.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(150));
        THINKING.fetch_sub(1, Ordering::SeqCst);
        Order::CountOn
    }
}
